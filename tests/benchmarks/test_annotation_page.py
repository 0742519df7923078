"""The review page in a browser: worked by keys, keeps its state, saves what import takes."""

from pathlib import Path

from annotation_forms import labels, needs_browser
from browser import browser

from atomcite.benchmarks.natural import adjudicating, annotating


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
