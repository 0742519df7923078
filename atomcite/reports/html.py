"""The report as one HTML file that needs nothing else: no script, no network, no second file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import shorten

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from atomcite.domain import (
    Box,
    Channel,
    ChannelResult,
    ClaimResult,
    Language,
    PageIdentity,
    Report,
    Suggestion,
)
from atomcite.errors import AtomCiteError
from atomcite.references import worded
from atomcite.reports.answer_layout import Break, Close, Open
from atomcite.reports.labels import SYMBOLS, URGENCY, Labels, by_urgency, identities, needs_person
from atomcite.reports.marked_answer import Laid, laid_out
from atomcite.reports.pictures import MANY_PAGES, PagePicture, Window, picture, windows
from atomcite.reports.places import (
    Mark,
    PageImages,
    PageLinks,
    cited_pages,
    claim_marks,
    pages_shown,
    suggestion_marks,
)
from atomcite.reports.untrusted import is_finite, visible, without_secrets

MOST_WINDOWS = 4
"""Places shown of one claim on one page; more are counted."""
MOST_WHOLE = 3
"""Whole pages shown of one claim that has no evidence; more are named."""
LONGEST_RUNNING_HEAD = 90
"""Characters of the line at the head of printed pages."""
TOO_TALL = 0.6
"""Share of the page height from which a place is shown on the whole page: a strip would be as large."""


@dataclass(frozen=True)
class Figure:
    """One page as a claim shows it: through `windows`, or whole when there are none."""

    page: int
    name: str
    picture: PagePicture | None
    failure: str
    windows: tuple[Window, ...]
    more: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class SuggestionView:
    suggestion: Suggestion
    name: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Card:
    """A claim with all that its card shows. `others` are cited pages that it names without showing them."""

    number: int
    claim: ClaimResult
    urgent: bool
    channels: tuple[tuple[Channel, ChannelResult | None], ...]
    figures: tuple[Figure, ...]
    others: tuple[tuple[int, str], ...]
    suggestions: tuple[SuggestionView, ...]

    @property
    def anchor(self) -> str:
        return f"claim-{self.number + 1}"


def to_html(report: Report, images: PageImages, language: Language = "en", links: PageLinks | None = None) -> str:
    """The report as a self-contained HTML page.

    `images` is asked once for each page that a claim cites, that evidence lies on, or that is suggested. Pages it
    does not have, or fails to draw with an AtomCiteError, are named without a picture. Pictures are WebP of bounded
    size, each part of a page once. `links` gives addresses of pages outside the report, for files that lie beside it.
    """
    report = without_secrets(report)
    return _template().render(_Sheet(report, images, Labels(language), links or (lambda page: None)).context())


class _Sheet:
    def __init__(self, report: Report, images: PageImages, labels: Labels, links: PageLinks) -> None:
        self.report = report
        self.links = links
        self.labels = labels
        self.known = identities(report)
        self.marks = self._marks_on()
        self.failures: dict[int, str] = {}
        self.pictures = self._pictures(images)

    def context(self) -> dict[str, object]:
        report, labels = self.report, self.labels
        places = {id(c): n for n, c in enumerate(report.claims)}
        cards = [self._card(places[id(c)], c) for c in by_urgency(report.claims)]
        waiting = sum(map(needs_person, report.claims))
        return {
            "t": labels,
            "worded": lambda reference: worded(reference, labels.language),
            "language": labels.language,
            "report": report,
            "attention": [c for c in cards if c.urgent],
            "good": [c for c in cards if not c.urgent],
            "waiting": waiting,
            "counts": [(v, report.summary[v]) for v in URGENCY if report.summary[v]],
            "verdicts": list(URGENCY),
            "symbols": SYMBOLS,
            "laid": [_html(item) for item in laid_out(report.answer, report.claims)] if report.answer else [],
            "link": self.links,
            "marks_on": self.marks,
            "sections": self._sections(cards),
            "pictures": list(self.pictures.values()),
            "pages": [(seen, self.name(p), self._citing(p)) for p, seen in sorted(self.pictures.items())],
            "page_name": self.name,
            "odd": self._odd_places(),
        }

    def _sections(self, cards: Sequence[Card]) -> set[str]:
        """Anchors of the sections that this report has."""
        has = {
            "h-attention": bool(cards),
            "answer": bool(self.report.answer),
            "h-good": any(not c.urgent for c in cards),
            "h-pages": bool(self.pictures),
            "h-how": True,
        }
        return {anchor for anchor, there in has.items() if there}

    def name(self, page: int) -> str:
        return self.labels.page(self.known.get(page, PageIdentity(physical=page)))

    def _citing(self, page: int) -> list[tuple[int, ClaimResult]]:
        return [
            (n, c)
            for n, c in enumerate(self.report.claims)
            if page in cited_pages(c) or any(page in s.physical for s in c.suggested_pages)
        ]

    def _pictures(self, images: PageImages) -> dict[int, PagePicture]:
        wanted = {p: self.marks.get(p, []) for p in pages_shown(self.report)}
        found = {}
        for page, marks in wanted.items():
            try:
                image = images(page)
            except AtomCiteError as error:  # a page that can't be drawn must not cost the report
                self.failures[page] = error.what
                continue
            if image is not None:
                boxes = [m.box for m in marks if _is_strip(m, image.height)]
                found[page] = picture(image, boxes, many=len(wanted) >= MANY_PAGES)
        return found

    def _marks_on(self) -> dict[int, list[Mark]]:
        """All that is marked on each page, for the pictures of whole pages."""
        found: dict[int, list[Mark]] = {}
        for claim in self.report.claims:
            for mark in [*claim_marks(claim), *(m for s in claim.suggested_pages for m in suggestion_marks(s))]:
                found.setdefault(mark.page, []).append(mark)
        return {page: list(dict.fromkeys(marks)) for page, marks in found.items()}

    def _odd_places(self) -> dict[int, list[Box]]:
        """Boxes of signals by page, for the pages that are shown."""
        found: dict[int, list[Box]] = {}
        for signal in self.report.signals:
            if signal.page in self.pictures:
                found.setdefault(signal.page, []).extend(b.padded(2) for b in signal.boxes if is_finite(b))
        return found

    def _card(self, number: int, claim: ClaimResult) -> Card:
        marks = claim_marks(claim)
        cited = cited_pages(claim)
        shown = list(dict.fromkeys(m.page for m in marks)) or cited[:MOST_WHOLE]
        asked = claim.text is not None or claim.image is not None
        return Card(
            number=number,
            claim=claim,
            urgent=needs_person(claim),
            channels=(("text", claim.text), ("image", claim.image)) if asked else (),
            figures=tuple(self._figure(p, [m for m in marks if m.page == p]) for p in shown),
            others=tuple((p, self.name(p)) for p in cited if p not in shown and p in self.pictures),
            suggestions=tuple(self._suggestion(s) for s in claim.suggested_pages),
        )

    def _suggestion(self, suggestion: Suggestion) -> SuggestionView:
        marks = suggestion_marks(suggestion)
        figures = (self._figure(p, [m for m in marks if m.page == p]) for p in suggestion.physical)
        return SuggestionView(suggestion, self.labels.place(suggestion), tuple(figures))

    def _figure(self, page: int, marks: Sequence[Mark]) -> Figure:
        found = self.pictures.get(page)
        looks: list[Window] = []
        if found is not None and marks and all(_is_strip(m, found.height) for m in marks):
            looks = windows(found, [m.box for m in marks])
        return Figure(
            page=page,
            name=self.name(page),
            picture=found,
            failure=self.failures.get(page, ""),
            windows=tuple(looks[:MOST_WINDOWS]),
            more=len(looks[MOST_WINDOWS:]),
            marks=tuple(marks),
        )


@dataclass(frozen=True)
class _Shown:
    """A step of the answer as the template writes it: markup of this module's own, or text with its claims."""

    markup: Markup
    laid: Laid | None = None


