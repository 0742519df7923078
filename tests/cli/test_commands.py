"""The program as a user runs it: real engines on a small typeset document, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pypdfium2
import pytest
import typst

from atomcite.reports import schema_text

PAGE = """
#set page(width: 140mm, height: 120mm, margin: 15mm)
#set text(size: 12pt)
= Harbour report
The harbour company sold its old crane in March 2024.
#pagebreak()
Revenue of the harbour company grew to 4,187 thousand euros in 2024.
The board shall not approve loans to members of the board.
#pagebreak()
The new quay was opened on 12 June 2024. It cost 1.5 million euros.
#pagebreak()
"""
ANSWER = """Revenue of the harbour company grew to 4.2 million euros in 2024 (p. 2).
The new quay was opened on 12 June 2024 (p. 2).
The company sold eleven ferries to Norway (p. 3).
The harbour master retired (p. 9).
It was a good year.
"""
EXPECTED = ["correct", "wrong_page", "unsupported", "no_such_page", "uncited"]


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli")
    (folder / "report.typ").write_text(PAGE, "utf-8")
    typst.compile(str(folder / "report.typ"), output=str(folder / "typeset.pdf"))
    pictures = [
        page.render(scale=150 / 72, grayscale=True).to_pil() for page in pypdfium2.PdfDocument(folder / "typeset.pdf")
    ]
    pictures[0].save(folder / "scan.pdf", save_all=True, append_images=pictures[1:], resolution=150)
    (folder / "answer.md").write_text(ANSWER, "utf-8")
    return folder


def default_policy() -> str:
    return str(files("atomcite.policies").joinpath("default.toml"))


def atomcite(work: Path, *arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("ATOMCITE_", "OPENAI_"))}
    environment |= {
        "ATOMCITE_CACHE": str(work / "cache"),
        "ATOMCITE_CONFIG": str(work / "none.toml"),
        "OMP_THREAD_LIMIT": "1",
    }
    return subprocess.run(
        [sys.executable, "-m", "atomcite", *arguments],
        cwd=work,
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def first(work: Path) -> dict:
    done = atomcite(work, "verify", "scan.pdf", "answer.md", "--format", "json", "--out", "result")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_standard_output_is_the_json_alone_and_follows_its_schema(first: dict) -> None:
    jsonschema.validate(first, json.loads(schema_text()))
    assert [c["verdict"] for c in first["claims"]] == EXPECTED


def test_the_wrong_page_is_answered_with_the_right_one(first: dict) -> None:
    moved = first["claims"][1]
    assert (moved["action"], [s["page"] for s in moved["suggested_pages"]]) == ("fix_page", [3])


def test_evidence_lies_on_the_words_that_it_quotes(first: dict, work: Path) -> None:
    """The boxes of a scan hold the words that the typeset original has there."""
    claim = first["claims"][0]
    page = pypdfium2.PdfDocument(work / "typeset.pdf")[1]
    text, height = page.get_textpage(), page.get_height()
    for channel in ("text", "image"):
        (evidence, *_) = claim["channels"][channel]["evidence"]
        assert evidence["exact"]
        x0, y0, x1, y1 = evidence["box"]
        assert "4,187" in text.get_text_bounded(x0 - 3, height - y1 - 3, x1 + 3, height - y0 + 3)


def test_the_channels_name_different_engines(first: dict) -> None:
    channels = first["claims"][0]["channels"]
    assert channels["text"]["engine"].startswith("tesseract")
    assert channels["image"]["engine"].startswith("reader")


def test_the_dossier_is_whole(first: dict, work: Path) -> None:
    names = {p.relative_to(work / "result").as_posix() for p in (work / "result").rglob("*") if p.is_file()}
    assert {"result.json", "result.schema.json", "report.html", "answer.corrected.md", "pages/page-0002.png"} <= names
    assert json.loads((work / "result" / "result.json").read_text("utf-8"))["claims"] == first["claims"]
    corrected = (work / "result" / "answer.corrected.md").read_text("utf-8")
    assert "opened on 12 June 2024 (p. 3)" in corrected
    assert "~~The company sold eleven ferries to Norway" in corrected


def test_more_reports_come_into_the_dossier_and_go_with_the_next_run(first: dict, work: Path) -> None:
    arguments = ["verify", "scan.pdf", "answer.md", "-q", "--out", "more"]
    result = atomcite(work, *arguments, "--report", "xlsx,pdf", "--report", "all", "--format", "sarif")
    assert result.returncode == 0, result.stderr
    results = json.loads(result.stdout)["runs"][0]["results"]
    assert [r["ruleId"] for r in results] == [v for v in EXPECTED if v != "correct"]
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "answer.md"
    asked = {"report.xlsx", "annotated.pdf", "answer.corrected.docx", "report.junit.xml", "report.sarif"}
    assert asked <= {p.name for p in (work / "more").iterdir()}
    assert (work / "more" / "annotated.pdf").read_bytes().startswith((work / "scan.pdf").read_bytes())
    assert 'href="annotated.pdf#page=2"' in (work / "more" / "report.html").read_text("utf-8")
    assert not list(work.glob("more/*.part"))
    assert atomcite(work, *arguments).returncode == 0
    assert not asked & {p.name for p in (work / "more").iterdir()}


def test_more_reports_of_another_policy_over_a_stored_run(first: dict, work: Path) -> None:
    arguments = ["decide", "result", "--policy", "legal", "-q", "--out", "legal", "--report"]
    assert atomcite(work, *arguments, "xlsx,junit").returncode == 0
    assert {"report.xlsx", "report.junit.xml"} <= {p.name for p in (work / "legal").iterdir()}
    refused = atomcite(work, *arguments, "pdf")
    assert (refused.returncode, "--extend" in refused.stderr) == (2, True)


@pytest.mark.parametrize(("report", "says"), [("xlsx", "--out DIR"), ("odt", "xlsx, pdf, docx")])
def test_reports_that_can_not_be_made_are_refused_before_anything_is_read(work: Path, report: str, says: str) -> None:
    result = atomcite(work, "verify", "scan.pdf", "answer.md", "--report", report)
    assert (result.returncode, says in result.stderr) == (2, True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_corrected_answer_goes_back_byte_for_byte(first: dict, work: Path, encoding: str) -> None:
    written = ANSWER.replace("\n", "\r\n").encode(encoding)
    (work / "other.md").write_bytes(written)
    assert atomcite(work, "verify", "scan.pdf", "other.md", "-q", "--out", f"back-{encoding}").returncode == 0
    files = [f"back-{encoding}/answer.corrected.md", f"back-{encoding}/answer.patch.json"]
    assert (work / files[0]).read_bytes() != written
    assert atomcite(work, "revert", *files, "--out", f"{encoding}.md").returncode == 0
    assert (work / f"{encoding}.md").read_bytes() == written


def test_pages_that_nothing_asked_for_are_not_touched(work: Path) -> None:
    claims = '{"statement": "The new quay was opened on 12 June 2024", "pages": [3]}\n'
    done = atomcite(work, "verify", "scan.pdf", "-", "--format", "json", "--no-cache", stdin=claims)
    counters = json.loads(done.stdout)["counters"]
    assert (counters["pages_rendered"], counters["pages_read_text"], counters["pages_read_image"]) == (1, 1, 1)


def test_a_second_run_reads_nothing_and_says_the_same(first: dict, work: Path) -> None:
    done = atomcite(work, "verify", "scan.pdf", "answer.md", "--format", "json")
    second = json.loads(done.stdout)
    assert second["claims"] == first["claims"]
    for counter in ("pages_rendered", "pages_read_text", "pages_read_image", "model_calls"):
        assert (counter, second["counters"][counter]) == (counter, 0)
    assert first["counters"]["pages_read_text"] > 0 < first["counters"]["pages_read_image"]


def test_check_exits_with_one_unless_all_is_correct(first: dict, work: Path) -> None:
    good = '{"statement": "The new quay was opened on 12 June 2024", "pages": [3]}'
    assert atomcite(work, "verify", "scan.pdf", "answer.md", "--check").returncode == 1
    assert atomcite(work, "verify", "scan.pdf", "-", "--check", stdin=good).returncode == 0


def test_a_born_digital_file_gives_the_same_verdicts(work: Path) -> None:
    done = atomcite(work, "verify", "typeset.pdf", "answer.md", "--format", "jsonl", "--image", "none")
    claims = [json.loads(line) for line in done.stdout.splitlines()]
    assert [c["verdict"] for c in claims] == EXPECTED
    assert claims[0]["channels"]["text"]["engine"].startswith("textlayer")
    assert claims[0]["single_channel"]


@pytest.mark.parametrize(("language", "word"), [("en", "wrong page"), ("ru", "не та страница")])
def test_the_table_speaks_the_reader_s_language(first: dict, work: Path, language: str, word: str) -> None:
    done = atomcite(work, "verify", "scan.pdf", "answer.md", "--language", language)
    assert word in done.stdout.lower()


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (["verify", "none.pdf", "answer.md"], 3, "none.pdf"),
        (["verify", "answer.md", "answer.md"], 4, "answer.md"),
        (["verify", "cut.pdf", "answer.md"], 5, "cut.pdf"),
        (["verify", "scan.pdf", "none.md"], 9, "none.md"),
        (["verify", "scan.pdf", "answer.md", "--policy", "none"], 12, "default"),
        (["verify", "scan.pdf", "answer.md", "--image", "openai"], 10, "model"),
        (["verify", "scan.pdf", "answer.md", "--ocr", "none"], 2, "tesseract"),
        (["verify", "scan.pdf", "answer.md", "--judge", "none"], 2, "rules"),
        (["verify", "scan.pdf", "answer.md", "--out", "answer.md"], 14, "answer.md"),
        (["verify", "scan.pdf"], 2, "answer"),
        (["verify", "scan.pdf", "cp1251.md"], 9, "iconv -f WINDOWS-1251 -t UTF-8"),
        (["look", "scan.pdf", " ", "--page", "2", "--out", "looked"], 2, "statement"),
        (["decide", "none", "--policy", "legal"], 3, "none"),
        (["decide", "empty", "--policy", "legal"], 14, "no dossier"),
        (["compare", "result", "none"], 3, "none"),
        (["audit", "none"], 3, "none"),
    ],
)
def test_errors_say_what_and_where_and_have_their_own_code(
    first: dict, work: Path, arguments: list[str], code: int, hint: str
) -> None:
    (work / "cut.pdf").write_bytes((work / "scan.pdf").read_bytes()[:3000])
    (work / "cp1251.md").write_text("Причал открыт 12 июня 2024 года (стр. 3).", "cp1251")
    (work / "empty").mkdir(exist_ok=True)
    done = atomcite(work, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert not (work / "looked").exists()


def test_runs_over_different_documents_are_compared_with_a_word_of_warning(first: dict, work: Path) -> None:
    options = ["verify", "typeset.pdf", "answer.md", "--image", "none", "-q", "--out", "typeset"]
    assert atomcite(work, *options).returncode == 0
    done = atomcite(work, "compare", "result", "typeset", "--format", "json")
    assert done.returncode == 0
    assert "different documents: scan.pdf (SHA-256 " in done.stderr
    assert "and typeset.pdf (SHA-256 " in done.stderr
    assert isinstance(json.loads(done.stdout), list)
    assert atomcite(work, "compare", "result", "result").stderr == ""


def test_a_stored_run_is_gone_on_with_and_gets_every_report(first: dict, work: Path) -> None:
    (work / "wide.toml").write_text(
        (Path(default_policy()).read_text("utf-8")).replace("window = 2", "window = 3"), "utf-8"
    )
    arguments = ["decide", "result", "--policy", "wide.toml", "--out", "wide", "--report", "all", "-q"]
    done = atomcite(work, *arguments, "--extend", "scan.pdf")
    assert done.returncode == 0, done.stderr
    made = {"report.xlsx", "annotated.pdf", "answer.corrected.docx", "report.junit.xml", "report.sarif"}
    assert made <= {p.name for p in (work / "wide").iterdir()}
    assert (work / "wide" / "annotated.pdf").read_bytes().startswith((work / "scan.pdf").read_bytes())
    assert atomcite(work, "audit", "wide", "--replay").returncode == 0
    other = atomcite(work, *arguments, "--extend", "typeset.pdf")
    assert (other.returncode, "not the document of that run" in other.stderr) == (2, True)


def test_decompose_writes_claims_that_verify_takes(work: Path) -> None:
    done = atomcite(work, "decompose", "answer.md", "--format", "jsonl")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["pages"] for row in rows] == [["2"], ["2"], ["3"], ["9"], []]
    again = atomcite(work, "decompose", "-", "--format", "jsonl", stdin=done.stdout)
    assert again.stdout == done.stdout


def test_engines_and_cache_answer(first: dict, work: Path) -> None:
    engines = atomcite(work, "engines").stdout
    assert all(name in engines for name in ("tesseract", "rapidocr", "textlayer", "rules", "reader", "openai"))
    assert "ocr" in atomcite(work, "cache", "info").stdout


def test_the_command_line_answers_before_heavy_libraries_are_loaded() -> None:
    code = (
        "import sys, atomcite.cli.main; print(sorted({'numpy', 'cv2', 'onnxruntime', 'openai'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
