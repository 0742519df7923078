"""AtomCite's own labels: of answers, which it takes apart into claims, and of claims that a data set has already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from atomcite.answers import Decomposition, decompose
from atomcite.benchmarks.dataset import (
    BenchAnswer,
    BenchClaim,
    BenchSpan,
    Cited,
    Label,
    Labels,
    Truth,
    content_of,
    load,
    save,
)
from atomcite.domain import Cache, ChannelVerdict, Citation, Claim, ClaimResult, ClaimVerdict, PageRef, Report
from atomcite.pipeline import Settings, verify
from atomcite.version import VERSION

Progress = Callable[[str], None]
"""Is told what is being done."""


def _silent(text: str) -> None:
    pass


_TRUTH: dict[ClaimVerdict, Truth] = {
    ClaimVerdict.CORRECT: "correct",
    ClaimVerdict.WRONG_PAGE: "wrong_page",
    ClaimVerdict.UNSUPPORTED: "unsupported",
    ClaimVerdict.NO_SUCH_PAGE: "no_such_page",
}


@dataclass(frozen=True)
class Labeller:
    """AtomCite as the one who labels. Nothing leaves the machine unless `settings` name a server's engines."""

    settings: Settings = field(default_factory=Settings)
    policy: str = "default"
    cache: Cache | bool = True

    def claims(self, document: Path, answer: BenchAnswer) -> list[BenchClaim]:
        """The claims of one answer. Those that cite nothing have no label, and of an answer that declines they are no
        claims about the document. Raises what `verify` raises."""
        options = self.settings
        split = decompose(answer.text, bare_brackets=options.bare_brackets, footnotes=options.footnotes)
        if not split.claims:
            return []
        report = verify(document, split, policy=self.policy, settings=options, cache=self.cache)
        return [
            _claim(result, answer, _by(report))
            for result in report.claims
            if result.cited_pages or not answer.refused
        ]

    def labels(self, document: Path, claims: Sequence[BenchClaim]) -> dict[str, Label]:
        """Labels of claims about one document, by id; claims that cite nothing have none. Pages are taken as they
        are cited, by their labels. Raises what `verify` raises."""
        cited = [c for c in claims if c.cited]
        if not cited:
            return {}
        asked = [Claim(id=c.id, statement=c.statement, citations=(_citation(c),), origin="given") for c in cited]
        split = Decomposition(answer="", claims=tuple(asked))
        report = verify(document, split, policy=self.policy, settings=self.settings, cache=self.cache)
        found = {result.id: label_of_result(result, _by(report)) for result in report.claims}
        return {name: label for name, label in found.items() if label}


def label_all(folder: Path, labeller: Labeller, *, replacing: bool = False, progress: Progress = _silent) -> int:
    """Gives the claims of a data set that have no automatic label one; with `replacing` all. Stored after each
    document; returns how many were labelled. Raises DatasetError and what `verify` raises."""
    dataset = load(folder)
    done = 0
    for document in dataset.documents:
        wanted = [
            c for c in dataset.claims if c.document == document.id and (replacing or c.labels.automatic is None)
        ]
        if not any(c.cited for c in wanted):
            continue
        progress(f"{document.id}: {len(wanted)} claims")
        labels = labeller.labels(dataset.file_of(document), wanted)
        done += len(labels)
        dataset = replace(dataset, claims=tuple(_with(c, labels.get(c.id)) for c in dataset.claims))
        save(dataset, folder)
    return done


def _with(claim: BenchClaim, label: Label | None) -> BenchClaim:
    if label is None:
        return claim
    return claim.model_copy(update={"labels": claim.labels.model_copy(update={"automatic": label})})


def _citation(claim: BenchClaim) -> Citation:
    pages = tuple(PageRef(raw=c.label) for c in claim.cited)
    return Citation(text=", ".join(page.raw for page in pages), pages=pages)


def _by(report: Report) -> str:
    return f"atomcite {VERSION} ({report.settings['judge_engine']}, {report.settings['image_engine']})"


def _claim(result: ClaimResult, answer: BenchAnswer, by: str) -> BenchClaim:
    return BenchClaim(
        id=f"{answer.id}.{result.id}",
        document=answer.document,
        answer=answer.id,
        statement=result.statement,
        spans=tuple(BenchSpan(start=s.start, end=s.end) for s in result.spans),
        cited=tuple(Cited(label=p.ref, page=p.page.physical if p.page else None) for p in result.cited_pages),
        content=content_of(result.statement),
        generator=answer.generator,
        labels=Labels(automatic=label_of_result(result, by)),
    )


def label_of_result(result: ClaimResult, by: str) -> Label | None:
    """A verdict of AtomCite's as a label. Conflicts and what could not be checked are open; a claim without citation
    has no label. Pages are those where a channel found the statement."""
    if result.verdict is ClaimVerdict.UNCITED:
        return None
    verdict: Truth = _TRUTH.get(result.verdict, "open")
    alone: tuple[int, ...] = ()
    joint: tuple[tuple[int, ...], ...] = ()
    if verdict == "correct":
        alone = _alone(result)
        joint = () if alone else (result.physical,)
    elif verdict in ("wrong_page", "no_such_page"):
        alone = tuple(sorted({s.page.physical for s in result.suggested_pages}))
    channels = [c.verdict for c in (result.text, result.image) if c is not None]
    return Label(
        verdict=verdict,
        true_pages=alone,
        joint_pages=joint,
        contradicted=ChannelVerdict.CONTRADICTED in channels if verdict == "unsupported" else None,
        by=by,
        note="" if verdict != "open" else result.verdict.value,
    )


def _alone(result: ClaimResult) -> tuple[int, ...]:
    """The cited pages that bear the claim out by themselves: the only one, or those found to when looked at alone."""
    if len(result.physical) == 1:
        return result.physical
    found = {
        look.page.physical
        for look in result.looks
        if look.why == "cited"
        and any(c is not None and c.verdict is ChannelVerdict.SUPPORTED for c in (look.text, look.image))
    }
    return tuple(sorted(found))
