"""English clauses: where a finite verb stands, and which parts of a compound sentence are statements of their own.

Word forms come from LemmInflect's dictionary (https://github.com/bjascob/LemmInflect); there is no tagger, so a form
that may be a noun, an adjective or a participle counts as a verb only where its neighbours say so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import lemminflect

from atomcite.answers.grammar import Link, Token, words

joiners = re.compile(
    r"(?<!\s)(?:\s*;\s*(?:and|but|while|whereas)?|\s*,\s*(?:and|but|while|whereas)|\s+(?:and|but|while|whereas)"
    r"|\s*,(?=\s+[$€£]?\d))(?=\s)",
    re.IGNORECASE,
)

Form = Literal["aux", "modal", "past", "present", "participle", "base"]

_BE = words("""is are was were am isn't aren't wasn't weren't isn’t aren’t wasn’t weren’t""")
_AUX = _BE | words(
    """has have had do does did hasn't haven't hadn't don't doesn't didn't hasn’t haven’t hadn’t don’t doesn’t
    didn’t"""
)
_MODAL = words(
    """will would shall should can could may might must cannot can't won't wouldn't shan't shouldn't couldn't
    mustn't can’t won’t wouldn’t shan’t shouldn’t couldn’t mustn’t"""
)
_NON_FINITE = frozenset(["be", "been", "being", "having", "doing"])
_DETERMINERS = words(
    """the a an this that these those its their his her our your my no any some each every all both such another
    other several many few most more less"""
)
_PREPOSITIONS = words(
    """of in on at for from by with to as per into onto over under above below between among within without during
    through against about across after before since until upon via toward towards than including excluding
    despite"""
)
_PRONOUNS = words("""it they he she we i you this these those which who both one ones""")
_NEGATIONS = words("""not no never neither nor none nobody nothing without hardly cannot""")
_SUBORDINATORS = words(
    """if unless whether provided although though because until till once when whenever where wherever whereby
    except excluding assuming lest subject otherwise only"""
)
_RELATIVES = words("""that which who whom whose where""")
_SCOPE = words("""respectively together combined jointly collectively altogether either neither both each total or""")
_REPORTING = words(
    """say says said state states stated claim claims claimed report reports reported believe believes believed
    expect expects expected estimate estimates estimated allege alleges alleged assume assumes argue argues
    argued note notes noted suggest suggests suggested think thinks plan plans planned intend intends intended
    hope hopes want wants wanted propose proposes proposed"""
)
# Past forms that are also participles and yet rarely follow a noun as "(which was) ...": a bare one is a predicate.
_EVENTS = words(
    """increased decreased declined opened closed reached amounted totaled totalled remained improved doubled
    tripled dropped climbed jumped slipped expanded contracted exceeded stood ended started expired occurred
    happened resigned retired died joined lost won surged soared plunged advanced recovered widened narrowed
    halved averaged rebounded continued ceased"""
)
_ADVERB = re.compile(r"\w{2,}ly$")
_ADVERBS = words(
    """also then later subsequently still already again even nearly almost about approximately further now"""
)
_MEASURES = words(
    """day days week weeks month months year years hour hours minute minutes second seconds foot feet inch inches
    cent cents pence ounce ounces pound pounds kg g cm mm m km million billion thousand hundred percent point
    points half quarter quarters mile miles dozen"""
)
_MONTHS = words("""january february march april may june july august september october november december""")
_CURRENCY = words("""$ € £ ¥ ₽ usd eur gbp rub chf jpy cny""")


@lru_cache(maxsize=20_000)
def forms(word: str) -> frozenset[str]:
    """What a lower-case word can be: of NOUN, ADJ, ADV, VBD, VBZ, VBN, VB."""
    lemmas = lemminflect.getAllLemmas(word)
    found = {kind for kind in lemmas if kind in ("NOUN", "ADJ", "ADV")}
    for lemma in lemmas.get("VERB", ()):
        for tag in ("VBD", "VBZ", "VBN"):
            if word in lemminflect.getInflection(lemma, tag):
                found.add(tag)
        if lemma == word:
            found.add("VB")
    return frozenset(found)


