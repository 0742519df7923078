"""A report on a run as one HTML file that needs nothing else: no script, no network, no second file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from atomcite.benchmarks.comparison import label_tables, plots, tables
from atomcite.benchmarks.comparison.cells import Table
from atomcite.benchmarks.comparison.evaluation import TESTED, Evaluation
from atomcite.benchmarks.comparison.text import commands, provenance, title
from atomcite.reports.untrusted import visible

_PLOTTED_SLICES = ("error", "degradation", "content", "language")


@dataclass(frozen=True)
class Section:
    """`plots` are (title, SVG); one without SVG is left out. `grid` sets tables beside one another, `more` are those
    behind a fold."""

    key: str
    title: str
    plots: tuple[tuple[str, Markup], ...] = ()
    tables: tuple[Table, ...] = ()
    grid: bool = False
    more: tuple[Table, ...] = field(default=())
    more_title: str = ""


def html(found: Evaluation) -> str:
    """The page. Raises EngineMissing without matplotlib."""
    plots.require_matplotlib()
    environment = Environment(
        loader=PackageLoader("atomcite.benchmarks.comparison", "templates"),
        autoescape=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["anchor"] = lambda key: re.sub(r"\W", "-", key)
    css = files("atomcite.benchmarks.comparison").joinpath("templates/run.css").read_text("utf-8")
    return environment.get_template("run.html").render(
        title=title(found),
        lead=found.manifest.description,
        css=Markup(css),
        notices=found.notices,
        sections=[s for s in _sections(found) if s.tables or s.plots],
        commands=commands(found),
        provenance=provenance(found),
        settings=[
            (s.name, [("asked for", s.asked), *((k, _setting(v)) for k, v in s.settings.items())])
            for s in found.info.systems
        ],
    )


def _sections(found: Evaluation) -> tuple[Section, ...]:
    keys = [m.key for m in TESTED]
    return (
        Section(
            "systems",
            "Systems",
            tables=_shown(tables.headline(found), *(tables.against(found, k) for k in keys)),
            more=_shown(*(tables.tests(found, k) for k in keys), tables.all_figures(found), tables.definitions()),
            more_title="All pairs of systems, all figures, and what they are",
        ),
        Section(
            "cost",
            "Accuracy against cost",
            _plots(("Accuracy, with its interval, against what a claim takes", plots.accuracy_against_cost(found))),
            _shown(*tables.budgets(found)),
        ),
        Section(
            "kinds",
            "Kind by kind",
            _plots(*((f"Accuracy by {by} (claims)", plots.bars_by_slice(found, by)) for by in _PLOTTED_SLICES)),
            more=_shown(*tables.by_slice(found)),
            more_title="Tables: accuracy and false-correct rate in each part",
        ),
        Section(
            "confusion",
            "What was said of what",
            tables=_shown(*tables.confusions(found)),
            grid=True,
            more=_shown(tables.per_verdict(found)),
            more_title="Precision and recall of each verdict",
        ),
        Section(
            "confidence",
            "Confidence",
            _plots(
                ("Risk against coverage", plots.risk_coverage_curves(found)),
                ("Stated probability against what is so", plots.reliability_lines(found)),
            ),
            _shown(tables.calibration(found), tables.flags(found)),
            more=_shown(tables.reliability_rows(found)),
            more_title="Reliability, bin by bin",
        ),
        Section(
            "labels",
            "Whose labels",
            _plots(("Ranks under each source of labels", plots.rank_changes(found))),
            _shown(*label_tables.under_labels(found), label_tables.agreement(found)),
            grid=True,
        ),
        Section("answers", "The answers", tables=_shown(label_tables.answers(found), label_tables.support(found))),
    )


def _shown(*made: Table) -> tuple[Table, ...]:
    return tuple(t for t in made if t.rows)


def _plots(*made: tuple[str, str]) -> tuple[tuple[str, Markup], ...]:
    return tuple((name, Markup(svg)) for name, svg in made if svg)


def _setting(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
