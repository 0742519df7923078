"""Pages of set "b": minutes, invoices, questionnaires, deeds and statements, with other things that are no marks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from atomcite.benchmarks.marks.pages import Layout, person, prose, roles

Rng = np.random.Generator
FACES = ("Roboto", "Lora", "DejaVu Sans Mono")


def _page(rng: Rng, russian: bool, size: float = 10.5) -> str:
    face = str(rng.choice(FACES[:2] if rng.random() < 0.85 else FACES[2:]))
    return (
        f'#set page(paper: "a4", margin: (x: {rng.integers(18, 30)}mm, y: 22mm), '
        f"footer: align(center, text(8pt)[{rng.integers(2, 60)}]))\n"
        f'#set text(font: ("{face}", "Roboto"), size: {size}pt, lang: "{"ru" if russian else "en"}")\n'
        "#set par(justify: true, leading: 0.7em)\n"
    )


def _dotted(label: str, width: int, under: str = "") -> str:
    """A line with its caption in small print beneath."""
    caption = f"#place(top + center, dy: 1.2mm, text(6.5pt)[{under}])" if under else ""
    style = '(thickness: 0.7pt, dash: "dotted")' if not under else "0.5pt"
    return (
        f'#box(width: {width}mm, height: 1mm)[#place(bottom)[#slot("line", "{label}", {width}mm, 0pt)'
        f"#line(length: 100%, stroke: {style})]{caption}]"
    )


def minutes(rng: Rng, russian: bool, extra: str) -> Layout:
    under = "(подпись)" if russian else "(signature)"
    items = "\n".join(f"+ {prose(rng, russian, 2)}" for _ in range(4))
    people = "".join(
        f"#v({rng.integers(9, 14)}mm)\n#grid(columns: (52mm, 52mm, 1fr), column-gutter: 3mm, align: bottom, [{r}], "
        f"[{_dotted(r, 48, under)}], [{person(rng, russian)}])\n"
        for r in roles(rng, russian, int(rng.integers(1, 4)))
    )
    title = "ПРОТОКОЛ № 7" if russian else "MINUTES OF THE MEETING"
    return Layout(
        "minutes",
        _page(rng, russian) + f"#align(center, text(14pt)[{title}])\n{items}\n\n{extra}\n{people}\n"
        '#block(width: 140mm, height: 45mm)[#slot("room", "", 140mm, 45mm)]',
        russian,
    )


def invoice(rng: Rng, russian: bool, extra: str) -> Layout:
    rows = "".join(
        f"[{prose(rng, russian, 1)[:30]}], [{rng.integers(1, 40)}], [{rng.integers(100, 9000)}.00],"
        for _ in range(int(rng.integers(3, 6)))
    )
    table = (
        '#table(columns: (1fr, 22mm, 32mm), stroke: none, fill: (_, y) => if y == 0 { rgb("#2b4a6f") } else if '
        f"calc.odd(y) {{ luma(238) }}, text(white)[#sym.space], text(white)[1], text(white)[2], {rows})"
    )
    head, book = ("Руководитель", "Бухгалтер") if russian else ("Manager", "Accountant")
    end = f"{head} {_dotted(head, 42)} ({person(rng, russian)}) #h(4mm) {book} {_dotted(book, 34)}"
    if rng.random() < 0.5:
        end = (
            f"#v(3mm)\n{head} {_dotted(head, 50)} ({person(rng, russian)})\n\n#v(12mm)\n{book} {_dotted(book, 50)} "
            f"({person(rng, russian)})"
        )
    return Layout(
        "invoice",
        _page(rng, russian, 10)
        + f"#text(18pt)[{'Счёт № 219' if russian else 'Invoice 219'}]\n\n{prose(rng, russian, 2)}\n\n{table}\n\n{extra}\n"
        f'\n{prose(rng, russian, 2)}\n#v(14mm)\n{end}\n#block(width: 140mm, height: 50mm)[#slot("room", "", 140mm, 50mm)]',
        russian,
    )


def questionnaire(rng: Rng, russian: bool, extra: str) -> Layout:
    names = (
        ["Наличный расчёт", "Перевод", "Аккредитив", "Рассрочка", "Вексель", "Карта"]
        if russian
        else ["Cash", "Bank transfer", "Letter of credit", "Instalments", "Promissory note", "Card"]
    )
    side = float(rng.uniform(2.8, 4.2))
    cells = []
    round_ones = rng.random() < 0.3
    for name in rng.permutation(names)[: int(rng.integers(3, 7))]:
        shape = (
            f"circle(radius: {side / 2}mm, stroke: 0.6pt)"
            if round_ones
            else f"square(size: {side}mm, stroke: {rng.uniform(0.5, 1.1):.1f}pt)"
        )
        kind = "radio" if round_ones else "tick"
        cells.append(f'[#slot("{kind}", "{name}", {side}mm, {side}mm)#{shape}], [{name}]')
    grid = (
        f"#grid(columns: ({side + 3}mm, 60mm, {side + 3}mm, 60mm), row-gutter: {rng.uniform(3, 6):.1f}mm, "
        f"align: horizon, {', '.join(cells)})"
    )
    role = "Подпись заявителя" if russian else "Signature of applicant"
    return Layout(
        "questionnaire",
        _page(rng, russian)
        + f"== {'Анкета клиента' if russian else 'Customer questionnaire'}\n{prose(rng, russian, 3)}\n\n{grid}\n\n{extra}\n\n"
        f"{prose(rng, russian, 4)}\n#v(14mm)\n{_dotted(role, 70, role)}\n"
        '#block(width: 140mm, height: 50mm)[#slot("room", "", 140mm, 50mm)]',
        russian,
    )


def deed(rng: Rng, russian: bool, extra: str) -> Layout:
    lead = "От имени" if russian else "Signed for and on behalf of"
    blocks = "".join(
        f"#v(5mm)\n{lead} *{c}* \\\n#v(13mm)\n{_dotted(r, 65)} \\\n{r}, {person(rng, russian)}\n\n"
        for c, r in zip(
            ("ПАО «Заречье»", "ООО «Ладога»") if russian else ("Calder Holdings plc", "Bright Water Ltd"),
            roles(rng, russian, 2),
            strict=True,
        )
    )
    return Layout(
        "deed",
        _page(rng, russian) + f"{prose(rng, russian, 7)}\n\n{extra}\n{blocks}\n"
        '#block(width: 140mm, height: 45mm)[#slot("room", "", 140mm, 45mm)]',
        russian,
    )


def note(rng: Rng, russian: bool, extra: str) -> Layout:
    """A memorandum closed by hand, without a line, right of the middle."""
    role = roles(rng, russian, 1)[0]
    end = "С уважением" if russian else "Kind regards"
    return Layout(
        "note",
        _page(rng, russian, 11)
        + f"*{'Служебная записка' if russian else 'Memorandum'}*\n\n{prose(rng, russian, 8)}\n\n{extra}\n\n"
        f'#align(right)[#block(width: 75mm)[#set align(left)\n{end}, \\\n#block(width: 70mm, height: 16mm)[#slot("open", '
        f'"{role}", 60mm, 16mm)]\n{person(rng, russian)}, {role}]]\n'
        '#block(width: 140mm, height: 50mm)[#slot("room", "", 140mm, 50mm)]',
        russian,
    )


LAYOUTS: tuple[Callable[[Rng, bool, str], Layout], ...] = (minutes, invoice, questionnaire, deed, note)


def nothing(rng: Rng, russian: bool) -> str:
    return ""


def rings(rng: Rng, russian: bool) -> str:
    """A doughnut and a target."""
    a = float(rng.uniform(0.2, 0.6))
    return (
        f"#grid(columns: 3, gutter: 12mm, circle(radius: 14mm, stroke: {rng.uniform(4, 8):.0f}pt + gradient.conic("
        f'rgb("#3564a8"), rgb("#3564a8"), rgb("#c25a3a"), rgb("#c25a3a"), angle: {360 * a:.0f}deg)), '
        "circle(radius: 14mm, align(center + horizon, circle(radius: 9mm, align(center + horizon, circle(radius: 4mm))))),"
        f'circle(radius: 6mm, fill: rgb("#2f7d5b")))'
    )


def emblem(rng: Rng, russian: bool) -> str:
    points = ", ".join(
        f"({8 + 8 * np.cos(2 * np.pi * k / 5 * 2 - 1.57):.1f}mm, {8 + 8 * np.sin(2 * np.pi * k / 5 * 2 - 1.57):.1f}mm)"
        for k in range(5)
    )
    return (
        f'#place(top + left, dy: -12mm, polygon(fill: rgb("{rng.choice(["#7a1f2b", "#24407c", "#3a3a3a"])}"), {points}))'
        f'#place(top + left, dx: 20mm, dy: -9mm, text(15pt, weight: "bold")[{"ЛАДОГА" if russian else "CALDER"}])'
    )


def ornate(rng: Rng, russian: bool) -> str:
    words = "Ladoga Insurance House" if not russian else "Ladoga"
    return f'#text(font: "Oleo Script", size: {rng.integers(16, 28)}pt, fill: rgb("#5a2a6a"))[{words}]'


def spline(rng: Rng, russian: bool) -> str:
    """A smooth graph with a grid."""
    points = ", ".join(
        f"curve.quad(({10 * i + 5}mm, {rng.uniform(2, 30):.0f}mm), ({10 * i + 10}mm, {rng.uniform(5, 28):.0f}mm))"
        for i in range(9)
    )
    grid = "".join(f"#place(dy: {6 * k}mm, line(length: 95mm, stroke: 0.3pt + luma(170)))" for k in range(6))
    return (
        f'#block(width: 95mm, height: 32mm)[{grid}#place(curve(stroke: 1.4pt + rgb("#b5482a"), '
        f"curve.move((0mm, 16mm)), {points}))]"
    )


def picture(rng: Rng, russian: bool) -> str:
    """Something like a photograph: overlapping soft shapes."""
    blobs = "".join(
        f"#place(dx: {rng.uniform(0, 60):.0f}mm, dy: {rng.uniform(0, 25):.0f}mm, ellipse(width: {rng.uniform(10, 40):.0f}mm, "
        f"height: {rng.uniform(6, 20):.0f}mm, fill: gradient.radial(rgb({rng.integers(30, 200)}, {rng.integers(30, 200)}, "
        f"{rng.integers(30, 200)}), rgb({rng.integers(90, 230)}, {rng.integers(90, 230)}, {rng.integers(90, 230)}))))"
        for _ in range(14)
    )
    return f"#block(width: 100mm, height: 45mm, clip: true, fill: luma(190))[{blobs}]"


def panel(rng: Rng, russian: bool) -> str:
    return (
        f'#block(width: 100%, inset: 4mm, fill: rgb("{rng.choice(["#e8eef7", "#f7efe0", "#e9f3ea"])}"), '
        f'stroke: (left: 3pt + rgb("#3564a8")))[{prose(rng, russian, 2)}]'
    )


def struck(rng: Rng, russian: bool) -> str:
    return (
        f"#strike[{prose(rng, russian, 1)}] #highlight[{prose(rng, russian, 1)}] #underline[{person(rng, russian)}]"
    )


def icons(rng: Rng, russian: bool) -> str:
    return "".join(
        f'#box(circle(radius: 3mm, stroke: 1pt + rgb("#444444"), align(center + horizon)[{k}])) {prose(rng, russian, 1)[:24]} '
        for k in range(1, 4)
    )


NEGATIVES: tuple[Callable[[Rng, bool], str], ...] = (
    nothing, nothing, rings, emblem, ornate, spline, picture, panel, struck, icons,
)  # fmt: skip
