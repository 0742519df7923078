"""Facts of a run of text: each clause with its verb, who does it and what is done, and what it borrows from its
neighbours ("approved the budget and postponed the sale" has one subject for two facts).

Built on dependency trees (`atomcite.judge.parsing`). Where a tree is wrong a fact has a word too many or a part
missing; the checks that use facts ask for agreement of parts only where both sides have one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from atomcite.judge.fact import Fact, Part
from atomcite.judge.pieces import condition_end, pieces, ungapped
from atomcite.judge.tree_reader import SUBJECTS, TreeReader
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import Token, is_passive_participle, is_past, part_of_speech

_ONE = frozenset(("one", "ones", "that", "those"))


def facts_of(tokens: Sequence[Token], low: int, high: int) -> list[Fact]:
    """Facts of tokens low..high-1 of a text, at most one sentence."""
    out: list[Fact] = []
    for start, end in pieces(tokens, low, high):
        until = condition_end(tokens, start, end)
        if until:
            first = _Clauses(tokens, [(t.text, k) for k, t in enumerate(tokens[start:until], start)]).facts()
            for f in first:
                f.span, f.qualifies = range(start, end), True
            out += first
        for spelled in ungapped(tokens, until or start, end):
            found = _Clauses(tokens, spelled).facts()
            for f in found:
                f.span = range(start, end)
            out += found
    return out


class _Clauses(TreeReader):
    """Reads the facts off one tree."""

    def facts(self) -> list[Fact]:
        tree = self.tree
        if not len(tree):
            return []
        self._give_numbers()
        order = self._top_down(self.tree.root)
        for i in order:
            head = self.tree.heads[i]
            self.clause[i] = i if self._opens(i) or head < 0 else self.clause[head]
        made: dict[int, Fact] = {}
        for i in order:
            if self.clause[i] == i:
                made[i] = self._fact(i, made)
        self._share_objects(made)
        return list(made.values())

    def _share_objects(self, made: dict[int, Fact]) -> None:
        """ "Shall not constitute, create or imply a partnership": what stands after the last of joined verbs."""
        tree = self.tree
        for i, fact in made.items():
            if (
                "object" in fact.parts.values()
                or fact.verb < 0
                or max(t for t in fact.own if self.tokens[t].is_word) > fact.verb
            ):
                continue
            for j in made:
                joined = tree.heads[j] == i or (tree.heads[j] == tree.heads[i] and j > i)
                other = made[j]
                if tree.relations[j] == "conj" and joined and "object" in other.heads.values() and not other.passive:
                    thing = {
                        t
                        for t, h in other.phrase.items()
                        if other.heads.get(h) == "object" or other.parts.get(t) == "object"
                    }
                    fact.lent |= frozenset(thing)
                    fact.parts.update({t: "object" for t in thing if other.parts.get(t) == "object"})

    def _fact(self, i: int, made: dict[int, Fact]) -> Fact:
        tree = self.tree
        chain = self._chain(i)
        nodes = [n for n in self._top_down(i) if self.clause[n] == i]
        own = frozenset(t for n in nodes for t in self.members[n])
        predicative = self._predicates(i)
        fact = Fact(self.first[chain[-1]] if predicative else -1, own)
        fact.passive = self._passive(chain)
        if tree.relations[i] == "acl":
            word = tree.word(i)
            fact.passive = is_past(word) or (part_of_speech(word) in {"PRTF", "PRTS"} and is_passive_participle(word))
        for n in nodes:
            head = tree.heads[n]
            if head >= 0 and n != i:
                for t in self.members[n]:
                    fact.up[t] = self.first[head]
        opener = tree.relations[i]
        if opener == "advcl":
            fact.qualifies = self._is_condition(i)
        against = any(tree.word(c).casefold() in words("adversative") for c in tree.children[i])
        fact.bound = opener in {"advcl", "acl:relcl", "ccomp", "csubj", "acl", "appos"} and not against
        fact.told = opener in {"ccomp", "csubj"}
        fact.host = made.get(self.clause[tree.heads[i]]) if tree.heads[i] >= 0 else None
        subject = False
        for p in chain:
            for c in tree.children[p]:
                if self.clause[c] != i:
                    continue
                part = self._part(c, p, fact.passive)
                subject |= tree.relations[c] in SUBJECTS
                if part:
                    self._assign(fact, c, part)
                if tree.relations[c] not in {"punct", "aux", "aux:pass", "cop", "mark", "cc"}:
                    for n in self._top_down(c):
                        if self.clause[n] == i:
                            for t in self.members[n]:
                                fact.phrase[t] = self.first[c]
        if fact.verb >= 0:
            self._agree(chain, fact)
            self._borrow(i, fact, made, subject)
        return fact

    def _is_condition(self, i: int) -> bool:
        marks = {
            self.tree.word(c).casefold()
            for c in self.tree.children[i]
            if self.tree.relations[c] in {"mark", "advmod"}
        }
        return bool(marks & {p[0] for p in phrases("conditions")})

    def _borrow(self, i: int, fact: Fact, made: dict[int, Fact], subject: bool) -> None:
        """What a clause has in common with the one it is joined to."""
        tree = self.tree
        relation, head = tree.relations[i], tree.heads[i]
        if head < 0:
            return
        host = made.get(self.clause[head])
        if host is None:
            return
        pointing = [
            c for c in range(self._first_node(i, host), len(tree)) if self._points(c) and self.first[c] <= fact.verb
        ]
        if relation == "acl:relcl" or pointing:
            self._point_back(i, fact, host, pointing)
        if relation == "acl":
            group = [n for n in self._top_down(head) if self.clause[n] == self.clause[head]]
            lent = frozenset(t for n in group for t in self.members[n])
            fact.lent |= lent
            fact.parts.update({t: "object" if fact.passive else "doer" for t in lent if t in self.members[head]})
        if relation in {"acl:relcl", "acl"}:
            return
        if relation not in {"conj", "parataxis", "advcl"}:
            return
        bare = [
            c for c in tree.children[i]
            if tree.tags[c] in {"ADJ", "DET"} and tree.relations[c] in {"obl", "nsubj", "obj", "nmod", "nsubj:pass"}
        ]  # fmt: skip
        if bare:  # "fell in the northern region and rose in the southern"
            fact.lent |= frozenset(
                t for t, h in host.phrase.items() if t in host.own and (t == h or h in host.heads)
                and self.tokens[t].is_word and part_of_speech(self.tokens[t].text) in {"NOUN", ""}
                and t in self._nouns
            )  # fmt: skip
        if subject and not any(tree.word(c).casefold() in _ONE for c in tree.children[i]):
            return
        if relation in {"conj", "parataxis"} and not subject:
            if not fact.passive and host.passive and is_past(tree.word(i)):
                has_aux = any(tree.relations[c] in {"aux", "aux:pass"} for c in tree.children[i])
                fact.passive = not has_aux
            subjects = {c for c in tree.children[head] if tree.relations[c] in SUBJECTS}
            turned = any(tree.word(c).casefold() in words("adversative") for c in tree.children[i])
            if not subjects and host.lent:
                fact.lent |= host.lent
                fact.parts = {**{t: p for t, p in host.parts.items() if t in host.lent}, **fact.parts}
            for c in tree.children[head]:
                if self.clause[c] != self.clause[head]:
                    continue
                leads = max(self.first[c], 0) < self.first[head]
                if turned and tree.word(c).casefold() in words("denying"):
                    continue  # "shall not copy but may read"
                if c in subjects or (
                    leads and tree.relations[c] in {"obl", "advmod", "aux", "aux:pass", "cop", "obj"}
                ):
                    group = self._shared(c, i)
                    fact.lent |= frozenset(t for n in group for t in self.members[n])
                    if c in subjects:
                        shared: Part = "object" if fact.passive else "doer"
                        for n in group:
                            for t in self.members[n]:
                                if t in host.parts:
                                    fact.parts.setdefault(t, shared)
                                if t in host.heads:
                                    fact.heads.setdefault(t, shared)
        if any(tree.word(c).casefold() in _ONE or tree.tags[c] == "NUM" for c in tree.children[i]):
            # "opened three stores and closed one"
            things = {"obj", "nsubj", "nsubj:pass"}
            fact.lent |= frozenset(
                self.first[n] for n in range(len(tree))
                if tree.relations[n] in things and self.first[n] in host.own and tree.tags[n] == "NOUN"
            )  # fmt: skip

    def _shared(self, c: int, i: int) -> list[int]:
        """The words of a phrase of one clause that the next clause shares: all but what it says anew with the same
        preposition ("the pressure in the north fell and in the south rose")."""
        tree = self.tree
        mine = {
            tree.word(k).casefold() for p in tree.children[i] for k in tree.children[p] if tree.relations[k] == "case"
        }
        out: list[int] = []
        stack = [c]
        while stack:
            n = stack.pop()
            cases = {tree.word(k).casefold() for k in tree.children[n] if tree.relations[k] == "case"}
            if self.clause[n] != self.clause[c] or (cases & mine):
                continue
            out.append(n)
            stack += tree.children[n]
        return out

    @cached_property
    def _nouns(self) -> frozenset[int]:
        return frozenset(self.first[n] for n in range(len(self.tree)) if self.tree.tags[n] in {"NOUN", "PROPN"})

    def _first_node(self, i: int, host: Fact) -> int:
        """The first word after the verb that a clause is joined to, or of the clause itself."""
        return next((n for n in range(len(self.tree)) if self.first[n] > host.verb), i)

    def _points(self, c: int) -> bool:
        """A relative pronoun, or "of them"."""
        word = self.tree.word(c).casefold()
        before = self.tree.word(c - 1).casefold() if c else ""
        if word in words("relative"):
            return True
        return word in {"them", "these", "those", "них"} and before in {"of", "из"}

    def _point_back(self, i: int, fact: Fact, host: Fact, pointing: Sequence[int]) -> None:
        """ "46 vehicles, of which 31 are leased": the noun before a relative clause, in the part of its pronoun."""
        until = min((self.first[c] for c in pointing), default=min(fact.own))
        if pointing and self.tree.word(pointing[0] - 1).casefold() in {"of", "из"}:
            until = self.first[pointing[0] - 1]
        before = [t for t in host.own if t < until and self.tokens[t].is_word]
        if not before:
            return
        phrase = host.phrase.get(max(before))
        noun = {t for t in before if phrase is not None and host.phrase.get(t) == phrase}
        fact.lent |= frozenset(noun)
        part: Part | None = None
        for c in pointing:
            part = self._part(c, i, fact.passive) or part
        if part is not None:
            fact.parts.update({t: part for t in noun if t in host.parts or t == phrase})
