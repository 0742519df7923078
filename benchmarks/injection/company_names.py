"""Names of companies in English text, whole or not at all.

A name ends with its legal form ("Ltd", "plc"); where it begins must be found: at the first of the words in capitals
that run up to it. Half a name is worse than none, since a swap of half a name says nothing of anybody. So one whose
beginning is open - at the start of a line that goes on from the line above, or behind "of" and "and" - is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from atomcite.benchmarks.injection.evidence import CELL, Evidence, ReadPage
from atomcite.benchmarks.injection.words import words_of

_FORM = re.compile(
    r"(?:plc|PLC|Ltd\.?|Limited|LLP|LLC|Inc\.?|Corp\.?|Corporation|B\.V\.|GmbH|S\.A\.|N\.V\.|AG|Association|Bank)(?!\w)"
)
_INNER = frozenset(("Bank", "Association", "Corporation", "AG"))
"""Forms that may stand within a name as well."""
_TOKEN = re.compile(r"\S+")
_ROLES = words_of(
    """customer client supplier buyer seller landlord tenant lessor lessee lender borrower licensor licensee
    contractor employer employee company investor provider consultant agent principal guarantor assignor assignee"""
)
_NOT_OF_A_NAME = words_of(
    """the a an and for between by to from with of in on at as if when while since after before under because that
    this our its their his her each any no both either"""
)
"""Words that start a sentence or a line in capitals without being part of the name behind them."""
_JOINING = frozenset(("of", "and"))
LONGEST = 8
"""Words of a name: a longer run of capitals is a title or a heading."""


def names_in(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each company's name in a sentence or a cell; none whose start is open."""
    for start, end, is_open in _found(text):
        if not is_open:
            yield start, end


def companies_of(evidence: Evidence) -> frozenset[str]:
    """All companies that a document names."""
    return frozenset(name for page in evidence.values() for r in page.readings for name in _on_page(r))


def _on_page(reading: ReadPage) -> Iterator[str]:
    """Names in the running text, and within a cell of a row, since what stands beside it is no part of them; one at
    the start of a row counts where the row above does not end in capitals."""
    for sentence in (s for s in reading.sentences if not s.runs_over_cells):
        for start, end in names_in(sentence.text):
            yield _without_dot(sentence.text[start:end])
    above = ""
    for row in reading.row_texts:
        for number, cell in enumerate(row.split(CELL)):
            for start, end in names_in(cell):
                if number or start or not _may_go_on(above):
                    yield _without_dot(cell[start:end])
        above = row.split(CELL)[-1]


def _without_dot(name: str) -> str:
    """The name as it stands within a sentence: "Ltd." at the end of one may be "Ltd" or "Ltd."."""
    return name[:-1] if name.endswith(("Ltd.", "Inc.", "Corp.")) else name


def _may_go_on(above: str) -> bool:
    last = above.split()[-1:]
    return bool(last) and (_is_name_word(last[0]) or last[0].casefold() in _JOINING)


def _found(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, whether more may stand before it) of each name."""
    tokens = [(m.start(), m.group()) for m in _TOKEN.finditer(text)]
    last = -1
    for at, (start, token) in enumerate(tokens):
        hit = _FORM.match(token)
        if hit is None or at - 1 <= last:
            continue
        following = tokens[at + 1][1] if at + 1 < len(tokens) else ""
        if hit.group() in _INNER and token == hit.group() and (_is_name_word(following) or _FORM.match(following)):
            continue  # "Brook Bank plc", "Bank Holdings"
        first = at
        while first - 1 > last and _is_name_word(tokens[first - 1][1]) and at - first < LONGEST:
            first -= 1
        while first < at and tokens[first][1].casefold() in _ROLES | _NOT_OF_A_NAME:
            first += 1
        if first < at:
            yield tokens[first][0], start + hit.end(), _is_open([t for _, t in tokens[last + 1 : first]], at - first)
            last = at


def _is_open(before: list[str], words: int) -> bool:
    if words >= LONGEST:
        return True
    joined = before[-1:] and before[-1].casefold() in _JOINING
    # "a subsidiary of Brook plc" is plain; "Bank of Brook plc", "Marks and Brook plc" are not.
    return bool(joined) and len(before) > 1 and _is_name_word(before[-2])


def _is_name_word(token: str) -> bool:
    """A word in a capital, or "&", with nothing behind it that ends what it belongs to."""
    plain = token.lstrip("“\"'‘(")
    return (plain == "&" or plain[:1].isupper()) and not re.search(r"[,;:.!?)”\"]$", plain) and plain == token


def without_form(name: str) -> str:
    """The name's own words."""
    return " ".join(word for word in name.split() if not _FORM.fullmatch(word))
