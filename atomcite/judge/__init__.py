"""Judges of text: the words of a page and a statement in, a channel verdict out.

>>> from atomcite.judge import get
>>> get("rules").name
'rules'
"""

from collections.abc import Callable, Iterable

from atomcite.domain import Judge
from atomcite.errors import UsageError
from atomcite.judge.rules import RulesJudge

JUDGES: dict[str, Callable[[Iterable[str]], Judge]] = {"rules": RulesJudge}


def get(name: str, context: Iterable[str] = ()) -> Judge:
    """A judge by name. `context` are texts that name the document's own parties (title, author, file name): such a
    name need not stand on each page. Raises UsageError for a name that is not in `JUDGES`."""
    try:
        return JUDGES[name](context)
    except KeyError:
        known = ", ".join(sorted(JUDGES))
        raise UsageError(f"There is no judge named {name!r}.", hint=f"Known judges: {known}.") from None


__all__ = ["JUDGES", "RulesJudge", "get"]
