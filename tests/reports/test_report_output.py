import io
import json

import pytest
from report_samples import sample_report

from atomcite.errors import UsageError
from atomcite.reports import from_json, render


def rendered(form: str, language: str = "en") -> str:
    stream = io.StringIO()
    render(sample_report(), form, language, stream)
    return stream.getvalue()


def test_json_on_a_stream_is_json_alone_and_reads_back():
    assert from_json(json.loads(rendered("json"))) == sample_report()


def test_jsonl_on_a_stream_is_one_claim_a_line():
    ids = [json.loads(line)["id"] for line in rendered("jsonl").splitlines()]
    assert ids == [c.id for c in sample_report().claims]


@pytest.mark.parametrize(
    ("form", "language", "says"), [("table", "en", "≠ conflict"), ("table", "ru", "не та"), ("md", "ru", "| № |")]
)
def test_tables_come_in_the_language_that_was_asked_for(form, language, says):
    assert says in rendered(form, language)


def test_an_unknown_format_is_told_with_those_that_exist():
    with pytest.raises(UsageError, match="yaml") as caught:
        rendered("yaml")
    assert "jsonl" in caught.value.hint
