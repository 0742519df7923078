"""Options of a system, as the command line gives them: `name:key=value,key="a value, with commas"`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import get_args

from atomcite.errors import UsageError

_PAIR = re.compile(r"""\s*([A-Za-z][\w-]*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^,]*))\s*(?:,|$)""")


def parse(asked: str) -> tuple[str, dict[str, str]]:
    """Name and options of `name:key=value,...`. A value in double quotes may hold commas, and \\" for a quote; one in
    single quotes is taken as it is. Keys are written with `-` or `_`. Raises UsageError for anything else.

    >>> parse('command:run="judge.py --fast",label=mine')
    ('command', {'run': 'judge.py --fast', 'label': 'mine'})
    """
    name, _, rest = asked.partition(":")
    options: dict[str, str] = {}
    at = 0
    while at < len(rest):
        found = _PAIR.match(rest, at)
        if found is None or found.end() == at:
            raise UsageError(
                f"The options of the system {asked!r} can't be read from {rest[at:]!r} on.",
                'Write name:key=value,key="a value, with commas".',
            )
        key = found[1].replace("-", "_")
        if key in options:
            raise UsageError(f"The system {asked!r} has the option {key!r} twice.", "Give it once.")
        double, single, plain = found[2], found[3], found[4]
        if double is not None:
            options[key] = re.sub(r"\\(.)", r"\1", double)
        else:
            options[key] = single if single is not None else plain.strip()
        at = found.end()
    return name.strip(), options


class Options:
    """Options taken one by one, then `done`: what is left over is unknown."""

    def __init__(self, system: str, given: Mapping[str, str]) -> None:
        self._system = system
        self._left = dict(given)
        self._known: list[str] = []

    def text(self, name: str, default: str) -> str:
        return self.maybe(name) or default

    def maybe(self, name: str) -> str | None:
        """None where it is not given or empty."""
        self._known.append(name)
        return self._left.pop(name, "") or None

    def choice(self, name: str, choices: object, default: str) -> str:
        """One of `choices`: strings, or a Literal."""
        known = tuple(choices) if isinstance(choices, Sequence) else get_args(choices)
        value = self.text(name, default)
        if value not in known:
            raise self.wrong(name, value, f"Choose one of: {', '.join(known)}.")
        return value

    def number(self, name: str, default: float, least: float, most: float) -> float:
        text = self.text(name, str(default))
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise self.wrong(name, text, f"Give a number from {least:g} to {most:g}.")
        return value

    def flag(self, name: str) -> bool:
        return self.choice(name, ("yes", "no"), "no") == "yes"

    def done(self) -> None:
        """Raises UsageError for options that nobody asked for."""
        if self._left:
            raise UsageError(
                f"The system {self._system} has no option {next(iter(self._left))!r}.",
                f"Options: {', '.join(n.replace('_', '-') for n in self._known) or 'none'}.",
            )

    def wrong(self, name: str, value: str, hint: str) -> UsageError:
        return UsageError(f"{self._system}: {name}={value} is not possible.", hint)
