"""A policy as a table that people read, and what parts two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from atomcite.domain import Action, ClaimVerdict
from atomcite.domain.facts import VALUES
from atomcite.policies.engine import NEIGHBOURS, SUPPORTS, Case, Policy, Rule

ANY = "any"
Key = tuple[str, str, str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """Cases with one outcome. A condition that makes no difference between them is "any"."""

    text: str
    image: str
    support: str
    values: str
    neighbour: str
    verdict: ClaimVerdict
    action: Action
    rule: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What two policies make of the same cases, or how they set the same key."""

    what: str
    first: str
    second: str


def rows(policy: Policy) -> list[Row]:
    """Every case with its outcome, in a stable order; cases that differ only in what does not matter share a row."""
    out: list[Row] = []
    for (text, image), cases in groupby(policy.cases(), key=lambda c: (c.text, c.image)):
        for (support, values, neighbour), rule in _merged({_key(c): policy.rule_for(c) for c in cases}):
            out.append(Row(text, image, support, values, neighbour, rule.verdict, rule.action, rule.name))
    return out


def differences(first: Policy, second: Policy) -> Iterator[Difference]:
    """Settings that differ, then cases whose outcome differs. A case that only one of them can meet is left out: its
    channels or grades differ, and that is said."""
    ours, theirs = first.model_dump(mode="json"), second.model_dump(mode="json")
    for key in ours:
        if key not in ("name", "description", "rules") and ours[key] != theirs[key]:
            yield Difference(key, str(ours[key]), str(theirs[key]))
    known = set(second.cases())
    shared = [case for case in first.cases() if case in known]
    for (text, image), cases in groupby(shared, key=lambda c: (c.text, c.image)):
        both = {_key(c): (first.rule_for(c), second.rule_for(c)) for c in cases}
        for conditions, (a, b) in _merged(both):
            if (a.verdict, a.action) != (b.verdict, b.action):
                named = zip(("support", "values", "neighbour"), conditions, strict=True)
                rest = "".join(f", {name}={value}" for name, value in named if value != ANY)
                yield Difference(f"text={text}, image={image}{rest}", _outcome(a), _outcome(b))


def _outcome(rule: Rule) -> str:
    return f"{rule.verdict.value}, {rule.action.value} ({rule.name})"


def _key(case: Case) -> Key:
    return case.support, case.values, case.neighbour


def _merged(table: Mapping[Key, T]) -> list[tuple[Key, T]]:
    """The table with each of its three conditions dropped where it makes no difference."""
    merged = dict(table)
    for axis in range(3):
        values = list(dict.fromkeys(key[axis] for key in merged))
        for key in list(merged):
            alike = [_with(key, axis, value) for value in values]
            if key in merged and all(other in merged and merged[other] == merged[key] for other in alike):
                merged[_with(key, axis, ANY)] = merged[key]
                for other in alike:
                    del merged[other]
    orders = [(ANY, *SUPPORTS), (ANY, *VALUES), (ANY, *NEIGHBOURS)]
    return sorted(merged.items(), key=lambda item: [o.index(part) for o, part in zip(orders, item[0], strict=True)])


def _with(key: Key, axis: int, value: str) -> Key:
    changed = [*key[:axis], value, *key[axis + 1 :]]
    return changed[0], changed[1], changed[2]
