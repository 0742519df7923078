"""The image verifier that runs a vision model on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from importlib import metadata
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from atomcite.domain import (
    ChannelResult,
    ChannelVerdict,
    Evidence,
    Message,
    Meter,
    Missing,
    PageImage,
    Usage,
    message,
)
from atomcite.errors import EngineMissing
from atomcite.vision.local import calibration
from atomcite.vision.local.checkpoint import Checkpoint, find, missing_packages
from atomcite.vision.local.prompt import PROMPT_VERSION, Option

if TYPE_CHECKING:
    from atomcite.vision.local.asking import Answer, LocalModel

VERSION = "1"
"""Counts changes to how choices become verdicts."""

_INK = 24
"""A picture whose grey values, averaged over 4 x 4 pixels, spread less than this shows nothing."""


class TransformersVerifier:
    """`ImageVerifier` "transformers": any image-text-to-text model in the `transformers` package's format.

    `model` is a folder or a name in Hugging Face's cache. `device` and `dtype` are torch's names, by default CUDA
    with bfloat16 where there is a device, else the processor with float32. `max_side` bounds the picture's longer
    side in pixels (before the family's own resizing); `temperature` replaces the stored calibration.

    Nothing is loaded before the first page comes. A page that can't be judged costs its own checks only; a model
    that can't be used is a ModelError, which `probe` brings to light before any page is lost to it.
    """

    name = "transformers"

    def __init__(
        self,
        model: str | None,
        *,
        meter: Meter,
        device: str | None = None,
        dtype: str | None = None,
        max_side: int = 1536,
        max_quote_tokens: int = 96,
        temperature: float | None = None,
    ) -> None:
        self._name = model
        self._meter = meter
        self._device = device
        self._dtype = dtype
        self._max_side = max_side
        self._max_quote = max_quote_tokens
        self._temperature = temperature
        self._guard = threading.Lock()
        self._checkpoint: Checkpoint | None = None
        self._local: LocalModel | None = None

    @property
    def version(self) -> str:
        """Raises ModelError when the model can't be found, EngineMissing without torch and transformers."""
        found = self._find()
        return (
            f"{found.name} ({found.fingerprint}, transformers {metadata.version('transformers')}, prompt "
            f"{PROMPT_VERSION}.{VERSION}, side {self._max_side}, temperature {self._calibrated(found):g})"
        )

    def missing(self) -> Missing | None:
        """What is not installed, or that no model was named; whether the model can be used is for `probe`."""
        absent = missing_packages()
        if absent is None and not self._name:
            return Missing("a model", "--image transformers", "give --image-model FOLDER_OR_NAME")
        return absent

    def probe(self) -> None:
        """Loads the model. Raises ModelError when it can't be used: every page would fail for the same reason."""
        self._model()

    def verify(self, pages: Sequence[PageImage], statements: Sequence[str]) -> list[ChannelResult]:
        """One result a statement, in order. Equal statements are asked once."""
        blank = [p.page for p in pages if _is_blank(p)]
        if len(blank) == len(pages):
            return [self._unchecked(message("vision.blank_page", page=blank[0])) for _ in statements]
        asked = list(dict.fromkeys(statements))
        found = dict(zip(asked, self._ask(pages, asked), strict=True))
        out: list[ChannelResult] = []
        for i, statement in enumerate(statements):
            repeated = statement in statements[:i]
            out.append(found[statement].model_copy(update={"usage": Usage()}) if repeated else found[statement])
        return out

    def _ask(self, pages: Sequence[PageImage], statements: Sequence[str]) -> list[ChannelResult]:
        model = self._model()
        pictures = [_picture(page, self._max_side) for page in pages]
        answers = model.ask(pictures, statements, self._calibrated(self._find()), self._max_quote)
        return [
            self._unchecked(answer) if isinstance(answer, Message) else self._result(pages, answer)
            for answer in answers
        ]

    def _result(self, pages: Sequence[PageImage], answer: Answer) -> ChannelResult:
        choice, quote, usage = answer.choice, answer.quote, answer.usage
        raw = json.dumps(
            {"probabilities": {o.value: round(p, 4) for o, p in choice.probabilities.items()}, "quote": quote},
            ensure_ascii=False,
        )
        shown = choice.shown()
        if not choice.is_sure:
            return self._unchecked(message("vision.local_undecided", **shown), usage, raw)
        if choice.best is Option.ILLEGIBLE:
            return self._unchecked(message("vision.local_illegible", **shown), usage, raw)
        if choice.best is Option.SUPPORTED and not quote:
            return self._unchecked(message("vision.reply_unquoted"), usage, raw)
        evidence: tuple[Evidence, ...] = ()
        # Of several pictures the model is not asked which one it quotes: it would be writing a page reference.
        if quote and len(pages) == 1:
            evidence = (Evidence(page=pages[0].page, quote=quote, engine=self._engine(), exact=False),)
        return ChannelResult(
            channel="image",
            verdict=ChannelVerdict(choice.best.value),
            engine=self._engine(),
            reason=(message("vision.local_choice", **shown),),
            grade=choice.grade,
            evidence=evidence,
            usage=usage,
            raw=raw,
        )

    def _unchecked(self, reason: Message, usage: Usage | None = None, raw: str | None = None) -> ChannelResult:
        return ChannelResult(
            channel="image",
            verdict=ChannelVerdict.NOT_CHECKED,
            engine=self._engine(),
            reason=(reason,),
            usage=usage or Usage(),
            raw=raw,
        )

    def _engine(self) -> str:
        return f"{self.name} {self.version}"

    def _find(self) -> Checkpoint:
        absent = self.missing()
        if absent or not self._name:
            what = absent.what if absent else "a model"
            raise EngineMissing(
                f"{what} is missing; --image transformers needs it.", absent.install if absent else ""
            )
        with self._guard:
            if self._checkpoint is None:
                self._checkpoint = find(self._name)
            return self._checkpoint

    def _model(self) -> LocalModel:
        found = self._find()
        from atomcite.vision.local.asking import LocalModel

        with self._guard:
            if self._local is None:
                self._local = LocalModel(found, self._meter, self._device, self._dtype)
            return self._local

    def _calibrated(self, found: Checkpoint) -> float:
        return calibration.temperature(found.name) if self._temperature is None else self._temperature


def _picture(page: PageImage, max_side: int) -> Image.Image:
    picture = Image.fromarray(np.ascontiguousarray(page.pixels))
    if max(picture.size) > max_side:
        picture.thumbnail((max_side, max_side), Image.Resampling.LANCZOS)
    return picture


def _is_blank(page: PageImage) -> bool:
    """True for one even tone with a scanner's noise. Faint print is left to the model."""
    gray = np.asarray(Image.fromarray(np.ascontiguousarray(page.pixels)).convert("L").reduce(4))
    return int(gray.max()) - int(gray.min()) < _INK
