"""A whole run with a vision server as the image channel: a real peer on the loopback interface."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from PIL import Image, ImageDraw, ImageFont

import atomcite
from atomcite.domain import ClaimVerdict
from atomcite.errors import EndpointError
from atomcite.pipeline import Endpoint

KEY = "sk-SECRET-0123456789"
LINES = ["The harbour sold its crane in March.", "The quay was opened on 12 June 2024.", "No ferry was lost."]


class Seer(BaseHTTPRequestHandler):
    """Finds every claim supported and keeps what it was asked."""

    asked: ClassVar[list[dict]] = []
    broken: ClassVar[bool] = False

    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.send(200, {"object": "list", "data": [{"id": "seer", "object": "model"}]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(body)
        text = body["messages"][1]["content"][-1]["text"]
        claims = json.loads(next(line for line in text.splitlines() if line.startswith("[")))
        found = {"verdict": "supported", "grade": 1, "quote": "as it stands", "reason": "it stands there"}
        reply = {"results": [{"id": claim["id"]} | found for claim in claims]}
        message = {"role": "assistant", "content": json.dumps(reply)}
        completion = {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": "seer",
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050},
        }
        self.send(400 if self.broken else 200, completion)

    def send(self, status: int, body: dict) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def url() -> Iterator[str]:
    Seer.asked, Seer.broken = [], False
    server = ThreadingHTTPServer(("127.0.0.1", 0), Seer)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(tmp_path: Path) -> Path:
    image = Image.new("RGB", (1000, 500), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(34)
    for row, line in enumerate(LINES):
        draw.text((60, 60 + 90 * row), line, fill="black", font=font)
    image.save(tmp_path / "page.png", dpi=(200, 200))
    return tmp_path / "page.png"


def test_all_claims_of_a_page_travel_in_one_call_and_the_second_run_makes_none(
    url: str, page: Path, tmp_path: Path
) -> None:
    answer = " ".join(f"{line[:-1]} (p. 1)." for line in LINES)
    server = Endpoint(url, "seer", KEY)
    reports = [
        atomcite.verify(page, answer, server=server, cache=tmp_path / "cache", out=tmp_path / f"result{n}")
        for n in (1, 2)
    ]
    assert [r.counters["model_calls"] for r in reports] == [1, 0]
    assert len(Seer.asked) == 1
    assert reports[0].claims == reports[1].claims
    assert {c.verdict for c in reports[0].claims} == {ClaimVerdict.CORRECT}
    assert "seer" in reports[0].claims[0].image.engine
    assert reports[0].counters["prompt_tokens"] == 1000
    assert [n.args["host"] for n in reports[0].notices if n.code == "run.pages_sent"] == ["127.0.0.1"]
    written = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert not [p for p in written if KEY.encode() in p.read_bytes()]


def test_pages_stay_on_the_machine_when_only_a_key_is_known(
    url: str, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ATOMCITE_CONFIG", str(tmp_path / "none.toml"))
    report = atomcite.verify(page, f"{LINES[1][:-1]} (p. 1).", cache=False)
    assert report.claims[0].image.engine.startswith("reader")
    assert Seer.asked == []


def test_the_server_comes_from_the_configuration_file(
    url: str, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "c.toml").write_text(f'[endpoint]\nbase_url = "{url}"\nmodel = "seer"\n')
    monkeypatch.setenv("ATOMCITE_CONFIG", str(tmp_path / "c.toml"))
    for name in ("ATOMCITE_BASE_URL", "ATOMCITE_MODEL", "ATOMCITE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    atomcite.verify(page, f"{LINES[1][:-1]} (p. 1).", cache=False)
    assert len(Seer.asked) == 1


def test_a_server_that_cannot_be_used_ends_the_run_with_a_clear_error(page: Path, tmp_path: Path) -> None:
    server = Endpoint("http://127.0.0.1:9/v1", "seer", KEY)
    with pytest.raises(EndpointError) as refused:
        atomcite.verify(page, f"{LINES[1][:-1]} (p. 1).", server=server, cache=False)
    assert "127.0.0.1" in str(refused.value)
    assert KEY not in str(refused.value)


def test_a_server_that_fails_later_costs_the_picture_check_only(url: str, page: Path) -> None:
    Seer.broken = True
    report = atomcite.verify(page, f"{LINES[1][:-1]} (p. 1).", server=Endpoint(url, "seer", KEY), cache=False)
    (claim,) = report.claims
    assert (claim.verdict, claim.single_channel, claim.image.verdict) == (ClaimVerdict.CORRECT, True, "not_checked")
    assert KEY not in report.model_dump_json()


def test_what_is_known_needs_no_server(url: str, page: Path, tmp_path: Path) -> None:
    answer = f"{LINES[1][:-1]} (p. 1)."
    first = atomcite.verify(page, answer, server=Endpoint(url, "seer", KEY), cache=tmp_path)
    gone = Endpoint("http://127.0.0.1:9/v1", "seer", None)
    assert atomcite.verify(page, answer, server=gone, cache=tmp_path).claims == first.claims


def test_beyond_a_cap_the_rest_is_not_checked_and_the_report_is_whole(url: str, page: Path) -> None:
    answer = " ".join(f"{LINES[n % 3][:-1]}, as of issue {n} (p. 1)." for n in range(12))
    report = atomcite.verify(page, answer, server=Endpoint(url, "seer", KEY), cache=False, max_calls=1)
    images = [c.image for c in report.claims]
    assert (len(images), report.counters["model_calls"]) == (12, 1)
    assert [i.verdict for i in images].count("not_checked") == 7
    assert {i.reason[0].code for i in images if i.verdict == "not_checked"} == {"serving.cap_calls"}


def test_costs_stand_in_the_report_and_with_each_claim(url: str, page: Path) -> None:
    server = Endpoint(url, "seer", KEY, price_in=2.0, price_out=10.0)
    report = atomcite.verify(page, f"{LINES[1][:-1]} (p. 1).", server=server, cache=False, max_cost=1.0)
    assert report.counters["model_cost"] == pytest.approx((1000 * 2 + 50 * 10) / 1e6)
    assert report.claims[0].image.usage.cost == pytest.approx(report.counters["model_cost"])
    assert report.claims[0].image.usage.seconds > 0
    assert "takes pictures" in report.settings["server"]
    assert "json_schema" in report.settings["server"]
