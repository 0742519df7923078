"""Whether a data set holds together: every fault, with file, line and field.

`load` stops at the first record that it can't read; this reads on and also asks what no schema can: whether
references lead somewhere, labels fit pages, and files are those that were labelled.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from atomcite.benchmarks.dataset.claim_checks import Context, claim_findings
from atomcite.benchmarks.dataset.model import FORMAT, BenchAnswer, BenchClaim, BenchDocument, Manifest
from atomcite.benchmarks.dataset.store import ANSWERS, CLAIMS, DOCUMENTS, MANIFEST
from atomcite.errors import AtomCiteError, DatasetError

Severity = Literal["error", "warning"]
MARKED = "starts with a byte order mark, which is passed over; save the file as plain UTF-8"
PageCounter = Callable[[Path], int]
_R = TypeVar("_R", bound=BaseModel)
_Identified = TypeVar("_Identified", BenchDocument, BenchAnswer, BenchClaim)


@dataclass(frozen=True)
class Finding:
    """One fault. `line` is None for what concerns a file as a whole, `field` a path in the record
    ("labels.automatic"). A warning is what may be meant; an error makes results wrong."""

    file: str
    line: int | None
    field: str
    what: str
    severity: Severity = "error"

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.severity}: " + (f"{self.field}: " if self.field else "") + self.what


@dataclass
class _Lines(Generic[_R]):
    """The records of a file that could be read, each with its line."""

    file: str
    records: list[tuple[int, _R]] = field(default_factory=list)


def validate(folder: str | Path, *, files: bool = True, count_pages: PageCounter | None = None) -> list[Finding]:
    """All findings, by file and line; none for a sound data set.

    `files` also checks documents that have a path: there, of the stated hash and page count (`count_pages` by default
    opens them). Raises DatasetError when the folder holds no data set at all.
    """
    root = Path(folder)
    if not (root / MANIFEST).is_file():
        raise DatasetError(f"No data set in {root}.", f"A data set is a folder with {MANIFEST} and {CLAIMS}.")
    findings: list[Finding] = []
    findings += _manifest(root)
    documents = _read(BenchDocument, root, DOCUMENTS, findings)
    answers = _read(BenchAnswer, root, ANSWERS, findings, optional=True)
    claims = _read(BenchClaim, root, CLAIMS, findings)
    findings += [*_twice(documents), *_twice(answers), *_twice(claims)]
    findings += _documents(documents)
    if files:
        for line, document in documents.records:
            findings += _file(root, line, document, count_pages or _opened)
    known = {d.id: d for _, d in documents.records}
    findings += _answers(answers, known)
    context = Context(
        known,
        {a.id: a for _, a in answers.records},
        {c.id: c for _, c in claims.records},
        # What a line that can't be read would have said is unknown: no reference to it is called wrong.
        all_read=not any(f.file == CLAIMS and f.severity == "error" for f in findings),
    )
    for line, claim in claims.records:
        findings += [
            Finding(CLAIMS, line, where, what, "warning" if mild else "error")
            for where, what, mild in claim_findings(claim, context)
        ]
    order = {name: n for n, name in enumerate((MANIFEST, DOCUMENTS, ANSWERS, CLAIMS))}
    return sorted(findings, key=lambda f: (order.get(f.file, 9), f.line or 0))


def _manifest(root: Path) -> Iterator[Finding]:
    data, marked = _without_mark((root / MANIFEST).read_bytes())
    if marked:
        yield Finding(MANIFEST, 1, "", MARKED, "warning")
    try:
        manifest = Manifest.model_validate_json(data, strict=True)
    except ValidationError as error:
        yield from _schema_errors(MANIFEST, None, error)
        return
    if manifest.format != FORMAT:
        yield Finding(MANIFEST, None, "format", f"is {manifest.format}; this version reads {FORMAT}")


def _read(kind: type[_R], root: Path, name: str, findings: list[Finding], *, optional: bool = False) -> _Lines[_R]:
    """The readable records; what can't be read goes to `findings`."""
    out: _Lines[_R] = _Lines(name)
    path = root / name
    if not path.is_file():
        if not optional:
            findings.append(Finding(name, None, "", "is missing"))
        return out
    data, marked = _without_mark(path.read_bytes())
    if marked:
        findings.append(Finding(name, 1, "", MARKED, "warning"))
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            json.loads(line)
        except UnicodeDecodeError as error:
            findings.append(Finding(name, number, "", f"is not UTF-8: {error.reason} at byte {error.start}"))
            continue
        except json.JSONDecodeError as error:
            findings.append(Finding(name, number, "", f"is not JSON: {error.msg} at column {error.colno}"))
            continue
        try:
            out.records.append((number, kind.model_validate_json(line, strict=True)))
        except ValidationError as error:
            findings += _schema_errors(name, number, error)
    return out


