"""What a negator or a prohibition denies.

A denial is tied to what it denies. "Not", "never", "не" deny the next content word; "no", "neither" the noun and the
verb that it is the subject of; "without" its noun phrase; "prohibited from", "refrain from", "запрещается" every
action of their complement, over the items of a list too.
"""

from __future__ import annotations

from atomcite.judge.clauses import ADVERSATIVE, SUBORDINATE, ClauseMarker, reads
from atomcite.judge.words import case_of, is_verb_form, may_be_verb, part_of_speech, word_set

_STOPS = SUBORDINATE | ADVERSATIVE
_DETERMINERS = frozenset(("no", "neither", "none", "nobody", "nothing", "nor"))
WITHOUT = frozenset(("without", "без"))
_MODALS = word_set("shall will may must can could would should is are was were be been has have had does do did")
_OR = frozenset(("or", "nor", "или", "либо", "ни"))
_PREPOSITIONS = word_set(
    "of to in on at for by with from under over between among upon into within during "
    "в на с по к о от до из за для при"
)
_WAS = frozenset(("было", "будет", "бывало", "имеется", "имелось"))
_THERE_IS_NO = frozenset(("нет", "нету", "отсутствует", "отсутствуют", "отсутствовали"))


class DenialMarker(ClauseMarker):
    """Finds what is denied, in clauses that are marked."""

    def _denials(self) -> None:
        for i, token in enumerate(self.tokens):
            if not token.is_word:
                continue
            if token.norm in WITHOUT:
                self._without(i)
            elif self._is_negator(i):
                self.negator[i] = True
                if token.norm in _DETERMINERS:
                    self._determiner(i)
                else:
                    self._verbal(i)
            elif token.stem in self.lex.prohibitions and self._prohibits(i):
                self._prohibition(i)

    def _is_negator(self, i: int) -> bool:
        token = self.tokens[i]
        following = self.tokens[i + 1].norm if i + 1 < len(self.tokens) else ""
        if token.stem in self.lex.refusals and i + 1 < len(self.tokens):
            # "refused to extend", "отказал продлить"
            after = self.tokens[i + 1]
            verb = self.tokens[i + 2].text if i + 2 < len(self.tokens) else ""
            return (following == "to" and is_verb_form(verb)) or part_of_speech(after.text) == "INFN"
        if token.norm == "against" and i + 1 < len(self.tokens) and self.tokens[i + 1].norm.endswith("ing"):
            return True  # "decided against selling"
        if token.norm == "non" and following == "-":
            return True
        if token.stem not in self.lex.negators and not token.norm.endswith("n't"):
            return False
        beyond = self.tokens[i + 2].norm if i + 2 < len(self.tokens) else ""
        if following in self.lex.bounds and not (following == "limited" and beyond != "to"):
            return False
        if token.norm == "no" and (
            following == "." or (i + 1 < len(self.tokens) and self.tokens[i + 1].text[:1].isdigit())
        ):
            return False  # "No. 17"
        previous = self.tokens[i - 1].norm if i else ""
        # "никто не", "не ... никакой": Russian doubles its negatives without cancelling them.
        doubled = token.norm.startswith(("никт", "ничт", "ничег", "ником", "никак", "никог")) or token.norm == "ни"
        return not doubled and previous not in {"whether", "or"}

    def _aim(self, i: int, stop: int) -> int | None:
        return next((k for k in range(i + 1, stop) if self._content(k)), None)

    def _deny(self, low: int, high: int) -> None:
        for k in range(low, high):
            self.depth[k] += 1

    def _verbal(self, i: int) -> None:
        stop = self._end(i)
        if self.tokens[i].norm in {"failure", "failing"}:
            # "Failure to pay does not end the lease": the denial ends where the sentence's own verb begins.
            stop = next((k for k in range(i + 2, stop) if self.tokens[k].norm in _MODALS), stop)
        # "shall not, during or after the lease, reveal": the insertion is skipped.
        aim = self._aim(i, stop)
        while aim is None and stop < len(self.tokens) and self.tokens[stop].text == "," and stop - i <= 14:
            stop = self._end(stop)
            aim = self._aim(i, stop)
        after = i + 1
        if after < len(self.tokens) and self.tokens[after].text == ",":
            close = next(
                (k for k in range(after + 1, min(after + 14, len(self.tokens))) if self.tokens[k].text == ","), 0
            )
            if close and self.sentence[close] == self.sentence[i]:
                stop = self._end(close)
                aim = self._aim(close, stop)
        if aim is not None and is_verb_form(self.tokens[aim].text) and self.tokens[aim].norm.isascii():
            # "shall not constitute, create or imply a partnership": the verbs share what they are said of.
            while (
                stop + 1 < len(self.tokens)
                and self.tokens[stop].text == ","
                and self._content(stop + 1)
                and is_verb_form(self.tokens[stop + 1].text)
                and any(t.norm in _OR for t in self.tokens[stop : stop + 12])
            ):
                stop = self._end(stop)
        if aim is None:
            be = self.tokens[i].norm == "не" and i + 1 < len(self.tokens) and self.tokens[i + 1].norm in _WAS
            if self.tokens[i].norm in _THERE_IS_NO or be:
                self._backwards(i)  # "замечаний к качеству нет", "краж в музее не было"
            return
        self._deny(i + 1, stop)
        self._hit(aim, stop)
        self._objects(aim, stop)
        if self._names_permission(aim) and not self._complement(aim, stop):
            self._backwards(i)

    def _hit(self, aim: int, stop: int) -> None:
        """Aim at a word, at those joined to it by "or", and at the verb it governs ("not entitled to withhold")."""
        self.target[aim] = True
        k = aim
        while True:
            j = k + 1
            if j < len(self.tokens) and self.tokens[j].text == "," and j + 1 < len(self.tokens):
                ahead = [t.norm for t in self.tokens[j + 1 : j + 7]]
                if not any(w in _OR for w in ahead):
                    break
                j += 1
            if j < len(self.tokens) and self.tokens[j].norm in _OR:
                j += 1
            if j == k + 1 or j >= len(self.tokens) or not self._content(j):
                break
            if self.sentence[j] != self.sentence[aim] or is_verb_form(self.tokens[j].text) != is_verb_form(
                self.tokens[aim].text
            ):
                break
            if not self.depth[j]:
                self.depth[j] += 1
            self.target[j] = True
            k = j
        if self._governs(aim):
            verb = next(
                (
                    j + 1
                    for j in range(k + 1, min(stop - 1, k + 9))
                    if self.tokens[j].norm == "to" and is_verb_form(self.tokens[j + 1].text)
                ),
                None,
            )
            if verb is not None:
                self.target[verb] = True  # "does not entitle the company to withhold"
            follow = self._aim(k, stop)
            through = k + 1 < len(self.tokens) and self.tokens[k + 1].norm == "to"
            if follow is not None and follow - k <= 4 and (not through or may_be_verb(self.tokens[follow].text)):
                self.target[follow] = True

    def _governs(self, i: int) -> bool:
        token = self.tokens[i]
        return token.stem in self.lex.governing or self._names_permission(i)

    def _names_permission(self, i: int) -> bool:
        stem = self.tokens[i].stem
        return stem in self.lex.may or stem in self.lex.must or stem in self.lex.prohibitions

    def _objects(self, aim: int, stop: int) -> None:
        """ "does not grant any rights": what follows "any" is denied as directly as the verb."""
        for k in range(aim + 1, stop - 1):
            if self.tokens[k].norm in {"any", "каких", "какого", "какой"}:
                follow = self._aim(k, stop)
                if follow is not None:
                    self.target[follow] = True

    def _complement(self, aim: int, stop: int) -> bool:
        """Whether a verb or an action follows that the word governs."""
        follow = self._aim(aim, stop)
        if follow is None:
            return False
        return not any(t.norm in _PREPOSITIONS - {"to"} or t.norm in WITHOUT for t in self.tokens[aim + 1 : follow])

    def _backwards(self, i: int) -> None:
        """The subject before "is not allowed", "не требуется", "is prohibited" is what is denied."""
        low = i
        while low and self.sentence[low - 1] == self.sentence[i] and self.tokens[low - 1].norm not in _STOPS:
            low -= 1
        verbal = any(self._content(k) and may_be_verb(self.tokens[k].text) for k in range(low, i))
        head = -1 if verbal else self._head(low, i)
        # "В музее краж не было": what there is none of stands in the genitive, under no preposition.
        none = {k for k in range(low, i) if self._content(k) and self._is_lacking(k)}
        for k in range(low, i):
            self.depth[k] += 1
            if self._content(k) and (may_be_verb(self.tokens[k].text) or k in (none or {head})):
                self.target[k] = True

    def _is_lacking(self, k: int) -> bool:
        before = self.tokens[k - 1].text if k else ""
        return case_of(self.tokens[k].text) == "gent" and part_of_speech(before) != "PREP"

    def _head(self, low: int, high: int) -> int:
        return next((k for k in range(low, high) if self._content(k)), -1)

    def _determiner(self, i: int) -> None:
        stop = self._end(i)
        aim = self._aim(i, stop)
        if aim is None:
            return
        self._deny(i + 1, stop)
        # The noun is the last content word before a preposition, a verb or an auxiliary.
        noun = aim
        while noun + 1 < stop and self._content(noun + 1) and self.tokens[noun + 1].norm not in _MODALS:
            if may_be_verb(self.tokens[noun + 1].text, only=True):
                break
            self.target[noun] = True
            noun += 1
        self._hit(noun, stop)
        before = self.tokens[i - 1] if i else None
        if (
            before is not None
            and before.is_word
            and self.sentence[i - 1] == self.sentence[i]
            and may_be_verb(before.text)
            and self._content(i - 1)
        ):
            # "makes no representation": the verb is denied with its object.
            self.depth[i - 1] += 1
            self.target[i - 1] = True
            return
        for k in range(noun + 1, stop):
            if self.tokens[k].norm in _MODALS:
                verb = self._aim(k, stop)
                if verb is not None:
                    self._hit(verb, stop)
                    self._objects(verb, stop)
                return
            if self.tokens[k].norm in _PREPOSITIONS:
                return
            if self._content(k) and may_be_verb(self.tokens[k].text):
                self._hit(k, stop)
                self._objects(k, stop)
                return

    def _without(self, i: int) -> None:
        k = i + 1
        while k < len(self.tokens) and k - i <= 8 and self.clause[k] == self.clause[i]:
            token = self.tokens[k]
            if token.is_word and token.norm in _PREPOSITIONS:
                break
            self.depth[k] += 1
            action = token.norm.endswith("ing") and is_verb_form(token.text)
            self.lacking[k] = self._content(k) and not self.target[k] and not action
            self.target[k] = self.target[k] or self._content(k)
            k += 1

    def _prohibits(self, i: int) -> bool:
        """Participles and finite verbs prohibit; "the limit", "a ban on" do so only before "on"."""
        token = self.tokens[i]
        if not token.norm.isascii():
            return part_of_speech(token.text) in {"VERB", "INFN", "PRTS", "PRTF", "ADJS", "ADVB", "PRED"}
        attributive = token.norm.endswith("ing") and not (i and self.tokens[i - 1].norm in _MODALS)
        return may_be_verb(token.text) and not attributive

    def _prohibition(self, i: int) -> None:
        stop = self._end(i, soft=False)
        open_list = stop < len(self.tokens) and self.tokens[stop].text == ":" and stop - i <= 4
        if open_list or (stop == i + 1 and stop in self.starts):
            # Items of a list under "is prohibited from:" run to the full stop that ends the last one.
            stop = next(
                (
                    k
                    for k in range(i + 1, min(len(self.tokens), i + 400))
                    if self.tokens[k].text == "." and (k + 1 in self.starts or k + 1 == len(self.tokens))
                ),
                min(len(self.tokens), i + 400),
            )
        for k in range(i + 1, stop):
            if any(reads(self.tokens, k, phrase) for phrase in self.lex.exceptions) and not open_list:
                stop = k
                break
        if not open_list:
            # "relief to restrain the breach, and to its costs": what is joined on is not restrained.
            stop = next((k for k in range(i + 1, stop) if self._joins_on(k)), stop)
        left_out = self.tokens[i].stem in self.lex.exclusions
        right = any(
            self._content(k) and (may_be_verb(self.tokens[k].text) or not self.tokens[k].norm.isascii() or left_out)
            for k in range(i + 1, stop)
        )
        passive_end = i + 1 >= stop or (
            self.tokens[i + 1].norm in _PREPOSITIONS - {"to", "from"} or self.tokens[i + 1].text == ","
        )
        if not right or (passive_end and self.tokens[i].norm.isascii()):
            if self.tokens[i].stem not in self.lex.exclusions:
                self._backwards(i)
            return
        for k in range(i + 1, stop):
            self.depth[k] += 1
            if self._content(k) and (may_be_verb(self.tokens[k].text) or left_out) and not self.excepted[k]:
                self.target[k] = True

    def _joins_on(self, k: int) -> bool:
        """A comma with "and" or "but" that opens another infinitive or another clause with a modal."""
        ahead = [t.norm for t in self.tokens[k + 1 : k + 5]]
        return (
            self.tokens[k].text == ","
            and len(ahead) > 1
            and ahead[0] in {"and", "but"}
            and (ahead[1] == "to" or bool(set(ahead[1:]) & {"shall", "may", "will", "must"}))
        )
