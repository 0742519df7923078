"""Facts of a run of text: each clause with its verb, who does it and what is done, and what it borrows from its
neighbours ("approved the budget and postponed the sale" has one subject for two facts).

Built on dependency trees (`atomcite.judge.parsing`). Where a tree is wrong a fact has a word too many or a part missing;
the checks that use facts ask for agreement of parts only where both sides have one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from atomcite.judge.parsing import Tree, parse
from atomcite.judge.syntax import syntax
from atomcite.judge.wordlists import phrases, stems, words
from atomcite.judge.words import Token, can_be_subject, case_of, is_past, may_be_object, part_of_speech

Part = Literal["doer", "object", "receiver"]
_CLAUSAL = frozenset({"conj", "parataxis", "advcl", "acl:relcl", "ccomp", "csubj", "list", "appos", "acl"})
_NAME_PARTS = frozenset({"flat", "compound", "nummod", "goeswith", "amod", "nmod:poss"})
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer"})
_ONE = frozenset(("one", "ones", "that", "those"))
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})*")
_AT_MOST = 100
"""Tokens of a sentence that is parsed in one piece."""


@dataclass
class Fact:
    """One clause. `verb` is the token of its predicate, -1 where it has none (a heading, "Chair: A. Lee"). `own` are its
    tokens, `lent` those that it shares with the clause before. `parts` has the part of each token of a subject or
    object, `phrase` the first token of the noun phrase that a token is in. `qualifies`: a condition or the like; `bound`: subordinate to `host`,
    `told`: as what is said, found or proposed there.
    `span` is the sentence that it stands in."""

    verb: int
    own: frozenset[int]
    lent: frozenset[int] = frozenset()
    parts: dict[int, Part] = field(default_factory=dict)
    heads: dict[int, Part] = field(default_factory=dict)
    phrase: dict[int, int] = field(default_factory=dict)
    up: dict[int, int] = field(default_factory=dict)
    passive: bool = False
    pronoun: bool = False
    qualifies: bool = False
    bound: bool = False
    told: bool = False
    host: Fact | None = None
    span: range = range(0)

    @property
    def tokens(self) -> frozenset[int]:
        return self.own | self.lent


def facts_of(tokens: Sequence[Token], low: int, high: int) -> list[Fact]:
    """Facts of tokens low..high-1 of a text, at most one sentence."""
    out: list[Fact] = []
    for start, end in _pieces(tokens, low, high):
        until = _condition(tokens, start, end)
        if until:
            first = _Clauses(tokens, [(t.text, k) for k, t in enumerate(tokens[start:until], start)]).facts()
            for f in first:
                f.span, f.qualifies = range(start, end), True
            out += first
        for spelled in _ungapped(tokens, until or start, end):
            found = _Clauses(tokens, spelled).facts()
            for f in found:
                f.span = range(start, end)
            out += found
    return out


def _pieces(tokens: Sequence[Token], low: int, high: int) -> Iterator[tuple[int, int]]:
    """Cut at semicolons, which part clauses that say nothing of one another; the number of an item is left out."""
    low = _after_number(tokens, low, high)
    heading = _capitals(tokens, low, high)
    if heading:
        yield low, heading
        low = _after_number(tokens, heading, high)
    start = low
    for k in range(low, high):
        if tokens[k].text == ";" or k - start >= _AT_MOST:
            if k > start:
                yield start, k
            start = k + 1
        elif k > start and _opens_label(tokens, k, high):
            yield start, k
            start = k
    if high > start:
        yield start, high


def _capitals(tokens: Sequence[Token], low: int, high: int) -> int:
    """Where a heading in capitals ends that runs into the sentence below it; 0 without one."""
    k = low
    while k < high and (tokens[k].text.isupper() or not tokens[k].is_word):
        k += 1
    written = [t for t in tokens[low:k] if t.is_word and len(t.text) > 1]
    return k if len(written) >= 2 and k < high - 2 else 0


def _after_number(tokens: Sequence[Token], low: int, high: int) -> int:
    """ "12.3 The Buyer", "(b) The Buyer", "4. The Buyer": where the sentence begins."""
    k = low
    if k < high and tokens[k].text in "(§":
        k += 1
    if k + 1 >= high or not (_NUMBER.fullmatch(tokens[k].text) or len(tokens[k].text) == 1):
        return low
    closed = tokens[k + 1].text in {")", "."}
    bare = "." in tokens[k].text
    after = k + 1 + closed
    if after < high and (closed or bare) and (tokens[after].capital or not tokens[after].is_word):
        return after
    return low


def _condition(tokens: Sequence[Token], low: int, high: int) -> int:
    """Where a condition ends that the sentence begins with ("If A is late, B may ..."); 0 without one. Both halves
    are whole clauses, and are read with more success apart."""
    found = syntax(tuple(tokens[low:high])).segments
    if len(found) < 2 or found[0].kind != "condition" or found[1].start < 3:
        return 0
    return low + found[1].start


def _opens_label(tokens: Sequence[Token], k: int, high: int) -> bool:
    """ "Chair: Titova N. V. Secretary: Yudin": a label after an initial, whose dot ends no sentence by itself."""
    if not tokens[k].capital or len(tokens[k].text) < 3 or tokens[k - 1].text != "." or k + 1 >= high:
        return False
    after = tokens[k + 1]
    apart = after.start > tokens[k].end
    return after.text == ":" or (after.text in "-–—" and apart)


def _ungapped(tokens: Sequence[Token], low: int, high: int) -> Iterator[list[tuple[str, int]]]:
    """ "A repairs the roof, B - the floor": the dash stands for the verb, which is put in its place."""
    spelled = [(t.text, k) for k, t in enumerate(tokens[low:high], low)]
    dashes = [k for k in range(low + 1, high - 1) if tokens[k].text in "-–—" and tokens[k].start > tokens[k - 1].end]
    verbs = [k for k in range(low, high) if part_of_speech(tokens[k].text) in {"VERB", "PRTS"}]
    cut = None
    for d in dashes:
        comma = next((k for k in range(d - 1, low, -1) if tokens[k].text == ","), None)
        if comma is None or not verbs or verbs[0] > comma or any(comma < v for v in verbs):
            continue
        cut = comma, d, verbs[0]
        break
    if cut is None:
        yield spelled
        return
    comma, dash, verb = cut
    yield spelled[: comma - low]
    rest = [(tokens[verb].text, verb) if k == dash else (w, k) for w, k in spelled[comma - low + 1 :]]
    yield rest


class _Clauses:
    """Reads the facts off one tree."""

    def __init__(self, tokens: Sequence[Token], spelled: Sequence[tuple[str, int]]) -> None:
        self.tokens = tokens
        text, self.node_of_char = "", []
        for k, (word, at) in enumerate(spelled):
            gap = k and (tokens[at].start > tokens[spelled[k - 1][1]].end or spelled[k - 1][1] > at)
            if gap or (k and at < spelled[k - 1][1]):
                text += " "
                self.node_of_char.append(-1)
            self.node_of_char += [at] * len(word)
            text += word
        self.tree: Tree = parse(text)
        self.members: list[list[int]] = []
        for a, b in self.tree.spans:
            self.members.append(list(dict.fromkeys(t for t in self.node_of_char[a:b] if t >= 0)))
        self.first = [m[0] if m else -1 for m in self.members]
        self.clause: list[int] = [-1] * len(self.tree)
        self.whole: set[int] = set()

    # --- clauses ----------------------------------------------------------------------------------------------

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
        return list(made.values())

    def _give_numbers(self) -> None:
        """ "31 are leased and 15 owned": a number right before a joined verb without a subject is its subject, wherever
        the tree has it."""
        tree = self.tree
        heads, relations = list(tree.heads), list(tree.relations)
        for i in range(1, len(tree)):
            n = i - 1
            while n and tree.tags[n] in {"AUX", "ADV"}:
                n -= 1
            if relations[i] != "conj" or tree.tags[i] != "VERB" or tree.tags[n] != "NUM" or heads[n] in {i, -1}:
                continue
            if any(relations[c] in _SUBJECTS for c in tree.children[i]) or n in (heads[i], i):
                continue
            if heads[i] < n and not any(heads[c] == n and tree.tags[c] == "VERB" for c in range(len(tree))):
                heads[n], relations[n] = i, "nsubj:pass" if is_past(tree.word(i)) else "nsubj"
        self.tree = Tree(tree.text, tree.spans, tuple(heads), tuple(relations), tree.tags)

    def _top_down(self, root: int) -> list[int]:
        out, stack = [], [root]
        while stack:
            i = stack.pop()
            out.append(i)
            stack += reversed(self.tree.children[i])
        return out

    def _opens(self, i: int) -> bool:
        """Whether a word heads a clause of its own."""
        relation = self.tree.relations[i]
        if self.tree.heads[i] < 0:
            return True
        if relation not in _CLAUSAL:
            return False
        if relation in {"appos", "list", "parataxis"}:
            return self._predicates(i)
        if relation == "acl" or (relation == "csubj" and part_of_speech(self.tree.word(i)) == "INFN"):
            return False
        return self._predicates(i)

    def _predicates(self, i: int) -> bool:
        if self.tree.tags[i] in {"VERB", "AUX"}:
            return True
        return any(self.tree.relations[c] in _SUBJECTS | {"cop", "aux:pass", "csubj"} for c in self.tree.children[i])

    def _chain(self, i: int) -> list[int]:
        """The verbs of one predicate: "is obliged to pay" up to the last."""
        out = [i]
        while True:
            following = [
                c
                for c in self.tree.children[out[-1]]
                if self.tree.tags[c] in {"VERB", "AUX"}
                and (
                    self.tree.relations[c] == "xcomp"
                    or (self.tree.relations[c] == "csubj" and part_of_speech(self.tree.word(c)) == "INFN")
                )
            ]
            if not following:
                return out
            out.append(following[0])

    def _passive(self, chain: Sequence[int]) -> bool:
        last = chain[-1]
        kind = part_of_speech(self.tree.word(last))
        if kind:
            reflexive = self.tree.word(last).casefold().endswith(("ся", "сь"))
            return kind == "PRTS" or (reflexive and self._has(last, {"nsubj:pass", "obl:agent"}))
        return self._has(last, {"aux:pass", "obl:agent"}) or (len(chain) == 1 and self._has(last, {"nsubj:pass"}))

    def _has(self, i: int, relations: set[str]) -> bool:
        return any(self.tree.relations[c] in relations for c in self.tree.children[i])

    def _fact(self, i: int, made: dict[int, Fact]) -> Fact:
        tree = self.tree
        chain = self._chain(i)
        nodes = [n for n in self._top_down(i) if self.clause[n] == i]
        own = frozenset(t for n in nodes for t in self.members[n])
        predicative = self._predicates(i)
        fact = Fact(self.first[chain[-1]] if predicative else -1, own)
        fact.passive = self._passive(chain)
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
                subject |= tree.relations[c] in _SUBJECTS
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

    def _agree(self, chain: Sequence[int], fact: Fact) -> None:
        """Russian words stand in any order: who does it is told by the case and by agreement with the verb."""
        tree = self.tree
        verb, finite = tree.word(chain[-1]), tree.word(chain[0])
        kind = part_of_speech(verb)
        if kind not in {"VERB", "INFN", "PRTS"}:
            return
        core = [
            c for p in chain for c in tree.children[p]
            if tree.tags[c] in {"NOUN", "PROPN"} and tree.relations[c] not in {"conj", "appos"}
            and not self._has(c, {"case"})
        ]  # fmt: skip
        core += [
            g for c in core for g in tree.children[c]
            if tree.relations[g] in {"flat", "nmod"} and case_of(tree.word(g)) == "ablt" != case_of(tree.word(c))
        ]  # fmt: skip
        if kind == "PRTS" or verb.casefold().endswith(("ся", "сь")):
            doers = [c for c in core if case_of(tree.word(c)) == "ablt" and tree.word(c)[:1].isalpha()]
            fact.passive = fact.passive or bool(doers)
            if fact.passive:
                for c in core:
                    if c in doers or tree.relations[c] in _SUBJECTS:
                        self._assign(fact, c, "doer" if c in doers else "object")
            return
        named = [c for c in core if tree.relations[c] in {"nsubj", "obj", "nsubj:pass"}]
        if len(named) != 2 or fact.passive:
            return
        fit = [c for c in named if can_be_subject(tree.word(c), finite)]
        sure = [c for c in fit if not may_be_object(tree.word(c))]
        doer = sure[0] if len(sure) == 1 else fit[0] if len(fit) == 1 else None
        if doer is not None:
            for c in named:
                self._assign(fact, c, "doer" if c == doer else "object")

    def _is_condition(self, i: int) -> bool:
        marks = {self.tree.word(c).casefold() for c in self.tree.children[i] if self.tree.relations[c] in {"mark", "advmod"}}
        return bool(marks & {p[0] for p in phrases("conditions")})

    def _part(self, c: int, p: int, passive: bool) -> Part | None:
        relation = self.tree.relations[c]
        if relation in {"nsubj:pass"}:
            return "object"
        if relation in {"nsubj", "nsubj:outer"}:
            return "object" if passive else "doer"
        if relation == "obj":
            return "object"
        if relation in {"flat", "compound", "dep", "appos", "nmod"} and c < p and self.tree.tags[p] == "VERB":
            # Nothing of the kind stands before a verb but its subject.
            bare = not any(self.tree.relations[k] in {"case", "mark"} for k in self.tree.children[c])
            named = any(self.tree.relations[k] in _SUBJECTS for k in self.tree.children[p])
            if bare and not named and self.tree.tags[c] in {"NOUN", "PROPN"}:
                return "object" if passive else "doer"
        if relation == "iobj":
            return "receiver"
        if self.tree.tags[c] in {"NUM", "SYM"} or self._has(c, {"nummod"}) or any(
            self.tree.tags[k] == "NUM" for k in self.tree.children[c]
        ):
            return None  # "by 4 per cent"
        if relation == "obl:agent":
            return "doer"
        if relation == "obl" and passive:
            cases = [self.tree.word(k).casefold() for k in self.tree.children[c] if self.tree.relations[k] == "case"]
            if cases == ["by"] or (not cases and case_of(self.tree.word(c)) == "ablt"):
                return "doer"
        return None

    def _assign(self, fact: Fact, c: int, part: Part) -> None:
        """The head of a subject or object with the words of its name, and what is joined to it."""
        stack = [c]
        while stack:
            n = stack.pop()
            tree_tag, counted = self.tree.tags[n], self.tree.word(n).casefold() in words("counting")
            for t in self.members[n]:
                fact.parts[t] = part
                if n == c or self.tree.relations[n] in {"conj", "flat"} or n in self.whole:
                    fact.heads[t] = part
            if part == "doer" and self.tree.tags[n] == "PRON":
                fact.pronoun = True
            if self.tree.tags[n] == "PRON" and n == c:
                fact.pronoun = True
            for k in self.tree.children[n]:
                relation = self.tree.relations[k]
                counts = relation == "nmod" and (tree_tag in {"NUM", "DET", "PRON", "ADJ"} or counted)
                if counts:  # "two of the five pumps", "most of the staff"
                    self.whole.add(k)
                if relation in _NAME_PARTS or counts or (relation in {"conj", "appos"} and self.clause[k] == self.clause[c]):
                    stack.append(k)

    def _borrow(self, i: int, fact: Fact, made: dict[int, Fact], subject: bool) -> None:
        """What a clause has in common with the one it is joined to."""
        tree = self.tree
        relation, head = tree.relations[i], tree.heads[i]
        if head < 0:
            return
        host = made.get(self.clause[head])
        if host is None:
            return
        pointing = [c for c in range(self._first_node(i, host), len(tree)) if self._points(c) and self.first[c] <= fact.verb]
        if relation == "acl:relcl" or pointing:
            self._point_back(i, fact, host, pointing)
        if relation == "acl:relcl":
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
            subjects = {c for c in tree.children[head] if tree.relations[c] in _SUBJECTS}
            if not subjects and host.lent:
                fact.lent |= host.lent
                fact.parts = {**{t: p for t, p in host.parts.items() if t in host.lent}, **fact.parts}
            for c in tree.children[head]:
                if self.clause[c] != self.clause[head]:
                    continue
                leads = max(self.first[c], 0) < self.first[head]
                if c in subjects or (leads and tree.relations[c] in {"obl", "advmod", "aux", "aux:pass", "cop", "obj"}):
                    group = self._shared(c, i)
                    fact.lent |= frozenset(t for n in group for t in self.members[n])
                    if c in subjects:
                        part = "object" if fact.passive else "doer"
                        for n in group:
                            for t in self.members[n]:
                                if t in host.parts:
                                    fact.parts.setdefault(t, part)
                                if t in host.heads:
                                    fact.heads.setdefault(t, part)
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
        mine = {tree.word(k).casefold() for p in tree.children[i] for k in tree.children[p] if tree.relations[k] == "case"}
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


def is_anaphoric(token: Token) -> bool:
    """A noun that stands for the matter of a heading: "the motion", "the application", "вопрос"."""
    return token.stem in stems("matters")
