"""Links to the place of a reference."""

from __future__ import annotations

import string
from urllib.parse import quote

from atomcite.errors import UsageError

FIELDS = ("document", "page", "label")


def link(document: str, page: int, label: str | None = None, template: str | None = None) -> str:
    """A link to physical page `page` of the file `document`.

    Without a template "file.pdf#page=7", relative to the document's own folder (RFC 8118 names the fragment). A
    template is a URL with {document}, {page} and {label} in it; what is put in is percent-encoded throughout, so that
    a name can neither end the path nor add a parameter. `label` falls back to the page's position.
    """
    if template is None:
        return f"{quote(document, safe='')}#page={page}"
    values = {"document": document, "page": str(page), "label": label or str(page)}
    return template.format_map({name: quote(value, safe="") for name, value in values.items()})


def check_template(template: str) -> None:
    """Raises UsageError for a template that is no web address, or asks for what a link can't hold."""
    hint = 'An example: "https://host/{document}?page={page}".'
    if not template.startswith(("https://", "http://", "file:///", "/")):
        raise UsageError(f"--link-template {template!r} is no address.", hint)
    try:
        parts = list(string.Formatter().parse(template))
    except ValueError as error:
        raise UsageError(f"--link-template {template!r} does not hold together: {error}.", hint) from error
    for _, name, form, conversion in parts:
        if name is not None and (name not in FIELDS or form or conversion):
            known = ", ".join(f"{{{field}}}" for field in FIELDS)
            raise UsageError(f"--link-template can't fill in {{{name}}}.", f"It knows {known}. {hint}")
