import json
import os
import sys

import jsonschema
import numpy as np
import pytest
from PIL import Image
from report_samples import page_image, sample_report

from atomcite.domain import PageImage
from atomcite.errors import OutputError
from atomcite.reports.dossier import is_dossier, pages_of_run, read_run, write_dossier
from atomcite.reports.forms import FILES, MoreReports

PATCH = [{"op": "replace", "start": 3, "end": 5, "old": "p5", "new": "p7"}]


def small(page: int) -> PageImage:
    return page_image(page, dpi=24)


def write(folder, report=None, **options):
    options = {"corrected": "fixed\r\nanswer", "patch": PATCH} | options
    return write_dossier(folder, report or sample_report(), small, "en", **options)


def names(folder):
    return sorted(str(p.relative_to(folder)).replace(os.sep, "/") for p in folder.rglob("*") if p.is_file())


def test_a_dossier_holds_what_it_takes_to_review_and_replay(tmp_path):
    folder = tmp_path / "new" / "dossier"
    written = write(folder)
    assert names(folder) == [
        "answer.corrected.md",
        "answer.patch.json",
        "events.jsonl",
        "manifest.json",
        "pages/page-0006.png",
        "pages/page-0007.png",
        "pages/page-0008.png",
        "pages/page-0011.png",
        "report.html",
        "report.md",
        "result.json",
        "result.schema.json",
        "run.json",
    ]
    assert sorted(written) == sorted(p for p in folder.rglob("*") if p.is_file())
    schema = json.loads((folder / "result.schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads((folder / "result.json").read_text("utf-8")), schema)
    assert (folder / "answer.corrected.md").read_bytes() == b"fixed\r\nanswer"
    assert json.loads((folder / "answer.patch.json").read_text("utf-8")) == PATCH


def test_the_run_reads_back_without_loss(tmp_path):
    report = sample_report()
    first = report.claims[0]
    assert first.image is not None
    raw = first.model_copy(update={"image": first.image.model_copy(update={"raw": '{"verdict": "supported"}'})})
    second = report.claims[1]
    assert second.text is not None
    leans = second.model_copy(update={"text": second.text.model_copy(update={"odds": 1.43})})
    report = report.model_copy(update={"claims": (raw, leans, *report.claims[2:])})
    write(tmp_path, report)
    assert read_run(tmp_path) == report
    jsonschema.validate(
        json.loads((tmp_path / "result.json").read_text("utf-8")),
        json.loads((tmp_path / "result.schema.json").read_text("utf-8")),
    )


def test_page_pictures_are_the_pixels_that_were_read(tmp_path):
    write(tmp_path)
    with Image.open(tmp_path / "pages" / "page-0007.png") as opened:
        assert np.array_equal(np.asarray(opened), small(7).pixels)
        assert opened.info["dpi"][0] == pytest.approx(24, abs=0.1)


def test_a_page_without_colour_takes_one_channel(tmp_path):
    def grey(page: int) -> PageImage:
        image = small(page)
        return PageImage(page=page, pixels=np.repeat(image.pixels[:, :, :1], 3, axis=2), dpi=image.dpi)

    write_dossier(tmp_path, sample_report(), grey)
    with Image.open(tmp_path / "pages" / "page-0007.png") as opened:
        assert opened.mode == "L"
        assert np.array_equal(np.asarray(opened.convert("RGB")), grey(7).pixels)


def test_a_rerun_replaces_the_dossier_and_leaves_other_files(tmp_path):
    write(tmp_path)
    (tmp_path / "decisions.json").write_text("{}")
    (tmp_path / ".atomcite-0123.part").write_text("left by a run that was stopped")
    report = sample_report()
    report = report.model_copy(update={"claims": report.claims[:1], "answer": None})
    write(tmp_path, report, corrected=None, patch=None)
    assert names(tmp_path) == [
        "decisions.json",
        "events.jsonl",
        "manifest.json",
        "pages/page-0007.png",
        "report.html",
        "report.md",
        "result.json",
        "result.schema.json",
        "run.json",
    ]
    assert len(json.loads((tmp_path / "result.json").read_text("utf-8"))["claims"]) == 1


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "accounts.xlsx").write_text("mine")
    (tmp_path / "result.json").write_text('{"schema": "something.else/1"}')
    with pytest.raises(OutputError, match=r"accounts\.xlsx") as caught:
        write(tmp_path)
    assert caught.value.hint
    assert names(tmp_path) == ["accounts.xlsx", "result.json"]


def test_the_dossier_of_another_document_is_left_alone(tmp_path):
    write(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}
    report = sample_report()
    other = report.model_copy(update={"document": report.document.model_copy(update={"sha256": "f" * 64})})
    with pytest.raises(OutputError, match="dossier of another document") as caught:
        write(tmp_path, other)
    assert report.document.name in str(caught.value)
    assert {name: (tmp_path / name).read_bytes() for name in names(tmp_path)} == before


def test_files_of_the_desktop_do_not_make_a_folder_full(tmp_path):
    (tmp_path / ".DS_Store").write_text("")
    write(tmp_path)
    assert is_dossier(tmp_path)


def test_a_file_in_the_place_of_the_folder_is_an_error(tmp_path):
    path = tmp_path / "x"
    path.write_text("mine")
    with pytest.raises(OutputError, match="is a file"):
        write(path)
    with pytest.raises(OutputError, match="can't be written"):
        write(path / "below")
    assert path.read_text() == "mine"


def test_a_stopped_run_leaves_whole_files_and_can_be_run_again(tmp_path):
    class Stopped(BaseException):
        pass

    def images(page: int) -> PageImage:
        if page == 8:
            raise Stopped
        return small(page)

    with pytest.raises(Stopped):
        write_dossier(tmp_path, sample_report(), images)
    assert not list(tmp_path.rglob("*.part"))
    assert not (tmp_path / "result.json").exists()
    for path in (tmp_path / "pages").iterdir():
        with Image.open(path) as opened:
            opened.verify()
    write(tmp_path)
    assert (tmp_path / "result.json").exists()


def test_a_full_disk_is_told_as_such_and_keeps_the_old_file(tmp_path, monkeypatch):
    write(tmp_path)
    before = (tmp_path / "result.json").read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OutputError, match="No space left on device") as caught:
        write(tmp_path)
    assert "room on the disk" in caught.value.hint
    assert (tmp_path / "result.json").read_bytes() == before
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid"), reason="POSIX permissions")
def test_files_may_be_read_by_whom_the_umask_allows(tmp_path):
    write(tmp_path)
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "result.json").stat().st_mode & 0o777 == 0o666 & ~mask


