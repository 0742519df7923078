"""The `textlayer` engine: words that the file itself carries."""

from __future__ import annotations

from atomcite.domain import Missing, PageSource, PageWords, Script
from atomcite.errors import EngineFailed
from atomcite.ocr.scripts import script_of

REVISION = 2


class TextLayer:
    """Gives the embedded words as they are. Whether they can be believed is another question
    (`atomcite.ocr.agreement`)."""

    name = "textlayer"

    @property
    def version(self) -> str:
        return f"r{REVISION}"

    @property
    def scripts(self) -> frozenset[Script]:
        return frozenset({"latin", "cyrillic", "mixed", "other"})

    def missing(self) -> Missing | None:
        return None

    def read(self, page: PageSource) -> PageWords:
        words = page.embedded_words()
        if words is None:
            raise EngineFailed(f"Page {page.number} has no text layer.", "Use --ocr auto or --ocr tesseract.")
        image = page.image()
        return PageWords(
            page=page.number,
            width=image.width,
            height=image.height,
            words=tuple(words),
            engine=f"{self.name} {self.version}",
            script=script_of(w.text for w in words),
        )
