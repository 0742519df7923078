"""The corrected answer as a Word document whose changes are tracked: each can be accepted or rejected there.

Deleted words and old citations are deletions, new citations insertions, and every change and flag carries a comment
with its reason (Office Open XML, ECMA-376 part 1, 17.13.5 and 17.13.4).
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any

from atomcite.answers import Edit
from atomcite.domain import Language, Missing, Report, message
from atomcite.reports.answer_layout import Break, Close, Open, Visible, divided, last_before, layout
from atomcite.reports.answer_references import entry_text, heading, referred
from atomcite.reports.labels import Labels
from atomcite.reports.untrusted import without_secrets, xml_text

AUTHOR = "AtomCite"
INDENT = 18.0
"""Points that each level of a list or quotation is moved in."""


def missing() -> Missing | None:
    """What stands in the way of `to_docx`."""
    try:
        import docx  # noqa: F401
    except ImportError:
        return Missing("python-docx", "--report docx", "pip install 'atomcite[office]'")
    return None


def to_docx(report: Report, edits: Sequence[Edit], language: Language = "en") -> bytes:
    """The answer of `report` with `edits` as tracked changes, as the bytes of a .docx file. References of the
    statements that are borne out stand at its end.

    Raises ImportError where python-docx is not installed, ValueError for a report without an answer.
    """
    if report.answer is None:
        raise ValueError("the report holds no answer to correct")
    return _Document(without_secrets(report), report.answer, edits, language).bytes()


@dataclass
class _State:
    """Where the walk stands: the paragraph that takes text, and how the text looks."""

    paragraph: Any = None
    looks: list[str] = field(default_factory=list)
    lists: list[Iterator[int] | None] = field(default_factory=list)
    """For each open list its numbers, or None for bullets."""
    pending: str = ""
    """The bullet or number of an item that has no text yet."""
    quoted: int = 0
    cells: list[list[Any]] = field(default_factory=list)
    """Cells of the open table that are still to be filled, by row."""


class _Document:
    def __init__(self, report: Report, answer: str, edits: Sequence[Edit], language: Language) -> None:
        from docx import Document

        self.report = report
        self.labels = Labels(language)
        self.language: Language = language
        self.edits = sorted(edits, key=lambda e: (e.start, e.end))
        self.events = divided(layout(answer), (p for e in edits for p in (e.start, e.end)))
        self.document = Document()
        self.state = _State()
        self.ids = count(1)

    def bytes(self) -> bytes:
        self._dress()
        after = self._after()
        for edit in after.get(-1, ()):
            self._insert(edit)
        for n, event in enumerate(self.events):
            if isinstance(event, Visible):
                self._text(event, after.get(n, ()))
            elif isinstance(event, Break):
                self._break(event)
            elif isinstance(event, Open):
                if event.name == "table":
                    self._table(n)
                else:
                    self._open(event)
            else:
                self._close(event)
        self._references()
        file = io.BytesIO()
        self.document.save(file)
        return file.getvalue()

    def _dress(self) -> None:
        name = self.report.document.title or self.report.document.name
        said = message("forms.docx_header", name=name).render(self.language)
        self.document.sections[0].header.paragraphs[0].text = xml_text(said)
        properties = self.document.core_properties
        properties.author = properties.last_modified_by = AUTHOR
        properties.title = xml_text(name)[:255]
        properties.comments = ""
        properties.created = properties.modified = datetime.now(UTC)

    def _after(self) -> dict[int, list[Edit]]:
        """Edits that insert or flag, by the event after which they stand; -1 for the head of the document."""
        found: dict[int, list[Edit]] = {}
        for edit in self.edits:
            if edit.new or edit.kind == "flag":
                at = last_before(self.events, max(edit.end, 1))
                found.setdefault(-1 if at is None else at, []).append(edit)
        return found

    def _text(self, event: Visible, after: Sequence[Edit]) -> None:
        gone = next(
            (e for e in self.edits if e.start <= event.start and event.end <= e.end and e.start < e.end), None
        )
        element = self._run(event.text)
        if gone is not None:
            element = self._change("w:del", element)
            if not gone.new and self._starts(gone, event):
                self._comment(element, gone)
        for edit in after:
            if edit.kind == "flag":
                self._comment(element, edit)
            else:
                self._insert(edit)

    def _starts(self, edit: Edit, event: Visible) -> bool:
        """Whether `event` is the first visible part of the deletion."""
        before = last_before(self.events, event.start)
        previous = self.events[before] if before is not None else None
        return not (isinstance(previous, Visible) and previous.start >= edit.start)

    def _insert(self, edit: Edit) -> None:
        if edit.new:
            self._comment(self._change("w:ins", self._run(edit.new)), edit)
        elif edit.kind == "flag":
            self._comment(self._run("⚑"), edit)

    def _run(self, text: str) -> Any:
        """A run at the end of the open paragraph, as its element."""
        run = self._paragraph().add_run(xml_text(text))
        looks = self.state.looks
        run.bold = True if "strong" in looks else None
        run.italic = True if "em" in looks else None
        run.font.strike = True if "s" in looks else None
        if "code" in looks or "pre" in looks:
            run.font.name = "Courier New"
        return run._r

    def _change(self, kind: str, run: Any) -> Any:
        """Makes `run` a tracked change and returns the element that now stands in its place."""
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        change = OxmlElement(kind)
        change.set(qn("w:id"), str(next(self.ids)))
        change.set(qn("w:author"), AUTHOR)
        run.addprevious(change)
        change.append(run)
        if kind == "w:del":
            for text in run.findall(qn("w:t")):
                text.tag = qn("w:delText")
                text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        return change

    def _comment(self, element: Any, edit: Edit) -> None:
        """A comment over `element` that says why."""
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        text = xml_text(self._reason(edit))
        comment = self.document.comments.add_comment(text=text, author=AUTHOR, initials="AC")
        marks = {}
        for name in ("w:commentRangeStart", "w:commentRangeEnd", "w:commentReference"):
            marks[name] = OxmlElement(name)
            marks[name].set(qn("w:id"), str(comment.comment_id))
        run = OxmlElement("w:r")
        run.append(marks["w:commentReference"])
        element.addprevious(marks["w:commentRangeStart"])
        element.addnext(run)
        element.addnext(marks["w:commentRangeEnd"])

    def _references(self) -> None:
        """Where the statements that stay can be looked up, as paragraphs that are insertions too: whoever rejects all
        changes has the answer."""
        entries = referred(self.report.claims, self.edits)
        if not entries:
            return
        self.state = _State(paragraph=self.document.add_heading("", 2))
        self._added(heading(self.language))
        for claim, reference in entries:
            self.state.paragraph = self.document.add_paragraph()
            self._added(entry_text(claim, reference, self.language), reference.link)

    def _added(self, text: str, link: str | None = None) -> None:
        """Fills the open paragraph, which is made an insertion with its mark (17.13.5.20). A relative link would lead
        nowhere from where the document comes to lie; its text says the page."""
        from docx.opc.constants import RELATIONSHIP_TYPE as RT
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        paragraph = self.state.paragraph
        properties = OxmlElement("w:rPr")
        mark = OxmlElement("w:ins")
        mark.set(qn("w:id"), str(next(self.ids)))
        mark.set(qn("w:author"), AUTHOR)
        properties.append(mark)
        paragraph._p.get_or_add_pPr().append(properties)
        element = self._change("w:ins", self._run(text))
        if link and link.startswith(("https://", "http://")):
            place = OxmlElement("w:hyperlink")
            place.set(qn("r:id"), self.document.part.relate_to(link, RT.HYPERLINK, is_external=True))
            element.addprevious(place)
            place.append(element)

    def _reason(self, edit: Edit) -> str:
        said = []
        for claim in self.report.claims:
            if claim.id in edit.claims:
                said.append(f"{claim.id}: {self.labels.verdict(claim.verdict)}")
                said += self.labels.explain(claim)
        if edit.reason:
            why = self.labels.say(edit.reason)
            said.append(f"{message('forms.docx_flag').render(self.language)}: {why}" if why not in said else why)
        return "\n".join(dict.fromkeys(said)) or message("forms.docx_flag").render(self.language)

    def _paragraph(self) -> Any:
        state = self.state
        if state.paragraph is None:
            state.paragraph = self.document.add_paragraph()
            self._indent(len(state.lists) + state.quoted)
        if state.pending:
            mark, state.pending = state.pending, ""
            state.paragraph.paragraph_format.first_line_indent = self._points(-INDENT)
            state.paragraph.add_run(f"{mark}\t")
        return state.paragraph

    def _indent(self, levels: int) -> None:
        if levels:
            self.state.paragraph.paragraph_format.left_indent = self._points(INDENT * levels)

    @staticmethod
    def _points(value: float) -> Any:
        from docx.shared import Pt

        return Pt(value)

    def _open(self, event: Open) -> None:
        state = self.state
        if event.name in ("strong", "em", "s", "code", "pre"):
            state.looks.append(event.name)
        if event.name in ("p", "pre"):
            state.paragraph = None if not state.cells else state.paragraph
        elif event.name[0] == "h" and event.name[1:].isdigit():
            state.paragraph = self.document.add_heading("", int(event.name[1:]))
        elif event.name in ("ul", "ol"):
            state.paragraph = None
            state.lists.append(count(event.first or 1) if event.name == "ol" else None)
        elif event.name == "li":
            state.paragraph = None
            numbers = state.lists[-1]
            state.pending = "•" if numbers is None else f"{next(numbers)}."
        elif event.name == "blockquote":
            state.paragraph = None
            state.quoted += 1
        elif event.name in ("th", "td"):
            cell = state.cells[0].pop(0)
            state.paragraph = cell.paragraphs[0]
            if event.name == "th":
                state.looks.append("strong")

    def _close(self, event: Close) -> None:
        state = self.state
        if event.name in ("strong", "em", "s", "code", "pre"):
            state.looks.remove(event.name)
        if event.name in ("th", "td"):
            if event.name == "th":
                state.looks.remove("strong")
            return
        if event.name == "tr":
            state.cells.pop(0)
        elif event.name in ("ul", "ol"):
            state.lists.pop()
        elif event.name == "blockquote":
            state.quoted -= 1
        if event.name in ("p", "pre", "li", "ul", "ol", "table", "blockquote") or event.name[0] == "h":
            state.paragraph = None
            state.pending = "" if event.name == "li" else state.pending

    def _break(self, event: Break) -> None:
        if event.rule:
            self.state.paragraph = None
            self._paragraph().add_run("⁂")
            self.state.paragraph = None
        else:
            self._paragraph().add_run().add_break()

    def _table(self, at: int) -> None:
        """An empty table for the rows and cells that follow event `at`."""
        widths: list[int] = []
        for event in self.events[at:]:
            if isinstance(event, Open) and event.name == "tr":
                widths.append(0)
            elif isinstance(event, Open) and event.name in ("th", "td"):
                widths[-1] += 1
            elif isinstance(event, Close) and event.name == "table":
                break
        table = self.document.add_table(len(widths), max(widths))
        table.style = "Table Grid"
        self.state.cells = [list(row.cells) for row in table.rows]
