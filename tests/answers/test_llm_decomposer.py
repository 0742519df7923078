"""The decomposer that asks a model, against a real OpenAI-compatible server on loopback that says what it is
told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from atomcite.answers import Decomposition, LlmDecomposer, decompose
from atomcite.cache import DiskCache
from atomcite.pipeline.meter import RunMeter
from atomcite.serving import ChatClient

ANSWER = "Revenue grew to 4.2 M and 12 stores opened (p. 7). The Tenant shall not sublet [p.8]."
GOOD = [
    {"quote": "Revenue grew to 4.2 M", "statement": "Revenue grew to 4.2 M"},
    {"quote": "12  stores\nopened (p. 7)", "statement": "12 stores opened"},
    {"quote": "The Tenant shall not sublet", "statement": "The Tenant shall not sublet"},
]
KEY = "sk-secret-key-0001"
Reply = Callable[[dict[str, Any]], tuple[int, str]]


def test_checked_claims_get_their_citations_from_the_answer() -> None:
    result, requests = ask(says(GOOD))
    assert [(c.statement, [r.raw for r in c.refs], c.origin) for c in result.claims] == [
        ("Revenue grew to 4.2 M", ["7"], "llm"),
        ("12 stores opened", ["7"], "llm"),
        ("The Tenant shall not sublet", ["8"], "llm"),
    ]
    assert [s.of(ANSWER) for c in result.claims for s in c.spans] == [
        "Revenue grew to 4.2 M",
        "12 stores opened",
        "The Tenant shall not sublet",
    ]
    assert result.notices == ()
    assert len(requests) == 1
    assert requests[0]["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize(
    ("items", "code"),
    [
        ([*GOOD, {"quote": "Profit doubled", "statement": "Profit doubled"}], "answers.llm_untraced"),
        ([{**GOOD[0], "statement": "Revenue soared to 4.2 M"}, *GOOD[1:]], "answers.llm_invented"),
        ([{**GOOD[0], "statement": "Revenue grew to 4.3 M"}, *GOOD[1:]], "answers.llm_invented"),
        ([{**GOOD[0], "statement": "Revenue grew to 4.2 M (p. 9)"}, *GOOD[1:]], "answers.llm_page"),
        ([*GOOD[:2], {**GOOD[2], "statement": "The Tenant shall sublet"}], "answers.llm_negation"),
        (GOOD[:2], "answers.llm_left_out"),
        ([], "answers.llm_left_out"),
    ],
)
def test_a_reply_that_fails_a_check_gives_way_to_the_rules(items: list[dict[str, str]], code: str) -> None:
    result, _ = ask(says(items))
    assert fell_back(result, code)


@pytest.mark.parametrize(
    ("content", "extra", "code"),
    [
        ("not json", {}, "serving.malformed"),
        ('{"claims": [{"quote": "Revenue"}]}', {}, "serving.malformed"),
        ("", {}, "serving.empty"),
        ('{"claims": [{"quote": "Reven', {"finish_reason": "length"}, "serving.truncated"),
        (None, {"refusal": "I can't help with that."}, "serving.refused"),
    ],
)
def test_a_reply_without_the_asked_form_gives_way_to_the_rules(
    content: str | None, extra: dict[str, str], code: str
) -> None:
    result, _ = ask(lambda _: (200, completion(content, **extra)))
    assert fell_back(result, code)


@pytest.mark.parametrize(("status", "attempts"), [(500, 2), (429, 2), (401, 1), (404, 1)])
def test_a_server_that_fails_costs_nothing_but_a_notice(status: int, attempts: int) -> None:
    result, requests = ask(lambda _: (status, json.dumps({"error": {"message": f"no: {KEY}"}})))
    assert fell_back(result, "serving.rate_limited" if status == 429 else "serving.status")
    assert len(requests) == attempts
    assert KEY not in result.model_dump_json()


def test_a_body_that_is_no_json_is_survived() -> None:
    result, _ = ask(lambda _: (200, "<html>busy</html>"))
    assert fell_back(result, "serving.not_json")


def test_a_server_without_schemas_is_asked_in_simpler_ways() -> None:
    def reply(request: dict[str, Any]) -> tuple[int, str]:
        if "response_format" in request:
            return 400, json.dumps({"error": {"message": "response_format is not supported"}})
        return 200, completion("Here you are:\n```json\n" + json.dumps({"claims": GOOD}) + "\n```")

    result, requests = ask(reply)
    assert [r.get("response_format", {}).get("type") for r in requests] == ["json_schema", "json_object", None]
    assert {c.origin for c in result.claims} == {"llm"}


def test_no_server_at_all_is_a_notice() -> None:
    with server(says(GOOD)) as (url, _):
        pass
    result = LlmDecomposer(ChatClient(url, "m", KEY, max_retries=0, timeout=5)).decompose(ANSWER)
    assert fell_back(result, "serving.unreachable")


def test_a_good_reply_is_asked_for_once_and_counted(tmp_path: Path) -> None:
    cache, meter = DiskCache(tmp_path), RunMeter()
    with server(says(GOOD)) as (url, requests):
        chat = ChatClient(url, "m", KEY, meter=meter)
        first, second = (LlmDecomposer(chat, cache=cache).decompose(ANSWER) for _ in range(2))
    assert first == second
    assert (len(requests), meter.totals()["model_calls"]) == (1, 1)
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and KEY.encode() in p.read_bytes()]


def test_the_key_is_not_shown() -> None:
    assert KEY not in repr(LlmDecomposer(ChatClient("http://127.0.0.1:9/v1", "m", KEY)))


def fell_back(result: Decomposition, code: str) -> bool:
    rules = decompose(ANSWER)
    notice, *rest = result.notices
    assert [n.code for n in rest] == ([] if code.startswith("answers.") else ["answers.llm_fell_back"])
    assert notice.render("en") != notice.render("ru")
    return notice.code == code and result.claims == rules.claims and result.rest == rules.rest


def ask(reply: Reply) -> tuple[Decomposition, list[dict[str, Any]]]:
    with server(reply) as (url, requests):
        decomposer = LlmDecomposer(ChatClient(url, "m", KEY, max_retries=1, timeout=10))
        return decomposer.decompose(ANSWER), requests


def says(items: list[dict[str, str]]) -> Reply:
    return lambda _: (200, completion(json.dumps({"claims": items})))


def completion(content: str | None, *, finish_reason: str = "stop", refusal: str | None = None) -> str:
    message = {"role": "assistant", "content": content, "refusal": refusal}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    return json.dumps({"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]})


@contextmanager
def server(reply: Reply) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    requests: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            requests.append(request)
            status, body = reply(request)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Retry-After", "0")
            self.send_header("Content-Length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as peer:
        thread = threading.Thread(target=peer.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{peer.server_address[1]}/v1", requests
        finally:
            peer.shutdown()
            thread.join()
