"""The plots of a report, as SVG that takes its colours from the page that it stands in.

matplotlib writes colours as they are. Each colour used here stands for one of the page's, and is put in its place
afterwards, so that one picture serves light and dark pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from io import StringIO
from math import ceil, floor, log10, nan
from typing import TYPE_CHECKING, Any

from atomcite.benchmarks.comparison.evaluation import Evaluation, SystemFigures
from atomcite.benchmarks.metrics import Interval
from atomcite.errors import EngineMissing
from atomcite.reports.untrusted import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT, LINE = "#0a0001", "#0a0002", "#0a0003"
SERIES = tuple(f"#0b00{i:02x}" for i in range(1, 11))
"""One for each system, by its place in the run; more systems use them again, with another mark."""
MARKS = "osD^vPX*hp"

_COLOURS = {INK: "ink", SOFT: "soft", LINE: "line", **{c: f"s{i}" for i, c in enumerate(SERIES, 1)}}
_WIDTH = 10.0
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "atomcite",
    "text.parse_math": False,  # a name may hold a dollar sign
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": SOFT,
    "axes.edgecolor": LINE,
    "axes.titlecolor": INK,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
}


def require_matplotlib() -> None:
    """Raises EngineMissing where it is not installed."""
    if find_spec("matplotlib") is None:
        raise EngineMissing("matplotlib is missing; --html needs it.", "Install it: pip install 'atomcite[bench]'")


def accuracy_against_cost(found: Evaluation) -> str:
    """Accuracy against seconds a claim, and against tokens a claim where a system asked a model."""
    panels = [("seconds a claim", [s.budget.seconds for s in found.systems])]
    if any(s.budget.tokens > 0 for s in found.systems):
        panels.append(("tokens a claim", [s.budget.tokens for s in found.systems]))
    if any(s.budget.cost == s.budget.cost for s in found.systems):
        panels.append(("cost a claim", [s.budget.cost for s in found.systems]))

    def draw(figure: Figure) -> None:
        from matplotlib.ticker import LogLocator, NullFormatter

        axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for ax, (label, amounts) in zip(axes, panels, strict=True):
            shown = [a for a in amounts if a > 0] or [1.0]
            # Whole decades, so that there is a number at both ends. Nothing spent has no place on a logarithmic axis:
            # it stands one decade below the rest.
            nothing = 0 in amounts
            low, high = 10.0 ** (floor(log10(min(shown))) - nothing), 10.0 ** (floor(log10(max(shown))) + 1)
            for system, amount in zip(found.systems, amounts, strict=True):
                if amount == amount:
                    _point(ax, found, system, amount or low, "accuracy")
            ax.set_xscale("log")
            ax.set_xlim(low / 1.15, high * 1.15)
            ax.xaxis.set_major_locator(LogLocator(numticks=6))
            ax.xaxis.set_major_formatter(partial(_decade, nothing=low if nothing else None))
            ax.xaxis.set_minor_formatter(NullFormatter())
            ax.set_xlabel(label)
            ax.set_ylim(0, 103)
        axes[0].set_ylabel("accuracy, %")
        _legend(figure, axes[0])

    return _svg("cost", (_WIDTH, 3.9), draw)


def bars_by_slice(found: Evaluation, by: str, key: str = "accuracy") -> str:
    """Bars with intervals, a panel for each system. Empty where the data set has no such slices."""
    part = [s for s in found.slices if s.by == by and any(key in own for own in s.figures.values())]
    if not part:
        return ""
    names = [f"{s.value.replace('_', ' ')} ({s.claims})" for s in part]
    columns = min(4, len(found.systems))
    rows = ceil(len(found.systems) / columns)

    def draw(figure: Figure) -> None:
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for i, ax in enumerate(grid.flat):
            if i >= len(found.systems):
                ax.set_visible(False)
                continue
            system = found.systems[i]
            figures = [s.figures[system.name].get(key, Interval(nan, nan, nan)) for s in part]
            places = range(len(part))
            ax.barh(places, [100 * f.value for f in figures], height=0.62, color=_colour(found, system), alpha=0.75)
            for place, one in zip(places, figures, strict=True):
                _whisker(ax, one, place)
            ax.set_title(system.name)
            ax.set_xlim(0, 100)
            ax.set_xticks([0, 50, 100])
            ax.grid(axis="y", visible=False)
            ax.set_yticks(list(places), names)
        grid[0][0].invert_yaxis()

    return _svg(f"bars-{by}-{key}", (_WIDTH, rows * (0.27 * len(part) + 0.8)), draw)


def risk_coverage_curves(found: Evaluation) -> str:
    """Risk against coverage of all systems; one mark for a system without confidence."""

    def draw(figure: Figure) -> None:
        ax = figure.subplots()
        ends: list[tuple[float, float] | None] = []
        for system in found.systems:
            xs, ys = [100 * p.coverage for p in system.curve], [100 * p.risk for p in system.curve]
            colour, mark = _colour(found, system), _mark(found, system)
            ax.plot(xs, ys, color=colour, linewidth=1.6)
            # Ends on an edge of the plot are not cut, and an end on another's is a ring around it.
            end = (round(xs[-1]), round(ys[-1], 1)) if xs else None
            size = 6 + 4.5 * ends.count(end)
            ax.plot(
                xs[-1:],
                ys[-1:],
                marker=mark,
                color=colour,
                fillstyle="none" if end in ends else "full",
                linestyle="none",
                markersize=size,
                clip_on=False,
                zorder=4,
                label=system.name if xs else f"{system.name} (nothing decided)",
            )
            ends.append(end)
        # Over the first few claims a share leaps between 0 and 1; they must not set the scale.
        steady = [100 * p.risk for s in found.systems for p in s.curve if p.coverage >= 0.1 or p is s.curve[-1]]
        ax.set_xlim(0, 101)
        ax.set_ylim(0, max([*steady, 1.0]) * 1.1)
        ax.set_xlabel("coverage: claims decided, most confident first, %")
        ax.set_ylabel("risk: of them wrong, %")
        _legend(figure, ax)

    return _svg("risk", (_WIDTH, 3.9), draw)


def reliability_lines(found: Evaluation) -> str:
    """The share of sound citations against the stated probability. Empty where no system states one."""
    stating = [s for s in found.systems if s.calibration]
    if not stating:
        return ""

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, 2, sharey=True)
        for ax, title in zip(panels, ("bins of equal width", "bins of equal mass"), strict=True):
            ax.plot([0, 1], [0, 1], color=SOFT, linewidth=1, linestyle=(0, (2, 3)))
            for system in stating:
                assert system.calibration
                bins = system.calibration.by_width if title.endswith("width") else system.calibration.by_mass
                ax.plot(
                    [b.confidence for b in bins],
                    [b.frequency for b in bins],
                    color=_colour(found, system),
                    marker=_mark(found, system),
                    markersize=4.5,
                    linewidth=1.2,
                    label=system.name,
                )
            ax.set_title(title)
            ax.set_xlabel("stated probability that the citation is sound")
            ax.set_xlim(-0.02, 1.02)
            ax.set_ylim(-0.02, 1.02)
        panels[0].set_ylabel("share that is")
        _legend(figure, panels[0])

    return _svg("reliability", (_WIDTH, 3.9), draw)


def rank_changes(found: Evaluation) -> str:
    """For each source of labels, ranks by it beside those by the settled labels. Empty without people's labels."""
    sources = found.sensitivity["accuracy"]
    if not sources or len(found.systems) < 2:
        return ""
    columns = min(4, len(sources))
    rows = ceil(len(sources) / columns)

    def draw(figure: Figure) -> None:
        grid = figure.subplots(rows, columns, sharey=True, squeeze=False)
        for i, ax in enumerate(grid.flat):
            if i >= len(sources):
                ax.set_visible(False)
                continue
            table = sources[i]
            for system in found.systems:
                own, settled = table.own[system.name].rank, table.settled[system.name].rank
                moved = own != settled
                ax.plot(
                    [0, 1],
                    [own, settled],
                    color=_colour(found, system),
                    marker=_mark(found, system),
                    linewidth=2.2 if moved else 1.0,
                    alpha=1.0 if moved else 0.55,
                    label=system.name,
                )
            ax.set_title(table.source)
            ax.set_xlim(-0.25, 1.25)
            ax.set_xticks([0, 1], ["by these labels", "settled"])
            ax.grid(axis="x", visible=False)
            ax.set_ylim(len(found.systems) + 0.4, 0.6)
            ax.set_yticks(range(1, len(found.systems) + 1))
        grid[0][0].set_ylabel("rank by accuracy")
        _legend(figure, grid[0][0])

    return _svg("ranks", (_WIDTH, rows * 2.9 + 0.5), draw)


