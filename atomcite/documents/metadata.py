"""Title, author and revision date of a document, from its metadata: missing is None, never invented."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Metadata:
    """`revised` is ISO 8601, as exact as the file gives it."""

    title: str | None = None
    author: str | None = None
    revised: str | None = None


_FILE_NAME = re.compile(
    r"^\S*[^\s.]\.(pdf|docx?|xlsx?|pptx?|odt|rtf|txt|html?|indd|qxd|tex|dvi|ps|tiff?|jpe?g|png)$", re.I
)
_MADE_BY = re.compile(
    r"^(microsoft (office )?(word|excel|powerpoint)\s*[-–—:]|microsoft word\b|powerpoint presentation$|"
    r"презентация powerpoint$|slide 1$|(untitled|без имени|без названия|document|документ|new document|"
    r"новый документ|scan(ned)?( document)?|img|image|page|doc)[\s_\-.()]*\d*$|about:blank$|https?://)",
    re.I,
)
_SCANNER = re.compile(r"^(scan|img|image|dsc|doc|skm|kmbt|xerox|mfp|canon)[\s_\-]?[\w\-]*\d{3,}[\w\-]*$", re.I)
_NOBODY = re.compile(
    r"^(unknown|unspecified|anonymous|user|admin(istrator)?|owner|root|author|none|n/?a|-|пользователь|"
    r"администратор|автор|неизвестн\w*|без автора)$",
    re.I,
)


def clean(text: str | None) -> str | None:
    """`text` on one line without control characters; None when nothing is left."""
    if text is None:
        return None
    text = " ".join("".join(c if c.isprintable() else " " for c in text.removeprefix("\ufeff")).split())
    return text or None


def title_of(text: str | None, file_name: str = "") -> str | None:
    """A title that somebody gave, or None for what a program left there: a file name, "Microsoft Word - x.doc",
    "untitled", a scanner's counter, a title that does not decode."""
    title = clean(text)
    if title is None or not any(c.isalpha() for c in title) or "\ufffd" in title:
        return None
    stem = file_name.rsplit(".", 1)[0]
    if file_name and title.casefold() in (file_name.casefold(), stem.casefold()) and " " not in title:
        return None
    if _FILE_NAME.match(title) or _MADE_BY.match(title) or _SCANNER.match(title):
        return None
    # "Annual report final v2.docx" has spaces and is a file name all the same.
    return None if re.search(r"\.(docx?|xlsx?|pptx?|pdf|indd|odt|rtf)$", title, re.I) else title


def author_of(text: str | None) -> str | None:
    """The author, or None for a placeholder ("Unknown", "Administrator")."""
    author = clean(text)
    return None if author is None or _NOBODY.match(author) or not any(c.isalpha() for c in author) else author


_PDF_DATE = re.compile(
    r"^\s*(?:D:)?(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2}))?)?)?)?)?"
    r"\s*(?:(Z)|([+-])(\d{2})'?:?(?:(\d{2})'?)?)?"
)


def pdf_date(text: str | None) -> str | None:
    """A PDF date (PDF 32000-1, 7.9.4: D:YYYYMMDDHHmmSSOHH'mm') as ISO 8601; None when it is none or impossible."""
    found = _PDF_DATE.match(text or "")
    if not found:
        return None
    year, month, day, hour, minute, second = found.groups()[:6]
    try:
        moment = datetime(
            int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0)
        )
    except ValueError:
        return None
    if not 1900 <= moment.year <= 2200:
        return None
    if day is None:
        return year if month is None else f"{year}-{month}"
    if hour is None:
        return moment.date().isoformat()
    zulu, sign, off_hours, off_minutes = found.groups()[6:]
    zone = "Z" if zulu else f"{sign}{off_hours}:{off_minutes or '00'}" if sign else ""
    return moment.isoformat(timespec="seconds") + zone


def tiff_date(text: str | None) -> str | None:
    """A TIFF or EXIF date ("2024:03:05 10:00:00") as ISO 8601."""
    try:
        return datetime.strptime((text or "").strip("\x00 "), "%Y:%m:%d %H:%M:%S").isoformat()
    except ValueError:
        return None
