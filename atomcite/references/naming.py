"""Which documents may be named in references."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path


def may_be_named(document: Path, allowed: Sequence[str]) -> bool:
    """True when `allowed` is empty or one of its entries means `document`.

    An entry with a folder in it is a path or a pattern for the whole path; one without is a name or a pattern for
    the name. Case counts, and a link counts as the file it leads to.
    """
    if not allowed:
        return True
    whole = document.resolve()
    names = {document.name, whole.name}
    for entry in allowed:
        path = Path(entry).expanduser()
        if len(path.parts) < 2 and not path.is_absolute():
            # As it stands as well: a file called "report [final].pdf" is no pattern to whoever typed it.
            if entry in names or any(fnmatchcase(name, entry) for name in names):
                return True
        elif path.resolve() == whole or fnmatchcase(str(whole), str(path.absolute())):
            return True
    return False
