"""Reasons and remarks that can be shown in several languages.

Code that judges never writes prose: it names a message and fills it in, and the report renders it in the
language of its reader. Catalogues are TOML files `catalogues/<language>/<subject>.toml` beside this module, whose
keys are `subject.key` seen from here; a test holds the languages against each other.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

Language = Literal["en", "ru"]


class Message(BaseModel):
    """A catalogue entry with its arguments. `code` is "subject.key"; arguments are shown as they are."""

    model_config = ConfigDict(frozen=True)

    code: str
    args: dict[str, str] = {}

    def render(self, language: Language = "en") -> str:
        """The message as text. Raises KeyError for a code or a placeholder that no catalogue knows."""
        return catalogue(language)[self.code].format_map(self.args)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.args.items()))))


def message(code: str, **args: object) -> Message:
    """Shorthand: `message("judge.value_differs", found="1,577", claimed="1.58 billion")`."""
    return Message(code=code, args={k: str(v) for k, v in args.items()})


@cache
def catalogue(language: Language) -> dict[str, str]:
    """All messages of one language, `subject.key` -> format string."""
    entries: dict[str, str] = {}
    for path in sorted(files(__package__).joinpath("catalogues", language).iterdir(), key=lambda p: p.name):
        if path.name.endswith(".toml"):
            subject = path.name.removesuffix(".toml")
            for key, text in tomllib.loads(path.read_text("utf-8")).items():
                entries[f"{subject}.{key}"] = text
    return entries
