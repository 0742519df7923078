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
    """A catalogue entry with its arguments. `code` is "subject.key"; `args` are shown as they are, `parts` are
    messages of their own, in the language of the whole."""

    model_config = ConfigDict(frozen=True)

    code: str
    args: dict[str, str] = {}
    parts: dict[str, Message] = {}

    def render(self, language: Language = "en") -> str:
        """The message as text. Raises KeyError for a code or a placeholder that no catalogue knows."""
        parts = {k: m.render(language) for k, m in self.parts.items()}
        return catalogue(language)[self.code].format_map({**self.args, **parts})

    def having(self, **parts: Message | None) -> Message:
        """The same message with parts of it in the reader's language; None leaves the argument as it is."""
        given = {k: m for k, m in parts.items() if m is not None}
        return self.model_copy(update={"parts": {**self.parts, **given}}) if given else self

    def __hash__(self) -> int:
        return hash(
            (self.code, tuple(sorted(self.args.items())), tuple(sorted(self.parts.items(), key=lambda p: p[0])))
        )


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
