"""The two channels as the pipeline runs them: cached, metered, and never raising for a page that can't be checked.

They share the page's pixels and nothing else: the text channel hands its words to its judge only, the image channel
is built without any access to them.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Protocol

from atomcite import safety
from atomcite.audit import Journal
from atomcite.documents import Document
from atomcite.domain import (
    Cache,
    Channel,
    ChannelResult,
    ChannelVerdict,
    ImageVerifier,
    Judge,
    Message,
    PageSource,
    PageWords,
    message,
)
from atomcite.errors import AtomCiteError
from atomcite.judge.leaning import leaning
from atomcite.judge.rules import RulesJudge

ReadPage = Callable[[PageSource], PageWords]


class ChannelRunner(Protocol):
    """Checks statements on a set of pages that they cite together (mostly one page)."""

    channel: Channel

    def check(self, pages: Sequence[int], statements: Sequence[str]) -> list[ChannelResult]:
        """One result a statement, in order. `pages` are physical, 1-based."""
        ...


def not_checked(channel: Channel, engine: str, *reason: Message) -> ChannelResult:
    return ChannelResult(channel=channel, verdict=ChannelVerdict.NOT_CHECKED, engine=engine, reason=reason)


def failure(error: AtomCiteError) -> Message:
    """Why a check could not be made, as a reason that a report can show."""
    return error.reason or message("run.failed", what=str(error).replace("\n", " "))


class TextChannel:
    """OCR or text layer, then the judge. `words` keeps what was read, by physical page, for folios and page notes."""

    channel: Channel = "text"

    def __init__(self, document: Document, read: ReadPage, judge: Judge, cache: Cache) -> None:
        self._document = document
        self._read = read
        self._judge = judge
        self._cache = cache
        self.words: dict[int, PageWords] = {}
        self._locks: defaultdict[int, threading.Lock] = defaultdict(threading.Lock)

    def read(self, page: int) -> PageWords:
        """The words of one page, read once. Raises AtomCiteError when no engine can read it."""
        with self._locks[page]:
            if page not in self.words:
                source = self._document.page(page)
                words = self._read(source)
                layer = None if words.engine.startswith("textlayer") else source.embedded_words()
                odd = safety.page_signals(page, words, layer, source.unshown_text())
                self.words[page] = replace(words, signals=(*words.signals, *odd))
            return self.words[page]

    def check(self, pages: Sequence[int], statements: Sequence[str]) -> list[ChannelResult]:
        try:
            words = [self.read(page) for page in pages]
        except AtomCiteError as error:
            return [not_checked("text", self._judge.name, failure(error)) for _ in statements]
        if not any(w.words for w in words):
            notes = [note for w in words for note in w.notes]
            return [not_checked("text", words[0].engine, *notes) for _ in statements]
        digest = sha256(repr([(w.page, w.engine, w.words) for w in words]).encode()).hexdigest()

        def judge(open_statements: Sequence[str]) -> list[ChannelResult]:
            results = self._judge.judge(words, open_statements)
            if not isinstance(self._judge, RulesJudge) or len(words) > 1:
                return results  # asking again must cost nothing, and a joint citation has no one place
            return [self._leaned(words[0], s, r) for s, r in zip(open_statements, results, strict=True)]

        depends = {"words": digest, "judge": self._judge.name, "version": self._judge.version}
        return _cached(self._cache, "judge", depends, statements, judge)

    def _leaned(self, page: PageWords, statement: str, result: ChannelResult) -> ChannelResult:
        if result.verdict is ChannelVerdict.SUPPORTED:
            return result
        return result.model_copy(update={"odds": leaning(self._judge, page, statement, result)})


def noting(read: ReadPage, journal: Journal) -> ReadPage:
    """`read`, with each page that it read noted: the engine, and the hash of the words."""

    def noted(page: PageSource) -> PageWords:
        words = read(page)
        digest = sha256(repr(words.words).encode()).hexdigest()
        journal.note("page_read", page=page.number, engine=words.engine, words=digest)
        return words

    return noted


class ImageChannel:
    """The page's picture, given to the verifier.

    `probe` is called once, before the verifier is first asked (never when the cache has all the answers). What it
    raises ends the run: a server with a wrong key would else cost every check of this channel without a word.
    """

    channel: Channel = "image"

    def __init__(
        self, document: Document, verifier: ImageVerifier, cache: Cache, probe: Callable[[], None] | None = None
    ) -> None:
        self._document = document
        self._verifier = verifier
        self._cache = cache
        self._probe = probe
        self._probing = threading.Lock()

    def check(self, pages: Sequence[int], statements: Sequence[str]) -> list[ChannelResult]:
        try:
            images = [self._document.page(page).image() for page in pages]
        except AtomCiteError as error:
            return [not_checked("image", self._verifier.name, failure(error)) for _ in statements]

        def verify(open_statements: Sequence[str]) -> list[ChannelResult]:
            with self._probing:
                if self._probe:
                    self._probe()
                    self._probe = None
            return self._verifier.verify(images, open_statements)

        depends = {
            "pages": " ".join(f"{i.page}:{i.digest}" for i in images),
            "verifier": self._verifier.name,
            "version": self._verifier.version,
        }
        return _cached(self._cache, "image", depends, statements, verify)


def _cached(
    cache: Cache,
    kind: str,
    depends: dict[str, str],
    statements: Sequence[str],
    check: Callable[[Sequence[str]], list[ChannelResult]],
) -> list[ChannelResult]:
    """Results from the cache, the rest from `check` in one call. What could not be checked is asked again next time:
    a server may be back by then."""
    results: dict[str, ChannelResult] = {}
    for statement in statements:
        stored = cache.get(kind, {**depends, "statement": statement})
        if stored is not None:
            results[statement] = ChannelResult.model_validate_json(stored)
    todo = [s for s in dict.fromkeys(statements) if s not in results]
    for statement, result in zip(todo, check(todo) if todo else [], strict=True):
        results[statement] = result
        if result.verdict is not ChannelVerdict.NOT_CHECKED and not result.provisional:
            cache.put(kind, {**depends, "statement": statement}, result.model_dump_json().encode())
    return [results[s] for s in statements]


def pages_of(result: ChannelResult | None) -> set[int]:
    """Pages on which a channel found its evidence."""
    return {e.page for e in result.evidence} if result else set()
