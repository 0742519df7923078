"""Systems by name. A new one is one file and one line here."""

from __future__ import annotations

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

SYSTEMS: dict[str, SystemMaker] = {
    "atomcite": partial(Pipeline.make, "atomcite"),
    "text-only": partial(Pipeline.make, "text-only", policy="text-only"),
    "text-only-3x": TextOnlyThrice.make,
    "image-only": partial(Pipeline.make, "image-only", policy="image-only"),
    "direct": Direct.make,
    "retrieval-nli": RetrievalNli.make,
    "quote-match": QuoteMatch.make,
    "majority-label": Constant.make,
    "command": Command.make,
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
    return SYSTEMS[name](options, lender)
