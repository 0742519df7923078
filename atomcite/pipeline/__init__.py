"""The pipeline: from an answer and a document to a report."""

from atomcite.pipeline.api import averify, verify
from atomcite.pipeline.channels import ImageChannel, TextChannel
from atomcite.pipeline.comparing import Change, compare
from atomcite.pipeline.correcting import Apply, Choose, applied_to, corrected, encoding_of
from atomcite.pipeline.deciding import Lacking, decide, lacking
from atomcite.pipeline.looking import Look, look
from atomcite.pipeline.replaying import replay_run, replayed
from atomcite.pipeline.run import Run
from atomcite.pipeline.server import connect
from atomcite.pipeline.settings import Endpoint, Settings, endpoint, local_model, ocr_models
from atomcite.pipeline.stored import claims_of, write_run

__all__ = [
    "Apply",
    "Change",
    "Choose",
    "Endpoint",
    "ImageChannel",
    "Lacking",
    "Look",
    "Run",
    "Settings",
    "TextChannel",
    "applied_to",
    "averify",
    "claims_of",
    "compare",
    "connect",
    "corrected",
    "decide",
    "encoding_of",
    "endpoint",
    "lacking",
    "local_model",
    "look",
    "ocr_models",
    "replay_run",
    "replayed",
    "verify",
    "write_run",
]
