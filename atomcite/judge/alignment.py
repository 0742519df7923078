"""Which words of a page stand for which words of a statement."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from atomcite.domain import PageWords
from atomcite.judge.claim import Statement, Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageText, PageValue
from atomcite.judge.scopes import Marked, mark
from atomcite.judge.tables import Layout, RowShape, table_values
from atomcite.judge.windows import WIDE, Window, windows
from atomcite.judge.wordlists import stems
from atomcite.judge.words import is_finite, likeness
from atomcite.values import Clock, Comparison, Quantity, Value, compare

SYNONYM = 0.85
CONTEXT = 0.85
_SMALL_WORDS = frozenset(
    ["of", "the", "and", "for", "in", "on", "по", "и", "в", "на", "о", "с", "для", "от", "the", "an", "to", "de"]
)

_INITIALS = re.compile(r"\w\.\w\.?")
_KEPT_COMPARISONS = 512
# Hours from which and before which a time of day is that part of the day.
_DAY_PARTS = {
    "morning": (4, 12), "afternoon": (12, 18), "evening": (17, 24), "noon": (12, 13), "midday": (11, 14),
    "утром": (4, 12), "утра": (4, 12), "днем": (11, 18), "днём": (11, 18), "вечером": (17, 24), "вечера": (17, 24),
}  # fmt: skip


@dataclass(frozen=True)
class Hit:
    """A page token that stands for a term. `opposite` means that it denies it (antonym)."""

    token: int
    score: float
    opposite: bool = False


class Prepared:
    """A page with everything that judging needs, computed once."""

    def __init__(self, page: PageWords, known: frozenset[str] = frozenset()) -> None:
        """`known` are stems of names that belong to the page's document (`atomcite.judge.owners.known_names`)."""
        self.page = page
        self.known = known
        self.text = PageText.of(page)
        self.layout = Layout.of(self.text)
        self.shapes: tuple[RowShape, ...] = self.layout.shapes
        self.values: tuple[PageValue, ...] = table_values(self.text, self.layout)
        self.windows: tuple[Window, ...] = windows(self.text, self.layout, self.values)
        self.marked: Marked = mark(self.text.tokens, frozenset(s.start for s in self.text.segments))
        self._compared: dict[Value, tuple[tuple[PageValue, Comparison], ...]] = {}
        self._hits: dict[tuple[str, bool], tuple[Hit, ...]] = {}

    def compared(self, claim: Value) -> tuple[tuple[PageValue, Comparison], ...]:
        """The values of the page that can be compared with a claimed one, with what came of it."""
        if claim not in self._compared:
            if len(self._compared) >= _KEPT_COMPARISONS:
                self._compared.clear()
            results = ((v, compare(claim, v.found.value, scale=v.scale, unit=v.unit)) for v in self.values)
            self._compared[claim] = tuple((v, r) for v, r in results if r.outcome != "unlike")
        return self._compared[claim]

    @cached_property
    def is_slip(self) -> bool:
        """A receipt or the like: hardly any running text, and no columns by time. What one sells the other buys."""
        return 4 * len(self.prose) < len(self.text.tokens) and not any(v.times for v in self.values)

    @cached_property
    def names_another(self) -> bool:
        """Whether the page says whose it is (`atomcite.judge.owners`)."""
        from atomcite.judge.owners import names_another

        return names_another(self)

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        return tuple(self.text.index)

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
            if sum(self.text.tokens[t].is_word for t in range(s.start, s.end)) >= 12
            for t in range(s.start, s.end)
        }
        top = min(body, default=len(self.text.rows))
        rows = [r for r, row in enumerate(self.text.rows) if row.box.y1 < 0.3 * height and r < top][:9]
        return frozenset(t for r in rows if self.shapes[r].numbers < 2 for t in self.text.row_tokens(r))

    @cached_property
    def roles(self) -> frozenset[str]:
        """Stems of the roles by which the page calls its parties ("Buyer")."""
        return frozenset(self.text.tokens[r].stem for given in self.aliases.values() for r in given)

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
        own = index.get(term.stem, ())
        if term.kind == "name" and term.text.isupper() and term.text.casefold() in lex.stop:
            own = tuple(t for t in own if self.text.tokens[t].text.isupper())  # "IT" is not "it"
        add(own, 1.0)
        if term.kind != "name":
            for other in lex.synonyms.get(term.stem, ()):
                add(index.get(other, ()), SYNONYM)
                add(self.phrase_hits.get(other, ()), SYNONYM)
            add(self.phrase_hits.get(term.stem, ()), SYNONYM)
            trade = term.stem in stems("trade") and self.is_slip
            for other in lex.antonyms.get(term.stem, ()):
                if not lex.same(term.stem, other):
                    same_deal = trade and other in stems("trade")
                    add(index.get(other, ()), SYNONYM, not same_deal)
            for prefix in ("un", "in", "non", "im", "не", "без"):
                add(index.get(prefix + term.stem, ()), 0.9, True)
                if term.stem.startswith(prefix) and len(term.stem) > len(prefix) + 3:
                    add(index.get(term.stem[len(prefix) :], ()), 0.9, True)
        if not any(h.score >= 0.95 and not h.opposite for h in found.values()):
            for other in self.vocabulary:
                score = likeness(term.stem, other)
                if term.stem in lex.roles and other in lex.roles:
                    continue  # "lessor" and "lessee" look alike
                if score >= 0.7 and not lex.opposite(term.stem, other) and not _negative_of(term.stem, other):
                    add(index[other], score)
        acronyms = [r for t in found for r in self.aliases.get(t, ()) if self.text.tokens[r].text.isupper()]
        for r in acronyms:
            add(index.get(self.text.tokens[r].stem, ()), 0.9)
        if term.kind == "name":
            roles = {self.text.tokens[r].stem for t in found for r in self.aliases.get(t, ())}
            for role in roles:
                add(index.get(role, ()), 0.9)
        if term.text.casefold() in _DAY_PARTS:
            low, high = _DAY_PARTS[term.text.casefold()]
            for v in self.values:
                if isinstance(v.found.value, Clock) and low <= v.found.value.hour < high:
                    add((v.first,), 0.9)
        if term.kind == "name" and len(term.text) == 1:
            letter = term.text.casefold()
            joined = (i for i, t in enumerate(self.text.tokens) if letter in t.norm and _INITIALS.fullmatch(t.norm))
            add(tuple(joined), 0.95)  # "П" of "Н.П."
        if term.stem in stems("signing"):
            add(self.signed, SYNONYM)
        if term.kind == "name" and (not found or term.text.isupper()):
            add(self._acronym(term.text), 0.85)
        if term.kind == "name" and not found:
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
    """How a statement's terms are covered by a window: `best[i]` is the hit for term i in it, None without one."""

    window: Window
    best: tuple[Hit | None, ...]
    score: float


