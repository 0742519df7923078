"""Annotation: exports say nothing of what is known, forms are checked field by field, labels go where they belong."""

import base64
import csv
import io
import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from browser import CHROMIUM, browser
from plain_documents import typeset_pages
from sklearn.metrics import cohen_kappa_score
from typer.testing import CliRunner

from atomcite.benchmarks.dataset import (
    BenchAnswer,
    BenchClaim,
    BenchDocument,
    BenchSpan,
    Cited,
    Dataset,
    Fault,
    Label,
    Labels,
    Manifest,
    label_of,
    load,
    save,
)
from atomcite.benchmarks.dataset.validation import validate
from atomcite.benchmarks.natural import adjudicating, agreement, annotating
from atomcite.benchmarks.natural.study import load_study, new_study
from atomcite.cli.main import app
from atomcite.errors import DatasetError, OutputError, UsageError

PAGES = 12
TEXT = "Revenue grew </script><b>by 5%</b> (p. iii). The plant opened in May (p. 99)."
SECRETS = ("secret", "digit", "injected", "wrong_page_by_program", "classified", "2f7a")
"""Words that are in the data set - ids, errors, models, notes, labels - and must be in no export."""


def cite(*pages: int) -> tuple[Cited, ...]:
    return tuple(Cited(label=["i", "ii", "iii", "iv", "v"][p - 1] if p < 6 else str(p), page=p) for p in pages)


def claim(name: str, statement: str, cited: tuple[Cited, ...], **more: Any) -> BenchClaim:
    automatic = Label(verdict="unsupported", by="secret-program", note="classified remark", error="digit")
    return BenchClaim(
        id=name, document="secret-2f7a-badscan", statement=statement, cited=cited, labels=Labels(automatic=automatic)
    ).model_copy(update=more)


@pytest.fixture(scope="session")
def renders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("renders")


@pytest.fixture
def folder(tmp_path: Path, renders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ATOMCITE_CACHE", str(renders))  # the same document in every test is drawn once
    folder = tmp_path / "set"
    folder.mkdir()
    # Type of its own on each page: nobody need find out which way up it is.
    (folder / "secret.pdf").write_bytes(typeset_pages([f"Page {n} of a report." for n in range(PAGES)], "en"))
    document = BenchDocument(
        id="secret-2f7a-badscan",
        sha256=sha256((folder / "secret.pdf").read_bytes()).hexdigest(),
        page_count=PAGES,
        path="secret.pdf",
        title="A title that is secret",
        labels=("i", "ii", "iii", "iv", "v", *map(str, range(6, PAGES + 1))),
        template="secret-template",
    )
    answer = BenchAnswer(
        id="secret-answer", document=document.id, question="How was it?", text=TEXT, generator="secret-model"
    )
    fault = Fault(type="digit", origin="injected", of="secret-origin", detail="secret detail")
    claims = (
        claim(
            "secret.digit.1",
            "Revenue grew </script><b>by 5%</b>",
            cite(3),
            answer=answer.id,
            spans=(BenchSpan(start=0, end=30),),
            fault=fault,
            generator="secret-model",
        ),
        claim("secret.2", "The plant opened in May", (Cited(label="99", page=None),), answer=answer.id),
        claim("secret.3", "Net debt fell", cite(9, 10)),
        claim("secret.4", "=HYPERLINK(1)", cite(1)),
        claim("secret.5", "Nothing is cited", ()),
    )
    save(Dataset(Manifest(name="t", version="1", licence="x"), (document,), (answer,), claims), folder)
    return folder


def form(out: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((out / "form.csv").read_text("utf-8-sig"))))


