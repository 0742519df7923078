"""Pages with several lines to sign on, side by side or stacked, some of them signed, and statements on who signed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from atomcite.benchmarks.marks import hands_a, hands_c
from atomcite.benchmarks.marks.ink import PEN_COLOURS, Blot, Rng, lay
from atomcite.benchmarks.marks.layouts_a import FACES
from atomcite.benchmarks.marks.pages import Layout, Slot, person, prose, render
from atomcite.benchmarks.marks.sheets import degraded
from atomcite.domain import ChannelVerdict, NoCache, NoMeter, PageImage, Pixels
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier

_EN = ("Buyer", "Seller", "Lender", "Borrower", "Director", "Chief accountant", "Tenant", "Supplier")
_RU = {
    "Покупатель": "покупателем", "Продавец": "продавцом", "Кредитор": "кредитором", "Заёмщик": "заёмщиком",
    "Директор": "директором", "Главный бухгалтер": "главным бухгалтером", "Арендатор": "арендатором",
}  # fmt: skip
_STYLES = ("under", "between", "heading", "block")


@dataclass(frozen=True)
class Signing:
    """A page with signature lines: the office and the name of each, and whether it is signed. `pixels` H x W x 3."""

    name: str
    pixels: Pixels
    dpi: int
    russian: bool
    lines: tuple[tuple[str, str, bool], ...]


def signing(seed: int, dpi: int = 150) -> Signing:
    """One page with two or three lines; `seed` alone decides on all that is random."""
    rng = np.random.default_rng([seed, 58])
    russian = bool(rng.random() < 0.5)
    count, stacked = int(rng.integers(2, 4)), bool(rng.random() < 0.5)
    style = str(rng.choice(_STYLES[:3] if not stacked else _STYLES))
    offices = [str(o) for o in rng.permutation(np.array(list(_RU) if russian else _EN))[:count]]
    names: list[str] = []
    while len(names) < count:
        name = person(rng, russian)
        if all(name.split()[-1] != other.split()[-1] for other in names):
            names.append(name)
    wide = int(rng.integers(42, 56)) if count == 2 or stacked else 38
    cells = [_cell(style, o, n, wide, russian, stacked) for o, n in zip(offices, names, strict=True)]
    columns = 1 if stacked else count
    gap = int(rng.integers(7, 16))
    body = f"#grid(columns: ({'1fr, ' * columns}), column-gutter: 6mm, row-gutter: {gap}mm, {', '.join(cells)})"
    head = (
        "#set page(width: 210mm, height: 297mm, margin: 20mm)\n"
        f'#set text(font: ("{rng.choice(FACES)}", "Noto Sans"), '
        f"size: {rng.uniform(9, 11.5):.1f}pt)\n"
    )
    text = (
        f"{prose(rng, russian, 6)}\n\n{prose(rng, russian, 3)}\n#v(10mm)\n{body}\n#v(20mm)\n{prose(rng, russian, 2)}"
    )
    drawn = render(Layout("signing", head + text, russian), dpi)
    page = drawn.pixels.astype(np.float32)
    pen = PEN_COLOURS["a"][int(rng.integers(len(PEN_COLOURS["a"])))]
    signed = [bool(rng.random() < 0.6) for _ in offices]
    hand: Callable[[Rng, float, bool], Blot] = hands_a.signature if rng.random() < 0.5 else hands_c.signature
    for slot, done in zip([s for s in drawn.slots if s.kind == "line"], signed, strict=True):
        if done:
            _sign(page, slot, hand(rng, dpi / 25.4, russian), pen, dpi, rng)
    quality = str(rng.choice(["clean", "scan", "grey", "jpeg"]))
    pixels = degraded(np.clip(page, 0, 255).astype(np.uint8), dpi, quality, rng)
    name = f"{seed}-{'ru' if russian else 'en'}-{count}-{'stacked' if stacked else 'abreast'}-{style}-{quality}"
    return Signing(name, pixels, dpi, russian, tuple(zip(offices, names, signed, strict=True)))


def _cell(style: str, office: str, name: str, wide: int, russian: bool, stacked: bool) -> str:
    line = (
        f"#box(width: {wide}mm, height: 0.6em)[#place(bottom + left, dy: 2pt)"
        f'[#slot("line", "{office}", {wide}mm, 0pt)'
        f"#line(length: 100%, stroke: 0.6pt)]]"
    )
    whose = f"{office}:" if russian else f"For the {office}:"
    if style == "under":
        return f"[#v(9mm){line} \\ {office} \\ {name}]"
    if style == "between":
        return f"[#v(6mm){office} {line} {name}]" if stacked else f"[{office} #v(9mm){line} \\ / {name} /]"
    if style == "heading":
        return f"[{whose} \\ {name} #v(9mm){line}]"
    by = "Подписал" if russian else "Signed for and on behalf of the"
    return f"[#grid(columns: (75mm, auto), align: bottom, [{by} \\ {office} \\ {name}], [#v(12mm){line}])]"


def _sign(page: object, slot: Slot, made: Blot, pen: tuple[int, int, int], dpi: int, rng: Rng) -> None:
    """A signature on a line, no wider than it."""

    assert isinstance(page, np.ndarray)
    wide = slot.box.width * dpi / 72
    limit = min(1.0, wide / made.mask.shape[1])
    mask = np.asarray(cv2.resize(made.mask, None, fx=limit, fy=limit, interpolation=cv2.INTER_AREA), np.float32)
    left = slot.box.x0 * dpi / 72 + float(rng.uniform(0, max(1.0, wide - mask.shape[1])))
    foot = slot.box.y0 * dpi / 72 + float(rng.uniform(-1.5, 0.8)) * dpi / 25.4
    lay(page, Blot(mask, int(left), int(foot + made.y * limit)), pen, 0.9)


def statements(page: Signing) -> Iterator[tuple[str, str, bool]]:
    """(kind, statement, truth): "all" and "both" of the whole page, "office", "name", "not" of each line."""
    done = [signed for _, _, signed in page.lines]
    if len(done) == 2:
        yield (
            "all",
            "Документ подписан обеими сторонами." if page.russian else "It is signed by both parties.",
            all(done),
        )
    everybody = "Документ подписан всеми сторонами." if page.russian else "It is signed by all parties."
    yield "all", everybody, all(done)
    for office, name, signed in page.lines:
        if page.russian:
            yield "office", f"Документ подписан {_RU[office]}.", signed
            yield "name", f"Документ подписал {name}.", signed
            yield "not", f"Документ не подписан {_RU[office]}.", not signed
        else:
            yield "office", f"The document is signed by the {office.lower()}.", signed
            yield "name", f"The document was signed by {name}.", signed
            yield "not", f"The document is not signed by the {office.lower()}.", not signed


class SaidOfLines:
    """Counts by kind and truth: right, wrong and not checked; and what was wrong."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, bool, str]] = Counter()
        self.wrong: list[str] = []
        self._verifier = ReaderVerifier(RulesJudge(), cache=NoCache(), meter=NoMeter())

    def add(self, page: Signing) -> None:
        asked = list(statements(page))
        image = PageImage(1, page.pixels, float(page.dpi))
        results = self._verifier.verify([image], [s for _, s, _ in asked])
        for (kind, statement, truth), result in zip(asked, results, strict=True):
            if result.verdict is ChannelVerdict.NOT_CHECKED:
                outcome = "not checked"
            else:
                outcome = "right" if (result.verdict is ChannelVerdict.SUPPORTED) == truth else "wrong"
            if outcome == "wrong":
                self.wrong.append(f"{page.name}: {result.verdict.value}: {statement}")
            self.counts[kind, truth, outcome] += 1

    def table(self) -> str:
        rows = []
        for kind in ("all", "office", "name", "not"):
            for truth in (True, False):
                parts = ", ".join(f"{o} {self.counts[kind, truth, o]}" for o in ("right", "wrong", "not checked"))
                rows.append(f"  {kind:10} {'true ' if truth else 'false'} claims: {parts}")
        return "\n".join([*rows, *(f"    wrong: {w}" for w in self.wrong)])
