import base64
import io
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from report_samples import ANSWER, page_image, sample_report, with_every_verdict
from report_strategies import boxes, claims, reports

from atomcite.domain import Box, ClaimVerdict, Evidence, PageIdentity, PageImage, Report
from atomcite.errors import DocumentDamaged
from atomcite.reports.html import pages_shown, to_html
from atomcite.reports.labels import Labels
from atomcite.reports.marked_answer import pieces
from atomcite.reports.pictures import picture, windows

VOID = {"meta", "input", "br", "hr", "img", "link"}


class Page(HTMLParser):
    """Elements of a page with their attributes; fails on tags that do not close in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.inside: list[str] = []
        self.feed(text)
        self.close()
        assert self.inside == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.inside.append(tag)

    def handle_endtag(self, tag):
        assert self.inside.pop() == tag

    def handle_data(self, data):
        if "style" not in self.inside:
            self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [a for t, a in self.elements if t == tag]


def small(page: int) -> PageImage:
    return page_image(page, dpi=36)


def nothing(page: int) -> None:
    return None


def replaced(report: Report, **update: object) -> Report:
    """`report` with its first claim alone, changed."""
    return report.model_copy(update={"claims": (report.claims[0].model_copy(update=update),)})


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_verdict_combination_renders_in_both_languages(language):
    report = with_every_verdict(sample_report())
    page = Page(to_html(report, small, language))
    labels = Labels(language)
    assert len(page.all("article")) == len(report.claims)
    for verdict in ClaimVerdict:
        assert labels.verdict(verdict) in page.text
    assert page.all("html")[0]["lang"] == language


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports, st.sampled_from(["en", "ru"]))
def test_any_report_is_well_formed_and_loads_nothing(report: Report, language):
    page = Page(to_html(report, small, language))
    assert len(page.all("article")) == len(report.claims)
    assert not {"script", "link", "iframe", "object", "embed", "img", "base", "form"} & {t for t, _ in page.elements}
    ids = [a["id"] for _, a in page.elements if a.get("id")]
    assert len(ids) == len(set(ids))
    for tag, attributes in page.elements:
        assert not any(name.startswith("on") for name in attributes)
        target = attributes.get("href") or attributes.get("src")
        if tag == "image":
            assert target is not None
            assert target.startswith("data:image/webp;base64,")
        elif target is not None:
            assert target.startswith("#")
            assert target[1:] in ids


def test_nothing_remote_is_named():
    text = to_html(sample_report(), small)
    assert not re.search(r"(?i)https?://|@import|url\(", text)
    assert "default-src 'none'" in text


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "</style></title><script>alert(1)</script>",
        "{{ 7 * 7 }}{% raw %}",
        "javascript:alert(1)",
    ],
)
def test_text_from_outside_is_shown_as_text(evil):
    report = sample_report()
    first = report.claims[0]
    assert first.text is not None
    seen = Evidence(page=7, quote=evil, engine=evil, box=Box(10, 10, 90, 30))
    text = first.text.model_copy(update={"evidence": (seen,), "engine": evil})
    document = report.document.model_copy(update={"name": evil, "title": evil, "author": evil})
    report = replaced(report, statement=evil, id=evil, rule=evil, text=text).model_copy(
        update={"document": document, "answer": evil + ANSWER, "version": evil, "settings": {evil: evil}}
    )
    page = Page(to_html(report, small))
    assert not page.all("script")
    assert not page.all("img")
    assert page.text.count(evil) >= 7
    assert "49" not in [w.strip() for w in page.words]


def test_findings_that_need_a_person_come_first():
    report = sample_report()
    page = Page(to_html(report, nothing))
    order = [str(a["class"]).split("v-")[1] for a in page.all("article")]
    assert order == [
        "conflict",
        "wrong_page",
        "no_such_page",
        "unsupported",
        "unsupported",
        "not_checked",
        "uncited",
        "correct",
    ]


def test_a_page_is_embedded_once_however_many_claims_cite_it():
    report = sample_report()
    many = tuple(report.claims[0].model_copy(update={"id": f"c{i}"}) for i in range(60))
    asked: list[int] = []

    def images(page: int) -> PageImage:
        asked.append(page)
        return page_image(page)

    one = to_html(report.model_copy(update={"claims": many[:1]}), images)
    text = to_html(report.model_copy(update={"claims": many}), images)
    assert asked == [7, 7]
    assert text.count("data:image") == one.count("data:image") == 2
    assert len(text) < 60 * len(one)


def test_pictures_are_bounded_for_pages_of_any_size():
    report = sample_report()
    image = page_image(7, dpi=400)
    page = Page(to_html(report, lambda _: image))
    for attributes in page.all("image"):
        uri = str(attributes["href"])
        opened = Image.open(io.BytesIO(base64.b64decode(uri.split(",")[1])))
        assert opened.width * opened.height <= 3_000_000
        assert len(uri) < 400_000


def test_evidence_boxes_are_drawn_where_the_evidence_is():
    report = sample_report()
    page = Page(to_html(report.model_copy(update={"claims": report.claims[:1]}), page_image))
    rects = page.all("rect")
    # In the crop, and on the whole page.
    assert [r["class"] for r in rects] == ["boxed text", "boxed image about"] * 2
    text = report.claims[0].text
    assert text is not None
    box = text.evidence[0].box
    assert box is not None
    assert float(str(rects[0]["x"])) == pytest.approx(box.x0, abs=2)
    assert float(str(rects[0]["y"])) == pytest.approx(box.y0, abs=2)
    assert float(str(rects[0]["width"])) == pytest.approx(box.width, abs=4)


def test_a_claim_without_evidence_shows_its_whole_page():
    report = sample_report()
    claim = report.claims[7]
    page = Page(to_html(report.model_copy(update={"claims": (claim,)}), small))
    assert [a["href"] for a in page.all("use")] == ["#whole-8", "#whole-8"]


def test_pages_without_a_picture_are_named():
    def damaged(page: int) -> PageImage:
        raise DocumentDamaged(f"page {page} is cut off")

    assert "is not at hand" in Page(to_html(sample_report(), nothing)).text
    assert "page 7 is cut off" in Page(to_html(sample_report(), damaged)).text


def test_every_picture_has_words_for_those_who_do_not_see_it():
    page = Page(to_html(sample_report(), small))
    for attributes in page.all("svg"):
        assert attributes.get("aria-hidden") == "true" or attributes.get("aria-label")
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_boxes_that_are_no_numbers_cost_only_their_frame():
    report = sample_report()
    first = report.claims[0]
    assert first.text is not None
    nan = float("nan")
    bad = Evidence(page=7, quote="odd", engine="model", box=Box(nan, 0, 5, float("inf")))
    text = to_html(replaced(report, text=first.text.model_copy(update={"evidence": (bad,), "checks": ()})), small)
    shown = Page(text)
    assert [a["class"] for a in shown.all("rect")] == ["boxed image about"] * 2
    assert "odd" in shown.text


def test_all_pages_that_a_claim_speaks_of_are_shown():
    report = sample_report()
    assert pages_shown(report) == [6, 7, 8, 11]


@settings(max_examples=40, deadline=None)
@given(st.lists(boxes(), min_size=1, max_size=6), st.data())
def test_windows_hold_the_boxes_they_were_made_for(found, data):
    page = picture(page_image(3, dpi=18), found)
    some = data.draw(st.lists(st.sampled_from(found), min_size=1))
    looks = windows(page, some)
    for box in some:
        y = min(max(box.y0, 0), page.height), min(max(box.y1, 0), page.height)
        assert any(w.view.y0 <= y[0] + 0.01 and y[1] <= w.view.y1 + 0.01 for w in looks)
    for w in looks:
        assert w.place.y0 - 0.01 <= w.view.y0 < w.view.y1 <= w.place.y1 + 0.01
        assert 0 <= w.view.x0 < w.view.x1 <= page.width + 0.01
    strips = sorted((s.y0, s.y1) for s in page.strips)
    assert all(a[1] < b[0] for a, b in pairwise(strips))


@given(st.text(max_size=80), st.lists(claims, max_size=4))
def test_pieces_of_the_answer_make_the_answer_again(answer, found):
    cut = pieces(answer, found)
    assert "".join(p.text for p in cut) == answer
    for piece in cut:
        assert set(piece.ends) <= set(piece.claims)


def test_pieces_lead_to_their_claims():
    report = sample_report()
    cut = pieces(ANSWER, report.claims)
    for number, claim in enumerate(report.claims):
        said = "".join(p.text for p in cut if number in p.claims and not p.citation)
        assert said == claim.spans[0].of(ANSWER)
        assert sum(number in p.ends for p in cut) == 1
    assert [p.text for p in cut if p.citation][:2] == ["(p. 5)", "(p. 5)"]


def test_a_page_known_by_other_numbers_is_shown_with_them():
    text = Page(to_html(sample_report(), nothing)).text
    assert "p. 7 (printed 5)" in text
    assert Labels("en").page(PageIdentity(physical=7, label="iv", folio="5")) == "p. 7 (label iv, printed 5)"
    assert Labels("en").page(PageIdentity(physical=7, label="7", folio="7")) == "p. 7"


@given(given=st.lists(st.tuples(st.floats(0, 790), st.floats(1, 400)), min_size=2, max_size=8), data=st.data())
@settings(max_examples=150, deadline=None)
def test_any_of_the_places_that_strips_were_cut_for_can_be_shown(given, data):
    """Low boxes have wider margins than tall ones: their bands overlap in any order."""
    places = [Box(10, y, 60, min(792, y + height)) for y, height in given]
    page = picture(page_image(1), places)
    some = data.draw(st.lists(st.sampled_from(places), min_size=1, unique=True))
    assert windows(page, some)


@pytest.mark.parametrize(
    "name", ['"} body { display: none } </style><script>x()</script>', "a\\", "Отчёт «Гавань»\n2024", "x" * 500]
)
def test_the_head_of_printed_pages_is_a_css_string_whatever_the_document_is_called(name: str) -> None:
    report = sample_report()
    report = report.model_copy(update={"document": report.document.model_copy(update={"title": name})})
    page = to_html(report, lambda number: None)
    (said,) = re.findall(r'@top-left \{ content: "([^\n]*)"; font', page)
    assert not set('"<>{}') & set(said)
    assert not said.endswith("\\")
    read = re.sub(r"\\([0-9a-f]+) ", lambda m: chr(int(m[1], 16)), said)
    assert read.startswith(
        f"Citation check: {' '.join(name.split())[:20]}"[:90] if len(name) < 90 else "Citation check: "
    )