def page_data(out: Path) -> dict[str, Any]:
    html = (out / "review.html").read_text("utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


Verdicts = dict[str, dict[str, Any]]
ALL_FINE: Verdicts = {
    "Revenue grew </script><b>by 5%</b>": {"verdict": "correct"},
    "The plant opened in May": {"verdict": "no_such_page", "pages": "4"},
    "Net debt fell": {"verdict": "correct", "pages": "9; 10+9"},
    "'=HYPERLINK(1)": {"verdict": "wrong_page", "pages": "2", "error": "page_near"},
}
Filled = Callable[..., Path]


@pytest.fixture
def filled(folder: Path, tmp_path: Path) -> Filled:
    """Exports a form for somebody and fills it in: statement -> fields."""

    def fill(name: str, verdicts: Verdicts = ALL_FINE, **all_rows: str) -> Path:
        out = tmp_path / f"for-{name}"
        annotating.export(folder, name, out)
        rows = [row | verdicts.get(row["statement"], {}) | all_rows for row in form(out)]
        path = tmp_path / f"{name}.csv"
        with path.open("w", encoding="utf-8", newline="") as stream:
            table = csv.DictWriter(stream, rows[0])
            table.writeheader()
            table.writerows(rows)
        return path

    return fill


def labels(folder: Path, by: str) -> dict[str, Label]:
    return {c.id: found for c in load(folder).claims if (found := label_of(c, by))}


def test_an_export_holds_nothing_that_is_known_of_the_claims(folder: Path, tmp_path: Path, filled: Filled) -> None:
    annotating.take_in(folder, filled("Zoltan", note="a remark of Zoltan's"))
    out = tmp_path / "out"
    annotating.export(folder, "ann", out, embed=False)
    written = {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    # The choices of the form name all errors and verdicts; the items must not.
    data = page_data(out)
    shown = json.dumps([data["items"], data["documents"], list(data["pictures"])])
    shown += (out / "form.csv").read_text("utf-8-sig") + " ".join(written)
    for secret in (*SECRETS, "Zoltan", "remark", "unsupported", "wrong_page", "badscan"):
        assert secret not in shown, secret
    everything = b"\n".join(written.values()).decode("latin-1")
    for secret in ("secret", "Zoltan", "2f7a", "classified", "badscan"):
        assert secret not in everything, secret


def test_the_two_get_the_same_claims_each_in_an_order_of_their_own(folder: Path, tmp_path: Path) -> None:
    sets = [annotating.export(folder, name, tmp_path / name) for name in ("a", "b", "c", "d")]
    assert len({s.id for s in sets}) == 1
    assert len({frozenset(i.item for i in s.items) for s in sets}) == 1
    assert len({tuple(i.item for i in s.items) for s in sets}) > 1
    again = annotating.export(folder, "a", tmp_path / "again")
    assert again == sets[0]
    assert len(sets[0].items) == 4  # what cites nothing is not annotated


def test_cited_pages_are_shown_with_their_neighbours(folder: Path, tmp_path: Path) -> None:
    blind = annotating.export(folder, "a", tmp_path / "a", window=1)
    shown = {item.statement: item.pages for item in blind.items}
    assert shown["Revenue grew </script><b>by 5%</b>"] == (2, 3, 4)
    assert shown["Net debt fell"] == (8, 9, 10, 11)
    assert shown["The plant opened in May"] == (11, 12)
    assert set(page_data(tmp_path / "a")["pictures"]) == {f"D1-{n}" for n in (1, 2, 3, 4, 8, 9, 10, 11, 12)}
    with pytest.raises(UsageError, match="settled already"):
        annotating.export(folder, "b", tmp_path / "b", window=3)


def test_only_chosen_claims_are_annotated(folder: Path, tmp_path: Path) -> None:
    chosen = tmp_path / "ids.txt"
    chosen.write_text("secret.3\n\nsecret.4\n")
    arguments = ["bench", "annotate", "export", str(folder), "--annotator", "a", "--out", str(tmp_path / "a")]
    done = CliRunner().invoke(app, [*arguments, "--claims", str(chosen)])
    assert done.exit_code == 0, done.output
    assert {row["statement"] for row in form(tmp_path / "a")} == {"Net debt fell", "'=HYPERLINK(1)"}
    (folder / "annotation.json").unlink()
    with pytest.raises(DatasetError, match=r"claims that the data set does not have, such as nobody\.1"):
        annotating.export(folder, "a", tmp_path / "b", claims=["nobody.1"])
    assert not (folder / "annotation.json").exists()


def test_short_documents_are_shown_whole(folder: Path, tmp_path: Path) -> None:
    blind = annotating.export(folder, "a", tmp_path / "a", whole=PAGES)
    assert {item.pages for item in blind.items} == {tuple(range(1, PAGES + 1))}


def test_documents_go_along_under_blind_names_on_request(folder: Path, tmp_path: Path) -> None:
    annotating.export(folder, "a", tmp_path / "a", documents=True)
    (copy,) = (tmp_path / "a" / "documents").iterdir()
    assert copy.name == "D1.pdf"
    assert copy.read_bytes() == (folder / "secret.pdf").read_bytes()
    assert page_data(tmp_path / "a")["files"] == {"D1": "documents/D1.pdf"}
    annotating.export(folder, "b", tmp_path / "b")
    assert not (tmp_path / "b" / "documents").exists()


def test_an_export_does_not_lie_with_the_labels(folder: Path) -> None:
    for out in (folder, folder / "for-ann", folder.parent):
        with pytest.raises(OutputError, match="lie within one another"):
            annotating.export(folder, "ann", out)


def test_labels_of_a_form_go_into_the_data_set(folder: Path, filled: Filled) -> None:
    assert annotating.take_in(folder, filled("ann", note="seen")) == ("ann", 4)
    found = labels(folder, "ann")
    assert found["secret.digit.1"] == Label(verdict="correct", true_pages=(3,), by="ann", note="seen")
    assert found["secret.2"].true_pages == (4,)
    assert (found["secret.3"].true_pages, found["secret.3"].joint_pages) == ((9,), ((9, 10),))
    assert (found["secret.4"].verdict, found["secret.4"].error) == ("wrong_page", "page_near")
    assert load(folder).claims[0].labels.automatic is not None


def test_a_json_lines_file_does_as_well_as_a_spreadsheets_csv(folder: Path, filled: Filled, tmp_path: Path) -> None:
    path = filled("ann")
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    as_json = tmp_path / "ann.jsonl"
    keep = ("set", "item", "annotator", "verdict")
    as_json.write_text("\n".join(json.dumps({k: r[k] for k in keep} | {"pages": r["pages"]}) for r in rows))
    annotating.take_in(folder, as_json)
    first = labels(folder, "ann")
    text = io.StringIO()
    table = csv.DictWriter(text, rows[0], delimiter=";")
    table.writeheader()
    table.writerows(rows)
    path.write_text("\ufeff" + text.getvalue(), "utf-8")
    annotating.take_in(folder, path, replacing=True)
    assert {k: v.verdict for k, v in labels(folder, "ann").items()} == {k: v.verdict for k, v in first.items()}


@pytest.mark.parametrize(
    ("statement", "fields", "said"),
    [
        ("Net debt fell", {"verdict": "true"}, r"verdict is 'true'; it is one of correct, wrong_page"),
        ("Net debt fell", {"verdict": "correct", "pages": "p. 9"}, r"'p. 9' is no page"),
        ("Net debt fell", {"verdict": "correct", "pages": "13"}, r"the document has the pages 1 to 12, not 13"),
        ("Net debt fell", {"verdict": "correct", "pages": "3"}, r"the pages are not those cited: 9, 10"),
        ("Net debt fell", {"verdict": "wrong_page", "pages": ""}, r"wrong_page needs the pages"),
        ("Net debt fell", {"verdict": "wrong_page", "pages": "9"}, r"a cited page is said to bear the statement out"),
        ("Net debt fell", {"verdict": "unsupported", "pages": "3"}, r"if there are, wrong_page"),
        ("Net debt fell", {"verdict": "no_such_page", "pages": ""}, r"every cited page exists"),
        ("The plant opened in May", {"verdict": "correct", "pages": ""}, r"no cited page exists"),
        ("Net debt fell", {"verdict": "correct", "error": "digit"}, r"neither an error nor a contradiction"),
        ("Net debt fell", {"verdict": "unsupported", "pages": "", "error": "typo"}, r"error is 'typo'; it is one of"),
        ("Net debt fell", {"contradicted": "perhaps"}, r"contradicted is 'perhaps'; it is yes, no or empty"),
        ("Net debt fell", {"set": "0" * 16}, r"made for the set 0000000000000000, and this is"),
        ("Net debt fell", {"item": "abc"}, r"there is no item abc"),
        ("Net debt fell", {"verdict": ""}, r"1 items have no verdict"),
        ("Net debt fell", {"annotator": "bob"}, r"one name is needed, not ann, bob"),
    ],
)
def test_what_is_wrong_in_a_form_is_said_by_row(
    folder: Path, filled: Filled, statement: str, fields: dict[str, str], said: str
) -> None:
    path = filled("ann", ALL_FINE | {statement: ALL_FINE[statement] | fields})
    before = (folder / "claims.jsonl").read_bytes()
    with pytest.raises(DatasetError, match=said):
        annotating.take_in(folder, path)
    assert (folder / "claims.jsonl").read_bytes() == before


def test_all_problems_are_told_at_once_with_their_places(folder: Path, filled: Filled) -> None:
    path = filled("ann", {k: v | {"verdict": "yes"} for k, v in ALL_FINE.items()})
    with pytest.raises(DatasetError) as caught:
        annotating.take_in(folder, path)
    assert re.findall(r"ann\.csv:(\d)", str(caught.value)) == ["2", "3", "4", "5"]


def test_a_row_without_a_field_is_one_with_an_empty_one(folder: Path, filled: Filled, tmp_path: Path) -> None:
    rows = list(csv.DictReader(filled("ann").open(encoding="utf-8")))
    whole = {k: rows[0][k] for k in ("set", "item", "annotator")} | {"verdict": "open"}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(whole) + "\n" + json.dumps({"item": rows[1]["item"], "annotator": "ann"}))
    with pytest.raises(DatasetError, match=r"rows\.jsonl:2: made for the set \(none\)"):
        annotating.take_in(folder, path)


def test_an_unfinished_form_is_taken_in_on_request(folder: Path, filled: Filled) -> None:
    path = filled("ann", ALL_FINE | {"Net debt fell": {"verdict": ""}})
    assert annotating.take_in(folder, path, partial=True) == ("ann", 3)
    assert "secret.3" not in labels(folder, "ann")


def test_the_same_annotator_is_not_taken_in_twice(folder: Path, filled: Filled) -> None:
    path = filled("ann")
    annotating.take_in(folder, path)
    with pytest.raises(UsageError, match="ann has labelled 4 claims"):
        annotating.take_in(folder, path)
    filled("ann", {k: {"verdict": "open"} for k in ALL_FINE})
    annotating.take_in(folder, path, replacing=True)
    assert {label.verdict for label in labels(folder, "ann").values()} == {"open"}
    assert all(len(c.labels.annotators) <= 1 for c in load(folder).claims)


@pytest.mark.parametrize("name", ["gold", "automatic", "", "a/b", "x  y", "<b>"])
def test_names_that_stand_for_something_else_are_refused(folder: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="can't be an annotator's name"):
        annotating.export(folder, name, tmp_path / "out")


SECOND: Verdicts = {
    "Revenue grew </script><b>by 5%</b>": {"verdict": "unsupported", "contradicted": "yes", "error": "digit"},
    "The plant opened in May": {"verdict": "no_such_page", "pages": "4"},
    "Net debt fell": {"verdict": "correct", "pages": "9+10"},
    "'=HYPERLINK(1)": {"verdict": "wrong_page", "pages": "2", "error": "page_near", "contradicted": "no"},
}


@pytest.fixture
def both(folder: Path, filled: Filled) -> Path:
    annotating.take_in(folder, filled("ann"))
    annotating.take_in(folder, filled("bob", SECOND, note="bob's view"))
    return folder


def test_agreement_is_that_of_scikit_learn(both: Path) -> None:
    study = load_study(both)
    assert study
    (found,) = agreement.comparisons(load(both), study)
    first, second = labels(both, "ann"), labels(both, "bob")
    verdicts = [[of[c].verdict for c in first] for of in (first, second)]
    assert found.verdicts.overall.kappa == pytest.approx(cohen_kappa_score(*verdicts))
    assert found.verdicts.overall.observed == 3 / 4
    assert found.whole.observed == 2 / 4
    assert found.confusion["correct", "unsupported"] == 1
    assert found.specific["correct"] == (2 / 3, 3)
    assert found.specific["unsupported"] == (0.0, 1)
    assert found.verdicts.by_type["digit"].observed == 0
    assert found.verdicts.by_type["automatic: unsupported"].observed == 1
    said = CliRunner().invoke(app, ["bench", "annotate", "agreement", str(both), "--json"])
    assert json.loads(said.output)[0]["verdict"]["kappa"] == pytest.approx(found.verdicts.overall.kappa)


def test_the_interval_of_kappa_draws_documents(both: Path) -> None:
    base = load(both)
    study = new_study([f"c{n}" for n in range(400)])

    def kappa_of(documents: int) -> tuple[float, float]:
        claims = [
            claim(f"c{n}", f"S{n}", cite(1)).model_copy(
                update={
                    "document": f"d{n * documents // 400}",
                    "labels": Labels(
                        annotators=(
                            Label(verdict="correct" if n % 2 else "open", by="a"),
                            # All disagreements are in one of four documents.
                            Label(verdict="correct" if n % 2 and n * documents // 400 % 4 != 1 else "open", by="b"),
                        )
                    ),
                }
            )
            for n in range(400)
        ]
        (found,) = agreement.comparisons(replace(base, claims=tuple(claims)), study)
        low, high = found.kappa
        if documents > 1:
            assert low <= found.verdicts.overall.kappa <= high
        return low, high

    few, many = kappa_of(8), kappa_of(400)
    assert few[1] - few[0] > 1.5 * (many[1] - many[0])
    assert kappa_of(8) == few
    low, _ = kappa_of(1)
    assert low != low


def test_only_what_differs_is_adjudicated_without_names(both: Path, tmp_path: Path) -> None:
    blind = adjudicating.export(both, "carol", tmp_path / "c")
    assert {i.statement for i in blind.items} == {"Revenue grew </script><b>by 5%</b>", "Net debt fell"}
    said = {i.statement: {o.pages for o in i.opinions} for i in blind.items}
    assert said["Net debt fell"] == {"9; 9+10", "9+10"}
    (row,) = [row for row in form(tmp_path / "c") if row["statement"] == "Net debt fell"]
    assert {row["A"], row["B"]} == {"correct; pages 9; 9+10", "correct; pages 9+10; bob's view"}
    shown = json.dumps(page_data(tmp_path / "c")["items"])
    assert "ann" not in shown.replace("annotat", "")
    assert "secret" not in shown


def test_which_label_is_a_changes_from_claim_to_claim(folder: Path, tmp_path: Path) -> None:
    base = load(folder)
    many = [
        claim(f"c{n}", f"Statement {n}", cite(n % 5 + 1)).model_copy(
            update={
                "labels": Labels(
                    annotators=(
                        Label(verdict="correct", true_pages=(n % 5 + 1,), by="a"),
                        Label(verdict="open", by="b"),
                    )
                )
            }
        )
        for n in range(20)
    ]
    save(Dataset(base.manifest, base.documents, base.answers, tuple(many)), folder)
    annotating.export(folder, "a", tmp_path / "a")
    blind = adjudicating.export(folder, "carol", tmp_path / "c")
    firsts = [item.opinions[0].verdict for item in blind.items]
    assert 0 < firsts.count("open") < 20


def settled(folder: Path, tmp_path: Path, verdicts: Verdicts) -> Path:
    out = tmp_path / "carol"
    adjudicating.export(folder, "carol", out)
    path = tmp_path / "carol.jsonl"
    path.write_text("\n".join(json.dumps(row | verdicts.get(row["statement"], {})) for row in form(out)))
    return path


def test_the_settled_labels_become_gold_and_name_the_errors(both: Path, tmp_path: Path) -> None:
    verdicts: Verdicts = {
        "Revenue grew </script><b>by 5%</b>": {"verdict": "unsupported", "error": "digit"},
        "Net debt fell": {"verdict": "wrong_page", "pages": "6"},
    }
    done = adjudicating.take_in(both, settled(both, tmp_path, verdicts))
    assert [f for f in validate(both) if f.field.startswith("labels.adjudicated")] == []
    assert done == adjudicating.Settled(adjudicated=2, agreed=2, waiting=0)
    claims = {c.id: c for c in load(both).claims}
    gold = {c.id: label_of(c) for c in claims.values() if c.cited}
    assert {k: v.verdict for k, v in gold.items() if v} == {
        "secret.digit.1": "unsupported",
        "secret.2": "no_such_page",
        "secret.3": "wrong_page",
        "secret.4": "wrong_page",
    }
    assert gold["secret.3"].by == "carol"  # type: ignore[union-attr]
    assert gold["secret.4"].by == "ann, bob (agreed)"  # type: ignore[union-attr]
    faults = {k: (c.fault.type, c.fault.origin) for k, c in claims.items() if c.fault}
    assert faults == {
        "secret.digit.1": ("digit", "injected"),  # what was put in stays
        "secret.2": ("page_out_of_range", "natural"),
        "secret.3": ("page_far", "natural"),
        "secret.4": ("page_near", "natural"),
    }
    with pytest.raises(UsageError, match="adjudicated already"):
        adjudicating.take_in(both, tmp_path / "carol.jsonl")


def test_a_settlement_belongs_to_what_was_said_then(both: Path, tmp_path: Path, filled: Filled) -> None:
    path = settled(both, tmp_path, {s: {"verdict": "open"} for s in ALL_FINE})
    annotating.take_in(both, filled("bob", SECOND | {"Net debt fell": {"verdict": "open"}}), replacing=True)
    with pytest.raises(DatasetError, match="made for the set"):
        adjudicating.take_in(both, path)


def test_one_annotator_alone_leaves_nothing_to_settle(folder: Path, filled: Filled, tmp_path: Path) -> None:
    annotating.take_in(folder, filled("ann"))
    with pytest.raises(UsageError, match="labels of ann only"):
        adjudicating.export(folder, "carol", tmp_path / "c")
    with pytest.raises(UsageError, match="eve has labelled nothing here"):
        adjudicating.export(folder, "carol", tmp_path / "c", annotators=["ann", "eve"])


def test_the_commands_go_from_export_to_gold(folder: Path, tmp_path: Path, filled: Filled) -> None:
    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["bench", *arguments])
        assert done.exit_code == 0, done.output
        return done.output

    said = run(
        "annotate", "export", str(folder), "--annotator", "ann", "--out", str(tmp_path / "x"), "--language", "ru"
    )
    assert "4 claims for ann" in said
    assert "Есть ли это на странице?" in (tmp_path / "x" / "review.html").read_text("utf-8")
    run("annotate", "import", str(folder), str(filled("ann")))
    run("annotate", "import", str(folder), str(filled("bob", SECOND)))
    assert "kappa" in run("annotate", "agreement", str(folder))
    run("adjudicate", "export", str(folder), "--adjudicator", "carol", "--out", str(tmp_path / "y"))
    path = settled(folder, tmp_path, {s: {"verdict": "open"} for s in ALL_FINE})
    assert "2 claims settled, 2 agreed on" in run("adjudicate", "import", str(folder), str(path))


def test_pictures_beside_the_page_are_those_in_it(folder: Path, tmp_path: Path) -> None:
    annotating.export(folder, "a", tmp_path / "in")
    annotating.export(folder, "a", tmp_path / "by", embed=False)
    inside, beside = page_data(tmp_path / "in")["pictures"], page_data(tmp_path / "by")["pictures"]
    for name, uri in inside.items():
        assert base64.b64decode(uri.split(",")[1]) == (tmp_path / "by" / beside[name]).read_bytes()


needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")


@needs_browser
def test_the_page_is_worked_by_keys_keeps_its_state_and_saves_what_import_takes(folder: Path, tmp_path: Path) -> None:
    out, downloads = tmp_path / "out", tmp_path / "downloads"
    annotating.export(folder, "Анна К.", out)
    wanted = {
        "Revenue grew </script><b>by 5%</b>": ("3", "c"),
        "The plant opened in May": ("4",),
        "Net debt fell": ("1",),
        "=HYPERLINK(1)": ("2", "]", "b"),
    }
    with browser((out / "review.html").as_uri(), downloads, tmp_path / "profile") as tab:
        for number in range(4):
            tab.press(*wanted[tab.text("#statement")])
            assert tab.text("#count") == f"{number + 1} / 4"
            assert tab.text("#problem") == ""
            assert tab.js("document.querySelector('#sheet img').naturalWidth") > 100
            if number == 1:
                tab.click("#note")
                tab.type("видно j b 3")
                tab.press("j", "3", "b", "Escape")
                tab.load((out / "review.html").as_uri())
                assert tab.text("#count") == "2 / 4"
            tab.press("n")
        tab.press("s")
        saved = downloads / "labels-Анна_К..jsonl"
        tab.wait("true")
        for _ in range(100):
            if saved.exists():
                break
            tab.js("new Promise((done) => setTimeout(done, 50))")
        assert not tab.errors
    assert annotating.take_in(folder, saved) == ("Анна К.", 4)
    found = labels(folder, "Анна К.")
    assert (found["secret.digit.1"].verdict, found["secret.digit.1"].contradicted) == ("unsupported", True)
    assert found["secret.3"].joint_pages == ((9, 10),)
    assert (found["secret.4"].verdict, found["secret.4"].true_pages) == ("wrong_page", (2,))
    assert [label.note for label in found.values()].count("видно j b 3j3b") == 1


@needs_browser
def test_the_page_does_not_save_what_does_not_hold_together(folder: Path, tmp_path: Path) -> None:
    out, downloads = tmp_path / "out", tmp_path / "downloads"
    annotating.export(folder, "ann", out, language="ru")
    with browser((out / "review.html").as_uri(), downloads, tmp_path / "profile") as tab:
        while tab.text("#statement") != "Net debt fell":
            tab.press("j")
        tab.press("2")
        assert "Назовите страницу" in tab.text("#problem")
        # The same keys with a Russian layout: the letters differ, their places do not.
        tab.press("и", code="KeyB")
        assert "тогда оно верно" in tab.text("#problem")
        tab.press("о", code="KeyJ")
        tab.press("s")
        assert tab.text("#statement") == "Net debt fell"
        assert not list(downloads.glob("*")) if downloads.exists() else True


@needs_browser
def test_in_an_adjudication_a_label_is_taken_with_a_click(both: Path, tmp_path: Path) -> None:
    out, downloads = tmp_path / "out", tmp_path / "downloads"
    adjudicating.export(both, "carol", out)
    with browser((out / "review.html").as_uri(), downloads, tmp_path / "profile") as tab:
        while tab.text("#statement") != "Net debt fell":
            tab.press("j")
        first = tab.text(".opinion p")
        tab.click(".opinion button")
        assert tab.js("document.querySelector('#pages').value") in first
        assert tab.js("document.querySelector('input[name=verdict]:checked').value") == "correct"
        assert "ann" not in tab.text("#opinions") + tab.text("#form")
        assert not tab.errors


def test_a_document_that_is_gone_stops_the_export(folder: Path, tmp_path: Path) -> None:
    shutil.move(folder / "secret.pdf", tmp_path / "away.pdf")
    with pytest.raises(DatasetError, match="is missing"):
        annotating.export(folder, "ann", tmp_path / "out")