def _without_mark(data: bytes) -> tuple[bytes, bool]:
    """The bytes without a byte order mark at their start, and whether there was one."""
    return data.removeprefix(BOM_UTF8), data.startswith(BOM_UTF8)


def _schema_errors(name: str, line: int | None, error: ValidationError) -> Iterator[Finding]:
    for item in error.errors(include_url=False):
        yield Finding(name, line, ".".join(str(part) for part in item["loc"]), item["msg"])


def _twice(lines: _Lines[_Identified]) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for number, record in lines.records:
        if record.id in first:
            yield Finding(lines.file, number, "id", f"{record.id!r} is that of line {first[record.id]} too")
        first.setdefault(record.id, number)


def _documents(lines: _Lines[BenchDocument]) -> Iterator[Finding]:
    design: defaultdict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    hashes: dict[str, tuple[int, str]] = {}
    for number, document in lines.records:
        if document.path is None and document.url is None:
            yield Finding(DOCUMENTS, number, "path", "neither path nor url says where the document is", "warning")
        if document.path is not None and (Path(document.path).is_absolute() or ".." in Path(document.path).parts):
            yield Finding(DOCUMENTS, number, "path", "leads out of the data set's folder")
        if document.labels and len(document.labels) != document.page_count:
            count = f"{len(document.labels)} labels for {document.page_count} pages"
            yield Finding(DOCUMENTS, number, "labels", count)
        if document.sha256 in hashes:
            line, split = hashes[document.sha256]
            if split == document.split:
                yield Finding(DOCUMENTS, number, "sha256", f"the same file as line {line}", "warning")
            else:
                what = f"is in split {document.split!r}, the same file as line {line} in split {split!r}"
                yield Finding(DOCUMENTS, number, "split", what)
        hashes.setdefault(document.sha256, (number, document.split))
        if document.template is not None:
            splits = design[document.template, document.degradation or ""]
            splits.setdefault(document.split, number)
            other = next((s for s in splits if s != document.split), None)
            if other is not None:
                what = f"{document.template!r} ({document.degradation or 'as typeset'}) is in split {other!r} too"
                yield Finding(DOCUMENTS, number, "template", f"{what} (line {splits[other]})", "warning")


def _file(root: Path, line: int, document: BenchDocument, count: PageCounter) -> Iterator[Finding]:
    if document.path is None:
        return
    path = root / document.path
    if not path.is_file():
        yield Finding(DOCUMENTS, line, "path", f"there is no file {document.path}")
        return
    with path.open("rb") as stream:
        found = file_digest(stream, "sha256").hexdigest()
    if found != document.sha256:
        yield Finding(DOCUMENTS, line, "sha256", f"{document.path} is another file ({found[:12]}...)")
    try:
        pages = count(path)
    except AtomCiteError as error:
        yield Finding(DOCUMENTS, line, "path", f"{document.path} can't be opened: {error.what}")
        return
    if pages != document.page_count:
        yield Finding(DOCUMENTS, line, "page_count", f"is {document.page_count}; the file has {pages}")


def _opened(path: Path) -> int:
    from atomcite.documents import Document

    with Document.open(path) as document:
        return document.page_count


def _answers(lines: _Lines[BenchAnswer], known: Mapping[str, BenchDocument]) -> Iterator[Finding]:
    for number, answer in lines.records:
        if answer.document not in known:
            yield Finding(ANSWERS, number, "document", f"there is no document {answer.document!r}")
        if not answer.text.strip():
            yield Finding(ANSWERS, number, "text", "is empty")


def tally(findings: Sequence[Finding]) -> str:
    """How many there are of each severity, in words."""
    errors = len(errors_of(findings))
    counted = ((errors, "error"), (len(findings) - errors, "warning"))
    return ", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in counted)


def errors_of(findings: Sequence[Finding]) -> list[Finding]:
    """The findings that are no mere warnings."""
    return [f for f in findings if f.severity == "error"]
