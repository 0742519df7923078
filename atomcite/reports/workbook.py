"""The result as an Excel workbook: a row a claim to filter and sort, and a summary that counts them by formula."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import dataclass
from math import ceil
from textwrap import shorten
from typing import Any

import xlsxwriter

from atomcite.domain import Action, ChannelResult, ClaimResult, ClaimVerdict, Language, Report, message
from atomcite.references import worded
from atomcite.reports.crops import Crop, evidence_crops
from atomcite.reports.labels import URGENCY, Labels
from atomcite.reports.places import PageImages, PageLinks, cited_pages, claim_marks
from atomcite.reports.untrusted import without_secrets, xml_text

LONGEST_CELL = 32_767
"""Characters that a cell may hold (Microsoft: Excel specifications and limits)."""
LONGEST_ADDRESS = 2079
"""Characters of a hyperlink that Excel takes (XlsxWriter: `max_url_length`)."""
TALLEST_ROW = 409.0
"""Points that a row may be high (the same source)."""
LINE = 14.5
"""Points of one line of 10-point type, with its leading."""
FONT = "Arial"
MOST_QUOTES = 3
LONGEST_QUOTE = 160

TINTS: dict[ClaimVerdict, tuple[str, str]] = {
    ClaimVerdict.CORRECT: ("#17703f", "#e5f3ea"),
    ClaimVerdict.WRONG_PAGE: ("#7d5200", "#fbf0d5"),
    ClaimVerdict.UNSUPPORTED: ("#ab2118", "#fbe6e3"),
    ClaimVerdict.CONFLICT: ("#752a89", "#f3e6f7"),
    ClaimVerdict.NOT_CHECKED: ("#2a5885", "#e4eef7"),
    ClaimVerdict.NO_SUCH_PAGE: ("#94264a", "#fae4ec"),
    ClaimVerdict.UNCITED: ("#575c64", "#ecebe8"),
}
"""Ink and ground of a verdict."""


@dataclass(frozen=True)
class _Column:
    key: str
    width: float
    """In characters of the standard type."""


_COLUMNS = (
    _Column("mark", 5), _Column("verdict", 13), _Column("action", 11), _Column("claim_column", 8),
    _Column("statement", 38), _Column("cited", 16), _Column("suggested", 16), _Column("picture", 58),
    _Column("text_channel", 14), _Column("text_grade", 7), _Column("image_channel", 14), _Column("image_grade", 7),
    _Column("reason", 50), _Column("quote", 40), _Column("reference", 44), _Column("rule", 20),
)  # fmt: skip
_AT = {column.key: n for n, column in enumerate(_COLUMNS)}
_HEAD = 3
"""Rows above the claims: title, document, headings."""


def to_xlsx(
    report: Report,
    images: PageImages,
    language: Language = "en",
    links: PageLinks | None = None,
) -> bytes:
    """The report as the bytes of an .xlsx file.

    `images` is asked once for each page that has evidence. `links` gives the address of a page; without one, pages
    are named and not linked. Text from outside is written as text: no statement becomes a formula.
    """
    return _Book(without_secrets(report), images, language, links or (lambda page: None)).bytes()


def symbol(claim: ClaimResult) -> str:
    """A tick for what may stand, a flag for what a person must decide, an arrow for another page, else a cross."""
    if claim.action is Action.FLAG:
        return "⚑"
    if claim.verdict is ClaimVerdict.CORRECT and claim.action is Action.KEEP:
        return "✓"
    return "→" if claim.action is Action.FIX_PAGE else "✗" if claim.action is Action.DELETE else "⚑"


class _Book:
    def __init__(
        self,
        report: Report,
        images: PageImages,
        language: Language,
        links: PageLinks,
    ) -> None:
        self.report = report
        self.labels = Labels(language)
        self.language: Language = language
        self.links = links
        self.crops = evidence_crops(report, images)
        self.file = io.BytesIO()
        self.book = xlsxwriter.Workbook(
            self.file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        )
        self.formats: dict[tuple[tuple[str, Any], ...], Any] = {}

    def bytes(self) -> bytes:
        summary = self.book.add_worksheet(self._say("sheet_summary"))
        claims = self.book.add_worksheet(self._say("sheet_claims"))
        self._claims(claims)
        self._summary(summary)
        self.book.set_properties(
            {"title": self._title(), "comments": self.labels("made_by", version=xml_text(self.report.version))}
        )
        self.book.set_size(2400, 1400)
        self.book.close()
        return self.file.getvalue()

    def _title(self) -> str:
        document = self.report.document
        # Document properties are cut at 255 characters, with a warning.
        return xml_text(f"{self.labels('title')}: {document.title or document.name}")[:255]

    def _say(self, key: str) -> str:
        return message(f"forms.{key}").render(self.language)

    def _format(self, **wanted: Any) -> Any:
        style = {"font_name": FONT, "font_size": 10, "valign": "top", **wanted}
        key = tuple(sorted(style.items()))
        if key not in self.formats:
            self.formats[key] = self.book.add_format(style)
        return self.formats[key]

    def _write(self, sheet: Any, row: int, column: int, text: str, **style: Any) -> None:
        """Text that stays text, also when a person edits the cell."""
        text = xml_text(text)
        if len(text) > LONGEST_CELL:
            text = text[: LONGEST_CELL - 1] + "…"
        if text[:1] in ("=", "+", "-", "@", "\t"):
            style["quote_prefix"] = True
        sheet.write_string(row, column, text, self._format(**style))

    def _link(self, sheet: Any, row: int, column: int, text: str, page: int | None, **style: Any) -> None:
        self._address(sheet, row, column, text, None if page is None else self.links(page), **style)

    def _address(self, sheet: Any, row: int, column: int, text: str, target: str | None, **style: Any) -> None:
        # XlsxWriter takes no longer addresses than Excel does.
        if target is None or len(target) > LONGEST_ADDRESS:
            self._write(sheet, row, column, text, **style)
            return
        remote = target.startswith(("https://", "http://"))
        cell = self._format(**(style | {"font_color": "#1f5fa8", "underline": 1}))
        sheet.write_url(row, column, target if remote else f"external:{target}", cell, xml_text(text)[:LONGEST_CELL])

    def _claims(self, sheet: Any) -> None:
        last = _HEAD + len(self.report.claims) - 1
        self._write(sheet, 0, 0, self._title(), bold=True, font_size=14)
        self._write(sheet, 1, 0, self.labels.advice(self.report), font_color="#5d636b")
        for n, column in enumerate(_COLUMNS):
            sheet.set_column(n, n, column.width)
            self._write(
                sheet, _HEAD - 1, n, self._heading(column.key), bold=True, bg_color="#1d2024", font_color="#ffffff",
                text_wrap=True, valign="vcenter",
            )  # fmt: skip
        sheet.set_row(_HEAD - 1, 32)
        for number, claim in enumerate(self.report.claims):
            self._row(sheet, _HEAD + number, claim, self.crops.get(number))
        if self.report.claims:
            sheet.autofilter(_HEAD - 1, 0, last, len(_COLUMNS) - 1)
            sheet.print_area(0, 0, last, _AT["reason"])
        sheet.freeze_panes(_HEAD, _AT["cited"])
        sheet.repeat_rows(_HEAD - 1)
        _print_setup(sheet, landscape=True)

    def _heading(self, key: str) -> str:
        own = {"mark": "column_mark", "picture": "column_picture", "text_grade": "column_grade",
               "image_grade": "column_grade"}  # fmt: skip
        return self._say(own[key]) if key in own else self.labels(key)

    def _row(self, sheet: Any, row: int, claim: ClaimResult, crop: Crop | None) -> None:
        say = self.labels
        ink, ground = TINTS[claim.verdict]
        line: dict[str, Any] = {"bottom": 1, "bottom_color": "#d9d6d0", "text_wrap": True}
        tint = line | {"font_color": ink, "bg_color": ground}
        cited = cited_pages(claim)
        better = claim.suggested_pages[0].page.physical if claim.suggested_pages else None
        texts = {
            "verdict": say.verdict(claim.verdict),
            "action": say.action(claim.action),
            "claim_column": claim.id,
            "statement": claim.statement,
            "text_channel": self._channel(claim.text),
            "image_channel": self._channel(claim.image),
            "reason": "\n".join(say.explain(claim)),
            "quote": "\n".join(_quotes(claim)),
            "rule": claim.rule,
        }
        self._write(sheet, row, _AT["mark"], symbol(claim), **tint, align="center", bold=True)
        for key, text in texts.items():
            style = tint if key in ("verdict", "action") else line
            self._write(sheet, row, _AT[key], text, **style)
        for key, result in (("text_grade", claim.text), ("image_grade", claim.image)):
            grade = result.grade if result is not None else None
            if grade is None:
                sheet.write_blank(row, _AT[key], None, self._format(**line))
            else:
                sheet.write_number(row, _AT[key], grade, self._format(**line, align="center"))
        texts["cited"], texts["suggested"] = say.cited_all(claim), say.suggested(claim)
        self._link(sheet, row, _AT["cited"], texts["cited"], cited[0] if cited else None, **line)
        self._link(sheet, row, _AT["suggested"], texts["suggested"], better, **line)
        texts["reference"], place = self._references(claim)
        self._address(sheet, row, _AT["reference"], texts["reference"], place, **line)
        self._write(sheet, row, _AT["picture"], "", **line)
        lines = max(_lines(texts[c.key], c.width) for c in _COLUMNS if c.key in texts)
        height = lines * LINE + 4
        if crop is not None:
            height = max(height, self._picture(sheet, row, crop))
        sheet.set_row(row, min(height, TALLEST_ROW))

    def _references(self, claim: ClaimResult) -> tuple[str, str | None]:
        """The claim's references, a line each, and where the first one leads: a cell has one link. A link without a
        host is relative to the document's folder, not to the workbook's; the page in the dossier stands for it."""
        found = claim.borne_out_by
        if not found:
            return "", None
        link = found[0].link or ""
        whole = link.startswith(("https://", "http://"))
        place = None if found[0].withheld else link if whole else self.links(found[0].page.physical)
        return "\n".join(worded(reference, self.language) for reference in found), place

    def _channel(self, result: ChannelResult | None) -> str:
        return "–" if result is None else self.labels.channel_verdict(result.verdict)

    def _picture(self, sheet: Any, row: int, crop: Crop) -> float:
        """Puts the crop into its cell and returns the height that the row needs, in points."""
        name = self.labels("page_physical", page=crop.page)
        alt = (
            self.labels("crop_alt", page=name, quote=xml_text(crop.quote))
            if crop.quote
            else self.labels("crop_alt_plain", page=name)
        )
        # A column is some 5.3 points wide a character of 10-point type. The picture keeps to its cell, so that it is
        # hidden and sorted with its row.
        scale = min(1.0, (_COLUMNS[_AT["picture"]].width * 5.3 - 6) / crop.width)
        options = {
            "x_offset": 4,
            "y_offset": 4,
            # XlsxWriter takes a picture without a resolution for one of 96 dots per inch.
            "x_scale": scale * 96 / crop.dpi,
            "y_scale": scale * 96 / crop.dpi,
            "object_position": 1,
            "description": alt[:1000],
        }
        target = self.links(crop.page)
        if target is not None:
            remote = target.startswith(("https://", "http://"))
            options["url"] = target if remote else f"external:{target}"
        sheet.insert_image(row, _AT["picture"], "crop.jpg", options | {"image_data": io.BytesIO(crop.jpeg)})
        return crop.height * scale + 8

    def _summary(self, sheet: Any) -> None:
        report, say = self.report, self.labels
        sheet.set_column(0, 0, 5)
        sheet.set_column(1, 1, 34)
        sheet.set_column(2, 3, 14)
        sheet.set_column(4, 4, 60)
        self._write(sheet, 0, 0, self._title(), bold=True, font_size=16)
        facts = {
            "document": report.document.name,
            "author": report.document.author,
            "revision_date": report.document.revision_date,
            "page_count": str(report.document.page_count),
            "sha256": report.document.sha256,
        }
        row = 2
        for key, value in facts.items():
            if value:
                self._write(sheet, row, 1, say(key), font_color="#5d636b")
                self._write(sheet, row, 2, value)
                row += 1
        verdicts = {say.verdict(v): report.summary[v] for v in reversed(URGENCY)}
        row = self._counts(sheet, row + 1, say("verdict"), "verdict", verdicts, list(reversed(URGENCY)))
        actions = Counter(c.action for c in report.claims)
        row = self._counts(
            sheet, row + 1, say("action"), "action", {say.action(a): actions.get(a, 0) for a in Action}, []
        )
        for heading, items in (("notices", report.notices), ("signals", tuple(s.note for s in report.signals))):
            if items:
                self._write(sheet, row + 1, 1, say(heading), bold=True)
                row += 2
                for item in items:
                    text = say.message(item)
                    sheet.merge_range(row, 1, row, 4, "", self._format(text_wrap=True))
                    self._write(sheet, row, 1, text, text_wrap=True)
                    sheet.set_row(row, min(TALLEST_ROW, _lines(text, 120) * LINE + 2))
                    row += 1
        sheet.hide_gridlines(2)
        _print_setup(sheet, landscape=False)

    def _counts(
        self, sheet: Any, row: int, heading: str, key: str, counts: dict[str, int], tints: list[ClaimVerdict]
    ) -> int:
        """A table that counts the claims by formula, with the values that a program shows before it computes."""
        total = sum(counts.values())
        head = {"bold": True, "bottom": 1}
        self._write(sheet, row, 1, heading, **head)
        self._write(sheet, row, 2, self.labels("claims"), **head, align="right")
        self._write(sheet, row, 3, self._say("share"), **head, align="right")
        column = chr(ord("A") + _AT[key])
        last = _HEAD + max(1, len(self.report.claims))
        cells = f"'{self._say('sheet_claims')}'!${column}${_HEAD + 1}:${column}${last}"
        first, end = row + 2, row + 1 + len(counts)
        for n, (name, count) in enumerate(counts.items()):
            at = row + 1 + n
            style: dict[str, Any] = {}
            if tints:
                ink, ground = TINTS[tints[n]]
                style = {"font_color": ink, "bg_color": ground}
            self._write(sheet, at, 1, name, **style)
            sheet.write_formula(at, 2, f"=COUNTIF({cells},B{at + 1})", self._format(**style), count)
            share = f"=IF(C${end + 1}=0,0,C{at + 1}/C${end + 1})"
            sheet.write_formula(at, 3, share, self._format(**style, num_format="0%"), count / total if total else 0)
        at = end
        self._write(sheet, at, 1, self._say("total"), bold=True, top=1)
        sheet.write_formula(at, 2, f"=SUM(C{first}:C{end})", self._format(bold=True, top=1), total)
        self._write(sheet, at, 3, "", top=1)
        return at + 1


def _quotes(claim: ClaimResult) -> list[str]:
    """What was read at the first places, in so many words as a cell can show."""
    read = dict.fromkeys(m.quote for m in claim_marks(claim) if m.quote)
    return [shorten(quote, LONGEST_QUOTE, placeholder="…") for quote in list(read)[:MOST_QUOTES]]


def _lines(text: str, width: float) -> int:
    """Lines that `text` takes in a column of `width` characters. Words wrap whole, so a tenth is lost."""
    return sum(max(1, ceil(len(line) / (width * 0.92))) for line in text.split("\n"))


def _print_setup(sheet: Any, landscape: bool) -> None:
    if landscape:
        sheet.set_landscape()
    sheet.set_paper(9)  # A4
    sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
    sheet.fit_to_pages(1, 0)
    sheet.set_footer("&L&8&A&R&8&P / &N")
