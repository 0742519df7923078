"""Reports: the outcome of a run as JSON, terminal table, Markdown, HTML and dossier, in English and Russian."""

from atomcite.reports.markdown import to_markdown
from atomcite.reports.output import Format, render
from atomcite.reports.table import print_report, to_text
from atomcite.reports.wire import SCHEMA, from_json, schema_text, to_json, to_jsonl

__all__ = [
    "SCHEMA",
    "Format",
    "from_json",
    "print_report",
    "render",
    "schema_text",
    "to_json",
    "to_jsonl",
    "to_markdown",
    "to_text",
]
