"""Pages with text that is not meant for their readers: put over, under or beside what a page says."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pikepdf
import typst
from made_pages import pixels_of
from PIL import Image

WIDTH, HEIGHT = 420, 320


def layer(text: str, *, fill: str = "black", size: float = 8, x: float = 30, y: float = 285) -> bytes:
    """A PDF page of WIDTH x HEIGHT points with nothing on it but `text`."""
    type_ = f"text(size: {size}pt, fill: {fill}, {quoted(text)})"
    return typst.compile(
        f"#set page(width: {WIDTH}pt, height: {HEIGHT}pt, margin: 0pt)\n"
        f"#place(dx: {x}pt, dy: {y}pt, box(width: 360pt, {type_}))".encode()
    )


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def overlaid(
    base: bytes, over: bytes, *, painted: bool = True, off: bool = False, at: tuple[int, int] = (0, 0)
) -> bytes:
    """`base` with the page `over` drawn on it with its lower left corner `at` (points); its text in the mode that
    paints nothing unless `painted`; in a layer that is switched off if `off`."""
    with pikepdf.open(io.BytesIO(base)) as pdf, pikepdf.open(io.BytesIO(over)) as extra:
        form = pdf.copy_foreign(extra.pages[0].as_form_xobject())
        if not painted:
            form.write(b"3 Tr\n" + re.sub(rb"\b0 Tr\b", b"3 Tr", form.read_bytes()))
        page = pdf.pages[0]
        name = page.add_resource(form, pikepdf.Name.XObject)
        paint = b"q 1 0 0 1 %d %d cm %s Do Q" % (*at, str(name).encode())
        if off:
            group = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="notes"))
            pdf.Root.OCProperties = pikepdf.Dictionary(
                OCGs=[group], D=pikepdf.Dictionary(OFF=[group], Order=[group], ON=[])
            )
            member = page.add_resource(group, pikepdf.Name.Properties)
            paint = b"/OC %s BDC %s EMC" % (str(member).encode(), paint)
        page.contents_add(paint)
        return _saved(pdf)


def unpainted(base: bytes, text: str) -> bytes:
    return overlaid(base, layer(text), painted=False)


def in_white(base: bytes, text: str) -> bytes:
    return overlaid(base, layer(text, fill="white"))


def tiny(base: bytes, text: str) -> bytes:
    return overlaid(base, layer(text, size=1))


def outside(base: bytes, text: str) -> bytes:
    """Below the lower edge: the crop box is cut off above it."""
    with pikepdf.open(io.BytesIO(overlaid(base, layer(text, y=302)))) as pdf:
        pdf.pages[0].cropbox = pikepdf.Array([0, 24, WIDTH, HEIGHT])
        return _saved(pdf)


def switched_off(base: bytes, text: str) -> bytes:
    return overlaid(base, layer(text), off=True)


def transparent(base: bytes, text: str) -> bytes:
    return overlaid(base, layer(text, fill='rgb("00000000")'))


def under_picture(base: bytes, text: str) -> bytes:
    """Covered by a plain picture that lies over it."""
    picture = io.BytesIO()
    Image.new("RGB", (380, 30), (240, 240, 240)).save(picture, "PDF", resolution=72)
    return overlaid(overlaid(base, layer(text)), picture.getvalue(), at=(20, 10))


def under_text(base: bytes, text: str) -> bytes:
    """In white, exactly where other text stands in black."""
    return overlaid(overlaid(base, layer(text, fill="white")), layer("Printed in three copies. " * 6))


def hidden_note(base: bytes, text: str) -> bytes:
    with pikepdf.open(io.BytesIO(base)) as pdf:
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Rect=[20, 20, 40, 40], Contents=text, F=2
        )
        pdf.pages[0].Annots = pdf.make_indirect(pikepdf.Array([pdf.make_indirect(note)]))
        return _saved(pdf)


def in_properties(base: bytes, text: str) -> bytes:
    with pikepdf.open(io.BytesIO(base)) as pdf:
        pdf.docinfo["/Subject"] = text
        return _saved(pdf)


def visible(base: bytes, text: str) -> bytes:
    return overlaid(base, layer(text))


HIDING: dict[str, Callable[[bytes, str], bytes]] = {
    "unpainted": unpainted,
    "same_colour": in_white,
    "tiny": tiny,
    "outside": outside,
    "switched_off": switched_off,
    "transparent": transparent,
    "covered": under_picture,
    "under_text": under_text,
    "hidden_note": hidden_note,
}


def picture_with_layer(base: bytes, text: str | None, dpi: float = 150) -> bytes:
    """`base` as a scan: its picture, with its own words as an unpainted layer over it, and `text` beside them."""
    buffer = io.BytesIO()
    Image.fromarray(pixels_of(base, dpi)).save(buffer, "PDF", resolution=dpi)
    scan = overlaid(buffer.getvalue(), base, painted=False)
    return unpainted(scan, text) if text else scan


def _saved(pdf: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()
