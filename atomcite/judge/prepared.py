"""A page with everything that judging needs, computed once."""

from __future__ import annotations

from functools import cached_property

from atomcite.domain import PageWords
from atomcite.judge.claim import Statement, Term
from atomcite.judge.hits import Hit, find
from atomcite.judge.intervals import Interval, intervals_in, tokens_within
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue, Segment
from atomcite.judge.scopes import Marked, mark
from atomcite.judge.syntax import Syntax, syntax
from atomcite.judge.tables import Layout, RowShape, table_values
from atomcite.judge.tick_boxes import unchosen
from atomcite.judge.weak_readings import is_weak
from atomcite.judge.windows import Window, windows
from atomcite.judge.words import is_finite
from atomcite.judge.wrapped_heads import text_of
from atomcite.values import CURRENCIES, Comparison, Quantity, Value, compare
from atomcite.values.units import currencies_in

CONTEXT = 0.85
"""What a word of the context of a window counts."""
_FUNCTION_WORDS = "of the and for in on a an to de по и в во на о об обо с со для от к ко при из"
_SMALL_WORDS = frozenset(_FUNCTION_WORDS.split())
_KEPT_COMPARISONS = 512


class Prepared:
    """A page with everything that judging needs, computed once."""

    def __init__(self, page: PageWords, known: frozenset[str] = frozenset(), *, derived: bool = False) -> None:
        """`known` are stems of names that belong to the page's document (`atomcite.judge.owners.known_names`).
        `derived` says that sums and differences of the page's numbers may bear a statement out."""
        self.derived = derived
        self.page = page
        self.known = known
        self.text = text_of(page)
        self.layout = Layout.of(self.text)
        self.shapes: tuple[RowShape, ...] = self.layout.shapes
        self.options = unchosen(self.text.tokens, self.text.token_row)
        self.values: tuple[PageValue, ...] = tuple(
            v for v in table_values(self.text, self.layout) if v.first not in self.options.all
        )
        self.windows: tuple[Window, ...] = windows(self.text, self.layout, self.values)
        starts = frozenset(s.start for s in self.text.segments)
        self.marked: Marked = mark(self.text.tokens, starts | self.options.bounds)
        self._compared: dict[Value, tuple[tuple[PageValue, Comparison], ...]] = {}
        self._hits: dict[tuple[str, bool], tuple[tuple[Hit, ...], tuple[Hit, ...]]] = {}

    def compared(self, claim: Value) -> tuple[tuple[PageValue, Comparison], ...]:
        """The values of the page that can be compared with a claimed one, with what came of it."""
        if claim not in self._compared:
            if len(self._compared) >= _KEPT_COMPARISONS:
                self._compared.clear()
            results = ((v, compare(claim, v.found.value, scale=v.scale, unit=v.unit)) for v in self.values)
            self._compared[claim] = tuple((v, r) for v, r in results if r.outcome != "unlike")
        return self._compared[claim]

    @cached_property
    def syntax(self) -> Syntax:
        """Segments and verbs of the running text."""
        return syntax(self.text.tokens, frozenset(s.start for s in self.text.segments))

    @cached_property
    def is_slip(self) -> bool:
        """A receipt or the like: hardly any running text, and no columns by time. What one sells the other buys."""
        return 4 * len(self.prose | self.statements) < len(self.text.tokens) and not any(v.times for v in self.values)

    @cached_property
    def currencies(self) -> frozenset[str]:
        """Currencies that the page names anywhere."""
        units = (u for v in self.values if isinstance(v.found.value, Quantity) for u in (v.found.value.unit, v.unit))
        return currencies_in(self.text.text) | (frozenset(units) & CURRENCIES)

    @cached_property
    def names_another(self) -> bool:
        """Whether the page says whose it is (`atomcite.judge.owners`)."""
        from atomcite.judge.owners import names_another

        return names_another(self)

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        return tuple(self.text.index)

    @cached_property
    def poorly_read(self) -> tuple[int, ...]:
        """Tokens of words that the reader was unsure of."""
        return tuple(t for t, words in enumerate(self.text.token_words) if words and is_weak(self.text.page, words))

    @cached_property
    def windows_of(self) -> dict[int, tuple[tuple[int, float], ...]]:
        """For each token the windows it is in, with how much it counts there (context counts less)."""
        out: dict[int, list[tuple[int, float]]] = {}
        for number, window in enumerate(self.windows):
            for t in window.inside:
                out.setdefault(t, []).append((number, 1.0))
            for t in window.context:
                out.setdefault(t, []).append((number, CONTEXT))
        return {t: tuple(v) for t, v in out.items()}

    @cached_property
    def data_labels(self) -> frozenset[int]:
        """Tokens of row labels and column headers of tables: they speak for their own row or column alone."""
        out = {t for v in self.values for t in v.headers}
        for r, s in enumerate(self.shapes):
            if s.numbers >= 2:
                out.update(self.text.row_tokens(r))
        return frozenset(out)

    @cached_property
    def costs(self) -> list[float]:
        """Running sum of how far apart tokens stand: a word counts 1, a comma 4, the end
        of a sentence 14, a new line of a form 6."""
        total = 0.0
        out = []
        row = -1
        starts = {s.start for s in self.text.segments}
        ends = {s.end for s in self.text.segments}
        for i, token in enumerate(self.text.tokens):
            if token.is_word:
                total += 3.0 if token.norm in {"and", "but", "while", "и", "а", "но"} else 1.0
            elif token.text in ",—–":
                total += 4.0
            elif token.text in ".;!?¦":
                # A dot within a sentence is that of an initial or an abbreviation.
                total += 14.0 if token.text in ";!?" or i + 1 in ends else 0.5
            if i in starts:
                total += 6.0
            if self.text.token_row[i] != row:
                row = self.text.token_row[i]
                total += 0.5
            out.append(total)
        return out

    @cached_property
    def head(self) -> frozenset[int]:
        """Tokens of the top of the page, up to the first sentence of some length: what the whole page is about."""
        height = self.page.height or 1.0
        body = {
            self.text.token_row[t]
            for s in self.text.segments
            if self._is_body(s) and sum(self.text.tokens[t].is_word for t in range(s.start, s.end)) >= 5
            for t in range(s.start, s.end)
        }
        top = min(body, default=len(self.text.rows))
        rows = [r for r, row in enumerate(self.text.rows) if row.box.y1 < 0.3 * height and r < top][:9]
        return frozenset(t for r in rows if self.shapes[r].numbers < 2 for t in self.text.row_tokens(r))

    def _is_body(self, segment: Segment) -> bool:
        """A sentence rather than a heading or a line of an address: long, or with a verb and a full stop."""
        tokens = self.text.tokens[segment.start : segment.end]
        closed = tokens[-1].text == "." and any(self.syntax.verb[segment.start : segment.end])
        return closed or sum(t.is_word for t in tokens) >= 12

    @cached_property
    def statements(self) -> frozenset[int]:
        """Tokens of sentences, however short, that end as such and have a verb."""
        tokens = self.text.tokens
        return frozenset(
            t
            for s in self.text.segments
            if tokens[s.end - 1].text == "." and self._is_body(s)
            for t in range(s.start, s.end)
        )

    @cached_property
    def roles(self) -> frozenset[str]:
        """Stems of the roles by which the page calls its parties ("Buyer")."""
        return frozenset(self.text.tokens[r].stem for given in self.aliases.values() for r in given)

    @cached_property
    def intervals(self) -> tuple[tuple[Interval, range], ...]:
        """What the page says of how often things are done, with the tokens of each."""
        return tuple((i, tokens_within(self.text.tokens, i)) for i in intervals_in(self.text.text))

    @cached_property
    def first_person(self) -> bool:
        """The page speaks of its author as "we": it need not name the author."""
        return sum(t.norm in {"we", "our", "us", "мы", "наш", "нас", "нами"} for t in self.text.tokens) >= 2

    @cached_property
    def titles(self) -> frozenset[int]:
        """Tokens of lines of a few words without a verb: they name a subject and affirm nothing of it."""
        out: set[int] = set()
        tokens = self.text.tokens
        for s in self.text.segments:
            words = [t for t in tokens[s.start : s.end] if t.is_word and not t.text[0].isdigit()]
            said = any(
                t.norm in lexicon().auxiliary or t.stem in lexicon().negators or is_finite(t.text) for t in words
            )
            if len(words) <= 4 and not said and tokens[s.end - 1].text not in ".;":
                out.update(range(s.start, s.end))
        return frozenset(out)

    @cached_property
    def prose(self) -> frozenset[int]:
        """Tokens of running text: of sentences of some length whose words are mostly written small."""
        out: set[int] = set()
        for s in self.text.segments:
            words = [t for t in self.text.tokens[s.start : s.end] if t.is_word]
            small = sum(t.text[0].islower() for t in words)
            if len(words) >= 7 and small >= 0.5 * len(words):
                out.update(range(s.start, s.end))
        return frozenset(out)

    @cached_property
    def labels(self) -> frozenset[int]:
        """Tokens of the labels of a form: the first words of a line, up to a colon."""
        out: set[int] = set()
        tokens = self.text.tokens
        for s in self.text.segments:
            colon = next((k for k in range(s.start, min(s.start + 5, s.end - 1)) if tokens[k].text == ":"), None)
            if colon is not None:
                out.update(range(s.start, colon))
        return frozenset(out)

    @cached_property
    def aliases(self) -> dict[int, tuple[int, ...]]:
        """For a token of a name the tokens of the role it is given: 'Castell B.V., hereinafter the "Buyer"'."""
        out: dict[int, tuple[int, ...]] = {}
        tokens = self.text.tokens
        for i, token in enumerate(tokens):
            named = token.norm in {"hereinafter", "hereafter", "далее"} or token.norm.startswith("именуе")
            bracket = (
                token.text == "(" and i + 3 < len(tokens) and any(t.text in '"“«”' for t in tokens[i + 1 : i + 3])
            )
            if not named and not bracket:
                continue
            role = next(
                (k for k in range(i + 1, min(i + 9, len(tokens))) if tokens[k].is_word and tokens[k].capital), None
            )
            if role is None:
                continue
            k = i - 1
            span: list[int] = []
            while k >= max(0, i - 14) and len(span) < 8:
                if tokens[k].is_word and tokens[k].capital:
                    span.append(k)
                elif span and (tokens[k].is_word or (tokens[k].text in ".;" and len(tokens[k - 1].text) > 3)):
                    break
                k -= 1
            for t in span:
                out.setdefault(t, (role,))
        return out

    def row_fits(self, statement: Statement) -> dict[int, float]:
        """For each row of numbers how well its label and the statement's words agree (F1, light words too)."""
        matched: dict[int, float] = {}
        hit_terms: dict[int, float] = {}
        for term in statement.terms:
            rows: dict[int, float] = {}
            for h in self.hits(term):
                row = self.label_rows.get(h.token)
                exact = h.score >= 0.95 or term.kind not in {"light", "generic"}
                if row is not None and not h.opposite and exact:
                    rows[row] = max(rows.get(row, 0.0), h.score)
            for row, score in rows.items():
                matched[row] = matched.get(row, 0.0) + score
                hit_terms[row] = hit_terms.get(row, 0.0) + score
        count = max(1, len(statement.terms))
        out = {}
        for row, size in self.label_sizes.items():
            recall = hit_terms.get(row, 0.0) / count
            precision = min(1.0, matched.get(row, 0.0) / size)
            out[row] = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
        return out

    def table_row(self, window: Window) -> int:
        """The row of numbers that a window consists of, -1 for any other window."""
        rows = {self.text.token_row[t] for t in window.core if t not in self.label_rows}
        return rows.pop() if window.kind == "row" and window.tabular and len(rows) == 1 else -1

    @cached_property
    def label_rows(self) -> dict[int, int]:
        """Row of each token that is in the label of a row of two or more numbers."""
        return {
            t: r
            for r, s in enumerate(self.shapes)
            if s.numbers >= 2
            for t in self.layout.labels[r]
            if self.text.tokens[t].is_word and not lexicon().is_stop(self.text.tokens[t])
        }

    @cached_property
    def label_sizes(self) -> dict[int, int]:
        out: dict[int, int] = {}
        for row in self.label_rows.values():
            out[row] = out.get(row, 0) + 1
        return out

    def distance(self, a: int, b: int) -> float:
        return abs(self.costs[a] - self.costs[b])

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
    def signed(self) -> tuple[int, ...]:
        """Tokens that stand for a signature: "/s/ Ann Lee", "/Ли А. Б./" beside an office."""
        tokens = self.text.tokens
        out = []
        for i, token in enumerate(tokens[:-1]):
            if token.text != "/" or (i and tokens[i - 1].end == token.start and tokens[i - 1].norm != "s"):
                continue
            end = next((k for k in range(i + 1, min(i + 8, len(tokens))) if tokens[k].text == "/"), None)
            conformed = tokens[i + 1].norm == "s" or (i and tokens[i - 1].norm == "s")
            named = end is not None and tokens[i + 1].capital and tokens[end - 1].text != "/"
            if (conformed or named) and i not in self.prose:
                out.append(i)
        return tuple(out)

    @cached_property
    def lower_text(self) -> str:
        return self.text.text.casefold()

    @cached_property
    def capitals(self) -> tuple[int, ...]:
        """Word tokens in order, function words left out: what an acronym may stand for."""
        return tuple(i for i, t in enumerate(self.text.tokens) if t.is_word and t.norm not in _SMALL_WORDS)

    def hits(self, term: Term) -> tuple[Hit, ...]:
        """Page tokens that stand for a term, by stem, synonym, phrase, acronym or likeness; none in an option of a
        form that is not chosen: the page does not say it."""
        return self._all_hits(term)[0]

    def offered(self, term: Term) -> tuple[Hit, ...]:
        """Such tokens in options that are not chosen."""
        return self._all_hits(term)[1]

    def _all_hits(self, term: Term) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
        key = (term.text, term.kind == "name")
        if key not in self._hits:
            found, unchosen = find(self, term), self.options.all
            said = tuple(h for h in found if h.token not in unchosen) if unchosen else found
            self._hits[key] = said, tuple(h for h in found if h.token in unchosen)
        return self._hits[key]
