"""A real HTTP server on the loopback interface that speaks Chat Completions and answers from a script."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Answer:
    """What goes back. `body` is sent as JSON, or as it is when it is text; `headers` go with it."""

    body: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


Script = Callable[[dict[str, Any], int], Answer]
"""(request body, number of the request from 1) -> answer."""


@dataclass
class ModelServer:
    """`requests` are the bodies that came; `models` is what the list of models answers."""

    url: str
    script: Script
    models: Answer
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    now: int = 0
    most_at_once: int = 0


@contextmanager
def model_server(script: Script, models: Answer | None = None) -> Iterator[ModelServer]:
    """A server for the time of the context, on a free port."""
    lock = threading.Lock()
    listed = models or Answer({"object": "list", "data": [{"id": "m", "object": "model"}]})
    state = ModelServer("", script, listed)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            self._send(state.models)

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                state.requests.append(body)
                state.headers.append({k.lower(): v for k, v in self.headers.items()})
                number = len(state.requests)
                state.now += 1
                state.most_at_once = max(state.most_at_once, state.now)
            try:
                answer = state.script(body, number)
            finally:
                with lock:
                    state.now -= 1
            self._send(answer)

        def _send(self, answer: Answer) -> None:
            text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
            data = text.encode()
            kind = "text/html" if text.startswith("<") else "application/json"
            try:
                self.send_response(answer.status)
                for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **answer.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)
            except (BrokenPipeError, ConnectionResetError):
                pass  # the client gave up waiting: what tests of time-outs are about

    peer = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=peer.serve_forever, args=(0.02,), daemon=True).start()
    state.url = f"http://127.0.0.1:{peer.server_address[1]}/v1"
    try:
        yield state
    finally:
        peer.shutdown()
        peer.server_close()


def completion(
    content: Any,
    *,
    finish: str = "stop",
    refusal: str | None = None,
    tokens: tuple[int, int] = (100, 20),
) -> Answer:
    """A chat completion; `content` that is no text is sent as JSON. `tokens` are those in and out."""
    text = content if isinstance(content, str) or content is None else json.dumps(content, ensure_ascii=False)
    message = {"role": "assistant", "content": text, "refusal": refusal}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    choice = {"index": 0, "finish_reason": finish, "message": message}
    return Answer(
        {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}
    )


def failure(status: int, text: str = "no", **headers: str) -> Answer:
    """An error as OpenAI words it; headers with _ for -."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer({"error": {"message": text}}, status, named)
