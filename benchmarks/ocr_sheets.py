"""Pages with known text in known reading order, for OCR engines: dense prose with a ruled table, and columns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from atomcite.benchmarks.corpus.typeset import font_folders

Language = Literal["en", "ru"]
Kind = Literal["dense", "two_columns", "three_columns", "side_note"]
KINDS: tuple[Kind, ...] = ("dense", "two_columns", "three_columns", "side_note")

_WORDS: dict[Language, str] = {
    "en": """the company reports that revenue of its northern division rose while costs fell and margins held firm
    under pressure from suppliers whose contracts were renewed at higher prices during autumn although demand
    for finished goods stayed below plan management expects deliveries to recover once new capacity opens
    lenders confirmed credit lines until maturity without further security directors propose an unchanged
    dividend shareholders approved accounts auditors found no material weakness in controls over payments
    inventory counts matched ledgers""",
    "ru": """общество сообщает что выручка северного подразделения выросла тогда как расходы снизились а
    рентабельность осталась прежней несмотря на давление поставщиков договоры с которыми продлены по более высоким
    ценам осенью хотя спрос на готовую продукцию был ниже плана руководство ожидает восстановления поставок после
    запуска новой линии банки подтвердили кредитные лимиты до погашения без дополнительного обеспечения совет
    предлагает прежний дивиденд акционеры утвердили отчётность аудиторы не нашли существенных недостатков""",
}
_LABELS: dict[Language, tuple[str, ...]] = {
    "en": ("Revenue", "Cost of sales", "Gross profit", "Other income", "Finance costs", "Net profit"),
    "ru": ("Выручка", "Себестоимость", "Валовая прибыль", "Прочие доходы", "Финансовые расходы", "Чистая прибыль"),
}


@dataclass(frozen=True)
class Sheet:
    """A page: its PDF with a text layer, and its lines or paragraphs in the order in which a person reads them."""

    kind: Kind
    language: Language
    pdf: bytes
    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.parts)


def sheet(kind: Kind, language: Language, seed: int) -> Sheet:
    """The page of a seed. Raises `EngineMissing` without typst or the fonts."""
    rng = random.Random(f"{kind} {language} {seed}")
    make = {"dense": _dense, "two_columns": _columns, "three_columns": _columns, "side_note": _side_note}[kind]
    count = 3 if kind == "three_columns" else 2
    source, parts = make(rng, language, count)
    typst = import_module("typst")
    head = (
        '#set page(width: 595pt, height: 842pt, margin: 50pt)\n#set text(font: "Noto Sans", size: 9.5pt, '
        f'lang: "{language}", hyphenate: false)\n#set par(justify: {"true" if rng.random() < 0.5 else "false"})\n'
    )
    pdf = typst.compile(
        (head + source).encode(), font_paths=[str(f) for f in font_folders()], ignore_system_fonts=True
    )
    return Sheet(kind, language, bytes(pdf), tuple(parts))


def _sentence(rng: random.Random, language: Language, length: tuple[int, int] = (8, 16)) -> str:
    words = _WORDS[language].split()
    chosen = [rng.choice(words) for _ in range(rng.randint(*length))]
    if rng.random() < 0.4:
        chosen.insert(rng.randrange(1, len(chosen)), _amount(rng, language))
    return " ".join(chosen).capitalize() + "."


def _paragraph(rng: random.Random, language: Language, sentences: int) -> str:
    return " ".join(_sentence(rng, language) for _ in range(sentences))


def _amount(rng: random.Random, language: Language) -> str:
    value = rng.randrange(1_000, 9_999_999)
    grouped = f"{value:,}"
    return grouped if language == "en" else grouped.replace(",", "\N{NO-BREAK SPACE}")


def _table(rng: random.Random, language: Language, rows: int) -> tuple[str, list[str]]:
    """Typst markup and rows as they read: label, two amounts, some in brackets."""
    lines, cells = [], []
    for label in _LABELS[language][:rows]:
        values = [_amount(rng, language) for _ in range(2)]
        if rng.random() < 0.4:
            values = [f"({v})" for v in values]
        cells.append([label, *values])
        lines.append(" ".join([label, *values]))
    body = ", ".join(f"[{c}]" for row in cells for c in row)
    return f"#table(columns: (2fr, 1fr, 1fr), align: (left, right, right), {body})", lines


def _dense(rng: random.Random, language: Language, _: int) -> tuple[str, list[str]]:
    before, after = (_paragraph(rng, language, 9) for _ in range(2))
    table, rows = _table(rng, language, 6)
    return f"{before}\n\n{table}\n\n{after}", [before, *rows, after]


def _columns(rng: random.Random, language: Language, count: int) -> tuple[str, list[str]]:
    """A heading and a paragraph over all columns, columns with a table in one of them, a header and a footer."""
    title = " ".join(_sentence(rng, language, (5, 6)).rstrip(".").split()[:6])
    lead = _paragraph(rng, language, 2)
    header, footer = (" ".join(_sentence(rng, language, (4, 5)).rstrip(".").split()[:5]) for _ in range(2))
    size = 26 // count
    paragraphs = [_paragraph(rng, language, 2) for _ in range(size)]
    parts = [header, title, lead]
    flow: list[str] = []
    where = rng.randrange(1, size)
    table, rows = _table(rng, language, 4)
    for number, paragraph in enumerate(paragraphs):
        if number == where and count == 2:
            flow.append(table)
            parts += rows
        flow.append(paragraph)
        parts.append(paragraph)
    body = "\n\n".join(flow)
    gutter = rng.choice((12, 18, 24))
    source = (
        f"#set page(header: [{header}], footer: [{footer}])\n#text(size: 15pt)[{title}]\n\n{lead}\n\n"
        f"#v(6pt)\n#columns({count}, gutter: {gutter}pt)[{body}]"
    )
    return source, [*parts, footer]


def _side_note(rng: random.Random, language: Language, _: int) -> tuple[str, list[str]]:
    """Prose with a narrow note in the margin, read after it."""
    body = [_paragraph(rng, language, 4) for _ in range(6)]
    note = _paragraph(rng, language, 2)
    text = "\n\n".join(body)
    source = f"#grid(columns: (1fr, 105pt), column-gutter: 16pt, [{text}], [#v(60pt)#text(size: 8pt)[{note}]])"
    return source, [*body, note]


def tokens(parts: Sequence[str] | str) -> list[str]:
    """Words for comparison: case and marks at the edges left aside."""
    text = parts if isinstance(parts, str) else " ".join(parts)
    return [w for w in (t.strip(".,;:()[]|").casefold() for t in text.split()) if w]
