"""Which words of a page stand for which words of a statement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from atomcite.domain import PageWords
from atomcite.judge.claim import Statement, Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageText, PageValue
from atomcite.judge.polarity import Marked, mark
from atomcite.judge.tables import RowShape, shape, table_values
from atomcite.judge.windows import Window, windows
from atomcite.judge.words import likeness

SYNONYM = 0.8
_SMALL_WORDS = frozenset(["of", "the", "and", "for", "in", "on", "по", "и", "в", "на", "о", "с", "для", "от", "the", "an", "to", "de"])


@dataclass(frozen=True)
class Hit:
    """A page token that stands for a term. `opposite` means that it denies it (antonym)."""

    token: int
    score: float
    opposite: bool = False


class Prepared:
    """A page with everything that judging needs, computed once."""

    def __init__(self, page: PageWords) -> None:
        self.page = page
        self.text = PageText.of(page)
        self.shapes: list[RowShape] = [shape(r) for r in self.text.rows]
        self.values: tuple[PageValue, ...] = table_values(self.text)
        heads: dict[int, dict[int, None]] = {}
        for v in self.values:
            for t in v.headers:
                heads.setdefault(v.row, {})[t] = None
        self.windows: tuple[Window, ...] = windows(self.text, self.shapes, {r: tuple(h) for r, h in heads.items()})
        self.marked: Marked = mark(self.text.tokens)
        self._hits: dict[tuple[str, bool], tuple[Hit, ...]] = {}

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        return tuple(self.text.index)

    @cached_property
    def by_initial(self) -> dict[str, tuple[str, ...]]:
        """Stems by first letter, the letters that OCR mixes up together."""
        out: dict[str, list[str]] = {}
        for s in self.vocabulary:
            out.setdefault(s[:1], []).append(s)
        return {k: tuple(v) for k, v in out.items()}

    @cached_property
    def phrase_hits(self) -> dict[str, tuple[int, ...]]:
        """Tokens that end a phrase of the lexicon ("comes into force"), by the stem the phrase stands for."""
        out: dict[str, list[int]] = {}
        tokens = self.text.tokens
        for phrase, target in lexicon().phrases:
            for start in self.text.index.get(phrase[0], ()):
                if all(start + k < len(tokens) and tokens[start + k].stem == s for k, s in enumerate(phrase)):
                    out.setdefault(target, []).append(start + len(phrase) - 1)
        return {k: tuple(v) for k, v in out.items()}

    @cached_property
    def lower_text(self) -> str:
        return self.text.text.casefold()

    @cached_property
    def capitals(self) -> tuple[int, ...]:
        """Word tokens in order, function words left out: what an acronym may stand for."""
        return tuple(i for i, t in enumerate(self.text.tokens) if t.is_word and t.norm not in _SMALL_WORDS)

    def hits(self, term: Term) -> tuple[Hit, ...]:
        """Page tokens that stand for a term, by stem, synonym, phrase, acronym or likeness."""
        key = (term.text, term.kind == "name")
        if key not in self._hits:
            self._hits[key] = self._find(term)
        return self._hits[key]

    def _find(self, term: Term) -> tuple[Hit, ...]:
        lex = lexicon()
        found: dict[int, Hit] = {}

        def add(tokens: tuple[int, ...], score: float, opposite: bool = False) -> None:
            for t in tokens:
                if t not in found or found[t].score < score:
                    found[t] = Hit(t, score, opposite)

        index = self.text.index
        add(index.get(term.stem, ()), 1.0)
        if term.kind != "name":
            for other in lex.synonyms.get(term.stem, ()):
                add(index.get(other, ()), SYNONYM)
                add(self.phrase_hits.get(other, ()), SYNONYM)
            add(self.phrase_hits.get(term.stem, ()), SYNONYM)
            for other in lex.antonyms.get(term.stem, ()):
                if not lex.same(term.stem, other):
                    add(index.get(other, ()), SYNONYM, True)
            for prefix in ("un", "in", "non", "im", "не", "без"):
                add(index.get(prefix + term.stem, ()), 0.9, True)
                if term.stem.startswith(prefix) and len(term.stem) > len(prefix) + 3:
                    add(index.get(term.stem[len(prefix) :], ()), 0.9, True)
        if not any(h.score >= 0.95 and not h.opposite for h in found.values()):
            for other in self.vocabulary:
                score = likeness(term.stem, other)
                if score >= 0.7 and not lex.opposite(term.stem, other) and not _negative_of(term.stem, other):
                    add(index[other], score)
        if term.kind == "name" and not found:
            add(self._acronym(term.text), 0.85)
            add(self._glued(term), 0.8)
        return tuple(found.values())

    def _acronym(self, text: str) -> tuple[int, ...]:
        """Tokens that a short name may stand for: initials (OWRB) or beginnings (Минюст) of words in a row."""
        letters = text.replace(".", "")
        if len(letters) < 3:
            return ()
        words = self.capitals
        tokens = self.text.tokens
        low = letters.casefold()
        if letters.isupper():
            for i in range(len(words) - len(low) + 1):
                run = words[i : i + len(low)]
                if all(tokens[t].norm[:1] == c for t, c in zip(run, low, strict=True)):
                    return tuple(run)
        if len(low) >= 6:
            for i in range(len(words) - 1):
                for length in range(2, 5):
                    a, b = tokens[words[i]].norm, tokens[words[i + 1]].norm
                    if length < len(low) and a.startswith(low[:length]) and len(a) > length + 1:
                        rest = low[length:]
                        body = rest.rstrip("аеиоуыюяйм") or rest
                        if len(body) >= 3 and b.startswith(body):
                            return (words[i], words[i + 1])
        return ()

    def _glued(self, term: Term) -> tuple[int, ...]:
        """A name that OCR glued to its neighbour or cut in two."""
        low = term.text.casefold()
        if len(low) < 5:
            return ()
        for i, token in enumerate(self.text.tokens):
            if token.is_word and len(token.norm) > len(low) and low in token.norm:
                return (i,)
            if token.is_word and i + 1 < len(self.text.tokens) and token.norm + self.text.tokens[i + 1].norm == low:
                return (i, i + 1)
        return ()


def _negative_of(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    return any(long == p + short for p in ("un", "in", "im", "non", "dis", "не", "без"))


@dataclass(frozen=True)
class Alignment:
    """How a statement's terms are covered by a window. `best[i]` is the hit for term i in the window (or None),
    `elsewhere[i]` the best score outside of it."""

    window: Window
    best: tuple[Hit | None, ...]
    elsewhere: tuple[float, ...]
    score: float


def align(statement: Statement, page: Prepared, limit: int = 6) -> list[Alignment]:
    """The windows that cover the statement's terms best, best first."""
    hits = [page.hits(t) for t in statement.terms]
    out: list[Alignment] = []
    total = sum(t.weight for t in statement.terms) or 1.0
    for window in page.windows:
        best: list[Hit | None] = []
        score = 0.0
        for term, found in zip(statement.terms, hits, strict=True):
            choice: Hit | None = None
            value = 0.0
            for h in found:
                if h.token in window.inside:
                    v = h.score
                elif h.token in window.context:
                    v = h.score * 0.8
                else:
                    continue
                if h.opposite:
                    v *= 0.99
                if v > value:
                    choice, value = h, v
            best.append(choice)
            score += value * term.weight
        if score > 0:
            # A longer window must earn its length.
            score = (
                score / total
                - 0.0004 * len(window.core)
                - (0.04 if window.kind in {"pair", "paragraph", "rows"} else 0.0)
            )
            out.append(Alignment(window, tuple(best), (), score))
    out.sort(key=lambda a: -a.score)
    return out[:limit]
