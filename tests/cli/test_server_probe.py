"""`atomcite engines` with a model server configured, against one on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from typer.testing import CliRunner

from atomcite.cli.main import app


class Peer(BaseHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.reply({"object": "list", "data": [{"id": "m", "object": "model", "max_model_len": 9000}]})

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": '{"word": "yes"}'}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        self.reply({"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]})

    def reply(self, body: dict) -> None:
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Peer)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()


def test_engines_names_the_server_and_on_demand_what_it_can_do(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOMCITE_CONFIG", "/nonexistent/config.toml")
    monkeypatch.setenv("ATOMCITE_BASE_URL", url)
    monkeypatch.setenv("ATOMCITE_MODEL", "m")
    monkeypatch.setenv("COLUMNS", "200")
    done = CliRunner().invoke(app, ["engines", "--probe"])
    assert done.exit_code == 0, done.output
    row = next(line for line in done.output.splitlines() if " llm " in line)
    assert "ready" in row
    assert "not ready" not in row
    assert "structured output: json_schema, takes pictures, context 9000 tokens" in done.output
