"""Vision models of some ten thousand parameters, one a family, saved as the `transformers` package saves them: real
configurations, processors and tokenizers, random weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil
from transformers.models.gemma3.image_processing_pil_gemma3 import Gemma3ImageProcessorPil
from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil
from transformers.models.siglip.image_processing_pil_siglip import SiglipImageProcessorPil

from atomcite.vision.local import prompt

LAYERS = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
VISION = LAYERS | {"patch_size": 8}
TEXT = LAYERS | {"num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 4096}
TURN = """{{ '<|im_start|>' }}{% for m in messages %}{{ m['role'] }}: {% if m['content'] is string %}\
{{ m['content'] }}{% else %}{% for part in m['content'] %}{% if part['type'] == 'image' %}IMAGE{% else %}\
{{ part['text'] }}{% endif %}{% endfor %}{% endif %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}assistant:{% endif %}"""


IDEFICS_MARKS = [
    *("<image>", "<fake_token_around_image>", "<end_of_utterance>", "<global-img>"),
    *(f"<row_{r}_col_{c}>" for r in range(1, 7) for c in range(1, 7)),
]


def tokenizer(special: list[str], texts: Sequence[str] = (), **named: Any) -> Any:
    """A byte-level tokenizer trained on AtomCite's own prompts, or on `texts`, so that these stay short."""
    text = list(texts) or [prompt.choice_prompt("The page is red and blue.", order) for order in prompt.rotations()]
    text.append(prompt.quote_prompt("The page is red."))
    known = ["<|pad|>", "<|im_start|>", "<|im_end|>", *special]
    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    raw.train_from_iterator(
        text * 4,
        trainers.BpeTrainer(
            vocab_size=1500,
            special_tokens=known,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=raw, pad_token="<|pad|>", eos_token="<|im_end|>", bos_token="<|im_start|>", **named
    )


def idefics3(folder: Path, chat_template: str | None = TURN, context: int = 4096) -> Path:
    tokens = tokenizer(IDEFICS_MARKS)
    pictures = Idefics3ImageProcessorPil(size={"longest_edge": 64}, max_image_size={"longest_edge": 32})
    processor = transformers.Idefics3Processor(
        pictures, tokens, image_seq_len=4, chat_template=chat_template and chat_template.replace("IMAGE", "<image>")
    )
    config = transformers.Idefics3Config(
        vision_config=VISION | {"image_size": 32},
        text_config=TEXT | {"model_type": "llama", "vocab_size": len(tokens), "max_position_embeddings": context},
        image_token_id=tokens.convert_tokens_to_ids("<image>"),
        scale_factor=2,
    )
    return _saved(transformers.Idefics3ForConditionalGeneration, config, processor, folder)


def llava(folder: Path, chat_template: str | None = TURN, texts: Sequence[str] = (), **text: Any) -> Path:
    tokens = tokenizer(["<image>"], texts)
    pictures = CLIPImageProcessorPil(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32})
    processor = transformers.LlavaProcessor(
        pictures,
        tokens,
        patch_size=8,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=chat_template and chat_template.replace("IMAGE", "<image>\n"),
    )
    config = transformers.LlavaConfig(
        vision_config=VISION | {"model_type": "clip_vision_model", "image_size": 32, "projection_dim": 32},
        text_config=TEXT | {"model_type": "llama", "vocab_size": len(tokens)} | text,
        image_token_index=tokens.convert_tokens_to_ids("<image>"),
        vision_feature_select_strategy="default",
        vision_feature_layer=-1,
        image_seq_length=16,
    )
    return _saved(transformers.LlavaForConditionalGeneration, config, processor, folder)


def gemma3(folder: Path) -> Path:
    named = {"boi_token": "<start_of_image>", "eoi_token": "<end_of_image>", "image_token": "<image_soft_token>"}
    tokens = tokenizer([*named.values()], extra_special_tokens=named)
    pictures = Gemma3ImageProcessorPil(size={"height": 32, "width": 32})
    processor = transformers.Gemma3Processor(
        pictures, tokens, chat_template=TURN.replace("IMAGE", "<start_of_image>"), image_seq_length=4
    )
    ids = {name: tokens.convert_tokens_to_ids(token) for name, token in named.items()}
    config = transformers.Gemma3Config(
        # A window shorter than the prompt, so that the cache of the sliding layers must be carried on rightly.
        text_config=TEXT | {"vocab_size": len(tokens), "sliding_window": 64, "query_pre_attn_scalar": 8},
        vision_config=VISION | {"model_type": "siglip_vision_model", "image_size": 32},
        mm_tokens_per_image=4,
        boi_token_index=ids["boi_token"],
        eoi_token_index=ids["eoi_token"],
        image_token_index=ids["image_token"],
    )
    return _saved(transformers.Gemma3ForConditionalGeneration, config, processor, folder)