def form_at(tokens: Sequence[Token], n: int) -> Form | None:
    """The verb form that token `n` has where it stands; None when it is no verb, or may as well be something else."""
    token = tokens[n]
    low = token.lower
    if not token.is_word or low in _NON_FINITE:
        return None
    before = tokens[n - 1].lower if n else ""
    after = tokens[n + 1] if n + 1 < len(tokens) else None
    if low in _MODAL:
        month = low == "may" and token.text == "May" and (before in _PREPOSITIONS or before.isdecimal() or n == 0)
        return None if month else "modal"
    if low in _AUX:
        return "aux"
    if before in _DETERMINERS or (before in _PREPOSITIONS and before != "") or before.endswith(("'s", "’s")):
        return None
    can = forms(low)
    if not can & {"VBD", "VBZ", "VBN", "VB"}:
        return None
    if token.text[0].isupper() and n and token.text != token.text.upper() and tokens[n - 1].text not in ".:;(":
        return None  # a name
    if "VBN" in can and "VBD" not in can:
        return "participle"
    if "VBD" in can:
        if before in ("has", "have", "had", "having", "be", "been", "being") or before in _BE:
            return "participle"
        if after is not None and after.lower == "by" and not _amount_at(tokens, n + 2):
            return "participle"
        if after is not None and low not in _EVENTS and {"ADJ"} & can and forms(after.lower) & {"NOUN"} and n == 0:
            return None
        return "past"
    if "VBZ" in can:
        if "NOUN" in can and not _object_at(tokens, n + 1) and not _preposition_value(tokens, n + 1):
            return None
        return "present"
    return "base"


def _amount_at(tokens: Sequence[Token], n: int) -> bool:
    while n < len(tokens) and (
        tokens[n].lower in _ADVERBS | {"some", "over", "more", "less", "than", "a", "an", "~", "≈"}
    ):
        n += 1
    return n < len(tokens) and (tokens[n].is_number or tokens[n].lower in _CURRENCY)


def _object_at(tokens: Sequence[Token], n: int) -> bool:
    """Whether an object plainly begins at `n`: a determiner, a number, an amount."""
    while n < len(tokens) and (tokens[n].lower in _ADVERBS or _ADVERB.match(tokens[n].lower)):
        n += 1
    if n >= len(tokens):
        return False
    return tokens[n].lower in _DETERMINERS or tokens[n].is_number or tokens[n].lower in _CURRENCY


def _preposition_value(tokens: Sequence[Token], n: int) -> bool:
    return n < len(tokens) and tokens[n].lower in ("to", "by", "at", "for") and _amount_at(tokens, n + 1)


def _solid(tokens: Sequence[Token], n: int) -> bool:
    """Whether the verb at `n` is a predicate beyond doubt, and no participle after its noun ("offices located in
    Paris")."""
    form = form_at(tokens, n)
    if form in ("aux", "modal"):
        return True
    can = forms(tokens[n].lower)
    if form == "past":
        if "VBN" not in can or tokens[n].lower in _EVENTS:
            return True
        return _object_at(tokens, n + 1) or _preposition_value(tokens, n + 1)
    return form == "present"


def predicate(tokens: Sequence[Token]) -> int | None:
    """Position of the first finite verb; None without. The first word of a command ("See page 5") is none."""
    weak = None
    for n in range(len(tokens)):
        form = form_at(tokens, n)
        if form in ("aux", "modal", "past", "present"):
            if form in ("aux", "modal") or n > 0:
                if form == "past" and not _solid(tokens, n):
                    weak = n if weak is None else weak
                    continue
                return n
        elif weak is None and n and _maybe(tokens, n, form):
            weak = n
    return weak


def _maybe(tokens: Sequence[Token], n: int, form: Form | None) -> bool:
    """Whether token `n` may be the predicate if no other word is."""
    return _plural_before(tokens, n) if form == "base" else form is None and _bears(tokens, n)


def _bears(tokens: Sequence[Token], n: int) -> bool:
    """Whether a form such as "bears" (a noun as well) may be the verb after a singular noun: "The loan bears
    interest"."""
    can = forms(tokens[n].lower)
    if (
        not {"VBZ", "NOUN"} <= can
        or n + 1 >= len(tokens)
        or not tokens[n + 1].is_word
        or tokens[n - 1].lower in _DETERMINERS
    ):
        return False
    before, after = tokens[n - 1], tokens[n + 1]
    return (
        after.lower not in _PREPOSITIONS
        and not forms(after.lower) & {"VBD", "VBZ"}
        and before.is_word
        and "NOUN" in forms(before.lower)
        and tokens[0].lower in _DETERMINERS
    )


def _plural_before(tokens: Sequence[Token], n: int) -> bool:
    low = tokens[n - 1].lower
    return low in ("they", "we", "i", "you") or (
        low.endswith("s") and "NOUN" in forms(low) and "NOUN" not in forms(tokens[n].lower)
    )


