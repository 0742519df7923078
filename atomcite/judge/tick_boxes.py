"""Options of a form whose box is not ticked: their words are on the page, and the form does not say them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from atomcite.judge.words import Token

State = Literal["empty", "full", "unclear"]
_CHARACTERS: dict[State, str] = {"empty": "☐❏❐❑❒□\uf06f\uf0a8\uf071", "full": "☑☒⊠🗹🗷\uf0fe\uf0fd", "unclear": "▢"}
"""Boxes as text layers and the embedded reader have them, with the private-use characters that Wingdings' boxes are
mapped to. The reader's "▢" is a box of which it can't tell."""
_STATES: dict[str, State] = {c: state for state, characters in _CHARACTERS.items() for c in characters}
_CROSSES = frozenset("xXхХvVV✓✔✗✘*")
_BULLETS = 3
"""So many empty boxes on a page without a ticked one are the bullets of a list."""


class Options(NamedTuple):
    """Tokens of options that are not chosen: their box is empty, or can't be told. `bounds` are where options
    start, and what follows them."""

    empty: frozenset[int] = frozenset()
    unclear: frozenset[int] = frozenset()
    bounds: frozenset[int] = frozenset()

    @property
    def all(self) -> frozenset[int]:
        return self.empty | self.unclear


def unchosen(tokens: Sequence[Token], rows: Sequence[int]) -> Options:
    """Options run from the box to the next one, or to the end of its line (`rows` numbers the line of each token).
    There are none where boxes serve as bullets."""
    boxes = _boxes(tokens)
    if all(state == "empty" for _, _, state in boxes) and len(boxes) >= _BULLETS:
        return Options()
    found: dict[State, set[int]] = {"empty": set(), "full": set(), "unclear": set()}
    bounds: set[int] = set()
    for n, (first, after, state) in enumerate(boxes):
        end = boxes[n + 1][0] if n + 1 < len(boxes) else len(tokens)
        option = [k for k in range(after, end) if rows[k] == rows[after - 1]]
        found[state].update(option)
        bounds.update((first, option[-1] + 1 if option else after))
    return Options(frozenset(found["empty"]), frozenset(found["unclear"]), frozenset(bounds))


def _boxes(tokens: Sequence[Token]) -> list[tuple[int, int, State]]:
    """Boxes as (first token, token after it, state); "[ ]" and "[x]" are boxes as well."""
    out: list[tuple[int, int, State]] = []
    for k, token in enumerate(tokens):
        if (state := _STATES.get(token.text)) is not None:
            out.append((k, k + 1, state))
        elif token.text == "[" and k + 1 < len(tokens):
            inner = tokens[k + 1].text
            if inner == "]":
                out.append((k, k + 2, "empty"))
            elif k + 2 < len(tokens) and tokens[k + 2].text == "]" and (inner in _CROSSES or not inner.strip("_")):
                out.append((k, k + 3, "full" if inner in _CROSSES else "empty"))
    return out
