"""Sentences turned round by a word or two, in English and Russian, and what of a sentence such a turn changes.

Only turns that leave the grammar whole are made: an auxiliary takes or loses "not", a Russian finite verb takes "не",
words change place with words of the same form. What would need an object in another case is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import lemminflect

from atomcite.benchmarks.injection.agents import is_agent
from atomcite.benchmarks.injection.main_clause import main_clause
from atomcite.benchmarks.injection.sentence_start import morph, raised
from atomcite.benchmarks.injection.words import is_russian


@dataclass(frozen=True)
class Turn:
    """A turned sentence, and the words that were exchanged."""

    text: str
    old: str
    new: str


_NEGATORS = re.compile(
    r"\b(?:not|no|never|neither|nor|none|cannot|nothing|нет|ни|нельзя|никогда|никто|ничего)\b|n['’]t\b|"
    r"\bне(?!\s+(?:менее|более|позднее|позже|ранее|раньше|только|свыше|выше|ниже|больше|меньше|превыша\w+)\b)\b",
    re.I,
)
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|has been|have been|shall|will|must|may|can|should)\b(?!\s+(?:not|still|already|also)\b)"
)
_HAS = re.compile(r"\b(?:has|have|had)\b(?=\s+(?:been\b|[a-z]+(?:ed|en|wn|ught|id|ld|ade|nt)\b))")
_NOT_AFTER = re.compile(r"\b(is|are|was|were|has|have|had|shall|will|must|may|can|should) not (?!only\b)")
_DID_NOT = re.compile(r"\b(did|does|do) not ([a-z]+)\b")
_PAST = re.compile(
    r"\b(rose|fell|grew|exceeded|acquired|approved|opened|closed|paid|sold|bought|signed|received|recorded|reported|"
    r"increased|decreased|declined|reached|employed|completed|launched|issued|repaid|elected|granted)\b"
    r"(?=\s+(?:by|to|from|the|a|an|its|their|in|on|at|all|\d|[$€£A-Z]))"
)


_SCOPED = re.compile(
    r"\b(?:only|either|neither|all|every|each|any|anything|anyone|anybody|anywhere|ever|yet|whatsoever|both|solely|"
    r"только|лишь|все|всех|каждый|каждая|любой|любая|оба|обе)\b",
    re.I,
)


_BEFORE_PARTICIPLES = frozenset(("the", "a", "an", "by", "and", "or", "of", "as", "be", "been"))


def polarity(text: str) -> int:
    """0 for a sentence that affirms, 1 for one that denies."""
    return len(_NEGATORS.findall(text)) % 2


def negation_turns(text: str) -> list[Turn]:
    """The denial of what the main clause affirms, or the other way round: one turn or none. A sentence with "only",
    "either" or "all" is left alone: what a "not" would deny in it is open. What a clause beside the main one says
    stays as it is, and a sentence whose main verb can't be turned is not turned at all."""
    where = main_clause(text)
    if where is None or _SCOPED.search(text):
        return []
    start, end = where
    turn = _russian_negation if is_russian(text) else _english_negation
    turned = next(iter(turn(text[start:end])), None)
    if turned is None:
        return []
    whole = text[:start] + turned.text + text[end:]
    return [Turn(whole, turned.old, turned.new)] if polarity(whole) != polarity(text) else []


