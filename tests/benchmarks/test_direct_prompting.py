"""The whole document and the answer in one prompt, against a real server that follows a script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench_tasks import FALSE, GONE, NEAR, RIGHT, english
from model_server import Answer, ModelServer, completion, failure, model_server
from plain_documents import PAGES_EN

from atomcite.benchmarks.dataset import Dataset
from atomcite.benchmarks.systems import Caps, Judged, Lent, Task, make
from atomcite.benchmarks.systems.direct_request import Pages, parse
from atomcite.cache import DiskCache
from atomcite.domain import Action, Cache, ClaimVerdict, MalformedReply
from atomcite.errors import EndpointError

ANSWER = "A new oven was bought (p. 3). Energy costs fell by 6.3 per cent (p. 4)."
WIDE = Answer({"object": "list", "data": [{"id": "m", "object": "model", "max_model_len": 32768}]})


@pytest.fixture(scope="module")
def readings(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return DiskCache(tmp_path_factory.mktemp("readings"))


def asked_of(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The claims in a request."""
    found: list[dict[str, Any]] = json.loads(
        text_of(body).split("Claims to check:\n")[1].split("\nAnswer with JSON")[0]
    )
    return found


def text_of(body: dict[str, Any]) -> str:
    content = body["messages"][1]["content"]
    return content if isinstance(content, str) else str(content[-1]["text"])


def truthful(body: dict[str, Any], number: int) -> Answer:
    """Knows the document by heart: what is claimed of the wrong page is on page 3."""
    results = []
    for claim in asked_of(body):
        if claim["cited_pages"] == ["44"]:
            said: dict[str, Any] = {"verdict": "no_such_page", "page": 0, "confidence": 0}
        elif "8.1" in claim["claim"]:
            said = {"verdict": "unsupported", "page": 0, "confidence": 5}
        elif claim["cited_pages"] == ["4"]:
            said = {"verdict": "wrong_page", "page": 3, "confidence": 10}
        else:
            said = {"verdict": "correct", "page": 0, "confidence": 95}
        results.append({"id": claim["id"], "reason": "so", **said})
    return completion({"results": results})


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server(truthful, WIDE) as state:
        yield state


def run(
    server: ModelServer, task: Task, readings: Cache, more: str = "ocr=textlayer", caps: Caps | None = None
) -> Judged:
    asked = f"direct:base-url={server.url},model=m,{more}"
    return make(asked, Lent(readings, caps or Caps())).judge(task)


def test_one_prompt_holds_all_pages_with_markers_the_answer_and_its_claims(
    server: ModelServer, plain_set: Dataset, readings: Cache
) -> None:
    judged = run(server, english(plain_set, RIGHT, NEAR, FALSE, GONE, answer=ANSWER), readings)
    (body,) = server.requests
    text = text_of(body)
    assert re.findall(r"=== page (\d) of 6 ===", text) == ["1", "2", "3", "4", "5", "6"]
    assert ANSWER in text
    assert "How was the year?" in text
    assert "84,215" in text
    assert "Ruth Ablett" in text
    right, near, false, gone = judged.predictions
    assert (right.verdict, right.confidence) == (ClaimVerdict.CORRECT, 0.95)
    assert (near.verdict, near.suggested, near.action) == (ClaimVerdict.WRONG_PAGE, (3,), Action.FIX_PAGE)
    assert (false.verdict, gone.verdict) == (ClaimVerdict.UNSUPPORTED, ClaimVerdict.NO_SUCH_PAGE)
    assert (judged.spent.calls, judged.spent.prompt_tokens, judged.spent.completion_tokens) == (1, 100, 20)
    assert judged.spent.pages == 6
    assert right.raw["reply"]


def test_the_same_statement_of_two_pages_is_two_claims(
    server: ModelServer, plain_set: Dataset, readings: Cache
) -> None:
    task = english(plain_set, RIGHT)
    claim = task.claims[0]
    both = (claim, claim.model_copy(update={"id": "other", "cited": ("4",)}))
    judged = run(server, task.model_copy(update={"claims": both}), readings)
    assert [p.verdict for p in judged.predictions] == [ClaimVerdict.CORRECT, ClaimVerdict.WRONG_PAGE]


