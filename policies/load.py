"""Policies from TOML files and from the presets beside this module."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from atomcite.domain import ClaimVerdict
from atomcite.errors import PolicyError
from atomcite.policies.engine import FORBIDDEN, Policy, PolicyIncoherent, Review, Rule, Suggestions, Weight, overlaps
from atomcite.policies.source import Lines, Place

_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_SHOWN = 3
_TABLES: dict[str, type[BaseModel]] = {"suggestions": Suggestions, "review": Review, "weight": Weight, "rule": Rule}


class Finding(NamedTuple):
    """Something that is wrong in a policy file. `line` is 1-based; None where no line can be named."""

    what: str
    line: int | None = None

    def __str__(self) -> str:
        return self.what if self.line is None else f"line {self.line}: {self.what}"


def presets() -> tuple[str, ...]:
    """Names of the presets that come with AtomCite."""
    return tuple(
        sorted(p.name.removesuffix(".toml") for p in files(__package__).iterdir() if p.name.endswith(".toml"))
    )


def load(name_or_file: str | Path) -> Policy:
    """A preset by name, or a policy file. Raises PolicyError, naming the file, the line and what is wrong there."""
    text = source(name_or_file)
    policy, findings = parse(text)
    if policy is None:
        shown = "; ".join(str(f) for f in findings[:_SHOWN])
        more = f"; and {len(findings) - _SHOWN} more" if len(findings) > _SHOWN else ""
        raise PolicyError(
            f"The policy {name_or_file} does not hold together: {shown}{more}",
            "`atomcite policy check FILE` lists all that is wrong; docs/policies.md describes the form.",
        )
    return policy


def source(name_or_file: str | Path) -> str:
    """The text of a preset or a policy file. Raises PolicyError when there is none or it can't be read."""
    name = str(name_or_file)
    path = Path(name)
    if name in presets():
        return files(__package__).joinpath(f"{name}.toml").read_text("utf-8")
    if not path.is_file():
        raise PolicyError(f"There is no policy {name!r}.", f"Give a TOML file, or one of: {', '.join(presets())}.")
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"The policy file {name} can't be read: {error}") from error


def parse(text: str) -> tuple[Policy | None, tuple[Finding, ...]]:
    """The policy in TOML text, or None and everything that is wrong with it, by line."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = _AT_LINE.search(str(error))
        what = _AT_LINE.sub("", str(error)).strip()
        return None, (Finding(f"not valid TOML: {what}", int(line[1]) if line else None),)
    lines = Lines(text)
    try:
        return Policy.model_validate(data), ()
    except ValidationError as error:
        found = [f for detail in error.errors() for f in _findings(detail, data, lines)]
        return None, tuple(sorted(dict.fromkeys(found), key=lambda f: (f.line or 0, f.what)))


def notes(text: str, policy: Policy) -> tuple[Finding, ...]:
    """Places where two rules with different outcomes fit one case and the order decides: allowed, good to know."""
    lines = Lines(text)
    found = []
    for first, other, case in overlaps(policy):
        a, b = policy.rules[first], policy.rules[other]
        if (a.verdict, a.action) != (b.verdict, b.action) and policy.rule_for(case) is a:
            found.append(
                Finding(f"{b.name!r} also fits {case}, where {a.name!r} decides", lines.of(("rule", other, "name")))
            )
    return tuple(found)


def _findings(detail: ErrorDetails, data: dict[str, Any], lines: Lines) -> Iterator[Finding]:
    incoherent = detail.get("ctx", {}).get("error")
    if isinstance(incoherent, PolicyIncoherent):
        for problem in incoherent.problems:
            place: Place = ("rule", problem.rule, "name") if problem.rule is not None else ("rule", 0)
            yield Finding(problem.what, lines.of(place))
        return
    place = tuple(
        part for part in detail["loc"] if not (isinstance(part, str) and part.startswith(("function-", "[key]")))
    )
    named = ".".join(str(part + 1) if isinstance(part, int) else part for part in place)
    if detail["type"] == "extra_forbidden":
        yield Finding(_unknown(place), lines.of(place))
    elif detail["type"] == "missing":
        yield Finding(f"{named} is missing", lines.of(place) or lines.of(place[:-1]))
    elif detail["type"] == "currency":
        yield Finding(f"{named} {detail['msg']}", lines.of(place) or lines.of(place[:-1]))
    elif detail["type"] == "enum" and place[0] == "rule" and place[-1] == "verdict":
        # Those that code alone finds are no choice.
        known = ", ".join(repr(v.value) for v in ClaimVerdict if v not in FORBIDDEN)
        yield Finding(f"{named}: must be one of {known} (given: {detail['input']!r})", lines.of(place))
    else:
        given = detail["input"]
        shown = f" (given: {given!r})" if isinstance(given, (str, int, float, bool)) else ""
        yield Finding(f"{named}: {detail['msg']}{shown}", lines.of(place))


def _unknown(place: Place) -> str:
    key = str(place[-1])
    model: type[BaseModel] = _TABLES.get(str(place[0]), Policy) if len(place) > 1 else Policy
    known = [f.alias or name for name, f in model.model_fields.items()]
    near = difflib.get_close_matches(key, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
    return f"unknown key {key!r}; {hint}"
