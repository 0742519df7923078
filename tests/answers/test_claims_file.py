"""Ready-made claims and answer files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from atomcite.answers import load_answer, read_claims
from atomcite.errors import AnswerError


def test_numbers_labels_and_ranges_are_pages() -> None:
    text = (
        '{"id": "a", "statement": "X.", "pages": [7, "iv", "A-3", "3-5", "p. 9"]}\n\n{"statement": "Y.", "page": 2}\n'
    )
    first, second = read_claims(text).claims
    assert [r.raw for r in first.refs] == ["7", "iv", "A-3", "3", "4", "5", "9"]
    assert (first.id, first.origin, first.spans, first.citations[0].span) == ("a", "given", (), None)
    assert (second.id, [r.number for r in second.refs]) == ("c2", [2])


@pytest.mark.parametrize("pages", ['"pages": []', '"pages": null', '"note": 1'])
def test_a_claim_may_cite_nothing(pages: str) -> None:
    (claim,) = read_claims('{"statement": "X.", ' + pages + "}").claims
    assert claim.citations == ()


def test_an_id_made_up_gives_way_to_one_that_was_given() -> None:
    assert [c.id for c in read_claims('{"statement": "X"}\n{"id": "c1", "statement": "Y"}').claims] == ["c1_", "c1"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ('{"statement": "X"}\n{"statement": ', "Line 2.*no JSON"),
        ('{"statement": "X"}\n[1]', "Line 2.*no object"),
        ('{"pages": [1]}', "Line 1.*no statement"),
        ('{"statement": " "}', "Line 1.*empty statement"),
        ('{"statement": 5}', "Line 1.*no text"),
        ('{"id": 1, "statement": "X"}\n{"id": "1", "statement": "Y"}', "Line 2.*id '1' of line 1"),
        ('{"id": true, "statement": "X"}', "Line 1.*id"),
        ('{"statement": "X", "pages": [1.5]}', "Line 1.*page"),
        ('{"statement": "X", "pages": [[1]]}', "Line 1.*page"),
        ('{"statement": "X", "pages": {"a": 1}}', "Line 1.*page"),
        ('{"statement": "X", "pages": [1], "page": 2}', "Line 1.*both"),
        ("[" * 100_000, "Line 1"),
    ],
)
def test_a_faulty_line_is_named(text: str, what: str) -> None:
    with pytest.raises(AnswerError, match=what) as error:
        read_claims(text)
    assert error.value.hint


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_with_their_marks_are_read_and_line_ends_kept(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "answer.md"
    path.write_bytes("Выручка выросла\r\n(стр. 7).".encode(encoding))
    loaded = load_answer(path)
    assert (loaded.text, loaded.ready) == ("Выручка выросла\r\n(стр. 7).", False)


def test_claims_are_told_from_text_on_standard_input() -> None:
    assert load_answer("-", io.BytesIO(b'\n{"statement": "X", "pages": [1]}\n')).ready
    assert not load_answer("-", io.BytesIO(b"{curly} text (p. 3)")).ready


@pytest.mark.parametrize(
    ("raw", "what"), [(b"", "empty"), ("Выручка".encode("cp1251"), "decoded"), (b"a\x00b", "binary")]
)
def test_what_is_no_text_is_an_error(raw: bytes, what: str) -> None:
    with pytest.raises(AnswerError, match=what):
        load_answer("-", io.BytesIO(raw))


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    with pytest.raises(AnswerError, match="no answer file"):
        load_answer(tmp_path / "none.md")
    with pytest.raises(AnswerError, match="can't be read"):
        load_answer(tmp_path)