def test_claims_of_different_answers_are_asked_apart(
    server: ModelServer, plain_set: Dataset, readings: Cache
) -> None:
    one = english(plain_set, NEAR, answer=ANSWER)
    two = english(plain_set, RIGHT)
    mixed = one.model_copy(update={"claims": (*two.claims, *one.claims)})
    judged = run(server, mixed, readings)
    assert len(server.requests) == 2
    assert [ANSWER in text_of(body) for body in server.requests] == [False, True]
    assert [p.claim for p in judged.predictions] == [RIGHT, NEAR]


def test_pages_that_do_not_fit_are_cut_and_every_claim_says_so(
    server: ModelServer, plain_set: Dataset, readings: Cache
) -> None:
    judged = run(server, english(plain_set, RIGHT, NEAR), readings, "ocr=textlayer,context=1250")
    (body,) = server.requests
    shown = re.findall(r"=== page (\d) of 6", text_of(body))
    assert 0 < len(shown) < 6
    first = len(shown) + 1
    assert f"[pages {first} to 6 are not shown]" in text_of(body)
    for prediction in judged.predictions:
        assert f"Pages {first} to 6 did not fit" in prediction.reason
    assert judged.spent.pages == len(shown)


def test_a_document_of_which_no_page_fits_is_not_checked(
    server: ModelServer, plain_set: Dataset, readings: Cache
) -> None:
    judged = run(server, english(plain_set, RIGHT), readings, "ocr=textlayer,context=700")
    assert judged.predictions[0].verdict is ClaimVerdict.NOT_CHECKED
    assert "No page fits" in judged.predictions[0].reason
    assert server.requests == []
    assert judged.spent.pages == 0


def test_a_server_that_finds_the_prompt_too_long_is_sent_half(plain_set: Dataset, readings: Cache) -> None:
    def small(body: dict[str, Any], number: int) -> Answer:
        pages = len(re.findall(r"=== page \d of 6", text_of(body)))
        if pages > 3:
            return failure(400, "This model's maximum context length is 1024 tokens. context_length_exceeded")
        return truthful(body, number)

    with model_server(small, WIDE) as server:
        judged = run(server, english(plain_set, RIGHT), readings)
    assert judged.predictions[0].verdict is ClaimVerdict.CORRECT
    assert "Pages 4 to 6 did not fit" in judged.predictions[0].reason
    assert judged.spent.pages == 3
    assert judged.spent.calls == len(server.requests)


def test_a_reply_that_mixes_ids_up_is_asked_again_claim_by_claim(plain_set: Dataset, readings: Cache) -> None:
    def mixed(body: dict[str, Any], number: int) -> Answer:
        if len(asked_of(body)) > 1:
            return completion(
                {"results": [{"id": "s9", "verdict": "correct", "page": 0, "confidence": 1, "reason": ""}]}
            )
        return truthful(body, number)

    with model_server(mixed, WIDE) as server:
        judged = run(server, english(plain_set, RIGHT, NEAR, FALSE), readings)
    assert [p.verdict.value for p in judged.predictions] == ["correct", "wrong_page", "unsupported"]
    assert judged.spent.calls == 4


@pytest.mark.parametrize(
    "said",
    [
        "I think that the citation is fine.",
        {"results": [{"id": "s1", "verdict": "yes", "page": 0, "confidence": 50, "reason": ""}]},
        {"results": [{"id": "s1", "verdict": "correct", "page": 0, "confidence": 900, "reason": ""}]},
    ],
)
def test_a_reply_that_is_none_is_no_verdict(said: Any, plain_set: Dataset, readings: Cache) -> None:
    with model_server(lambda body, number: completion(said), WIDE) as server:
        judged = run(server, english(plain_set, RIGHT), readings)
    (found,) = judged.predictions
    assert found.verdict is ClaimVerdict.NOT_CHECKED
    assert found.error
    assert found.confidence is None


def test_cannot_tell_is_not_checked_and_no_page_is_suggested_that_is_none(
    plain_set: Dataset, readings: Cache
) -> None:
    def vague(body: dict[str, Any], number: int) -> Answer:
        first, second = asked_of(body)
        return completion(
            {
                "results": [
                    {"id": first["id"], "verdict": "cannot_tell", "page": 2, "confidence": 50, "reason": "smudged"},
                    {"id": second["id"], "verdict": "wrong_page", "page": 44, "confidence": 5, "reason": ""},
                ]
            }
        )

    with model_server(vague, WIDE) as server:
        unclear, lost = run(server, english(plain_set, RIGHT, NEAR), readings).predictions
    assert (unclear.verdict, unclear.confidence, unclear.error) == (ClaimVerdict.NOT_CHECKED, None, None)
    assert (lost.verdict, lost.suggested, lost.action) == (ClaimVerdict.WRONG_PAGE, (), Action.FLAG)