def _verb_end(tokens: Sequence[Token], n: int) -> int:
    """End of the verb group that begins at `n`: auxiliaries, adverbs, and the participle or base form after them."""
    end = n + 1
    if form_at(tokens, n) not in ("aux", "modal"):
        return end
    while end < len(tokens):
        low = tokens[end].lower
        can = forms(low)
        if low in _NON_FINITE or low in _AUX or _ADVERB.match(low) or low in _ADVERBS or low == "not":
            end += 1
        elif (
            tokens[end].is_word
            and can & {"VBN", "VB"}
            and not (can & {"NOUN"} and low not in _EVENTS and "VBN" not in can)
        ):
            return end + 1
        else:
            break
    return end


def _passive(tokens: Sequence[Token], n: int) -> bool:
    return (tokens[n].lower in _BE or "been" in [t.lower for t in tokens[n : n + 4]]) and any(
        "VBN" in forms(t.lower) for t in tokens[n + 1 : _verb_end(tokens, n)]
    )


def link(left: Sequence[Token], joiner: str, right: Sequence[Token], *, cited: bool) -> Link | None:
    """How `right` hangs on `left`; None when they must stay together. See `Grammar.link`."""
    if not left or not right:
        return None
    lows_left, lows_right = [t.lower for t in left], [t.lower for t in right]
    verb = predicate(left)
    if verb is None:
        return None
    if set(lows_left + lows_right) & _SCOPE - ({"total"} if cited or "total" in lows_left + lows_right else set()):
        return None
    if set(lows_left[:1]) & (_SUBORDINATORS | {"while", "as", "since", "after", "before", "given"}):
        return None
    strong = ";" in joiner
    if "while" in joiner.lower() and not cited and not _contrasts(left, right):
        return None
    if set(lows_left) & _SUBORDINATORS and not (strong or cited):
        return None
    if set(lows_right) & {"unless", "if", "provided", "except", "until", "otherwise"} and not cited:
        return None
    if lows_right[0] in _RELATIVES | _SUBORDINATORS | {"not", "so", "thus", "therefore", "hence", "as"}:
        return None
    if _hanging(left):
        return None
    reported = any(t in _RELATIVES for t in lows_left[1:]) or bool(
        set(lows_left) & _REPORTING and "that" in lows_left
    )
    if ":" in lows_left:
        return None
    start = 0
    while start < len(right) and (
        lows_right[start] in _ADVERBS | {"however", "therefore"} or _ADVERB.match(lows_right[start])
    ):
        start += 1
    if start < len(right):
        own = _own_predicate(right, start)
        if own is not None and own > start:
            if lows_right[start] in _PRONOUNS and not cited:
                return None
            return Link() if not reported or strong or cited else None
        if not reported and joiner.strip() != ",":
            shared = _shared_subject(left, verb, right, start)
            if shared is not None:
                return shared
    if reported or set(lows_left[: _verb_end(left, verb) + 1]) & _NEGATIONS:
        return None
    return _shared_verb(left, verb, joiner, right, cited)