def _english_negation(text: str) -> Iterator[Turn]:
    if hit := _DID_NOT.search(text):
        tag = {"did": "VBD", "does": "VBZ", "do": "VBP"}[hit[1]]
        said = next(iter(lemminflect.getInflection(hit[2], tag)), None)
        if said:
            yield Turn(text[: hit.start()] + said + text[hit.end() :], hit.group(), said)
        return
    if hit := _NOT_AFTER.search(text):
        yield Turn(text[: hit.start()] + hit[1] + " " + text[hit.end() :], hit.group().strip(), hit[1])
        return
    if polarity(text):
        return
    for pattern in (_AUXILIARY, _HAS):
        if hit := pattern.search(text):
            # "has been" takes its "not" after the first word.
            first, _, rest = hit.group().partition(" ")
            new = "cannot" if first == "can" else f"{first} not {rest}".strip()
            yield Turn(text[: hit.start()] + new + text[hit.end() :], hit.group(), new)
            return
    hit = _PAST.search(text)
    lemma = next(iter(lemminflect.getLemma(hit[1], "VERB")), None) if hit else None
    before = text[: hit.start()].split() if hit else []
    modified = bool(before) and before[-1].casefold() in _BEFORE_PARTICIPLES
    if hit and lemma and before and not modified:
        yield Turn(text[: hit.start()] + f"did not {lemma}" + text[hit.end() :], hit[1], f"did not {lemma}")


_NE = re.compile(r"\b([Нн]е)\s+([^\W\d_]+)")
_PLAIN_WITHOUT_NE = re.compile(
    r"^(?:вправе|может|могут|мог(?:ла|ли)?|обязан[аоы]?|долж(?:ен|на|но|ны)|допускается|допускаются|является|являются|"
    r"был[аои]?|будет|будут|требуется|требуются|\w+(?:ся|сь))$"
)


def _russian_negation(text: str) -> Iterator[Turn]:
    for hit in _NE.finditer(text):
        word = hit[2].casefold()
        if _PLAIN_WITHOUT_NE.match(word) or _is(word, "PRTS"):
            new = raised(hit[2]) if hit[1][0].isupper() else hit[2]
            yield Turn(text[: hit.start()] + new + text[hit.end() :], hit.group(), new)
            return
    if polarity(text):
        return
    for hit in re.finditer(r"[^\W\d_]+", text):
        word = hit.group()
        if word.casefold() in {"надо", "нужно", "можно", "нельзя", "необходимо"}:
            return  # "не надо оплатить" asks for another aspect
        if word.casefold() == "вправе" or _is(word, "VERB") or _is(word, "PRTS") or _is_short_modal(word):
            new = f"не {word}" if word[0].islower() else f"Не {word[0].lower()}{word[1:]}"
            yield Turn(text[: hit.start()] + new + text[hit.end() :], word, new)
            return


def _is(word: str, kind: str) -> bool:
    """Whether the likeliest reading of a Russian word is of a part of speech; a capital inside a sentence is a
    name."""
    return kind in morph().parse(word.casefold())[0].tag


def _is_short_modal(word: str) -> bool:
    return bool(re.fullmatch(r"обязан[аоы]?|долж(?:ен|на|но|ны)", word))


_MUST = re.compile(
    r"\b(?:shall|must|(?:is|are) (?:obliged|required|bound) to|обязан[аоы]?|долж(?:ен|на|но|ны)|следует)\b", re.I
)
_MAY = re.compile(
    r"\b(?:may|can|(?:is|are) (?:entitled|permitted|allowed) to|вправе|может|могут|имеет право|имеют право|"
    r"допускается|разрешается)\b",
    re.I,
)
_STATES = (
    r"(?:be|have|differ|vary|change|include|contain|occur|result|lead|cause|arise|affect|also|well|need|depend)\b"
)
"""After these "may" tells what is possible, not what is permitted."""
_STRONGER_EN = (
    (rf"\bmay(?! not\b)(?=\s+(?!{_STATES})[a-z])", "shall"),
    (r"\bis entitled to\b", "is obliged to"),
    (r"\bare entitled to\b", "are obliged to"),
)
_WEAKER_EN = (
    (r"\bshall(?! not\b)", "may"),
    (r"\bmust(?! not\b)", "may"),
    (r"\bis (?:obliged|required) to\b", "is entitled to"),
    (r"\bare (?:obliged|required) to\b", "are entitled to"),
)
_WEAKER_RU = (
    (r"(?<!не )\bобязан[аоы]?\b", "вправе"),
    (r"(?<!не )\bдолж(?:ен|на|но)\b(?=\s+\w+(?:ть|ти|чь|ться|тись)\b)", "может"),
    (r"(?<!не )\bдолжны\b(?=\s+\w+(?:ть|ти|чь|ться|тись)\b)", "могут"),
)
_MAY_RU = re.compile(r"(?<!не )\b(?:вправе|может|могут|имеет право|имеют право)\b(?=\s+\w+(?:ть|ти|чь|ться|тись)\b)")


