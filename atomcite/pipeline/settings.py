"""What a run was asked to do, and where its settings come from."""

from __future__ import annotations

import math
import os
import tomllib
from ast import literal_eval
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, TypedDict, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

from platformdirs import user_config_path
from pydantic import TypeAdapter, ValidationError

from atomcite.domain import Language
from atomcite.errors import UsageError
from atomcite.judge import names
from atomcite.references import check_template

T = TypeVar("T")
PageMode = Literal["auto", "physical", "label", "folio"]
ImageChoice = Literal["auto", "openai", "transformers", "reader", "none"]
DecomposerName = Literal["rules", "llm"]
ModelKind = Literal["image", "nli", "ocr"]
RendererName = Literal["pdfium", "poppler"]


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible server. `api_key` never reaches a log, a cache or a report; nor does `repr` show it.

    `price_in` and `price_out` are money for a million tokens, in any one currency. `context` is how many tokens of
    prompt and reply the model takes together, where the server does not tell; `timeout` is in seconds, for one
    request; `concurrency` is the most requests that are ever under way at a time. None leaves it to the client.
    `temperature` is 0 for replies that can be had again; who raises it to sample a model runs without a cache.
    """

    base_url: str | None = None
    model: str | None = None
    api_key: str | None = None
    price_in: float | None = None
    price_out: float | None = None
    context: int | None = None
    timeout: float | None = None
    concurrency: int | None = None
    temperature: float = 0

    def __post_init__(self) -> None:
        """Raises UsageError for numbers that make no sense."""
        if (self.price_in is None) != (self.price_out is None):
            raise UsageError(
                "Only one of price_in and price_out is given.",
                "Give both: money for a million tokens.",
            )
        least_of = {
            "price_in": 0.0, "price_out": 0.0, "context": 512, "timeout": 0.1, "concurrency": 1, "temperature": 0.0,
        }  # fmt: skip
        for name, least in least_of.items():
            value = getattr(self, name)
            if value is not None and not least <= value < math.inf:
                raise UsageError(f"{name}={value} is not possible.", f"Give a number of at least {least:g}.")

    @property
    def configured(self) -> bool:
        """True when someone chose a server and a model: only then do pages leave the machine."""
        return bool(self.base_url and self.model)

    @property
    def host(self) -> str:
        return urlsplit(self.base_url or "").hostname or ""

    def __repr__(self) -> str:
        shown = {f.name: getattr(self, f.name) for f in fields(self)}
        shown["api_key"] = "***" if self.api_key else None
        return f"Endpoint({', '.join(f'{name}={value!r}' for name, value in shown.items() if value is not None)})"


def config_file() -> Path:
    """`$ATOMCITE_CONFIG`, else `config.toml` in the user's configuration folder for AtomCite."""
    chosen = os.environ.get("ATOMCITE_CONFIG")
    return Path(chosen) if chosen else user_config_path("atomcite") / "config.toml"


def endpoint(
    base_url: str | None = None,
    model: str | None = None,
    api_key: str | None = None,
    *,
    price_in: float | None = None,
    price_out: float | None = None,
) -> Endpoint:
    """The endpoint from arguments, else `ATOMCITE_BASE_URL` / `ATOMCITE_MODEL` / `ATOMCITE_API_KEY`, else the table
    `[endpoint]` of the configuration file, each setting for itself. The numbers stand in that table only, but for the
    prices, which may be given.

    `OPENAI_API_KEY` is sent to OpenAI's own server only: whoever exported it did not mean it for another. Raises
    UsageError for a configuration file that can't be read or names an unknown setting.
    """
    chosen = _stored_endpoint()
    chosen = replace(
        chosen,
        base_url=base_url or os.environ.get("ATOMCITE_BASE_URL") or chosen.base_url,
        model=model or os.environ.get("ATOMCITE_MODEL") or chosen.model,
        api_key=api_key or os.environ.get("ATOMCITE_API_KEY") or chosen.api_key,
    )
    if price_in is not None or price_out is not None:
        chosen = replace(chosen, price_in=price_in, price_out=price_out)
    if chosen.base_url and urlsplit(chosen.base_url).scheme not in ("http", "https"):
        raise UsageError(f"{chosen.base_url} is no address of a model server.", "It begins with http:// or https://.")
    if chosen.api_key is None and chosen.host == "api.openai.com":
        return replace(chosen, api_key=os.environ.get("OPENAI_API_KEY"))
    return chosen


def local_model(kind: ModelKind, given: str | None = None) -> str | None:
    """The folder or name of a local model: as given, else `ATOMCITE_<KIND>_MODEL`, else `kind` in the table
    `[models]` of the configuration file. Raises UsageError for a configuration file that can't be read."""
    stored = _stored("models", TypeAdapter(dict[ModelKind, str]), {})
    return given or os.environ.get(f"ATOMCITE_{kind.upper()}_MODEL") or stored.get(kind)


def _stored_endpoint() -> Endpoint:
    return _stored("endpoint", TypeAdapter(Endpoint), Endpoint())


