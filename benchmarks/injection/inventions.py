"""Facts that the document does not hold at all.

Degrees: `medium` for a statement taken from another document of the set, which sounds like one of this; `easy` for
one about things of which the document has no word.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from atomcite.benchmarks.injection.candidate import Candidate, Outcome, Refusal, Source, may_support
from atomcite.benchmarks.injection.search import Wording, cover, foreign, passages, places
from atomcite.benchmarks.injection.words import words_in

STRANGE = 0.34
"""Share of the words of another document's statement that no passage may have."""
_TRIES = 3


class _Invention(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    words: tuple[str, ...]
    range: tuple[int, int] | None = None
    names: tuple[str, ...] = ()

    def said(self, rng: random.Random) -> str:
        number = rng.randint(*self.range) if self.range else 0
        return self.text.format(n=number, name=rng.choice(self.names) if self.names else "")


def inventions(source: Source, elsewhere: Sequence[str], rng: random.Random) -> Iterator[Outcome]:
    """One invented statement in the place of the claim's, and one of `elsewhere`, statements of other documents."""
    russian = source.wording.russian
    known = [i for i in _inventions() if (i[0] == "ru") == russian]
    if any(foreign(page, source.wording) for page in source.evidence.values()):
        made = Candidate("invented", source, known[0][1].said(rng), "", "easy", contradicted=False)
        yield Refusal(made, "other_language")  # the document has no words that these could be looked for among
        return
    for _, invention in rng.sample(known, min(_TRIES, len(known))):
        made = Candidate("invented", source, invention.said(rng), "", "easy", contradicted=False)
        outcome = _unheard_of(made, source, invention.words)
        yield outcome
        if isinstance(outcome, Candidate):
            break
    strange = [t for t in elsewhere if Wording(t).russian == russian]
    if strange:
        made = Candidate("invented", source, rng.choice(strange), "of another document", "medium", contradicted=False)
        yield _foreign(made, source)


def _unheard_of(made: Candidate, source: Source, words: Sequence[str]) -> Outcome:
    for number, page in source.evidence.items():
        if not page.usable:
            return Refusal(made, "page_unread", str(number))
        for reading in page.readings:
            hit = next((w for w in set(words_in(reading.text)) for stem in words if w.startswith(stem)), None)
            if hit is not None:
                return may_support(made, number, f"{hit!r} on page {number}")
    return made


def _foreign(made: Candidate, source: Source) -> Outcome:
    """Another document's statement is strange to this one when no page has all its values and none its words."""
    wording = Wording(made.statement)
    for number, page in source.evidence.items():
        if not page.usable:
            return Refusal(made, "page_unread", str(number))
        stated = wording.values and all(places(page, v.value) for v in wording.values)
        if stated or any(cover(p, wording.stems) >= STRANGE for p in passages(page)):
            return may_support(made, number, f"page {number}")
    return made


@cache
def _inventions() -> tuple[tuple[str, _Invention], ...]:
    """(language, invention), of the file beside this module."""
    data = tomllib.loads(files(__package__).joinpath("inventions.toml").read_text("utf-8"))
    return tuple((language, _Invention.model_validate(item)) for language, items in data.items() for item in items)
