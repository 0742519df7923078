"""One clause of a text: what is done, by whom, to what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from atomcite.judge.wordlists import stems
from atomcite.judge.words import Token

Part = Literal["doer", "object", "receiver"]


@dataclass
class Fact:
    """One clause. `verb` is the token of its predicate, -1 without one (a heading, "Chair: A. Lee"). `own` are its
    tokens, `lent` those that it shares with the clause before. `parts` has the part of each token of a subject or
    object, `heads` those of their heads alone; `phrase` the first token of the phrase that a token is in, `up` the
    token that it depends on. `pronoun`: a subject or object is one. `qualifies`: a condition or the like. `bound`:
    subordinate to `host`; `told`: as what is said, found or proposed there. `span` is the sentence around it."""

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


def is_anaphoric(token: Token) -> bool:
    """A noun that stands for the matter of a heading: "the motion", "the application", "вопрос"."""
    return token.stem in stems("matters")
