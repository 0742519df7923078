"""How an entailment model wants to be asked and how its answer is to be understood."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from atomcite.errors import ModelError
from atomcite.judge.nli.labels import Role, UnknownLabels, names_of, roles

Kind = Literal["classifier", "seq2seq", "hhem2"]


@dataclass(frozen=True)
class Format:
    """One entry of `models.toml`, which says what each field means. Probabilities are 0..1, lengths are tokens."""

    kind: Kind
    template: str
    longest: int
    chunk: int
    supported: float
    sure: float
    doubtful: float
    contradicted: float
    labels: tuple[Role, ...] = ()
    languages: tuple[str, ...] = ()
    yes: str = "1"
    no: str = "0"
    foundation: str = ""


def format_of(config: Mapping[str, Any], names: Sequence[str], labels: Sequence[str] = ()) -> Format:
    """The format of a model with this configuration (`config.json`) and these names, all of which are looked up.

    `labels` are what the user says of the outputs, before all else. Raises ModelError for a model that is neither a
    classifier nor seq2seq, needs code of its own, or whose outputs have names that don't say what they mean.
    """
    known = next((entry for entry in _known() if any(entry.pattern.search(n) for n in names)), None)
    kind = _kind(config, names[0])
    found = _default(kind)
    if known is not None and known.given.get("kind") == kind:
        found = replace(found, **{k: v for k, v in known.given.items() if k != "kind"})
    if kind != "classifier":
        return found
    id2label = config.get("id2label") or {}
    outputs = config.get("num_labels") or len(id2label) or 2  # two is transformers' default
    known_labels = found.labels if len(found.labels) == int(outputs) else ()
    return replace(found, labels=_labels(labels or known_labels, id2label, int(outputs), names[0]))


def _labels(given: Sequence[str], id2label: Mapping[object, object], outputs: int, name: str) -> tuple[Role, ...]:
    called = tuple(given) or names_of(id2label, outputs)
    try:
        if len(called) != outputs:
            raise UnknownLabels(", ".join(called))
        return roles(called)
    except UnknownLabels as error:
        what = f"{len(called)} labels ({error}) for {outputs} outputs" if given else f"outputs called {error}"
        raise ModelError(
            f"The model {name} has {what}: which of them is entailment can't be told.",
            "Name them in order with --nli-labels: contradiction,neutral,entailment for example, other,entailment, "
            "or entailment for a single output.",
        ) from error


def _kind(config: Mapping[str, Any], name: str) -> Kind:
    if config.get("model_type") == "HHEMv2":
        return "hhem2"  # its own code is known, and small: `atomcite.judge.nli.hhem` stands for it
    if "auto_map" in config:
        raise ModelError(
            f"The model {name} brings program code of its own, which AtomCite does not run.",
            "Take a model of one of transformers' own architectures.",
        )
    architectures = [str(a) for a in config.get("architectures") or ()]
    if any(a.endswith("ForSequenceClassification") for a in architectures):
        return "classifier"  # BART is an encoder-decoder, and yet classifies
    if config.get("is_encoder_decoder") and any(a.endswith("ForConditionalGeneration") for a in architectures):
        return "seq2seq"
    raise ModelError(
        f"The model {name} ({', '.join(architectures) or 'no architecture named'}) is no entailment model.",
        "--judge nli takes sequence classification (DeBERTa-MNLI and the like) or seq2seq models (TRUE, MiniCheck).",
    )


@dataclass(frozen=True)
class _Known:
    pattern: re.Pattern[str]
    given: Mapping[str, Any]


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("models.toml").read_text("utf-8"))


@cache
def _known() -> tuple[_Known, ...]:
    out = []
    for entry in _table()["model"]:
        given = {k: _field(k, v) for k, v in entry.items() if k != "match"}
        out.append(_Known(re.compile(entry["match"], re.I), given))
    return tuple(out)


def _default(kind: Kind) -> Format:
    return Format(kind=kind, **{k: _field(k, v) for k, v in _table()["default"][kind].items()})


def _field(name: str, value: Any) -> Any:
    if name not in {f.name for f in fields(Format)}:
        raise ValueError(f"models.toml: {name} is no field of a format")
    return tuple(value) if isinstance(value, list) else value
