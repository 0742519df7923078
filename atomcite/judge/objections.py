"""What speaks against a fact of the page that has all the words of a fact of the statement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from atomcite.judge.claim import Statement, Term
from atomcite.judge.contrasts import contrary, relation_of, side_of, way_of
from atomcite.judge.correspondence import CONTENT, Dispute
from atomcite.judge.denial_words import count_denials, denies
from atomcite.judge.fact import Fact, is_anaphoric
from atomcite.judge.fit import LENT, OWN, TOPIC, Fit
from atomcite.judge.hits import Hit
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page_facts import PlacedFact
from atomcite.judge.prepared import Prepared
from atomcite.judge.quantifiers import quantity_before
from atomcite.judge.timing import is_time
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import Token, is_plural, part_of_speech, tense_of
from atomcite.values import Identifier, Quantity, Value

_EARLIER = frozenset(("before", "until", "till", "до", "прежде", "пока"))


class Objections:
    """A fact of a statement beside one of the page, and the checks of the two, each a `Dispute` or None."""

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

    def dispute(self) -> Dispute | None:
        """The first objection."""
        checks = (
            self._opposed,
            self._other_part,
            self._other_phrase,
            self._other_piece,
            self._head_of_value,
            self._other_relation,
            self._other_side,
            self._only_one,
            self._number_of_all,
            self._not_done,
            self._other_mark,
        )
        return next((d for check in checks if (d := check()) is not None), None)

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
        return count_denials([tokens[k].norm for k in within if denies(tokens, k)])

    def _denied_there(self) -> int:
        """Denials of the fact but those in a part of it that the statement leaves out ("not the carrier")."""
        used = {h.token for h in self.fit.hits.values()}
        found = []
        for k in self.there.tokens:
            if not denies(self.tokens, k):
                continue
            target = self.there.up.get(k, -1)
            aside = target >= 0 and target != self.there.verb and target not in self.there.heads
            if aside and target not in used and not any(self.there.up.get(u) == target for u in used):
                continue
            found.append(self.tokens[k].norm)
        return count_denials(found)

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
            if not same_verb and not (part == "doer" and fit.tiers[at] >= TOPIC):
                continue
            rivals = [k for k, p in there.heads.items() if p == part]
            meant = {h.token for a, h in fit.hits.items() if self.fact.parts.get(a) == part}
            changed = [k for k in rivals if k in used and k not in meant]
            if changed:
                return self._other(changed[0])  # the two have changed places
            if not rivals or any(k in meant for k in rivals):
                continue
            if all(self._stands_for_another(k) for k in rivals) or fit.tiers[at] == LENT:
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
        """A describing word that the page says of something else: "upper tubes" of "the upper floor and tubes"."""
        fit, there = self.fit, self.there
        for t in self.terms:
            hit = fit.hits.get(t.at)
            up = self.fact.up.get(t.at, -1)
            head = fit.hits.get(up)
            if hit is None or head is None or up == self.fact.verb or t.at == self.fact.verb:
                continue
            if fit.tiers[t.at] != OWN or fit.tiers[up] != OWN:
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
        """ "38 % voted against" of "46 % voted against, 38 % for": what stands in the piece of another such number
        speaks for that one."""
        fit, there = self.fit, self.there
        pieces = {k: n for k, n in self.pieces.items() if k in there.own}
        for i, (value, _) in fit.values.items():
            if value.first not in pieces:
                continue
            mine = pieces[value.first]
            rivals = {
                self.pieces[v.first]
                for v in self.page.values
                if v.first in self.pieces and v.first != value.first and _alike(v.found.value, value.found.value)
            } - {mine}
            taken = {pieces[v.first] for k, (v, _) in fit.values.items() if k != i and v.first in pieces}
            rivals -= {
                pieces[v.first]
                for k, (v, _) in fit.values.items()
                if k != i and v.first in pieces and _alike(v.found.value, value.found.value)
            }
            if not rivals:
                continue
            beside = [(h.token, at) for at, h in fit.hits.items()]
            beside += [(v.first, -1) for k, (v, _) in fit.values.items() if k != i]
            for token, at in beside:
                if pieces.get(token, mine) == mine or pieces[token] not in rivals:
                    continue
                if at >= 0 and not self._tells(at, token, mine, pieces, taken):
                    continue
                return Dispute("judge.other_pairing", self.tokens[token].text, contradicts=True)
        return None

    def _tells(self, at: int, token: int, mine: int, pieces: dict[int, int], taken: set[int]) -> bool:
        """Whether a word in the piece of another number tells that a number is not what the statement takes it for:
        not the subject of all of them, nor a verb that they share."""
        term = next(t for t in self.terms if t.at == at)
        if token == self.there.verb:
            return any(self.pieces.get(v) == mine for v in self._verbs if v != token)
        if term.kind not in CONTENT or pieces[token] in taken:
            return False
        if token in self.there.heads and pieces[token] < mine:
            return False
        return not any(pieces.get(h.token) == mine and h.score >= 0.95 for h in self.page.hits(term))

    @cached_property
    def _verbs(self) -> frozenset[int]:
        """Verbs of all facts of the sentence."""
        return frozenset(p.fact.verb for p in self.page.facts.facts if p.sentence == self.placed.sentence)

    def _not_done(self) -> Dispute | None:
        """ "Взыскать с подрядчика" asks for it; that it was done is another matter, unless that was resolved."""
        hit = self.fit.hits.get(self.fact.verb)
        if hit is None or part_of_speech(self.tokens[hit.token].text) != "INFN":
            return None
        if tense_of(self.statement.tokens[self.fact.verb].text) != "past":
            return None
        if any(self.tokens[k].stem in stems("resolving") for k in self.placed.sentence):
            return None
        return Dispute("judge.other_mood", self.tokens[hit.token].text, contradicts=False)

    @cached_property
    def pieces(self) -> dict[int, int]:
        """For each token of the sentence the piece, between commas and conjunctions, that it is in."""
        number = 0
        out = {}
        for k in self.placed.sentence:
            token = self.tokens[k]
            inside = (
                token.text in {",", ":", "."} and k + 1 < len(self.tokens) and self.tokens[k + 1].start == token.end
            )
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
            if noun in used or self.tokens[noun].stem not in stems("bounding"):
                continue
            return Dispute(
                "judge.said_of_another", self.page.text.quote((noun, k, value.first), 60), contradicts=False
            )
        return None

    def _other_relation(self) -> Dispute | None:
        """ "Before tax" for "after tax", "including" for "excluding", "from May" for "until May"."""
        spots = [(t.at, self.fit.hits[t.at].token, False) for t in self.terms if t.at in self.fit.hits]
        for i, (value, _) in self.fit.values.items():
            claimed = self.statement.values[i].value
            time = not isinstance(claimed, Quantity | Identifier) or _is_length_of_time(claimed)
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
            if hit is None or quantity_before(self.statement.tokens, t.at) not in {"all", "none"}:
                continue
            there = self.tokens[hit.token]
            plural = is_plural(t.text)
            one = plural and not is_plural(there.text) and not quantity_before(self.tokens, hit.token)
            if one or self._part_of_them(hit.token):
                return Dispute("judge.other_quantity", there.text, contradicts=False)
        return None

    def _number_of_all(self) -> Dispute | None:
        """ "Nine were closed" of "two of the nine were closed"."""
        for i, (value, _) in self.fit.values.items():
            at = self.statement.value_tokens[i][0]
            before = {t.norm for t in self.statement.tokens[max(0, at - 3) : at]}
            if (
                isinstance(value.found.value, Quantity)
                and not before & {"of", "из"}
                and self._part_of_them(value.first)
            ):
                return Dispute("judge.other_quantity", value.found.text.strip(), contradicts=True)
        return None

    def _other_mark(self) -> Dispute | None:
        """ "Before it is approved" of "as soon as it is approved"."""
        if not self.fact.bound or self.fact.told:
            return None
        mine = any(self.statement.tokens[k].norm in _EARLIER for k in self.fact.own)
        theirs = [k for k in self.there.own if self.tokens[k].norm in _EARLIER]
        if mine == bool(theirs) or not self.there.bound:
            return None
        return Dispute(
            "judge.other_time", self.page.text.quote(tuple(sorted(self.there.own))[:8], 60), contradicts=True
        )

    def _part_of_them(self, k: int) -> bool:
        """ "Two of the five pumps"."""
        for m in range(k - 1, max(self.placed.sentence.start, k - 5), -1):
            of = self.tokens[m].norm in {"of", "из"}
            if not self.tokens[m].is_word or (not of and self.tokens[m].norm in words("prepositions")):
                return False
            if of:
                before = self.tokens[m - 1]
                some = before.norm in words("counting") - {"all", "both", "each", "none", "neither", "каждый"}
                return (
                    some
                    or before.text[:1].isdigit()
                    or any(
                        v.first <= m - 1 <= v.last and isinstance(v.found.value, Quantity) for v in self.page.values
                    )
                )
        return False

    def _other_side(self) -> Dispute | None:
        """Votes for taken as votes against, or "up" for "down" before the same number."""
        for i, (value, _) in self.fit.values.items():
            at = self.statement.value_tokens[i][0]
            piece = [k for k, n in self.pieces.items() if n == self.pieces.get(value.first)]
            mine, theirs = side_of(self.statement.tokens, self.fact.own), side_of(self.tokens, piece)
            shown = self.page.text.quote(tuple(piece), 60)
            if mine and mine != theirs and (theirs or side_of(self.tokens, self.placed.sentence)):
                return Dispute("judge.other_pairing", shown, contradicts=True)
            ways = way_of(self.statement.tokens, at, 0), way_of(self.tokens, value.first, self.placed.sentence.start)
            if ways[0] * ways[1] < 0:
                return Dispute("judge.reversed", shown, contradicts=True)
        return None


def _is_length_of_time(value: Value) -> bool:
    """A length of time, which is told from others by its unit."""
    return isinstance(value, Quantity) and value.unit in {"hour", "day", "week", "month", "quarter", "year"}


def _alike(a: Value, b: Value) -> bool:
    """Whether two values are of one kind, so that one may be taken for the other."""
    if isinstance(a, Quantity) and isinstance(b, Quantity):
        return a.unit == b.unit
    return is_time(a) and is_time(b)
