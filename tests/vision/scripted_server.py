"""A vision server on the loopback that answers from a script, and verifiers that ask it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from atomcite.domain import Key, PageImage
from atomcite.serving import ChatClient
from atomcite.vision import OpenAIVerifier

KEY = "sk-test-SECRET-0123456789"
Script = Callable[[dict[str, Any], int], tuple[int, Any]]


class Server:
    """Answers POSTs by `script(request body, number of the call)` -> (status, body). Keeps what it was sent."""

    def __init__(self) -> None:
        self.script: Script = lambda body, n: (200, completion([]))
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.models: tuple[int, Any] = (200, {"object": "list", "data": [{"id": "seer", "object": "model"}]})
        self.most_at_once = 0
        self._now = 0
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: object) -> None:
                pass

            def do_GET(self) -> None:
                self._send(*outer.models)

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with outer._lock:
                    outer.requests.append(body)
                    outer.headers.append({k.lower(): v for k, v in self.headers.items()})
                    number = len(outer.requests)
                    outer._now += 1
                    outer.most_at_once = max(outer.most_at_once, outer._now)
                try:
                    status, answer = outer.script(body, number)
                finally:
                    with outer._lock:
                        outer._now -= 1
                self._send(status, answer)

            def _send(self, status: int, answer: Any) -> None:
                data = answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()
                kind = "text/html" if isinstance(answer, str) else "application/json"
                try:
                    self.send_response(status)
                    self.send_header("Content-Type", kind)
                    self.send_header("Content-Length", str(len(data)))
                    self.send_header("retry-after-ms", "10")
                    self.end_headers()
                    self.wfile.write(data)
                except (BrokenPipeError, ConnectionResetError):
                    pass  # the client gave up waiting: what the time-out test is about

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


class DictCache:
    def __init__(self) -> None:
        self.items: dict[tuple[str, str], bytes] = {}

    def get(self, kind: str, key: Key) -> bytes | None:
        return self.items.get((kind, json.dumps(dict(key), sort_keys=True)))

    def put(self, kind: str, key: Key, value: bytes) -> None:
        self.items[kind, json.dumps(dict(key), sort_keys=True)] = value


class Counts:
    def __init__(self) -> None:
        self.counts: dict[str, float] = {}

    def count(self, name: str, amount: float = 1) -> None:
        self.counts[name] = self.counts.get(name, 0) + amount


def completion(
    items: Any, *, finish: str = "stop", raw: str | None = None, refusal: str | None = None
) -> dict[str, Any]:
    content = raw if raw is not None else json.dumps({"results": items}, ensure_ascii=False)
    message = {"role": "assistant", "content": None if refusal else content, "refusal": refusal}
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "seer",
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {"prompt_tokens": 101, "completion_tokens": 20, "total_tokens": 121},
    }


def item(
    id_: str, verdict: str = "supported", grade: int = 1, quote: str = "Revenue 4.2", reason: str = "as shown"
) -> dict[str, Any]:
    return {"id": id_, "verdict": verdict, "grade": grade, "quote": quote, "reason": reason}


def asked(body: dict[str, Any]) -> list[dict[str, str]]:
    """The claims of a request."""
    text: str = body["messages"][1]["content"][-1]["text"]
    line = next(x for x in text.splitlines() if x.startswith("["))
    found: list[dict[str, str]] = json.loads(line)
    return found


def agree(body: dict[str, Any], number: int) -> tuple[int, Any]:
    return 200, completion([item(c["id"]) for c in asked(body)])


def picture(number: int = 7, size: tuple[int, int] = (60, 80)) -> PageImage:
    rng = np.random.default_rng(number)
    return PageImage(number, rng.integers(0, 255, (*size, 3), dtype=np.uint8), 100.0)


def verifier(server: Server, **options: Any) -> OpenAIVerifier:
    client = {"meter": Counts(), "timeout": 5.0, "max_retries": 2}
    client |= {name: options.pop(name) for name in ("meter", "timeout", "max_retries", "limit") if name in options}
    return OpenAIVerifier(ChatClient(server.url, "seer", KEY, **client), **{"cache": DictCache()} | options)