def _stored(name: str, form: TypeAdapter[T], absent: T) -> T:
    """A table of the configuration file; `absent` without it."""
    path = config_file()
    if not path.is_file():
        return absent
    try:
        table = tomllib.loads(path.read_text("utf-8")).get(name)
    except (OSError, ValueError) as error:
        raise UsageError(f"The configuration file {path} can't be read: {error}") from error
    if table is None:
        return absent
    try:
        return form.validate_python(table, extra="forbid")
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UsageError(
            f"The table [{name}] of {path} is wrong: {where}: {first['msg']}.",
            "Correct the file, or point ATOMCITE_CONFIG at another.",
        ) from error


def ocr_models(given: str | None = None) -> Path | None:
    """The folder with local models for OCR engines that take them: as given, else `ATOMCITE_OCR_MODELS`, else
    `ocr` in the table `[models]` of the configuration file. Raises UsageError for a folder that is not there."""
    stored = _stored("models", TypeAdapter(dict[ModelKind, str]), {})
    chosen = given or os.environ.get("ATOMCITE_OCR_MODELS") or stored.get("ocr")
    if not chosen:
        return None
    folder = Path(chosen).expanduser()
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder} for --ocr-models.", "Give the folder that holds the models.")
    return folder


class Options(TypedDict, total=False):
    """The fields of `Settings` as keyword arguments, for type checkers; a test holds the two together."""

    pages: PageMode
    ocr: str
    judge: str
    nli_model: str | None
    nli_labels: tuple[str, ...]
    image: ImageChoice
    image_model: str | None
    window: int | None
    decomposer: DecomposerName
    bare_brackets: bool
    footnotes: bool
    derived: bool
    language: Language
    max_megapixels: float
    renderer: RendererName
    max_calls: int | None
    max_tokens: int | None
    max_cost: float | None
    ocr_models: str | None
    link_template: str | None
    allow: tuple[str, ...]


@dataclass(frozen=True)
class Settings:
    """Options of a run that bear on its result. `window` None leaves it to the policy. `image_model` is the folder
    or name of the local model for `image="transformers"`, `nli_model` that of the judge `nli`, `ocr_models` the
    folder with models for `ocr="paddleocr"`; None leaves it to environment and configuration file. `nli_labels` name
    the outputs of the NLI model in order, where its own configuration does not.

    `max_calls`, `max_tokens` and `max_cost` cap what the run may ask of a model server: requests, tokens in and out
    together, and money in the currency of the configured prices. What would pass a cap is not checked and
    says so.

    `link_template` is a URL for links in references, with {document}, {page} and {label}. `allow` are the files,
    names or patterns of documents that references may name; empty allows all."""

    pages: PageMode = "auto"
    ocr: str = "auto"
    judge: str = "rules"
    nli_model: str | None = None
    nli_labels: tuple[str, ...] = ()
    image: ImageChoice = "auto"
    image_model: str | None = None
    window: int | None = None
    decomposer: DecomposerName = "rules"
    bare_brackets: bool = False
    footnotes: bool = False
    derived: bool = False
    language: Language = "en"
    max_megapixels: float = 60.0
    renderer: RendererName = "pdfium"
    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    ocr_models: str | None = None
    link_template: str | None = None
    allow: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises UsageError for a value that is not among the choices, or out of range."""
        hints = get_type_hints(type(self))
        for f in fields(self):
            choices = get_args(hints[f.name]) if get_origin(hints[f.name]) is Literal else ()
            value = getattr(self, f.name)
            if choices and value not in choices:
                raise UsageError(f"{f.name}={value!r} is not possible.", f"Choose one of: {', '.join(choices)}.")
        names(self.judge)
        if self.link_template is not None:
            check_template(self.link_template)
        if self.window is not None and not 0 <= self.window <= 50:
            raise UsageError(f"window={self.window} is not possible.", "Give a number of pages from 0 to 50.")
        if not self.max_megapixels > 0:
            raise UsageError(f"max_megapixels={self.max_megapixels} is not possible.", "Give a number above 0.")
        for name in ("max_calls", "max_tokens", "max_cost"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise UsageError(f"{name}={value} is not possible.", "Give a number of at least 0.")

    @classmethod
    def of_run(cls, shown: Mapping[str, str]) -> Settings:
        """The settings of a stored run, from its report. Raises UsageError when they are not of this version."""
        hints = get_type_hints(cls)
        given = {f.name: shown[f.name] for f in fields(cls) if f.name in shown}
        try:
            return cls(**{name: _read_shown(hints[name], text) for name, text in given.items()})
        except ValueError as error:  # pydantic's ValidationError is one
            raise UsageError(
                f"The settings of the stored run can't be used: {error}", "Run the verification again."
            ) from error

    def shown(self) -> dict[str, str]:
        """As text, for reports."""
        return {f.name: str(getattr(self, f.name)) for f in fields(self)}


def _read_shown(hint: Any, text: str) -> Any:
    """A value of the type `hint` from what `Settings.shown` made of it."""
    adapter = TypeAdapter(hint)
    if text == "None":
        return adapter.validate_python(None)
    try:
        return adapter.validate_python(text, strict=True)
    except ValidationError:
        return adapter.validate_python(literal_eval(text))
