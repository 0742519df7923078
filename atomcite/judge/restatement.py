"""Whether one fact of a page bears out one fact of a statement: the same words or their likes, in the same parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from atomcite.judge.claim import Statement, Term, analyse
from atomcite.judge.clauses import reads
from atomcite.judge.contrasts import side_of
from atomcite.judge.correspondence import CONTENT, SAME
from atomcite.judge.fact import Fact, is_anaphoric
from atomcite.judge.facts import facts_of
from atomcite.judge.fit import BEFORE, JOINED, LENT, OWN, TOPIC, Fit
from atomcite.judge.hits import Hit
from atomcite.judge.lexicon import lexicon
from atomcite.judge.objections import Objections
from atomcite.judge.orderings import comparative
from atomcite.judge.pieces import is_greeting
from atomcite.judge.prepared import Prepared
from atomcite.judge.quantifiers import bound_before
from atomcite.judge.timing import is_time
from atomcite.judge.wordlists import phrases, stems, words
from atomcite.judge.words import Token, is_plural, may_be_verb
from atomcite.values import Quantity

_TRIED = 8
"""Facts of a page that a fact of a statement is held against at most."""


@lru_cache(maxsize=4096)
def facts_of_statement(text: str) -> tuple[Fact, ...]:
    """Facts of a statement, conditions and clauses that depend on another put to it."""
    tokens = analyse(text).tokens
    found = facts_of(tokens, 0, len(tokens))
    whole = [f for f in found if f.verb >= 0]
    for f in found:
        if f.verb < 0 and whole:  # a piece that says nothing by itself
            home = f.host if f.host in whole else whole[0]
            assert home is not None
            home.own |= f.own
            home.parts = {**f.parts, **home.parts}
    return tuple(whole or found)


def fits(statement: Statement, page: Prepared, fact: Fact) -> list[Fit]:
    """The facts of the page that have most of a fact of a statement, each held against it, best first."""
    terms = [t for t in statement.terms if t.at in fact.tokens]
    numbers = [i for i, (first, _) in enumerate(statement.value_tokens) if first in fact.tokens]
    weight: dict[int, float] = {}
    for t in terms:
        best: dict[int, float] = {}
        for h in page.hits(t):
            if h.score < SAME:
                continue
            for n in page.facts.of_token.get(h.token, ()):
                best[n] = max(best.get(n, 0.0), h.score)
            for n in page.facts.of_topic.get(h.token, ()):
                best[n] = max(best.get(n, 0.0), 0.5 * h.score)
        for n, score in best.items():
            weight[n] = weight.get(n, 0.0) + score * t.weight
    for i in numbers:
        for value, result in page.compared(statement.values[i].value):
            if result.outcome == "equal":
                for n in page.facts.of_token.get(value.first, ()):
                    weight[n] = weight.get(n, 0.0) + 1.0
    chosen = sorted(weight, key=lambda n: -weight[n])[:_TRIED]
    found = [_Match(statement, page, fact, terms, numbers, page.facts.facts[n]).run() for n in chosen]
    return sorted(found, key=lambda f: f.cost)


class _Match(Objections):
    """Holds one fact of the page against one of the statement."""

    def run(self) -> Fit:
        self._place_terms(frozenset())
        self._place_values()
        beside = frozenset(self.pieces.get(v.first, -1) for v, _ in self.fit.values.values()) - {-1}
        if beside:
            self._place_terms(beside)  # of two places for a word that of the number's own piece is meant
        self._missing()
        if not self.fit.missing and not self.fit.absent:
            dispute = self.dispute()
            if dispute is not None:
                self.fit.disputes.append(dispute)
        return self.fit

    # --- what stands for what ---------------------------------------------------------------------------------

    def _tier(self, token: int) -> int | None:
        if token in self.there.own:
            return OWN
        if token in self.there.lent:
            return LENT
        if token in self.placed.topic:
            return TOPIC
        if token in self.placed.joined:
            return JOINED
        if token in self.placed.before and self._points_back():
            return BEFORE
        return None

    def _points_back(self) -> bool:
        there = self.there
        if there.pronoun or any(self.tokens[t].norm in words("pointing") for t in there.own):
            return True
        return any(is_anaphoric(self.tokens[t]) for t in there.heads)

    def _place_terms(self, beside: frozenset[int]) -> None:
        taken: dict[int, Term] = {}
        order = sorted(self.terms, key=lambda t: len(self.page.hits(t)))
        exact = {h.token: t.at for t in self.terms for h in self.page.hits(t) if h.score >= 0.95 and not h.opposite}
        for t in order:
            options: list[tuple[float, Hit, int]] = []
            for h in self.page.hits(t):
                tier = self._tier(h.token)
                other = exact.get(h.token, t.at) != t.at
                if tier is None or h.score < 0.7 or (other and h.score < 0.95):
                    continue
                price = 1.2 * tier + 4.0 * (1 - h.score) + 2.0 * h.opposite
                price += 3.0 if h.token in taken and taken[h.token].stem != t.stem else 0.0
                part = self.fact.parts.get(t.at)
                theirs = self.there.parts.get(h.token)
                price += 0.4 if part and theirs and part != theirs else 0.0
                price -= 0.5 if t.at == self.fact.verb and h.token == self.there.verb else 0.0
                price -= 0.8 if beside and tier == OWN and self.pieces.get(h.token, -1) in beside else 0.0
                options.append((price, h, tier))
            against = [o for o in options if o[2] == OWN and o[1].opposite and self.there.verb >= 0]
            if against and not any(o[2] <= LENT and not o[1].opposite for o in options):
                options = against  # "the plaintiff" of the heading, where this clause has the defendant
            if options:
                _, hit, tier = min(options, key=lambda o: (o[0], o[1].token))
                self.fit.hits[t.at], self.fit.tiers[t.at] = hit, tier
                taken[hit.token] = t

    def _place_values(self) -> None:
        used: set[int] = set()
        near = {h.token for h in self.fit.hits.values()}
        for i in self.numbers:
            options = []
            for value, result in self.page.compared(self.statement.values[i].value):
                tier = self._tier(value.first)
                if result.outcome != "equal" or tier is None or value.first in used:
                    continue
                if tier == BEFORE and isinstance(value.found.value, Quantity):
                    continue
                if tier == TOPIC and is_time(value.found.value) and self._of_another_time():
                    continue
                distance = min((abs(value.first - k) for k in near), default=0)
                options.append((2.0 * tier + 0.05 * distance, value.first, value, result))
            if not options:
                self.fit.absent.append(i)
                continue
            _, first, value, result = min(options, key=lambda o: o[:2])
            used.add(first)
            self.fit.values[i] = (value, result)

    def _of_another_time(self) -> bool:
        """ "In the prior year quarter": not the time of the heading."""
        pairs = pairwise(self.tokens[k].norm for k in self.placed.sentence)
        return any(first in words("year_before") and second in words("a_year") for first, second in pairs)

    # --- what is missing ----------------------------------------------------------------------------------------

    def _missing(self) -> None:
        fit, fact = self.fit, self.fact
        fit.verb = next((t for t in self.terms if t.at == fact.verb), None)
        gone = []
        for t in self.terms:
            if t.at in fit.hits or not self._must_be_there(t) or self._says_little(t):
                continue
            gone.append(t)
        named = [t for t in self.terms if t.kind == "name" and t.at in fit.hits]
        places: set[int] = set()
        for t in named:  # "a Georgia resident hurt in Georgia" needs the name twice
            if fit.hits[t.at].token in places and any(o.stem == t.stem for o in named if o.at < t.at):
                gone.append(t)
            places.add(fit.hits[t.at].token)
        verb = fit.verb
        if len(gone) == 1 and self._worded_otherwise(gone[0]):
            fit.loose = True
            gone = []
        fit.missing = gone
        if gone:
            return
        content = [t for t in self.terms if t.kind in CONTENT and t.at in fit.hits]
        own = [t for t in content if fit.tiers[t.at] == OWN]
        held = [i for i in fit.values if self._tier(fit.values[i][0].first) == OWN]
        if not own and not held:
            fit.missing = content[:1] or list(self.terms[:1])
        elif (
            self.there.verb >= 0
            and not self._leans(self.tokens[self.there.verb])
            and self.there.verb not in {h.token for h in fit.hits.values()}
            and any(fit.tiers.get(at) == TOPIC for at in fact.heads)
            and not (verb is not None and fit.tiers.get(verb.at) == OWN)
            and not self._same_side()
        ):
            fit.missing = [t for t in self.terms if t.at in fact.heads][:1]  # said of the matter by no verb
        elif (
            verb is not None
            and verb.at in fit.hits
            and (fit.tiers[verb.at] != OWN or self._is_heading() or self._is_noun_of_another_verb(verb))
        ):
            fit.missing = [verb]  # what is done stands somewhere else, or is only named
        elif verb is None or verb.at not in fit.hits:
            self._nothing_done()

    def _nothing_done(self) -> None:
        """A statement whose verb says little, of a place whose verb says something else."""
        there, verb = self.there.verb, self.fact.verb
        if verb >= 0 and self._is_heading() and may_be_verb(self.statement.tokens[verb].text):
            self.fit.missing = [t for t in self.terms if t.at in self.fact.heads][:1] or list(self.terms[:1])
        if there < 0 or self.fit.values or there in {h.token for h in self.fit.hits.values()}:
            return
        token = self.tokens[there]
        own = [t for t in self.terms if self.fit.tiers.get(t.at) == OWN and t.kind != "light"]
        if self.fit.loose or not self.page.syntax.verb[there] or self._leans(token) or len(own) > 2:
            return
        self.fit.missing = list(own[:1])

    def _leans(self, token: Token) -> bool:
        """A verb that says little by itself."""
        lex = lexicon()
        if token.norm in words("support_words") or token.norm in words("becoming"):
            return True
        return token.stem in lex.light | lex.must | lex.may | lex.generic

    def _is_heading(self) -> bool:
        """A line that names a matter and says nothing of it."""
        if self.there.verb >= 0 or is_greeting(self.tokens[min(self.there.own)]):
            return False
        return not any(self.tokens[k].text in ":-–—" for k in self.there.own)

    def _is_noun_of_another_verb(self, verb: Term) -> bool:
        """ "A proposed it" of "A opposed the proposal"."""
        at, there = self.fit.hits[verb.at].token, self.there.verb
        if there < 0 or at == there or self.page.syntax.verb[at] or not self.page.syntax.verb[there]:
            return False
        if at in self.there.heads and self.fit.values:
            return False  # "fuel cost 4 EUR" of "fuel costs fell to 4 EUR"
        return not self._leans(self.tokens[there]) and there not in {h.token for h in self.fit.hits.values()}

    def _must_be_there(self, t: Term) -> bool:
        """Content words, and whoever does it or has it done to him ("the Customer")."""
        if t.kind in CONTENT:
            return True
        if t.kind != "generic" or t.stem in stems("authors") or self._names_document(t):
            return False
        return bool(self.page.hits(t)) or (t.at in self.fact.heads and t.stem not in lexicon().light)

    def _names_document(self, t: Term) -> bool:
        """ "The agreement ends", "under the contract": a document need not name itself."""
        if t.stem not in lexicon().instruments or is_plural(t.text):
            return False
        before = [x.norm for x in self.statement.tokens[max(0, t.at - 2) : t.at]]
        return not t.text.isascii() or not before or "the" in before or "this" in before

    def _says_little(self, t: Term) -> bool:
        low = t.text.casefold()
        if _in_quantity(self.statement.tokens, t.at):
            return True  # how many is another question (`quantifiers`)
        if low in words("more_than") | words("less_than") and comparative(
            self.tokens, self.placed.sentence.start, self.placed.sentence.stop
        ):
            return True  # which way round is another (`orderings`)
        if t.stem in stems("occasions"):
            return True
        if low in words("support_words") or low in words("phrase_words"):
            return True
        if not low.isascii() and t.stem in stems("support_words"):
            return True
        if t.kind == "name" and not self.page.hits(t) and t.stem in self.page.known:
            return True
        if t.text.casefold() in words("voting") | words("voting_for") and self._same_side():
            return True
        if t.stem in lexicon().limits and any(
            bound_before(self.tokens, v.first) == "atmost" for v, _ in self.fit.values.values()
        ):
            return True  # "limited to 5" of "up to 5"
        return t.stem in stems("attributes") and t.at != self.fact.verb and bool(self.fit.values)

    def _same_side(self) -> bool:
        mine = side_of(self.statement.tokens, self.fact.own)
        return bool(mine) and any(
            mine == side_of(self.tokens, [k for k, n in self.pieces.items() if n == self.pieces.get(v.first)])
            for v, _ in self.fit.values.values()
        )

    def _worded_otherwise(self, t: Term) -> bool:
        """One verb that the page has not, where it has one that the statement has not, everything else being there:
        they may be synonyms that no list knows. When lists know both they are not."""
        if t.at != self.fact.verb or not may_be_verb(t.text):
            return False
        there = self.there.verb
        if there < 0 or there in {h.token for h in self.fit.hits.values()}:
            return False
        content = [x for x in self.terms if x.kind in CONTENT and self.fit.tiers.get(x.at, 9) <= LENT]
        if len(content) + len(self.fit.values) < 2:
            return False
        if any(h.score >= 0.95 and not h.opposite for h in self.page.hits(t)):
            return False  # the page uses the word, of something else
        return not (_is_known(t.stem) and _is_known(self.tokens[there].stem))


def _in_quantity(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word belongs to "most of", "a number of", "большая часть"."""
    return any(
        tokens[start + k].norm == p[k]
        for name in ("most", "some", "few", "all")
        for p in phrases(f"quantity_{name}")
        for k in range(len(p))
        if (start := at - k) >= 0 and reads(tokens, start, p)
    )


def _is_known(stem: str) -> bool:
    """Whether the lists of synonyms and opposites have a word."""
    return stem in lexicon().synonyms or stem in lexicon().antonyms
