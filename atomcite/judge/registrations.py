"""Entries of registration and receipt: "registered on 11 February" is not said by the document's own date.

A page that bears a stamp of an office has a number and a day of that entry, and those of the document itself. Only
what stands with the word of the entry - in its sentence, or close by in print - is the entry's.
"""

from __future__ import annotations

import re

from atomcite.domain import claims_registration
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground

_ENTRY = re.compile(
    r"(?:за)?регистр|получен|принят|поступи|внес[её]н|учт[её]н|входящ|вх$"
    r"|regist(?:er|rat|ry)|receiv|receipt|filed$|filing|record|lodg|logged$|enter|entry"
)
_NEXT = 1.4
"""Heights of a word, up and down, within which the lines of one entry follow one another: less than a blank line."""
_ASIDE = 6.0
"""Heights of a word from one word of an entry to the next in its lines: the room of a blank to fill in."""


def not_of_the_entry(g: Ground) -> Dispute | None:
    """A statement that the document was registered or received, whose number or day stands neither in the sentence
    that says so nor, outside running text, beside a word of such an entry."""
    if not claims_registration(g.statement.text):
        return None
    text, sentence = g.page.text, g.page.marked.sentence
    said = [
        hit.token
        for term, hit in zip(g.statement.terms, g.found.best, strict=True)
        if hit is not None and _ENTRY.match(term.text.casefold())
    ]
    entries = [t for t, token in enumerate(text.tokens) if token.is_word and _ENTRY.match(token.norm)]
    for match in g.values:
        value = match.found
        if value is None or match.outcome != "match" or any(sentence[t] == sentence[value.first] for t in said):
            continue
        if value.first in g.page.prose or not any(_beside(g, t, value.first) for t in entries):
            return Dispute("judge.said_of_another", value.found.text, contradicts=False)
    return None


def _beside(g: Ground, entry: int, value: int) -> bool:
    a, b = g.page.text.box((entry,)), g.page.text.box((value,))
    if a is None or b is None:
        return False
    height = min(a.height, b.height)
    apart = max(a.y0, b.y0) - min(a.y1, b.y1), max(a.x0, b.x0) - min(a.x1, b.x1)
    return apart[0] < _NEXT * height and apart[1] < _ASIDE * height
