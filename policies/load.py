"""Policies from TOML files and from the presets beside this module."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from atomcite.errors import PolicyError
from atomcite.policies.engine import Policy


def presets() -> tuple[str, ...]:
    """Names of the presets that come with AtomCite."""
    return tuple(
        sorted(p.name.removesuffix(".toml") for p in files(__package__).iterdir() if p.name.endswith(".toml"))
    )


def load(name_or_file: str | Path) -> Policy:
    """A preset by name, or a policy file. Raises PolicyError, naming the file and what is wrong in it."""
    name = str(name_or_file)
    path = Path(name)
    if name in presets():
        return _parse(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"), name)
    if not path.is_file():
        raise PolicyError(f"There is no policy {name!r}.", f"Give a TOML file, or one of: {', '.join(presets())}.")
    try:
        return _parse(path.read_text("utf-8"), name)
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"The policy file {name} can't be read: {error}") from error


def _parse(text: str, source: str) -> Policy:
    try:
        return Policy.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"The policy {source} is not valid TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "table"
        raise PolicyError(f"The policy {source} does not hold together: {place}: {first['msg']}") from error
