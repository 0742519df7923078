"""Whether a thing is done, demanded, allowed, forbidden, or only planned, proposed or named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Correspondence, Dispute
from atomcite.judge.lexicon import lexicon
from atomcite.judge.orderings import comparison_agrees
from atomcite.judge.qualifications import takes_exception
from atomcite.judge.scopes import mark
from atomcite.judge.syntax import Syntax
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import Token, is_past, may_be_verb, part_of_speech, tense_of

Mood = Literal["must", "may", "ban", "free", "plan", "done", "undone", "is", ""]
_OF_TENSE: dict[str, Mood] = {"past": "done", "future": "plan", "present": "is"}
_REACH = 9
_FINITE = words("modals") | words("be") | words("perfect")
_TO_BE = frozenset(("be", "been", "быть"))
# Page's mood -> moods of a statement that do not follow from it; True: the page says otherwise.
_BREAKS: dict[tuple[str, str], bool] = {
    ("must", "may"): True, ("must", "free"): True, ("must", "ban"): True, ("must", "done"): False,
    ("may", "must"): True, ("may", "plan"): False, ("may", "done"): False, ("may", "ban"): True, ("may", "is"): False,
    ("ban", "free"): True, ("ban", "may"): True, ("ban", "must"): True,
    ("free", "ban"): True, ("free", "must"): True,
    ("plan", "done"): False, ("plan", "must"): False, ("plan", "may"): False,
    ("ban", "undone"): False, ("free", "undone"): False, ("undone", "ban"): False,
    ("done", "plan"): True, ("done", "may"): False,
}  # fmt: skip


def other_mood(c: Correspondence) -> Dispute | None:
    """A verb of which the statement says more, or other, than the page: "must" for "may", "was" for "will be"."""
    tokens = c.page.text.tokens
    if takes_exception(c):
        return None
    for t, k in c.verbs:
        claimed = mood(c.statement.tokens, c.claim, t.at)
        shown = mood(tokens, c.there, k)
        breaks = _BREAKS.get((shown, claimed))
        if breaks is None and shown == "plan" and claimed in ("", "is") and _proposed(tokens, c.there, k):
            breaks = False  # "proposed that she be paid" does not say that she is
        if breaks is None or _same_by_exception(c, shown, claimed):
            continue
        well = c.score_of(t, k)  # "proposes" may stand for "moves", and does not where "move" itself is there
        others = [m for m in c.places(t) if m != k and c.there.verb[m] and c.score_of(t, m) >= well]
        if any((mood(tokens, c.there, m), claimed) not in _BREAKS for m in others):
            continue
        return Dispute("judge.other_mood", c.shown(max(c.low, k - 3), k + 1), contradicts=breaks)
    return None


def unbidden(c: Correspondence) -> Dispute | None:
    """The statement demands what the page's sentence only allows, plans or names ("must extend the lease" of
    "authorised the manager to negotiate an extension"): no word of it demands anything."""
    tokens = c.page.text.tokens
    answered = {t.at for t, _ in c.verbs}
    demands = any(
        t.at not in answered and c.claim.verb[t.at] and mood(c.statement.tokens, c.claim, t.at) == "must"
        for t, _ in c.pairs
    )
    here = range(c.low, c.high)
    if not demands or any(_is(tokens, k, "demanding") for k in here):
        return None
    at = next((k for k in here if _is(tokens, k, "allowing") or _is(tokens, k, "planning")), None)
    return None if at is None else Dispute("judge.other_mood", c.shown(max(c.low, at - 3), at + 3), contradicts=False)


def only_named(c: Correspondence) -> Dispute | None:
    """A heading names a matter ("2. Sale of the plant"), and does not say that it came about ("it was sold")."""
    tokens = c.page.text.tokens
    unnamed = bool(c.statement.names) and all(t.kind != "name" for t, _ in c.pairs)
    says = any(c.claim.verb) or (unnamed and any(t.norm in words("be") for t in c.statement.tokens))
    if c.value_pairs or not says or c.statement.about_marks:
        return None  # a label beside a place for ink has no verb either
    if not all(t.norm.isascii() for t in c.statement.tokens if t.is_word):
        return None  # Russian sentences do without "is"
    if any(c.there.verb[k] or _says(tokens[k]) for k in range(c.low, c.high)) or _is_label(c):
        return None
    return Dispute("judge.only_named", c.shown(c.low, c.high), contradicts=False)


def _is_label(c: Correspondence) -> bool:
    """A label with what it says after a colon, of which the statement speaks: "Antibodies: not detected"."""
    tokens, sentence = c.page.text.tokens, c.page.marked.sentence
    if c.high >= len(tokens) or tokens[c.high].text != ":":
        return False
    number = sentence[c.high]
    return any(sentence[h.token] == number for t in c.statement.terms for h in c.page.hits(t))


def other_polarity(c: Correspondence) -> Dispute | None:
    """A verb that one denies and the other does not, where no exception accounts for it."""
    claim, page = c.statement.tokens, c.page.text.tokens
    if takes_exception(c):
        return None
    said = {t.norm for t in claim} | {t.norm for t in page[c.low : c.high]}
    if said & (words("excepting") - {"before"}):
        return None
    for t, k in c.verbs:
        if c.claim.kind(t.at) != c.there.kind(k) or denied(claim, c.claim, t.at) == denied(page, c.there, k):
            continue
        if mark(claim).negated[t.at] == c.page.marked.negated[k]:
            continue
        if any(o is not t and h.token == k and h.score > c.score_of(t, k) for o, h in c.pairs):
            continue  # another word of the statement is that verb
        mine = denied(claim, c.claim, t.at)
        if any(denied(page, c.there, m) == mine for m in c.places(t) if c.there.verb[m]):
            continue
        return Dispute("judge.reversed", c.shown(max(c.low, k - 2), k + 1), contradicts=True)
    return None


def _says(token: Token) -> bool:
    """What makes a line more than a heading: a form of "be", a participle ("Signed by ..."), a colon or dash that
    stands for the verb."""
    if not token.is_word:
        return token.text in {":", "—", "–"}
    if token.norm in _FINITE:
        return True
    return is_past(token.norm) if token.norm.isascii() else part_of_speech(token.text) in {"PRTS", "PRTF"}


def denied(tokens: Sequence[Token], syntax: Syntax, verb: int) -> bool:
    """Whether "not" stands in the group of a verb."""
    low = syntax.segments[syntax.of[verb]].start
    russian = not tokens[verb].norm.isascii()
    for k in range(verb - 1, max(low, verb - (3 if russian else _REACH)) - 1, -1):
        token = tokens[k]
        if token.norm in words("denying") or token.norm.endswith("n't"):
            return True
        chained = tokens[k + 1].norm == "to" or token.norm in _TO_BE or russian
        if not token.is_word or (syntax.verb[k] and not chained):
            return False
    return False


def opposed(c: Correspondence) -> Dispute | None:
    """An adjective or adverb of which the page has the opposite and nothing else: "oral" for "written"."""
    if comparison_agrees(c) or any(c.statement.marked.negator):
        return None
    claim, page = c.statement.marked, c.page.marked
    named = not c.statement.names or any(t.kind == "name" for t, _ in c.pairs)
    for t, h in c.pairs:
        if h.token in c.page.labels and not named:
            continue  # what other names are listed under
        verbal = c.claim.verb[t.at] or c.there.verb[h.token] or may_be_verb(t.text) or t.stem in lexicon().roles
        alone = h.opposite and t.stem not in lexicon().converse and not c.places(t)
        if alone and not verbal and claim.target[t.at] == page.target[h.token]:
            return Dispute("judge.reversed", c.page.text.tokens[h.token].text, contradicts=True)
    return None


def _same_by_exception(c: Correspondence, shown: Mood, claimed: Mood) -> bool:
    """ "May not without consent" is "may only with consent"."""
    claim = {t.norm for t in c.statement.tokens}
    page = {t.norm for t in c.page.text.tokens[c.low : c.high]}
    excepting, binding = words("excepting"), words("binding")
    if (shown, claimed) == ("ban", "may"):
        return bool(page & excepting) and bool(claim & binding) and not claim & {"without", "без"}
    if (shown, claimed) == ("may", "ban"):
        return bool(page & binding) and bool(claim & excepting)
    return False


def mood(tokens: Sequence[Token], syntax: Syntax, verb: int) -> Mood:
    """The mood of a verb by what stands before it in its segment, or by what its "that" clause hangs on."""
    segment = syntax.segments[syntax.of[verb]]
    low = segment.start
    if _proposed(tokens, syntax, verb):
        return "plan"
    found: Mood = ""
    denied = False
    for k in range(verb - 1, max(low, verb - _REACH) - 1, -1):
        token = tokens[k]
        if not token.is_word:
            if token.text in ",;:" and not found:
                continue
            break
        if token.norm in words("denying") or token.norm.endswith("n't"):
            denied = True
            continue
        if not found:
            if _is(tokens, k, "forbidding"):
                found = "ban"
            elif _is(tokens, k, "planning"):
                found = "plan"
            elif _is(tokens, k, "allowing"):
                found = "may"
            elif _is(tokens, k, "demanding"):
                found = "must"
            elif syntax.verb[k] and token.norm not in _TO_BE:
                break
        elif syntax.verb[k] and token.norm not in _TO_BE:
            break
    if not found:
        found = _after(tokens, syntax, verb, segment.end)
    if found == "ban":
        return "may" if denied else "ban"
    if denied and found == "may":
        return "ban"
    if denied and found == "must":
        # "Shall not" forbids, "is not obliged to" leaves free.
        strict = any(t.norm in {"must", "shall"} for t in tokens[max(low, verb - _REACH) : verb])
        ru = any(t.norm in words("must_not") for t in tokens[max(low, verb - _REACH) : verb])
        return "ban" if strict or ru else "free"
    if found == "plan":
        return "" if denied else "plan"
    if denied and not found:
        return "undone" if tense(tokens, verb) == "done" else ""
    return found or tense(tokens, verb)


def _proposed(tokens: Sequence[Token], syntax: Syntax, verb: int) -> bool:
    """Whether a verb stands in a "that" clause of what is proposed, asked for or expected."""
    segment = syntax.segments[syntax.of[verb]]
    if segment.kind != "reported" or segment.host == syntax.of[verb]:
        return False
    host = syntax.segments[segment.host]
    governing = [k for k in range(host.start, min(host.end, segment.start)) if syntax.verb[k]]
    return bool(governing) and _is(tokens, governing[-1], "planning")


def _after(tokens: Sequence[Token], syntax: Syntax, verb: int, end: int) -> Mood:
    """ "Привлекать субподрядчиков запрещено": a Russian infinitive before what it depends on."""
    if tense_of(tokens[verb].text) != "infinitive":
        return ""
    for k in range(verb + 1, min(end, verb + _REACH)):
        if _is(tokens, k, "forbidding"):
            return "ban"
        if _is(tokens, k, "allowing"):
            return "may"
        if _is(tokens, k, "demanding"):
            return "must"
    return ""


def _is(tokens: Sequence[Token], k: int, name: str) -> bool:
    return any(k - len(p) + 1 >= 0 and reads(tokens, k - len(p) + 1, p) for p in phrases(name))


def tense(tokens: Sequence[Token], verb: int) -> Mood:
    """ "done" for what has happened, "is" for what holds, "plan" for the future; "" where the form does not tell."""
    token = tokens[verb]
    if not token.norm.isascii():
        return _OF_TENSE.get(tense_of(token.text), "")
    before = [t.norm for t in tokens[max(0, verb - 4) : verb]]
    if set(before) & words("past_auxiliary"):
        return "done"
    if set(before) & words("present_auxiliary"):
        return "is" if not is_past(token.norm) else ""
    return "done" if is_past(token.norm) and "to" not in before[-1:] else ""
