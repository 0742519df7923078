"""Judgements as files: CSV or JSON Lines, from the review page or from an editor, checked field by field."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict

from atomcite.benchmarks.dataset import BenchClaim, BenchDocument, ErrorType, Label, Truth
from atomcite.benchmarks.natural.blind import BlindSet, Opinion
from atomcite.errors import DatasetError

VERDICTS: tuple[Truth, ...] = get_args(Truth)
ERRORS: tuple[ErrorType, ...] = get_args(ErrorType)
FIELDS = ("set", "item", "annotator", "verdict", "pages", "error", "contradicted", "note")
"""What is read back; the other columns of a form are for its reader."""
_SHOWN = 20
"""Problems that an error lists."""
_YES_NO: dict[str, bool | None] = {"": None, "yes": True, "no": False, "true": True, "false": False}

Row = tuple[str, Mapping[str, str]]
"""Where it stands ("labels.csv:3"), and its fields as text."""


class Judgement(BaseModel):
    """One filled-in row."""

    model_config = ConfigDict(frozen=True)

    claim: str
    label: Label


def csv_form(blind: BlindSet, annotator: str) -> str:
    """An empty form: a row an item, in the order of `blind`, with the opinions to choose between in an adjudication.
    Starts with a byte order mark, since Excel takes a file without one for the machine's old encoding."""
    out = io.StringIO()
    letters = sorted({said.name for item in blind.items for said in item.opinions})
    shown = ("statement", "question", "document", "cited", *letters)
    table = csv.DictWriter(out, (*FIELDS[:2], *shown, *FIELDS[2:]), lineterminator="\n")
    table.writeheader()
    for item in blind.items:
        cited = "; ".join(f"{c.label} = {c.page or 'no such page'}" for c in item.cited)
        filled = {"set": blind.id, "item": item.item, "annotator": annotator, "document": item.document}
        filled |= {"statement": _harmless(item.statement), "question": _harmless(item.question or ""), "cited": cited}
        filled |= {said.name: _harmless(_in_words(said)) for said in item.opinions}
        table.writerow(filled)
    return "\ufeff" + out.getvalue()