def _decade(x: float, _: int | None, nothing: float | None) -> str:
    return "0" if nothing is not None and x <= nothing * 1.01 else f"{x:g}"


def _point(ax: Axes, found: Evaluation, system: SystemFigures, x: float, key: str) -> None:
    own = system.figures[key]
    if own.low == own.low:
        ax.plot([x, x], [100 * own.low, 100 * own.high], color=_colour(found, system), linewidth=1.4)
    mark = _mark(found, system)
    ax.plot(
        [x],
        [100 * own.value],
        marker=mark,
        color=_colour(found, system),
        linestyle="none",
        markersize=8,
        clip_on=False,
        label=system.name,
    )


def _whisker(ax: Axes, one: Interval, place: float) -> None:
    if one.low == one.low:
        ax.plot([100 * one.low, 100 * one.high], [place, place], color=INK, linewidth=1.1)


def _legend(figure: Figure, ax: Axes) -> None:
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=min(5, max(1, len(labels))), handlelength=1.2)


def _place(found: Evaluation, system: SystemFigures) -> int:
    """The system's place in the run: its colour is the same in all plots, however it ranks."""
    return [s.name for s in found.info.systems].index(system.name)


def _colour(found: Evaluation, system: SystemFigures) -> str:
    return SERIES[_place(found, system) % len(SERIES)]


def _mark(found: Evaluation, system: SystemFigures) -> str:
    place = _place(found, system)
    return MARKS[(place + place // len(SERIES)) % len(MARKS)]


def _svg(name: str, size: tuple[float, float], draw: Callable[[Figure], None]) -> str:
    """One picture, without XML head, its ids and colours made fit to stand in a page beside others."""
    require_matplotlib()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_STYLE):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(url\(#|xlink:href="#)', rf"\g<1>{name}-", svg)
    # Text is sized by matplotlib and set in the page's own face.
    svg = re.sub(r"font: ([\d.]+px)[^;\"]*", r"font-size: \1", svg)
    for colour, variable in _COLOURS.items():
        svg = svg.replace(colour, f"var(--{variable})")
    return visible(svg)
