"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class OutputFormat(StrEnum):
    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    MD = "md"
    JUNIT = "junit"
    SARIF = "sarif"


class PageMode(StrEnum):
    AUTO = "auto"
    PHYSICAL = "physical"
    LABEL = "label"
    FOLIO = "folio"


class ImageChoice(StrEnum):
    AUTO = "auto"
    OPENAI = "openai"
    TRANSFORMERS = "transformers"
    READER = "reader"
    NONE = "none"


class Renderer(StrEnum):
    PDFIUM = "pdfium"
    POPPLER = "poppler"


class Decomposer(StrEnum):
    RULES = "rules"
    LLM = "llm"


class Apply(StrEnum):
    ASK = "ask"
    ALL = "all"
    NONE = "none"


class Language(StrEnum):
    EN = "en"
    RU = "ru"


Answer = Annotated[
    str, typer.Argument(help="The answer: text or Markdown, or claims as JSON Lines; - is standard input.")
]
MoreForms = Annotated[
    list[str] | None,
    typer.Option(
        "--report",
        help="More reports for the dossier, parted by commas: xlsx, pdf (annotated copy), docx (tracked changes), "
        "junit, sarif, or all.",
    ),
]
BareBrackets = Annotated[bool, typer.Option("--bare-brackets", help="Take [7] for a citation of page 7.")]
Footnotes = Annotated[bool, typer.Option("--footnotes", help="Take footnote marks ([^7], ⁷) for pages.")]
Derived = Annotated[
    bool, typer.Option("--derived", help="Let sums and differences of a page's numbers bear a claim out.")
]
DecomposerOption = Annotated[Decomposer, typer.Option(help="How the answer is split into claims.")]
ImageModel = Annotated[
    str | None,
    typer.Option(help="Folder or name of the local model for --image transformers. Or ATOMCITE_IMAGE_MODEL."),
]
BaseUrl = Annotated[
    str | None, typer.Option(help="OpenAI-compatible server. Or ATOMCITE_BASE_URL, or the configuration file.")
]
Model = Annotated[str | None, typer.Option(help="Model on that server. Or ATOMCITE_MODEL.")]
PriceIn = Annotated[
    float | None, typer.Option(min=0, help="Money for a million tokens sent. Or price_in in the configuration file.")
]
PriceOut = Annotated[float | None, typer.Option(min=0, help="Money for a million tokens received. Or price_out.")]
MaxCalls = Annotated[
    int | None, typer.Option(min=0, help="Most requests to the model server; what is left over is not checked.")
]
MaxTokens = Annotated[int | None, typer.Option(min=0, help="Most tokens at the model server, in and out together.")]
MaxCost = Annotated[
    float | None, typer.Option(min=0, help="Most money for the model server, in the currency of the prices.")
]
NliModel = Annotated[
    str | None, typer.Option(help="Entailment model for --judge nli: a folder or a hub name. Or ATOMCITE_NLI_MODEL.")
]
NliLabels = Annotated[
    str | None,
    typer.Option(help="Its outputs in order, if its configuration lacks them: contradiction,neutral,entailment"),
]


def forms_of(given: list[str] | None) -> list[str]:
    """The single names in what `--report` was given."""
    return [name for part in given or () for name in part.split(",")]


LinkTemplate = Annotated[
    str | None, typer.Option(help='Links in references: "https://host/{document}?page={page}". [file.pdf#page=7]')
]
Allow = Annotated[
    list[str] | None,
    typer.Option("--allow", help="File, name or pattern that references may name; repeatable. [all documents]"),
]
