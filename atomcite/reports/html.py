"""The report as one HTML file that needs nothing else: no script, no network, no second file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from atomcite.domain import (
    Box,
    Channel,
    ChannelResult,
    ClaimResult,
    Evidence,
    Language,
    PageIdentity,
    PageImage,
    Report,
    Suggestion,
)
from atomcite.errors import AtomCiteError
from atomcite.reports.labels import SYMBOLS, URGENCY, Labels, by_urgency, identities, needs_person
from atomcite.reports.marked_answer import pieces
from atomcite.reports.pictures import MANY_PAGES, PagePicture, Window, picture, windows
from atomcite.reports.untrusted import is_finite, visible, without_secrets

PageImages = Callable[[int], PageImage | None]
"""Physical page number -> the upright page, or None when its picture is not to be had."""

MOST_WINDOWS = 4
"""Places shown of one claim on one page; more are counted."""
MOST_WHOLE = 3
"""Whole pages shown of one claim that has no evidence; more are named."""
TOO_TALL = 0.6
"""Share of the page height from which a place is shown on the whole page: a strip would be as large."""


@dataclass(frozen=True)
class Mark:
    """Something marked on a page by a channel."""

    channel: Channel
    page: int
    box: Box
    exact: bool
    quote: str

    @property
    def shown(self) -> Box:
        """The box with some air, more of it for the picture channel: its frame stays outside that of the text."""
        air = 1.5 if self.channel == "text" else 3.5
        return self.box.padded(air)


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
    figure: Figure | None


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


def to_html(report: Report, images: PageImages, language: Language = "en") -> str:
    """The report as a self-contained HTML page.

    `images` is asked once for each page that a claim cites, that evidence lies on, or that is suggested. Pages it
    does not have, or fails to draw with an AtomCiteError, are named without a picture. Pictures are WebP of bounded
    size, each part of a page once.
    """
    report = without_secrets(report)
    return _template().render(_Sheet(report, images, Labels(language)).context())


def pages_shown(report: Report) -> list[int]:
    """Physical pages that the HTML report shows, ascending."""
    known = {i for claim in report.claims for i in _pages_of(claim)}
    return sorted(known)


def _pages_of(claim: ClaimResult) -> Iterable[int]:
    yield from _cited(claim)
    yield from (m.page for m in _marks(claim))
    for suggestion in claim.suggested_pages:
        yield suggestion.page.physical


def _cited(claim: ClaimResult) -> list[int]:
    return list(dict.fromkeys(p.page.physical for p in claim.cited_pages if p.page is not None))


def _marks(claim: ClaimResult) -> list[Mark]:
    return [m for result in (claim.text, claim.image) if result is not None for m in _marks_of(result)]


def _marks_of(result: ChannelResult) -> list[Mark]:
    """Boxes of a channel's evidence; where it gave none, those of the single things that it compared."""
    marks = _evidence_marks(result.evidence, result.channel)
    if not marks:
        marks = [
            Mark(result.channel, c.page, c.box, True, c.found or "")
            for c in result.checks
            if c.page is not None and c.box is not None and is_finite(c.box)
        ]
    return marks


def _evidence_marks(items: Iterable[Evidence], channel: Channel) -> list[Mark]:
    return [Mark(channel, e.page, e.box, e.exact, e.quote) for e in items if e.box is not None and is_finite(e.box)]


def _suggestion_marks(suggestion: Suggestion) -> list[Mark]:
    """Boxes on the suggested page. Evidence does not say which channel gave it unless there is but one."""
    channel: Channel = suggestion.channels[0] if len(suggestion.channels) == 1 else "text"
    return [m for m in _evidence_marks(suggestion.evidence, channel) if m.page == suggestion.page.physical]


class _Sheet:
    def __init__(self, report: Report, images: PageImages, labels: Labels) -> None:
        self.report = report
        self.labels = labels
        self.known = identities(report)
        self.failures: dict[int, str] = {}
        self.pictures = self._pictures(images)

    def context(self) -> dict[str, object]:
        report, labels = self.report, self.labels
        places = {id(c): n for n, c in enumerate(report.claims)}
        cards = [self._card(places[id(c)], c) for c in by_urgency(report.claims)]
        waiting = sum(map(needs_person, report.claims))
        return {
            "t": labels,
            "language": labels.language,
            "report": report,
            "attention": [c for c in cards if c.urgent],
            "good": [c for c in cards if not c.urgent],
            "waiting": waiting,
            "counts": [(v, report.summary[v]) for v in URGENCY if report.summary[v]],
            "verdicts": list(URGENCY),
            "symbols": SYMBOLS,
            "pieces": pieces(report.answer, report.claims) if report.answer else [],
            "pictures": list(self.pictures.values()),
            "pages": [(seen, self.name(p), self._citing(p)) for p, seen in sorted(self.pictures.items())],
            "page_name": self.name,
            "odd": self._odd_places(),
        }

    def name(self, page: int) -> str:
        return self.labels.page(self.known.get(page, PageIdentity(physical=page)))

    def _citing(self, page: int) -> list[tuple[int, ClaimResult]]:
        return [(n, c) for n, c in enumerate(self.report.claims) if page in _cited(c)]

    def _pictures(self, images: PageImages) -> dict[int, PagePicture]:
        wanted: dict[int, list[Mark]] = {p: [] for p in pages_shown(self.report)}
        for claim in self.report.claims:
            for mark in [*_marks(claim), *(m for s in claim.suggested_pages for m in _suggestion_marks(s))]:
                wanted[mark.page].append(mark)
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

    def _odd_places(self) -> dict[int, list[Box]]:
        """Boxes of signals by page, for the pages that are shown."""
        found: dict[int, list[Box]] = {}
        for signal in self.report.signals:
            if signal.page in self.pictures:
                found.setdefault(signal.page, []).extend(b.padded(2) for b in signal.boxes if is_finite(b))
        return found

    def _card(self, number: int, claim: ClaimResult) -> Card:
        marks = _marks(claim)
        cited = _cited(claim)
        shown = list(dict.fromkeys(m.page for m in marks)) or cited[:MOST_WHOLE]
        asked = claim.text is not None or claim.image is not None
        return Card(
            number=number,
            claim=claim,
            urgent=needs_person(claim),
            channels=(("text", claim.text), ("image", claim.image)) if asked else (),
            figures=tuple(self._figure(p, [m for m in marks if m.page == p]) for p in shown),
            others=tuple((p, self.name(p)) for p in cited if p not in shown and p in self.pictures),
            suggestions=tuple(
                SuggestionView(s, self.labels.page(s.page), self._figure(s.page.physical, _suggestion_marks(s)))
                for s in claim.suggested_pages
            ),
        )

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


def _is_strip(mark: Mark, height: float) -> bool:
    return mark.box.height <= TOO_TALL * height


def shown_safely(value: object) -> object:
    """Makes control characters of plain strings harmless; markup of the templates passes as it is."""
    return visible(value) if type(value) is str else value


@cache
def _template() -> Template:
    return Environment(
        loader=PackageLoader("atomcite.reports", "templates"),
        autoescape=True,
        finalize=shown_safely,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    ).get_template("report.html")
