"""The languages of the catalogues held against each other."""

import string
import tomllib
from importlib.resources import files

import pytest

from atomcite.domain import catalogue

ROOT = files("atomcite.domain").joinpath("catalogues")
SUBJECTS = sorted(
    {
        p.name
        for language in ROOT.iterdir()
        if language.is_dir()
        for p in language.iterdir()
        if p.name.endswith(".toml")
    }
)
LANGUAGES = sorted(p.name for p in ROOT.iterdir() if p.is_dir())


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def test_there_are_catalogues():
    assert LANGUAGES == ["en", "ru"]
    assert SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS)
def test_languages_have_the_same_keys_and_placeholders(subject):
    entries = {lang: tomllib.loads(ROOT.joinpath(lang, subject).read_text("utf-8")) for lang in LANGUAGES}
    for language, found in entries.items():
        assert found.keys() == entries["en"].keys(), f"{language}/{subject}"
        for key, text in found.items():
            assert isinstance(text, str), f"{language}/{subject}: {key} is no text"
            assert text.strip(), f"{language}/{subject}: {key} is empty"
            assert placeholders(text) == placeholders(entries["en"][key]), f"{language}/{subject}: {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_plain_names(language):
    for code, text in catalogue(language).items():
        for _, field, spec, conversion in string.Formatter().parse(text):
            assert field is None or field.isidentifier(), f"{code}: {field!r}"
            assert not spec, f"{code}: arguments are text and take no format"
            assert conversion is None, f"{code}: arguments are text and take no conversion"
