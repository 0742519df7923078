"""Facts and where they fell -> statements, true and false, with the pages that bear them out.

Nothing is read here: a true wording is true by the data that the page is printed from, and a mistake is one because
the data say otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random

from atomcite.benchmarks.dataset import Difficulty, ErrorType
from atomcite.benchmarks.public.figures import Figure
from atomcite.benchmarks.public.setting import SettingError
from atomcite.benchmarks.public.source import Data, Fact, Mistake, Unanswerable, Wording, at, put


@dataclass(frozen=True)
class Said:
    """A statement about a document. `cited` are the pages to cite for it, `true_pages` all that bear it out alone,
    `joint` those that do so only together. `error` is None for a true one cited rightly; `wording` counts the fact's
    wordings (0: the original), and is that which an error started from. `beyond` is a page to cite that is not there.
    """

    fact: Fact
    text: str
    cited: tuple[int, ...]
    true_pages: tuple[int, ...] = ()
    joint: tuple[int, ...] = ()
    wording: int = 0
    error: ErrorType | None = None
    contradicted: bool | None = None
    difficulty: Difficulty | None = None
    detail: str = ""
    beyond: int | None = None


def truths(fact: Fact, values: Data, pages: Mapping[str, int], rng: Random) -> list[Said]:
    """Every true wording, citing one of its pages that `rng` draws (all of them where it takes several)."""
    out = []
    for number, wording in enumerate(fact.wordings):
        alone, joint = _pages(fact, wording, pages)
        cited = joint or (rng.choice(alone),)
        out.append(Said(fact, sentence(wording.text, values), cited, alone, joint, wording=number))
    return out


def mistaken(fact: Fact, mistake: Mistake, values: Data, pages: Mapping[str, int], rng: Random) -> Said:
    """A false statement. Raises SettingError where the mistake leaves the wording as true as it was."""
    number, wording = _start(fact, mistake)
    true = sentence(wording.text, values)
    if mistake.says is not None:
        text = sentence(mistake.says, values)
    elif mistake.replace is not None:
        text = sentence(wording.text.replace(*mistake.replace), values)
    elif mistake.change is not None:
        text = _changed(wording, mistake, values, rng)
    else:
        changed = values
        for path, other in mistake.swap.items():
            changed = put(changed, path, at(values, other))
        text = sentence(wording.text, changed)
    if text == true:
        raise SettingError(f"{fact.id}: the mistake {mistake.type} changes nothing in {true!r}.")
    alone, joint = _pages(fact, wording, pages)
    cited = (pages[mistake.cite],) if mistake.cite else joint or (rng.choice(alone),)
    contradicted = mistake.type != "invented" if mistake.contradicted is None else mistake.contradicted
    return Said(
        fact,
        text,
        cited,
        wording=number,
        error=mistake.type,
        contradicted=contradicted,
        difficulty=mistake.difficulty,
        detail=mistake.detail,
    )


def misplaced(said: Said, error: ErrorType, cited: int, difficulty: Difficulty, detail: str) -> Said:
    """A true statement that cites a page which does not bear it out."""
    if cited in said.true_pages:
        raise SettingError(f"{said.fact.id}: page {cited} bears it out.")
    return replace(said, cited=(cited,), error=error, difficulty=difficulty, detail=detail)


def open_invention(question: Unanswerable, values: Data, pages: Mapping[str, int]) -> Said:
    """The invented answer to a question that the document leaves open."""
    text = sentence(question.invented, values)
    fact = Fact(id="", topic="", content="prose", original=text, errors=())
    return Said(
        fact,
        text,
        (pages[question.cite],),
        error="invented",
        difficulty="medium",
        detail="the document leaves it open",
    )


def sentence(pattern: str, values: Data) -> str:
    """A statement with its values, beginning with a capital."""
    text = pattern.format_map(values)
    return text[0].upper() + text[1:]


def printed(patterns: tuple[str, ...], values: Data) -> tuple[str, ...]:
    """What stands on the page."""
    return tuple(p.format_map(values) for p in patterns)


def _pages(fact: Fact, wording: Wording, pages: Mapping[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(pages that bear it out alone, pages that do so together)."""
    if fact.together:
        needed = tuple(sorted({pages[a] for a in fact.together}))
        return (needed, ()) if len(needed) == 1 else ((), needed)
    return tuple(sorted({pages[a] for a in wording.by or tuple(fact.bears)})), ()


def _start(fact: Fact, mistake: Mistake) -> tuple[int, Wording]:
    """The wording that a mistake starts from: `of`, or the first that has the words to be replaced."""
    order = [mistake.of, *(n for n in range(len(fact.wordings)) if n != mistake.of)]
    for number in order:
        wording = fact.wordings[number]
        if mistake.replace is None or mistake.replace[0] in wording.text:
            return number, wording
    raise SettingError(f"{fact.id}: no wording has {mistake.replace[0] if mistake.replace else ''!r}.")


def _changed(wording: Wording, mistake: Mistake, values: Data, rng: Random) -> str:
    path = mistake.change or ""
    figure = at(values, path)
    if mistake.type == "scale":
        shift = Decimal("0.1") if abs(figure.value) >= 1000 and rng.random() < 0.5 else Decimal(10)
        return sentence(wording.text, put(values, path, Figure(figure.value * shift, figure.language)))
    slipped = Figure(figure.value, figure.language, Random(rng.random()))
    return sentence(wording.text, put(values, path, slipped))
