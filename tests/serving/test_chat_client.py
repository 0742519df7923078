"""The client of a model server against a real server on loopback, one fault at a time."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import pytest
from model_server import Answer, ModelServer, Script, completion, failure, model_server

from atomcite.domain import ChatFault, ChatRequest, MalformedReply, Picture
from atomcite.errors import EndpointError
from atomcite.pipeline.meter import RunMeter
from atomcite.serving import AdaptiveLimit, Budget, ChatClient, Prices, examine

KEY = "sk-test-SECRET-0123456789"
SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string"}},
    "required": ["word"],
    "additionalProperties": False,
}
DOT = Picture("data:image/png;base64,iVBORw0KGgo=")


def request(**options: Any) -> ChatRequest:
    given = {"system": "Be brief.", "text": "Say a word.", "name": "word", "schema": SCHEMA, "max_tokens": 50}
    return ChatRequest(**given | {"shape": 'Answer with JSON alone: {"word": "..."}'} | options)


def word(value: Any) -> str:
    if not isinstance(value, dict) or not isinstance(value.get("word"), str):
        raise MalformedReply("there is no word in it")
    return str(value["word"])


def good(body: dict[str, Any], number: int) -> Answer:
    return completion({"word": "yes"})


def client(server: ModelServer, **options: Any) -> ChatClient:
    return ChatClient(server.url, "m", KEY, **{"max_retries": 2, "timeout": 5.0, "sleep": lambda _: None} | options)


def forms(server: ModelServer) -> list[str | None]:
    return [r.get("response_format", {}).get("type") for r in server.requests]


def fault(server: ModelServer, **options: Any) -> ChatFault:
    with pytest.raises(ChatFault) as caught:
        client(server, **options).ask(request(), word)
    assert KEY not in str(caught.value)
    assert KEY not in caught.value.reason.render("ru")
    return caught.value


def test_a_reply_comes_with_its_value_words_and_cost() -> None:
    meter = RunMeter()
    with model_server(good) as server:
        reply = client(server, meter=meter, budget=Budget(prices=Prices(2.0, 10.0))).ask(request(), word)
    assert (reply.value, json.loads(reply.text)) == ("yes", {"word": "yes"})
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1, 100, 20)
    assert reply.usage.cost == pytest.approx((100 * 2 + 20 * 10) / 1e6)
    totals = meter.totals()
    assert totals["model_cost"] == pytest.approx(reply.usage.cost)
    assert 0 < totals["model_seconds"] == pytest.approx(reply.usage.seconds, abs=1e-6)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (completion('{"word": "ye', finish="length"), "truncated"),
        (completion(""), "empty"),
        (completion(None), "empty"),
        (completion(None, refusal="I can't."), "refused"),
        (completion("x", finish="content_filter"), "refused"),
        (completion("Certainly!"), "malformed"),
        (completion({"words": 1}), "malformed"),
        (Answer("<html>gateway</html>"), "not_json"),
        (Answer("{broken"), "not_json"),
        (Answer({"choices": []}), "no_completion"),
        (failure(401, f"bad key {KEY}"), "status"),
        (failure(404, "no such model"), "status"),
        (failure(400, "This model's maximum context length is 4096 tokens"), "too_long"),
        (failure(413, "too large"), "too_long"),
        (
            Answer({"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}, 429),
            "quota",
        ),
    ],
)
def test_each_fault_has_its_name_and_is_not_retried(answer: Answer, kind: str) -> None:
    with model_server(lambda body, n: answer) as server:
        found = fault(server)
        assert found.kind == kind
        # A malformed reply is sent back once; nothing else is asked again.
        assert len(server.requests) == (2 if kind == "malformed" else 1)
        assert found.usage.calls == len(server.requests)


@pytest.mark.parametrize(
    ("answer", "kind"), [(failure(429), "rate_limited"), (failure(500), "status"), (failure(503), "status")]
)
def test_transient_faults_are_retried_so_often_and_named_at_last(answer: Answer, kind: str) -> None:
    with model_server(lambda body, n: answer) as server:
        assert fault(server).kind == kind
        assert len(server.requests) == 3


def test_a_server_that_recovers_is_not_a_fault() -> None:
    with model_server(lambda body, n: failure(500) if n == 1 else good(body, n)) as server:
        reply = client(server).ask(request(), word)
    assert (reply.value, reply.usage.calls) == ("yes", 2)


@pytest.mark.parametrize("headers", [{"Retry_After": "7"}, {"retry_after_ms": "7000"}])
def test_the_pause_that_a_server_asks_for_is_kept(headers: dict[str, str]) -> None:
    pauses: list[float] = []
    answers = lambda body, n: failure(503, **headers) if n == 1 else good(body, n)  # noqa: E731
    with model_server(answers) as server:
        client(server, sleep=pauses.append).ask(request(), word)
    assert pauses == [7.0]


def test_a_server_that_asks_for_an_hour_is_not_waited_for() -> None:
    with model_server(lambda body, n: failure(429, Retry_After="3600")) as server:
        assert fault(server).kind == "rate_limited"
        assert len(server.requests) == 1


def test_a_time_out_is_tried_once_more_only() -> None:
    def silent(body: dict[str, Any], number: int) -> Answer:
        time.sleep(0.5)
        return good(body, number)

    with model_server(silent) as server:
        found = fault(server, timeout=0.1, max_retries=4)
        assert found.kind == "timed_out"
        assert "0.1" in str(found)
        assert found.usage.calls == 2


def test_a_server_that_is_not_there_is_unreachable() -> None:
    with model_server(good) as server:
        pass
    assert fault(server).kind == "unreachable"


def without(*types: str) -> Script:
    """A server that knows none of these response formats."""

    def script(body: dict[str, Any], number: int) -> Answer:
        asked = body.get("response_format", {})
        named = asked.get("type", "") + (
            "+schema" if asked.get("type") == "json_object" and "schema" in asked else ""
        )
        return failure(400, f"response_format: {named} is unknown") if named in types else good(body, number)

    return script


@pytest.mark.parametrize(
    ("types", "tried", "settled"),
    [
        ((), ["json_schema"], "json_schema"),
        (("json_schema",), ["json_schema", "json_object"], "json_object_schema"),
        (("json_schema", "json_object+schema"), ["json_schema", "json_object", "json_object"], "json_object"),
        (
            ("json_schema", "json_object+schema", "json_object"),
            ["json_schema", "json_object", "json_object", None],
            "prompt",
        ),
    ],
)
def test_the_ladder_ends_at_what_the_server_takes_and_stays_there(
    types: tuple[str, ...], tried: list[str | None], settled: str
) -> None:
    with model_server(without(*types)) as server:
        chat = client(server)
        chat.ask(request(), word)
        assert forms(server) == tried
        assert chat.capabilities.structured == settled
        chat.ask(request(), word)
        assert forms(server)[len(tried) :] == [tried[-1]]
    if settled != "json_schema":
        assert '{"word": "..."}' in server.requests[-1]["messages"][-1]["content"]


def test_a_request_that_no_dialect_saves_teaches_nothing() -> None:
    with model_server(lambda body, n: failure(400, "the day is bad") if n <= 3 else good(body, n)) as server:
        chat = client(server)
        with pytest.raises(ChatFault):
            chat.ask(request(), word)
        chat.ask(request(), word)
        assert forms(server)[-1] == "json_schema"


def test_a_malformed_reply_is_sent_back_with_what_is_wrong_and_mended_once() -> None:
    def forgetful(body: dict[str, Any], number: int) -> Answer:
        return completion("Certainly: yes") if len(body["messages"]) == 2 else good(body, number)

    with model_server(forgetful) as server:
        chat = client(server)
        reply = chat.ask(request(), word)
        assert (reply.value, reply.usage.calls) == ("yes", 2)
        assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (200, 40)
        said, told = server.requests[1]["messages"][-2:]
        assert said == {"role": "assistant", "content": "Certainly: yes"}
        assert "no JSON" in told["content"]
        assert '{"word": "..."}' in told["content"]
        # A server that ignores the schema is told the shape at once from then on.
        with pytest.raises(ChatFault):
            chat.ask(request(repair=False), word)
        assert '{"word": "..."}' in server.requests[-1]["messages"][-1]["content"]


def test_a_model_that_thinks_the_limit_away_gets_more_room_and_keeps_it() -> None:
    def thinker(body: dict[str, Any], number: int) -> Answer:
        return completion("<think>well", finish="length") if body["max_tokens"] < 100 else good(body, number)

    with model_server(thinker) as server:
        chat = client(server)
        assert chat.ask(request(), word).usage.calls == 2
        assert chat.ask(request(), word).usage.calls == 1
        assert [r["max_tokens"] for r in server.requests] == [50, 200, 200]


def test_a_reply_limit_that_does_not_fit_the_context_is_cut_before_the_prompt_is_blamed() -> None:
    def small(body: dict[str, Any], number: int) -> Answer:
        too_much = body["max_tokens"] > 4096
        return failure(400, "maximum context length is 4096 tokens") if too_much else good(body, number)

    with model_server(small) as server:
        assert client(server).ask(request(max_tokens=8192), word).value == "yes"
        assert [r["max_tokens"] for r in server.requests] == [8192, 2048]


def test_arguments_that_a_model_rejects_are_given_up() -> None:
    def newer(body: dict[str, Any], number: int) -> Answer:
        if "max_tokens" in body:
            return failure(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return failure(400, "'temperature' does not support 0") if "temperature" in body else good(body, number)

    with model_server(newer) as server:
        client(server).ask(request(), word)
        assert forms(server) == ["json_schema"] * 3
        assert server.requests[-1]["max_completion_tokens"] == 50


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (400, "image input is not supported - hint: you may need to provide the mmproj"),
        (500, "image input is not supported by this server"),
        (422, "unknown variant `image_url`, expected `text`"),
        (400, "At most 0 image(s) may be provided in one request."),
    ],
)
def test_a_model_without_eyes_is_asked_once_and_then_left_alone(status: int, text: str) -> None:
    with model_server(lambda body, n: failure(status, text)) as server:
        chat = client(server)
        for _ in range(2):
            with pytest.raises(ChatFault) as caught:
                chat.ask(request(pictures=(DOT,)), word)
            assert caught.value.kind == "no_pictures"
        assert len(server.requests) == 1
        assert chat.capabilities.pictures is False
        server.script = good
        assert chat.ask(request(), word).value == "yes"


def test_one_picture_that_a_seeing_model_rejects_is_no_sign_of_blindness() -> None:
    with model_server(good) as server:
        chat = client(server)
        chat.ask(request(pictures=(DOT,)), word)
        server.script = lambda body, n: failure(400, "image format not supported")
        with pytest.raises(ChatFault) as caught:
            chat.ask(request(pictures=(DOT,)), word)
        assert caught.value.kind == "status"
        assert chat.capabilities.pictures is True


def test_calls_beyond_the_cap_are_not_made() -> None:
    with model_server(good) as server:
        chat = client(server, budget=Budget(max_calls=2))
        kinds = []
        for _ in range(4):
            try:
                chat.ask(request(), word)
                kinds.append("asked")
            except ChatFault as error:
                kinds.append(error.kind)
        assert kinds == ["asked", "asked", "capped", "capped"]
        assert len(server.requests) == 2


def test_a_request_that_could_pass_the_cap_on_tokens_is_not_made() -> None:
    # Each takes 120 tokens in fact, and may take up to 50 and its prompt's 25 or so beyond what was used.
    with model_server(good) as server:
        chat = client(server, budget=Budget(max_tokens=250))
        kinds = []
        for _ in range(3):
            try:
                chat.ask(request(), word)
                kinds.append("asked")
            except ChatFault as error:
                kinds.append(error.reason.code)
        assert kinds == ["asked", "asked", "serving.cap_tokens"]
        assert len(server.requests) == 2


def test_requests_side_by_side_do_not_overshoot_the_cap_on_cost_together() -> None:
    def slow(body: dict[str, Any], number: int) -> Answer:
        time.sleep(0.05)
        return completion({"word": "yes"}, tokens=(0, 50))

    budget = Budget(max_cost=0.0012, prices=Prices(0.0, 10.0))
    with model_server(slow) as server:
        chat = client(server, budget=budget, limit=AdaptiveLimit(8, start=8))
        kinds: list[str] = []

        def ask() -> None:
            try:
                chat.ask(request(), word)
                kinds.append("asked")
            except ChatFault as error:
                kinds.append(error.kind)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # Each may cost 50 tokens at 10 a million: two fit under the cap, a third would pass it.
        assert sorted(kinds) == ["asked"] * 2 + ["capped"] * 6


def test_a_reply_that_quotes_the_key_is_cleaned() -> None:
    with model_server(lambda body, n: completion({"word": f"the key is {KEY}"})) as server:
        reply = client(server).ask(request(), word)
    assert KEY not in reply.value + reply.text
    assert KEY not in repr(client(server))


def test_what_the_environment_holds_for_openai_goes_to_no_other_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "secret-of-the-house")
    with model_server(good) as server:
        ChatClient(server.url, "m").ask(request(), word)
    assert "secret-of-the-house" not in str(server.headers)


def test_words_of_a_page_that_look_like_a_key_stay_in_the_reply() -> None:
    said = "key-person insurance, key-management personnel, api-gateway"
    with model_server(lambda body, n: completion({"word": said})) as server:
        assert client(server).ask(request(), word).value == said


def test_probe_costs_nothing_where_the_model_is_listed_and_learns_its_context() -> None:
    listed = Answer({"object": "list", "data": [{"id": "m", "object": "model", "max_model_len": 9000}]})
    with model_server(good, listed) as server:
        chat = client(server)
        assert chat.context == 4096
        chat.probe()
        assert (server.requests, chat.context) == ([], 9000)
        assert "context 9000" in chat.capabilities.shown()


@pytest.mark.parametrize("models", [Answer({"object": "list", "data": []}), failure(404), Answer("<html>")])
def test_probe_asks_for_a_token_where_no_list_names_the_model(models: Answer) -> None:
    with model_server(good, models) as server:
        client(server).probe()
        assert [r["max_tokens"] for r in server.requests] == [1]


@pytest.mark.parametrize(
    ("answer", "hint"), [(failure(401, KEY), "key"), (failure(404), "--model"), (Answer("<html>"), "/v1")]
)
def test_probe_says_what_is_wrong_once_and_for_all(answer: Answer, hint: str) -> None:
    with model_server(lambda body, n: answer, failure(405)) as server:
        chat = client(server)
        for _ in range(2):
            with pytest.raises(EndpointError) as caught:
                chat.probe()
            assert hint in caught.value.hint
            assert KEY not in str(caught.value)
        assert len(server.requests) == 1


def test_a_server_that_is_gone_is_not_waited_for_by_every_check() -> None:
    pauses: list[float] = []
    with model_server(good) as server:
        pass
    chat = client(server, sleep=pauses.append)
    waits = []
    for _ in range(6):
        before = len(pauses)
        with pytest.raises(ChatFault):
            chat.ask(request(), word)
        waits.append(len(pauses) - before)
    assert waits == [2, 2, 2, 0, 0, 0]


def seeing(body: dict[str, Any], number: int) -> Answer:
    return completion({"word": "no" if isinstance(body["messages"][1]["content"], list) else "yes"})


def blind(body: dict[str, Any], number: int) -> Answer:
    if isinstance(body["messages"][1]["content"], list):
        return failure(400, "this model does not support image input")
    return without("json_schema")(body, number)


@pytest.mark.parametrize(
    ("script", "rung", "pictures", "faults"),
    [(seeing, "json_schema", True, []), (blind, "json_object_schema", False, ["serving.no_pictures"])],
)
def test_examined_on_purpose_a_server_shows_what_it_can_do(
    script: Script, rung: str, pictures: bool, faults: list[str]
) -> None:
    with model_server(script) as server:
        chat = client(server)
        assert [f.code for f in examine(chat)] == faults
    assert (chat.capabilities.structured, chat.capabilities.pictures) == (rung, pictures)
    assert rung in chat.capabilities.shown()


@pytest.mark.parametrize(
    ("entry", "pictures"),
    [
        ({"id": "m", "architecture": {"input_modalities": ["text"]}}, False),
        ({"id": "m", "architecture": {"input_modalities": ["text", "image"]}}, True),
        ({"id": "/models/m.gguf", "aliases": ["m"], "meta": {"n_ctx": 2048}}, None),
    ],
)
def test_what_the_list_says_of_a_model_is_believed(entry: dict[str, Any], pictures: bool | None) -> None:
    with model_server(good, Answer({"object": "list", "data": [entry | {"object": "model"}]})) as server:
        chat = client(server)
        chat.probe()
        assert (chat.capabilities.listed, chat.capabilities.pictures) == (True, pictures)
        assert chat.context == (2048 if "meta" in entry else 4096)
        assert server.requests == []
