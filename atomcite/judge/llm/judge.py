"""The judge `llm`: values by code, the rest by a language model whose quotes are held against the page."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256

from atomcite.domain import (
    Answered,
    Cache,
    ChannelResult,
    ChannelVerdict,
    Chat,
    ChatRequest,
    Check,
    Evidence,
    Key,
    Message,
    Meter,
    Missing,
    NoCache,
    NoMeter,
    PageWords,
    Usage,
    ask_batch,
    message,
)
from atomcite.judge.claim import analyse
from atomcite.judge.llm.quotes import Place, find_quote
from atomcite.judge.llm.replies import ReplyItem, at_odds, parse
from atomcite.judge.llm.request import PROMPT_VERSION, chat_request, room_for_pages
from atomcite.judge.llm.shown import Window, windows_of
from atomcite.judge.prepared_pages import PreparedPages
from atomcite.judge.value_check import VALUES, Finding, Passage, ValueCheck, readable
from atomcite.judge.words import tokenize

VERSION = "1"
MAX_BATCH = 5
"""More statements in one call cost accuracy before they save time."""
_SMALL_BATCH, _AMPLE = 3, 8192
"""Statements a call for models that take fewer tokens than that: room that replies need is lost to the page."""
_MOST_SHOWN = 48_000
"""Bytes of page text in one request, however much the model takes: in longer prompts models lose what stands in the
middle (Liu et al. 2023, "Lost in the middle")."""
_LEAST_SHOWN = 600
"""Bytes; with less than some lines in sight no model can judge."""


@dataclass(frozen=True)
class _Word:
    """What a model's reply on one statement and one window amounts to."""

    verdict: ChannelVerdict
    grade: int | None
    reason: Message
    places: tuple[Place, ...]
    usage: Usage
    raw: str | None


