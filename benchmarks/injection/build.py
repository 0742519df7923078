"""A data set made from a folder of PDFs: correct claims, errors, and if wanted the same pages as scans."""

from __future__ import annotations

import csv
import hashlib
import json
import random
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from atomcite.benchmarks.corpus.degrade import ScanProfile, scan
from atomcite.benchmarks.dataset import (
    BenchClaim,
    BenchDocument,
    Cited,
    Dataset,
    Label,
    Labels,
    Manifest,
)
from atomcite.benchmarks.dataset.describing import described
from atomcite.benchmarks.injection.candidate import cite
from atomcite.benchmarks.injection.evidence import Evidence, FileReader, Reader
from atomcite.benchmarks.injection.inject import inject
from atomcite.benchmarks.injection.left_out import LeftOut, unread
from atomcite.benchmarks.injection.plan import Dropped, Injected, Plan
from atomcite.benchmarks.injection.statements import Statement, content_of, statements
from atomcite.errors import AtomCiteError, DatasetError, EngineMissing, UsageError
from atomcite.judge.language import language_of

BY = "build 1"
CLEAN = "clean"
PROFILES: Mapping[str, ScanProfile] = {
    "scan": ScanProfile(),
    "badscan": ScanProfile(
        skew=1.6, curl=2.4, blur=0.42, noise=9.0, light=34.0, shadow=70.0, speckles=140, contrast=0.68
    ),
}
"""What can be done to the pages: a fair office scan, and one that is hard to read."""
SCAN_DPI = 150.0
_ROMAN = re.compile(r"^[ivxlc]+$")


@dataclass(frozen=True)
class Given:
    """A correct statement that the user brings: the file's name, and the page as a position or a label."""

    file: str
    statement: str
    page: str


@dataclass(frozen=True)
class Build:
    """What to build. `degradations` are forms in which each document stands in the set ("clean" for the file as it
    is); `most` is the greatest number of statements taken from a document, `dev` the share (0..1) of documents, with
    all their forms, in the split "dev"."""

    name: str
    licence: str
    degradations: tuple[str, ...] = (CLEAN,)
    most: int = 12
    dev: float = 0.0

    def __post_init__(self) -> None:
        unknown = [d for d in self.degradations if d != CLEAN and d not in PROFILES]
        if unknown or not self.degradations:
            names = ", ".join((CLEAN, *PROFILES))
            raise UsageError(f"No such degradation: {', '.join(unknown) or 'none given'}.", f"There are {names}.")
        if not 0 <= self.dev <= 1 or self.most < 1:
            raise UsageError("The share of dev documents is 0 to 1, and a document gives one statement or more.")


