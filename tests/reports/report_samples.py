"""Reports to render: arbitrary ones, and a realistic one over pages drawn here."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from atomcite.domain import (
    Action,
    Box,
    ChannelResult,
    ChannelVerdict,
    Check,
    Citation,
    ClaimResult,
    ClaimVerdict,
    DocumentInfo,
    Evidence,
    Message,
    PageIdentity,
    PageImage,
    PageRef,
    Report,
    ResolvedPage,
    Span,
    Suggestion,
)

PAGE_COUNT = 12
DPI = 150.0


def _said(text: str) -> Message:
    """A reason in plain words; its code is in no catalogue, so that it is shown as it stands."""
    return Message(code=text)


ROWS = (
    ("", "2019", "2018"),
    ("Net sales", "4,172", "3,968"),
    ("Cost of sales", "(2,506)", "(2,391)"),
    ("Selling and administrative", "(918)", "(902)"),
    ("Operating income", "748", "675"),
    ("Capital expenditure", "1,577", "1,204"),
)
ROW_TOP, ROW_STEP = 250, 26
COLUMNS = (72, 380, 470)
PROSE = (
    "The Group opened twelve stores during the year and closed three. Net sales rose",
    "by 5.1 % at constant exchange rates, mostly through like-for-like growth in the",
    "northern region. Capital expenditure increased because of the new distribution",
    "centre, which began work in October and serves all stores east of the river.",
)


def page_image(page: int, dpi: float = DPI) -> PageImage:
    """A4 page with a heading, a paragraph, a table of `ROWS` and a folio."""
    scale = dpi / 72
    picture = Image.new("RGB", (round(595 * scale), round(842 * scale)), (252, 251, 247))
    draw = ImageDraw.Draw(picture)

    def write(x: float, y: float, text: str, size: float) -> None:
        font = ImageFont.load_default(size * scale)
        draw.text((x * scale, y * scale), text, fill=(25, 25, 30), font=font)

    write(72, 72, f"Consolidated results, note {page}", 18)
    for i, line in enumerate(PROSE):
        write(72, 120 + 17 * i, line, 11.5)
    write(72, 222, "(in millions of US dollars)", 9)
    for i, row in enumerate(ROWS):
        for x, cell in zip(COLUMNS, row, strict=True):
            write(x, ROW_TOP + ROW_STEP * i, cell, 11.5)
        y = (ROW_TOP + ROW_STEP * i + 20) * scale
        draw.line((72 * scale, y, 523 * scale, y), fill=(140, 140, 140), width=2)
    for i in range(14):
        write(72, 440 + 17 * i, PROSE[i % 4], 11.5)
    write(290, 800, str(page - 2), 10)
    pixels = np.asarray(picture).copy()
    pixels.flags.writeable = False
    return PageImage(page=page, pixels=pixels, dpi=dpi)


def _cell(row: int, column: int, width: float = 40) -> Box:
    y = ROW_TOP + ROW_STEP * row
    return Box(COLUMNS[column] - 3, y - 2, COLUMNS[column] + width, y + 15)


ANSWER = """## Results

Net sales were **$4.2 billion** in 2019 (p. 5). Capital expenditure was $1.58 billion (p. 5), and the Group \
opened twelve stores (p. 4). Operating income was 784 million (p. 5).

