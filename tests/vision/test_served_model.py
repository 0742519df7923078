"""The verifier `openai` against a real peer: transformers' own server, with a model that looks at the picture."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import colour_model
import tiny_vision_models

from atomcite.cache import DiskCache
from atomcite.domain import ChannelResult, NoCache
from atomcite.pipeline.meter import RunMeter
from atomcite.serving import ChatClient
from atomcite.vision import OpenAIVerifier

pytestmark = pytest.mark.models


def reply(verdict: str, grade: int, quote: str) -> str:
    item = {"id": "s1", "verdict": verdict, "grade": grade, "quote": quote, "reason": "seen"}
    return json.dumps({"results": [item]})


REPLIES = {
    "red": reply("supported", 1, "a red page"),
    "blue": reply("contradicted", 4, "a blue page"),
    "grey": reply("unsupported", 4, ""),
}


def request_for(page: Any) -> dict[str, Any]:
    """What `openai` sends about a page, taken down by a server that answers nothing."""
    bodies: list[dict[str, Any]] = []

    class Clerk(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_error(404)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Clerk)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        chat = ChatClient(f"http://127.0.0.1:{server.server_address[1]}/v1", "any", max_retries=0)
        OpenAIVerifier(chat, cache=NoCache()).verify([page], [colour_model.CLAIM])
    finally:
        server.shutdown()
        server.server_close()
    return bodies[0]


@pytest.fixture(scope="module")
def seeing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    messages = request_for(colour_model.page("red"))["messages"]
    return colour_model.taught_to_reply(tmp_path_factory.mktemp("seeing"), messages, REPLIES)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", "from transformers.cli.transformers import main; main()"]
    command += ["serve", "--host", "127.0.0.1", "--port", str(port), "--device", "cpu", "--log-level", "error"]
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines: list[bytes] = []
    threading.Thread(target=lambda: lines.extend(process.stdout), daemon=True).start()
    try:
        for _ in range(1200):
            if process.poll() is not None:
                pytest.fail(b"".join(lines).decode(errors="replace"))
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
                break
            except OSError:
                time.sleep(0.25)
        else:
            pytest.fail("the server did not come up")
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait(30)


def look(url: str, model: Path | str, colour: str, cache: Any, meter: RunMeter, seed: int = 3) -> ChannelResult:
    chat = ChatClient(url, str(model), meter=meter, timeout=300, max_retries=0)
    (result,) = OpenAIVerifier(chat, cache=cache).verify([colour_model.page(colour, seed)], [colour_model.CLAIM])
    return result


@pytest.mark.parametrize("colour", REPLIES)
def test_the_picture_arrives_and_the_reply_is_understood(url: str, seeing: Path, colour: str) -> None:
    expected = json.loads(REPLIES[colour])["results"][0]
    result = look(url, seeing, colour, NoCache(), RunMeter())
    assert (result.verdict, result.grade) == (expected["verdict"], expected["grade"]), result
    assert [e.quote for e in result.evidence] == ([expected["quote"]] if expected["quote"] else [])
    assert result.usage.prompt_tokens > result.usage.completion_tokens > 0


def test_calls_are_counted_and_the_second_run_makes_none(url: str, seeing: Path, tmp_path: Path) -> None:
    meters = [RunMeter(), RunMeter()]
    results = [look(url, seeing, "red", DiskCache(tmp_path), meter) for meter in meters]
    assert [m.totals()["model_calls"] for m in meters] == [1, 0]
    assert results[0].verdict == results[1].verdict == "supported"


def test_gibberish_is_not_checked_and_named(url: str, tmp_path: Path) -> None:
    result = look(url, tiny_vision_models.llava(tmp_path / "random"), "red", NoCache(), RunMeter())
    assert result.verdict == "not_checked"
    (reason,) = result.reason
    assert reason.code in ("serving.malformed", "serving.truncated", "serving.empty")


def test_a_model_that_the_server_does_not_have_is_not_checked(url: str, tmp_path: Path) -> None:
    result = look(url, tmp_path / "none", "red", NoCache(), RunMeter())
    assert result.verdict == "not_checked"
    assert result.reason
