"""The words of a family of pages, from the TOML files beside this module."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from atomcite.benchmarks.tables.model import Label, Language

Family = Literal["tune", "report"]
FAMILIES: tuple[Family, ...] = get_args(Family)
"""Rules may be mended by looking at "tune"; results are those on "report"."""


@dataclass(frozen=True)
class Vocabulary:
    """One language of one family. `lists` holds every list of plain strings by its name."""

    family: Family
    language: Language
    serif: bool
    money: tuple[Label, ...]
    signed: tuple[Label, ...]
    shares: tuple[Label, ...]
    counts: tuple[tuple[Label, str], ...]
    lists: dict[str, tuple[str, ...]]
    words: dict[str, str]
    form: dict[str, tuple[str, ...]]


@cache
def vocabulary(family: Family, language: Language) -> Vocabulary:
    raw = tomllib.loads(files(__package__).joinpath(f"{family}_{language}.toml").read_text("utf-8"))
    ru = language == "ru"

    def labels(name: str) -> tuple[Label, ...]:
        return tuple(Label(*(item.split("|")[:3])) for item in raw[name])

    def signed(item: str) -> Label:
        text, gain, loss, *genders = item.split("|")
        return Label(text, gain, genders[0] if ru else "", loss, genders[1] if ru else "")

    def count(item: str) -> tuple[Label, str]:
        parts = item.split("|")
        return Label(parts[0], parts[1], parts[2] if ru else ""), parts[-1]

    special = {"money", "signed", "shares", "counts", "form"}
    return Vocabulary(
        family,
        language,
        raw["serif"],
        labels("money"),
        tuple(signed(i) for i in raw["signed"]),
        labels("shares"),
        tuple(count(i) for i in raw["counts"]),
        {k: tuple(v) for k, v in raw.items() if isinstance(v, list) and k not in special},
        {k: v for k, v in raw.items() if isinstance(v, str)},
        {k: tuple(v) for k, v in raw["form"].items()},
    )
