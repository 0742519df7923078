"""Requests to models that ask for a list: one entry for each statement, under the key "results"."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from atomcite.domain.chat import ChatRequest, MalformedReply

BYTES_PER_TOKEN = 3
"""UTF-8 bytes a token, on the low side: English prose has 4 to 5, Russian some 6, tables of figures 3. What fits by
this count fits."""
_RESULTS = "results"
_I = TypeVar("_I", bound=BaseModel)


def list_schema(item: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a reply whose entries are `item`s, within the subset that strict structured outputs of all
    common servers accept."""
    return {
        "type": "object",
        "properties": {_RESULTS: {"type": "array", "items": item}},
        "required": [_RESULTS],
        "additionalProperties": False,
    }


def list_shape(entry: str, of: str) -> str:
    """The same in words, for servers that take no schema. `entry` is an example in JSON, `of` what each is for."""
    return f'Answer with JSON alone, no other text: {{"{_RESULTS}": [{entry}]}} with one entry for each {of}.'


def entries(value: Any, kind: type[_I]) -> list[_I]:
    """The entries of a reply's JSON. Servers without schemas drop the outer object now and then: a bare list, or a
    single entry, which has a verdict, is taken for it. Raises MalformedReply for a wrong shape, naming the place."""
    if isinstance(value, list):
        value = {_RESULTS: value}
    elif isinstance(value, dict) and _RESULTS not in value and "verdict" in value:
        value = {_RESULTS: [value]}
    listed = value.get(_RESULTS) if isinstance(value, dict) else None
    if not isinstance(listed, list):
        raise MalformedReply(f"{_RESULTS}: a list is wanted")
    found = []
    for number, item in enumerate(listed):
        try:
            found.append(kind.model_validate(item))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in (_RESULTS, number, *first["loc"]))
            raise MalformedReply(f"{where}: {first['msg']}") from error
    return found


def bytes_said(request: ChatRequest) -> int:
    """UTF-8 bytes of all that a request says in words."""
    return len((request.system + request.text + request.shape).encode("utf-8", "surrogatepass"))
