"""Statements -> an answer's text with citation marks as language models write them, and where each stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from atomcite.benchmarks.dataset import BenchSpan
from atomcite.benchmarks.public.figures import Language


@dataclass(frozen=True)
class Style:
    """How an answer cites. `one` and `several` hold the page labels in braces, `join` stands between them; `inside`
    puts the mark before the full stop, `bullet` begins a line ("{n}" counts), "" runs the sentences on."""

    one: str
    several: str
    join: str = ", "
    inside: bool = True
    bullet: str = ""


STYLES: dict[Language, tuple[Style, ...]] = {
    "en": (
        Style("(p. {})", "(pp. {})"),
        Style("[p. {}]", "[pp. {}]", bullet="- "),
        Style("(page {})", "(pages {})", join=" and ", inside=False),
        Style("(p. {})", "(pp. {})", bullet="{n}. "),
        Style("[page {}]", "[pages {}]", inside=False, bullet="* "),
        Style("(see p. {})", "(see pp. {})", join=" and "),
    ),
    "ru": (
        Style("(с. {})", "(с. {})"),
        Style("[стр. {}]", "[стр. {}]", bullet="- "),
        Style("(стр. {})", "(стр. {})", join=" и ", inside=False),
        Style("(с. {})", "(с. {})", bullet="{n}. "),
        Style("[с. {}]", "[с. {}]", inside=False, bullet="* "),
        Style("(см. стр. {})", "(см. стр. {})", join=" и "),
    ),
}
WRONG_REFUSAL: dict[Language, str] = {
    "en": "I could not find this information in the document.",
    "ru": "Этих сведений в документе найти не удалось.",
}
"""What a model says that declines although the document has the answer."""


@dataclass(frozen=True)
class Composed:
    """An answer's text, and where each statement stands in it, in the order given."""

    text: str
    spans: tuple[BenchSpan, ...]


def compose(opening: str, statements: Sequence[tuple[str, Sequence[str]]], style: Style, rng: Random) -> Composed:
    """`statements` are (text without a full stop, page labels). Sentences that run on are broken into paragraphs
    where `rng` says so."""
    text = opening
    if text and not text.endswith("\n"):
        text += "\n" if style.bullet else " "
    spans = []
    for number, (statement, labels) in enumerate(statements, start=1):
        mark = (style.one if len(labels) == 1 else style.several).format(style.join.join(labels))
        text += style.bullet.format(n=number)
        spans.append(BenchSpan(start=len(text), end=len(text) + len(statement)))
        stop = "" if statement.endswith(".") else "."
        text += f"{statement} {mark}." if style.inside else f"{statement}{stop} {mark}"
        last = number == len(statements)
        text += "" if last else "\n" if style.bullet else "\n\n" if rng.random() < 0.25 else " "
    return Composed(text, tuple(spans))