def align(statement: Statement, page: Prepared, limit: int = 8) -> list[Alignment]:
    """The windows that cover the statement's terms best, best first; windows that hold a value equal to one of the
    statement's are always among them."""
    hits = [page.hits(t) for t in statement.terms]
    total = sum(t.weight for t in statement.terms) or 1.0
    scores: dict[int, float] = {}
    of = page.windows_of
    for term, found in zip(statement.terms, hits, strict=True):
        best: dict[int, float] = {}
        for h in found:
            for number, share in of.get(h.token, ()):
                v = h.score * share
                if v > best.get(number, 0.0):
                    best[number] = v
        for number, v in best.items():
            scores[number] = scores.get(number, 0.0) + v * term.weight
    if any(isinstance(v.value, Quantity) for v in statement.values):
        # A number of a table is judged in its own cell, with its own headers.
        scores = {n: v for n, v in scores.items() if not page.windows[n].tabular}
    ranked = sorted(scores, key=lambda n: -(scores[n] / total - _length_cost(page.windows[n])))[:limit]
    chosen = list(dict.fromkeys([*ranked, *_with_values(statement, page, scores)]))
    return [_aligned(statement, page, hits, page.windows[n]) for n in chosen]


def _length_cost(window: Window) -> float:
    """A longer window must earn its length."""
    return 0.0004 * len(window.core) + (0.05 if window.kind in WIDE else 0.0)


def _with_values(statement: Statement, page: Prepared, scores: dict[int, float]) -> list[int]:
    out: list[int] = []
    for claim in statement.values:
        amount = isinstance(claim.value, Quantity)
        for value, result in page.compared(claim.value):
            if result.outcome == "equal":
                numbers = [
                    n
                    for n, share in page.windows_of.get(value.first, ())
                    if share == 1.0 and not page.windows[n].tabular
                ]
                out += sorted(numbers, key=lambda n: -(scores.get(n, 0.0) - _length_cost(page.windows[n])))[
                    : 3 if amount else 2
                ]
    return out[:18]


def _aligned(statement: Statement, page: Prepared, hits: list[tuple[Hit, ...]], window: Window) -> Alignment:
    """Which occurrence of each term is meant: those that stand close together, from the rarest term outwards."""
    options: list[list[Hit]] = []
    for found in hits:
        options.append(
            [h for h in found if h.token in window.inside or (h.token in window.context and not h.opposite)]
        )
    best: list[Hit | None] = [None] * len(options)
    order = sorted(
        (i for i, o in enumerate(options) if o), key=lambda i: (len(options[i]), -statement.terms[i].weight)
    )
    placed: list[int] = []
    exact = [{h.token for h in found if h.score >= 0.95 and not h.opposite} for found in options]
    for i in order:
        others = {t for k, tokens in enumerate(exact) if k != i for t in tokens} - exact[i]

        def cost(h: Hit) -> float:
            near = min((page.distance(h.token, p) for p in placed[:4]), default=0.0)
            outside = 0.0 if h.token in window.inside else 12.0
            again = 8.0 if h.token in placed and h.score < 0.95 else 0.0  # it stands for another word already
            return near + outside + again + 30.0 * (1.0 - h.score) + (8.0 if h.opposite else 0.0)

        # A word that stands for another of the statement's is no opposite of this one.
        free = [h for h in options[i] if not (h.opposite and h.token in others)]
        choice = min(free or options[i], key=cost)
        best[i] = choice
        if choice.token in window.inside:
            placed.append(choice.token)
    total = sum(t.weight for t in statement.terms) or 1.0
    score = sum(
        h.score * t.weight * (1.0 if h.token in window.inside else CONTEXT)
        for t, h in zip(statement.terms, best, strict=True)
        if h is not None
    )
    return Alignment(window, tuple(best), score / total - _length_cost(window))
