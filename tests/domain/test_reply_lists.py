"""Lists that models reply with: taken as they come, refused by place."""

from typing import Any

import pytest
from pydantic import BaseModel

from atomcite.domain import MalformedReply
from atomcite.domain.reply_lists import entries, list_schema, list_shape


class Entry(BaseModel):
    id: str
    verdict: str
    grade: int = 1


ONE = {"id": "s1", "verdict": "supported"}


@pytest.mark.parametrize("value", [{"results": [ONE]}, [ONE], ONE])
def test_a_list_is_taken_with_and_without_what_it_is_wrapped_in(value: Any) -> None:
    assert entries(value, Entry) == [Entry(id="s1", verdict="supported")]


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"results": [ONE, {**ONE, "grade": "x"}]}, "results.1.grade"),
        ({"results": [ONE, {"id": "s2"}]}, "results.1.verdict"),
        ({"results": [7]}, "results.0"),
        ({"results": {}}, "results: a list"),
        ({"id": "s1"}, "results: a list"),
        ("so", "results: a list"),
    ],
)
def test_what_is_no_such_list_is_told_by_place(value: Any, place: str) -> None:
    with pytest.raises(MalformedReply, match=place):
        entries(value, Entry)


def test_the_schema_and_its_words_name_the_same_list() -> None:
    schema = list_schema({"type": "string"})
    assert schema["required"] == ["results"]
    assert schema["properties"]["results"]["items"] == {"type": "string"}
    assert '{"results": [{"id": 1}]} with one entry for each claim' in list_shape('{"id": 1}', "claim")
