"""Domain types: what the folders of AtomCite share, and all that `ocr`, `vision` and `policies` may import."""

from atomcite.domain.batches import Answered, ask_batch
from atomcite.domain.chat import Chat, ChatFault, ChatReply, ChatRequest, Detail, MalformedReply, Picture
from atomcite.domain.claims import Citation, Claim, Origin, PageRef, Span
from atomcite.domain.facts import Amount, Facts, Trait, Values
from atomcite.domain.geometry import Box
from atomcite.domain.identity import PageIdentity
from atomcite.domain.messages import Language, Message, catalogue, message
from atomcite.domain.page import Line, Missing, OcrEngine, PageImage, PageSource, PageWords, Pixels, Script, Word
from atomcite.domain.references import Reference, Section
from atomcite.domain.registrations import claims_registration
from atomcite.domain.report import (
    ClaimResult,
    DocumentInfo,
    DocumentKind,
    LookReason,
    PageLook,
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
    "Answered",
    "Box",
    "Cache",
    "Channel",
    "ChannelResult",
    "ChannelVerdict",
    "Chat",
    "ChatFault",
    "ChatReply",
    "ChatRequest",
    "Check",
    "Citation",
    "Claim",
    "ClaimResult",
    "ClaimVerdict",
    "Detail",
    "DocumentInfo",
    "DocumentKind",
    "Evidence",
    "Facts",
    "ImageVerifier",
    "Judge",
    "Key",
    "Language",
    "Line",
    "LookReason",
    "MalformedReply",
    "Message",
    "Meter",
    "Missing",
    "NoCache",
    "NoMeter",
    "OcrEngine",
    "Origin",
    "PageIdentity",
    "PageImage",
    "PageLook",
    "PageReading",
    "PageRef",
    "PageSignal",
    "PageSource",
    "PageWords",
    "Picture",
    "Pixels",
    "Reference",
    "Report",
    "ResolvedPage",
    "Script",
    "Section",
    "SignalKind",
    "Span",
    "Suggestion",
    "Trait",
    "Usage",
    "Values",
    "Word",
    "ask_batch",
    "catalogue",
    "claims_registration",
    "message",
]
