"""Reports: the outcome of a run as JSON, terminal table, Markdown, HTML and dossier, in English and Russian."""

from atomcite.reports.dossier import Patch, claim_folder, is_dossier, pages_of_run, read_run, write_dossier
from atomcite.reports.html import PageImages, pages_shown, to_html
from atomcite.reports.look import view, write_look
from atomcite.reports.markdown import to_markdown
from atomcite.reports.output import Format, render
from atomcite.reports.table import print_report, to_text
from atomcite.reports.wire import SCHEMA, from_json, schema_text, to_json, to_jsonl

__all__ = [
    "SCHEMA",
    "Format",
    "PageImages",
    "Patch",
    "claim_folder",
    "from_json",
    "is_dossier",
    "pages_of_run",
    "pages_shown",
    "print_report",
    "read_run",
    "render",
    "schema_text",
    "to_html",
    "to_json",
    "to_jsonl",
    "to_markdown",
    "to_text",
    "view",
    "write_dossier",
    "write_look",
]
