"""The facts of a page, each with the heading or item that it stands under."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from atomcite.judge.fact import Fact
from atomcite.judge.facts import facts_of
from atomcite.judge.page import PageText
from atomcite.judge.page import Segment as Sentence

_TITLE = 16
"""Tokens of a heading at most."""


@dataclass(frozen=True, eq=False)
class PlacedFact:
    """A fact of a page. `sentence` are all tokens of its sentence, `joined` those of other facts of the sentence that
    depend on it or that it depends on, `topic` those of the headings above it, `before` those of subjects and objects
    earlier in the sentence and in the sentence before in its paragraph, to which a pronoun may point."""

    fact: Fact
    sentence: range
    joined: frozenset[int]
    topic: frozenset[int]
    before: frozenset[int]


@dataclass
class PageFacts:
    """`of_token` has the facts, by number, that a token belongs or is lent to, `of_topic` those that stand below it.
    `sentences` has the places (first token, one past the last) of whole sentences by their words."""

    facts: list[PlacedFact] = field(default_factory=list)
    of_token: dict[int, list[int]] = field(default_factory=dict)
    of_topic: dict[int, list[int]] = field(default_factory=dict)
    sentences: dict[tuple[str, ...], list[tuple[int, int]]] = field(default_factory=dict)

    @classmethod
    def of(cls, page: PageText, sentences: Sequence[Sentence]) -> PageFacts:
        """Facts of the sentences given, which are lines of no table."""
        self = cls()
        title: frozenset[int] = frozenset()
        heading: frozenset[int] = frozenset()
        item: frozenset[int] = frozenset()
        before: frozenset[int] = frozenset()
        paragraph, leading = -1, True
        sizes: dict[int, int] = {}
        for s in page.segments:
            sizes[s.paragraph] = sizes.get(s.paragraph, 0) + 1
        for s in sentences:
            if s.paragraph != paragraph:
                paragraph, item, before = s.paragraph, frozenset(), frozenset()
                opens = True
            else:
                opens = False
            found = facts_of(page.tokens, s.start, s.end)
            tokens = frozenset(range(s.start, s.end))
            names = (
                s.end - s.start <= _TITLE
                and all(f.verb < 0 for f in found)
                and ":" not in {page.tokens[t].text for t in range(s.start, s.end - 1)}
            )
            if found:
                low = found[0].span.start
                words = tuple(t.norm for t in page.tokens[low : s.end] if t.is_word)
                self.sentences.setdefault(words, []).append((low, s.end))
            self._add(found, title | heading | item, before)
            leading = leading and all(f.verb < 0 for f in found) and not page.tokens[s.start].text[:1].isdigit()
            if leading and ":" not in {page.tokens[t].text for t in range(s.start, s.end)}:
                title |= tokens  # all that the page opens with says what it is about
            if names and sizes[s.paragraph] == 1 and page.tokens[s.end - 1].text not in ";,":
                heading = tokens
            elif names and opens:
                item = tokens
            before = frozenset(t for f in found for t in f.parts)
        for number, placed in enumerate(self.facts):
            for t in placed.fact.tokens:
                self.of_token.setdefault(t, []).append(number)
            for t in placed.topic:
                self.of_topic.setdefault(t, []).append(number)
        return self

    def _add(self, found: Sequence[Fact], topic: frozenset[int], before: frozenset[int]) -> None:
        subordinate = frozenset(t for f in found if f.qualifies for t in f.own)
        for f in found:
            related = frozenset(
                t for g in found if (g.host is f and g.bound) or (f.told and f.host is g) for t in g.own
            )
            first = min(f.own, default=f.span.start)
            earlier = frozenset(t for g in found for t in g.parts if t < first)
            self.facts.append(PlacedFact(f, f.span, (related | subordinate) - f.own, topic, before | earlier))
