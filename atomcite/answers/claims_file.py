"""Ready-made claims (JSON Lines), and reading an answer file of either kind."""

from __future__ import annotations

import codecs
import json
import re
import sys
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import BaseModel, ConfigDict

from atomcite.answers.decomposition import Decomposition
from atomcite.answers.pages import LIST, read_pages
from atomcite.domain import Citation, Claim, Message, PageRef, message
from atomcite.errors import AnswerError

_page_list = re.compile(
    rf"\s*(?:(?:pages?|pp?\.?|pg\.?|страниц[аы]?|стр\.?|с\.)\s*)?(?P<list>{LIST})\s*", re.IGNORECASE
)
_known = frozenset(("id", "statement", "pages", "page"))
_EXAMPLE = '{"id": "c1", "statement": "Revenue was 4.2 M.", "pages": [7]}'


class LoadedAnswer(BaseModel):
    """What an answer file holds. `ready` is set when it holds claims (JSON Lines) rather than text."""

    model_config = ConfigDict(frozen=True)

    text: str
    ready: bool


def read_claims(text: str) -> Decomposition:
    """Claims from JSON Lines: one object a line with `statement`, and optionally `id` and `pages` (or `page`).

    Pages are numbers, labels ("iv", "A-3") or ranges ("3-5"); none make the claim an uncited one. A number that no
    page has (0, -1) is taken: that claim will be found to cite no page. Lines without an id
    are numbered "c1", "c2", ... by their place. Other fields are ignored.

    Raises AnswerError naming the line: JSON that doesn't parse, a missing or empty statement, wrong types, a page
    that is no page, an id given twice, no line at all.
    """
    claims: list[Claim] = []
    notices: list[Message] = []
    first_line: dict[str, int] = {}
    given: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(
        text.lstrip("\ufeff").splitlines() if "\n" in text or "\r" in text else [text.lstrip("\ufeff")], 1
    ):
        if line.strip():
            given.append((number, _object(line, number)))
    if not given:
        raise AnswerError("The claims file is empty.", f"Give one JSON object a line, such as {_EXAMPLE}")
    taken = {str(item["id"]) for _, item in given if item.get("id") is not None}
    for place, (number, item) in enumerate(given, 1):
        statement = item.get("statement")
        if not isinstance(statement, str) or not statement.strip():
            what = (
                "has no statement"
                if statement is None
                else "has a statement that is no text"
                if not isinstance(statement, str)
                else "has an empty statement"
            )
            raise AnswerError(f"Line {number} of the claims file {what}.", f"Expected something like {_EXAMPLE}")
        name = _identifier(item.get("id"), number)
        if name is None:
            name = f"c{place}"
            while name in taken:
                name += "_"
            taken.add(name)
        if name in first_line:
            raise AnswerError(
                f"Line {number} of the claims file has the id {name!r} of line {first_line[name]}.",
                "Give each claim an id of its own, or none.",
            )
        first_line[name] = number
        citation, found = _citation(item, number)
        notices += found
        claims.append(Claim(id=name, statement=" ".join(statement.split()), citations=citation, origin="given"))
    return Decomposition(answer="", claims=tuple(claims), notices=tuple(dict.fromkeys(notices)))


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        item = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        where = (
            f", character {error.colno}: {error.msg}"
            if isinstance(error, json.JSONDecodeError)
            else ": nested too deeply"
        )
        raise AnswerError(
            f"Line {number} of the claims file is no JSON{where}.", f"Expected one object a line, such as {_EXAMPLE}"
        ) from None
    except ValueError as error:  # a number of thousands of digits
        raise AnswerError(
            f"Line {number} of the claims file can't be read: {error}.", f"Expected {_EXAMPLE}"
        ) from None
    if not isinstance(item, dict):
        raise AnswerError(f"Line {number} of the claims file holds no object.", f"Expected something like {_EXAMPLE}")
    return item


def _identifier(value: object, number: int) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise AnswerError(
            f"Line {number} of the claims file has an id that is no text.", "Give a text or number, or leave it out."
        )
    return str(value).strip()


def _citation(item: dict[str, Any], number: int) -> tuple[tuple[Citation, ...], list[Message]]:
    if "pages" in item and "page" in item:
        raise AnswerError(f'Line {number} of the claims file has both "page" and "pages".', 'Keep "pages".')
    value = item.get("pages", item.get("page"))
    if value is None:
        return (), []
    values = value if isinstance(value, list) else [value]
    refs: dict[PageRef, None] = {}
    notices: list[Message] = []
    for entry in values:
        for ref in _pages(entry, number, notices):
            refs[ref] = None
    if not refs:
        return (), notices
    text = ", ".join(str(v) for v in values)
    return (Citation(text=text, pages=tuple(refs)),), notices


def _pages(entry: object, number: int, notices: list[Message]) -> tuple[PageRef, ...]:
    wrong = AnswerError(
        f"Line {number} of the claims file has a page that is no page: {json.dumps(entry, ensure_ascii=False)[:60]}.",
        'Give numbers, labels such as "iv" or "A-3", or ranges such as "3-5".',
    )
    if isinstance(entry, bool) or not isinstance(entry, int | str):
        raise wrong
    text = str(entry).strip()
    if isinstance(entry, int) or re.fullmatch(r"[-−]\d{1,300}", text):
        return (PageRef(raw=text.replace("−", "-")),)
    match = _page_list.fullmatch(text)
    if match is None:
        if not text or len(text) > 40 or any(ch in "\r\n" for ch in text):
            raise wrong
        return (PageRef(raw=text),)  # any other label that the document may have, such as "Cover"
    listed = read_pages(match["list"])
    if not listed.pages:
        raise wrong
    notices.extend(message(f"answers.{kind}", text=piece, mark=text[:80]) for kind, piece in listed.troubles)
    return listed.pages


def load_answer(path: str | Path, stdin: BinaryIO | None = None) -> LoadedAnswer:
    """Reads an answer or a claims file; "-" reads standard input (or `stdin`).

    UTF-8, or UTF-16 and UTF-32 with a byte order mark, which isn't part of the text. Line ends stay as they are. A
    file is taken for claims when its name ends in .jsonl or .ndjson, or when its first line is a JSON object.

    Raises AnswerError when there is no such file, it can't be read or decoded, holds binary data, or is empty.
    """
    name = str(path)
    if name == "-":
        raw = (stdin or sys.stdin.buffer).read()
        name = "standard input"
    else:
        try:
            raw = Path(path).read_bytes()
        except FileNotFoundError:
            raise AnswerError(
                f"There is no answer file {name}.", "Check the path, or give - for standard input."
            ) from None
        except OSError as error:
            raise AnswerError(
                f"The answer file {name} can't be read: {error.strerror}.", "Check what it is and its access rights."
            ) from None
    text = _decoded(raw, name)
    if not text.strip():
        raise AnswerError(
            f"The answer in {name} is empty.", "Give a text with at least one statement, or claims as JSON Lines."
        )
    ready = name.lower().endswith((".jsonl", ".ndjson")) or _is_json_lines(text)
    return LoadedAnswer(text=text, ready=ready)


def _decoded(raw: bytes, name: str) -> str:
    encoding = "utf-8"
    for mark, name_of in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if raw.startswith(mark):
            raw, encoding = raw[len(mark) :], name_of
            break
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise AnswerError(
            f"The answer in {name} is no {encoding.upper()} text: byte {error.start} can't be decoded.",
            "Save it as UTF-8 (Windows programs call other encodings ANSI or Windows-1251).",
        ) from None
    if "\x00" in text:
        raise AnswerError(
            f"The answer in {name} holds binary data (a zero character at position {text.index(chr(0))}).",
            "Give a text file in UTF-8, or in UTF-16 with a byte order mark.",
        )
    return text


def _is_json_lines(text: str) -> bool:
    line = text.lstrip().splitlines()[0].strip()
    if not line.startswith("{"):
        return False
    try:
        item = json.loads(line)
    except ValueError:
        return line.endswith("}") and bool(re.match(r'\{\s*"', line)) and '"statement"' in line
    return isinstance(item, dict) and bool(_known & item.keys())