class LlmJudge:
    """Implements `atomcite.domain.Judge` with the model behind `chat` (None: no server is configured).

    1. Values are compared by code; what that settles, the model is not asked (`atomcite.judge.value_check`).
    2. The statements of a page are asked about 3 to 5 in a call, on the page's text in windows that fit the model.
    3. A verdict counts when its quote stands on the page and has the statement's amounts; else it is no check.

    Replies are cached as "reply" by the text that was shown, the statement, model and prompt, so that neither the
    address nor the key decides what is known.
    """

    def __init__(
        self,
        chat: Chat | None,
        pages: PreparedPages | None = None,
        *,
        cache: Cache | None = None,
        meter: Meter | None = None,
        batch: int = MAX_BATCH,
    ) -> None:
        self._chat = chat
        self._pages = pages or PreparedPages()
        self._values = ValueCheck(self._pages)
        self._cache = cache or NoCache()
        self._meter = meter or NoMeter()
        self._batch = max(1, min(batch, MAX_BATCH))

    @property
    def name(self) -> str:
        return "llm"

    @property
    def version(self) -> str:
        model = self._chat.model if self._chat else "no model"
        return f"{VERSION} ({model}; prompt {PROMPT_VERSION}; rules {self._values.version})"

    def missing(self) -> Missing | None:
        """None when a server and a model are configured; whether they answer shows when they are first asked."""
        if self._chat is not None:
            return None
        return Missing("the address or the model of a server", "--judge llm", "give --base-url URL and --model NAME")

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]:
        """One result a statement, in order; equal statements are asked once. Raises EndpointError when the server
        can't be used at all."""
        distinct = list(dict.fromkeys(statements))
        findings = dict(zip(distinct, self._values.judge(pages, distinct), strict=True))
        words = " + ".join(dict.fromkeys(p.engine for p in pages))
        engine = f"{words} > llm {self.version}"
        there = readable(pages)
        results = {s: f.result for s, f in findings.items() if f.settled}
        open_ = [s for s in distinct if s not in results]
        if open_ and self._chat is not None:
            for statement, word in self._asked(self._chat, there, open_).items():
                result = self._result(engine, findings[statement], statement, word)
                if result.verdict is ChannelVerdict.UNSUPPORTED and len(there) < len(pages):
                    result = _not_checked(engine, message("judge.some_unread"), word)
                results[statement] = result
        seen: set[str] = set()
        out = []
        for statement in statements:
            result = results.get(statement) or _not_checked(engine, message("serving.missing"), None)
            out.append(result.model_copy(update={"usage": Usage()}) if statement in seen else result)
            seen.add(statement)
        return out

    # --- asking -------------------------------------------------------------------------------------------------

    def _asked(self, chat: Chat, pages: Sequence[PageWords], statements: Sequence[str]) -> dict[str, _Word]:
        """The model's word on each statement over all windows. A statement that one window supports is not asked
        about in the next."""
        prepared = [self._pages.of(p) for p in pages]
        batch = self._batch if chat.context >= _AMPLE else min(self._batch, _SMALL_BATCH)
        room = min(_MOST_SHOWN, room_for_pages(chat.context, _longest(statements, batch)))
        words: dict[str, list[_Word]] = {s: [] for s in statements}
        for window in windows_of(prepared, max(room, _LEAST_SHOWN)):
            still = [s for s, said in words.items() if not any(w.verdict is ChannelVerdict.SUPPORTED for w in said)]
            for statement, word in self._on_window(chat, window, still, batch):
                words[statement].append(word)
        return {s: _together(said) for s, said in words.items()}

    def _on_window(
        self, chat: Chat, window: Window, statements: Sequence[str], batch: int
    ) -> Iterator[tuple[str, _Word]]:
        """Each statement with the model's word on it; what is known from an earlier run is not asked."""
        known = {s: a for s in statements if (a := self._recall(chat, window, s)) is not None}
        todo = [s for s in statements if s not in known]
        if todo:
            chat.probe()
            batches = _even(todo, batch)
            with ThreadPoolExecutor(min(chat.at_once, len(batches))) as pool:
                answers = pool.map(lambda asked: self._ask(chat, window, asked), batches)
                for asked, found in zip(batches, answers, strict=True):
                    known |= dict(zip(asked, found, strict=True))
        too_long: dict[str, Usage] = {}
        for statement in statements:
            word = self._weighed(window, statement, known[statement])
            if word.reason.code == "serving.too_long" and len(window.lines) > 1:
                too_long[statement] = word.usage
                continue
            if statement in todo and word.verdict is not ChannelVerdict.NOT_CHECKED:
                self._remember(chat, window, statement, known[statement])
            yield statement, word
        for half in window.halves() if too_long else ():
            for statement, word in self._on_window(chat, half, list(too_long), batch):
                yield statement, replace(word, usage=word.usage + too_long[statement])
                too_long[statement] = Usage()

    def _ask(self, chat: Chat, window: Window, batch: Sequence[str]) -> list[Answered[ReplyItem]]:
        self._meter.count("page_texts_sent")

        def request(claims: Sequence[tuple[str, str]], repair: bool) -> ChatRequest:
            return chat_request(window.text, claims, repair=repair)

        return ask_batch(chat, batch, request, parse)

    def _weighed(self, window: Window, statement: str, answered: Answered[ReplyItem]) -> _Word:
        """What a reply amounts to once it is held against itself, the page and the statement's values."""
        item = answered.entry

        def unchecked(why: Message) -> _Word:
            return _Word(ChannelVerdict.NOT_CHECKED, None, why, (), answered.usage, answered.raw)

        if item is None:
            return unchecked(answered.fault or message("serving.empty"))
        fault = at_odds(item)
        if fault is not None:
            return unchecked(fault)
        places: tuple[Place, ...] = ()
        if item.quote.strip():
            found = find_quote(item.quote, window)
            if found is None:
                return unchecked(message("llm.invented", quote=_short(item.quote)))
            places = found
        verdict = ChannelVerdict(item.verdict)
        if verdict is not ChannelVerdict.UNSUPPORTED and _says_nothing(places, statement):
            return unchecked(message("llm.slight", quote=_short(item.quote)))
        if verdict is ChannelVerdict.SUPPORTED and not self._values.holds(_passages(places), statement):
            return unchecked(message("llm.lacks_value", quote=_short(item.quote)))
        reason = message("llm.reason", text=item.reason.strip() or item.verdict)
        return _Word(verdict, item.grade, reason, places, answered.usage, answered.raw)

    # --- results ------------------------------------------------------------------------------------------------

    def _result(self, engine: str, finding: Finding, statement: str, word: _Word) -> ChannelResult:
        checks: tuple[Check, ...] = tuple(c for c in finding.result.checks if c.kind in VALUES)
        if word.verdict is ChannelVerdict.SUPPORTED:
            checks = self._values.checks(_passages(word.places), statement)
        return ChannelResult(
            channel="text",
            verdict=word.verdict,
            grade=word.grade,
            engine=engine,
            reason=(word.reason,),
            evidence=tuple(map(_evidence, word.places)),
            checks=checks,
            usage=word.usage,
            raw=word.raw,
        )

    def _key(self, chat: Chat, window: Window, statement: str) -> Key:
        return {
            "text": sha256(window.text.encode("utf-8", "surrogatepass")).hexdigest(),
            "statement": statement,
            "engine": self.name,
            "model": chat.model,
            "prompt": PROMPT_VERSION,
        }

    def _recall(self, chat: Chat, window: Window, statement: str) -> Answered[ReplyItem] | None:
        stored = self._cache.get("reply", self._key(chat, window, statement))
        if stored is None:
            return None
        data = json.loads(stored)
        return Answered(ReplyItem(**data["item"]), None, data["raw"], Usage())

    def _remember(self, chat: Chat, window: Window, statement: str, answered: Answered[ReplyItem]) -> None:
        """Keeps replies that could be relied on; a fault deserves another try in the next run."""
        if answered.entry is not None:
            data = {"item": answered.entry.model_dump(), "raw": answered.raw}
            value = json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")
            self._cache.put("reply", self._key(chat, window, statement), value)


