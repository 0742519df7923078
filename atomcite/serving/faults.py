"""Faults of a request, named; and the key kept out of all that is said about them."""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass
from email.utils import mktime_tz, parsedate_tz

import openai

from atomcite.domain import ChatFault, ChatRequest, message
from atomcite.errors import EndpointError

LONGEST_PAUSE = 60.0
"""Seconds. A server that asks for more is not about to answer: the check is given up instead."""

_KEY_LIKE = re.compile(r"\b(?:sk|key|api)[-_][A-Za-z0-9*_.-]{6,}")
_TOO_LONG = re.compile(
    r"context.{0,12}(?:length|size|window)|exceed\w*.{0,30}context|(?:prompt|input|request).{0,20}too (?:long|large)"
    r"|too many (?:input )?tokens|n_ctx",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"image|picture|\bvision\b|multi-?modal|mmproj|\bcontent\b", re.IGNORECASE)
_UNSUPPORTED = re.compile(
    r"not? support|unsupported|n't support|not accept|only text|text[- ]only|unknown variant|must be a? ?string"
    r"|valid string|str type expected|mmproj|not (?:a )?(?:multi-?modal|vision)|at most 0 image",
    re.IGNORECASE,
)
_QUOTA = re.compile(
    r"insufficient_quota|exceeded your current quota|billing|insufficient (?:balance|credit|funds)", re.I
)


@dataclass(frozen=True)
class Secret:
    """An API key that is sent to its server and appears nowhere else, `repr` included."""

    value: str

    def __repr__(self) -> str:
        return "Secret(***)" if self.value else "Secret()"

    def cut_from(self, text: str) -> str:
        """`text` without the key."""
        return text.replace(self.value, "***") if self.value else text

    def cut_from_error(self, text: str) -> str:
        """A server's complaint without the key, and without what looks like one: servers quote them in part. A reply
        is not treated so, since pages speak of key-person insurance."""
        return _KEY_LIKE.sub("***", self.cut_from(text))


def fault_of(error: Exception, request: ChatRequest, secret: Secret, timeout: float) -> ChatFault:
    """What an exception of the `openai` package means for a check."""
    if isinstance(error, openai.APITimeoutError):
        return ChatFault("timed_out", message("serving.timed_out", seconds=f"{timeout:g}"))
    if isinstance(error, openai.APIConnectionError):
        return ChatFault("unreachable", message("serving.unreachable"))
    if not isinstance(error, openai.APIStatusError):
        # A body that is no JSON, or not what the package makes its objects of.
        return ChatFault("not_json", message("serving.not_json"))
    status, said = error.status_code, complaint(error)
    shown = secret.cut_from_error(said)
    if _QUOTA.search(said) and status in (402, 403, 429):
        return ChatFault("quota", message("serving.quota", text=shown))
    if status == 429:
        return ChatFault("rate_limited", message("serving.rate_limited", text=shown))
    if request.pictures and (status in (400, 404, 415, 422) or status >= 500) and _refuses_pictures(said):
        return ChatFault("no_pictures", message("serving.no_pictures", text=shown))
    if status == 413 or (status in (400, 422, 500) and _TOO_LONG.search(said)):
        return ChatFault("too_long", message("serving.too_long", text=shown))
    return ChatFault("status", message("serving.status", status=status, text=shown))


def _refuses_pictures(said: str) -> bool:
    return bool(_PICTURE.search(said) and _UNSUPPORTED.search(said))


def may_be_put_otherwise(error: Exception, fault: ChatFault) -> bool:
    """Whether a server may take the same request in a simpler dialect."""
    return fault.kind == "status" and isinstance(error, (openai.BadRequestError, openai.UnprocessableEntityError))


def is_transient(error: Exception, fault: ChatFault) -> bool:
    """Whether the same request may well succeed a little later."""
    if fault.kind in ("unreachable", "timed_out", "rate_limited"):
        return True
    return fault.kind == "status" and isinstance(error, openai.APIStatusError) and _transient(error.status_code)


def _transient(status: int) -> bool:
    return status in (408, 409, 425) or (status >= 500 and status != 501)


def pause_of(error: Exception) -> float | None:
    """Seconds that the server asked to wait (RFC 9110, 10.2.3, or the common `retry-after-ms`), or None."""
    if not isinstance(error, openai.APIStatusError):
        return None
    headers = error.response.headers
    for name, divisor in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / divisor
        except ValueError:
            continue
        if math.isfinite(seconds):
            return max(0.0, seconds)
    date = parsedate_tz(headers.get("retry-after", ""))
    return max(0.0, mktime_tz(date) - time.time()) if date else None


def complaint(error: openai.APIStatusError) -> str:
    """What the server says is wrong, cut to a line."""
    body = error.body
    text = (
        str(body.get("message") or body.get("detail") or body)
        if isinstance(body, dict)
        else str(body or error.message)
    )
    code = body.get("code") or body.get("type") if isinstance(body, dict) else None
    text = (
        " ".join(f"{text} ({code})".split()) if isinstance(code, str) and code not in text else " ".join(text.split())
    )
    return text if len(text) <= 200 else text[:197] + "..."


def endpoint_error(host: str, fault: ChatFault, error: Exception) -> EndpointError:
    """A server that can't be used at all."""
    what = f"The model server {host} can't be used: {fault.reason.render('en')}"
    if isinstance(error, (openai.AuthenticationError, openai.PermissionDeniedError)):
        return EndpointError(what, "Check the API key.")
    if isinstance(error, openai.NotFoundError):
        return EndpointError(what, "Check --model and --base-url (it usually ends in /v1).")
    if fault.kind == "not_json":
        return EndpointError(what, "Check --base-url; it usually ends in /v1.")
    if fault.kind == "quota":
        return EndpointError(what, "Pay the server's account, or configure another server.")
    return EndpointError(what, "Check --base-url, and that the server runs.")
