"""Annotation: a blind export for each annotator, and their labels back into the data set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from atomcite.benchmarks.dataset import BenchClaim, BenchDocument, Dataset, Label, load, save
from atomcite.benchmarks.natural.blind import BlindSet, blind_set
from atomcite.benchmarks.natural.forms import csv_form, judgements, read_rows
from atomcite.benchmarks.natural.review_page import write_page
from atomcite.benchmarks.natural.study import Study, claims_of, load_study, new_study, save_study, to_annotate
from atomcite.domain import Language
from atomcite.errors import DatasetError, OutputError, UsageError

FORM = "form.csv"
_RESERVED = ("gold", "automatic", "adjudicated")


def export(
    folder: Path,
    annotator: str,
    out: Path,
    *,
    embed: bool = True,
    documents: bool = False,
    language: Language = "en",
    window: int | None = None,
    whole: int | None = None,
    claims: Iterable[str] | None = None,
) -> BlindSet:
    """Writes the review page and an empty CSV form for one annotator into `out`, with `documents` also copies of the
    documents under their blind names.

    What is annotated is settled by the first export (or by `collect`): `claims`, else all that cite a page. `window`
    is how many neighbouring pages are shown, `whole` up to how many pages a document is shown whole. Raises
    UsageError for a name that can't be one or a choice that comes too late, DatasetError, OutputError where `out` and
    the data set's folder lie within one another.
    """
    check_name(annotator)
    apart(folder, out)
    dataset = load(folder)
    study = _study(dataset, folder, claims, window, whole)
    blind = blind_set(dataset, study)
    blind = blind.model_copy(update={"items": tuple(study.shuffled(blind.items, annotator))})
    files = files_of(dataset, study, blind)
    write_page(blind, annotator, out, files, embed=embed, whole=documents, language=language)
    (out / FORM).write_text(csv_form(blind, annotator), "utf-8")
    return blind


def take_in(folder: Path, file: Path, *, replacing: bool = False, partial: bool = False) -> tuple[str, int]:
    """Puts the labels of a filled-in form into the data set; returns whose they are and how many. `replacing` puts
    them in the place of the same annotator's earlier ones. Raises DatasetError, and UsageError for an annotator who
    has labels already."""
    dataset = load(folder)
    study = require_study(folder)
    name, found = judgements(read_rows(file), blind_set(dataset, study), by_item(dataset, study), partial=partial)
    check_name(name)
    had = sum(any(label.by == name for label in c.labels.annotators) for c in dataset.claims)
    if had and not replacing:
        raise UsageError(
            f"{name} has labelled {had} claims of this data set already.",
            "Give --replace to put the new labels in their place, or another name.",
        )
    labels = {j.claim: j.label for j in found}
    claims = tuple(_labelled(c, name, labels.get(c.id)) for c in dataset.claims)
    save(replace(dataset, claims=claims), folder)
    return name, len(labels)


def annotators_of(dataset: Dataset, study: Study) -> tuple[str, ...]:
    """Those who judged claims of the study, by name."""
    return tuple(sorted({label.by for c in claims_of(study, dataset) for label in c.labels.annotators}))


def files_of(dataset: Dataset, study: Study, blind: BlindSet) -> dict[str, Path]:
    """The documents' files by their blind names. Raises DatasetError for one that is missing."""
    documents = {d.id: d for d in dataset.documents}
    claims = {study.item(c.id): documents[c.document] for c in claims_of(study, dataset)}
    return {item.document: dataset.file_of(claims[item.item]) for item in blind.items}


def by_item(dataset: Dataset, study: Study) -> Mapping[str, tuple[BenchClaim, BenchDocument]]:
    documents = {d.id: d for d in dataset.documents}
    return {study.item(c.id): (c, documents[c.document]) for c in claims_of(study, dataset)}


def require_study(folder: Path) -> Study:
    study = load_study(folder)
    if study is None:
        raise DatasetError(
            f"Nothing of {folder} was exported for annotation.", "atomcite bench annotate export first."
        )
    return study


def check_name(name: str) -> None:
    """Raises UsageError for a name that a label can't be by."""
    if not re.fullmatch(r"[\w.@-]+(?: [\w.@-]+)*", name) or name in _RESERVED:
        raise UsageError(
            f"{name!r} can't be an annotator's name.",
            f"Letters, digits, dots, dashes and single spaces; not {', '.join(_RESERVED)}.",
        )


def apart(folder: Path, out: Path) -> None:
    """Raises OutputError where an export would lie with the labels that its reader must not see."""
    if out.resolve().is_relative_to(folder.resolve()) or folder.resolve().is_relative_to(out.resolve()):
        raise OutputError(
            f"{out} and the data set's folder lie within one another.",
            "Give a folder apart: whoever gets it must not get the labels.",
        )


def _study(
    dataset: Dataset, folder: Path, claims: Iterable[str] | None, window: int | None, whole: int | None
) -> Study:
    study = load_study(folder)
    if study is not None:
        changed = claims is not None and set(claims) != set(study.claims)
        if changed or window not in (None, study.window) or whole not in (None, study.whole):
            raise UsageError(
                "What is annotated is settled already, and must be the same for all annotators.",
                "Leave out --claims, --window and --whole, or remove annotation.json to begin anew.",
            )
        return study
    chosen = to_annotate(dataset) if claims is None else tuple(dict.fromkeys(claims))
    if not chosen:
        raise DatasetError("The data set has no claim that cites a page.", "There is nothing to annotate.")
    study = new_study(chosen, window=2 if window is None else window, whole=8 if whole is None else whole)
    claims_of(study, dataset)
    save_study(folder, study)
    return study


def _labelled(claim: BenchClaim, name: str, label: Label | None) -> BenchClaim:
    """The claim with `name`'s label: the new one, or none where there is none any more."""
    others = tuple(x for x in claim.labels.annotators if x.by != name)
    if label is None and len(others) == len(claim.labels.annotators):
        return claim
    labels = claim.labels.model_copy(update={"annotators": (*others, *([label] if label else []))})
    return claim.model_copy(update={"labels": labels})
