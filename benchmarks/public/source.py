"""A template's file: the documents made with it, what stands in them, and what may be said of it, truly and falsely.

`templates/NAME.toml` holds the data and the statements, `templates/NAME.typ` the design. The design wraps every place
that bears a statement out in `#f("anchor")[...]`; the typesetter tells the page of each anchor, so that the truth of
a statement follows from the data and from where the anchors fell, and from nothing that is read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from atomcite.benchmarks.corpus.scanfile import LabelRange
from atomcite.benchmarks.dataset import Content, Difficulty, ErrorType
from atomcite.benchmarks.public.figures import Figure, Language

Degraded = Literal["clean", "scan", "poor", "photocopy"]
Data = dict[str, Any]
"""Values by name: text, a Figure, a tuple of Figures (columns), flags."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Wording(_Record):
    """A way to say a fact; `by` are the anchors that bear this wording out, where not all of the fact's do (a table
    in thousands bears out what a rounded headline cannot)."""

    text: str
    by: tuple[str, ...] = ()


class Mistake(_Record):
    """A way to get a fact wrong: a statement of its own (`says`), words replaced in a true wording (`replace`),
    values exchanged for others of the data (`swap`), or one value misprinted (`change`).

    `of` is the wording that it starts from (0: the original). `cite` is the anchor whose page is cited; else one of
    the wording's. `contradicted` is None where it follows from the type.
    """

    type: ErrorType
    says: str | None = None
    replace: tuple[str, str] | None = None
    swap: Mapping[str, str] = {}
    change: str | None = None
    of: int = 0
    cite: str | None = None
    contradicted: bool | None = None
    difficulty: Difficulty = "medium"
    detail: str = ""


class Fact(_Record):
    """Something that a document says. `bears` maps each anchor that bears it out alone to what is printed there;
    `together` lists anchors that do so only jointly, with what is printed at each in `parts`."""

    id: str
    topic: str
    content: Content
    bears: Mapping[str, tuple[str, ...]] = {}
    together: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = {}
    original: str | Wording
    paraphrases: tuple[str | Wording, ...] = ()
    errors: tuple[Mistake, ...]

    @property
    def wordings(self) -> tuple[Wording, ...]:
        return tuple(Wording(text=w) if isinstance(w, str) else w for w in (self.original, *self.paraphrases))


class Topic(_Record):
    """What answers are about: questions that ask for it, and ways to open an answer."""

    questions: tuple[str, ...]
    openings: tuple[str, ...] = ("",)


class Unanswerable(_Record):
    """A question that the document does not answer: how a careful model declines, and what a careless one invents,
    citing the page of the anchor `cite`."""

    question: str
    refusal: str
    invented: str
    cite: str


class DocumentSpec(_Record):
    """One document. `labels` are the printed page numbers, `in_file` whether the PDF knows them too; `signatures`
    maps names to the seeds of hands; `colour` says that pages with marks on them were scanned in colour."""

    title: str
    author: str
    degradation: Degraded
    seed: int
    year: int
    labels: tuple[LabelRange, ...] = ()
    in_file: bool = True
    colour: bool = False
    signatures: Mapping[str, int] = {}
    data: Mapping[str, Any]


class Derived(_Record):
    """A value computed from others: their sum, column by column ("-name" subtracts), or the growth of the first over
    the second in per cent, to `places` after the mark."""

    sum: tuple[str, ...] = ()
    growth: tuple[str, str] | None = None
    places: int = Field(default=1, ge=0)


class Source(_Record):
    """All of one template. `kind` is the sort of document, `split` where all documents of the template belong."""

    name: str
    kind: str
    language: Language
    split: Literal["dev", "test"]
    topics: Mapping[str, Topic]
    facts: tuple[Fact, ...]
    unanswerable: tuple[Unanswerable, ...]
    derived: Mapping[str, Derived] = {}
    documents: Mapping[str, DocumentSpec]

    def data(self, document: str) -> Data:
        """The values of a document, the derived ones computed."""
        values: Data = {name: _figures(value, self.language) for name, value in self.documents[document].data.items()}
        for name, rule in self.derived.items():
            values[name] = _derive(rule, values, self.language)
        return values


@cache
def sources() -> tuple[Source, ...]:
    """Every template, by name."""
    found = []
    for entry in files(__package__).joinpath("templates").iterdir():
        if entry.name.endswith(".toml"):
            fields = tomllib.loads(entry.read_text("utf-8"), parse_float=Decimal)
            found.append(Source(name=entry.name.removesuffix(".toml"), **fields))
    return tuple(sorted(found, key=lambda s: s.name))


def at(values: Data, path: str) -> Figure:
    """The figure at "name" or "name[column]". Raises KeyError or IndexError for a path that there is not."""
    name, _, column = path.partition("[")
    found = values[name]
    figure = found[int(column.rstrip("]"))] if column else found
    if not isinstance(figure, Figure):
        raise KeyError(f"{path} is no figure")
    return figure


def put(values: Data, path: str, figure: object) -> Data:
    """A copy of the values with another one at `path`."""
    name, _, column = path.partition("[")
    if not column:
        return {**values, name: figure}
    columns = list(values[name])
    columns[int(column.rstrip("]"))] = figure
    return {**values, name: tuple(columns)}


def _figures(value: Any, language: Language) -> Any:
    if isinstance(value, list):
        return tuple(_figures(v, language) for v in value)
    if isinstance(value, Decimal | int) and not isinstance(value, bool):
        return Figure(Decimal(value), language)
    return value


def _derive(rule: Derived, values: Data, language: Language) -> Any:
    if rule.sum:
        signs = [-1 if name.startswith("-") else 1 for name in rule.sum]
        lines = [_columns(values[name.removeprefix("-")]) for name in rule.sum]
        columns = tuple(
            Figure(sum((s * f.value for s, f in zip(signs, column, strict=True)), Decimal(0)), language)
            for column in zip(*lines, strict=True)
        )
        return columns if len(columns) > 1 else columns[0]
    if rule.growth is None:
        raise ValueError("a derived value is a sum or a growth")
    first, second = (at(values, path).value for path in rule.growth)
    percent = (first / second - 1) * 100
    return Figure(percent.quantize(Decimal(1).scaleb(-rule.places), ROUND_HALF_UP), language)


def _columns(value: Any) -> tuple[Figure, ...]:
    return value if isinstance(value, tuple) else (value,)
