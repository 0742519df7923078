"""Questions to the pixels: does *this* string stand here?

A question is answered from the lattice of the line: how much less likely is the asked string than the best reading of
the same steps, is it bounded there (so that "577" is not found inside "1,577"), and is there a near alternative - one
digit changed, left out or put in - that explains the pixels as well?

The thresholds here are those of a glance at one lattice, set on lines that benchmarks/lattice_calibration.py makes.
What a glance leaves open is decided by `confirming`; `make bench-lattice` prints how often.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from atomcite.vision.lattice import BLANK, Alignment, Lattice, align, align_whole

CONFIRM_MARGIN = 0.1
"""A string is confirmed when it explains the pixels better than every near alternative does, by this much (nats)."""

CONFIRM_FLOOR = -12.0
"""... and is at most this much less likely than the greedy reading, which may be none of the alternatives (nats)."""

CONFIRM_WORDS = -1.0
"""A string without digits has no near alternatives to be held against: it must nearly be the greedy reading."""

DENY = -2.5
"""Below this, nats a symbol against the greedy reading, a string does not stand there, however poor the picture."""

DENY_CLEAR = -6.0
CLEAR = 0.6
"""Below `DENY_CLEAR` nats in all it does not stand there if the picture is clear: if the greedy reading gives each
symbol there at least the probability `CLEAR`."""

RIVAL = 0.4
"""An alternative within this many nats of a string explains the pixels as well as the string does."""

_DIGITS = "0123456789"
_LOOKALIKES = {
    "O": "0", "o": "0", "I": "1", "l": "1", "S": "5", "B": "8", "Z": "2", "G": "6",
}  # fmt: skip


class Answer(StrEnum):
    """What the pixels say. `UNSURE` is no answer: neither the string nor its absence may rest on it."""

    CONFIRMED = "confirmed"
    UNSURE = "unsure"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to one question. `score` is the log-odds (natural) of the asked string against the greedy reading of
    the same steps; `read` that reading; `margin` the log-odds against the best near alternative, `rival` (None where
    the string has no alternatives: no digit in it). `odds` are the calibrated log-odds (natural) that the string
    stands there, None where no closer look was taken."""

    asked: str
    answer: Answer
    score: float
    read: str
    first: int
    last: int
    rival: str | None = None
    margin: float = 0.0
    odds: float | None = None

    @property
    def is_rivalled(self) -> bool:
        """True when a near alternative explains the pixels as well."""
        return self.rival is not None and self.margin < RIVAL


def ask(lattice: Lattice, text: str, start: int = 0, end: int | None = None) -> Finding:
    """Whether `text` stands in steps `start` .. `end` of `lattice`, as a whole token."""
    end = lattice.steps if end is None else end
    best: Alignment | None = None
    used = text
    for spelling in dict.fromkeys((text, text.replace(" ", ""))):
        found = align(lattice, spelling, start, end)
        if found is not None and (best is None or found.score > best.score + 1e-6):
            best, used = found, spelling
    if best is None:
        return Finding(text, Answer.DENIED, float("-inf"), "", start, end)
    read = "".join(s.char for s in lattice.symbols if s.start < best.end and s.end > best.start)
    under = [s for s in lattice.symbols if s.start < best.end and s.end > best.start and s.char != " "]
    clear = bool(under) and min(s.probability for s in under) >= CLEAR
    bounded = is_bounded(lattice, used, best)
    if best.score < (DENY_CLEAR if clear else DENY * len(used)) or (clear and not bounded):
        return Finding(text, Answer.DENIED, best.score, read, best.start, best.end)
    rival, margin = rival_of(lattice, used, best)
    if rival is None:
        sure = bounded and best.score >= CONFIRM_WORDS
    else:
        sure = bounded and margin >= CONFIRM_MARGIN and best.score >= CONFIRM_FLOOR
        sure = sure and separators_hold(lattice, used, best)
    answer = Answer.CONFIRMED if sure else Answer.UNSURE
    return Finding(text, answer, best.score, read, best.start, best.end, rival, margin)


def is_bounded(lattice: Lattice, text: str, place: Alignment) -> bool:
    """False when the string is only part of what stands there: digits, letters, or a separator with a digit behind
    it, go on to its left or right."""
    symbols = lattice.symbols
    before = [s.char for s in symbols if s.end <= place.start]
    after = [s.char for s in symbols if s.start >= place.end]
    return not (_goes_on(text[0], before[::-1]) or _goes_on(text[-1], after))


def _goes_on(edge: str, outwards: list[str]) -> bool:
    if not outwards:
        return False
    first = outwards[0]
    second = outwards[1] if len(outwards) > 1 else " "
    if edge.isdigit():
        if first.isdigit():
            return True
        # "1,577" in "1,577.5"; "577" in "1,577"; "17" in "2013-17"; "3" in "03/2024"
        return first in ".,'’:/-–−" and second.isdigit()
    return edge.isalpha() and first.isalpha()


def rival_of(lattice: Lattice, text: str, place: Alignment) -> tuple[str | None, float]:
    """The near alternative that explains the pixels best, and the log-odds of `text` against it.

    Both must explain the whole of the same steps, blanks at the edges included. (None, 0) for text without digits.
    """
    others = alternatives(text)
    if not others:
        return None, 0.0
    first, last = place.start, place.end
    best = lattice.costs.argmin(axis=1)
    while first > 0 and place.start - first < 3 and best[first - 1] == BLANK:
        first -= 1
    while last < lattice.steps and last - place.end < 3 and best[last] == BLANK:
        last += 1
    own, *rest = align_whole(lattice, [text, *others], first, last)
    top = max(range(len(rest)), key=rest.__getitem__)
    return others[top], own - rest[top]


def separators_hold(lattice: Lattice, text: str, place: Alignment) -> bool:
    """Whether points and commas between digits are no worse than what would change the value in their stead: nothing
    ("4.2" or "42"), or, where "1,577" may be a thousandfold "1.577", the other of the two."""
    inner = [i for i in range(1, len(text) - 1) if text[i] in ".," and text[i - 1 : i + 2 : 2].isdigit()]
    others = [text[:i] + text[i + 1 :] for i in inner]
    if len(inner) == 1 and len(text) - inner[0] == 4 and text[inner[0] + 1 :].isdigit():
        swapped = "," if text[inner[0]] == "." else "."
        others.append(text[: inner[0]] + swapped + text[inner[0] + 1 :])
    if not others:
        return True
    own, *rest = align_whole(lattice, [text, *others], place.start, place.end)
    return own >= max(rest)


def alternatives(text: str) -> list[str]:
    """Strings one digit away: another digit, one less, one more; and the digit that a letter may be mistaken for."""
    out: dict[str, None] = {}
    if not any(char.isdigit() for char in text):
        return []
    for i, char in enumerate(text):
        if char.isdigit():
            for digit in _DIGITS:
                if digit != char:
                    out[text[:i] + digit + text[i + 1 :]] = None
            if len(text) > 1:
                out[text[:i] + text[i + 1 :]] = None
            for digit in _DIGITS:
                out[text[:i] + digit + text[i:]] = None
                out[text[: i + 1] + digit + text[i + 1 :]] = None
        elif char in _LOOKALIKES:
            out[text[:i] + _LOOKALIKES[char] + text[i + 1 :]] = None
    out.pop(text, None)
    return list(out)
