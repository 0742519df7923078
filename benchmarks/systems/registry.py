"""Systems by name. A new one is one file and one line here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from atomcite.benchmarks.systems.command import Command
from atomcite.benchmarks.systems.constant import Constant
from atomcite.benchmarks.systems.direct import Direct
from atomcite.benchmarks.systems.options import parse
from atomcite.benchmarks.systems.pipeline import Pipeline
from atomcite.benchmarks.systems.protocol import Lender, System, SystemMaker
from atomcite.benchmarks.systems.quote_match import QuoteMatch
from atomcite.benchmarks.systems.repeated import TextOnlyThrice
from atomcite.benchmarks.systems.retrieval import RetrievalNli
from atomcite.errors import UsageError


@dataclass(frozen=True)
class Entry:
    """How a system is made, what it does, and its options, for who chooses among them."""

    make: SystemMaker
    does: str
    options: str


_TEXT = (
    "ocr, ocr-models, judge, nli-model, nli-labels (parted by /), window, pages, renderer, derived, max-megapixels"
)
_SERVER = "base-url, model"

SYSTEMS: dict[str, Entry] = {
    "atomcite": Entry(
        partial(Pipeline.make, "atomcite"),
        "AtomCite as `verify` runs it, with any policy and engines; embedded ones unless a server is configured",
        f"policy, image, image-model, {_TEXT}, {_SERVER}",
    ),
    "text-only": Entry(
        partial(Pipeline.make, "text-only", policy="text-only"), "The text channel alone", f"{_TEXT}, {_SERVER}"
    ),
    "text-only-3x": Entry(
        TextOnlyThrice.make,
        "The text channel three times, and what most say: three samples of a model, or three readings of the page",
        f"temperature (0.7, for models), {_TEXT}, {_SERVER}",
    ),
    "image-only": Entry(
        partial(Pipeline.make, "image-only", policy="image-only"),
        "The image channel alone",
        f"image, image-model, window, pages, renderer, derived, max-megapixels, {_SERVER}",
    ),
    "direct": Entry(
        Direct.make,
        "The whole document and the answer in one prompt to a model server",
        f"show (text, images, both), ocr (auto, textlayer, ...), max-side (2048), context (tokens), {_SERVER}",
    ),
    "retrieval-nli": Entry(
        RetrievalNli.make,
        "Entailment on the cited page's whole text, then on the pages that BM25 ranks best (VeriCite, ALCE)",
        "nli-model, nli-labels, top (3), ocr, pages; without a model AtomCite's rules stand in",
    ),
    "quote-match": Entry(
        QuoteMatch.make,
        "The claim's words and numbers in the PDF's text layer, or in what an OCR engine reads",
        "words (0.8), ratio (0.85), ocr, pages",
    ),
    "majority-label": Entry(Constant.make, "One verdict for all claims: the floor", "verdict (correct)"),
    "command": Entry(
        Command.make, "Any program, by JSON on its standard input and output", "run (its command line), timeout (600)"
    ),
}


def label_of_system(asked: str) -> str:
    """The name of a system in a run: the option `label`, else as it was asked for. Raises UsageError."""
    name, options = parse(asked)
    if name not in SYSTEMS:
        raise UsageError(f"There is no system named {name!r}.", f"Known are: {', '.join(SYSTEMS)}.")
    return options.get("label") or asked.strip()


def make(asked: str, lender: Lender) -> System:
    """The system that `name:key=value,...` asks for. Raises UsageError, EngineMissing, PolicyError."""
    label_of_system(asked)
    name, options = parse(asked)
    options.pop("label", None)
    return SYSTEMS[name].make(options, lender)
