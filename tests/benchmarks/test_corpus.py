"""The demo documents: they build the same every time, hold no text, and say what their truth files claim."""

from __future__ import annotations

import hashlib
import io
import json
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image

from atomcite.benchmarks.corpus import SOURCES, clean_pdf, degrade, scan_pdf, source
from atomcite.benchmarks.corpus.__main__ import main
from atomcite.benchmarks.corpus.degrade import ScanProfile
from atomcite.benchmarks.corpus.ink import signature
from atomcite.benchmarks.corpus.typeset import page_texts

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = [s.name for s in SOURCES]
PAGES = {"en": 10, "ru": 10, "contract": 3}
LABELS = {"correct", "wrong_page", "unsupported", "no_such_page", "uncited", "not_checked", "open"}


@cache
def clean_texts(name: str) -> list[str]:
    return page_texts(clean_pdf(source(name)))


def truth(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLES / name / "truth.jsonl").read_text("utf-8").splitlines()]


def stands(printed: list[str], text: str) -> bool:
    """Whether all parts stand in the text; "a|b" is either of two notations."""
    return all(any(form in text for form in part.split("|")) for part in printed)


def committed(name: str) -> Path:
    return EXAMPLES / name / source(name).file_name


def mosaic() -> np.ndarray:
    """A small page: black bars, a violet disc, white paper."""
    page = np.full((300, 220, 3), 255, np.uint8)
    page[40:260:20, 30:190] = 0
    ys, xs = np.ogrid[:300, :220]
    page[(ys - 200) ** 2 + (xs - 110) ** 2 < 900] = (90, 70, 200)
    return page


@pytest.mark.parametrize("name", NAMES)
def test_committed_scan_is_an_image_only_pdf_of_its_pages_and_small(name: str) -> None:
    path = committed(name)
    assert path.stat().st_size < 1_000_000
    document = pdfium.PdfDocument(path)
    assert len(document) == PAGES[name]
    for page in document:
        assert page.get_textpage().get_text_bounded().strip() == ""
        assert [o.type for o in page.get_objects()] == [pdfium.raw.FPDF_PAGEOBJ_IMAGE]
    meta = document.get_metadata_dict()
    assert meta["Title"] == source(name).metadata.title
    assert meta["Author"]
    assert meta["CreationDate"].startswith("D:2025")


def test_only_the_russian_report_has_labels_and_they_are_its_printed_numbers() -> None:
    assert "/PageLabels" not in pikepdf.open(committed("en")).Root
    document = pdfium.PdfDocument(committed("ru"))
    assert [document.get_page_label(i) for i in range(10)] == ["i", "ii", "1", "2", "3", "4", "5", "6", "7", "8"]
    for index, text in enumerate(clean_texts("ru")):
        if index >= 2 and text:
            words = text.split()
            assert document.get_page_label(index) in (words[0], words[-1])


def test_a_document_builds_to_the_same_bytes_twice_and_the_command_writes_them(tmp_path: Path) -> None:
    built = scan_pdf(source("contract"))
    assert main(["build", str(tmp_path), "contract"]) == 0
    written = (tmp_path / "contract" / "contract.scan.pdf").read_bytes()
    assert hashlib.sha256(built).hexdigest() == hashlib.sha256(written).hexdigest()


def test_committed_scan_is_what_the_sources_build() -> None:
    """Compared as pictures with a tolerance: a codec of another version may round otherwise."""

    def grey(pdf: bytes | Path, index: int) -> np.ndarray:
        image = pdfium.PdfDocument(pdf)[index].render(scale=0.5).to_pil().convert("L")
        return np.asarray(image, dtype=np.float32)

    fresh = scan_pdf(source("contract"))
    for index in range(PAGES["contract"]):
        assert np.abs(grey(fresh, index) - grey(committed("contract"), index)).mean() < 1.5


def test_build_refuses_a_document_that_there_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(["build", str(tmp_path), "fr"])
    assert error.value.code == 2
    assert "en, ru, contract" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_what_the_truth_calls_printed_stands_on_the_true_pages_and_not_on_a_wrongly_cited_one(name: str) -> None:
    texts = clean_texts(name)
    for item in truth(name):
        assert item["label"] in LABELS
        assert item["doc"] == source(name).file_name
        for page in item["true_pages"]:
            assert stands(item["printed"], texts[page - 1]), (item["statement"], page)
        if item["label"] == "wrong_page":
            assert item["printed"]
            assert item["cited_position"] not in item["true_pages"]
            assert min(abs(item["cited_position"] - p) for p in item["true_pages"]) <= 2
            assert not stands(item["printed"], texts[item["cited_position"] - 1]), item["statement"]
        elif item["label"] == "correct":
            assert item["cited_position"] in item["true_pages"]
        elif item["label"] == "not_checked":
            assert texts[item["cited_position"] - 1] == ""
        elif item["label"] == "no_such_page":
            assert item["cited_position"] is None
            assert int(item["cited"]) > PAGES[name]
        elif item["label"] in ("unsupported", "open"):
            assert item["true_pages"] == []
            assert stands(item.get("instead", []), texts[item["cited_position"] - 1]), item["statement"]


