"""Typst markup -> a page of pixels and the places on it where marks belong."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from json import loads
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
from PIL import Image, ImageFont

from atomcite.domain import Box, Pixels
from atomcite.errors import EngineMissing

_HEAD = """
#let slot(kind, label, w, h) = context [#metadata((kind: kind, label: label, x: here().position().x.pt(),
  y: here().position().y.pt(), w: w.pt(), h: h.pt())) <slot>]
"""


@dataclass(frozen=True)
class Slot:
    """A place for a mark. `kind` is "line" (a ruled line to sign on), "open" (room to sign without a line), "tick",
    "radio", "field" (a line to fill in by hand) or "room" (where a stamp may go). `box` is in page points: of a line
    the line itself, else the whole place. `label` are the words that say what it is."""

    kind: str
    label: str
    box: Box


@dataclass(frozen=True)
class Layout:
    """Markup of a page with `#slot(kind, label, width, height)` at the upper left corner of each place."""

    name: str
    markup: str
    russian: bool


@dataclass(frozen=True)
class Drawn:
    """A page of pixels at some dpi, its slots, and its printed words with their boxes in points."""

    pixels: Pixels
    slots: tuple[Slot, ...]
    words: tuple[tuple[str, Box], ...]


def render(layout: Layout, dpi: float) -> Drawn:
    """The first page of a layout at `dpi`. Raises EngineMissing without typst or a font."""
    typst = import_module("typst")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.typ"
        path.write_text(_HEAD + layout.markup, "utf-8")
        compiler = typst.Compiler(str(path), font_paths=[str(f) for f in font_files()], ignore_system_fonts=True)
        out = compiler.compile(format="png", ppi=float(dpi))
        first = out[0] if isinstance(out, list) else out
        pdf = compiler.compile(format="pdf")
        found = loads(compiler.query("<slot>", field="value"))
    pixels = np.asarray(Image.open(io.BytesIO(first)).convert("RGB")).copy()
    height = pixels.shape[0] * 72 / dpi
    slots = [
        Slot(s["kind"], s["label"], Box(s["x"], s["y"], s["x"] + s["w"], s["y"] + s["h"]))
        for s in found
        if s["y"] < height
    ]
    return Drawn(pixels, tuple(slots), tuple(_words(pdf)))


def _words(pdf: bytes) -> Iterator[tuple[str, Box]]:
    """Words of the first page of a PDF; those of one run of text share its box by their lengths."""
    document = pdfium.PdfDocument(pdf)
    try:
        page = document[0]
        height = page.get_height()
        text = page.get_textpage()
        for i in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(i)
            run = text.get_text_bounded(left - 0.5, bottom - 0.5, right + 0.5, top + 0.5).split()
            total = sum(len(w) for w in run) + len(run) - 1
            x = left
            for word in run:
                width = (right - left) * len(word) / total
                yield word, Box(x, height - top, x + width, height - bottom)
                x += width + (right - left) / total
    finally:
        document.close()


PACKAGES = (
    "noto_sans", "caveat", "kalam", "shadows_into_light", "indie_flower", "dancing_script", "satisfy", "zeyada",
    "great_vibes", "lobster", "oleo_script", "pt_serif", "roboto", "lora",
)  # fmt: skip


@cache
def font_files() -> tuple[Path, ...]:
    """Folders of the font packages. Raises EngineMissing with what to install."""
    names = [f"fontpkg_{p}" for p in PACKAGES]
    absent = [n for n in ("typst", *names) if find_spec(n) is None]
    if absent:
        wanted = " ".join(n.replace("_", "-") for n in absent)
        raise EngineMissing(f"The pages with marks need {wanted}.", f"Install it: pip install {wanted}")
    return tuple(Path(str(files(n).joinpath("files"))) for n in names)


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A face by the start of its file's name ("Caveat"), `size` in pixels."""
    for folder in font_files():
        for path in sorted(folder.iterdir(), key=lambda p: len(p.name)):
            if path.name.startswith(name) and path.suffix == ".ttf" and "Italic" not in path.name:
                return ImageFont.truetype(str(path), size)
    raise EngineMissing(f"There is no face {name}.", "Install the font packages of the dev extra.")