def strength(text: str) -> tuple[bool, bool]:
    """Whether a sentence obliges, and whether it permits."""
    return bool(_MUST.search(text)), bool(_MAY.search(text))


def strengthened(text: str) -> list[Turn]:
    """A permission made a duty, in a sentence that has one of the two once and says it of somebody."""
    if not _has_one_modal(text):
        return []
    if not is_russian(text):
        turns = [t for pattern, new in _STRONGER_EN for t in _once(text, pattern, new)]
        return [t for t in turns if is_agent(text[: text.index(f" {t.old} ")])]
    hit = _MAY_RU.search(text)
    form = _obliged(text[: hit.start()]) if hit and is_agent(text[: hit.start()]) else None
    return [Turn(text[: hit.start()] + form + text[hit.end() :], hit.group(), form)] if hit and form else []


def weakened(text: str) -> list[Turn]:
    """A duty made a permission, in a sentence that has one of the two once."""
    if not _has_one_modal(text):
        return []
    pairs = _WEAKER_RU if is_russian(text) else _WEAKER_EN
    return [t for pattern, new in pairs for t in _once(text, pattern, new)]


_FREE = re.compile(r"\bnot (?:obliged|required|bound)\b|\bне обязан", re.I)


def _has_one_modal(text: str) -> bool:
    """One duty or permission, and nothing that says who has none."""
    return not _FREE.search(text) and sum(len(p.findall(text)) for p in (_MUST, _MAY)) == 1


def _obliged(before: str) -> str | None:
    """ "обязан" in the form of the subject, the noun right before it; None where there is none in the nominative."""
    words = re.findall(r"[^\W\d_]+", before)
    if not words:
        return None
    tag = morph().parse(words[-1])[0].tag
    if "NOUN" not in tag or tag.case != "nomn":
        return None
    if tag.number == "plur":
        return "обязаны"
    return {"masc": "обязан", "femn": "обязана", "neut": "обязано"}.get(str(tag.gender))


def _once(text: str, pattern: str, new: str) -> list[Turn]:
    hits = list(re.finditer(pattern, text))
    if len(hits) != 1:
        return []
    hit = hits[0]
    return [Turn(text[: hit.start()] + new + text[hit.end() :], hit.group(), new)]


_PAIRS: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        ("rose", "fell"), ("grew", "shrank"), ("increased", "decreased"), ("grown", "shrunk"), ("risen", "fallen"),
        ("an increase", "a decrease"), ("a rise", "a fall"), ("increase", "decrease"), ("increases", "decreases"),
        ("improved", "worsened"), ("growth in", "decline in"), ("up by", "down by"),
        ("вырос", "снизился"), ("выросла", "снизилась"), ("выросло", "снизилось"), ("выросли", "снизились"),
        ("увеличился", "уменьшился"), ("увеличилась", "уменьшилась"), ("увеличилось", "уменьшилось"),
        ("увеличились", "уменьшились"), ("повысился", "понизился"), ("повысилась", "понизилась"),
        ("повысилось", "понизилось"), ("повысились", "понизились"), ("увеличил", "уменьшил"),
        ("увеличила", "уменьшила"), ("увеличило", "уменьшило"), ("увеличили", "уменьшили"),
        ("увеличение", "уменьшение"), ("увеличения", "уменьшения"), ("повышение", "снижение"),
        ("повышения", "снижения"),
    ),
    (("higher", "lower"), ("above", "below"), ("more than", "less than"), ("выше", "ниже"), ("больше", "меньше")),
    (("profit", "loss"), ("surplus", "deficit"), ("gain", "loss"), ("profits", "losses")),
)  # fmt: skip


