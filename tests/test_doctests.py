"""The examples in docstrings run."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import atomcite

MODULES = [
    "atomcite",
    *(
        info.name
        for folder in ("", ".ocr", ".vision", ".policies")
        for info in pkgutil.walk_packages(import_module(f"atomcite{folder}").__path__, f"atomcite{folder}.")
        if not info.name.endswith("__main__")
    ),
]


# These import PyTorch, which comes with an extra.
WITH_MODELS = ("atomcite.vision.local.",)


@pytest.mark.parametrize(
    "name", [pytest.param(m, marks=[pytest.mark.models] if m.startswith(WITH_MODELS) else []) for m in MODULES]
)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_the_package_has_examples() -> None:
    assert doctest.testmod(atomcite).attempted >= 2
