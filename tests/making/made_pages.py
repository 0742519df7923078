"""Pages and files that tests make for themselves: typeset by typst, printed by PDFium, spoilt like a scan."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import typst
from PIL import Image

ENGLISH = """The Lender shall make the loan available on the first business day after the notice was given.
Interest accrues at 7.25 per cent a year and is paid on the last day of each quarter.
The Borrower may repay the loan early without premium or penalty, in whole or in part.
Revenue for the year ended 31 December 2023 was 1,577 million, against 1,402 million in 2022.
The Agreement is governed by the law of England and the courts of London have jurisdiction.
No waiver of any right is effective unless it is given in writing and signed by both parties.
Capital expenditure of 318 million was financed from operating cash flow and a new bond issue.
The auditors expressed an unqualified opinion on the accounts and drew attention to note 14."""

RUSSIAN = """Заёмщик обязуется вернуть полученную сумму и уплатить проценты в порядке, установленном договором.
Процентная ставка составляет 7,25 процента годовых и начисляется на остаток задолженности.
Выручка за 2023 год составила 1 577 млн рублей против 1 402 млн рублей годом ранее.
Арендная плата вносится не позднее 10 числа каждого месяца на расчётный счёт арендодателя.
Настоящий договор вступает в силу с момента подписания и действует до 31 декабря 2026 года.
Стороны освобождаются от ответственности, если нарушение вызвано непреодолимой силой.
Чистая прибыль общества уменьшилась на 12,5 процента и достигла 318 млн рублей.
Все споры подлежат рассмотрению в Арбитражном суде города Москвы."""

TABLE = """#table(columns: (3fr, 1fr, 1fr),
  [Item], [2023], [2022],
  [Revenue], [1,577], [1,402],
  [Cost of sales], [(903)], [(871)],
  [Gross profit], [674], [531],
  [Other income], [12], [—],
  [Net debt / EBITDA], [2.4], [2.9],
)"""


def typeset(body: str, *, width: float = 420, height: float = 320, size: float = 10, lang: str = "en") -> bytes:
    """A PDF of `body` (typst markup), pages of `width` x `height` points."""
    source = (
        f'#set page(width: {width}pt, height: {height}pt, margin: 30pt)\n#set text(size: {size}pt, lang: "{lang}")\n'
    )
    return typst.compile((source + body).encode())


def prose(text: str) -> str:
    return "\n\n".join(line.replace("#", "\\#") for line in text.splitlines())


def pixels_of(pdf: bytes, dpi: float = 200, page: int = 0) -> np.ndarray:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return np.array(document[page].render(scale=dpi / 72, rev_byteorder=True).to_numpy()[:, :, :3])
    finally:
        document.close()


def spoil(
    pixels: np.ndarray, *, skew: float = 0.0, blur: float = 0.7, noise: float = 8.0, jpeg: int = 75, seed: int = 7
) -> np.ndarray:
    """The page as a scanner would give it: grey, `skew` degrees counter-clockwise, blurred, noisy, through JPEG."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    h, w = grey.shape
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), skew, 1.0)
    grey = cv2.warpAffine(grey, matrix, (w, h), flags=cv2.INTER_CUBIC, borderValue=255)
    light = np.linspace(1.0, 0.9, w)[None, :] * np.linspace(1.0, 0.95, h)[:, None]
    dirty = cv2.GaussianBlur(grey, (0, 0), blur) * light + np.random.default_rng(seed).normal(0, noise, grey.shape)
    _, data = cv2.imencode(".jpg", np.clip(dirty, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, jpeg])
    return cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), cv2.COLOR_GRAY2RGB)


def turned(pixels: np.ndarray, degrees: int) -> np.ndarray:
    """`pixels` turned clockwise."""
    return np.ascontiguousarray(np.rot90(pixels, k=-degrees // 90))


def picture_pdf(pages: Sequence[np.ndarray], dpi: float = 200) -> bytes:
    """A PDF of page pictures without a text layer."""
    buffer = io.BytesIO()
    first, *rest = [Image.fromarray(p) for p in pages]
    first.save(buffer, "PDF", resolution=dpi, save_all=True, append_images=rest)
    return buffer.getvalue()


def save_png(pixels: np.ndarray, path: Path, dpi: float | None = 200) -> Path:
    Image.fromarray(pixels).save(path, dpi=None if dpi is None else (dpi, dpi))
    return path


def recall(expected: str, found: str) -> float:
    """Share of the words of `expected` that `found` holds (each as often)."""
    pool: dict[str, int] = {}
    for word in _words(found):
        pool[word] = pool.get(word, 0) + 1
    wanted = _words(expected)
    hits = 0
    for word in wanted:
        if pool.get(word, 0) > 0:
            pool[word] -= 1
            hits += 1
    return hits / len(wanted)


def _words(text: str) -> list[str]:
    return [w for w in (t.strip(".,;:()").casefold() for t in text.split()) if w]
