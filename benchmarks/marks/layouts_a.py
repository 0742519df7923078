"""Pages of set "a": letters, contracts, acts, forms, reports and approval sheets, and what is easily taken for a mark.

Each function gives typst markup with slots for marks; `NEGATIVES` draw things that are no marks.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from atomcite.benchmarks.marks.ink import Floats
from atomcite.benchmarks.marks.pages import Layout, person, prose, roles

Rng = np.random.Generator
FACES = ("Noto Sans", "Libertinus Serif", "PT Serif", "New Computer Modern")


def signed_line(label: str, width: int) -> str:
    return (
        f'#box(width: {width}mm, height: 0.6em)[#place(bottom + left, dy: 2pt)[#slot("line", "{label}", {width}mm, 0pt)'
        f"#line(length: 100%, stroke: 0.6pt)]]"
    )


def tick_box(label: str, side: float) -> str:
    return (
        f"#box(width: {side}mm, height: {side}mm, stroke: 0.7pt, baseline: 0.6mm)"
        f'[#place(top + left)[#slot("tick", "{label}", {side}mm, {side}mm)]] {label}'
    )


def radio(label: str, side: float) -> str:
    return (
        f'#box(width: {side}mm, height: {side}mm, baseline: 0.6mm)[#place(top + left)[#slot("radio", "{label}", '
        f"{side}mm, {side}mm)#circle(width: {side}mm, stroke: 0.7pt)]] {label}"
    )


def room(width: int, height: int) -> str:
    return f'#block(width: {width}mm, height: {height}mm)[#slot("room", "", {width}mm, {height}mm)]'


def _set(rng: Rng, russian: bool, *, size: float | None = None, margin: int = 20) -> str:
    face = str(rng.choice(FACES))
    size = float(rng.uniform(9.5, 12)) if size is None else size
    return (
        f"#set page(width: 210mm, height: 297mm, margin: {margin}mm)\n"
        f'#set text(font: ("{face}", "Noto Sans"), size: {size:.1f}pt, lang: "{"ru" if russian else "en"}")\n'
        f"#set par(justify: {'true' if rng.random() < 0.5 else 'false'})\n"
    )


def letter(rng: Rng, russian: bool, extra: str) -> Layout:
    to = "Уважаемые господа!" if russian else "Dear Sirs,"
    end = "С уважением," if russian else "Yours faithfully,"
    role = roles(rng, russian, 1)[0]
    head = (
        '#grid(columns: (1fr, auto), align: horizon, text(17pt, weight: "bold", fill: rgb("#274b7d"))'
        f"[{'АО «Северный порт»' if russian else 'Northgate Marine plc'}], text(8pt)[{prose(rng, russian, 1)}])\n"
        '#line(length: 100%, stroke: 1pt + rgb("#274b7d"))\n'
    )
    body = f"\n{to}\n\n{prose(rng, russian, 5)}\n\n{extra}\n\n{prose(rng, russian, 4)}\n\n{end}\n\n"
    sign = (
        f'#block(width: 70mm, height: 17mm)[#slot("open", "{role}", 65mm, 17mm)]\n{person(rng, russian)} \\ {role}\n'
        + room(150, 45)
    )
    return Layout("letter", _set(rng, russian) + head + body + sign, russian)


def contract(rng: Rng, russian: bool, extra: str) -> Layout:
    a, b = roles(rng, russian, 2)
    title = "ДОГОВОР ПОСТАВКИ № 41-7/25" if russian else "SUPPLY AGREEMENT No. 41-7/25"
    clauses = "\n\n".join(f"{n}.{k} {prose(rng, russian, 2)}" for n in (7, 8) for k in (1, 2))
    sides = []
    for role in (a, b):
        company = "ООО «Ромашка»" if russian else "Farrow & Hale Ltd"
        seal = "М.П." if russian else "L.S."
        sides.append(
            f"[*{role}* \\ {company} #v(9mm) {signed_line(role, 48)} \\ {person(rng, russian)} #v(3mm) {seal}]"
        )
    heading = "Подписи сторон" if russian else "Signatures of the parties"
    return Layout(
        "contract",
        _set(rng, russian)
        + f"#align(center)[*{title}*]\n\n{clauses}\n\n{extra}\n\n*{heading}*\n\n"
        + f"#grid(columns: (1fr, 1fr), gutter: 10mm, {sides[0]}, {sides[1]})\n{room(150, 40)}",
        russian,
    )


def act(rng: Rng, russian: bool, extra: str) -> Layout:
    names = roles(rng, russian, int(rng.integers(2, 4)))
    rows = "".join(
        f"[{i + 1}], [{'Перевозка груза' if russian else 'Carriage of goods'}], [{rng.integers(10, 999)}], "
        f"[{rng.integers(1000, 99999):,}],"
        for i in range(int(rng.integers(3, 7)))
    )
    table = f"#table(columns: (auto, 1fr, auto, auto), stroke: 0.6pt, [№], [], [], [], {rows})"
    lines = "".join(
        f"#v({rng.integers(8, 13)}mm)\n{r} {signed_line(r, int(rng.integers(42, 60)))} {person(rng, russian)}\n\n"
        for r in names
    )
    title = "Акт выполненных работ" if russian else "Certificate of completed work"
    return Layout(
        "act",
        _set(rng, russian)
        + f"= {title}\n{prose(rng, russian, 3)}\n\n{table}\n\n{extra}\n\n{prose(rng, russian, 2)}\n{lines}{room(150, 40)}",
        russian,
    )


def form(rng: Rng, russian: bool, extra: str) -> Layout:
    labels = (
        ["Да", "Нет", "По почте", "Лично", "Частично", "Не применимо"]
        if russian
        else ["Yes", "No", "By post", "In person", "In part", "Not applicable"]
    )
    side = float(rng.uniform(3.0, 5.0))
    chosen = [str(v) for v in rng.permutation(labels)[: int(rng.integers(3, 7))]]
    make = radio if rng.random() < 0.3 else tick_box
    join = " #h(6mm) " if rng.random() < 0.4 else " \\\n#v(1mm)"
    ticks = join.join(make(v, side) for v in chosen)
    fields = "".join(
        f'{name}: #box(width: 75mm)[#place(bottom + left, dy: 2pt)[#slot("field", "{name}", 75mm, 0pt)'
        f"#line(length: 100%, stroke: 0.6pt)]]\n#v(5mm)\n"
        for name in (("Фамилия", "Номер счёта", "Адрес") if russian else ("Full name", "Account number", "Address"))
    )
    role = "Подпись" if russian else "Signature"
    date = "Дата" if russian else "Date"
    return Layout(
        "form",
        _set(rng, russian, size=11)
        + f"= {'Заявление' if russian else 'Application form'}\n{fields}\n{prose(rng, russian, 2)}\n\n{ticks}\n\n{extra}"
        + f"\n\n{prose(rng, russian, 3)}\n#v(12mm)\n{role}: {signed_line(role, 60)} #h(8mm) {date}: "
        + f"#box(width: 30mm)[#line(length: 100%, stroke: 0.6pt)]\n{room(150, 40)}",
        russian,
    )


def approvals(rng: Rng, russian: bool, extra: str) -> Layout:
    """A table whose column is to be signed in."""
    names = roles(rng, russian, 4)
    head = ("Должность", "Фамилия", "Подпись", "Дата") if russian else ("Office", "Name", "Signature", "Date")
    tall = int(rng.integers(11, 15))
    rows = "".join(
        f'[{r}], [{person(rng, russian)}], [#slot("open", "{r}", 44mm, {tall - 3}mm)], [{rng.integers(1, 28)}.03.2024],'
        for r in names
    )
    table = (
        f"#table(columns: (48mm, 42mm, 48mm, 30mm), rows: (auto, {tall}mm, {tall}mm, {tall}mm, {tall}mm), "
        f"inset: 1.5mm, stroke: 0.6pt, align: horizon, {', '.join(f'[*{h}*]' for h in head)}, {rows})"
    )
    title = "Лист согласования" if russian else "Approval sheet"
    return Layout(
        "approvals",
        _set(rng, russian, size=10)
        + f"= {title}\n{prose(rng, russian, 4)}\n\n{table}\n\n{extra}\n\n{prose(rng, russian, 4)}\n{room(150, 45)}",
        russian,
    )


def report(rng: Rng, russian: bool, extra: str) -> Layout:
    columns = int(rng.integers(1, 3))
    text = f"#columns({columns})[{prose(rng, russian, 14)}]"
    role = roles(rng, russian, 1)[0]
    return Layout(
        "report",
        _set(rng, russian)
        + f"= {'Отчёт за квартал' if russian else 'Quarterly report'}\n{text}\n\n{extra}\n\n{prose(rng, russian, 3)}\n"
        + f"#v(10mm)\n{role}: {signed_line(role, 55)} / {person(rng, russian)} /\n{room(150, 40)}",
        russian,
    )


LAYOUTS: tuple[Callable[[Rng, bool, str], Layout], ...] = (letter, contract, act, form, approvals, report)


# What is no mark


def nothing(rng: Rng, russian: bool) -> str:
    return ""


def chart(rng: Rng, russian: bool) -> str:
    colours = ("#c0392b", "#2e62b0", "#2c8c5a", "#555555")
    curves = []
    for colour in rng.permutation(colours)[: int(rng.integers(1, 4))]:
        ys = 20 + np.cumsum(rng.normal(0, 3.5, 25))
        points = ", ".join(f"curve.line(({4 * i}mm, {np.clip(y, 1, 39):.1f}mm))" for i, y in enumerate(ys))
        curves.append(
            f'#place(top + left, curve(stroke: {rng.uniform(0.8, 2):.1f}pt + rgb("{colour}"), '
            f"curve.move((0mm, 20mm)), {points}))"
        )
    axes = "#place(bottom + left, line(length: 100mm, stroke: 0.5pt))#place(left, line(angle: 90deg, length: 40mm))"
    return f"#block(width: 100mm, height: 40mm)[{axes if rng.random() < 0.7 else ''}{''.join(curves)}]"


def bars(rng: Rng, russian: bool) -> str:
    cells = "".join(
        f"#place(bottom + left, dx: {12 * i}mm, rect(width: 8mm, height: {rng.uniform(5, 38):.0f}mm, "
        f'fill: rgb("{rng.choice(["#4472c4", "#ed7d31", "#888888", "#70ad47"])}")))'
        for i in range(7)
    )
    return f"#block(width: 100mm, height: 40mm)[{cells}]"


def logo(rng: Rng, russian: bool) -> str:
    colour = rng.choice(["#1f4e9c", "#a8232f", "#187a4a", "#222222"])
    size = int(rng.integers(9, 19))
    fill = rng.random() < 0.5
    paint = f'fill: rgb("{colour}")' if fill else f'stroke: {rng.uniform(1, 3):.1f}pt + rgb("{colour}")'
    text = 'text(white, weight: "bold")[NM]' if fill else f'text(rgb("{colour}"), weight: "bold")[NM]'
    shape = str(rng.choice(["circle", "square", "ellipse"]))
    return (
        f"#place(top + right, dx: 6mm, dy: -14mm, {shape}(width: {size}mm, {paint}, align(center + horizon, {text})))"
    )


def callout(rng: Rng, russian: bool) -> str:
    colour = rng.choice(["#1f4e9c", "#a8232f", "#187a4a", "#777777"])
    return (
        f'#rect(width: {rng.integers(60, 150)}mm, inset: 4mm, stroke: {rng.uniform(0.8, 2):.1f}pt + rgb("{colour}"), '
        f'radius: {rng.choice([0, 0, 3])}mm, text(rgb("{colour}"))[{prose(rng, russian, 1)}])'
    )


def links(rng: Rng, russian: bool) -> str:
    return (
        '#underline(text(rgb("#0b4fb3"))[www.northgate-marine.example/investors])\n\n'
        f'#underline[{person(rng, russian)}] #h(5mm) #text(rgb("#b01020"), style: "italic")[{prose(rng, russian, 1)}]'
    )


def script(rng: Rng, russian: bool) -> str:
    """Print in a decorative face."""
    words = "Приглашение на собрание" if russian else "Certificate of Excellence"
    colour = rng.choice(["#000000", "#22408a", "#8a2230"])
    return f'#text(font: "Lobster", size: {rng.integers(18, 30)}pt, fill: rgb("{colour}"))[{words}]'


def code(rng: Rng, russian: bool) -> str:
    n = int(rng.integers(21, 30))
    bits = rng.random((n, n)) < 0.5
    cells = "".join(
        f"#place(dx: {x}mm, dy: {y}mm, rect(width: 1mm, height: 1mm, fill: black))"
        for y in range(n)
        for x in range(n)
        if bits[y, x]
    )
    lines = "".join(
        f"#place(dx: {60 + x}mm, rect(width: {rng.uniform(0.3, 0.9):.1f}mm, height: 14mm, fill: black))"
        for x in np.cumsum(rng.uniform(0.8, 1.8, 30))
    )
    return f"#block(width: 130mm, height: {n}mm)[{cells}{lines}]"


def watermark(rng: Rng, russian: bool) -> str:
    words = "КОПИЯ" if russian else "DRAFT"
    return f"#place(center, dy: -60mm, rotate(-40deg, text(90pt, fill: luma({rng.integers(205, 232)}))[{words}]))"


def border(rng: Rng, russian: bool) -> str:
    return f"#place(top + left, dx: -8mm, dy: -60mm, rect(width: 186mm, height: 150mm, stroke: {rng.uniform(0.6, 2):.1f}pt))"


def printed_name(rng: Rng, russian: bool) -> str:
    """A name printed on a signature line, and a line left free."""
    role = roles(rng, russian, 1)[0]
    style = 'style: "italic", ' if rng.random() < 0.6 else ""
    return (
        f"{role} #box(width: 60mm)[#place(bottom + left, dy: 2pt, line(length: 100%, stroke: 0.6pt))"
        f"#text({style}size: 11pt)[ {person(rng, russian)}]]"
    )


def trends(rng: Rng, russian: bool) -> str:
    """Lines of a chart that cross one another, smooth or broken, without a grid, some of them dashed."""
    wide, tall = int(rng.integers(45, 150)), int(rng.integers(14, 55))
    drawn = []
    for _ in range(int(rng.integers(1, 5))):
        steps = int(rng.integers(5, 40))
        t = np.linspace(0, 1, steps)
        ys = (
            0.5
            + 0.35 * np.sin(t * rng.uniform(2, 25) + rng.uniform(0, 6)) * rng.uniform(0.2, 1)
            + rng.normal(0, rng.choice([0.0, 0.03, 0.12]), steps)
        )
        ys = np.clip(ys + rng.uniform(-0.4, 0.4) * (t - 0.5), 0, 1) * tall
        shade = str(rng.choice(["#1a1a1a", "#666666", "#2040a0", "#b02a30", "#1d7a48", "#7a3d96", "#d08010"]))
        dash = str(rng.choice(["solid", "solid", "dashed", "dotted"]))
        path = ", ".join(f"curve.line(({wide * x:.1f}mm, {y:.1f}mm))" for x, y in zip(t[1:], ys[1:], strict=True))
        paint = f'(paint: rgb("{shade}"), thickness: {rng.uniform(0.6, 2.4):.1f}pt, dash: "{dash}")'
        drawn.append(f"#place(top + left, curve(stroke: {paint}, curve.move((0mm, {ys[0]:.1f}mm)), {path}))")
    return f"#block(width: {wide}mm, height: {tall}mm)[{''.join(drawn)}]"


def web(rng: Rng, russian: bool) -> str:
    """A radar chart: spokes, and polygons over them."""
    r, k = int(rng.integers(12, 26)), int(rng.integers(5, 9))
    angles = np.arange(k) * 2 * np.pi / k

    def polygon(radii: Floats, paint: str) -> str:
        points = ", ".join(
            f"({r + q * np.cos(a):.1f}mm, {r + q * np.sin(a):.1f}mm)" for q, a in zip(radii, angles, strict=True)
        )
        return f"#place(top + left, polygon({paint}, {points}))"

    spokes = "".join(
        f"#place(top + left, line(start: ({r}mm, {r}mm), end: ({r + r * np.cos(a):.1f}mm, {r + r * np.sin(a):.1f}mm), "
        f"stroke: 0.4pt + gray))"
        for a in angles
    )
    shade = str(rng.choice(["#2040a0", "#b02a30", "#1d7a48", "#333333"]))
    nets = "".join(polygon(np.full(k, q * r, np.float32), "stroke: 0.4pt + gray") for q in (0.33, 0.66, 1.0))
    found = polygon((r * rng.uniform(0.2, 1, k)).astype(np.float32), f'stroke: 1.4pt + rgb("{shade}")')
    return f"#block(width: {2 * r}mm, height: {2 * r}mm)[{spokes}{nets}{found}]"


def crest(rng: Rng, russian: bool) -> str:
    """A company's mark: shapes within shapes and a word, filled or in outline, at the head or on the page."""
    size = float(rng.uniform(12, 30))
    shade = str(rng.choice(["#1f4e9c", "#a8232f", "#187a4a", "#222222", "#8a6d1d"]))
    filled = rng.random() < 0.6
    paint = f'fill: rgb("{shade}")' if filled else f'stroke: {rng.uniform(0.8, 2.5):.1f}pt + rgb("{shade}")'
    inner = "fill: white" if filled else paint
    name = str(rng.choice(["Север", "ВОЛГА", "НП"] if russian else ["North", "ORBIS", "H&K"]))
    kind = str(rng.choice(["shield", "hexagon", "waves"]))
    if kind == "waves":
        rows = "".join(
            f'#place(top + left, dy: {k * size / 5:.1f}mm, curve(stroke: {rng.uniform(1.2, 3):.1f}pt + rgb("{shade}"), '
            f"curve.move((0mm, 2mm)), curve.cubic(({size / 3:.1f}mm, -2mm), ({2 * size / 3:.1f}mm, 6mm), ({size:.1f}mm, 2mm))))"
            for k in range(int(rng.integers(2, 5)))
        )
        body = f"#block(width: {size:.1f}mm, height: {size:.1f}mm)[{rows}]"
    else:
        sides = 6 if kind == "hexagon" else 5
        body = (
            f"#box(width: {size:.1f}mm, height: {size:.1f}mm)[#place(center + horizon, polygon.regular({paint}, "
            f"size: {size:.1f}mm, vertices: {sides}))#place(center + horizon, circle(radius: {size / 4:.1f}mm, {inner}))]"
        )
    word = f'#text(rgb("{shade}"), weight: "bold", size: {rng.integers(10, 22)}pt, style: "{rng.choice(["normal", "italic"])}")[{name}]'
    place = f"top + {rng.choice(['left', 'right'])}, dy: -{rng.integers(4, 16)}mm"
    return f"#place({place})[{body}{word}]" if rng.random() < 0.5 else f"#block[{body}{word}]"