def paligemma(folder: Path) -> Path:
    """A family without chat templates, whose prompts are attended to in both directions."""
    pictures = SiglipImageProcessorPil(size={"height": 32, "width": 32})
    pictures.image_seq_length = 16
    processor = transformers.PaliGemmaProcessor(pictures, tokenizer(["<image>"]))
    config = transformers.PaliGemmaConfig(
        text_config=TEXT | {"model_type": "gemma", "vocab_size": len(processor.tokenizer)},
        vision_config=VISION | {"model_type": "siglip_vision_model", "image_size": 32, "projection_dim": 32},
        image_token_index=processor.image_token_id,
        projection_dim=32,
        hidden_size=32,
    )
    return _saved(transformers.PaliGemmaForConditionalGeneration, config, processor, folder)


def qwen3_vl(folder: Path) -> Path:
    marks = ["<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>"]
    tokens = tokenizer(marks)
    size = {"shortest_edge": 32 * 32, "longest_edge": 64 * 64}
    pictures = transformers.Qwen2VLImageProcessor(patch_size=8, merge_size=2, size=size)
    videos = transformers.Qwen3VLVideoProcessor(patch_size=8, merge_size=2, size=size)
    template = TURN.replace("IMAGE", "<|vision_start|><|image_pad|><|vision_end|>")
    processor = transformers.Qwen3VLProcessor(pictures, tokens, videos, chat_template=template)
    start, end, image, video = (tokens.convert_tokens_to_ids(m) for m in marks)
    positions = {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [1, 1, 2]}
    vision = {"depth": 2, "hidden_size": 32, "out_hidden_size": 32, "intermediate_size": 64, "num_heads": 4}
    config = transformers.Qwen3VLConfig(
        text_config=TEXT | {"vocab_size": len(tokens), "rope_parameters": positions},
        vision_config=vision | {"patch_size": 8, "deepstack_visual_indexes": [0], "num_position_embeddings": 64},
        image_token_id=image,
        video_token_id=video,
        vision_start_token_id=start,
        vision_end_token_id=end,
    )
    return _saved(transformers.Qwen3VLForConditionalGeneration, config, processor, folder)


def smolvlm(folder: Path) -> Path:
    tokens = tokenizer(IDEFICS_MARKS)
    sizes = {"size": {"longest_edge": 64}, "max_image_size": {"longest_edge": 32}}
    pictures, videos = transformers.SmolVLMImageProcessor(**sizes), transformers.SmolVLMVideoProcessor(**sizes)
    template = TURN.replace("IMAGE", "<image>")
    processor = transformers.SmolVLMProcessor(pictures, tokens, videos, image_seq_len=4, chat_template=template)
    config = transformers.SmolVLMConfig(
        vision_config=VISION | {"image_size": 32},
        text_config=TEXT | {"model_type": "llama", "vocab_size": len(tokens)},
        image_token_id=tokens.convert_tokens_to_ids("<image>"),
        scale_factor=2,
    )
    return _saved(transformers.SmolVLMForConditionalGeneration, config, processor, folder)


def internvl(folder: Path) -> Path:
    named = {
        "start_image_token": "<img>",
        "end_image_token": "</img>",
        "context_image_token": "<IMG_CONTEXT>",
        "video_token": "<video>",
    }
    tokens = tokenizer([*named.values()], extra_special_tokens=named)
    size = {"height": 32, "width": 32}
    pictures = transformers.GotOcr2ImageProcessor(size=size, crop_to_patches=True)
    videos = transformers.InternVLVideoProcessor(size=size)
    template = TURN.replace("IMAGE", "<IMG_CONTEXT>\n")
    processor = transformers.InternVLProcessor(pictures, tokens, videos, image_seq_length=4, chat_template=template)
    config = transformers.InternVLConfig(
        vision_config=LAYERS | {"patch_size": [8, 8], "image_size": [32, 32]},
        text_config=TEXT | {"model_type": "qwen2", "vocab_size": len(tokens)},
        image_token_id=tokens.convert_tokens_to_ids("<IMG_CONTEXT>"),
        image_seq_length=4,
    )
    return _saved(transformers.InternVLForConditionalGeneration, config, processor, folder)


def text_only(folder: Path) -> Path:
    tokens = tokenizer([])
    config = transformers.LlamaConfig(vocab_size=len(tokens), **TEXT)
    return _saved(transformers.LlamaForCausalLM, config, tokens, folder)


FAMILIES: dict[str, Callable[[Path], Path]] = {"idefics3": idefics3, "llava": llava, "gemma3": gemma3}
WITH_VIDEO: dict[str, Callable[[Path], Path]] = {"qwen3_vl": qwen3_vl, "smolvlm": smolvlm, "internvl": internvl}
"""Families that take videos too: their processors need torchvision."""


def _saved(kind: Any, config: Any, processor: Any, folder: Path) -> Path:
    torch.manual_seed(7)
    model = kind(config).eval()
    with torch.no_grad():
        for weights in model.parameters():  # the usual start is so even that every answer would look alike
            weights.mul_(3.0 if weights.ndim > 1 else 1.0)
    eos = getattr(processor, "tokenizer", processor).eos_token_id
    model.generation_config.eos_token_id = eos
    model.generation_config.pad_token_id = getattr(processor, "tokenizer", processor).pad_token_id
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder
