"""The figures of the damage set as a picture: each channel, both, and where they fail together."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from atomcite.benchmarks.damage.measure import Figures
from atomcite.errors import EngineMissing

_SERIES = (("text", "text channel", "#7a8ba6"), ("image", "reader", "#d19a53"), ("both", "both", "#2f6f4f"))


def plot(found: Mapping[str, Figures], path: Path) -> None:
    """A PNG: above, the share of claims decided rightly, kind by kind; beneath, the share on which both channels fail
    beside what chance would give. Raises EngineMissing without matplotlib."""
    if find_spec("matplotlib") is None:
        raise EngineMissing("The plot needs matplotlib.", "Install it: pip install 'atomcite[bench]'")
    from matplotlib.figure import Figure

    names = list(found)
    figure = Figure(figsize=(max(7.0, 0.62 * len(names) + 2), 7.2), layout="constrained")
    above, beneath = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
    for n, (field, label, colour) in enumerate(_SERIES):
        at = [i + (n - 1) * 0.26 for i in range(len(names))]
        above.bar(at, [100 * getattr(found[k], field) for k in names], width=0.25, label=label, color=colour)
    above.set_ylabel("claims decided rightly, %")
    above.set_ylim(0, 100)
    above.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=3, frameon=False)
    above.grid(axis="y", alpha=0.3)
    above.set_axisbelow(True)
    places = range(len(names))
    beneath.bar(places, [100 * found[k].together for k in names], width=0.5, label="both fail", color="#a2433c")
    chance = [100 * found[k].by_chance for k in names]
    beneath.scatter(places, chance, marker="_", s=260, color="black", label="if they were independent", zorder=3)
    beneath.set_ylabel("claims, %")
    beneath.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False)
    beneath.grid(axis="y", alpha=0.3)
    beneath.set_axisbelow(True)
    beneath.set_xticks(list(places), names, rotation=40, ha="right")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=130)