def circles(rng: Rng, russian: bool) -> str:
    """Circles that no seal left: targets, clocks, doughnuts, cycles, sets that overlap, a figure in a ring."""
    r = float(rng.uniform(9, 24))
    shade = str(rng.choice(["#1a1a1a", "#1a1a1a", "#555555", "#2040a0", "#b02a30", "#1d7a48", "#d08010"]))
    line = f'{rng.uniform(0.6, 2.2):.1f}pt + rgb("{shade}")'

    def at(x: float, y: float, body: str) -> str:
        return f"#place(top + left, dx: {x:.1f}mm, dy: {y:.1f}mm, {body})"

    def ring(radius: float, paint: str = "", x: float = r, y: float = r) -> str:
        return at(x - radius, y - radius, f"circle(radius: {radius:.1f}mm, {paint or 'stroke: ' + line})")

    def said(x: float, y: float, words: str, size: float = 8) -> str:
        return at(
            x - 15, y - 3, f"box(width: 30mm, height: 6mm, align(center + horizon, text({size:.0f}pt)[{words}]))"
        )

    kind = str(rng.choice(["target", "clock", "doughnut", "cycle", "sets", "figure"]))
    turn = np.arange(12) * np.pi / 6
    if kind == "target":
        parts = [ring(r * share) for share in np.linspace(1, float(rng.uniform(0.15, 0.5)), int(rng.integers(2, 6)))]
        if rng.random() < 0.4:
            parts.append(at(0, r, f"line(length: {2 * r:.1f}mm, stroke: 0.5pt)"))
    elif kind == "clock":
        parts = [ring(r), *([ring(r * 0.94)] if rng.random() < 0.5 else [])]
        parts += [
            said(r + 0.8 * r * np.sin(a), r - 0.8 * r * np.cos(a), str(k or 12), 0.45 * r)
            for k, a in enumerate(turn)
            if rng.random() < 0.9
        ]
        parts.append(at(r, r, f"line(angle: {rng.integers(0, 360)}deg, length: {0.6 * r:.1f}mm, stroke: {line})"))
    elif kind == "doughnut":
        cuts = np.sort(rng.uniform(0, 100, 3))
        tones = [f'rgb("{t}")' for t in rng.permutation(["#3564a8", "#c25a3a", "#7a8a99", "#5a9a5a", "#303030"])[:4]]
        stops = ", ".join(
            f"({tones[k]}, {a:.1f}%), ({tones[k]}, {b:.1f}%)"
            for k, (a, b) in enumerate(zip([0, *cuts], [*cuts, 100], strict=True))
        )
        wide = float(rng.uniform(0.15, 0.45)) * r
        parts = [
            ring(r - wide / 2, f"stroke: {wide:.1f}mm + gradient.conic({stops})"),
            said(r, r, f"{rng.integers(10, 99)} %", 11),
        ]
    elif kind == "cycle":
        count = int(rng.integers(3, 7))
        parts = [ring(r * 0.8)]
        for k in range(count):
            x, y = r + 0.8 * r * np.sin(6.2832 * k / count), r - 0.8 * r * np.cos(6.2832 * k / count)
            parts += [ring(0.2 * r, f'fill: white, stroke: 1pt + rgb("{shade}")', x, y), said(x, y, str(k + 1))]
    elif kind == "sets":
        parts = [ring(0.6 * r, "", r + 0.4 * r * np.sin(a), r - 0.35 * r * np.cos(a)) for a in (0, 2.1, 4.2)]
        parts += [said(r, r * y, w, 7) for y, w in ((0.4, "A"), (1.0, "B"), (1.5, "C"))]
    else:
        parts = [ring(r), *([ring(0.88 * r)] if rng.random() < 0.5 else [])]
        parts.append(said(r, r, f"{rng.integers(1, 100)} %", float(rng.uniform(0.5, 1.0)) * r))
    return f"#block(width: {2 * r:.1f}mm, height: {2 * r:.1f}mm)[{''.join(parts)}]"


NEGATIVES: tuple[Callable[[Rng, bool], str], ...] = (
    nothing, nothing, chart, bars, logo, callout, links, script, code, watermark, border, printed_name, trends, web,
    crest, circles,
)  # fmt: skip
