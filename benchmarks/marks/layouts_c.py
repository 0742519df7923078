"""Pages of set "c": a protocol, an order, an application, a loan, a certificate on tinted paper - and what is no mark.

The set serves for choosing thresholds: the network never learns from it, and the report is on set "b".
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from atomcite.benchmarks.marks.layouts_a import room, tick_box
from atomcite.benchmarks.marks.pages import Layout, person, prose, roles

Rng = np.random.Generator
_TINTS = ("#ffffff", "#ffffff", "#faf6ea", "#f3f6fb", "#f4f4f4")
_FACES = ("Roboto", "Lora", "Noto Sans", "PT Serif")


def _page(rng: Rng, russian: bool) -> str:
    face = str(rng.choice(_FACES[2:] if russian else _FACES))
    return (
        f'#set page(width: 210mm, height: 297mm, margin: 22mm, fill: rgb("{rng.choice(_TINTS)}"))\n'
        f'#set text(font: ("{face}", "Noto Sans"), size: {rng.uniform(9, 12.5):.1f}pt, '
        f'lang: "{"ru" if russian else "en"}")\n'
    )


def _line(label: str, width: int, style: str) -> str:
    stroke = {"thin": "0.4pt", "thick": "1pt", "dashed": '(thickness: 0.6pt, dash: "densely-dashed")'}[style]
    return (
        f'#box(width: {width}mm, height: 0.6em)[#place(bottom + left, dy: 2pt)[#slot("line", "{label}", {width}mm, 0pt)'
        f"#line(length: 100%, stroke: {stroke})]]"
    )


def _style(rng: Rng) -> str:
    return str(rng.choice(["thin", "thin", "thick", "dashed"]))


def protocol(rng: Rng, russian: bool, extra: str) -> Layout:
    style = _style(rng)
    lines = "".join(
        f"[{r}], [{_line(r, 46, style)} \\ #text(7pt)[{'(подпись)' if russian else '(signature)'}]], "
        f"[{person(rng, russian)}],"
        for r in roles(rng, russian, int(rng.integers(2, 5)))
    )
    body = f"{prose(rng, russian, 8)}\n\n{extra}\n\n{prose(rng, russian, 3)}\n#v(8mm)\n"
    grid = f"#grid(columns: (1fr, 56mm, 42mm), row-gutter: 11mm, {lines})"
    title = "ПРОТОКОЛ" if russian else "RECORD OF THE MEETING"
    return Layout("protocol", f"{_page(rng, russian)}= {title}\n{body}{grid}\n{room(150, 40)}", russian)


def order(rng: Rng, russian: bool, extra: str) -> Layout:
    chief, second = roles(rng, russian, 2)
    seen = "С приказом ознакомлен" if russian else "Read and understood"
    style = _style(rng)
    body = (
        f"#align(center)[*{'ПРИКАЗ' if russian else 'ORDER'} № {rng.integers(10, 400)}*]\n\n{prose(rng, russian, 6)}\n\n"
        f"{extra}\n\n#v(10mm)\n*{chief}* #h(1fr) {_line(chief, 50, style)} #h(8mm) {person(rng, russian)}\n\n"
        f"#v(14mm)\n{seen}: {second} {_line(second, 40, style)} {person(rng, russian)}\n{room(150, 45)}"
    )
    return Layout("order", _page(rng, russian) + body, russian)


def application(rng: Rng, russian: bool, extra: str) -> Layout:
    options = ("лично", "по почте", "через представителя") if russian else ("in person", "by post", "by an agent")
    boxes = " #h(6mm) ".join(tick_box(o, float(rng.uniform(3, 5))) for o in options)
    note = "Примечание" if russian else "Remarks"
    by = "Исполнитель" if russian else "Applicant"
    body = (
        f"= {'ЗАЯВЛЕНИЕ' if russian else 'APPLICATION'}\n{prose(rng, russian, 5)}\n\n{boxes}\n\n"
        f'#v(6mm)\n{note}: #box(width: 90mm, height: 1em)[#slot("field", "{note}", 90mm, 5mm)#place(bottom, '
        f"line(length: 100%, stroke: 0.4pt))]\n\n{extra}\n\n{prose(rng, russian, 2)}\n#v(12mm)\n"
        f"#align(right)[{_line(by, 55, _style(rng))} \\ {by}]\n{room(150, 45)}"
    )
    return Layout("application", _page(rng, russian) + body, russian)


def loan(rng: Rng, russian: bool, extra: str) -> Layout:
    a, b = ("Кредитор", "Заёмщик") if russian else ("Lender", "Borrower")
    style, head = _style(rng), ("За" if russian else "For the")
    sides = ", ".join(
        f"[{head} {s}: \\ #v(11mm) {_line(s, 52, style)} \\ {person(rng, russian)} \\ #text(8pt)[{r}]]"
        for s, r in zip((a, b), roles(rng, russian, 2), strict=True)
    )
    body = (
        f"== {'Реквизиты и подписи' if russian else 'Execution'}\n{prose(rng, russian, 7)}\n\n{extra}\n\n#v(6mm)\n"
        f"#grid(columns: (1fr, 1fr), gutter: 14mm, {sides})\n{room(150, 45)}\n{prose(rng, russian, 1)}"
    )
    return Layout("loan", _page(rng, russian) + body, russian)


def certificate(rng: Rng, russian: bool, extra: str) -> Layout:
    role = roles(rng, russian, 1)[0]
    colour = rng.choice(["#8a6d1f", "#1f4e6d", "#5b2333"])
    body = (
        f'#align(center)[#v(20mm)#text(22pt, fill: rgb("{colour}"))[{"СВИДЕТЕЛЬСТВО" if russian else "CERTIFICATE"}]\n\n'
        f"{prose(rng, russian, 4)}\n\n{extra}\n\n#v(14mm)\n{_line(role, 60, _style(rng))} \\ {role}, "
        f"{person(rng, russian)}]\n{room(150, 60)}"
    )
    return Layout("certificate", _page(rng, russian) + body, russian)


LAYOUTS: tuple[Callable[[Rng, bool, str], Layout], ...] = (protocol, order, application, loan, certificate)


def nothing(rng: Rng, russian: bool) -> str:
    return ""


def flow(rng: Rng, russian: bool) -> str:
    """Rounded boxes joined by arrows."""
    parts = []
    for _ in range(4):
        words = prose(rng, russian, 1).split()[0]
        parts.append(
            f'#box(rect(radius: 3mm, inset: 2.5mm, stroke: 1pt + rgb("{rng.choice(["#33658a", "#444444"])}"))[{words}])'
        )
    return " #sym.arrow.r ".join(parts)


def waves(rng: Rng, russian: bool) -> str:
    """A signal: one smooth curve without axes."""
    t = np.linspace(0, 1, 80)
    y = np.full_like(t, 9.0)
    for k in (2, 3, 7):
        y += float(rng.uniform(0, 4)) * np.sin(2 * np.pi * k * t + float(rng.uniform(0, 6)))
    points = ", ".join(f"curve.line(({110 * a:.1f}mm, {b:.1f}mm))" for a, b in zip(t, y, strict=True))
    colour = rng.choice(["#2255aa", "#aa2233", "#222222"])
    return (
        f'#block(width: 112mm, height: 20mm)[#place(curve(stroke: 1.1pt + rgb("{colour}"), curve.move((0mm, 9mm)), '
        f"{points}))]"
    )


def region(rng: Rng, russian: bool) -> str:
    """The outline of a plot of land with its corners numbered."""
    angles = np.sort(rng.uniform(0, 2 * np.pi, 9))
    radii = rng.uniform(9, 19, 9)
    pts = [(20 + r * np.cos(a), 20 + r * np.sin(a)) for a, r in zip(angles, radii, strict=True)]
    corners = ", ".join(f"({x:.1f}mm, {y:.1f}mm)" for x, y in pts)
    names = "".join(f"#place(dx: {x:.1f}mm, dy: {y:.1f}mm, text(7pt)[{i + 1}])" for i, (x, y) in enumerate(pts))
    return f"#block(width: 44mm, height: 42mm)[#place(polygon(stroke: 0.8pt, {corners})){names}]"


def badge(rng: Rng, russian: bool) -> str:
    """Tilted print in a coloured ribbon, and stars."""
    colour = rng.choice(["#c62828", "#2e7d32", "#1565c0"])
    words = "НОВИНКА" if russian else "NEW EDITION"
    return (
        f'#rotate({rng.integers(-10, 10)}deg, rect(fill: rgb("{colour}"), inset: 2mm, text(white, weight: "bold")'
        f'[{words}])) #h(8mm) #text(rgb("{colour}"), size: 15pt)[#sym.star.filled #sym.star.filled #sym.star]'
    )


def slanted(rng: Rng, russian: bool) -> str:
    """A quotation in italics of a colour."""
    return (
        f'#align(right, text(style: "italic", fill: rgb("{rng.choice(["#20408a", "#333333", "#7a1f2b"])}"), '
        f"size: {rng.integers(11, 17)}pt)[{prose(rng, russian, 1)}])"
    )


NEGATIVES: tuple[Callable[[Rng, bool], str], ...] = (nothing, nothing, flow, waves, region, badge, slanted)
