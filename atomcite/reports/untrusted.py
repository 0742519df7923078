"""Text from documents, answers and models, made safe to show.

Statements and quotes come from outside. Escape sequences would move a terminal's cursor, bidirectional overrides
would show a number other than the one that was judged, and addresses in settings may carry passwords.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite

from atomcite.domain import Box, Message, Report

_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]")
_NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")
_NEWLINE = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_SECRET_NAME = re.compile(
    r"(?i)(?:^|[^a-z])(?:pass(?:word|wd|phrase)?|secret|api[^a-z]?key|auth(?:orization)?|credentials?|(?:access[^a-z]?)?token)$"
)
_USER_INFO = re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)[^/\s@?#]+@")
_QUERY_SECRET = re.compile(r"(?i)([?&](?:[^=&#\s]*(?:key|token|secret|password|signature))=)[^&#\s]+")
_BEARER = re.compile(r"(?i)\b(bearer\s+)\S+|\bsk-[A-Za-z0-9_-]{8,}")

HIDDEN = "***"


def visible(text: str) -> str:
    """`text` with line ends made "\\n" and every control or direction-changing character shown as U+FFFD."""
    return _HIDDEN.sub("\ufffd", _NEWLINE.sub("\n", text))


def one_line(text: str) -> str:
    """`visible(text)` with all white space runs made single spaces."""
    return " ".join(visible(text).split())


def is_finite(box: Box) -> bool:
    """False for a box with a coordinate that is no number: a model's reply can hold one, and it is no place."""
    return all(map(isfinite, (box.x0, box.y0, box.x1, box.y1)))


def without_secrets(report: Report) -> Report:
    """The same report with passwords and keys blotted out of its settings and notices.

    Engines never put secrets there; an address that a user typed can hold one all the same
    ("https://user:secret@host").
    """
    settings = {k: blotted_setting(k, v) for k, v in report.settings.items()}
    return report.model_copy(update={"settings": settings, "notices": tuple(_blotted(report.notices))})


def blotted_setting(name: str, value: str) -> str:
    """The value of a setting without secrets; of one whose name says that it is a secret nothing is left."""
    return HIDDEN if _SECRET_NAME.search(name) and value else blotted(value)


def _blotted(messages: Iterable[Message]) -> Iterable[Message]:
    for item in messages:
        args = {k: blotted(v) for k, v in item.args.items()}
        parts = dict(zip(item.parts, _blotted(item.parts.values()), strict=True))
        yield Message(code=item.code, args=args, parts=parts)


def blotted(text: str) -> str:
    """`text` without the passwords and keys of the addresses and headers in it."""
    text = _USER_INFO.sub(rf"\1{HIDDEN}@", text)
    text = _QUERY_SECRET.sub(rf"\1{HIDDEN}", text)
    return _BEARER.sub(lambda m: f"{m[1] or ''}{HIDDEN}", text)


def xml_text(text: str) -> str:
    """`visible(text)` without the characters that XML 1.0 does not have (lone surrogates, U+FFFE, U+FFFF): made
    U+FFFD."""
    return _NO_XML.sub("\ufffd", visible(text))
