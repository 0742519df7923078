"""`look`: one statement, one page, and what each channel saw there."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from atomcite import ocr, vision
from atomcite.answers import Decomposition
from atomcite.cache import DiskCache
from atomcite.documents import Document
from atomcite.domain import Cache, Citation, Claim, ClaimResult, PageImage, PageRef, PageWords, Report
from atomcite.errors import AtomCiteError, UsageError
from atomcite.pipeline.api import verify
from atomcite.pipeline.settings import Endpoint, Settings, ocr_models


@dataclass(frozen=True)
class Look:
    """`report` is that of a run with this one claim. `image` is the page, `words` what the text channel read, `sight`
    what the embedded reader saw: None where there is no such page, the channel could read nothing, or another engine
    looked at the picture."""

    report: Report
    image: PageImage | None = None
    words: PageWords | None = None
    sight: vision.Sight | None = None

    @property
    def claim(self) -> ClaimResult:
        return self.report.claims[0]


def look(
    document: str | Path,
    page: str,
    statement: str,
    *,
    settings: Settings | None = None,
    server: Endpoint | None = None,
    policy: str | Path = "default",
    password: str | Callable[[], str | None] | None = None,
    cache: bool = True,
) -> Look:
    """Checks `statement` on `page` alone (a position, a label or a printed number, as `settings.pages` reads it).

    No neighbouring page is looked at. Raises what `verify` raises, and UsageError for an empty statement.
    """
    chosen = settings or Settings()
    if not statement.strip():
        raise UsageError("The statement is empty.", "Say what the page is said to say.")
    with tempfile.TemporaryDirectory() as scratch:
        # What the run read is read again from here for the pictures, not from the page.
        store = DiskCache() if cache else DiskCache(Path(scratch))
        with Document.open(
            document,
            password=password,
            max_megapixels=chosen.max_megapixels,
            cache=store,
            renderer=chosen.renderer,
        ) as opened:
            ref = PageRef(raw=page)
            claim = Claim(id="1", statement=statement, citations=(Citation(text=page, pages=(ref,)),), origin="given")
            report = verify(
                opened,
                Decomposition(answer="", claims=(claim,)),
                settings=chosen,
                server=server,
                policy=policy,
                cache=store,
                window=0,
            )
            return _seen(report, opened, chosen, store)


def _seen(report: Report, document: Document, settings: Settings, cache: Cache) -> Look:
    cited = report.claims[0].cited_pages[0].page
    if cited is None:
        return Look(report)
    page = document.page(cited.physical)
    image, words, sight = None, None, None
    # What can't be drawn or read is told by the results of the channels.
    with suppress(AtomCiteError):
        image = page.image()
        words = ocr.read_page(page, settings.ocr, models=ocr_models(settings.ocr_models), cache=cache)
    result = report.claims[0].image
    if image is not None and result is not None and result.engine.startswith("reader"):
        with suppress(AtomCiteError):
            sight = vision.see(image, cache)
    return Look(report, image, words, sight)
