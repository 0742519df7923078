"""Whether a claim fits its document, its answer and its labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from atomcite.benchmarks.dataset.model import (
    PAGE_ERRORS,
    BenchAnswer,
    BenchClaim,
    BenchDocument,
    Cited,
    Label,
    label_of,
)

Found = tuple[str, str, bool]
"""(field, what, whether it is a mere warning)"""


@dataclass(frozen=True)
class Context:
    """All that a claim may refer to, by id."""

    documents: Mapping[str, BenchDocument]
    answers: Mapping[str, BenchAnswer]
    claims: Mapping[str, BenchClaim]
    all_read: bool = True
    """Whether the claims are all that the file holds."""


def claim_findings(claim: BenchClaim, context: Context) -> Iterator[Found]:
    document = context.documents.get(claim.document)
    if document is None:
        yield "document", f"there is no document {claim.document!r}", False
    yield from _answer(claim, context)
    if document is not None:
        yield from _cited(claim, document)
    names = [label.by for label in claim.labels.annotators]
    for number, name in enumerate(names):
        if name in names[:number]:
            yield f"labels.annotators.{number}.by", f"{name!r} judged this claim above already", False
    for where, label in _labels(claim):
        if document is not None:
            yield from _pages(where, label, document)
        yield from _label(where, label, claim)
    yield from _fault(claim, context)


def _answer(claim: BenchClaim, context: Context) -> Iterator[Found]:
    if claim.answer is None:
        if claim.spans:
            yield "spans", "the claim belongs to no answer", False
        if claim.verbatim:
            yield "verbatim", "the claim belongs to no answer that could hold it", False
        return
    answer = context.answers.get(claim.answer)
    if answer is None:
        yield "answer", f"there is no answer {claim.answer!r}", False
        return
    if answer.document != claim.document:
        yield "answer", f"is about document {answer.document!r}, the claim about {claim.document!r}", False
    end = 0
    for number, span in enumerate(claim.spans):
        where = f"spans.{number}"
        if span.end <= span.start or span.end > len(answer.text):
            text = f"{span.start}..{span.end} lies outside the answer's {len(answer.text)} characters"
            yield where, text, False
            return
        if span.start < end:
            yield where, "overlaps the one before or comes before it", False
        end = span.end
    said = " ".join(answer.text[s.start : s.end] for s in claim.spans)
    if claim.verbatim and not claim.spans:
        yield "spans", "there are none, but the answer is said to hold the statement word for word", False
    elif claim.verbatim and _folded(claim.statement) not in _folded(said):
        yield "spans", f"hold {said[:60]!r}, not the statement that they are said to hold word for word", False
    elif claim.spans and not _words(said) & _words(claim.statement):
        yield "spans", f"hold {said[:40]!r}, which has no word of the statement", False


def _folded(text: str) -> str:
    """Without what typing may change: the kinds and number of spaces."""
    return " ".join(text.split())


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def _cited(claim: BenchClaim, document: BenchDocument) -> Iterator[Found]:
    for number, cited in enumerate(claim.cited):
        where = f"cited.{number}.page"
        if cited.page is None:
            if cited.label.isdecimal() and not document.labels and 1 <= int(cited.label) <= document.page_count:
                yield where, f"page {cited.label} exists, but the citation is said to lead nowhere", False
        elif cited.page > document.page_count:
            yield where, f"is {cited.page}; the document has {document.page_count} pages", False
        else:
            yield from _named(f"cited.{number}.label", claim, cited, document)


def _named(where: str, claim: BenchClaim, cited: Cited, document: BenchDocument) -> Iterator[Found]:
    """Whether the label is that of the page. A number that is no label names a position. A model's answer may go by
    the numbers printed on the pages, which a document without labels does not tell: there it may be meant."""
    at = [n for n, label in enumerate(document.labels, start=1) if label == cited.label]
    if at and cited.page not in at:
        yield where, f"{cited.label!r} is the label of page {at[0]}, but page is {cited.page}", False
    elif not at and cited.label.isdecimal() and int(cited.label) != cited.page:
        if document.labels:
            yield where, f"{cited.label!r} is no label of the document, and page is {cited.page}", True
        elif 1 <= int(cited.label) <= document.page_count:
            what = f"{cited.label!r} names page {cited.label}, but page is {cited.page}"
            yield where, what, claim.generator is not None


def _labels(claim: BenchClaim) -> Iterator[tuple[str, Label]]:
    labels = claim.labels
    if labels.automatic is not None:
        yield "labels.automatic", labels.automatic
    for number, label in enumerate(labels.annotators):
        yield f"labels.annotators.{number}", label
    if labels.adjudicated is not None:
        yield "labels.adjudicated", labels.adjudicated


def _pages(where: str, label: Label, document: BenchDocument) -> Iterator[Found]:
    named = {f"{where}.true_pages": label.true_pages}
    named |= {f"{where}.joint_pages.{n}": group for n, group in enumerate(label.joint_pages)}
    for field, pages in named.items():
        outside = sorted({p for p in pages if not 1 <= p <= document.page_count})
        if outside:
            numbers = ", ".join(map(str, outside))
            yield field, f"{numbers}: the document has pages 1 to {document.page_count}", False
        if len(set(pages)) < len(pages):
            yield field, "names a page twice", False
    for number, group in enumerate(label.joint_pages):
        if len(set(group)) < 2:
            what = "a joint set needs two pages or more; a single one is a true page"
            yield f"{where}.joint_pages.{number}", what, False


def _label(where: str, label: Label, claim: BenchClaim) -> Iterator[Found]:
    field = f"{where}.verdict"
    missing = any(c.page is None for c in claim.cited)
    alone = claim.pages & set(label.true_pages)
    together = any(set(group) <= claim.pages for group in label.joint_pages)
    borne_out = bool(alone) or together
    known = bool(label.true_pages or label.joint_pages)
    if label.verdict == "correct":
        if not claim.cited:
            yield field, "correct, but the claim cites no page", False
        elif not borne_out:
            yield field, "correct, but no cited page (nor all of a joint set) is among the true pages", False
        if label.contradicted:
            yield f"{where}.contradicted", "a correct claim is contradicted nowhere", False
        if label.error is not None:
            yield f"{where}.error", f"correct, and yet an error: {label.error}", False
    elif label.verdict == "wrong_page":
        if not known:
            yield field, "wrong_page needs the true pages; without any the claim is unsupported", False
        elif borne_out:
            yield field, "wrong_page, but a cited page is among the true pages", False
        if not claim.pages:
            yield field, "wrong_page, but the claim cites no page that exists", False
    elif label.verdict == "unsupported":
        if known:
            yield field, "unsupported, but there are true pages; that is wrong_page", False
    elif label.verdict == "no_such_page" and not missing:
        yield field, "no_such_page, but every cited page exists", False
    if missing and not claim.pages and label.verdict in {"correct", "wrong_page", "unsupported"}:
        yield field, f"{label.verdict}, but the only cited page does not exist; that is no_such_page", False


def _fault(claim: BenchClaim, context: Context) -> Iterator[Found]:
    gold = label_of(claim)
    if claim.fault is None:
        if claim.control is not None and gold is not None and gold.verdict not in {"correct", "open"}:
            yield "control", f"a control is correct; the gold label says {gold.verdict}", False
        return
    if claim.control is not None:
        yield "control", "a claim with a fault is no control", False
    if gold is not None and gold.verdict == "correct":
        yield "fault.type", f"{claim.fault.type}, but the gold label says correct", False
    if gold is not None and gold.verdict == "unsupported" and claim.fault.type in PAGE_ERRORS:
        yield "fault.type", f"{claim.fault.type}, but no page bears the statement out", True
    if claim.fault.of is not None and claim.fault.of == claim.id:
        yield "fault.of", "a claim is not made from itself", False
    origin = context.claims.get(claim.fault.of or "")
    if origin is not None and origin.document != claim.document:
        splits = [d.split for d in map(context.documents.get, (origin.document, claim.document)) if d is not None]
        other = f" in split {splits[0]!r}, this claim in {splits[1]!r}" if len(set(splits)) == 2 else ""
        yield "fault.of", f"{origin.id} is about document {origin.document!r}{other}", False
    elif origin is None and claim.fault.of is not None and context.all_read:
        yield "fault.of", f"there is no claim {claim.fault.of!r}", False
    constructed = "construction" in claim.fault.verified
    unknown = claim.fault.of is None and claim.fault.original is None
    if claim.fault.origin == "injected" and unknown and not constructed:
        yield "fault.of", "an injected error names the claim that it was made from", True
