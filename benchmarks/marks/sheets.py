"""Sheets: a typeset page, some of its places marked, put through a scanner - with all that is true of it."""

from __future__ import annotations

import io
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

from atomcite.benchmarks.corpus.degrade import ScanProfile, scan, skew
from atomcite.benchmarks.marks import hands_a, hands_b, hands_c, layouts_a, layouts_b, layouts_c
from atomcite.benchmarks.marks.ink import PEN_COLOURS, STAMP_COLOURS, Blot, Floats, Rng, lay
from atomcite.benchmarks.marks.pages import Slot, render
from atomcite.benchmarks.marks.stamps import imprint
from atomcite.domain import Box, Pixels

QUALITIES = ("clean", "scan", "grey", "rough", "jpeg", "fax")


@dataclass(frozen=True)
class Mark:
    """A mark on a sheet. `kind` is "signature", "seal" (round), "stamp" (other), "handwriting"; `label` what it
    stands at or says; `box` in page points."""

    kind: str
    label: str
    box: Box


@dataclass(frozen=True)
class Sheet:
    """A page and what is true of it. `boxes` are tick boxes and radio marks with whether they are marked, `empty` the
    signature lines left free, `signed` of those signed. `words` is the print, `skew` how far the page is turned
    clockwise, degrees. `ink` (if asked for) are masks (0..1), H x W: what
    pens drew, and the ground that imprints cover."""

    name: str
    pixels: Pixels
    dpi: int
    russian: bool
    marks: tuple[Mark, ...]
    boxes: tuple[tuple[str, Box, bool], ...]
    signed: tuple[str, ...]
    empty: tuple[tuple[str, Box], ...]
    words: tuple[tuple[str, Box], ...]
    skew: float
    ink: tuple[Floats, Floats] | None = None