def test_pages_are_shown_as_pictures_in_order(server: ModelServer, plain_set: Dataset, readings: Cache) -> None:
    judged = run(server, english(plain_set, RIGHT), readings, "show=images,max-side=400")
    (body,) = server.requests
    content = body["messages"][1]["content"]
    assert [part["type"] for part in content] == ["image_url"] * 6 + ["text"]
    assert "=== page 2 of 6 ===\n[picture 2]" in content[-1]["text"]
    assert PAGES_EN[0].split("\n")[1].strip()[:30] not in content[-1]["text"]
    assert judged.spent.pages == 6


def test_a_cap_on_calls_leaves_the_rest_unchecked(server: ModelServer, plain_set: Dataset, readings: Cache) -> None:
    lent = Lent(readings, Caps(max_calls=1))
    system = make(f"direct:base-url={server.url},model=m,ocr=textlayer", lent)
    assert system.judge(english(plain_set, RIGHT)).predictions[0].verdict is ClaimVerdict.CORRECT
    capped = system.judge(english(plain_set, RIGHT)).predictions[0]
    assert (capped.verdict, len(server.requests)) == (ClaimVerdict.NOT_CHECKED, 1)
    assert capped.error


def test_a_server_that_refuses_the_key_stops_the_system(plain_set: Dataset, readings: Cache) -> None:
    with (
        model_server(lambda body, number: failure(401, "bad key"), failure(401, "bad key")) as server,
        pytest.raises(EndpointError),
    ):
        run(server, english(plain_set, RIGHT), readings)


def test_labels_are_told_where_they_are_not_positions() -> None:
    pages = Pages(("i", "2", None), ("one", None, "three"), (None, None, None))
    assert pages.text(3) == (
        "=== page 1 of 3 (label i) ===\none\n=== page 2 of 3 ===\n[no text]\n=== page 3 of 3 ===\nthree"
    )


def test_the_outer_object_may_be_missing() -> None:
    one = {"id": "s1", "verdict": "correct", "page": 0, "confidence": 50, "reason": ""}
    assert parse([one]) == parse(one) == parse({"results": [one]})
    with pytest.raises(MalformedReply, match="verdict"):
        parse({"results": [{"id": "s1"}]})


# --- a model behind the text channel, three times -----------------------------------------------------------------


def test_three_samples_of_a_model_are_asked_at_a_temperature_and_none_is_remembered(
    plain_set: Dataset, readings: Cache
) -> None:
    """Two say supported, one unsupported: the majority is kept, and all three are paid for."""
    quote = "The Tenant may assign the lease only with the prior written consent of the Landlord."

    def moody(body: dict[str, Any], number: int) -> Answer:
        yes = number != 2
        entry = {
            "id": "s1",
            "verdict": "supported" if yes else "unsupported",
            "grade": 2 if yes else 4,
            "quote": quote if yes else "",
            "reason": "so",
        }
        return completion({"results": [entry]})

    task = english(plain_set, RIGHT)
    claim = task.claims[0].model_copy(
        update={"statement": "Without the owner's agreement nobody else may take over the tenancy.", "cited": ("4",)}
    )
    with model_server(moody, WIDE) as server:
        options = f"judge=llm,window=0,temperature=0.9,base-url={server.url},model=m"
        judged = make(f"text-only-3x:{options}", Lent(readings)).judge(task.model_copy(update={"claims": (claim,)}))
        once = make(f"text-only:{options.replace('temperature=0.9,', '')}", Lent(readings))
        once.judge(task.model_copy(update={"claims": (claim,)}))
    assert judged.predictions[0].verdict is ClaimVerdict.CORRECT
    assert judged.spent.calls == 3
    assert [body["temperature"] for body in server.requests] == [0.9, 0.9, 0.9, 0]


def test_nothing_of_a_key_reaches_a_prediction(
    plain_set: Dataset, readings: Cache, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ATOMCITE_API_KEY", "sk-very-secret")

    def leaks(body: dict[str, Any], number: int) -> Answer:
        return failure(400, "the key sk-very-secret is of no use")

    with model_server(leaks, WIDE) as server:
        judged = run(server, english(plain_set, RIGHT), readings)
    assert server.headers[0]["authorization"] == "Bearer sk-very-secret"
    assert "very-secret" not in judged.model_dump_json()