@pytest.mark.parametrize("name", NAMES)
def test_truth_covers_the_answer_in_order_with_its_citations(name: str) -> None:
    answer = (EXAMPLES / name / "answer.md").read_text("utf-8")
    position = 0
    for item in truth(name):
        for part in item["statement"].split(": "):
            found = answer.find(part, position)
            assert found >= position, part
            position = found + len(part)
        rest = answer[position : position + 30].split("\n")[0]
        if item["cited"]:
            assert f". {item['cited']})" in rest, item["statement"]
        else:
            assert item["label"] == "uncited"
    assert position > len(answer) - 40


def test_every_verdict_by_truth_occurs_in_each_report() -> None:
    for name in ("en", "ru"):
        assert {"correct", "wrong_page", "unsupported", "no_such_page", "uncited", "not_checked"} <= {
            item["label"] for item in truth(name)
        }


def columns(table: list[dict[str, Any]], group: str, point: str) -> dict[str, list[Decimal]]:
    def number(text: str) -> Decimal:
        bare = text.strip("()").replace(group, "").replace(point, ".")
        return Decimal(0) if bare == "–" else Decimal(bare) * (-1 if text.startswith("(") else 1)

    return {row["label"]: [number(c) for c in row["cells"]] for row in table}


def test_printed_statements_tie_together() -> None:
    english: Any = source("en").data()
    income = columns(english["income"], ",", ".")
    sheet = columns(english["sheet"], ",", ".")
    flow = columns(english["flow"], ",", ".")
    costs = list(income)[1 : list(income).index("Operating profit")]
    for i in range(4):
        assert income["Operating profit"][i] == income["Revenue"][i] + sum(income[c][i] for c in costs)
        assert income["Profit for the period"][i] == (
            income["Operating profit"][i] + income["Finance costs"][i] + income["Income tax"][i]
        )
    assert sheet["Total assets"] == sheet["Total equity and liabilities"]
    assert flow["Cash at 30 September 2025"][0] == sheet["Cash and cash equivalents"][0] > 0
    written = columns([{"label": "x", "cells": [english["misprint"]["written"]]}], ",", ".")["x"][0]
    assert written == income["Finance costs"][0]

    russian: Any = source("ru").data()
    income = columns(russian["income"], "\u00a0", ",")
    balance = columns(russian["balance"], "\u00a0", ",")
    for i in range(4):
        assert income["Валовая прибыль"][i] == income["Выручка"][i] + income["Себестоимость продаж"][i]
    assert balance["Итого активы"] == balance["Итого капитал и обязательства"]
    assert balance["Денежные средства"][0] > 0


def test_damage_depends_on_the_seed_alone_and_keeps_the_shape() -> None:
    page = mosaic()
    before = page.copy()
    one, two, other = (degrade.scan(page, 150, seed) for seed in (4, 4, 5))
    assert one.shape == page.shape
    assert one.dtype == np.uint8
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)
    assert np.array_equal(page, before)
    assert np.ptp(one.astype(int), axis=2).max() == 0
    colour = degrade.scan(page, 150, 4, grey=False)
    assert np.ptp(colour.astype(int), axis=2).max() > 60


def test_a_profile_without_damage_leaves_the_page_nearly_as_it_was() -> None:
    still = ScanProfile(0, 0, 0, 0, 0, 0, 1, 0, 0, 1.0, "none")
    result = degrade.scan(mosaic(), 150, 1, still, grey=False)
    assert np.abs(result.astype(int) - mosaic().astype(int)).max() <= 13  # white becomes the colour of paper


def test_ink_wears_off_stamps_and_not_off_print() -> None:
    page = mosaic()
    worn = degrade.wear_ink(page, 150, np.random.default_rng(2), 0.8)
    ink = np.ptp(page.astype(int), axis=2) > 60
    assert worn[ink].mean() > page[ink].mean() + 10
    assert np.array_equal(worn[~ink], page[~ink])


def test_shadow_lies_at_its_edge_and_skew_turns_lines() -> None:
    white = np.full((200, 200, 3), 255, np.uint8)
    shaded = degrade.edge_shadow(white, 150, 60, 10, "right")
    assert shaded[:, -1].mean() < 200 < 250 < shaded[:, 0].mean()
    line = white.copy()
    line[100] = 0
    turned = degrade.skew(line, 1.0)
    left, right = (int(np.argmin(turned[:, x, 0])) for x in (5, 194))
    assert left - right == pytest.approx(189 * np.tan(np.radians(1.0)), abs=1.1)


def test_each_pen_has_its_own_hand() -> None:
    assert signature(3) == signature(3)
    assert signature(3) != signature(4)
    assert all(len(stroke) >= 3 for stroke in signature(9))


def test_blank_back_of_a_sheet_holds_no_ink_beyond_specks() -> None:
    for name, index in (("en", 7), ("ru", 7)):
        document = pikepdf.open(committed(name))
        image = Image.open(io.BytesIO(document.pages[index].Resources.XObject.Scan.read_raw_bytes()))
        assert (np.asarray(image.convert("L")) < 110).mean() < 0.001
