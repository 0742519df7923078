"""A statement taken apart: terms with weights, names, values, marks."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

from atomcite.judge.attribution import unattributed
from atomcite.judge.intervals import intervals_in, tokens_within
from atomcite.judge.lexicon import lexicon
from atomcite.judge.measures import claimed_unit
from atomcite.judge.scopes import Marked, mark
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import Token, is_past, may_be_verb, part_of_speech, stem, tokenize, word_set
from atomcite.values import Found, Identifier, Quantity, canonical, parse_values, settled
from atomcite.values.notation import Custom

TermKind = Literal["name", "word", "predicate", "generic", "light"]
_WEIGHT: dict[TermKind, float] = {"name": 1.6, "word": 1.0, "predicate": 1.1, "generic": 0.3, "light": 0.2}
_EN_VERB = re.compile(r"(?:ed|ise|ize|ises|izes|ify|ifies)$")


@dataclass(frozen=True)
class Term:
    """One word of the statement to be found on the page. `at` is its token number in the statement,
    `verbal` says that it stands where a verb does. `owner` marks the name of whom the statement's figures are
    ("Nike's"): a page of that party's own document need not repeat it."""

    text: str
    stem: str
    kind: TermKind
    weight: float
    at: int
    verbal: bool = False
    owner: bool = False


@dataclass(frozen=True)
class Statement:
    """A statement as the judge sees it. `value_tokens` are the (first, last) token numbers of each value.
    `bare` marks a statement of values and light words only ("was decided on 3 March").
    """

    text: str
    tokens: tuple[Token, ...]
    terms: tuple[Term, ...]
    values: tuple[Found, ...]
    value_tokens: tuple[tuple[int, int], ...]
    asks_total: bool
    asks_each: bool
    only_marks: bool
    bare: bool = False
    about_marks: bool = False

    @property
    def names(self) -> tuple[Term, ...]:
        return tuple(t for t in self.terms if t.kind == "name")

    @cached_property
    def norms(self) -> frozenset[str]:
        """Its tokens in small letters: most checks can tell by them that they have nothing to do."""
        return frozenset(t.norm for t in self.tokens)

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(t.stem for t in self.tokens if t.is_word)

    @cached_property
    def marked(self) -> Marked:
        """Scopes of the statement's own words. Kept here: it is asked for with every window of every page."""
        return mark(self.tokens)


@lru_cache(maxsize=20_000)
def analyse(text: str) -> Statement:
    """Take a statement apart. Deterministic, by rules; words inside values are no terms of their own."""
    lex = lexicon()
    text = unattributed(text)
    tokens = tokenize(text)
    # A statement in English writes "12,345.6", one in Russian "12 345,6": a page may follow another custom.
    custom: Custom = "decimal" if re.search("[а-яё]", text, re.I) else "groups"
    # "Every three months" is one word, as "quarterly" is, and no duration.
    repeated = [i for i in intervals_in(text) if not i.rate and not text[i.start : i.end].isalpha()]
    values = tuple(
        replace(f, value=settled(f.value, f.text, custom))
        for f in (_named(f, text) for f in parse_values(text))
        if not any(i.start < f.end and f.start < i.end for i in repeated)
    )
    spans: list[tuple[int, int]] = []
    inside: set[int] = set()
    for v in values:
        ids = [i for i, t in enumerate(tokens) if t.start < v.end and t.end > v.start]
        spans.append((ids[0], ids[-1]))
        inside.update(ids)
        inside.update(range(ids[-1] + 1, claimed_unit(tokens, v.value, ids[-1])[0]))
    terms: list[Term] = []
    for interval in repeated:
        of_it = tokens_within(tokens, interval)
        said = text[interval.start : interval.end]
        terms.append(Term(said, said.casefold(), "word", _WEIGHT["word"], of_it.start))
        inside.update(of_it)
    first_word = next((i for i, t in enumerate(tokens) if t.is_word), -1)
    for i, token in enumerate(tokens):
        if not token.is_word or i in inside:
            continue
        if token.norm in words("qualifiers") and any(0 < first - i <= 2 for first, _ in spans):
            continue  # "roughly 139 million": part of the value
        if token.norm in _FALL and i + 1 < len(tokens) and tokens[i + 1].norm in _FALL_WITH:
            continue  # "fall due", "fall under a rule": nothing becomes less
        if token.norm == "течение" and any(first == i + 1 for first, _ in spans):
            continue  # "в течение недели"
        owner = _owns(tokens, i)
        kind = "name" if owner else _kind(tokens, i, first_word)
        if kind is None:
            continue
        word, root = _after_tax(tokens, i) or (token.text, token.stem)
        terms.append(Term(word, root, kind, _WEIGHT[kind], i, _in_verb_place(tokens, i), owner))
    terms = _denied_existence(tokens, sorted(terms, key=lambda t: t.at))
    naming = _names_document(tokens, terms)
    if any(t.at not in naming and t.kind in {"name", "word", "predicate"} for t in terms):
        terms = [replace(t, kind="generic", weight=_WEIGHT["generic"]) if t.at in naming else t for t in terms]
    bare = not any(t.kind in {"name", "word", "predicate"} for t in terms)
    if bare and not values:
        # A statement of light words alone lives by them.
        terms = [replace(t, kind="word", weight=1.0) for t in terms]
    stems = {t.stem for t in tokens if t.is_word}
    content = [t for t in terms if t.kind in {"word", "predicate", "name"}]
    about_marks = any(t.stem in lex.marks for t in tokens if t.is_word)
    other = [t for t in content if t.stem not in lex.marks and t.stem not in lex.mark_context]
    only_marks = about_marks and not values and not other
    return Statement(
        text,
        tokens,
        tuple(terms),
        values,
        tuple(spans),
        bool(stems & lex.totals),
        bool(stems & lex.each) and not bool(stems & lex.totals),
        only_marks,
        bare,
        about_marks,
    )


