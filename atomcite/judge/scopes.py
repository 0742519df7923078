"""Scopes in a run of tokens: what is denied, exceptions, restrictions, modals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from atomcite.judge.clauses import reads
from atomcite.judge.denials import WITHOUT, DenialMarker
from atomcite.judge.words import Token


@dataclass(frozen=True)
class Marked:
    """For each token: its clause and sentence; whether it is a negator; whether it is denied (covered by an odd
    number of denials); whether a denial aims right at it, and whether that is a mere "without"; whether it is in an
    exception; the modal before it ("must", "may" or ""). `restricted` holds the sentences that allow a thing under a
    condition alone ("only with", "not unless"); `only` those of them that say so by a word."""

    clause: tuple[int, ...]
    sentence: tuple[int, ...]
    negator: tuple[bool, ...]
    negated: tuple[bool, ...]
    target: tuple[bool, ...]
    lacking: tuple[bool, ...]
    excepted: tuple[bool, ...]
    modal: tuple[str, ...]
    restricted: frozenset[int]
    only: frozenset[int]

    def is_restricted(self, at: int) -> bool:
        return self.sentence[at] in self.restricted


class _Marker(DenialMarker):
    def run(self) -> Marked:
        self._clauses()
        self._modals()
        self._denials()
        self._restrictions()
        return Marked(
            tuple(self.clause),
            tuple(self.sentence),
            tuple(self.negator),
            tuple(d % 2 == 1 for d in self.depth),
            tuple(self.target),
            tuple(self.lacking),
            tuple(self.excepted),
            tuple(self.modal),
            frozenset(self.restricted),
            frozenset(self.only),
        )

    def _restrictions(self) -> None:
        denied: set[int] = set()
        pending: set[int] = set()  # "Until it is paid, ... shall not"
        for i, token in enumerate(self.tokens):
            if not token.is_word:
                continue
            number = self.sentence[i]
            if token.norm in self.lex.restrictives and not (
                i + 1 < len(self.tokens)
                and (self.tokens[i + 1].text[:1].isdigit() or self.tokens[i + 1].text in "$€£₽")
            ):
                self.only.add(number)
                self.restricted.add(number)
            if self.negator[i] or token.stem in self.lex.prohibitions:
                denied.add(number)
            before = [t.norm for t in self.tokens[max(0, i - 5) : i]]
            if token.stem in self.lex.consents and any(w in {"with", "subject", "с", "при"} for w in before):
                self.restricted.add(number)
            if token.norm in {"until", "unless", "пока"}:
                pending.add(number)
            conditional = token.norm in WITHOUT or token.norm in {"until", "before", "пока"}
            below = number in denied or bool(i and self.depth[i - 1])
            if below and (conditional or any(reads(self.tokens, i, p) for p in self.lex.exceptions)):
                self.restricted.add(number)
        self.restricted |= pending & denied


@lru_cache(maxsize=4096)
def mark(tokens: tuple[Token, ...], starts: frozenset[int] = frozenset()) -> Marked:
    """Scopes of a run of tokens. `starts` are tokens at which a sentence or a line of its own begins."""
    return _Marker(tokens, starts).run()