def _together(said: Sequence[_Word]) -> _Word:
    """One word of those on several windows. Support anywhere is support, unless the statement is denied elsewhere;
    what one window could not tell, the others can't rule out."""
    if not said:
        return _Word(ChannelVerdict.NOT_CHECKED, None, message("judge.no_words"), (), Usage(), None)
    by = {v: [w for w in said if w.verdict is v] for v in ChannelVerdict}
    supported, contradicted = by[ChannelVerdict.SUPPORTED], by[ChannelVerdict.CONTRADICTED]
    usage = sum((w.usage for w in said), Usage())
    raw = "\n".join(w.raw for w in said if w.raw) or None
    if supported and contradicted:
        return _Word(ChannelVerdict.NOT_CHECKED, None, message("llm.both"), (), usage, raw)
    first = (supported or by[ChannelVerdict.NOT_CHECKED] or contradicted or by[ChannelVerdict.UNSUPPORTED])[0]
    return _Word(first.verdict, first.grade, first.reason, first.places, usage, raw)


def _says_nothing(places: Sequence[Place], statement: str) -> bool:
    """Whether a quote is a word or two that the statement does not have: a number, a name or "approved" may decide,
    "the" may not."""
    tokens = [t for p in places for w in p.words for t in tokenize(p.line.page.text.page.words[w].text) if t.is_word]
    if len(tokens) > 2 or any(t.text[0].isdigit() for t in tokens):
        return False
    return not {t.stem for t in tokens} & {t.stem for t in analyse(statement).terms}


def _passages(places: Sequence[Place]) -> list[Passage]:
    """The lines that a quote stands on, with the headers of table rows: a quote is short, and what it says of a
    number stands beside it and above it."""
    out = []
    for place in places:
        page = place.line.page
        tokens = {t for w in place.line.words for t in page.text.tokens_of_word.get(w, ())}
        if place.line.row is not None:
            tokens |= {t for v in page.values if v.row == place.line.row for t in v.headers}
        out.append(Passage(page.page, frozenset(tokens)))
    return out


def _evidence(place: Place) -> Evidence:
    text = place.line.page.text
    tokens = tuple(dict.fromkeys(t for w in place.words for t in text.tokens_of_word.get(w, ())))
    page = place.line.page.page
    return Evidence(page=page.page, quote=text.quote(tokens), engine=page.engine, box=text.box(tokens))


def _not_checked(engine: str, why: Message, word: _Word | None) -> ChannelResult:
    return ChannelResult(
        channel="text",
        verdict=ChannelVerdict.NOT_CHECKED,
        engine=engine,
        reason=(why,),
        usage=word.usage if word else Usage(),
        raw=word.raw if word else None,
    )


def _even(statements: Sequence[str], most: int) -> list[Sequence[str]]:
    """Batches of nearly one size: six statements are asked three and three."""
    count = -(-len(statements) // most)
    bounds = [len(statements) * i // count for i in range(count + 1)]
    return [statements[a:b] for a, b in itertools.pairwise(bounds)]


def _longest(statements: Sequence[str], count: int) -> list[str]:
    return sorted(statements, key=len, reverse=True)[:count]


def _short(quote: str) -> str:
    text = " ".join(quote.split())
    return text if len(text) <= 120 else text[:119] + "…"