_BEFORE_TAX = word_set("after post после")
_NEUTRAL = word_set("income corporation уплаты вычета удержания всех")


def _after_tax(tokens: tuple[Token, ...], i: int) -> tuple[str, str] | None:
    """Of "profit after tax", "прибыль после налогообложения" the tax is "net": pages have one or the other."""
    if tokens[i].stem not in stems("tax") or not any(t.stem in stems("profit") for t in tokens if t.is_word):
        return None
    k = i - 1
    while k > 0 and (tokens[k].norm in _NEUTRAL or not tokens[k].is_word):
        k -= 1
    if k < 0 or tokens[k].norm not in _BEFORE_TAX:
        return None
    text = "net" if tokens[i].norm.isascii() else "чистая"
    return text, stem(text)


def _denied_existence(tokens: tuple[Token, ...], terms: list[Term]) -> list[Term]:
    """In "no accident occurred", "не произошло ни одного случая" the verb and "one" say no more than the denial."""
    marked = mark(tokens)
    out = []
    for t in terms:
        previous = tokens[t.at - 1].norm if t.at else ""
        if previous == "a" and t.at > 1:
            previous = tokens[t.at - 2].norm  # "not a single"
        exists = t.text.casefold() in words("existence")
        if exists and (marked.negated[t.at] or any(marked.negator[max(0, t.at - 2) : t.at])):
            out.append(replace(t, kind="light", weight=_WEIGHT["light"]))
        elif not (previous in {"ни", "not"} and t.text.casefold() in words("single")):
            out.append(t)
    return out


def _names_document(tokens: tuple[Token, ...], terms: list[Term]) -> frozenset[int]:
    """Words that say which document a statement speaks of: "the Halden lease agreement", "an agreement between A and
    B". They need not stand on the page."""
    lex = lexicon()
    kinds = {t.at: t.kind for t in terms}
    out: set[int] = set()
    for i, token in enumerate(tokens):
        if (
            token.stem not in lex.instruments
            or kinds.get(i) not in {"generic", "name", "word"}
            or is_past(token.norm)
        ):
            continue
        k = i - 1
        while k >= 0 and (kinds.get(k) in {"name", "word"} or tokens[k].text in "-–—&"):
            k -= 1
        before = tokens[k].norm if k >= 0 else ""
        if before in {"the", "this", "that"} or (k < 0 and i):
            out.update(j for j in range(k + 1, i) if j in kinds)
        if i + 1 < len(tokens) and tokens[i + 1].norm in {"between", "между"}:
            k = i + 2
            while k < len(tokens) and (
                kinds.get(k) == "name" or tokens[k].norm in {"and", "и", "the", ",", "&", "."}
            ):
                if kinds.get(k) == "name":
                    out.add(k)
                k += 1
    return frozenset(out)


