"""Whether the words of a statement hang together on the page as they do in it: who does it, and to what."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.claim import Term
from atomcite.judge.correspondence import CONTENT, Correspondence, Dispute
from atomcite.judge.lexicon import lexicon
from atomcite.judge.parts import PRONOUNS, is_party_word
from atomcite.judge.syntax import Segment, Syntax
from atomcite.judge.wordlists import words
from atomcite.judge.words import (
    Token,
    can_be_subject,
    case_of,
    is_adverb,
    is_past,
    may_be_object,
    may_be_participle,
    may_be_surname,
    part_of_speech,
)

_BESIDE = 14
"""How many tokens after a verb a word is taken to belong to it."""


def other_doer(c: Correspondence) -> Dispute | None:
    """The page's sentence says the statement's verb of somebody or something else."""
    tokens = c.page.text.tokens
    terms = {t.at: t for t in c.statement.terms}
    for t, k in c.verbs:
        if t.stem in lexicon().converse and tokens[k].stem != t.stem:
            continue  # "A bought it from B" of "B sold it to A"
        mine = doers(c.statement.tokens, c.claim, t.at)
        mine_terms = [terms[m] for m in mine if m in terms and terms[m].kind != "light"]
        if not mine_terms:
            continue
        verbs = [m for m in c.places(t) if c.there.verb[m]] or [k]
        fits = False
        head = -1
        for m in verbs:
            theirs = doers(tokens, c.there, m)
            if not theirs or any(tokens[x].norm in PRONOUNS for x in theirs):
                fits = True
                break
            answer = {x for term in mine_terms for x in _stand_for(c, term)}
            elsewhere = any(c.low <= x < c.high for x in answer)
            if _same_party(c, mine_terms, theirs) or not (elsewhere or _tells(c, theirs)):
                fits = True
                break
            head = theirs[-1]
        if not fits and head >= 0 and any(c.page.hits(term) for term in mine_terms):
            return Dispute("judge.other_doer", tokens[head].text, contradicts=True)
    return None


def _same_party(c: Correspondence, mine: Sequence[Term], theirs: Sequence[int]) -> bool:
    """Whether a page's doer is the statement's: all words of one of them among the other's, so that Holm Fuels is not
    Peter Holm."""
    reach = [_stand_for(c, term) & set(theirs) for term in mine]
    if not any(reach):
        return False
    if any(not found and part_of_speech(term.text) == "ADJF" for term, found in zip(mine, reach, strict=True)):
        return False  # "Частный музей" is not "Государственный музей", nor any museum
    reached = set().union(*reach)
    names = [k for k in theirs if c.page.text.tokens[k].capital]
    mine_names = [found for term, found in zip(mine, reach, strict=True) if term.kind == "name"]
    whole = all(k in reached for k in names)
    return whole or not mine_names or all(mine_names) or not (names and mine_names)


def _tells(c: Correspondence, theirs: Sequence[int]) -> bool:
    """Whether a page's subject is something that the statement could have named."""
    tokens = c.page.text.tokens
    return any(not lexicon().is_stop(tokens[x]) and tokens[x].stem not in lexicon().generic for x in theirs)


def _stand_for(c: Correspondence, term: Term) -> set[int]:
    """Tokens that stand for a term, its role or its name included."""
    tokens, page = c.page.text.tokens, c.page
    own = {h.token for h in page.hits(term) if not h.opposite and h.score >= 0.7}
    roles = {tokens[r].stem for x in own for r in page.aliases.get(x, ())}
    named = {
        x
        for x, given in page.aliases.items()
        if any(r in own or tokens[r].stem in {tokens[o].stem for o in own} for r in given)
    }
    stems = {tokens[x].stem for x in named if tokens[x].capital} | roles
    return own | named | {i for i in range(c.low, c.high) if tokens[i].stem in stems}


def doers(tokens: Sequence[Token], syntax: Syntax, verb: int) -> list[int]:
    """Content tokens of what does a verb: its subject, or of a passive what follows "by"; [] if it can't be told."""
    segment = syntax.segments[syntax.of[verb]]
    if not tokens[verb].norm.isascii():
        return _russian_doers(tokens, syntax, verb, segment)
    if _passive(tokens, verb):
        return _agent(tokens, verb, segment)
    return subject(tokens, syntax, verb)


def _passive(tokens: Sequence[Token], verb: int) -> bool:
    """An English participle after a form of "be", or without one before "by"."""
    k = verb - 1
    while k >= 0 and (tokens[k].norm in words("denying") or is_adverb(tokens[k].text)):
        k -= 1
    if k >= 0 and tokens[k].norm in words("be"):
        return not tokens[verb].norm.endswith("ing")
    return is_past(tokens[verb].norm) and verb + 1 < len(tokens) and tokens[verb + 1].norm == "by"


