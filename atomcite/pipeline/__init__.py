"""The pipeline: from an answer and a document to a report."""

from atomcite.pipeline.api import averify, verify
from atomcite.pipeline.channels import ImageChannel, TextChannel
from atomcite.pipeline.looking import Look, look
from atomcite.pipeline.run import Run
from atomcite.pipeline.server import connect
from atomcite.pipeline.settings import Endpoint, Settings, endpoint, local_model, ocr_models

__all__ = [
    "Endpoint",
    "ImageChannel",
    "Look",
    "Run",
    "Settings",
    "TextChannel",
    "averify",
    "connect",
    "endpoint",
    "local_model",
    "look",
    "ocr_models",
    "verify",
]
