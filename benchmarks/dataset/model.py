"""Page-citation data sets: documents, answers about them, claims of the answers, and labels by whom.

The layout is AtomCite's own: the files of the data set that the method was published with are not public. A record is
a line of a JSON Lines file; `store` reads and writes the folder. Pages are positions in the file, counted from 1, but
in `Cited.label`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = 1
"""Goes up when a reader of the older form would misread the newer."""

Truth = Literal["correct", "wrong_page", "unsupported", "no_such_page", "open"]
"""What is true of a claim and its citation. `wrong_page`: another page bears the statement out. `open`: those who
looked could not settle it; such claims are counted and scored nowhere."""

ErrorType = Literal[
    "page_near",
    "page_far",
    "page_swapped",
    "page_out_of_range",
    "page_label_confused",
    "digit",
    "scale",
    "sign",
    "unit",
    "currency",
    "neighbour_row",
    "neighbour_column",
    "other_period",
    "date",
    "party",
    "negation",
    "modality",
    "modality_weakened",
    "dropped_condition",
    "half_truth",
    "invented",
    "other",
]
"""The first five are errors of the page alone; `other` is for natural errors that are none of these.
`modality_weakened` is "may" where the document says "must": what is a duty is also permitted, so this is an error by
convention - a reader takes the permission for the whole. It is kept apart from `modality`, a permission made a
duty."""
PAGE_ERRORS: frozenset[ErrorType] = frozenset(
    ("page_near", "page_far", "page_swapped", "page_out_of_range", "page_label_confused")
)
Content = Literal["number", "date", "identifier", "name", "obligation", "mark", "prose"]
"""What the truth of a claim hangs on; `mark` is ink that is no text (signatures, seals, ticks, strike-outs)."""
Difficulty = Literal["easy", "medium", "hard"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BenchDocument(_Record):
    """A document by hash, and where it is: `path` within the data set's folder, or `url` to fetch it from.

    `labels` are the printed page labels by position where they differ from the positions ("i", "ii", "1", ...).
    `template` names the design that a generated document came from, `degradation` what was done to its pages; splits
    are made by the two, so that no document of a template stands on both sides. `language` is ISO 639-1.
    """

    id: str = Field(min_length=1)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    page_count: int = Field(ge=1)
    path: str | None = None
    url: str | None = None
    title: str | None = None
    language: str | None = None
    labels: tuple[str, ...] = ()
    template: str | None = None
    degradation: str | None = None
    licence: str | None = None
    split: str = "test"


class BenchAnswer(_Record):
    """A question about a document and an answer to it, with its citation marks as written.

    `generator` is the model that wrote the answer, None for a person or a program. `answerable` says whether the
    document answers the question at all (None: nobody said); `refused` that the answer declines to answer.
    """

    id: str = Field(min_length=1)
    document: str
    question: str | None = None
    text: str
    generator: str | None = None
    answerable: bool | None = None
    refused: bool = False


class BenchSpan(_Record):
    """Half-open range of Python string indices in the answer's text."""

    start: int = Field(ge=0)
    end: int


class Cited(_Record):
    """A page as the answer names it, and the position that a careful reader takes it for; None: no such page."""

    label: str = Field(min_length=1)
    page: int | None = Field(ge=1)


class Label(_Record):
    """One judgement of a claim. `by` names the annotator, or the program and its version.

    `true_pages` are all pages that bear the statement out alone, `joint_pages` the sets that do so only together.
    `contradicted`: the cited page says otherwise, which is more than not saying it; None where nobody said.
    """

    verdict: Truth
    true_pages: tuple[int, ...] = ()
    joint_pages: tuple[tuple[int, ...], ...] = ()
    contradicted: bool | None = None
    error: ErrorType | None = None
    by: str = Field(min_length=1)
    note: str = ""


class Labels(_Record):
    """What a program said, what each annotator said without knowing it, and what was settled."""

    automatic: Label | None = None
    annotators: tuple[Label, ...] = ()
    adjudicated: Label | None = None


class Fault(_Record):
    """The error that a claim has. `of` is the correct claim of the same set that an injected one was made from,
    `original` what that claim said where it is not in the set. `verified` says how it was made sure that it is one:
    "construction", "text", "pixels", "person"."""

    type: ErrorType
    origin: Literal["injected", "natural"]
    of: str | None = None
    original: str | None = None
    detail: str = ""
    difficulty: Difficulty | None = None
    seed: int | None = None
    verified: tuple[Literal["construction", "text", "pixels", "person"], ...] = ()


class BenchClaim(_Record):
    """One claim: a statement, the pages that it cites, and its labels.

    `spans` locate it in the answer's text; empty for a claim without an answer. `verbatim` says that they hold the
    statement word for word. `control` marks claims that are put in to be correct: as taken from the document, or said
    in other words. `generator` is the model whose claim it is.
    """

    id: str = Field(min_length=1)
    document: str
    answer: str | None = None
    statement: str = Field(min_length=1)
    spans: tuple[BenchSpan, ...] = ()
    verbatim: bool = False
    cited: tuple[Cited, ...] = ()
    content: Content = "prose"
    fault: Fault | None = None
    control: Literal["original", "paraphrase"] | None = None
    generator: str | None = None
    labels: Labels

    @property
    def pages(self) -> frozenset[int]:
        """The cited pages that exist."""
        return frozenset(c.page for c in self.cited if c.page is not None)


class Manifest(_Record):
    """What the data set is. `made_by` are the commands that made it, in order."""

    format: int = FORMAT
    name: str = Field(min_length=1)
    version: str
    description: str = ""
    licence: str
    languages: tuple[str, ...] = ()
    made_by: tuple[str, ...] = ()


LabelSource = str
"""Whose labels to score by: "gold", "automatic", "adjudicated", or an annotator's name."""


def label_of(claim: BenchClaim, source: LabelSource = "gold") -> Label | None:
    """The claim's label by `source`; None where that source did not judge it.

    "gold" is the adjudicated label, else what all annotators agree on (verdict and true pages), else the automatic
    one where nobody annotated. Annotators who differ, with no adjudication, leave a claim without gold label.
    """
    labels = claim.labels
    if source == "automatic":
        return labels.automatic
    if source == "adjudicated":
        return labels.adjudicated
    if source == "gold":
        return labels.adjudicated or (_agreed(labels.annotators) if labels.annotators else labels.automatic)
    return next((label for label in labels.annotators if label.by == source), None)


def _agreed(labels: Sequence[Label]) -> Label | None:
    said = {(label.verdict, frozenset(label.true_pages)) for label in labels}
    return labels[0] if len(said) == 1 else None
