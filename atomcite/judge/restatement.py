"""Whether one fact of a page bears out one fact of a statement: the same words or their likes, in the same parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from atomcite.judge.claim import Statement, Term, analyse
from atomcite.judge.clauses import reads
from atomcite.judge.contrasts import contrary, relation_of, side_of, way_of
from atomcite.judge.correspondence import CONTENT, SAME, Dispute
from atomcite.judge.facts import Fact, facts_of, is_anaphoric
from atomcite.judge.hits import Hit
from atomcite.judge.lexicon import lexicon
from atomcite.judge.orderings import comparative
from atomcite.judge.page import PageValue
from atomcite.judge.page_facts import PlacedFact
from atomcite.judge.prepared import Prepared
from atomcite.judge.quantifiers import _bound, _quantity
from atomcite.judge.wordlists import phrases, stems, words
from atomcite.judge.words import Token, is_plural, may_be_verb
from atomcite.values import Comparison, Identifier, Quantity, Value

_TRIED = 8
"""Facts of a page that a fact of a statement is held against at most."""
_OWN, _LENT, _TOPIC, _JOINED, _BEFORE = range(5)


@dataclass
class Fit:
    """How a fact of the page meets one of a statement: for its terms the hits, for its values the page's, what is
    missing and what speaks against it. `cost` orders fits, the least first."""

    placed: PlacedFact
    hits: dict[int, Hit] = field(default_factory=dict)
    tiers: dict[int, int] = field(default_factory=dict)
    values: dict[int, tuple[PageValue, Comparison]] = field(default_factory=dict)
    missing: list[Term] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    disputes: list[Dispute] = field(default_factory=list)
    loose: bool = False
    verb: Term | None = None

    @property
    def holds(self) -> bool:
        return not self.missing and not self.absent and not self.disputes

    @property
    def cost(self) -> float:
        return (
            sum(t.weight for t in self.missing) + len(self.absent) + len(self.disputes)
            + 0.1 * sum(self.tiers.values()) + 0.05 * self.loose
        )  # fmt: skip


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


class _Match:
    def __init__(
        self,
        statement: Statement,
        page: Prepared,
        fact: Fact,
        terms: Sequence[Term],
        numbers: Sequence[int],
        placed: PlacedFact,
    ) -> None:
        self.statement, self.page, self.fact = statement, page, fact
        self.terms, self.numbers, self.placed = terms, numbers, placed
        self.there = placed.fact
        self.fit = Fit(placed)
        self.tokens = page.text.tokens

    def run(self) -> Fit:
        self._place_terms(frozenset())
        self._place_values()
        beside = frozenset(self._pieces.get(v.first, -1) for v, _ in self.fit.values.values()) - {-1}
        if beside:
            self._place_terms(beside)  # of two places for a word that of the number's own piece is meant
        self._missing()
        if not self.fit.missing and not self.fit.absent:
            for check in (
                self._opposed,
                self._other_part,
                self._other_phrase,
                self._other_piece,
                self._head_of_value,
                self._other_relation,
                self._other_side,
                self._only_one,
            ):
                dispute = check()
                if dispute is not None:
                    self.fit.disputes.append(dispute)
                    break
        return self.fit

    # --- what stands for what ---------------------------------------------------------------------------------

    def _tier(self, token: int) -> int | None:
        if token in self.there.own:
            return _OWN
        if token in self.there.lent:
            return _LENT
        if token in self.placed.topic:
            return _TOPIC
        if token in self.placed.joined:
            return _JOINED
        if token in self.placed.before and self._points_back():
            return _BEFORE
        return None

    def _points_back(self) -> bool:
        there = self.there
        if there.pronoun or any(self.tokens[t].norm in words("pointing") for t in there.own):
            return True
        return any(is_anaphoric(self.tokens[t]) for t in there.heads)

    def _place_terms(self, beside: frozenset[int]) -> None:
        taken: dict[int, Term] = {}
        order = sorted(self.terms, key=lambda t: len(self.page.hits(t)))
        exact = {
            h.token: t.at for t in self.terms for h in self.page.hits(t) if h.score >= 0.95 and not h.opposite
        }
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
                price -= 0.8 if beside and tier == _OWN and self._pieces.get(h.token, -1) in beside else 0.0
                options.append((price, h, tier))
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
                if tier in {_TOPIC, _BEFORE} and isinstance(value.found.value, Quantity) and tier != _TOPIC:
                    continue
                distance = min((abs(value.first - k) for k in near), default=0)
                options.append((2.0 * tier + 0.05 * distance, value.first, value, result))
            if not options:
                self.fit.absent.append(i)
                continue
            _, first, value, result = min(options, key=lambda o: o[:2])
            used.add(first)
            self.fit.values[i] = (value, result)

    # --- what is missing ----------------------------------------------------------------------------------------

    def _missing(self) -> None:
        fit, fact = self.fit, self.fact
        fit.verb = next((t for t in self.terms if t.at == fact.verb), None)
        gone = []
        for t in self.terms:
            if t.at in fit.hits or not self._must_be_there(t) or self._says_little(t):
                continue
            gone.append(t)
        verb = fit.verb
        if len(gone) == 1 and self._worded_otherwise(gone[0]):
            fit.loose = True
            gone = []
        fit.missing = gone
        if gone:
            return
        content = [t for t in self.terms if t.kind in CONTENT and t.at in fit.hits]
        own = [t for t in content if fit.tiers[t.at] == _OWN]
        held = [i for i in fit.values if self._tier(fit.values[i][0].first) == _OWN]
        if not own and not held:
            fit.missing = content[:1] or list(self.terms[:1])
        elif self.there.verb >= 0 and any(
            fit.tiers.get(at) == _TOPIC for at in fact.heads
        ) and not (verb is not None and fit.tiers.get(verb.at) == _OWN) and not self._same_side():
            fit.missing = [t for t in self.terms if t.at in fact.heads][:1]  # said of the matter by no verb
        elif (
            verb is not None
            and verb.at in fit.hits
            and (fit.tiers[verb.at] != _OWN or self._is_heading() or self._is_noun_of_another_verb(verb))
        ):
            fit.missing = [verb]  # what is done stands somewhere else, or is only named

    def _is_heading(self) -> bool:
        """A line that names a matter and says nothing of it."""
        return self.there.verb < 0 and not any(self.tokens[k].text in ":-–—" for k in self.there.own)

    def _is_noun_of_another_verb(self, verb: Term) -> bool:
        """ "A proposed it" of "A opposed the proposal"."""
        at, there = self.fit.hits[verb.at].token, self.there.verb
        if there < 0 or at == there or self.page.syntax.verb[at] or not self.page.syntax.verb[there]:
            return False
        token, lex = self.tokens[there], lexicon()
        if at in self.there.heads and self.fit.values:
            return False  # "fuel cost 4 EUR" of "fuel costs fell to 4 EUR"
        leans = token.norm in words("support_words") or token.stem in lex.light | lex.must | lex.may | lex.generic
        return not leans and there not in {h.token for h in self.fit.hits.values()}

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
        if low in words("support_words") or low in words("phrase_words"):
            return True
        if not low.isascii() and t.stem in stems("support_words"):
            return True
        if t.kind == "name" and not self.page.hits(t) and t.stem in self.page.known:
            return True
        if t.text.casefold() in words("voting") | words("voting_for") and self._same_side():
            return True
        if t.stem in lexicon().limits and any(_bound(self.tokens, v.first) == "atmost" for v, _ in self.fit.values.values()):
            return True  # "limited to 5" of "up to 5"
        return t.stem in stems("attributes") and t.at != self.fact.verb and bool(self.fit.values)

    def _same_side(self) -> bool:
        mine = side_of(self.statement.tokens, self.fact.own)
        return bool(mine) and any(
            mine == side_of(self.tokens, [k for k, n in self._pieces.items() if n == self._pieces.get(v.first)])
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
        content = [x for x in self.terms if x.kind in CONTENT and self.fit.tiers.get(x.at, 9) <= _LENT]
        if len(content) + len(self.fit.values) < 2:
            return False
        if any(h.score >= 0.95 and not h.opposite for h in self.page.hits(t)):
            return False  # the page uses the word, of something else
        return not (_is_known(t.stem) and _is_known(self.tokens[there].stem))

    # --- what speaks against it -----------------------------------------------------------------------------------

    def _opposed(self) -> Dispute | None:
        """Opposite words, or a denial on one side: one of the two turns the statement round, both do not."""
        turned = [h for h in self.fit.hits.values() if h.opposite]
        mine, theirs = self._denials(self.statement.tokens, self.fact, set(self.fact.own)), self._denied_there()
        flips = (mine % 2 != theirs % 2) + sum(self._turns(t) for t in self.terms)
        if flips % 2 == 0:
            return None
        if turned:
            word = self.tokens[turned[0].token].text
        else:
            at = self.there.verb if self.there.verb >= 0 else min(self.there.own)
            word = self.page.text.quote(tuple(range(max(min(self.placed.sentence), at - 3), at + 1)), 60)
        return Dispute("judge.reversed", word, contradicts=True)

    def _turns(self, t: Term) -> bool:
        hit = self.fit.hits.get(t.at)
        if hit is None or not hit.opposite:
            return False
        return t.stem not in lexicon().converse or not self._exchanged(t, hit)

    def _exchanged(self, t: Term, hit: Hit) -> bool:
        """ "A bought it from B" is "B sold it to A"."""
        return any(
            self._part_of(at) == "doer" and self.there.parts.get(h.token) != "doer"
            for at, h in self.fit.hits.items()
            if self._part_of(at)
        )

    def _denials(self, tokens: Sequence[Token], fact: Fact, within: set[int]) -> int:
        return _count([tokens[k].norm for k in within if _denies(tokens, k)])

    def _denied_there(self) -> int:
        """Denials of the fact but those in a part of it that the statement leaves out ("not the carrier")."""
        used = {h.token for h in self.fit.hits.values()}
        found = []
        for k in self.there.own:
            if not _denies(self.tokens, k):
                continue
            target = self.there.up.get(k, -1)
            aside = target >= 0 and target != self.there.verb and target not in self.there.heads
            if aside and target not in used and not any(self.there.up.get(u) == target for u in used):
                continue
            found.append(self.tokens[k].norm)
        return _count(found)

    def _part_of(self, at: int) -> str | None:
        return self.fact.heads.get(at)

    def _other_part(self) -> Dispute | None:
        """The doer of the statement is not the page's, or what is done is done to something else."""
        fit, there = self.fit, self.there
        verb = fit.hits.get(self.fact.verb)
        converse = verb is not None and verb.opposite
        if converse or there.verb < 0 or self.fact.verb < 0:
            return None
        same_verb = verb is not None and verb.token == there.verb
        used = {h.token for h in fit.hits.values()} | {v.first for v, _ in fit.values.values()}
        has_object = any(p == "object" for p in self.fact.heads.values())
        for at, part in self.fact.heads.items():
            hit = fit.hits.get(at)
            if hit is None:
                continue
            theirs = there.parts.get(hit.token)
            if theirs == part or (theirs is None and hit.token == there.verb):
                continue
            if "receiver" in {part, theirs} and "doer" not in {part, theirs}:
                continue  # "pays B 4 EUR": which of the two is told by sense alone
            if theirs is not None:
                if not same_verb or (part == "doer" and theirs == "object" and not has_object):
                    if same_verb and any(p == "doer" and k in used for k, p in there.heads.items()):
                        return self._other(hit.token)
                    continue
                return self._other(hit.token)
            if not same_verb:
                continue
            rivals = [k for k, p in there.heads.items() if p == part]
            meant = {h.token for a, h in fit.hits.items() if self.fact.parts.get(a) == part}
            if not rivals or any(k in meant for k in rivals):
                continue
            if any(k in used for k in rivals):
                return self._other(next(k for k in rivals if k in used))  # the two have changed places
            if all(self._stands_for_another(k) for k in rivals) or fit.tiers[at] == _LENT:
                continue
            if part == "doer" and not has_object and any(p == "object" for p in there.heads.values()):
                continue
            return self._other(rivals[0])
        return None

    def _stands_for_another(self, k: int) -> bool:
        token = self.tokens[k]
        return (
            is_anaphoric(token)
            or token.text[:1].isdigit()
            or token.norm in words("counting")
            or (token.norm in words("pointing") | words("pronouns") and token.norm not in {"that", "those"})
            or token.stem in lexicon().generic
        )

    def _other(self, token: int) -> Dispute:
        return Dispute("judge.other_doer", self.tokens[token].text, contradicts=True)

    def _other_phrase(self) -> Dispute | None:
        """A describing word that the page says of something else: "upper tubes" of "the upper floor and the tubes"."""
        fit, there = self.fit, self.there
        for t in self.terms:
            hit = fit.hits.get(t.at)
            up = self.fact.up.get(t.at, -1)
            head = fit.hits.get(up)
            if hit is None or head is None or up == self.fact.verb or t.at == self.fact.verb:
                continue
            if fit.tiers[t.at] != _OWN or fit.tiers[up] != _OWN:
                continue
            if self.fact.phrase.get(t.at) != self.fact.phrase.get(up):
                continue
            a, b = there.phrase.get(hit.token), there.phrase.get(head.token)
            if a is None or b is None or a == b or there.verb in {hit.token, head.token}:
                continue
            if abs(hit.token - head.token) <= 2:
                continue  # a name that the tree has torn apart
            if {there.parts.get(hit.token), there.parts.get(head.token)} == {"doer", "object"}:
                return Dispute("judge.said_of_another", self.tokens[hit.token].text, contradicts=False)
        return None

    def _other_piece(self) -> Dispute | None:
        """ "38 % voted against" of "46 % voted against, 38 % for": the words around a number in its own piece of the
        sentence speak for it, those in the piece of another number for that."""
        fit, there = self.fit, self.there
        pieces = {k: n for k, n in self._pieces.items() if k in there.own}
        for i, (value, _) in fit.values.items():
            claimed = self.statement.values[i].value
            if not isinstance(claimed, Quantity) or value.first not in pieces:
                continue
            mine = pieces[value.first]
            rivals = {
                pieces[v.first]
                for v in self.page.values
                if v.first in pieces and v.first != value.first and isinstance(v.found.value, Quantity)
                and v.found.value.unit == getattr(value.found.value, "unit", "")
            } - {mine}  # fmt: skip
            if not rivals:
                continue
            taken = {pieces[v.first] for k, (v, _) in fit.values.items() if k != i and v.first in pieces}
            for t in self.terms:
                hit = fit.hits.get(t.at)
                if hit is None or hit.token not in pieces or hit.token == there.verb or t.kind not in CONTENT:
                    continue
                if pieces[hit.token] == mine or pieces[hit.token] not in rivals - taken:
                    continue
                if hit.token in there.heads and pieces[hit.token] < mine:
                    continue  # the subject of all of them
                if any(pieces.get(h.token) == mine and h.score >= 0.95 for h in self.page.hits(t)):
                    continue
                return Dispute("judge.other_pairing", self.tokens[hit.token].text, contradicts=True)
        return None

    @cached_property
    def _pieces(self) -> dict[int, int]:
        """For each token of the sentence the piece, between commas and conjunctions, that it is in."""
        number = 0
        out = {}
        for k in self.placed.sentence:
            token = self.tokens[k]
            inside = token.text in {",", ":", "."} and k + 1 < len(self.tokens) and self.tokens[k + 1].start == token.end
            if token.text in {",", ";", "(", ")", ":"} or token.norm in {"and", "и", "but", "а", "но", "while"}:
                number += not inside
            out[k] = number
        return out

    def _head_of_value(self) -> Dispute | None:
        """ "At 6.5 bar" of "the permitted maximum of 6.5 bar": a number that belongs to a noun which is not said."""
        used = {h.token for h in self.fit.hits.values()}
        for value, _ in self.fit.values.values():
            k = value.first - 1
            if k < 2 or self.tokens[k].norm != "of" or self.tokens[k - 1].norm in {"number", "amount", "total"}:
                continue
            noun = k - 1
            if not self.tokens[noun].is_word or noun in used or self.tokens[noun].stem in stems("attributes"):
                continue
            if self.tokens[noun].stem in lexicon().generic:
                continue
            return Dispute("judge.said_of_another", self.page.text.quote((noun, k, value.first), 60), contradicts=False)
        return None


    def _other_relation(self) -> Dispute | None:
        """ "Before tax" for "after tax", "including" for "excluding", "from May" for "until May"."""
        spots = [(t.at, self.fit.hits[t.at].token, False) for t in self.terms if t.at in self.fit.hits]
        for i, (value, _) in self.fit.values.items():
            claimed = self.statement.values[i].value
            time = not isinstance(claimed, Quantity | Identifier) or claimed_is_time(claimed)
            spots.append((self.statement.value_tokens[i][0], value.first, time))
        for at, k, time in spots:
            if k not in self.placed.sentence:
                continue
            mine = relation_of(self.statement.tokens, at, time=time)
            theirs = relation_of(self.tokens, k, self.placed.sentence.start, time=time)
            if contrary(mine, theirs):
                shown = self.page.text.quote(tuple(range(max(self.placed.sentence.start, k - 3), k + 1)), 60)
                return Dispute("judge.other_time" if time else "judge.reversed", shown, contradicts=True)
        return None

    def _only_one(self) -> Dispute | None:
        """ "Both gauges", "all branches" of a page that says it of one."""
        for t in self.terms:
            hit = self.fit.hits.get(t.at)
            if hit is None or _quantity(self.statement.tokens, t.at) not in {"all", "none"}:
                continue
            there = self.tokens[hit.token]
            plural = is_plural(t.text)
            if plural and not is_plural(there.text) and not _quantity(self.tokens, hit.token):
                return Dispute("judge.other_quantity", there.text, contradicts=False)
        return None

    def _other_side(self) -> Dispute | None:
        """Votes for taken as votes against, or "up" for "down" before the same number."""
        for i, (value, _) in self.fit.values.items():
            at = self.statement.value_tokens[i][0]
            piece = [k for k, n in self._pieces.items() if n == self._pieces.get(value.first)]
            mine, theirs = side_of(self.statement.tokens, self.fact.own), side_of(self.tokens, piece)
            shown = self.page.text.quote(tuple(piece), 60)
            if mine and mine != theirs and (theirs or side_of(self.tokens, self.placed.sentence)):
                return Dispute("judge.other_pairing", shown, contradicts=True)
            ways = way_of(self.statement.tokens, at, 0), way_of(self.tokens, value.first, self.placed.sentence.start)
            if ways[0] * ways[1] < 0:
                return Dispute("judge.reversed", shown, contradicts=True)
        return None


