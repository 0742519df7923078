"""What is odd about a page and could mislead whoever relies on it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from atomcite.domain.geometry import Box
from atomcite.domain.messages import Message

SignalKind = Literal["instruction", "hidden_text", "text_layer_differs", "text_layer_rejected"]
"""`instruction`: text that tells a checker what to answer. `hidden_text`: text in the file that the page does not
show. `text_layer_differs`: a text layer that says another thing than the picture, and was read all the
same, since the rest of it agrees. `text_layer_rejected`: words of a layer that was not read for their sake."""


class PageSignal(BaseModel):
    """One such thing. `page` is physical, 1-based. `text` is what it says, as found, shortened; `boxes` where it lies
    on the page, none for what has no place there (metadata, a hidden annotation). `note` tells it to the reader of a
    report."""

    model_config = ConfigDict(frozen=True)

    kind: SignalKind
    page: int
    text: str
    note: Message
    boxes: tuple[Box, ...] = ()
