"""What the dependency tree of a piece of text says: where its clauses open, their verbs, doers and objects."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.fact import Fact, Part
from atomcite.judge.lexicon import lexicon
from atomcite.judge.parsing import Tree, parse
from atomcite.judge.wordlists import words
from atomcite.judge.words import (
    Token,
    can_be_subject,
    case_of,
    is_past,
    may_be_object,
    part_of_speech,
    stem,
)

_CLAUSAL = frozenset({"conj", "parataxis", "advcl", "acl:relcl", "ccomp", "csubj", "list", "appos", "acl"})
_NAME_PARTS = frozenset({"flat", "compound", "nummod", "goeswith", "amod", "nmod:poss"})
SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer"})


class TreeReader:
    """The tree of a piece in the tokens of its text: where clauses open, what is done in them, who does it."""

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

    def _give_numbers(self) -> None:
        """ "31 are leased and 15 owned": a number right before a joined verb without a subject is its subject,
        wherever the tree has it."""
        tree = self.tree
        heads, relations = list(tree.heads), list(tree.relations)
        for i in range(1, len(tree)):
            n = i - 1
            while n and tree.tags[n] in {"AUX", "ADV"}:
                n -= 1
            if relations[i] != "conj" or tree.tags[i] != "VERB" or tree.tags[n] != "NUM" or heads[n] in {i, -1}:
                continue
            if any(relations[c] in SUBJECTS for c in tree.children[i]) or n in (heads[i], i):
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
        if relation == "acl":
            # "damage caused by its staff", but not "a duty to pay"
            return self.tree.tags[i] == "VERB" and self._participle(i) and bool(self.tree.children[i])
        if relation == "csubj" and part_of_speech(self.tree.word(i)) == "INFN":
            return False
        if relation == "advcl" and self._bars(self.tree.heads[i], i):
            return False
        return self._predicates(i)

    def _predicates(self, i: int) -> bool:
        if self.tree.tags[i] in {"VERB", "AUX"}:
            return True
        return any(self.tree.relations[c] in SUBJECTS | {"cop", "aux:pass", "csubj"} for c in self.tree.children[i])

    def _participle(self, i: int) -> bool:
        word = self.tree.word(i)
        return part_of_speech(word) in {"PRTF", "PRTS"} or is_past(word) or word.endswith("ing")

    def _bars(self, verb: int, i: int) -> bool:
        """ "Is barred from holding": the verb proper is what one is barred from."""
        tied = any(self.tree.word(k).casefold() in {"from", "to"} for k in self.tree.children[i])
        return tied and stem(self.tree.word(verb)) in lexicon().prohibitions

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
                    or (self.tree.relations[c] == "advcl" and self._bars(out[-1], c))
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
                    if c in doers or tree.relations[c] in SUBJECTS:
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

    def _part(self, c: int, p: int, passive: bool) -> Part | None:
        relation = self.tree.relations[c]
        if relation == "nsubj:pass":
            return "object" if passive else "doer"  # "is entitled to transfer": who is entitled transfers
        if relation in {"nsubj", "nsubj:outer"}:
            return "object" if passive else "doer"
        if relation == "obj":
            return "object"
        if relation in {"flat", "compound", "dep", "appos", "nmod"} and c < p and self.tree.tags[p] == "VERB":
            # Nothing of the kind stands before a verb but its subject.
            bare = not any(self.tree.relations[k] in {"case", "mark"} for k in self.tree.children[c])
            named = any(self.tree.relations[k] in SUBJECTS for k in self.tree.children[p])
            if bare and not named and self.tree.tags[c] in {"NOUN", "PROPN"}:
                return "object" if passive else "doer"
        if relation == "iobj":
            return "receiver"
        if (
            self.tree.tags[c] in {"NUM", "SYM"}
            or self._has(c, {"nummod"})
            or any(self.tree.tags[k] == "NUM" for k in self.tree.children[c])
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
                if (
                    relation in _NAME_PARTS
                    or counts
                    or (relation in {"conj", "appos"} and self.clause[k] == self.clause[c])
                ):
                    stack.append(k)