def build(
    folder: str | Path,
    work: str | Path,
    *,
    seed: int,
    what: Build,
    plan: Plan | None = None,
    given: Sequence[Given] = (),
    reader: Reader | None = None,
    progress: Callable[[str], None] = lambda _text: None,
) -> Injected:
    """The data set, with its documents written into `work`, which becomes its folder.

    Statements come from `given` where there are some, else from the pages. All is verified on the files as they are:
    what a scan shows is what was printed. What looked like a statement and was not sure enough is among `dropped`,
    with the type "statement"; documents that nothing can be taken from are not in the set, and `notes` says which and
    why.
    Raises DatasetError: no PDF in `folder`, none that can be used, a given statement whose file or page there is not.
    """
    root, target = Path(folder), Path(work)
    paths = _pdfs(root)
    target.mkdir(parents=True, exist_ok=True)
    read = reader or FileReader()
    sources: list[tuple[BenchDocument, list[Statement]]] = []
    notes: list[str] = []
    dropped: list[Dropped] = []
    evidence: dict[str, Evidence] = {}
    rng = random.Random(seed)
    dev = set(rng.sample(paths, round(what.dev * len(paths))))
    names: set[str] = set()
    for path in paths:
        progress(f"reading {path.name}")
        document = _document(path, root, target, names, "dev" if path in dev else "test")
        if document is None:
            notes.append(str(LeftOut(path.name, "cannot_be_opened")))
            continue
        shell = Dataset(Manifest(name=what.name, version="1", licence=what.licence), (document,), (), (), target)
        evidence[document.id] = read(shell, document)
        left_out = unread(document, evidence[document.id])
        if left_out is not None:
            notes.append(str(left_out))
            (target / str(document.path)).unlink()
            continue
        text = " ".join(r.text for page in evidence[document.id].values() for r in page.readings[:1])
        document = document.model_copy(update={"language": language_of(text)})
        own = [g for g in given if Path(g.file).name == path.name]
        if given:
            said = [_given(g, document, evidence[document.id]) for g in own]
        else:
            said, refused = statements(evidence[document.id], what.most, random.Random(f"{seed} {document.id}"))
            dropped += [Dropped("statement", document.id, r.text, r.page, r.reason) for r in refused]
        if not said and not given:
            notes.append(str(LeftOut(document.path or document.id, "no_statements")))
            (target / str(document.path)).unlink()
            continue
        sources.append((document, said))
    strangers = sorted({g.file for g in given} - {p.name for p in paths} - {str(p.relative_to(root)) for p in paths})
    if strangers:
        raise DatasetError(
            f"Claims are about files that are not in {root}: {', '.join(strangers)}.", "Check the names."
        )
    if not sources:
        raise DatasetError(
            " ".join(notes) or f"Nothing in {root} can be used.",
            "Leave out --text-only where pages are scans, or bring statements of your own with --claims.",
        )
    documents: list[BenchDocument] = []
    claims: list[BenchClaim] = []
    clean: dict[str, Evidence] = {}
    for document, said in sources:
        for form in what.degradations:
            progress(f"{document.id}: {form}")
            made = document if form == CLEAN else _degraded(document, target, form, seed)
            documents.append(made)
            clean[made.id] = evidence[document.id]
            claims += _claims(made, said)
    if CLEAN not in what.degradations:
        for document, _ in sources:
            (target / str(document.path)).unlink()
    languages = tuple(sorted({d.language for d in documents if d.language}))
    head = Manifest(name=what.name, version="1", licence=what.licence, languages=languages)
    dataset = Dataset(head, tuple(documents), (), tuple(claims), target)
    progress("injecting")
    injected = inject(dataset, seed=seed, plan=plan, reader=lambda _set, document: clean[document.id])
    return replace(injected, dropped=(*dropped, *injected.dropped), notes=(*notes, *injected.notes))


def _pdfs(root: Path) -> list[Path]:
    if not root.exists():
        raise DatasetError(f"There is no folder {root}.", "Give a folder of PDF files.")
    if not root.is_dir():
        raise DatasetError(f"{root} is a file.", "Give the folder that it is in: all PDF files in it are taken.")
    paths = sorted(p for p in root.rglob("*") if p.suffix.casefold() == ".pdf")
    if not paths:
        raise DatasetError(f"There are no PDF files in {root}.", "Give a folder of PDF files.")
    return paths


def read_given(path: str | Path) -> list[Given]:
    """Statements from a CSV file with the columns file, statement, page, or a JSON Lines file with these keys. Raises
    DatasetError naming the line."""
    source = Path(path)
    if not source.is_file():
        raise DatasetError(f"There is no file {source}.", "Give a CSV or JSON Lines file with file, statement, page.")
    text = source.read_text("utf-8-sig")
    if source.suffix.casefold() == ".csv":
        rows = enumerate(csv.DictReader(text.splitlines()), start=2)
        return [_row(source.name, number, row) for number, row in rows]
    out = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                record = json.loads(line)
            except json.JSONDecodeError as error:
                raise DatasetError(
                    f"{source.name}:{number}: is not JSON: {error.msg}", "Correct the line."
                ) from error
            out.append(_row(source.name, number, record if isinstance(record, dict) else {}))
    return out


def _row(name: str, number: int, row: Mapping[str, object]) -> Given:
    missing = [key for key in ("file", "statement", "page") if not str(row.get(key) or "").strip()]
    if missing:
        raise DatasetError(f"{name}:{number}: lacks {', '.join(missing)}", "Each claim has file, statement and page.")
    return Given(*(str(row[key]).strip() for key in ("file", "statement", "page")))


