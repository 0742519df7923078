"""Errors put into the correct claims of a data set, each verified to be one."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from atomcite.benchmarks.dataset import (
    PAGE_ERRORS,
    BenchClaim,
    BenchDocument,
    Cited,
    Dataset,
    ErrorType,
    Fault,
    Label,
    Labels,
    Truth,
    label_of,
)
from atomcite.benchmarks.injection.candidate import Candidate, Means, Refusal, Source, first_of
from atomcite.benchmarks.injection.choosing import chosen
from atomcite.benchmarks.injection.composing import compose
from atomcite.benchmarks.injection.content import content_errors
from atomcite.benchmarks.injection.evidence import Evidence, FileReader, Reader
from atomcite.benchmarks.injection.facts import Fact
from atomcite.benchmarks.injection.left_out import partly_unread, unread
from atomcite.benchmarks.injection.page_errors import PageErrors
from atomcite.benchmarks.injection.paraphrases import paraphrases
from atomcite.benchmarks.injection.plan import Dropped, Injected, Plan
from atomcite.benchmarks.injection.search import Wording, anchored
from atomcite.benchmarks.injection.statements import content_of
from atomcite.errors import DatasetError

VERSION = 2
"""Goes up when the same data set and seed give other errors."""
BY = f"injection {VERSION}"
WEAKENED = (
    "By convention: what the page makes a duty is also permitted, but a reader takes the permission for the whole."
)


def inject(
    dataset: Dataset,
    *,
    seed: int,
    plan: Plan | None = None,
    facts: Sequence[Fact] = (),
    complete: bool = False,
    reader: Reader | None = None,
) -> Injected:
    """Makes errors of the claims whose gold label is "correct", and verifies each against the whole document.

    The outcome holds the same documents, the correct claims (as controls: originals, and paraphrases of some), the
    errors, and answers put together from them. Claims that rest on several pages jointly are kept and no errors made
    of them. `facts` add errors that are wrong by construction. `complete` vouches that the labels' `true_pages` are
    all pages that bear a claim out (the author of the documents knows); else other pages that might are looked for,
    and what may stand on one is dropped. A document none of whose pages can be read is left out, with a note.
    `reader` gives the documents' text, by default read from their files, the text layer and the pixels. The same
    arguments give the same outcome.

    Raises DatasetError: a document is missing or another file; no claim is correct. EngineMissing: no OCR engine.
    """
    plan = plan or Plan()
    read = reader or FileReader()
    made: list[Candidate] = []
    refused: list[Refusal] = []
    reworded: list[BenchClaim] = []
    correct: list[BenchClaim] = []
    documents: list[BenchDocument] = []
    notes: list[str] = []
    for document in dataset.documents:
        claims = [c for c in dataset.claims if c.document == document.id and is_correct(c)]
        own_facts = [f for f in facts if f.document == document.id]
        if not claims and not own_facts:
            documents.append(document)
            continue
        evidence = read(dataset, document)
        left_out = unread(document, evidence, len(claims))
        if left_out is not None:
            notes.append(str(left_out))
            continue
        documents.append(document)
        notes += filter(None, [partly_unread(document, evidence)])
        sources = list(_sources(claims, document, evidence, complete))
        rng = random.Random(f"{seed} {document.id}")
        elsewhere = [c.statement for c in dataset.claims if c.document != document.id and is_correct(c)]
        for outcome in first_of(list(_errors(document, sources, own_facts, elsewhere, evidence, plan.types, rng))):
            if isinstance(outcome, Refusal):
                refused.append(outcome)
            else:
                made.append(outcome)
        correct += claims
        reworded += [_paraphrase(s, text, n) for s in sources for n, text in enumerate(paraphrases(s, rng), start=1)]
    if not correct and not made:
        raise DatasetError(
            " ".join(notes) or "No claim of the data set is correct: there is nothing to make errors of.",
            "Leave out --text-only, so that the pixels are read."
            if notes
            else 'Errors are made of claims whose gold label is "correct" and which cite a page that exists.',
        )
    rng = random.Random(seed)
    picked, passed = chosen(made, plan, len(correct) + len(reworded), rng)
    dropped = [_dropped(r) for r in refused] + [_dropped(Refusal(c, "over_quota")) for c in passed]
    errors = [_claim(c, name, seed) for c, name in _named(picked)]
    controls = _controls(correct, reworded, len(errors), plan.controls, rng)
    notes += filter(None, [_missed(plan.controls, len(controls), len(errors))])
    out = replace(dataset, documents=tuple(documents), answers=(), claims=(*controls, *errors))
    out = compose(out, rng) if plan.answers else out
    there = {c.id for c in out.claims}
    out = replace(out, claims=tuple(_with_origin(c, there) for c in out.claims))
    return Injected(out, tuple(dropped), tuple(notes))


def is_correct(claim: BenchClaim) -> bool:
    """Whether errors can be made of a claim: it is correct and cites pages that exist."""
    label = label_of(claim)
    return label is not None and label.verdict == "correct" and bool(claim.pages) and claim.fault is None


def _sources(
    claims: Iterable[BenchClaim], document: BenchDocument, evidence: Evidence, complete: bool
) -> Iterator[Source]:
    for claim in claims:
        label = label_of(claim)
        alone = sorted(claim.pages & set(label.true_pages) & set(evidence)) if label else []
        if label is None or not alone:
            continue
        true_pages = tuple(sorted(p for p in label.true_pages if p in evidence))
        found = anchored(Wording(claim.statement), [evidence[p] for p in true_pages])
        yield Source(claim, document, alone[0], true_pages, complete, found, evidence)


def _errors(
    document: BenchDocument,
    sources: Sequence[Source],
    facts: Sequence[Fact],
    elsewhere: Sequence[str],
    evidence: Evidence,
    types: Sequence[ErrorType],
    rng: random.Random,
) -> Iterator[Candidate | Refusal]:
    pages = PageErrors(document, sources, rng)
    for source in sources:
        yield from pages.of(source, types)
    if set(types) - PAGE_ERRORS:
        yield from content_errors(document, sources, facts, elsewhere, evidence, types, rng)


def _paraphrase(source: Source, text: str, number: int) -> BenchClaim:
    label = Label(verdict="correct", true_pages=source.true_pages, by=BY)
    return source.claim.model_copy(
        update={
            "id": f"{source.claim.id}.p{number}",
            "statement": text,
            "answer": None,
            "spans": (),
            "control": "paraphrase",
            "labels": Labels(automatic=label),
        }
    )


def _named(picked: Sequence[Candidate]) -> Iterator[tuple[Candidate, str]]:
    count: defaultdict[str, int] = defaultdict(int)
    for candidate in picked:
        stem = f"{candidate.source.claim.id}.{candidate.type}"
        count[stem] += 1
        yield candidate, stem if count[stem] == 1 else f"{stem}{count[stem]}"


def _claim(candidate: Candidate, name: str, seed: int) -> BenchClaim:
    source = candidate.source
    cited: tuple[Cited, ...] = source.claim.cited if candidate.cited is None else candidate.cited
    verdict: Truth = "unsupported"
    if candidate.type == "page_out_of_range":
        verdict = "no_such_page"
    elif candidate.true_pages:
        verdict = "wrong_page"
    label = Label(
        verdict=verdict,
        true_pages=candidate.true_pages,
        contradicted=candidate.contradicted,
        error=candidate.type,
        by=BY,
        note=WEAKENED if candidate.type == "modality_weakened" else "",
    )
    return BenchClaim(
        id=name,
        document=source.claim.document,
        statement=candidate.statement,
        cited=cited,
        content=content_of(candidate.statement) if candidate.type == "invented" else source.claim.content,
        fault=Fault(
            type=candidate.type,
            origin="injected",
            of=source.claim.id,
            original=source.claim.statement,
            detail=candidate.detail,
            difficulty=candidate.difficulty,
            seed=seed,
            verified=_means(candidate),
        ),
        labels=Labels(automatic=label),
    )


def _means(candidate: Candidate) -> tuple[Means, ...]:
    sources = {s for page in candidate.source.evidence.values() for s in page.sources}
    order: tuple[Means, ...] = ("construction", "text", "pixels")
    known = sources | ({"construction"} if candidate.constructed else set())
    if candidate.page is None:
        known = {"construction"}  # a page that the file does not have needs no reading
    return tuple(m for m in order if m in known)


def _controls(
    originals: Sequence[BenchClaim],
    reworded: Sequence[BenchClaim],
    errors: int,
    share: float | None,
    rng: random.Random,
) -> list[BenchClaim]:
    """Correct claims beside `errors` erroneous ones, in the order of the data set."""
    kept = [c.model_copy(update={"answer": None, "spans": (), "control": c.control or "original"}) for c in originals]
    if share is None:
        return kept
    wanted = round(errors * share / (1 - share))
    restated = rng.sample(list(reworded), min(len(reworded), max(wanted // 2, wanted - len(kept))))
    plain = rng.sample(kept, min(len(kept), wanted - len(restated)))
    order = {c.id: n for n, c in enumerate((*kept, *reworded))}
    return sorted((*plain, *restated), key=lambda c: order[c.id])


def _with_origin(claim: BenchClaim, there: Set[str]) -> BenchClaim:
    """A claim whose fault tells once what it was made from: the claim, or its words where that is not in the set."""
    fault = claim.fault
    if fault is None:
        return claim
    origin = {"original": None} if fault.of in there else {"of": None}
    return claim.model_copy(update={"fault": fault.model_copy(update=origin)})


def _missed(share: float | None, correct: int, errors: int) -> str | None:
    """Words on a share of controls that a whole number of claims could come nearer to; None where it was reached."""
    total = correct + errors
    if share is None or not total or abs(correct - share * total) <= 0.5:
        return None
    return (
        f"Correct claims are {correct} of {total} ({correct / total:.0%}), not the {share:.0%} asked for: there are "
        f"no {'more of them' if correct < share * total else 'errors to put beside them'}."
    )


def _dropped(refusal: Refusal) -> Dropped:
    c = refusal.candidate
    return Dropped(c.type, c.source.claim.id, c.statement, c.page, refusal.reason, refusal.detail)
