"""What a run was asked to do, and where its settings come from."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Literal, TypedDict, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

from platformdirs import user_config_path

from atomcite.domain import Language
from atomcite.errors import UsageError
from atomcite.judge import names

PageMode = Literal["auto", "physical", "label", "folio"]
ImageChoice = Literal["auto", "openai", "transformers", "reader", "none"]
DecomposerName = Literal["rules", "llm"]
ModelKind = Literal["image"]
RendererName = Literal["pdfium", "poppler"]


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible server. `api_key` never reaches a log, a cache or a report; nor does `repr` show it."""

    base_url: str | None = None
    model: str | None = None
    api_key: str | None = None

    @property
    def configured(self) -> bool:
        """True when someone chose a server and a model: only then do pages leave the machine."""
        return bool(self.base_url and self.model)

    @property
    def host(self) -> str:
        return urlsplit(self.base_url or "").hostname or ""

    def __repr__(self) -> str:
        return (
            f"Endpoint(base_url={self.base_url!r}, model={self.model!r}, api_key={'***' if self.api_key else None})"
        )


def config_file() -> Path:
    """`$ATOMCITE_CONFIG`, else `config.toml` in the user's configuration folder for AtomCite."""
    chosen = os.environ.get("ATOMCITE_CONFIG")
    return Path(chosen) if chosen else user_config_path("atomcite") / "config.toml"


def endpoint(base_url: str | None = None, model: str | None = None, api_key: str | None = None) -> Endpoint:
    """The endpoint from arguments, else `ATOMCITE_BASE_URL` / `ATOMCITE_MODEL` / `ATOMCITE_API_KEY`, else the table
    `[endpoint]` of the configuration file, each setting for itself.

    `OPENAI_API_KEY` is sent to OpenAI's own server only: whoever exported it did not mean it for another. Raises
    UsageError for a configuration file that can't be read or names an unknown setting.
    """
    stored = _stored_endpoint()

    def setting(given: str | None, variable: str, name: str) -> str | None:
        return given or os.environ.get(variable) or stored.get(name)

    chosen = Endpoint(
        setting(base_url, "ATOMCITE_BASE_URL", "base_url"),
        setting(model, "ATOMCITE_MODEL", "model"),
        setting(api_key, "ATOMCITE_API_KEY", "api_key"),
    )
    if chosen.base_url and urlsplit(chosen.base_url).scheme not in ("http", "https"):
        raise UsageError(f"{chosen.base_url} is no address of a model server.", "It begins with http:// or https://.")
    if chosen.api_key is None and chosen.host == "api.openai.com":
        return replace(chosen, api_key=os.environ.get("OPENAI_API_KEY"))
    return chosen


def local_model(kind: ModelKind, given: str | None = None) -> str | None:
    """The folder or name of a local model: as given, else `ATOMCITE_<KIND>_MODEL`, else `kind` in the table
    `[models]` of the configuration file. Raises UsageError for a configuration file that can't be read."""
    known = get_args(ModelKind)
    return given or os.environ.get(f"ATOMCITE_{kind.upper()}_MODEL") or _stored("models", known).get(kind)


def _stored_endpoint() -> dict[str, str]:
    return _stored("endpoint", [f.name for f in fields(Endpoint)])


def _stored(name: str, known: Sequence[str]) -> dict[str, str]:
    """A table of the configuration file; empty without it."""
    path = config_file()
    if not path.is_file():
        return {}
    try:
        table = tomllib.loads(path.read_text("utf-8")).get(name, {})
    except (OSError, ValueError) as error:
        raise UsageError(f"The configuration file {path} can't be read: {error}") from error
    if not isinstance(table, dict) or set(table) - set(known) or not all(isinstance(v, str) for v in table.values()):
        raise UsageError(
            f"The table [{name}] of {path} may hold only the strings {', '.join(sorted(known))}.",
            "Correct the file, or point ATOMCITE_CONFIG at another.",
        )
    return dict(table)


class Options(TypedDict, total=False):
    """The fields of `Settings` as keyword arguments, for type checkers; a test holds the two together."""

    pages: PageMode
    ocr: str
    judge: str
    image: ImageChoice
    image_model: str | None
    window: int | None
    decomposer: DecomposerName
    bare_brackets: bool
    footnotes: bool
    language: Language
    max_megapixels: float
    renderer: RendererName


@dataclass(frozen=True)
class Settings:
    """Options of a run that bear on its result. `window` None leaves it to the policy. `image_model` is the folder
    or name of the local model for `image="transformers"`; None leaves it to environment and configuration file."""

    pages: PageMode = "auto"
    ocr: str = "auto"
    judge: str = "rules"
    image: ImageChoice = "auto"
    image_model: str | None = None
    window: int | None = None
    decomposer: DecomposerName = "rules"
    bare_brackets: bool = False
    footnotes: bool = False
    language: Language = "en"
    max_megapixels: float = 60.0
    renderer: RendererName = "pdfium"

    def __post_init__(self) -> None:
        """Raises UsageError for a value that is not among the choices, or out of range."""
        hints = get_type_hints(type(self))
        for f in fields(self):
            choices = get_args(hints[f.name]) if get_origin(hints[f.name]) is Literal else ()
            value = getattr(self, f.name)
            if choices and value not in choices:
                raise UsageError(f"{f.name}={value!r} is not possible.", f"Choose one of: {', '.join(choices)}.")
        names(self.judge)
        if self.window is not None and not 0 <= self.window <= 50:
            raise UsageError(f"window={self.window} is not possible.", "Give a number of pages from 0 to 50.")
        if not self.max_megapixels > 0:
            raise UsageError(f"max_megapixels={self.max_megapixels} is not possible.", "Give a number above 0.")

    def shown(self) -> dict[str, str]:
        """As text, for reports."""
        return {f.name: str(getattr(self, f.name)) for f in fields(self)}
