"""Markdown and HTML inside a block: what a reader doesn't see."""

from __future__ import annotations

import re

from atomcite.answers.reading import ENTITY, TAG, referred

_struck = re.compile(r"~~(?=\S)[^~]{1,2000}~~")
_link = re.compile(r"!?\[(?P<text>[^\[\]\n]{0,300})\](?P<target>\([^()\s]{0,600}(?:\s+\"[^\"\n]{0,200}\")?\))")
_tag = re.compile(rf"{TAG}|<(?:https?|mailto|ftp):[^<>\s]{{1,600}}>", re.DOTALL | re.IGNORECASE)
_entity = re.compile(ENTITY)
_escape = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_ticks = re.compile(r"`+")
_strong = re.compile(r"\*{2,3}|(?<!\w)_{2,3}(?=\w)|(?<=[\w.,;:!?)%])_{2,3}(?!\w)")
_star = re.compile(r"(?<![\w*\\])\*(?=[^\s*])(?P<in>[^*\n]{0,500}[^\s*])\*(?![\w*])")
_under = re.compile(r"(?<![\w_\\])_(?=[^\s_])(?P<in>[^_\n]{0,500}[^\s_])_(?![\w_])")
_task = re.compile(r"\s*\[[ xX]\]\s")


def hide_inline(text: str, start: int, end: int, hidden: bytearray) -> None:
    """Marks emphasis, link targets, tags, code ticks and escapes in `text[start:end]` as hidden (1), struck-out text
    with its tildes too, and character references as such (2)."""

    def hide(a: int, b: int) -> None:
        hidden[a:b] = b"\x01" * (b - a)

    for pattern in (_struck, _tag, _escape, _ticks, _strong):
        for match in pattern.finditer(text, start, end):
            hide(match.start(), match.end())
    for match in _link.finditer(text, start, end):
        hide(match.start(), match.start("text"))
        hide(match.end("text"), match.end())
    for pattern in (_star, _under):
        for match in pattern.finditer(text, start, end):
            hide(match.start(), match.start() + 1)
            hide(match.end() - 1, match.end())
    task = _task.match(text, start, end)
    if task:
        hide(task.start(), task.end())
    for match in _entity.finditer(text, start, end):
        if referred(match) is not None:
            hidden[match.start() : match.end()] = b"\x02" * (match.end() - match.start())
