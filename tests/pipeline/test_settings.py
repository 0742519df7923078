"""Where a server's settings come from, and where a key may go."""

from pathlib import Path
from typing import get_type_hints

import pytest
from PIL import Image

from atomcite.errors import UsageError
from atomcite.pipeline import Endpoint, Settings, endpoint, verify
from atomcite.pipeline.settings import Options


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("ATOMCITE_BASE_URL", "ATOMCITE_MODEL", "ATOMCITE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ATOMCITE_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path / "config.toml"


def test_nothing_is_configured_by_default() -> None:
    assert not endpoint().configured


def test_an_argument_goes_before_the_environment_and_that_before_the_file(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare.write_text('[endpoint]\nbase_url = "http://file/v1"\nmodel = "file"\napi_key = "file"\n')
    monkeypatch.setenv("ATOMCITE_MODEL", "environment")
    found = endpoint(base_url="http://argument/v1")
    assert (found.base_url, found.model, found.api_key) == ("http://argument/v1", "environment", "file")


def test_openai_s_key_goes_to_openai_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-own")
    assert endpoint("http://localhost:8000/v1", "m").api_key is None
    assert endpoint("https://api.openai.com.example.org/v1", "m").api_key is None
    assert endpoint("https://api.openai.com/v1", "m").api_key == "sk-own"


def test_the_key_is_not_shown() -> None:
    assert "sk-own" not in repr(Endpoint("http://localhost/v1", "m", "sk-own"))


@pytest.mark.parametrize(
    "text", ["[endpoint]\nurl = 'x'\n", "[endpoint]\nmodel = 3\n", "endpoint = ", "endpoint = 3"]
)
def test_a_configuration_file_with_mistakes_is_named(bare: Path, text: str) -> None:
    bare.write_text(text)
    with pytest.raises(UsageError, match=r"config\.toml"):
        endpoint()


def test_prices_and_limits_come_from_the_file_and_prices_from_arguments_too(bare: Path) -> None:
    bare.write_text("[endpoint]\nprice_in = 2\nprice_out = 8.5\ntimeout = 30\ncontext = 8192\nconcurrency = 2\n")
    found = endpoint()
    assert (found.price_in, found.price_out, found.timeout, found.context, found.concurrency) == (2, 8.5, 30, 8192, 2)
    assert endpoint(price_in=1.0, price_out=3.0).price_out == 3.0


@pytest.mark.parametrize("text", ["price_in = 2", "price_in = -1\nprice_out = 1", "concurrency = 0", "timeout = 0"])
def test_numbers_that_make_no_sense_are_refused(bare: Path, text: str) -> None:
    bare.write_text(f"[endpoint]\n{text}\n")
    with pytest.raises(UsageError):
        endpoint()


def test_a_cap_on_cost_without_prices_is_refused(tmp_path: Path) -> None:
    image = tmp_path / "page.png"
    Image.new("RGB", (400, 300), "white").save(image)
    with pytest.raises(UsageError, match="prices") as refused:
        verify(image, "It rained (p. 1).", image="none", max_cost=0.5, cache=False)
    assert "--price-in" in refused.value.hint


def test_a_server_address_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="ftp://x"):
        endpoint("ftp://x", "m")


@pytest.mark.parametrize(
    "options", [{"language": "de"}, {"pages": "foo"}, {"window": -1}, {"max_megapixels": 0}, {"max_calls": -1}]
)
def test_settings_have_their_limits(options: dict) -> None:
    with pytest.raises(UsageError, match=next(iter(options))):
        Settings(**options)


def test_an_unknown_option_names_those_that_exist() -> None:
    with pytest.raises(UsageError, match="language"):
        verify("none.pdf", "x", languge="en")  # type: ignore[call-arg]


def test_options_are_the_fields_of_the_settings() -> None:
    assert get_type_hints(Options) == get_type_hints(Settings)
