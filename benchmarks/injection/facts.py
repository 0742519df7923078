"""What a document's author knows of it: facts as slots of a statement, with the pages that bear them out.

Where a document is written from data, its errors need no reading: a statement filled with the value of another fact
is wrong because the data say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from atomcite.benchmarks.dataset import Content, ErrorType
from atomcite.errors import DatasetError

FACTS = "facts.jsonl"
"""Where a data set's folder keeps them; a folder may have none."""
VALUE = "value"

SlotName = Literal["value", "subject", "row", "column", "period", "party", "date", "unit", "currency", "condition"]
"""`value` is what the fact states, the others are what it states it of."""
ERROR_OF: Mapping[str, ErrorType] = {
    "subject": "neighbour_row",
    "row": "neighbour_row",
    "column": "neighbour_column",
    "period": "other_period",
    "party": "party",
    "date": "date",
    "unit": "unit",
    "currency": "currency",
}
"""The error of stating the value that belongs to a fact which differs in this slot alone."""


class Fact(BaseModel):
    """One fact of a document.

    `statements` are ways to say it, with slots in braces ("Revenue came to {value} in {period}"); every one has
    `{value}`. `slots` fill them, worded so that another fact's filling of the same slot fits in grammar too. Slots
    that no statement uses may be given to tell facts apart. `true_pages` and `joint_pages` are complete: no other
    page bears the fact out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    document: str
    statements: tuple[str, ...] = Field(min_length=1)
    slots: Mapping[SlotName, str]
    true_pages: tuple[int, ...] = ()
    joint_pages: tuple[tuple[int, ...], ...] = ()
    content: Content = "prose"

    @model_validator(mode="after")
    def _filled(self) -> Fact:
        for pattern in self.statements:
            names = {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}
            if VALUE not in names or not names <= set(self.slots):
                raise ValueError(f"{pattern!r} needs {{value}}, and only slots that are given")
        return self

    def said(self, pattern: str, **other: str) -> str:
        """A statement of it, with `other` fillings in place of its own."""
        return pattern.format_map({**{str(k): v for k, v in self.slots.items()}, **other})


@dataclass(frozen=True)
class Sibling:
    """Another fact of the document that has the same slots and differs in `slot` and in its value alone."""

    fact: Fact
    slot: SlotName

    @property
    def error(self) -> ErrorType:
        return ERROR_OF.get(self.slot, "other")


def siblings(fact: Fact, facts: Sequence[Fact]) -> Iterator[Sibling]:
    """Facts of the same document whose value would make an error of `fact`, in order."""
    for other in facts:
        if other.document != fact.document or set(other.slots) != set(fact.slots):
            continue
        differing = [name for name in fact.slots if name != VALUE and other.slots[name] != fact.slots[name]]
        if len(differing) == 1 and other.slots["value"] != fact.slots["value"]:
            yield Sibling(other, differing[0])


def load_facts(folder: str | Path) -> tuple[Fact, ...]:
    """The facts beside a data set; none where it has no file of them. Raises DatasetError naming file and line."""
    path = Path(folder) / FACTS
    if not path.is_file():
        return ()
    out = []
    for number, line in enumerate(path.read_text("utf-8").split("\n"), start=1):
        if line.strip():
            try:
                out.append(Fact.model_validate_json(line))
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                raise DatasetError(f"{path.name}:{number}: {first['msg']}", "Correct the line.") from error
    return tuple(out)
