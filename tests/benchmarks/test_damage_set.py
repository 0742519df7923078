"""The damage set: it damages what it says, counts rightly, and a sample of it holds its floors."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

pytest.importorskip("typst")
pytest.importorskip("matplotlib")

from atomcite.benchmarks.damage import KINDS, Outcome, figures, make_page, run
from atomcite.benchmarks.damage.damages import Damage, handwriting
from atomcite.benchmarks.damage.faces import CONFUSING, HAND, PLAIN
from atomcite.benchmarks.damage.measure import phi
from atomcite.benchmarks.damage.pages import _ON_PAPER
from atomcite.benchmarks.tables.model import Claim as Labelled
from atomcite.domain import Action, Box, Channel, ChannelResult, ChannelVerdict, ClaimResult, ClaimVerdict

S, U, C, N = (
    ChannelVerdict.SUPPORTED,
    ChannelVerdict.UNSUPPORTED,
    ChannelVerdict.CONTRADICTED,
    ChannelVerdict.NOT_CHECKED,
)


@pytest.mark.parametrize("damage", [*_ON_PAPER.values(), handwriting(HAND["tune"])])
def test_damage_is_done_at_the_value_and_leaves_the_rest_of_the_page(damage: Damage) -> None:
    page = np.full((900, 900, 3), 255, np.uint8)
    page[450:462, 400:500] = 20
    spoilt = damage(page, [Box(395, 445, 505, 467)], 150.0, 0.7, np.random.default_rng(5))
    assert spoilt.shape == page.shape
    assert spoilt.dtype == np.uint8
    changed = np.abs(spoilt.astype(int) - page.astype(int)).max(axis=2) > 12
    assert changed[440:472, 390:510].any()
    rows, columns = np.nonzero(changed)
    near = (abs(rows - 456) < 330) & (abs(columns - 450) < 330)
    assert near.mean() > 0.9


def test_a_page_is_the_same_whenever_it_is_made() -> None:
    one, other = (make_page("seal", "tune", "ru", 3) for _ in range(2))
    assert (one.pixels == other.pixels).all()
    assert one.claims == other.claims


def test_tuning_and_reporting_share_no_face() -> None:
    for faces in (PLAIN, CONFUSING):
        files = [{face.file for face in faces[family]} for family in ("tune", "report")]
        assert not files[0] & files[1]


def test_a_false_layer_says_what_one_of_the_false_claims_says_and_a_true_one_what_is_printed() -> None:
    false, true = (make_page(kind, "tune", "en", 4) for kind in ("false layer", "true layer, reduced"))
    for page, holds in ((false, False), (true, True)):
        assert page.layer is not None
        said = {word.strip(".,") for word, _ in page.layer}
        numbered = [c for c in page.claims if " is No. " in c.statement and c.kind in ("exact", "digit")]
        assert numbered
        for claim in numbered:
            number = claim.statement.split()[-1].strip(".")
            assert (number in said) == (claim.true == holds)


def test_every_kind_makes_a_page_with_true_and_false_claims() -> None:
    kind = random.Random(1).choice(KINDS)
    page = make_page(kind, "report", "en", 1)
    assert {c.true for c in page.claims} == {True, False}
    assert len({c.statement for c in page.claims}) == len(page.claims)


def outcome(
    true: bool, text: ChannelVerdict, image: ChannelVerdict, verdict: ClaimVerdict, **more: object
) -> Outcome:
    def result(channel: Channel, said: ChannelVerdict) -> ChannelResult:
        return ChannelResult(channel=channel, verdict=said, engine="given", reason=())

    made = ClaimResult(
        id="c1", statement="s", origin="given", spans=(), citations=(), cited_pages=(), verdict=verdict, rule="given",
        text=result("text", text), image=result("image", image), **{"action": Action.KEEP, **more},
    )  # fmt: skip
    return Outcome("none", "tune", "en", 0, 0.0, Labelled("s", true, "exact"), made)


def test_outcomes_are_counted_by_what_is_true() -> None:
    f = figures(
        [
            outcome(True, S, S, ClaimVerdict.CORRECT),
            outcome(True, U, S, ClaimVerdict.CONFLICT, leaning="image", action=Action.FLAG),
            outcome(False, S, N, ClaimVerdict.CORRECT, single_channel=True),
            outcome(False, C, U, ClaimVerdict.UNSUPPORTED, action=Action.DELETE),
        ]
    )
    assert (f.claims, f.text, f.image, f.both) == (4, 0.5, 0.75, 0.75)
    assert (f.false_text, f.false_image, f.false_both) == (0.5, 0.0, 0.5)
    assert (f.unchecked_text, f.unchecked_image, f.undecided) == (0.0, 0.25, 0.25)
    assert (f.together, f.by_chance, f.silently_wrong) == (0.25, 0.125, 0.25)
    assert (f.gain, f.ceiling) == pytest.approx((0.0, 0.0))
    assert f.phi == pytest.approx(1 / math.sqrt(3))


def test_phi_is_one_for_the_same_and_none_for_the_unvarying() -> None:
    assert phi([True, False, True], [True, False, True]) == pytest.approx(1)
    assert phi([True, False, True, False], [True, True, False, False]) == pytest.approx(0)
    assert math.isnan(phi([True, True], [True, False]))


@pytest.mark.slow
def test_a_sample_holds_its_floors() -> None:
    pages = [
        make_page("none", "tune", "en", 0), make_page("rules", "tune", "en", 0),
        make_page("strike", "tune", "en", 0), make_page("inverse", "tune", "ru", 0),
    ]  # fmt: skip
    outcomes = list(run(pages))
    f = figures(outcomes)
    assert f.claims > 100
    assert f.false_both == 0
    assert f.both >= max(f.text, f.image)
    assert f.both >= 0.85
    assert f.text < 0.9  # damage that no channel feels measures nothing
    clean = figures(o for o in outcomes if o.kind == "none")
    assert min(clean.text, clean.image) >= 0.9
