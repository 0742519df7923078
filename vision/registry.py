"""Image verifiers by name. Adding one is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable

from atomcite.domain import ImageVerifier, Missing
from atomcite.errors import UsageError
from atomcite.vision.local import TransformersVerifier, missing_packages
from atomcite.vision.reader import ReaderVerifier
from atomcite.vision.server import OpenAIVerifier
from atomcite.vision.weights import missing_weights

VERIFIERS: dict[str, Callable[..., ImageVerifier]] = {
    "openai": OpenAIVerifier,
    "transformers": TransformersVerifier,
    "reader": ReaderVerifier,
}


def names() -> tuple[str, ...]:
    """Names that `get` knows."""
    return tuple(VERIFIERS)


def get(name: str) -> Callable[..., ImageVerifier]:
    """The class of the verifier called `name`. Raises UsageError for an unknown name.

    >>> get("reader").__name__
    'ReaderVerifier'
    """
    try:
        return VERIFIERS[name]
    except KeyError:
        raise UsageError(f"There is no image verifier {name!r}.", f"Known are: {', '.join(VERIFIERS)}.") from None


def missing(name: str) -> Missing | None:
    """What a verifier lacks on this machine, before it is made; None when nothing does.

    A server's address and a model's name are options of a run, so `openai` lacks nothing here.
    """
    get(name)
    lacks = {"reader": missing_weights, "transformers": missing_packages}
    return lacks[name]() if name in lacks else None
