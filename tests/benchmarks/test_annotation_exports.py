"""What annotators are given says nothing of what is known of the claims."""

import base64
import json
import shutil
from pathlib import Path

import pytest
from annotation_forms import PAGES, SECRETS, Filled, form, page_data
from typer.testing import CliRunner

from atomcite.benchmarks.natural import annotating
from atomcite.cli.main import app
from atomcite.errors import DatasetError, OutputError, UsageError


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


@pytest.mark.parametrize("name", ["gold", "automatic", "", "a/b", "x  y", "<b>"])
def test_names_that_stand_for_something_else_are_refused(folder: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="can't be an annotator's name"):
        annotating.export(folder, name, tmp_path / "out")


def test_pictures_beside_the_page_are_those_in_it(folder: Path, tmp_path: Path) -> None:
    annotating.export(folder, "a", tmp_path / "in")
    annotating.export(folder, "a", tmp_path / "by", embed=False)
    inside, beside = page_data(tmp_path / "in")["pictures"], page_data(tmp_path / "by")["pictures"]
    for name, uri in inside.items():
        assert base64.b64decode(uri.split(",")[1]) == (tmp_path / "by" / beside[name]).read_bytes()


def test_a_document_that_is_gone_stops_the_export(folder: Path, tmp_path: Path) -> None:
    shutil.move(folder / "secret.pdf", tmp_path / "away.pdf")
    with pytest.raises(DatasetError, match="is missing"):
        annotating.export(folder, "ann", tmp_path / "out")