def _document(path: Path, root: Path, target: Path, names: set[str], split: str) -> BenchDocument | None:
    """The document's record, its file copied into the data set; None for a file that can't be opened."""
    name = re.sub(r"[^\w-]+", "-", path.stem.casefold()).strip("-_") or "document"
    unique = next(n for n in (name, *(f"{name}-{k}" for k in range(2, 10_000))) if n not in names)
    copy = Path("documents", f"{unique}.pdf")
    try:
        made = described(path, unique, within=copy.as_posix(), split=split)
    except AtomCiteError:
        return None  # damaged or encrypted: the caller tells, and the others are built
    names.add(unique)
    (target / copy).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target / copy)
    return made.model_copy(update={"template": str(path.relative_to(root)), "degradation": CLEAN})


def _given(item: Given, document: BenchDocument, evidence: Evidence) -> Statement:
    labelled = [n for n, label in enumerate(document.labels, start=1) if label == item.page]
    page = labelled[0] if len(labelled) == 1 else int(item.page) if item.page.isdecimal() else 0
    if page not in evidence:
        raise DatasetError(
            f"{item.file} has no page {item.page}: {item.statement[:60]!r}",
            f"It has pages 1 to {document.page_count}.",
        )
    return Statement(item.statement, (page,), content_of(item.statement))


def _claims(document: BenchDocument, said: Sequence[Statement]) -> Iterator[BenchClaim]:
    for number, statement in enumerate(said, start=1):
        page = statement.pages[0]
        cited: Cited = cite(document, page)
        yield BenchClaim(
            id=f"{document.id}.{number}",
            document=document.id,
            statement=statement.text,
            cited=(cited,),
            content=statement.content,
            labels=Labels(automatic=Label(verdict="correct", true_pages=statement.pages, by=BY)),
        )


def _degraded(document: BenchDocument, target: Path, form: str, seed: int) -> BenchDocument:
    """The document printed and scanned: pictures without a text layer."""
    try:
        from atomcite.benchmarks.corpus.scanfile import LabelRange, Metadata, ScanPage, write_scan
        from atomcite.benchmarks.corpus.typeset import render
    except ImportError as error:
        raise EngineMissing(
            "Writing scans needs pikepdf, which is not here.", "pip install 'atomcite[bench]'"
        ) from error
    pdf = (target / str(document.path)).read_bytes()
    pages = (
        ScanPage(scan(pixels, SCAN_DPI, seed + number, PROFILES[form]), SCAN_DPI)
        for number, pixels in enumerate(render(pdf, SCAN_DPI), start=1)
    )
    ranges = label_ranges(document.labels)
    labels = tuple(LabelRange(*r) for r in ranges or ())
    head = Metadata(document.title or document.id, "", f"Scan of {document.sha256}", datetime(2026, 1, 1, tzinfo=UTC))
    data = write_scan(pages, head, labels)
    path = Path("documents", f"{document.id}.{form}.pdf")
    (target / path).write_bytes(data)
    return document.model_copy(
        update={
            "id": f"{document.id}.{form}",
            "sha256": hashlib.sha256(data).hexdigest(),
            "path": path.as_posix(),
            "degradation": form,
            "labels": document.labels if ranges else (),
        }
    )


def label_ranges(labels: Sequence[str]) -> list[tuple[int, str, int]] | None:
    """Page labels as ranges (first page, style, first number) of a PDF (ISO 32000-1, 12.4.2); None for labels that
    are neither numbers nor small Roman numerals."""
    out: list[tuple[int, str, int]] = []
    last: tuple[str, int] | None = None
    for page, label in enumerate(labels, start=1):
        if label.isdecimal():
            now = ("D", int(label))
        elif _ROMAN.match(label):
            now = ("r", _roman(label))
        else:
            return None
        if last is None or now != (last[0], last[1] + 1):
            out.append((page, *now))
        last = now
    return out or None


def _roman(text: str) -> int:
    worth = [{"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}[c] for c in text]
    return sum(-w if w < max(worth[i:]) else w for i, w in enumerate(worth))
