"""Runs without the passwords and keys that somebody typed into addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from atomcite.benchmarks.comparison.runs import Run
from atomcite.reports.untrusted import blotted, blotted_setting


def without_secrets(run: Run) -> Run:
    """The same run, fit to be shown: commands, settings and names of systems blotted."""

    def clean(name: str, value: object) -> object:
        if isinstance(value, Mapping):
            return {k: clean(str(k), v) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [clean(name, v) for v in value]
        return blotted_setting(name, value) if isinstance(value, str) else value

    names: dict[str, str] = {}
    for system in run.info.systems:
        name = blotted(system.name)
        # Two that differ in a password only stay two.
        names[system.name] = name if name not in names.values() else f"{name} ({len(names) + 1})"
    systems = tuple(
        s.model_copy(
            update={
                "name": names[s.name],
                "asked": blotted(s.asked),
                "settings": {k: clean(k, v) for k, v in s.settings.items()},
            }
        )
        for s in run.info.systems
    )
    info = run.info.model_copy(update={"systems": systems, "commands": tuple(map(blotted, run.info.commands))})
    return replace(run, info=info, judged={names[n]: judged for n, judged in run.judged.items()})
