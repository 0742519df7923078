"""Ready-made claims and answer files."""

from __future__ import annotations

import codecs
import io
import json
from pathlib import Path

import pytest

from atomcite.answers import claim_line, decompose, encoded, load_answer, read_claims
from atomcite.domain import Claim
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
        ('{"statement": "X", "pages": [1], "document": 5}', "Line 1.*document"),
        ('{"statement": "X", "pages": [1], "document": " "}', "Line 1.*document"),
        ('{"statement": "X", "citations": {"pages": [1]}}', "Line 1.*citations"),
        ('{"statement": "X", "citations": [{"pages": [1]}], "pages": [2]}', "Line 1.*beside"),
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


@pytest.mark.parametrize(
    ("codec", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-32-le", codecs.BOM_UTF32_LE),
        ("utf-32-be", codecs.BOM_UTF32_BE),
    ],
)
def test_encodings_with_their_marks_are_read_and_given_back(codec: str, mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "answer.md"
    raw = mark + "Выручка выросла\r\n(стр. 7).\n\U0001f4c8".encode(codec)
    path.write_bytes(raw)
    loaded = load_answer(path)
    assert (loaded.text, loaded.ready) == ("Выручка выросла\r\n(стр. 7).\n\U0001f4c8", False)
    assert encoded(loaded.text, loaded.encoding) == raw


@pytest.mark.parametrize("number", [0, -1, "0", "-3", "−3", 10**30])
def test_a_page_that_cannot_exist_is_taken_as_cited(number: int | str) -> None:
    (claim,) = read_claims(json.dumps({"statement": "X", "pages": [number]})).claims
    assert [r.raw for r in claim.refs] == [str(number).replace("−", "-")]


@pytest.mark.parametrize(
    "answer",
    [
        "Revenue grew (p. 7). Costs fell.",
        "Revenue grew (Annual report, p. 7).",
        "Revenue grew (Annual report, p. 7; Annex, p. 3). Costs fell (p. 0) (p. -1).",
        "Revenue grew (Annex, p. iv) (p. 7). Costs fell (pp. A-3, 5-7).",
        "Выручка выросла (Отчёт, стр. 7).",
    ],
)
def test_claims_written_as_lines_are_read_back(answer: str) -> None:
    claims = decompose(answer).claims
    again = read_claims("\n".join(map(claim_line, claims))).claims
    assert [shape(c) for c in again] == [shape(c) for c in claims]


def shape(claim: Claim) -> tuple[str, str, dict[str | None, list[str]]]:
    pages: dict[str | None, list[str]] = {}
    for citation in claim.citations:
        pages.setdefault(citation.document, []).extend(r.raw for r in citation.pages)
    return claim.id, claim.statement, pages


def test_claims_are_told_from_text_on_standard_input() -> None:
    assert load_answer("-", io.BytesIO(b'\n{"statement": "X", "pages": [1]}\n')).ready
    assert not load_answer("-", io.BytesIO(b"{curly} text (p. 3)")).ready


@pytest.mark.parametrize(
    ("raw", "what"), [(b"", "empty"), ("Выручка".encode("cp1251"), "UTF-8"), (b"a\x00b", "binary")]
)
def test_what_is_no_text_is_an_error(raw: bytes, what: str) -> None:
    with pytest.raises(AnswerError, match=what):
        load_answer("-", io.BytesIO(raw))


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    with pytest.raises(AnswerError, match="no answer file"):
        load_answer(tmp_path / "none.md")
    with pytest.raises(AnswerError, match="can't be read"):
        load_answer(tmp_path)


@pytest.mark.parametrize(
    ("text", "codec", "named"),
    [
        ("Выручка выросла на 12 % (стр. 7). ДОГОВОР № 5", "cp1251", "WINDOWS-1251"),
        ("Выручка выросла на 12 % (стр. 7).", "koi8_r", "KOI8-R"),
        ("Выручка выросла на 12 % (стр. 7).", "cp866", "IBM866"),
        ("The café’s revenue grew by £5 million (p. 7).", "cp1252", "WINDOWS-1252"),
    ],
)
def test_an_old_encoding_is_named_with_the_way_to_convert_it(
    tmp_path: Path, text: str, codec: str, named: str
) -> None:
    path = tmp_path / "answer.md"
    path.write_bytes(text.encode(codec))
    with pytest.raises(AnswerError, match=f"looks like {named}") as caught:
        load_answer(path)
    assert f"iconv -f {named} -t UTF-8" in caught.value.hint


@pytest.mark.parametrize("raw", [bytes(range(128, 256)) * 4, b"Revenue \xff\xfe\x81\x8d (p. 7)", b"\x81" * 40])
def test_no_encoding_is_named_for_what_is_no_text(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "answer.md").write_bytes(raw)
    with pytest.raises(AnswerError) as caught:
        load_answer(tmp_path / "answer.md")
    assert "looks like" not in str(caught.value)
