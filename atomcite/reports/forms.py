"""The forms that a dossier gets on request, beside the HTML, Markdown and JSON that it always has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from atomcite.answers import corrections
from atomcite.domain import ClaimResult, Language, Report
from atomcite.errors import EngineMissing, OutputError, UsageError
from atomcite.reports import edited_document
from atomcite.reports.annotated_pdf import to_annotated_pdf
from atomcite.reports.edited_document import to_docx
from atomcite.reports.pipelines import to_junit, to_sarif
from atomcite.reports.places import PageImages
from atomcite.reports.wire import dumps
from atomcite.reports.workbook import to_xlsx

Form = Literal["xlsx", "pdf", "docx", "junit", "sarif"]
FORMS: tuple[Form, ...] = get_args(Form)

FILES: dict[Form, str] = {
    "pdf": "annotated.pdf",
    "xlsx": "report.xlsx",
    "docx": "answer.corrected.docx",
    "junit": "report.junit.xml",
    "sarif": "report.sarif",
}
"""Name of each form's file in a dossier."""


@dataclass(frozen=True)
class MoreReports:
    """What a dossier gets beyond its usual files.

    `original` is the PDF that was verified, None for a document of another kind or one that is not at hand. `answer`
    is the path of the answer, as it was given. `corrected` are the claims as corrections of the answer have them,
    where that differs from the report's.
    """

    forms: tuple[Form, ...] = ()
    original: Path | None = None
    answer: str | None = None
    corrected: tuple[ClaimResult, ...] | None = None

    def page_link(self, page: int) -> str | None:
        """Where in the dossier `page` is shown with its findings: an address relative to the dossier."""
        return f"{FILES['pdf']}#page={page}" if "pdf" in self.forms else None

    def files(
        self, report: Report, images: PageImages, language: Language, shown: Iterable[int]
    ) -> Iterator[tuple[str, bytes]]:
        """Name and content of each file, one after the other. `shown` are the pages that the dossier has as pictures.

        Raises OutputError when the original can't be read any more.
        """
        pictures = set(shown)

        def link(page: int) -> str | None:
            return self.page_link(page) or (picture_name(page) if page in pictures else None)

        for form in self.forms:
            if form == "xlsx":
                yield FILES[form], to_xlsx(report, images, language, link)
            elif form == "pdf":
                yield FILES[form], to_annotated_pdf(report, images, self._original(), language)
            elif form == "docx":
                if report.answer is not None:
                    claims = report.claims if self.corrected is None else self.corrected
                    as_corrected = report.model_copy(update={"claims": claims})
                    yield FILES[form], to_docx(as_corrected, corrections(claims, report.answer), language)
            elif form == "junit":
                yield FILES[form], to_junit(report, language, self.answer).encode("utf-8")
            else:
                yield FILES[form], (dumps(to_sarif(report, language, self.answer)) + "\n").encode("utf-8")

    def _original(self) -> bytes | None:
        if self.original is None:
            return None
        try:
            return self.original.read_bytes()
        except OSError as error:
            raise OutputError(
                f"{self.original} can't be read for the annotated copy: {error.strerror or error}",
                "Leave it where it is until the run has ended.",
            ) from error


def forms_named(names: Iterable[str]) -> tuple[Form, ...]:
    """The forms in `names`, each once, "all" for all of them; "html", "md" and "json" are there anyway.

    Raises UsageError for an unknown name, EngineMissing for a form whose package is not installed.
    """
    wanted = [n.strip().lower() for n in names if n.strip()]
    unknown = [n for n in wanted if n not in (*FORMS, "all", "html", "md", "json")]
    if unknown:
        raise UsageError(f"There is no report {unknown[0]!r}.", f"Choose among: {', '.join(FORMS)}, all.")
    chosen = tuple(form for form in FORMS if form in wanted or "all" in wanted)
    lacking = edited_document.missing() if "docx" in chosen else None
    if lacking:
        raise EngineMissing(
            f"{lacking.what} is missing; {lacking.option} needs it.", f"Install it: {lacking.install}"
        )
    return chosen


def picture_name(page: int) -> str:
    """Where a dossier keeps the picture of `page`."""
    return f"pages/page-{page:04d}.png"