def _contrasts(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether "while" sets two figures side by side ("A rose to 5 while B fell to 3"). Elsewhere it may say when or
    on what condition the left part holds ("may not pay a dividend while a default continues"), and must stay."""
    figures = all(any(ch.isdigit() for t in part for ch in t.text) for part in (left, right))
    return figures and not {t.lower for t in left} & _MODAL


def _hanging(left: Sequence[Token]) -> bool:
    """Whether `lows` ends inside "between ... and", "from ... to" or right after a preposition or a verb to be
    continued."""
    lows = [t.lower for t in left]
    if left[-1].text != "May" and lows[-1] in _PREPOSITIONS | _DETERMINERS | _AUX | _MODAL:
        return True
    recent = lows[-8:]
    return "between" in recent and "and" not in recent[recent.index("between") :]


def _own_predicate(right: Sequence[Token], start: int) -> int | None:
    """The verb of a right part that has its own subject: a noun phrase without subordinate words, then a sure
    verb."""
    for n in range(start, len(right)):
        low = right[n].lower
        if low in _RELATIVES - {"that"} | _SUBORDINATORS or right[n].text in ";:":
            return None
        form = form_at(right, n)
        if form in ("aux", "modal", "past", "present"):
            if n == start:
                return n
            subject = right[start:n]
            if not any(t.is_word and t.lower not in _PREPOSITIONS | _DETERMINERS for t in subject):
                continue
            return n if _solid(right, n) else None
    return None


def _shared_subject(left: Sequence[Token], verb: int, right: Sequence[Token], start: int) -> Link | None:
    """ "Alice signed the contract and paid EUR 500": the subject of the left part is carried over."""
    first = right[start]
    form = form_at(right, start)
    carried = tuple(left[:verb])
    if not carried or not any(t.is_word for t in carried) or _object_missing(left):
        return None
    negated = any(
        t.lower in _NEGATIONS or t.lower.endswith(("n't", "n’t")) for t in left[: _verb_end(left, verb) + 1]
    )
    if carried[0].lower in ("no", "none", "neither", "nothing", "nobody", "not"):
        return None
    if form in ("aux", "modal"):  # "shall not sublet and shall pay": each has its own
        return Link(carried)
    if negated:
        return None
    if _passive(left, verb) and "VBN" in forms(first.lower):
        if "VBD" not in forms(first.lower):
            return Link(tuple(left[: verb + 1]))  # "was written in May and given to Bob"
        return None  # "was born in Paris and moved": active or passive?
    if form in ("past", "present") and _solid(right, start):
        return Link(carried)
    if left[verb].lower in _MODAL and "VB" in forms(first.lower) and first.is_word:
        after = right[start + 1].lower if start + 1 < len(right) else ""
        if (
            "NOUN" not in forms(first.lower)
            or after in _DETERMINERS
            or (start + 1 < len(right) and right[start + 1].is_number)
        ):
            return Link(tuple(left[: verb + 1]))
    return None


def _object_missing(left: Sequence[Token]) -> bool:
    """ "planned and executed the move": the left verb has nothing of its own after it and shares what follows."""
    last = left[-1].lower
    can = forms(last) if left[-1].text != "May" else frozenset[str]()
    return bool(can & {"VBD", "VBN", "VBZ", "VB"}) and not can & {"NOUN", "ADJ"} and last not in _EVENTS


def _shared_verb(left: Sequence[Token], verb: int, joiner: str, right: Sequence[Token], cited: bool) -> Link | None:
    """ "was 4.2 M in 2023 and 3.9 M in 2022", "has 12 stores and 200 employees", "revenue was 4.2 M and profit
    1.1 M"."""
    end = _verb_end(left, verb)
    while end < len(left) and left[end].lower in _ADVERBS | {"to", "by", "at"} and not left[end].is_number:
        end += 1
    if end >= len(left) or not verb:
        return None
    if right[0].lower in ("to", "by", "at") and left[end - 1].lower == right[0].lower and _amount_at(right, 1):
        end -= 1
        return Link(tuple(left[:end])) if _same_frame(left[end:], right) else None
    if _starts_amount(right) and _starts_amount(left[end:]):
        tail_left, tail_right = left[end:], right
        if _same_frame(tail_left, tail_right) and (joiner.strip() != "," or cited or len(right) > 1):
            return Link(tuple(left[:end]))
        return None
    if joiner.strip() == ",":
        return None
    value = next((n for n, t in enumerate(right) if t.is_number or t.lower in _CURRENCY), None)
    if value and _starts_amount(left[end:]) and 1 <= value <= 6:
        before = right[:value]
        skip = 1 if before[-1].text in "-–—:" else 0
        if len(before) - skip < 1 or (skip and len(before) == 1):
            return None
        names = before[: len(before) - skip]
        if all(t.is_word and t.lower not in _PREPOSITIONS | _PRONOUNS for t in names) and "NOUN" in forms(
            names[-1].lower
        ):
            return Link((), tuple(left[verb:end]), len(names), skip) if not _period(names[-1]) else None
    return None


def _starts_amount(tokens: Sequence[Token]) -> bool:
    n = 0
    while n < len(tokens) and tokens[n].lower in _CURRENCY | _ADVERBS | {"-", "−", "+", "~", "about", "over"}:
        n += 1
    return n < len(tokens) and tokens[n].is_number


def _period(token: Token) -> bool:
    return token.lower in _MONTHS or bool(re.fullmatch(r"(?:19|20)\d\d|[qh][1-4]|fy\d*", token.lower))


def _same_frame(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether two amounts are told in the same way: "4.2 M in 2023" and "3.9 M in 2022", "12 stores" and "200
    employees"."""

    def frame(tokens: Sequence[Token]) -> tuple[list[str], list[str], bool]:
        words = [t.lower for t in tokens if t.is_word and t.lower not in _CURRENCY]
        preps = [w for w in words if w in ("in", "for", "at", "on", "as", "during", "from")]
        nouns = []
        for word in words:
            if word in _PREPOSITIONS:
                break
            nouns.append(word)
        return preps, nouns, any(_period(t) for t in tokens)

    left_preps, left_nouns, left_period = frame(left)
    right_preps, right_nouns, right_period = frame(right)
    if left_preps or right_preps:
        return left_preps[:1] == right_preps[:1] and left_period == right_period and left_period
    if not left_nouns or not right_nouns:
        return False
    if left_nouns[-1] in _MEASURES or right_nouns[-1] in _MEASURES or right_nouns[0] in _MONTHS:
        return False
    return "NOUN" in forms(left_nouns[-1]) and "NOUN" in forms(right_nouns[-1])
