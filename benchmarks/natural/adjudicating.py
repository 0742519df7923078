"""Adjudication: where annotators differ, a third look with both labels side by side and nobody's name on them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from atomcite.benchmarks.dataset import BenchClaim, Dataset, ErrorType, Fault, Label, load, save
from atomcite.benchmarks.natural.annotating import (
    FORM,
    annotators_of,
    apart,
    by_item,
    check_name,
    files_of,
    require_study,
)
from atomcite.benchmarks.natural.blind import BlindSet, blind_set, opinions, set_id
from atomcite.benchmarks.natural.forms import csv_form, judgements, read_rows
from atomcite.benchmarks.natural.review_page import write_page
from atomcite.benchmarks.natural.study import Study, claims_of
from atomcite.domain import Language
from atomcite.errors import DatasetError, UsageError

_NEAR = 2
"""Pages that a citation is off by to count as near: those that a checker looks at by itself."""


@dataclass(frozen=True)
class Settled:
    """What an adjudication came to: claims settled by the adjudicator, by the annotators agreeing, and those that
    fewer than two of them judged."""

    adjudicated: int
    agreed: int
    waiting: int


def export(
    folder: Path,
    adjudicator: str,
    out: Path,
    *,
    annotators: Sequence[str] = (),
    embed: bool = True,
    documents: bool = False,
    language: Language = "en",
) -> BlindSet:
    """Writes the review page and a form with the claims that the annotators differ on. Raises UsageError for
    annotators that the data set does not know or fewer than two, DatasetError where there is nothing to settle."""
    check_name(adjudicator)
    apart(folder, out)
    dataset, study = load(folder), require_study(folder)
    between = _between(dataset, study, annotators)
    blind = _disputed(dataset, study, between)
    if not blind.items:
        raise DatasetError(f"{' and '.join(between)} agree on all that they judged.", "There is nothing to settle.")
    blind = blind.model_copy(update={"items": tuple(study.shuffled(blind.items, adjudicator))})
    files = files_of(dataset, study, blind)
    write_page(blind, adjudicator, out, files, role="adjudicate", embed=embed, whole=documents, language=language)
    (out / FORM).write_text(csv_form(blind, adjudicator), "utf-8")
    return blind


def take_in(
    folder: Path, file: Path, *, annotators: Sequence[str] = (), replacing: bool = False, partial: bool = False
) -> Settled:
    """Puts the adjudicated labels into the data set, and for claims on which all annotators agree what they agree on;
    names the error of each claim that is one. Raises DatasetError, and UsageError where claims were settled before
    (`replacing` settles them anew)."""
    dataset, study = load(folder), require_study(folder)
    between = _between(dataset, study, annotators)
    blind = _disputed(dataset, study, between)
    items = by_item(dataset, study)
    disputed = {item.item: items[item.item] for item in blind.items}
    name, found = judgements(read_rows(file), blind, disputed, partial=partial)
    check_name(name)
    if any(c.labels.adjudicated for c in claims_of(study, dataset)) and not replacing:
        raise UsageError("This data set is adjudicated already.", "Give --replace to settle it anew.")
    settled = {j.claim: j.label for j in found}
    agreed: dict[str, Label] = {}
    waiting = 0
    for claim in claims_of(study, dataset):
        labels = _labels(claim, between)
        if len(labels) < len(between):
            waiting += 1
        elif len({judged(label) for label in labels}) == 1:
            agreed[claim.id] = labels[0].model_copy(update={"by": f"{', '.join(between)} (agreed)", "note": ""})
    chosen = {**agreed, **settled}
    in_study = set(study.claims)
    claims = tuple(_settled(c, chosen.get(c.id)) if c.id in in_study else c for c in dataset.claims)
    save(replace(dataset, claims=claims), folder)
    return Settled(len(settled), len(agreed), waiting)


def judged(label: Label) -> Hashable:
    """What two labels must have in common to agree: all but notes. A contradiction that nobody marked is none."""
    joint = frozenset(frozenset(pages) for pages in label.joint_pages)
    return label.verdict, frozenset(label.true_pages), joint, label.error, bool(label.contradicted)


def error_of(claim: BenchClaim, label: Label) -> ErrorType | None:
    """The error that a label finds in a claim: as it says, else for errors of the page by how far off it is."""
    if label.verdict in ("correct", "open"):
        return None
    if label.error:
        return label.error
    if label.verdict == "no_such_page":
        return "page_out_of_range"
    if label.verdict == "wrong_page":
        right = [page for pages in (label.true_pages, *label.joint_pages) for page in pages]
        off = min((abs(page - cited) for page in right for cited in claim.pages), default=None)
        return "page_near" if off is not None and off <= _NEAR else "page_far"
    return "other"


def _between(dataset: Dataset, study: Study, wanted: Sequence[str]) -> tuple[str, ...]:
    known = annotators_of(dataset, study)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise UsageError(f"{unknown[0]} has labelled nothing here.", f"Annotators: {', '.join(known) or 'none'}.")
    chosen = tuple(dict.fromkeys(wanted)) or known
    if len(chosen) < 2:
        raise UsageError(
            f"There are labels of {', '.join(chosen) or 'nobody'} only.", "At least two annotators are needed."
        )
    return chosen


def _disputed(dataset: Dataset, study: Study, between: Sequence[str]) -> BlindSet:
    """The claims that all of `between` judged, and not alike, with their labels in an order that differs from claim
    to claim. Labels are part of the set's digest: a settlement belongs to what was said then."""
    differing = []
    said: dict[str, list[Label]] = {}
    for claim in claims_of(study, dataset):
        labels = _labels(claim, between)
        if len(labels) == len(between) and len({judged(label) for label in labels}) > 1:
            differing.append(claim)
            said[study.item(claim.id)] = study.shuffled(labels, f"opinions of {claim.id}")
    blind = blind_set(dataset, study, differing)
    items = tuple(item.model_copy(update={"opinions": opinions(said[item.item])}) for item in blind.items)
    heard = "\n".join(sorted(f"{i.item} {o.model_dump_json()}" for i in items for o in i.opinions))
    return blind.model_copy(update={"id": set_id(f"{blind.id}\n{heard}"), "items": items})


def _labels(claim: BenchClaim, between: Sequence[str]) -> list[Label]:
    of = {label.by: label for label in claim.labels.annotators}
    return [of[name] for name in between if name in of]


def _settled(claim: BenchClaim, label: Label | None) -> BenchClaim:
    """The claim with its settled label, and with the error that this finds where none was put in."""
    labels = claim.labels.model_copy(update={"adjudicated": label})
    fault = claim.fault
    if fault is None or fault.origin == "natural":
        error = error_of(claim, label) if label else None
        fault = Fault(type=error, origin="natural", verified=("person",)) if error else None
    return claim.model_copy(update={"labels": labels, "fault": fault})
