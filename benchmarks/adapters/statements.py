"""A question and its answer as one statement, where that reads well; else both side by side.

A claim that is checked on a page must read on its own. Most answers of question-answering sets do not ("21%"), and a
model that rewrote them could put in errors that nobody labelled; so only forms are turned that turn safely, word for
word: an answer that is a sentence already, and questions of the kind "What is the X?" with "X is A". All others stay
a pair, and are counted as such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from atomcite.answers import english, russian
from atomcite.answers.grammar import Token, tokens_of, words

Form = Literal["sentence", "turned", "pair"]
_POINTING = words(
    """it they he she this that these those its their his her we our you your i there here such both all
    because but and or so which who
    он она оно они это этот эта эти его её ее их мы наш вы такой такая такие там здесь оба обе
    потому но и или а что который которая которые"""
)
_INSTRUCTING = words("give answer respond reply please round express provide return report state write")
_UNIT = re.compile(r"\b(?:thousand|million|billion|percent|percentage|unit)s?\b|%", re.IGNORECASE)
_INVERTED = re.compile(
    r"(?:what|who|which|how much)(?P<be>\s+(?:is|was|are|were)|'s|’s)\s+"
    r"(?P<subject>(?:the|a|an|total|net)\b.+|(?-i:(?:[A-Z][\w.&-]*\s){0,3}[A-Z][\w.&-]*['’]s?\s.+))",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"(?:yes|no|да|нет)\b", re.IGNORECASE)
_AND_THEN = re.compile(r"(?:yes|no|да|нет)(?:[.,:;]|\s+[–—-])\s+(?!\d)", re.IGNORECASE)
"""A yes or no that stands for itself: not "No stores were opened", "No-one", "No. 5"."""
_ENDS_NOTHING = words("for in on at of to with from by about as than into over under between")
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")


@dataclass(frozen=True)
class Statement:
    text: str
    form: Form


def statement_of(question: str | None, answer: str) -> Statement:
    """The claim that the answer makes, given the question.

    >>> statement_of("What was the net debt at year end?", "$12 million").text
    'The net debt at year end was $12 million.'
    >>> statement_of("Did sales grow in 2021?", "Yes. Sales grew by 4% in 2021.").text
    'Sales grew by 4% in 2021.'
    >>> statement_of("Which region grew fastest?", "Asia").form
    'pair'
    """
    answer = " ".join(answer.split())
    yes_no = _AND_THEN.match(answer)
    plain = answer[yes_no.end() :] if yes_no else answer
    if _stands_alone(plain):
        return Statement(_upper(plain), "sentence")
    asked = " ".join((question or "").split())
    turned = _turned(asked, answer)
    if turned:
        return Statement(turned, "turned")
    if not asked:
        return Statement(answer, "pair")
    return Statement(f"Question: {asked} Answer: {answer}", "pair")


def _stands_alone(text: str) -> bool:
    """Whether the text begins with a sentence that points at nothing outside it, as far as grammar tells."""
    first = _SENTENCE_END.split(text)[0]
    tokens = tokens_of(first, 0)
    if sum(t.is_word for t in tokens) < 4 or tokens[0].lower.split("'")[0].split("’")[0] in _POINTING:
        return False
    if re.search("[а-яё]", first, re.IGNORECASE):
        return text.endswith(".") and russian.predicate(tokens) is not None
    at = english.predicate(tokens)
    if at is None:
        return False
    # "Bottles made and sold in 2012" has a predicate by form; only a full stop says that it is meant as a sentence.
    return text.endswith(".") or english.form_at(tokens, at) in ("aux", "modal")


def _turned(question: str, answer: str) -> str | None:
    """ "What is the X?", "A" -> "The X is A."; None where question or answer are of another kind."""
    first, *rest = _SENTENCE_END.split(question) if question else [""]
    hit = _INVERTED.fullmatch(first[:-1].strip()) if first.endswith("?") else None
    if hit is None or not answer or _YES_NO.match(answer):
        return None
    # What is left out of the question may only say how to answer, not what a number means.
    if any(tokens_of(s, 0)[0].lower not in _INSTRUCTING for s in rest):
        return None
    if any(_UNIT.search(s) for s in rest) and not _UNIT.search(f"{first} {answer}"):
        return None
    subject = hit["subject"].strip()
    if not _is_noun_phrase(tokens_of(subject, 0)):
        return None
    if english.predicate(tokens_of(answer, 0)) is not None or len(answer.split()) > 20:
        return None
    be = hit["be"].strip().lower()
    be = "is" if be[0] in "'’" else be
    return _upper(f"{subject} {be} {answer}" + ("" if answer.endswith(".") else "."))


def _is_noun_phrase(tokens: list[Token]) -> bool:
    """Whether the subject can be no more than that: no verb, no comma or second question, and at its end neither a
    preposition nor a participle, which belong to the question's verb ("the company called", "the loan used for")."""
    if english.predicate(tokens) is not None or any(t.text in ",;:?" for t in tokens):
        return False
    last = tokens[-1].lower
    if last in _ENDS_NOTHING or last.endswith("ing"):
        return False
    return not ({"VBN", "VBD"} & english.forms(last) and "NOUN" not in english.forms(last))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