def sheet(
    maker: str,
    seed: int,
    *,
    keep_ink: bool = False,
    dpi: int | None = None,
    crowded: bool = False,
    unmarked: bool = False,
) -> Sheet:
    """One sheet of set `maker` ("a", "b" or "c"); `seed` alone decides on all that is random. A `crowded` one has
    several things on it that are no marks; on an `unmarked` one nothing was done."""
    rng = np.random.default_rng([seed, ord(maker)])
    layouts = {"a": layouts_a, "b": layouts_b, "c": layouts_c}[maker]
    hands = {"a": hands_a, "b": hands_b, "c": hands_c}[maker]
    russian = bool(rng.random() < 0.5)
    make = layouts.LAYOUTS[int(rng.integers(len(layouts.LAYOUTS)))]
    extra = layouts.NEGATIVES[int(rng.integers(len(layouts.NEGATIVES)))]
    quality = str(rng.choice(QUALITIES))
    drawn_dpi = int(rng.choice([150, 200, 200, 300])) if dpi is None else dpi
    if quality == "fax":
        drawn_dpi = min(drawn_dpi, 200)
    more = extra(rng, russian)
    if crowded:
        for k in rng.permutation(len(layouts.NEGATIVES))[:4]:
            more += "\n\n" + layouts.NEGATIVES[int(k)](rng, russian)
    layout = make(rng, russian, more)
    drawn = render(layout, drawn_dpi)
    pixels, slots = drawn.pixels, drawn.slots
    page = pixels.astype(np.float32)
    mm = drawn_dpi / 25.4
    pens, stamped = (np.zeros(page.shape[:2], np.float32) for _ in range(2))
    marks: list[Mark] = []
    boxes: list[tuple[str, Box, bool]] = []
    signed: list[str] = []
    empty: list[tuple[str, Box]] = []
    bare = rng.random() < 0.25 or unmarked  # a page on which nothing was done
    pen = PEN_COLOURS[maker][int(rng.integers(len(PEN_COLOURS[maker])))]

    turn = 0.0 if quality == "clean" else float(rng.uniform(-1.6, 1.6))

    def put(blot: Blot, colour: tuple[int, int, int], onto: Floats, strength: float) -> Box:
        lay(page, blot, colour, strength)
        _note(onto, blot if onto is pens else Blot(_hull(blot.mask), blot.x, blot.y))
        x0, y0, x1, y1 = (v * 72 / drawn_dpi for v in blot.box)
        return _turned(Box(x0, y0, x1, y1), turn, page.shape, drawn_dpi)

    last: Box | None = None
    for slot in slots:
        x, y = slot.box.x0 * drawn_dpi / 72, slot.box.y0 * drawn_dpi / 72
        wide, tall = slot.box.width * drawn_dpi / 72, slot.box.height * drawn_dpi / 72
        if slot.kind in ("line", "open"):
            if bare or rng.random() < 0.35:
                if slot.kind == "line":
                    empty.append((slot.label, _turned(slot.box, turn, page.shape, drawn_dpi)))
                continue
            blot = _fitted(hands.signature(rng, mm, russian), wide, slot, mm)
            px = x + float(rng.uniform(0.02, 0.35)) * max(0.0, wide - blot.mask.shape[1] * 0.6)
            py = y + (float(rng.uniform(-1.5, 1.5)) * mm if slot.kind == "line" else 0.72 * tall)
            last = put(Blot(blot.mask, blot.x + int(px), blot.y + int(py)), pen, pens, float(rng.uniform(0.75, 0.97)))
            marks.append(Mark("signature", slot.label, last))
            signed.append(slot.label)
        elif slot.kind == "field" and not bare and rng.random() < 0.4:
            blot, said = hands.handwriting(rng, mm, russian)
            box = put(Blot(blot.mask, int(x + 2 * mm), int(y + blot.y)), pen, pens, 0.9)
            marks.append(Mark("handwriting", said, box))
        elif slot.kind in ("tick", "radio"):
            marked = not bare and bool(rng.random() < 0.5)
            if marked:
                blot = hands.tick(rng, wide, mm)
                put(Blot(blot.mask, int(x + blot.x), int(y + blot.y)), pen, pens, 0.95)
            boxes.append((slot.label, _turned(slot.box, turn, page.shape, drawn_dpi), marked))
    if not bare and rng.random() < 0.55:
        made = imprint(rng, maker, mm, russian)
        colour = STAMP_COLOURS[maker][int(rng.integers(len(STAMP_COLOURS[maker])))]
        h, w = made.mask.shape
        cx, cy = _stamp_place(rng, slots, last, page.shape, drawn_dpi)
        top = max(0, min(int(cy - h / 2), page.shape[0] - h))
        left = max(0, min(int(cx - w / 2), page.shape[1] - w))
        box = put(Blot(made.mask, left, top), colour, stamped, float(rng.uniform(0.55, 0.95)))
        marks.append(Mark("seal" if made.round else "stamp", made.words, box))
    out = np.clip(page, 0, 255).astype(np.uint8)
    if turn:
        out = skew(out, turn)
    out = degraded(out, drawn_dpi, quality, rng)
    ink = None
    if keep_ink:
        whole = cv2.getRotationMatrix2D((out.shape[1] / 2, out.shape[0] / 2), turn, 1.0)
        size = (out.shape[1], out.shape[0])
        ink = (cv2.warpAffine(pens, whole, size), cv2.warpAffine(stamped, whole, size))
    name = f"{maker}-{seed}-{layout.name}-{extra.__name__}-{quality}-{drawn_dpi}"
    return Sheet(
        name, out, drawn_dpi, russian, tuple(marks), tuple(boxes), tuple(signed), tuple(empty),
        tuple((w, _turned(b, turn, page.shape, drawn_dpi)) for w, b in drawn.words), -turn,
        ink,  # type: ignore[arg-type]
    )  # fmt: skip


def _turned(box: Box, degrees: float, shape: tuple[int, ...], dpi: int) -> Box:
    """Bounds of a box (points) on a page of `shape` pixels turned counter-clockwise about its middle."""
    cx, cy = shape[1] * 36 / dpi, shape[0] * 36 / dpi
    a = np.deg2rad(degrees)
    xs, ys = [], []
    for x, y in ((box.x0, box.y0), (box.x1, box.y0), (box.x0, box.y1), (box.x1, box.y1)):
        xs.append(cx + (x - cx) * np.cos(a) + (y - cy) * np.sin(a))
        ys.append(cy - (x - cx) * np.sin(a) + (y - cy) * np.cos(a))
    return Box(float(min(xs)), float(min(ys)), float(max(xs)), float(max(ys)))


