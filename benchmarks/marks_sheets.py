"""The pages of the marks benchmark: each kind of mark by each generator, and pages that only look like it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from atomcite.benchmarks.marks_corpus import Kind, Sheet, Sheets

QUALITIES = ("clean", "scan", "grey", "rough")


def marked(maker: str, seed: int, quality: str) -> Iterator[Sheet]:
    """One page for each kind of mark, from generator `maker` ("a" or "b")."""
    kinds: tuple[Kind, ...] = ("seal", "stamp", "signature", "handwriting", "tick")
    for number, kind in enumerate(kinds):
        rng = np.random.default_rng([seed, number, ord(maker), QUALITIES.index(quality)])
        russian = bool(rng.random() < 0.5)
        sheet = Sheets(rng, russian)
        sheet.prose(int(rng.integers(5, 10)))
        name = f"{maker}-{kind}-{seed}-{quality}"
        if kind == "seal":
            legend = "ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ" if russian else "NORTHGATE MARINE HOLDINGS LIMITED"
            sheet.prose(4)
            x, y = int(rng.integers(300, 900)), sheet.y + int(rng.integers(-80, 160))
            sheet.seal(maker, x, y, legend, "Ромашка" if russian else "SEAL")
            yield sheet.done(name, quality, {"seal"}, said="Ромашка" if russian else "Northgate Marine Holdings")
        elif kind == "stamp":
            words = str(
                rng.choice(["ОПЛАЧЕНО", "КОПИЯ ВЕРНА"] if russian else ["PAID", "RECEIVED", "CERTIFIED COPY"])
            )
            sheet.stamp(maker, int(rng.integers(350, 900)), sheet.y + int(rng.integers(-20, 200)), words)
            yield sheet.done(name, quality, {"stamp"}, said=words)
        elif kind == "signature":
            sheet.y += 140
            end = sheet.text("Генеральный директор" if russian else "Director", 150, sheet.y)
            sheet.line(end + 20, end + 400, sheet.y + 4)
            sheet.text("А. С. Ветров" if russian else "Helen Marlow", end + 420, sheet.y)
            sheet.sign(maker, end + 50 + int(rng.integers(0, 60)), sheet.y - int(rng.integers(0, 15)))
            yield sheet.done(name, quality, {"signature"})
        elif kind == "handwriting":
            sheet.y += 60
            end = sheet.text("Номер:" if russian else "Meter reading:", 150, sheet.y)
            sheet.line(end + 15, end + 330, sheet.y + 4)
            said = "41 - 7 / 25" if rng.random() < 0.5 else ("принято Ветров" if russian else "agreed by phone")
            sheet.write(maker, said, end + 40, sheet.y - 4)
            yield sheet.done(name, quality, {"handwriting"})
        else:
            labels = ["Да", "Нет", "По почте", "Лично"] if russian else ["Yes", "No", "By post", "In person"]
            states = {label: bool(rng.random() < 0.5) for label in labels}
            for i, (label, state) in enumerate(states.items()):
                sheet.box(maker, 170, sheet.y + 60 * i, label, state)
            yield sheet.done(name, quality, set(), ticks=states)


def unmarked(seed: int, quality: str) -> Iterator[Sheet]:
    """Pages without any mark that hold something like one."""
    for number, draw in enumerate(
        (_plain, _form, _logo, _chart, _links, _pie, _photo, _coffee, _code, _callout, _italic)
    ):
        rng = np.random.default_rng([seed, number, 7, QUALITIES.index(quality)])
        sheet = Sheets(rng, bool(rng.random() < 0.5))
        sheet.prose(6)
        draw(sheet)
        sheet.prose(4)
        yield sheet.done(f"none-{draw.__name__[1:]}-{seed}-{quality}", quality, set(), empty_line=draw is _form)


def _plain(sheet: Sheets) -> None:
    sheet.table()


def _form(sheet: Sheets) -> None:
    sheet.y += 120
    end = sheet.text("Подпись:" if sheet.russian else "Signature:", 150, sheet.y)
    sheet.line(end + 20, end + 420, sheet.y + 4)
    sheet.y += 90


def _logo(sheet: Sheets) -> None:
    cv2.circle(sheet.page, (210, 90), 55, (180, 60, 40), -1)
    cv2.circle(sheet.page, (210, 90), 36, (255, 255, 255), 6)
    sheet.text("NORTHGATE", 285, 105, 22, (180, 60, 40))
    cv2.rectangle(sheet.page, (900, 50), (1080, 120), (30, 70, 150), 4)
    sheet.text("GROUP", 925, 98, 18, (30, 70, 150))


def _chart(sheet: Sheets) -> None:
    top = sheet.y
    cv2.line(sheet.page, (200, top), (200, top + 320), (60, 60, 60), 2)
    cv2.line(sheet.page, (200, top + 320), (1000, top + 320), (60, 60, 60), 2)
    xs = np.linspace(200, 1000, 60)
    for colour in ((200, 60, 40), (40, 90, 200), (40, 150, 90)):
        ys = top + 160 + np.cumsum(sheet.rng.normal(0, 14, 60))
        points = np.stack([xs, np.clip(ys, top + 5, top + 315)], axis=1).astype(np.int32)
        cv2.polylines(sheet.page, [points], False, colour, 3, cv2.LINE_AA)
    sheet.y += 380


def _links(sheet: Sheets) -> None:
    for colour, words in (
        ((0, 70, 180), "www.northgate-marine.example/investors"),
        ((150, 30, 40), "Note 4, page 17"),
    ):
        end = sheet.text(words, 150, sheet.y, float(sheet.rng.uniform(10, 20)), colour)
        cv2.line(sheet.page, (150, sheet.y + 6), (end, sheet.y + 6), colour, 2)
        sheet.y += 70
    sheet.text("Сводка" if sheet.russian else "Financial highlights", 150, sheet.y, 24, (30, 60, 120))
    sheet.y += 60


def _pie(sheet: Sheets) -> None:
    c = (400, sheet.y + 170)
    for k, colour in enumerate(((200, 80, 60), (60, 110, 190), (90, 170, 110))):
        cv2.ellipse(sheet.page, c, (150, 150), 0, 120 * k, 120 * (k + 1), colour, -1)
    cv2.circle(sheet.page, c, 80, (255, 255, 255), -1)
    other = (850, sheet.y + 170)
    for r in (40, 80, 120, 150):
        cv2.circle(sheet.page, other, r, (120, 120, 120), 2, cv2.LINE_AA)
    for k in range(6):
        x, y = other[0] + 150 * np.cos(k * np.pi / 3), other[1] + 150 * np.sin(k * np.pi / 3)
        cv2.line(sheet.page, other, (int(x), int(y)), (120, 120, 120), 2, cv2.LINE_AA)
    sheet.y += 380


def _photo(sheet: Sheets) -> None:
    field = cv2.resize(sheet.rng.random((14, 20, 3)).astype(np.float32), (800, 400), interpolation=cv2.INTER_CUBIC)
    sheet.page[sheet.y : sheet.y + 400, 200:1000] = np.clip(field * 255, 0, 255)
    cv2.circle(sheet.page, (600, sheet.y + 200), 120, (90, 70, 60), 5, cv2.LINE_AA)
    sheet.y += 450


def _coffee(sheet: Sheets) -> None:
    layer = sheet.blank_layer()
    c = (int(sheet.rng.integers(300, 900)), sheet.y + 80)
    cv2.circle(layer, c, int(sheet.rng.integers(170, 200)), (170, 130, 90), 9, cv2.LINE_AA)
    cv2.circle(layer, (c[0] + 300, c[1] + 350), 140, (180, 140, 100), 7, cv2.LINE_AA)
    sheet.ink(cv2.GaussianBlur(layer, (0, 0), 2).astype(np.float32), 0.7)


def _code(sheet: Sheets) -> None:
    cells = (sheet.rng.random((25, 25)) < 0.5).astype(np.uint8) * 255
    for y, x in ((0, 0), (0, 18), (18, 0)):
        cells[y : y + 7, x : x + 7] = 0
        cells[y + 1 : y + 6, x + 1 : x + 6] = 255
        cells[y + 2 : y + 5, x + 2 : x + 5] = 0
    code = cv2.resize(cells, (200, 200), interpolation=cv2.INTER_NEAREST)
    sheet.page[sheet.y : sheet.y + 200, 200:400] = code[..., None]
    sheet.y += 260


def _callout(sheet: Sheets) -> None:
    cv2.rectangle(sheet.page, (150, sheet.y), (700, sheet.y + 130), (30, 90, 170), 3)
    sheet.text("Важно" if sheet.russian else "In brief", 175, sheet.y + 45, 14, (30, 90, 170))
    sheet.text("18,6 млн" if sheet.russian else "18.6 million", 175, sheet.y + 100, 18, (30, 90, 170))
    sheet.y += 190
    sheet.text("■ 1.  □", 150, sheet.y, 12)
    sheet.y += 60


def _italic(sheet: Sheets) -> None:
    """A pale watermark across the page and a coloured drop capital."""
    layer = sheet.blank_layer().astype(np.uint8)
    cv2.putText(layer, "DRAFT", (250, 1200), cv2.FONT_HERSHEY_DUPLEX, 9, (228, 228, 228), 22, cv2.LINE_AA)
    sheet.ink(layer.astype(np.float32), 0)
    sheet.text("Q", 150, sheet.y + 40, 46, (120, 30, 40))
    sheet.y += 100