def claimed_is_time(value: Value) -> bool:
    """A length of time, which is told from others by its unit."""
    return isinstance(value, Quantity) and value.unit in {"hour", "day", "week", "month", "quarter", "year"}


def _count(denials: Sequence[str]) -> int:
    """How many denials there are: "neither ... nor" and "никто не" make one."""
    plain = [d for d in denials if d in {"не", "нет", "нельзя"}]
    doubled = [d for d in denials if d.startswith(("ни", "никт", "ничт"))]
    return len(denials) - (len(doubled) if plain else max(0, len(doubled) - 1)) - denials.count("nor")


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


_COMPARED = frozenset("later more fewer less earlier longer более менее позднее ранее чаще реже позже раньше".split())
_UNWILLING = frozenset("fail fails failed failing failure refuse refuses refused decline declines declined unable".split())
_LACKING = frozenset(("without", "без"))
_TAXES = frozenset(("vat", "tax", "taxes", "gst", "ндс", "налога", "налогов", "учета", "учёта"))


def _denies(tokens: Sequence[Token], k: int) -> bool:
    """Whether a token denies what it stands with: "not", "no", "without", "free of", "fails to"."""
    norm = tokens[k].norm
    after = tokens[k + 1].norm if k + 1 < len(tokens) else ""
    if norm in {"no", "not", "не"} and after in _COMPARED:
        return False  # "not later than": a limit
    if norm in _UNWILLING:
        return after == "to"
    if norm == "free":
        return after == "of"
    if tokens[k].stem in lexicon().prohibitions:
        return norm not in words("abstaining")
    if norm in _LACKING:
        return after not in _TAXES
    return norm in words("denying") or norm.endswith("n't")