def _hull(mask: Floats) -> Floats:
    """The ground that an imprint covers."""
    points = cv2.findNonZero((mask > 0.15).astype(np.uint8))
    out = np.zeros(mask.shape, np.float32)
    if points is not None:
        cv2.fillConvexPoly(out, cv2.convexHull(points), 1.0)
    return out


def _note(onto: Floats, blot: Blot) -> None:
    h, w = onto.shape
    x0, y0, x1, y1 = max(0, blot.x), max(0, blot.y), blot.x + blot.mask.shape[1], blot.y + blot.mask.shape[0]
    x1, y1 = min(w, x1), min(h, y1)
    if x1 > x0 and y1 > y0:
        part = blot.mask[y0 - blot.y : y1 - blot.y, x0 - blot.x : x1 - blot.x]
        onto[y0:y1, x0:x1] = np.maximum(onto[y0:y1, x0:x1], part)


def _fitted(blot: Blot, wide: float, slot: Slot, mm: float) -> Blot:
    """A signature made no larger than its place allows: little wider than the line, in a cell no higher than it."""
    h, w = blot.mask.shape
    limit = 1.15 * wide / w
    if slot.kind == "open":
        limit = min(limit, slot.box.height * mm * 25.4 / 72 / h)
    if limit >= 1:
        return blot
    small = cv2.resize(blot.mask, None, fx=limit, fy=limit, interpolation=cv2.INTER_AREA)
    return Blot(np.clip(small * 1.25, 0, 1).astype(np.float32), int(blot.x * limit), int(blot.y * limit))


def _stamp_place(
    rng: Rng, slots: tuple[Slot, ...], last: Box | None, shape: tuple[int, ...], dpi: int
) -> tuple[float, float]:
    """Where a stamp is pressed: beside or over a signature, in the free room, anywhere."""
    scale = dpi / 72
    rooms = [s for s in slots if s.kind == "room"]
    where = float(rng.random())
    if last is not None and where < 0.35:
        return (
            (last.x1 + float(rng.uniform(-40, 60))) * scale, (last.center[1] + float(rng.uniform(-20, 45))) * scale,
        )  # fmt: skip
    if rooms and where < 0.85:
        b = rooms[0].box
        return float(rng.uniform(b.x0 + 40, b.x1 - 40)) * scale, float(rng.uniform(b.y0 + 40, b.y1)) * scale
    return float(rng.uniform(0.2, 0.8)) * shape[1], float(rng.uniform(0.1, 0.6)) * shape[0]


def degraded(pixels: Pixels, dpi: int, quality: str, rng: Rng) -> Pixels:
    """A page as it comes out of a scanner, a camera's JPEG or a fax."""
    seed = int(rng.integers(0, 100000))
    if quality == "clean":
        return pixels
    noise = {"rough": 9.0, "fax": 12.0}.get(quality, 4.0)
    profile = ScanProfile(
        wear=0.0, noise=noise, contrast=float(rng.uniform(0.75, 0.95)), skew=0.0, curl=0.0,
        blur=float(rng.uniform(0.15, 0.32)), edge=str(rng.choice(["left", "right", "none"])),  # type: ignore[arg-type]
    )  # fmt: skip
    out: npt.NDArray[np.uint8] = scan(pixels, dpi, seed, profile, grey=quality in ("grey", "fax"))
    if quality == "fax":
        gray = cv2.cvtColor(out, cv2.COLOR_RGB2GRAY)
        level = float(np.percentile(gray, 50)) * float(rng.uniform(0.68, 0.82))
        out = np.repeat(np.where(gray < level, 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    if quality in ("jpeg", "rough"):
        stored = io.BytesIO()
        Image.fromarray(out).save(stored, "JPEG", quality=int(rng.integers(25, 60)))
        out = np.asarray(Image.open(stored).convert("RGB"))
    return np.ascontiguousarray(out, dtype=np.uint8)
