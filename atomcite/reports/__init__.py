"""Reports: the outcome of a run as JSON, terminal table, Markdown, HTML, workbook, annotated PDF, edited document,
JUnit XML, SARIF and dossier, in English and Russian."""

from atomcite.reports.annotated_pdf import to_annotated_pdf
from atomcite.reports.answer_references import references_as_markdown
from atomcite.reports.dossier import Patch, claim_folder, is_dossier, pages_of_run, read_run, write_dossier
from atomcite.reports.edited_document import to_docx
from atomcite.reports.forms import FORMS, Form, MoreReports, forms_named
from atomcite.reports.html import to_html
from atomcite.reports.look import view, write_look
from atomcite.reports.markdown import to_markdown
from atomcite.reports.output import Format, render
from atomcite.reports.pipelines import to_junit, to_sarif
from atomcite.reports.places import PageImages, PageLinks, pages_shown
from atomcite.reports.table import print_report, to_text
from atomcite.reports.wire import SCHEMA, from_json, schema_text, to_json, to_jsonl
from atomcite.reports.workbook import to_xlsx

__all__ = [
    "FORMS",
    "SCHEMA",
    "Form",
    "Format",
    "MoreReports",
    "PageImages",
    "PageLinks",
    "Patch",
    "claim_folder",
    "forms_named",
    "from_json",
    "is_dossier",
    "pages_of_run",
    "pages_shown",
    "print_report",
    "read_run",
    "references_as_markdown",
    "render",
    "schema_text",
    "to_annotated_pdf",
    "to_docx",
    "to_html",
    "to_json",
    "to_jsonl",
    "to_junit",
    "to_markdown",
    "to_sarif",
    "to_text",
    "to_xlsx",
    "view",
    "write_dossier",
    "write_look",
]