def _html(item: Laid) -> _Shown:
    """Headings become paragraphs that look like them: the report's outline is its own."""
    event = item.event
    if isinstance(event, Open):
        if event.name[0] == "h":
            return _Shown(Markup('<p class="heading {}">').format(event.name))
        first = Markup(' start="{}"').format(event.first) if event.first is not None else ""
        scope = Markup(' scope="col"') if event.name == "th" else ""
        frame = Markup('<div class="wide" tabindex="0">') if event.name == "table" else ""
        return _Shown(Markup("{}<{}{}{}>").format(frame, event.name, first, scope))
    if isinstance(event, Close):
        name = "p" if event.name[0] == "h" else event.name
        return _Shown(Markup("</{}>{}").format(name, Markup("</div>") if name == "table" else ""))
    if isinstance(event, Break):
        return _Shown(Markup("<hr>") if event.rule else Markup("<br>"))
    return _Shown(Markup(""), item)


def _is_strip(mark: Mark, height: float) -> bool:
    return mark.box.height <= TOO_TALL * height


def shown_safely(value: object) -> object:
    """Makes control characters of plain strings harmless; markup of the templates passes as it is."""
    return visible(value) if type(value) is str else value


def css_text(text: str) -> Markup:
    """`text` as the inside of a CSS string: everything but letters, figures and blanks by its number (CSS Syntax
    Module Level 3, 4.3.7), so that no name ends the string, the rule or the element."""
    short = shorten(visible(text), LONGEST_RUNNING_HEAD, placeholder="…")
    return Markup("".join(c if c.isalnum() or c == " " else f"\\{ord(c):x} " for c in short))


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("atomcite.reports", "templates"),
        autoescape=True,
        finalize=shown_safely,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["css_text"] = css_text
    return environment.get_template("report.html")
