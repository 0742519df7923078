"""Runs whose channels answer from a script, with everything that they touched."""

from __future__ import annotations

from pathlib import Path

from scripted import Script, ScriptedJudge, ScriptedVerifier

from atomcite.documents import Document
from atomcite.domain import Box, Cache, ChannelVerdict, Claim, NoCache, PageSource, PageWords, Report, Word
from atomcite.pipeline import ImageChannel, Run, TextChannel
from atomcite.pipeline.meter import RunMeter
from atomcite.pipeline.stored import known_results
from atomcite.policies import Policy, load

S, U, C, N = (
    ChannelVerdict.SUPPORTED,
    ChannelVerdict.UNSUPPORTED,
    ChannelVerdict.CONTRADICTED,
    ChannelVerdict.NOT_CHECKED,
)


def read(page: PageSource, front: int = 0) -> PageWords:
    """One word a page: its number, counted from the first one after `front` pages, which have none."""
    number = page.number - front
    words = (Word(f"page {number}" if number > 0 else "front", Box(10, 10, 60, 20)),)
    return PageWords(page=page.number, width=612, height=792, words=words, engine="script 1")


class ScriptedRun:
    """A run over the document in a folder. `read` are the pages that the text channel read, in turn, `judge.asked`
    and `verifier.asked` what the channels were asked. `front` pages at the beginning have no number printed on them,
    and the next is page 1. `known` is the report of an earlier run."""

    def __init__(
        self,
        folder: Path,
        text: Script,
        image: Script,
        *,
        policy: Policy | str = "default",
        cache: Cache | None = None,
        known: Report | None = None,
        front: int = 0,
        **options,
    ) -> None:
        self.meter = RunMeter()
        self.read: list[int] = []
        self.judge, self.verifier = ScriptedJudge(text), ScriptedVerifier(image)
        self._folder = folder
        self._front = front
        self._policy = load(policy) if isinstance(policy, str) else policy
        self._cache = cache or NoCache()
        self._options = options | {"known": known_results(known) if known else None}

    def check(self, *claims: Claim) -> Report:
        def noted(page: PageSource) -> PageWords:
            self.read.append(page.number)
            return read(page, self._front)

        with Document.open(self._folder, meter=self.meter) as document:
            text = TextChannel(document, noted, self.judge, self._cache)
            image = ImageChannel(document, self.verifier, self._cache)
            return Run(document, self._policy, text, image, **self._options).check(claims)

    @property
    def pages_asked(self) -> set[int]:
        return {p for pages, _ in (*self.judge.asked, *self.verifier.asked) for p in pages}

    @property
    def pairs_asked(self) -> set[tuple[int, ...]]:
        return {pages for pages, _ in (*self.judge.asked, *self.verifier.asked) if len(pages) > 1}