_EN = (
    "The board met four times in the quarter and every director attended every meeting.",
    "Revenue of the division rose by 4.2 per cent to 18.6 million, while the cost of fuel fell.",
    "The lease of the northern depot was renewed for five years on the same terms.",
    "No director dealt in the shares of the company during the period under review.",
    "The supplier shall deliver the goods within 30 days of the order and bear the cost of carriage.",
    "Either party may end this agreement by three months' notice in writing to the other.",
    "Interest accrues daily at 7.25 per cent a year on sums that are overdue by more than ten days.",
    "The auditor reported no misstatement above the threshold of 250 thousand.",
    "Payment is due against invoice No. 4417 dated 3 March 2024 in two equal parts.",
    "The committee considered the report of the chief accountant and noted its findings.",
    "Stocks were counted on 31 December 2023 in the presence of both storekeepers.",
    "Nothing in this clause limits liability for death, personal injury or fraud.",
)
_RU = (
    "Совет директоров провёл за квартал три заседания, все очно, кворум имелся.",
    "Выручка общества выросла на 4,2 процента и составила 18,6 млн руб., расходы на топливо снизились.",
    "Договор аренды северного склада продлён на пять лет на прежних условиях.",
    "Сделок с заинтересованностью в отчётном периоде общество не совершало.",
    "Поставщик обязуется передать товар в течение 30 дней и несёт расходы по доставке.",
    "Каждая из сторон вправе отказаться от договора, уведомив другую сторону за три месяца.",
    "За просрочку оплаты начисляется пеня в размере 0,1 процента за каждый день просрочки.",
    "Аудитор не выявил искажений, превышающих порог существенности в 250 тыс. руб.",
    "Оплата производится по счёту № 4417 от 03.03.2024 двумя равными частями.",
    "Комиссия рассмотрела отчёт главного бухгалтера и приняла его к сведению.",
    "Инвентаризация запасов проведена 31 декабря 2023 года в присутствии кладовщиков.",
    "Ответственность сторон определяется законодательством и настоящим договором.",
)


def prose(rng: np.random.Generator, russian: bool, sentences: int) -> str:
    """Sentences of business prose in a random order."""
    pool: Sequence[str] = _RU if russian else _EN
    return " ".join(str(pool[i]) for i in rng.permutation(len(pool) * 2)[:sentences] % len(pool))


def person(rng: np.random.Generator, russian: bool) -> str:
    if russian:
        names = (
            "Ветров",
            "Лаптева",
            "Соколов",
            "Громова",
            "Щербак",
            "Юдин",
            "Мельникова",
            "Орлов",
            "Дёмин",
            "Зайцева",
        )
        initials = "АБВГДЕИКМНОПРСТ"
        return f"{rng.choice(list(initials))}. {rng.choice(list(initials))}. {rng.choice(names)}"
    first = ("Helen", "Martin", "Priya", "Owen", "Clara", "Tomas", "Ruth", "Edgar", "Nina", "Paul")
    last = ("Marlow", "Hale", "Okafor", "Brandt", "Lindqvist", "Farrow", "Doyle", "Whitlock", "Castell", "Reeve")
    return f"{rng.choice(first)} {rng.choice(last)}"


_ROLES_EN = ("Director", "Chief accountant", "Chairman", "Secretary", "Treasurer", "Managing partner", "Tenant")
_ROLES_RU = (
    "Генеральный директор", "Главный бухгалтер", "Председатель", "Секретарь", "Заказчик", "Подрядчик", "Арендатор",
)  # fmt: skip


def roles(rng: np.random.Generator, russian: bool, count: int) -> list[str]:
    """Different offices."""
    return [str(r) for r in rng.permutation(np.array(_ROLES_RU if russian else _ROLES_EN))[:count]]
