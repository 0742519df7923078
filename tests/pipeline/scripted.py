"""A document of numbered pages, and channels that answer from a script, to drive the pipeline through every case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from atomcite.domain import (
    Channel,
    ChannelResult,
    ChannelVerdict,
    Citation,
    Claim,
    Evidence,
    PageImage,
    PageRef,
    PageWords,
    message,
)

Script = Mapping[tuple[int | tuple[int, ...], str], ChannelVerdict]
"""(page, or pages asked about together, and statement) -> verdict; what is not in it is unsupported. Pages not
in it together say what the one says that says most."""

GRADES = {ChannelVerdict.SUPPORTED: 1, ChannelVerdict.UNSUPPORTED: 4, ChannelVerdict.CONTRADICTED: 4}


def make_document(folder: Path, pages: int) -> Path:
    """A folder of `pages` pictures, each with its own grey so that no two are the same page."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, pages + 1):
        pixels = np.full((440, 340, 3), 255 - number, dtype=np.uint8)
        Image.fromarray(pixels).save(folder / f"page{number}.png", dpi=(40, 40))
    return folder


def claim(statement: str, *pages: int | str, name: str | None = None) -> Claim:
    refs = tuple(PageRef(raw=str(p)) for p in pages)
    citations = (Citation(text=f"(p. {', '.join(r.raw for r in refs)})", pages=refs),) if refs else ()
    return Claim(id=name or statement, statement=statement, citations=citations, origin="given")


def answer_for(channel: Channel, pages: Sequence[int], statement: str, script: Script) -> ChannelResult:
    verdicts = [script.get((page, statement), ChannelVerdict.UNSUPPORTED) for page in pages]
    order = [ChannelVerdict.SUPPORTED, ChannelVerdict.CONTRADICTED, ChannelVerdict.UNSUPPORTED]
    verdict = next((v for v in order if v in verdicts), ChannelVerdict.NOT_CHECKED)
    shown = [p for p, v in zip(pages, verdicts, strict=True) if v is verdict is ChannelVerdict.SUPPORTED]
    if len(pages) > 1 and (tuple(pages), statement) in script:
        verdict, shown = script[tuple(pages), statement], list(pages)
    return ChannelResult(
        channel=channel,
        verdict=verdict,
        grade=GRADES.get(verdict),
        engine="script 1",
        reason=(message("run.uncited"),),
        evidence=tuple(Evidence(page=p, quote=statement, engine="script 1") for p in shown),
    )


class ScriptedJudge:
    """A `Judge` that knows pages by their number and keeps what it was asked."""

    name = "script"

    def __init__(self, script: Script, version: str = "1") -> None:
        self.script = script
        self.version = version
        self.asked: list[tuple[tuple[int, ...], tuple[str, ...]]] = []

    def missing(self) -> None:
        return None

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]:
        numbers = [w.page for w in pages]
        self.asked.append((tuple(numbers), tuple(statements)))
        return [answer_for("text", numbers, s, self.script) for s in statements]


class ScriptedVerifier:
    """An `ImageVerifier` of the same kind."""

    name = "script"

    def __init__(self, script: Script, version: str = "1") -> None:
        self.script = script
        self.version = version
        self.asked: list[tuple[tuple[int, ...], tuple[str, ...]]] = []

    def missing(self) -> None:
        return None

    def verify(self, pages: Sequence[PageImage], statements: Sequence[str]) -> list[ChannelResult]:
        numbers = [i.page for i in pages]
        self.asked.append((tuple(numbers), tuple(statements)))
        return [answer_for("image", numbers, s, self.script) for s in statements]
