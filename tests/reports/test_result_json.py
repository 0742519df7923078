import json

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from report_samples import sample_report, with_every_verdict
from report_strategies import reports

from atomcite.domain import Message, Report, Usage
from atomcite.errors import AnswerError
from atomcite.reports.wire import dumps, from_json, schema_text, to_json, to_jsonl

SCHEMA = json.loads(schema_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_schema_is_itself_valid_and_describes_every_property():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def check(node: object, where: str) -> None:
        if isinstance(node, dict):
            if "properties" in node and node.get("type") == "object":
                assert node["additionalProperties"] is False, where
                assert set(node["required"]) == set(node["properties"]), where
                for name, prop in node["properties"].items():
                    assert {"description", "$ref", "items"} & set(prop), f"{where}.{name}"
            for key, value in node.items():
                check(value, f"{where}.{key}")
        elif isinstance(node, list):
            for value in node:
                check(value, where)

    check(SCHEMA, "schema")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports)
def test_every_report_follows_the_schema_and_reads_back(report: Report):
    data = json.loads(dumps(to_json(report)))
    VALIDATOR.validate(data)
    assert to_json(from_json(data)) == data
    assert from_json(data) == report


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_verdict_combination_follows_the_schema(language):
    data = to_json(with_every_verdict(sample_report()), language)
    VALIDATOR.validate(json.loads(dumps(data)))
    assert sum(data["summary"]["verdicts"].values()) == len(data["claims"])
    assert sum(data["summary"]["actions"].values()) == len(data["claims"])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d.pop("summary"),
        lambda d: d.update(extra=1),
        lambda d: d["claims"][0].update(verdict="fine"),
        lambda d: d["claims"][0]["channels"]["text"]["evidence"][0].update(page=0),
        lambda d: d["claims"][0]["channels"]["text"]["evidence"][0].update(box=[1, 2, 3]),
        lambda d: d["claims"][0]["channels"]["text"].update(grade=5),
    ],
)
def test_schema_refuses_what_is_not_a_result(spoil):
    data = json.loads(dumps(to_json(sample_report())))
    spoil(data)
    assert not VALIDATOR.is_valid(data)


def test_pages_are_physical_with_label_and_folio_beside_them():
    claim = to_json(sample_report())["claims"][0]
    assert claim["cited_pages"][0]["ref"] == "5"
    assert (claim["cited_pages"][0]["page"], claim["cited_pages"][0]["folio"]) == (7, "5")
    assert claim["channels"]["text"]["evidence"][0]["page"] == 7
    assert claim["channels"]["text"]["evidence"][0]["folio"] == "5"


def test_span_is_the_first_part_and_spans_hold_all():
    report = sample_report()
    assert report.answer is not None
    for claim, source in zip(to_json(report)["claims"], report.claims, strict=True):
        start, end = claim["span"]
        assert report.answer[start:end] == source.spans[0].of(report.answer)
        assert claim["spans"][0] == claim["span"]


def test_keys_and_codes_do_not_depend_on_language():
    def codes(node):
        if isinstance(node, dict):
            return {k: codes(v) for k, v in node.items() if k not in ("language", "comment", "reason", "why", "text")}
        return [codes(v) for v in node] if isinstance(node, list) else node

    report = sample_report()
    assert codes(to_json(report, "en")) == codes(to_json(report, "ru"))


def test_key_order_is_stable():
    assert list(to_json(sample_report()))[:5] == ["schema", "atomcite", "language", "document", "answer"]
    assert list(to_json(sample_report())["claims"][0])[:3] == ["id", "statement", "origin"]


def test_jsonl_has_one_claim_a_line_even_with_odd_line_ends_in_it():
    report = sample_report()
    odd = report.claims[0].model_copy(update={"statement": "one\ntwo\u2028three\r\nfour"})
    text = to_jsonl(report.model_copy(update={"claims": (odd, *report.claims[1:])}))
    lines = text.removesuffix("\n").split("\n")
    assert [json.loads(line)["id"] for line in lines] == [c.id for c in report.claims]
    assert json.loads(lines[0])["statement"] == odd.statement


def test_secrets_in_settings_and_notices_are_blotted_out():
    report = sample_report().model_copy(
        update={
            "settings": {
                "api_key": "abc123",
                "password": "abc123",
                "base_url": "https://user:abc123@host.example/v1?key=abc123&x=1",
                "header": "Bearer abc123",
                "max_tokens": "512",
                "policy": "strict",
            },
            "notices": (Message(code="n", args={"url": "http://user:abc123@host.example/"}),),
        }
    )
    data = to_json(report)
    assert "abc123" not in dumps(data)
    assert data["settings"]["max_tokens"] == "512"
    assert data["settings"]["policy"] == "strict"
    assert data["settings"]["base_url"] == "https://***@host.example/v1?key=***&x=1"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda d: d.update(schema="other/2"), "other/2"),
        (lambda d: d.pop("claims"), "claims"),
        (lambda d: d["claims"][0].update(verdict="fine"), "verdict"),
    ],
)
def test_reading_something_else_says_what_is_wrong(spoil, says):
    data = to_json(sample_report())
    spoil(data)
    with pytest.raises(AnswerError, match=says) as caught:
        from_json(data)
    assert caught.value.hint


def test_usage_of_models_is_kept():
    report = sample_report()
    text = report.claims[0].text
    assert text is not None
    spent = text.model_copy(
        update={"usage": Usage(calls=2, prompt_tokens=900, completion_tokens=40, seconds=1.5, cost=0.003)}
    )
    claim = report.claims[0].model_copy(update={"text": spent})
    data = to_json(report.model_copy(update={"claims": (claim,)}))
    assert data["claims"][0]["channels"]["text"]["usage"] == {
        "calls": 2,
        "prompt_tokens": 900,
        "completion_tokens": 40,
        "seconds": 1.5,
        "cost": 0.003,
    }


def test_parts_of_a_message_are_written_in_the_reports_language_and_read_back():
    place = Message(code="judge.place_row", args={"row": "Запасы"})
    whole = Message(code="judge.placed", args={"found": "12", "where": ""}).having(where=place)
    report = sample_report().model_copy(update={"notices": (whole,)})
    data = json.loads(dumps(to_json(report, language="ru")))
    VALIDATOR.validate(data)
    (written,) = data["notices"]
    assert written["text"] == "12 (строка «Запасы»)"
    assert written["parts"]["where"]["text"] == " (строка «Запасы»)"
    assert from_json(data).notices == (whole,)
