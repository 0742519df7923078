"""What can be told from the characters of a text layer alone."""

from __future__ import annotations

import unicodedata

GARBLED = 0.02
"""Share of characters that no page shows from which a layer is rejected without a look at the pixels."""


def share_never_printed(text: str) -> float:
    """Share of replacement characters, private use and controls: what broken font maps give."""
    return sum(map(_never_printed, text)) / max(1, len(text))


def _never_printed(char: str) -> bool:
    return char == "\ufffd" or unicodedata.category(char) in ("Co", "Cc", "Cn", "Cs")
