"""Ready-made claims as JSON Lines."""

from __future__ import annotations

import json
import re
from typing import Any

from atomcite.answers.decomposition import Decomposition
from atomcite.answers.pages import LIST, read_pages
from atomcite.domain import Citation, Claim, Message, PageRef, message
from atomcite.errors import AnswerError

_page_list = re.compile(
    rf"\s*(?:(?:pages?|pp?\.?|pg\.?|страниц[аы]?|стр\.?|с\.)\s*)?(?P<list>{LIST})\s*", re.IGNORECASE
)
FIELDS = frozenset(("id", "statement", "pages", "page", "document"))
_EXAMPLE = '{"id": "c1", "statement": "Revenue was 4.2 M.", "pages": [7]}'


def read_claims(text: str) -> Decomposition:
    """Claims from JSON Lines: one object a line with `statement`, and optionally `id`, `pages` (or `page`) and
    `document`, the name of the document that the pages are of. A claim that cites several documents has a `citations`
    list in the place of both: `[{"document": "Annex", "pages": [3]}, {"pages": [7]}]`.

    Pages are numbers, labels ("iv", "A-3") or ranges ("3-5"); none make the claim an uncited one. A number that no
    page has (0, -1) is taken: that claim will be found to cite no page. Lines without an id
    are numbered "c1", "c2", ... by their place. Other fields are ignored.

    Raises AnswerError naming the line: JSON that doesn't parse, a missing or empty statement, wrong types, a page
    or a document that is none, an id given twice, no line at all.
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
        citations, found = _citations(item, number)
        notices += found
        claims.append(Claim(id=name, statement=" ".join(statement.split()), citations=citations, origin="given"))
    return Decomposition(answer="", claims=tuple(claims), notices=tuple(dict.fromkeys(notices)))


def claim_line(claim: Claim) -> str:
    """`claim` as one line of JSON, to be read again by `read_claims`. Spans are not kept."""
    line: dict[str, Any] = {"id": claim.id, "statement": claim.statement}
    documents = list(dict.fromkeys(c.document for c in claim.citations))
    if len(documents) < 2:
        line["pages"] = [ref.raw for ref in claim.refs]
        if documents and documents[0]:
            line["document"] = documents[0]
    else:
        line["citations"] = [
            {"document": name, "pages": [r.raw for c in claim.citations if c.document == name for r in c.pages]}
            for name in documents
        ]
    return json.dumps(line, ensure_ascii=False)


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


def _citations(item: dict[str, Any], number: int) -> tuple[tuple[Citation, ...], list[Message]]:
    if "citations" not in item:
        return _citation(item, number)
    given = item["citations"]
    if not isinstance(given, list) or not all(isinstance(entry, dict) for entry in given):
        raise AnswerError(
            f'Line {number} of the claims file has "citations" that are no list of objects.',
            'Give them as [{"document": "Annex", "pages": [3]}, {"pages": [7]}].',
        )
    if any(item.get(name) is not None for name in ("pages", "page", "document")):
        raise AnswerError(
            f'Line {number} of the claims file has "citations" and pages or a document beside them.',
            "Put all pages into the citations.",
        )
    found = [_citation(entry, number) for entry in given]
    return tuple(c for some, _ in found for c in some), [n for _, some in found for n in some]


def _citation(item: dict[str, Any], number: int) -> tuple[tuple[Citation, ...], list[Message]]:
    if "pages" in item and "page" in item:
        raise AnswerError(f'Line {number} of the claims file has both "page" and "pages".', 'Keep "pages".')
    document = item.get("document")
    if document is not None and (not isinstance(document, str) or not document.strip()):
        raise AnswerError(
            f"Line {number} of the claims file has a document that is no name.",
            "Give its name as text, or leave it out.",
        )
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
    return (Citation(text=text, pages=tuple(refs), document=document.strip() if document else None),), notices


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