The report was signed by the chief accountant on 3 March 2020 [p. 9]. The dividend was 0.45 a share (p. 40). \
Growth will go on. The loan falls due in 2024 (p. 6).
"""


def sample_report() -> Report:
    """One claim of each verdict, pages with printed numbers two behind their position."""

    def identity(page: int) -> PageIdentity:
        return PageIdentity(physical=page, label=None, folio=str(page - 2))

    def result(
        channel: str,
        verdict: ChannelVerdict,
        grade: int | None,
        reason: str,
        *found: Evidence,
        checks: tuple[Check, ...] = (),
    ) -> ChannelResult:
        engine = "tesseract 5.5.4 (eng) > rules 1" if channel == "text" else "reader 1 (PP-OCRv5)"
        return ChannelResult(
            channel=channel,
            verdict=verdict,
            engine=engine,
            grade=grade,
            reason=(_said(reason),),
            evidence=found,
            checks=checks,
        )

    def claim(
        number: int,
        statement: str,
        part: str,
        mark: str,
        page: int | None,
        verdict: ClaimVerdict,
        action: Action,
        comment: str,
        text: ChannelResult | None = None,
        image: ChannelResult | None = None,
        suggested: tuple[Suggestion, ...] = (),
        leaning: str | None = None,
    ) -> ClaimResult:
        start = ANSWER.index(part)
        at = ANSWER.index(mark, start) if mark else 0
        ref = mark.strip("([])p. ")
        citation = Citation(text=mark, pages=(PageRef(raw=ref),), span=Span(start=at, end=at + len(mark)))
        return ClaimResult(
            id=f"c{number}",
            statement=statement,
            origin="rules",
            spans=(Span(start=start, end=start + len(part)),),
            citations=(citation,) if mark else (),
            cited_pages=(
                (
                    ResolvedPage(
                        ref=ref,
                        page=identity(page) if page else None,
                        reading="folio",
                        why=_said("the number is printed on that page"),
                    ),
                )
                if mark
                else ()
            ),
            verdict=verdict,
            action=action,
            suggested_pages=suggested,
            comment=(_said(comment),) if comment else (),
            rule=f"default.{verdict.value}",
            leaning=leaning,
            single_channel=(text is None) != (image is None),
            text=text,
            image=image,
        )

    supported, unsupported = ChannelVerdict.SUPPORTED, ChannelVerdict.UNSUPPORTED
    contradicted, not_checked = ChannelVerdict.CONTRADICTED, ChannelVerdict.NOT_CHECKED
    sales = Evidence(page=7, quote="Net sales 4,172 3,968", engine="tesseract 5.5.4 (eng)", box=_cell(1, 1))
    sales_seen = Evidence(page=7, quote="4,172", engine="reader 1", box=_cell(1, 1, 44), exact=False)
    capex = Evidence(page=7, quote="Capital expenditure 1,577 1,204", engine="tesseract 5.5.4 (eng)", box=_cell(5, 1))
    income = Evidence(page=7, quote="Operating income 748 675", engine="tesseract 5.5.4 (eng)", box=_cell(4, 1))
    stores = Evidence(
        page=7,
        quote="The Group opened twelve stores during the year",
        engine="tesseract 5.5.4 (eng)",
        box=Box(70, 119, 320, 135),
    )
    return Report(
        document=DocumentInfo(
            name="northern-retail-2019.pdf",
            sha256="9f2c" * 16,
            kind="pdf",
            page_count=PAGE_COUNT,
            title="Northern Retail Group: annual report 2019",
            author="Group Finance",
            revision_date="2020-03-03",
        ),
        answer=ANSWER,
        claims=(
            claim(
                1,
                "Net sales were $4.2 billion in 2019.",
                "Net sales were **$4.2 billion** in 2019",
                "(p. 5)",
                7,
                ClaimVerdict.CORRECT,
                Action.KEEP,
                "both channels found it on the page",
                result(
                    "text",
                    supported,
                    1,
                    "page has 4,172 (USD millions, row 'Net sales', column 2019); claim says 4.2 billion: "
                    "equal at the claim's precision",
                    sales,
                    checks=(
                        Check(
                            kind="value",
                            claimed="$4.2 billion",
                            outcome="match",
                            found="4,172",
                            page=7,
                            box=_cell(1, 1),
                        ),
                        Check(kind="term", claimed="net sales", outcome="match", found="Net sales", page=7),
                        Check(kind="date", claimed="2019", outcome="match", found="2019", page=7, box=_cell(0, 1)),
                    ),
                ),
                result("image", supported, 2, "4,172 confirmed in the pixels of row 'Net sales'", sales_seen),
            ),
            claim(
                2,
                "Capital expenditure was $1.58 billion.",
                "Capital expenditure was $1.58 billion",
                "(p. 5)",
                7,
                ClaimVerdict.CONFLICT,
                Action.FLAG,
                "the channels disagree: look at the page",
                result("text", supported, 1, "page has 1,577 (USD millions): equal at the claim's precision", capex),
                result(
                    "image", unsupported, 4, "the figure could not be confirmed in the pixels; best reading 1,517"
                ),
                leaning="image",
            ),
            claim(
                3,
                "The Group opened twelve stores.",
                "the Group opened twelve stores",
                "(p. 4)",
                6,
                ClaimVerdict.WRONG_PAGE,
                Action.FIX_PAGE,
                "not on the cited page, found on the next one",
                result("text", unsupported, 4, "no line of the page speaks of stores being opened"),
                result("image", unsupported, 4, "'stores' not found in the pixels"),
                suggested=(Suggestion(page=identity(7), channels=("text", "image"), grade=1, evidence=(stores,)),),
            ),
            claim(
                4,
                "Operating income was 784 million.",
                "Operating income was 784 million",
                "(p. 5)",
                7,
                ClaimVerdict.UNSUPPORTED,
                Action.DELETE,
                "both channels refute it",
                result(
                    "text",
                    contradicted,
                    4,
                    "page has 748 (row 'Operating income', column 2019); claim says 784",
                    income,
                    checks=(
                        Check(
                            kind="value",
                            claimed="784 million",
                            outcome="mismatch",
                            found="748",
                            page=7,
                            box=_cell(4, 1),
                        ),
                    ),
                ),
                result("image", contradicted, 4, "748 read in the place of the claimed 784"),
            ),
            claim(
                5,
                "The report was signed by the chief accountant on 3 March 2020.",
                "The report was signed by the chief accountant on 3 March 2020",
                "[p. 9]",
                11,
                ClaimVerdict.NOT_CHECKED,
                Action.FLAG,
                "",
                result("text", not_checked, None, "the page could not be read: mean confidence 0.21"),
                result("image", not_checked, None, "the page is too dark to tell ink from paper"),
            ),
            claim(
                6,
                "The dividend was 0.45 a share.",
                "The dividend was 0.45 a share",
                "(p. 40)",
                None,
                ClaimVerdict.NO_SUCH_PAGE,
                Action.DELETE,
                f"the document has {PAGE_COUNT} pages",
            ),
            claim(7, "Growth will go on.", "Growth will go on.", "", None, ClaimVerdict.UNCITED, Action.KEEP, ""),
            claim(
                8,
                "The loan falls due in 2024.",
                "The loan falls due in 2024",
                "(p. 6)",
                8,
                ClaimVerdict.UNSUPPORTED,
                Action.DELETE,
                "neither channel found it on the page, nor within 2 pages of it",
                result("text", unsupported, 4, "the page does not mention a loan"),
                result("image", unsupported, 4, "'loan' not found in the pixels"),
            ),
        ),
        notices=(
            _said(
                "The numbers printed on the pages are 2 behind their position in the file; "
                "citations were read as printed numbers."
            ),
            _said("No page left this machine."),
        ),
        counters={
            "pages_rendered": 5,
            "pages_read_text": 5,
            "pages_read_image": 5,
            "model_calls": 0,
            "cache_hits": 0,
        },
        settings={
            "ocr": "auto",
            "image": "reader",
            "judge": "rules",
            "policy": "default",
            "window": "2",
            "pages": "auto",
        },
        pages=tuple(identity(p) for p in (5, 6, 7, 8, 11)),
        version="0.1.0",
    )


def with_every_verdict(report: Report) -> Report:
    """`report` with its first claim repeated in every combination of verdicts and actions."""
    first = report.claims[0]
    assert first.text is not None
    made = []
    for verdict in ClaimVerdict:
        for action in Action:
            for text in (None, *ChannelVerdict):
                channel = None if text is None else first.text.model_copy(update={"verdict": text})
                update = {"id": f"c{len(made)}", "verdict": verdict, "action": action, "text": channel}
                made.append(first.model_copy(update=update))
    return report.model_copy(update={"claims": tuple(made)})
