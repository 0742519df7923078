"""Which page a page is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class PageIdentity(BaseModel):
    """All that is known of which page a page is. `physical` is 1-based; `label` comes from the file, `folio` is the
    number printed on the page (known only for pages that were read)."""

    model_config = ConfigDict(frozen=True)

    physical: int
    label: str | None = None
    folio: str | None = None
