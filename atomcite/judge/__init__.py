"""Judges of text: the words of a page and a statement in, a channel verdict out.

>>> from atomcite.judge import get
>>> get("rules").name
'rules'
"""

from collections.abc import Callable

from atomcite.domain import Judge
from atomcite.errors import UsageError
from atomcite.judge.rules import RulesJudge

JUDGES: dict[str, Callable[[], Judge]] = {"rules": RulesJudge}


def get(name: str) -> Judge:
    """A judge by name. Raises UsageError for a name that is not in `JUDGES`."""
    try:
        return JUDGES[name]()
    except KeyError:
        known = ", ".join(sorted(JUDGES))
        raise UsageError(f"There is no judge named {name!r}.", hint=f"Known judges: {known}.") from None


__all__ = ["JUDGES", "RulesJudge", "get"]
