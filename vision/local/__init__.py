"""A vision model on this machine as the image channel: `--image transformers`.

- `TransformersVerifier`: the verifier; light to import, torch is loaded when it is first asked
- `checkpoint`: which folder holds the model, whether it takes pictures, its fingerprint
- `loading`: weights and processor, once a process
- `prompt`: what the model is asked; `encoding`: that as tokens, pictures first
- `inference`: next-token logits and greedy continuations over a shared picture prefix
- `choice`, `calibration`: logits of the option letters -> probabilities -> verdict
"""

from atomcite.vision.local.checkpoint import missing_packages
from atomcite.vision.local.verifier import TransformersVerifier

__all__ = ["TransformersVerifier", "missing_packages"]
