"""A report on a stream, in the format that was asked for."""

from __future__ import annotations

from typing import Literal, TextIO, get_args

from rich.console import Console

from atomcite.domain import Language, Report
from atomcite.errors import UsageError
from atomcite.reports.markdown import to_markdown
from atomcite.reports.pipelines import to_junit, to_sarif
from atomcite.reports.table import print_report
from atomcite.reports.wire import dumps, to_json, to_jsonl

Format = Literal["table", "json", "jsonl", "md", "junit", "sarif"]


def render(report: Report, format: str, language: Language, stream: TextIO, answer: str | None = None) -> None:
    """Write `report` to `stream`. Raises UsageError for a format that does not exist.

    `answer` is the path of the answer, for the formats that point into it.

    The table has colour only on a terminal; every other format is data and holds nothing else.
    """
    if format == "table":
        print_report(report, language, Console(file=stream))
    elif format == "json":
        stream.write(dumps(to_json(report, language)) + "\n")
    elif format == "jsonl":
        stream.write(to_jsonl(report, language))
    elif format == "md":
        stream.write(to_markdown(report, language))
    elif format == "junit":
        stream.write(to_junit(report, language, answer))
    elif format == "sarif":
        stream.write(dumps(to_sarif(report, language, answer)) + "\n")
    else:
        raise UsageError(f"no output format {format!r}", f"Choose one of: {', '.join(get_args(Format))}.")