def subject(tokens: Sequence[Token], syntax: Syntax, verb: int) -> list[int]:
    """Content tokens of the grammatical subject of an English verb."""
    number = syntax.of[verb]
    segment = syntax.segments[number]
    low = segment.start
    if segment.elided:
        number = next((n for n in range(number - 1, -1, -1) if syntax.segments[n].kind == "main"), number)
        before = syntax.segments[number]
        first = next((k for k in range(before.start, before.end) if syntax.verb[k]), None)
        return subject(tokens, syntax, first) if first is not None else []
    if segment.host != number and segment.kind == "main":
        low = syntax.segments[segment.host].start  # resumed after an insertion
    stop = verb
    while stop > low and (
        tokens[stop - 1].norm in words("modals")
        or tokens[stop - 1].norm in words("be")
        or tokens[stop - 1].norm in words("perfect")
        or tokens[stop - 1].norm in words("denying")
        or tokens[stop - 1].norm in words("verb_chain")
        or is_adverb(tokens[stop - 1].text)
        or (stop - 1 > low and syntax.verb[stop - 1] and tokens[stop].norm in {"to"})
    ):
        stop -= 1
    start = low
    # "After a long discussion, Mr Lee ...": an opening phrase is not the subject when a comma ends it.
    comma = next((k for k in range(stop - 1, low, -1) if tokens[k].text == ","), None)
    if comma is not None:
        start = comma + 1
    while start < stop and _shouted(tokens[start]):
        start += 1  # a heading that runs on into the sentence
    earlier = [k for k in range(start, stop) if syntax.verb[k]]
    if earlier:
        return []
    content = [k for k in range(start, stop) if _content(tokens, k)]
    # Of "the fee for the use of the quay" the fee; of "after a discussion Mr Lee" nobody knows.
    if start < stop and tokens[start].norm in words("prepositions"):
        return []
    cut = next((k for k in range(start + 1, stop) if tokens[k].norm in words("prepositions")), stop)
    return [k for k in content if k < cut] or content


def _agent(tokens: Sequence[Token], verb: int, segment: Segment) -> list[int]:
    by = next((k for k in range(verb + 1, segment.end) if tokens[k].norm == "by"), None)
    if by is None or by + 1 >= segment.end or tokens[by + 1].norm in {"and", "or"}:
        return []
    out = []
    for k in range(by + 1, min(segment.end, by + 7)):
        if not tokens[k].is_word or (k > by + 1 and tokens[k].norm in words("prepositions")):
            break
        if _content(tokens, k):
            out.append(k)
    if out and (tokens[out[0]].text[0].isdigit() or tokens[out[0]].norm.endswith("ing")):
        return []
    return out


def _russian_doers(tokens: Sequence[Token], syntax: Syntax, verb: int, segment: Segment) -> list[int]:
    word = tokens[verb].text
    part = "PRTS" if may_be_participle(word) else part_of_speech(word)
    if part not in {"VERB", "PRTS", "INFN"}:
        return []
    nouns = [
        k
        for k in range(segment.start, segment.end)
        if (part_of_speech(tokens[k].text) in {"NOUN", "NPRO"} or _nominative(tokens[k]))
        and _bare(tokens, k)
        and not _shouted(tokens[k])
        and tokens[k - 1].text not in '«„“"'
        # "Музей, сдающий залы, обязан": a participle after a comma tells of the noun before it.
        and not (tokens[k - 1].text == "," and part_of_speech(tokens[k].text) == "PRTF")
    ]
    if part == "PRTS" or tokens[verb].norm.endswith(("ся", "сь")):
        return [k for k in nouns if case_of(tokens[k].text) == "ablt"][:1]
    finite = word
    if part == "INFN":
        # "Подрядчик обязан передать": the subject agrees with what governs the infinitive.
        finite = next((tokens[k].text for k in range(verb - 1, segment.start - 1, -1) if _governs(tokens[k])), "")
    subjects = [
        k
        for k in nouns
        if case_of(tokens[k].text) == "nomn" and (not finite or can_be_subject(tokens[k].text, finite))
    ]
    before = [k for k in subjects if k < verb and (part == "VERB" or not may_be_object(tokens[k].text))]
    if before:
        return _with_noun(tokens, _likeliest(tokens, before, subjects, verb), subjects)
    if segment.elided:
        number = syntax.of[verb] - 1
        first = next((k for k in range(syntax.segments[number].start, segment.start) if syntax.verb[k]), None)
        return _russian_doers(tokens, syntax, first, syntax.segments[number]) if first is not None else []
    return [k for k in subjects if k > verb and part == "VERB" and not may_be_object(tokens[k].text)][:1]