def read_rows(path: Path) -> list[Row]:
    """The rows of a form. Raises DatasetError for a file that is none."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{path} can't be read: {error}", "Save it as UTF-8.") from error
    rows = list(_json_rows(path, text) if path.suffix.lower() in (".jsonl", ".ndjson") else _csv_rows(path, text))
    if not rows:
        raise DatasetError(f"{path} holds no row.", "Give what the review page saved, or the filled-in form.")
    lacking = [f for f in ("set", "item", "annotator", "verdict") if f not in rows[0][1]]
    if lacking:
        raise DatasetError(f"{path} has no {' and no '.join(lacking)}.", f"Its fields must be: {', '.join(FIELDS)}.")
    return rows


def judgements(
    rows: Sequence[Row],
    blind: BlindSet,
    claims: Mapping[str, tuple[BenchClaim, BenchDocument]],
    *,
    partial: bool = False,
) -> tuple[str, tuple[Judgement, ...]]:
    """Who judged, and the judgements. `claims` are by item. Raises DatasetError that lists what is wrong where: rows
    of another set, unknown and repeated items, unknown values, pages that don't exist or don't fit the verdict, and -
    unless `partial` - items without a verdict."""
    problems: list[str] = []
    found: dict[str, Judgement] = {}
    names = {row.get("annotator", "").strip() for _, row in rows}
    name = _name(names, problems)
    for where, row in rows:
        item, made_for = row.get("item", "").strip(), row.get("set", "").strip()
        if made_for != blind.id:
            problems.append(f"{where}: made for the set {made_for or '(none)'}, and this is {blind.id}")
        elif item not in claims:
            problems.append(f"{where}: there is no item {item or '(none)'}")
        elif item in found:
            problems.append(f"{where}: item {item} is judged twice")
        elif row.get("verdict", "").strip():
            claim, document = claims[item]
            checked = _Checked(where, row, claim, document)
            label = checked.label(name or "?")
            problems.extend(checked.problems)
            if label:
                found[item] = Judgement(claim=claim.id, label=label)
    open_items = [item for item in claims if item not in found]
    if open_items and not partial and not problems:
        problems.append(f"{len(open_items)} items have no verdict, such as {', '.join(open_items[:3])}")
    if problems:
        more = [f"and {len(problems) - _SHOWN} more"] if len(problems) > _SHOWN else []
        raise DatasetError(
            "The file can't be taken in:\n  " + "\n  ".join(problems[:_SHOWN] + more),
            "Correct these; --partial takes in a file that is not finished.",
        )
    return name, tuple(found.values())


def _name(names: set[str], problems: list[str]) -> str:
    if len(names) != 1 or not (name := next(iter(names))):
        problems.append(f"annotator: one name is needed, not {', '.join(sorted(names)) or 'none'}")
        return ""
    return name


class _Checked:
    """One row held against the claim that it judges."""

    def __init__(self, where: str, row: Mapping[str, str], claim: BenchClaim, document: BenchDocument) -> None:
        self._where = where
        self._row = {key: (value or "").strip() for key, value in row.items()}
        self._claim = claim
        self._count = document.page_count
        self.problems: list[str] = []

    def label(self, by: str) -> Label | None:
        verdict = self._choice("verdict", VERDICTS)
        error = self._choice("error", ERRORS) if self._row.get("error") else None
        given = self._row.get("contradicted", "").casefold()
        if given not in _YES_NO:
            self._say(f"contradicted is {given!r}; it is yes, no or empty")
        sets = self._sets()
        if self.problems or verdict is None:
            return None
        contradicted = _YES_NO[given]
        sets = self._fitting(verdict, sets)
        if verdict in ("correct", "open") and (error or contradicted):
            self._say(f"{verdict} goes with neither an error nor a contradiction")
        if self.problems:
            return None
        return Label(
            verdict=verdict,
            true_pages=tuple(pages[0] for pages in sets if len(pages) == 1),
            joint_pages=tuple(pages for pages in sets if len(pages) > 1),
            contradicted=contradicted,
            error=error,
            by=by,
            note=self._row.get("note", ""),
        )

    def _fitting(self, verdict: Truth, sets: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The sets of pages, with what a verdict says of them by itself filled in."""
        cited = self._claim.pages
        on_cited = [pages for pages in sets if set(pages) <= cited]
        shown = ", ".join(map(str, sorted(cited))) or "none that exists"
        if verdict == "correct":
            if not cited:
                self._say("correct, but no cited page exists")
            elif not sets:
                return [tuple(sorted(cited))]
            elif not on_cited:
                self._say(f"correct, but the pages are not those cited: {shown}")
        elif verdict == "wrong_page":
            if not sets:
                self._say("wrong_page needs the pages that bear the statement out; if there is none, unsupported")
            elif on_cited:
                self._say(f"wrong_page, but a cited page is said to bear the statement out (cited: {shown})")
        elif verdict == "no_such_page":
            if all(c.page is not None for c in self._claim.cited):
                self._say("no_such_page, but every cited page exists")
        elif sets:
            self._say(f"{verdict} has no pages that bear the statement out; if there are, wrong_page")
        return sets

    def _sets(self) -> list[tuple[int, ...]]:
        """ "3; 7+8" as [(3,), (7, 8)]."""
        sets: list[tuple[int, ...]] = []
        for part in re.split(r"[;,]", self._row.get("pages", "")):
            numbers = [n.strip() for n in part.split("+")]
            if not part.strip():
                continue
            if not all(n.isascii() and n.isdigit() for n in numbers):
                self._say(f'pages: {part.strip()!r} is no page; write positions in the file, such as "3; 7+8"')
                continue
            pages = tuple(sorted({int(n) for n in numbers}))
            outside = [p for p in pages if not 1 <= p <= self._count]
            if outside:
                self._say(f"pages: the document has the pages 1 to {self._count}, not {outside[0]}")
            elif pages not in sets:
                sets.append(pages)
        return sets

    def _choice(self, field: str, choices: tuple[Any, ...]) -> Any:
        value = self._row[field].casefold().replace(" ", "_")
        if value not in choices:
            self._say(f"{field} is {self._row[field]!r}; it is one of {', '.join(choices)}")
            return None
        return value

    def _say(self, problem: str) -> None:
        self.problems.append(f"{self._where}: item {self._row['item']}: {problem}")


def _json_rows(path: Path, text: str) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except ValueError as error:
            raise DatasetError(f"{path.name}:{number} is no JSON: {error}") from error
        if not isinstance(found, dict):
            raise DatasetError(f"{path.name}:{number} is no object.")
        yield f"{path.name}:{number}", _as_text(found)


def _csv_rows(path: Path, text: str) -> Iterator[Row]:
    # Spreadsheets of some countries part fields with semicolons.
    head = text.split("\n", 1)[0]
    table = csv.DictReader(io.StringIO(text), delimiter=";" if head.count(";") > head.count(",") else ",", restkey="")
    for row in table:
        known: Iterable[tuple[str, Any]] = ((k.strip().casefold(), v) for k, v in row.items() if k)
        yield f"{path.name}:{table.line_num}", _as_text(dict(known))


def _as_text(row: Mapping[str, Any]) -> dict[str, str]:
    def text(value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list):
            return "; ".join("+".join(map(str, v)) if isinstance(v, list) else str(v) for v in value)
        return "" if value is None else str(value)

    return {str(key): text(value) for key, value in row.items()}


def _in_words(said: Opinion) -> str:
    contradicted = "contradicted" if said.contradicted else ""
    pages = f"pages {said.pages}" if said.pages else ""
    return "; ".join(filter(None, (said.verdict, pages, said.error, contradicted, said.note)))


def _harmless(text: str) -> str:
    """A cell that spreadsheets take for text: one that begins like a formula gets an apostrophe in front."""
    return f"'{text}" if text[:1] in "=+-@\t\r" and text[:1] else text