def _is_quoted(text: str, at: int) -> bool:
    """Whether a place is within quotation marks: a label or a title, which is not the sentence's to change."""
    before = text[:at]
    return (
        before.count('"') % 2 == 1 or before.count("«") > before.count("»") or before.count("“") > before.count("”")
    )


class Directions:
    """Up and down, more and less, profit and loss. "Больше не" is no direction: it says "no longer"."""

    def __init__(self) -> None:
        self._groups = tuple(
            tuple(
                re.compile(
                    r"\b(?:" + "|".join(sorted({p[side] for p in group}, key=len, reverse=True)) + r")\b(?!\s+не\b)",
                    re.I,
                )
                for side in (0, 1)
            )
            for group in _PAIRS
        )

    def reading(self, text: str) -> tuple[bool, ...]:
        """For each group whether the sentence has words of its one and of its other side."""
        return tuple(bool(p.search(text)) for group in self._groups for p in group)

    def turns(self, text: str) -> list[Turn]:
        """The other direction, in a sentence that has a single word of direction."""
        hits = [h for group in self._groups for p in group for h in p.finditer(text)]
        if len(hits) != 1 or _is_quoted(text, hits[0].start()):
            return []
        hit = hits[0]
        for a, b in (pair for group in _PAIRS for one, other in group for pair in ((one, other), (other, one))):
            if hit.group().casefold() == a:
                new = raised(b) if hit.group()[0].isupper() else b
                return [Turn(text[: hit.start()] + new + text[hit.end() :], hit.group(), new)]
        return []


DIRECTIONS = Directions()

_ALWAYS = (
    r"(?:only\s+)?(?:if|unless|provided that|provided|subject to|on condition that|in the event (?:of|that)|except|"
    r"excluding|save)\b|(?:только\s+)?(?:если|при условии|при наличии|за исключением|кроме|без уч[её]та|в случае)\b"
)
_LIMITS = (
    r"(?:only\s+)?(?:with|without) the (?:prior |written |prior written |express )?(?:consent|approval)\b|"
    r"within \w+(?: \(\d+\))? (?:business |working |calendar )?(?:days|weeks|months|years)\b|no later than\b|"
    r"only (?:after|until|before|during|with|in|for|to)\b|"
    r"(?:только\s+)?(?:с|без) (?:предварительного )?(?:письменного )?(?:согласия|одобрения)\b|"
    r"в течение\b|не позднее\b|только (?:после|до|при|с|в|для)\b"
)
_LEADING = re.compile(
    r"^(?:If|Unless|Provided that|Subject to|Если|При условии|В случае|За исключением)\b[^,]*,\s*(?:то\s+)?"
)


def conditions_dropped(text: str) -> list[Turn]:
    """The statement without its condition, where that says more than the statement did: any sentence with an "if" or
    an exception; with a time limit or a consent only those that permit or forbid ("shall pay within 30 days" implies
    "shall pay", but "may terminate within 30 days" does not imply "may terminate")."""
    kinds = [_ALWAYS]
    must, may = strength(text)
    if may or (must and polarity(text)):
        kinds.append(_LIMITS)
    out = []
    if hit := _LEADING.match(text):
        out.append(Turn(raised(text[hit.end() :]), hit.group().strip(" ,"), ""))
    stop = "." if text.endswith(".") else ""
    for kind in kinds:
        hit = re.search(rf"(?<=\w),?\s+(?:{kind})[^,;]*?(?=,|;|\.?$)", text)
        if hit and hit.end() >= len(text.rstrip(".")):
            out.append(Turn(text[: hit.start()] + stop, hit.group().strip(" ,"), ""))
    return [t for t in out if len(t.text.split()) >= 4 and len(t.old.split()) >= 2]
