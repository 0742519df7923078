"""Domain types: what the folders of AtomCite share, and all that `ocr`, `vision` and `policies` may import."""

from atomcite.domain.claims import Citation, Claim, Origin, PageRef, Span
from atomcite.domain.facts import Amount, Facts, Trait, Values
from atomcite.domain.geometry import Box
from atomcite.domain.messages import Language, Message, catalogue, message
from atomcite.domain.page import Line, Missing, OcrEngine, PageImage, PageSource, PageWords, Pixels, Script, Word
from atomcite.domain.report import (
    ClaimResult,
    DocumentInfo,
    DocumentKind,
    PageIdentity,
    PageReading,
    Report,
    ResolvedPage,
    Suggestion,
)
from atomcite.domain.runtime import Cache, Key, Meter, NoCache, NoMeter
from atomcite.domain.signals import PageSignal, SignalKind
from atomcite.domain.verdicts import (
    Action,
    Channel,
    ChannelResult,
    ChannelVerdict,
    Check,
    ClaimVerdict,
    Evidence,
    ImageVerifier,
    Judge,
    Usage,
)

__all__ = [
    "Action",
    "Amount",
    "Box",
    "Cache",
    "Channel",
    "ChannelResult",
    "ChannelVerdict",
    "Check",
    "Citation",
    "Claim",
    "ClaimResult",
    "ClaimVerdict",
    "DocumentInfo",
    "DocumentKind",
    "Evidence",
    "Facts",
    "ImageVerifier",
    "Judge",
    "Key",
    "Language",
    "Line",
    "Message",
    "Meter",
    "Missing",
    "NoCache",
    "NoMeter",
    "OcrEngine",
    "Origin",
    "PageIdentity",
    "PageImage",
    "PageReading",
    "PageRef",
    "PageSignal",
    "PageSource",
    "PageWords",
    "Pixels",
    "Report",
    "ResolvedPage",
    "Script",
    "SignalKind",
    "Span",
    "Suggestion",
    "Trait",
    "Usage",
    "Values",
    "Word",
    "catalogue",
    "message",
]