def test_secrets_of_settings_reach_no_file(tmp_path):
    report = sample_report()
    report = report.model_copy(
        update={"settings": {"base_url": "https://me:hunter22@host.example", "api_key": "hunter22"}}
    )
    write(tmp_path, report)
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert b"hunter22" not in path.read_bytes(), path


@pytest.mark.parametrize("content", [None, "{}", "no json"])
def test_reading_what_is_no_dossier_says_so(tmp_path, content):
    if content is not None:
        (tmp_path / "run.json").write_text(content)
    with pytest.raises(OutputError) as caught:
        read_run(tmp_path)
    assert caught.value.hint


def test_pages_come_back_with_their_turn(tmp_path):
    """Places on a page that was turned upright are places in the document only with the turn."""

    def turned(page: int) -> PageImage:
        upright = small(page)
        return PageImage(page=page, pixels=upright.pixels, dpi=upright.dpi, turned=270)

    write_dossier(tmp_path / "run", sample_report(), turned)
    found = pages_of_run(tmp_path / "run")(7)
    assert found is not None
    assert found.turned == 270
    assert np.array_equal(found.pixels, small(7).pixels)


def test_forms_that_were_asked_for_are_written_and_go_with_a_dossier_without_them(tmp_path):
    forms = MoreReports(("xlsx", "pdf", "docx", "junit", "sarif"), answer="a.md")
    written = write(tmp_path, more=forms)
    assert {FILES[f] for f in forms.forms} <= set(names(tmp_path))
    assert sorted(written) == sorted(p for p in tmp_path.rglob("*") if p.is_file())
    write(tmp_path)
    assert not set(FILES.values()) & set(names(tmp_path))
