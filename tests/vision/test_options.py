"""Options of a form in the picture: the reader sees which box is ticked, where words alone would say them all."""

from __future__ import annotations

import numpy as np
import pytest
import vision_pages as pages

from atomcite.domain import ChannelVerdict, NoCache, NoMeter, PageImage
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier

BOX = "#box(width: 3.6mm, height: 3.6mm, stroke: 0.5pt, baseline: 15%)"
TICKED = (
    "#box(width: 3.6mm, height: 3.6mm, stroke: 0.5pt, baseline: 15%)[#place(dx: 0.5mm, dy: 1.7mm, "
    "curve(stroke: 0.9pt, curve.move((0mm, 0mm)), curve.line((1mm, 1.4mm)), curve.line((3mm, -2mm))))]"
)
FORM = (
    f"*Delivery note*\n\nPayment: #h(3mm) {BOX} in cash #h(8mm) {TICKED} by bank transfer\n\n"
    f"Goods received: #h(3mm) {TICKED} in full #h(8mm) {BOX} in part\n\nThe driver keeps a copy of this note."
)


def pale(image: PageImage) -> PageImage:
    """Print in grey on grey paper, as a worn copier gives it."""
    dark = image.pixels.astype(np.float32)
    return PageImage(image.page, np.clip(120 + dark * 0.4, 0, 255).astype(np.uint8), image.dpi)


@pytest.mark.parametrize("worn", [False, True])
def test_an_option_counts_only_when_its_box_is_ticked(worn: bool) -> None:
    form = pages.page(FORM, dpi=200, width="160mm")
    image = pages.scanned(pale(form) if worn else form, noise=4.0)
    reader = ReaderVerifier(RulesJudge(), cache=NoCache(), meter=NoMeter(), threads=1)
    by_transfer, in_cash, whole, in_part, copy = reader.verify(
        [image],
        [
            "Payment is by bank transfer",
            "Payment is in cash",
            "The goods were received in full",
            "The goods were received in part",
            "The driver keeps a copy of this note",
        ],
    )
    for said in (by_transfer, whole, copy):
        assert said.verdict is ChannelVerdict.SUPPORTED
    for offered in (in_cash, in_part):
        assert offered.verdict in {ChannelVerdict.UNSUPPORTED, ChannelVerdict.CONTRADICTED}
        assert "not ticked" in " ".join(m.render("en") for m in offered.reason)