def _likeliest(tokens: Sequence[Token], before: Sequence[int], subjects: Sequence[int], verb: int) -> int:
    """The subject of several nouns that may be it: "вознаграждение заёмщик уплачивает", "вознаграждение уплачивает
    банк" have a party for it rather than a thing whose nominative looks like its accusative."""
    if not may_be_object(tokens[before[0]].text) or is_party_word(tokens[before[0]]):
        return before[0]
    parties = [k for k in (*before[1:], *(k for k in subjects if k > verb)) if is_party_word(tokens[k])]
    return parties[0] if parties else before[0]


def _with_noun(tokens: Sequence[Token], first: int, subjects: Sequence[int]) -> list[int]:
    """A subject; an adjective with the noun that it stands before: "Уголовный закон"."""
    out = [first]
    while part_of_speech(tokens[out[-1]].text) == "ADJF" and out[-1] + 1 in subjects:
        out.append(out[-1] + 1)
    return out


def _nominative(token: Token) -> bool:
    return case_of(token.text) == "nomn" or (token.capital and may_be_surname(token.text))


def _governs(token: Token) -> bool:
    return part_of_speech(token.text) in {"VERB", "ADJS"}


def _shouted(token: Token) -> bool:
    return token.text.isupper() and len(token.text) > 1


def _bare(tokens: Sequence[Token], k: int) -> bool:
    """Not under a preposition."""
    return not (k and part_of_speech(tokens[k - 1].text) == "PREP")


def _content(tokens: Sequence[Token], k: int) -> bool:
    token = tokens[k]
    return (
        token.is_word
        and token.text[0].isalpha()
        and (not lexicon().is_stop(token) or token.norm in PRONOUNS)
        and not is_adverb(token.text)
    )


def said_of_another(c: Correspondence) -> Dispute | None:
    """A word that stands beside the statement's verb, and on the page in another clause with a verb of its own."""
    terms = list(c.statement.terms)
    at_verb = {t.at: k for t, k in c.verbs}
    if not at_verb:
        return None
    page_verbs = set(at_verb.values())
    for v, k in at_verb.items():
        home = c.there.of[k]
        for t in terms:
            if (
                t.kind not in CONTENT
                or not v < t.at <= v + _BESIDE
                or c.claim.of[t.at] != c.claim.of[v]
                or c.claim.verb[t.at]
            ):
                continue
            if any(v < o <= t.at for o in at_verb if o != v):
                continue
            places = c.places(t)
            if not places:
                continue
            away = [
                x
                for x in places
                if _other_clause(c, home, c.there.of[x], page_verbs) or _of_earlier_verb(c, k, x, page_verbs)
            ]
            if len(away) == len(places):
                return Dispute("judge.said_of_another", c.page.text.tokens[places[0]].text, contradicts=False)
    return None


def _of_earlier_verb(c: Correspondence, verb: int, word: int, verbs: set[int]) -> bool:
    """Whether `word` completes a verb before this one, which has a completion of the same kind itself: of "fell in
    the north and recovered in the south" the north belongs to "fell", of "met in Paris and adopted the plan" Paris
    may belong to both."""
    tokens, there = c.page.text.tokens, c.there
    s, h = there.segments[there.of[word]], there.segments[there.of[verb]]
    if s.kind != "main" or h.kind != "main" or word >= h.start:
        return False
    own = [k for k in range(s.start, word) if there.verb[k]]
    after = range(verb + 1, h.end)
    if not own or verbs & set(range(s.start, s.end)) or any(tokens[k].norm in PRONOUNS for k in after):
        return False
    linked = next((k for k in range(word - 1, own[-1], -1) if tokens[k].norm in words("prepositions")), None)
    if linked is not None:
        return any(tokens[k].norm == tokens[linked].norm for k in after)
    first = _first_content(tokens, after)
    return first is not None and not any(tokens[k].norm in words("prepositions") for k in range(verb + 1, first))


def _first_content(tokens: Sequence[Token], among: Sequence[int]) -> int | None:
    return next((k for k in among if _content(tokens, k)), None)


def _other_clause(c: Correspondence, home: int, number: int, verbs: set[int]) -> bool:
    """Whether a segment is another main clause with a verb that the statement does not have."""
    if home == number:
        return False
    s, h = c.there.segments[number], c.there.segments[home]
    if s.kind != "main" or h.kind != "main" or s.host != number or number < home:
        return False
    own = [k for k in range(s.start, s.end) if c.there.verb[k]]
    return bool(own) and not verbs & set(own)
