"""Reading an answer file of either kind, and writing text back in the encoding that it came in."""

from __future__ import annotations

import codecs
import json
import re
import sys
import unicodedata
from pathlib import Path
from typing import BinaryIO, Literal

from pydantic import BaseModel, ConfigDict

from atomcite.answers.claims_file import FIELDS
from atomcite.errors import AnswerError

Encoding = Literal["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
"""How a text file is encoded. All but "utf-8" begin with their byte order mark."""

_MARKS: tuple[tuple[Encoding, bytes], ...] = (
    ("utf-8-sig", codecs.BOM_UTF8),
    ("utf-32-le", codecs.BOM_UTF32_LE),
    ("utf-32-be", codecs.BOM_UTF32_BE),
    ("utf-16-le", codecs.BOM_UTF16_LE),
    ("utf-16-be", codecs.BOM_UTF16_BE),
)


class LoadedAnswer(BaseModel):
    """What an answer file holds. `ready` is set when it holds claims (JSON Lines) rather than text.

    `encoded(text, encoding)` gives the file back byte for byte.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    ready: bool
    encoding: Encoding = "utf-8"


def encoded(text: str, encoding: Encoding) -> bytes:
    """`text` as the bytes of a file, with the byte order mark that belongs to `encoding`."""
    mark = dict(_MARKS).get(encoding, b"")
    return mark + text.encode("utf-8" if encoding == "utf-8-sig" else encoding)


def load_answer(path: str | Path, stdin: BinaryIO | None = None) -> LoadedAnswer:
    """Reads an answer or a claims file; "-" reads standard input (or `stdin`).

    UTF-8, or UTF-16 and UTF-32 with a byte order mark, which isn't part of the text but of
    `encoding`. Line ends stay as they are. A
    file is taken for claims when its name ends in .jsonl or .ndjson, or when its first line is a JSON object.

    Raises AnswerError when there is no such file, it can't be read or decoded, holds binary data, or is empty.
    """
    name = str(path)
    if name == "-":
        raw = (stdin or sys.stdin.buffer).read()
        name = "standard input"
    else:
        try:
            raw = Path(path).read_bytes()
        except FileNotFoundError:
            raise AnswerError(
                f"There is no answer file {name}.", "Check the path, or give - for standard input."
            ) from None
        except OSError as error:
            raise AnswerError(
                f"The answer file {name} can't be read: {error.strerror}.", "Check what it is and its access rights."
            ) from None
    text, encoding = _decoded(raw, name)
    if not text.strip():
        raise AnswerError(
            f"The answer in {name} is empty.", "Give a text with at least one statement, or claims as JSON Lines."
        )
    if not any(c.isalnum() for c in text) or _is_noise(text):
        raise AnswerError(
            f"The answer in {name} holds no words: it may be binary data.",
            "Give a text file in UTF-8, or in UTF-16 with a byte order mark.",
        )
    ready = name.lower().endswith((".jsonl", ".ndjson")) or _is_json_lines(text)
    return LoadedAnswer(text=text, ready=ready, encoding=encoding)


def _decoded(raw: bytes, name: str) -> tuple[str, Encoding]:
    encoding: Encoding = "utf-8"
    for name_of, mark in _MARKS:
        if raw.startswith(mark):
            raw, encoding = raw[len(mark) :], name_of
            break
    codec = encoding.removesuffix("-sig")
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError as error:
        likely = _likely_encoding(raw) if codec == "utf-8" else None
        if likely is None:
            raise AnswerError(
                f"The answer in {name} is no {codec.upper()} text: byte {error.start} can't be decoded.",
                "Save it as UTF-8.",
            ) from None
        raise AnswerError(
            f"The answer in {name} is no UTF-8 text (byte {error.start}); it looks like {likely}.",
            f"Save it as UTF-8, or convert it: iconv -f {likely} -t UTF-8 ANSWER > ANSWER.utf8",
        ) from None
    if "\x00" in text:
        raise AnswerError(
            f"The answer in {name} holds binary data (a zero character at position {text.index(chr(0))}).",
            "Give a text file in UTF-8, or in UTF-16 with a byte order mark.",
        )
    return text, encoding


def _is_noise(text: str) -> bool:
    """True for bytes that happen to decode: no two letters or digits side by side, or many characters that no text
    holds (controls, code points that stand for nothing)."""
    strange = sum(unicodedata.category(c) in ("Cc", "Cn", "Co") and c not in "\t\n\r\f\v" for c in text)
    return strange > 0.05 * len(text) or not re.search(r"\w\w", text)


def _likely_encoding(raw: bytes) -> str | None:
    """The old one-byte encoding that `raw` seems to be in. Only named to the user, never used: a wrong guess would
    change letters, and with them names, without a word.

    Bytes above 127 are lower-case Cyrillic letters for the most part in the right Russian encoding, and capitals or
    frames in the others.
    """
    high = bytes(byte for byte in raw if byte > 127)
    if len(high) < sum(chr(byte).isalpha() for byte in raw if byte < 128):
        latin = high.decode("cp1252", "replace")
        marks = sum(letter.isalpha() or letter in "€‚„…‘’“”•–—£§©«»°±·" for letter in latin)
        return "WINDOWS-1252" if marks > 0.9 * len(high) else None
    shares = {}
    for name, codec in (("WINDOWS-1251", "cp1251"), ("KOI8-R", "koi8_r"), ("IBM866", "cp866")):
        letters = high.decode(codec, "replace")
        shares[name] = sum("а" <= letter <= "я" or letter == "ё" for letter in letters) / len(high)
    best = max(shares, key=lambda name: shares[name])
    return best if shares[best] > 0.6 else None


def _is_json_lines(text: str) -> bool:
    line = text.lstrip().splitlines()[0].strip()
    if not line.startswith("{"):
        return False
    try:
        item = json.loads(line)
    except ValueError:
        return line.endswith("}") and bool(re.match(r'\{\s*"', line)) and '"statement"' in line
    return isinstance(item, dict) and bool(FIELDS & item.keys())