_FALL = word_set("fall falls fell falling fallen")
_FALL_WITH = word_set("due within outside upon")
_BEFORE_VERB = word_set("to not must shall may can will would should could might cannot does do did")


def _in_verb_place(tokens: tuple[Token, ...], i: int) -> bool:
    """An English word after a modal, "to" or "not", or a finite verb form of either language."""
    if part_of_speech(tokens[i].text) in {"VERB", "INFN", "PRTS"}:
        return True
    k = i - 1
    while k >= 0 and (tokens[k].norm.endswith("ly") or tokens[k].norm in {"be", "also", "not", "been"}):
        k -= 1
    return k >= 0 and tokens[k].norm in _BEFORE_VERB and may_be_verb(tokens[i].text)


def _named(found: Found, text: str) -> Found:
    """A bare number before a capitalised word is part of a name ("99 Speed Mart"): compared as it is spelled."""
    value = found.value
    bare = isinstance(value, Quantity) and not value.unit and not value.top and found.text.isdigit()
    if bare and found.start and re.match(r"\s[A-ZА-ЯЁ]\w", text[found.end :]):
        return Found(Identifier(canonical(found.text)), found.start, found.end, found.text)
    return found


def _kind(tokens: tuple[Token, ...], i: int, first_word: int) -> TermKind | None:
    lex = lexicon()
    token = tokens[i]
    bare = token.norm.replace(".", "")
    acronym = (token.text.isupper() and len(bare) >= 2 and bare.isalpha()) or bool(
        re.fullmatch(r"(?:\w\.)+\w?", token.text)
    )
    if acronym and not all(t.text.isupper() or not t.is_word for t in tokens):
        return "name"
    if lex.is_stop(token) and not (
        token.capital and i != first_word and token.text not in {"I"} and len(token.text) > 3
    ):
        return None
    if len(token.text) == 1 and not token.text.isupper():
        return None
    if i == first_word and token.norm in words("then"):
        return "light"  # "Afterwards it renews"
    if token.stem in lex.generic:
        return "generic"
    if token.capital and i != first_word:
        return "name"
    if i == first_word and token.capital and _starts_name(tokens, i):
        return "name"
    if token.stem in lex.negative_amounts | lex.positive_amounts and _is_subject(tokens, i):
        return "word"  # "Costs were 41": what else is a verb of little weight is what the amount is of
    if token.stem in lex.light or token.stem in lex.prohibitions or token.stem in lex.may or token.stem in lex.must:
        return "light"  # what is allowed, demanded or forbidden is weighed as such, not as a word
    if part_of_speech(token.text) in {"VERB", "INFN", "PRTS"} or (
        token.text.isascii() and _EN_VERB.search(token.norm)
    ):
        return "predicate"
    return "word"


_OF_AMOUNTS = word_set("was were is are amounted totalled came stood reached rose fell grew")


def _is_subject(tokens: tuple[Token, ...], i: int) -> bool:
    """A plural right before a verb that gives an amount, or before "of" and a word."""
    after, beyond, *_ = [*(t.norm for t in tokens[i + 1 : i + 3]), "", ""]
    return tokens[i].norm.endswith("s") and (after in _OF_AMOUNTS or (after == "of" and beyond.isalpha()))


def _owns(tokens: tuple[Token, ...], i: int) -> bool:
    """A capitalised word in the possessive that is the name of a party rather than of a person: no title or first
    name before it."""
    token = tokens[i]
    if not token.capital or not re.search(r"['’]s$", token.text) or len(token.text) < 4:
        return False
    previous = tokens[i - 1] if i else None
    return previous is None or not (
        previous.is_word and ((previous.capital and i > 1) or previous.norm in words("titles"))
    )


def _starts_name(tokens: tuple[Token, ...], i: int) -> bool:
    """A capital at the start of a sentence tells nothing, unless the next word has one too."""
    if i + 1 >= len(tokens):
        return False
    nxt = tokens[i + 1]
    if nxt.text in {"&", "."} and i + 2 < len(tokens):
        nxt = tokens[i + 2]
    return nxt.is_word and nxt.capital and not lexicon().is_stop(tokens[i]) and nxt.stem not in lexicon().generic


def amounts(statement: Statement) -> tuple[int, ...]:
    """Numbers of the values that are quantities."""
    return tuple(i for i, v in enumerate(statement.values) if isinstance(v.value, Quantity))
