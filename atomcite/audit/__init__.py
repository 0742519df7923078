"""The seal of a dossier: a manifest of all its files, a hash chain over what was done, and the check of both."""

from atomcite.audit.canonical import canonical, digest
from atomcite.audit.checking import Audit, Finding, audit
from atomcite.audit.journal import Event, Journal
from atomcite.audit.seal import EVENTS, MANIFEST, pixels_digest, seal

__all__ = [
    "EVENTS",
    "MANIFEST",
    "Audit",
    "Event",
    "Finding",
    "Journal",
    "audit",
    "canonical",
    "digest",
    "pixels_digest",
    "seal",
]
