"""Entailment models small enough to build, train and save in a test, in the form that transformers loads."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import ascii_letters, digits, punctuation
from typing import Any

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    DebertaV2Config,
    DebertaV2ForSequenceClassification,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForSequenceClassification,
    T5Config,
    T5ForConditionalGeneration,
    T5ForTokenClassification,
)

THINGS = ("pump", "valve", "boiler", "crane", "ferry", "bridge")
STATES = ("open", "closed", "red", "green")
OPPOSITE = {"open": "closed", "closed": "open", "red": "green", "green": "red"}
TEXTS = [f"the {thing} is {state} ." for thing in THINGS for state in STATES]
FRAMES = ["premise: hypothesis: predict: 0 1", "1 0 1 0"]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def tokenizer(texts: Iterable[str] = ()) -> PreTrainedTokenizerFast:
    """A WordPiece tokenizer that has the texts' words whole and spells all others, framing pairs as BERT does."""
    words = sorted({word for text in (*TEXTS, *texts) for word in text.lower().split()})
    letters = sorted({*ascii_letters.lower(), *digits, *"".join(words), *punctuation})
    entries = dict.fromkeys([*SPECIAL, *words, *letters, *(f"##{letter}" for letter in letters)])
    vocabulary = {entry: i for i, entry in enumerate(entries)}
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.BertProcessing(("[SEP]", vocabulary["[SEP]"]), ("[CLS]", vocabulary["[CLS]"]))
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    )


def t5_tokenizer(counting: bool = True, size: int = 400) -> PreTrainedTokenizerFast:
    """A Unigram tokenizer with an end mark after each input, as T5's is; it knows 1 and 0 if it is to."""
    made = Tokenizer(models.Unigram())
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    specials = ["<pad>", "</s>", "<unk>"]
    made.train_from_iterator(
        [*TEXTS, *(FRAMES * 20 if counting else [])],
        trainers.UnigramTrainer(vocab_size=size, special_tokens=specials, unk_token="<unk>"),
    )
    made.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", made.token_to_id("</s>"))]
    )
    return PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<pad>", eos_token="</s>", unk_token="<unk>")


def sentencepiece_model(path: Path, *, bert: bool) -> None:
    """A SentencePiece model of `TEXTS` and the answers 1 and 0, with the marks of BERT or of T5."""
    import sentencepiece

    marks = {"pad_piece": "[PAD]", "bos_piece": "[CLS]", "eos_piece": "[SEP]", "unk_piece": "[UNK]"} if bert else {}
    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([*TEXTS * 5, *FRAMES * 20]),
        model_writer=made,
        vocab_size=80,
        hard_vocab_limit=False,
        pad_id=0,
        bos_id=1 if bert else -1,
        eos_id=2 if bert else 1,
        unk_id=3 if bert else 2,
        minloglevel=2,
        **marks,
    )
    path.write_bytes(made.getvalue())


def classifier(kind: str, words: PreTrainedTokenizerFast, labels: Sequence[str], positions: int = 160) -> Any:
    """A randomly initialised encoder ("bert", "roberta" or "deberta") with these outputs, for inputs of up to
    `positions` tokens."""
    torch.manual_seed(7)
    shape = {
        "vocab_size": len(words),
        "hidden_size": 48,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 96,
        "pad_token_id": words.pad_token_id,
        # Small and without dropout, it learns to compare words within a hundred steps.
        "initializer_range": 0.2,
        "hidden_dropout_prob": 0.0,
        "attention_probs_dropout_prob": 0.0,
        "id2label": dict(enumerate(labels)),
        "label2id": {label: i for i, label in enumerate(labels)},
    }
    if kind == "deberta":
        config = DebertaV2Config(
            **shape,
            max_position_embeddings=positions,
            relative_attention=True,
            pos_att_type=["p2c", "c2p"],
            position_biased_input=False,
            type_vocab_size=0,
        )
        return DebertaV2ForSequenceClassification(config)
    if kind == "roberta":
        return RobertaForSequenceClassification(
            RobertaConfig(**shape, max_position_embeddings=positions + 1, type_vocab_size=2)
        )
    return BertForSequenceClassification(BertConfig(**shape, max_position_embeddings=positions))


def t5(words: PreTrainedTokenizerFast) -> T5ForConditionalGeneration:
    torch.manual_seed(7)
    return T5ForConditionalGeneration(_t5_config(words))


def t5_for_tokens(words: PreTrainedTokenizerFast) -> T5ForTokenClassification:
    torch.manual_seed(7)
    return T5ForTokenClassification(_t5_config(words))


def _t5_config(words: PreTrainedTokenizerFast) -> T5Config:
    return T5Config(
        vocab_size=len(words),
        d_model=48,
        d_kv=12,
        d_ff=96,
        num_layers=2,
        num_heads=4,
        pad_token_id=words.pad_token_id,
        eos_token_id=words.eos_token_id,
        decoder_start_token_id=words.pad_token_id,
    )


def save(folder: Path, network: Any, words: PreTrainedTokenizerFast) -> Path:
    network.save_pretrained(folder)
    words.save_pretrained(folder)
    return folder


def examples(count: int, seed: int) -> list[tuple[str, str, str]]:
    """(premise, hypothesis, label): what is said of a thing, the opposite, or something of another thing."""
    rng = random.Random(seed)
    out = []
    for _ in range(count):
        thing, other = rng.sample(THINGS, 2)
        state = rng.choice(STATES)
        label = rng.choice(("entailment", "neutral", "contradiction"))
        said = {
            "entailment": f"the {thing} is {state} .",
            "contradiction": f"the {thing} is {OPPOSITE[state]} .",
            "neutral": f"the {other} is {state} .",
        }[label]
        out.append((f"the {thing} is {state} .", said, label))
    return out


def train(network: Any, words: PreTrainedTokenizerFast, labels: Sequence[str], steps: int = 300) -> float:
    """Teach a classifier `examples`; returns its accuracy on others."""
    torch.manual_seed(7)
    network.train()
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3)
    data = examples(steps * 64, seed=1)

    def inputs(batch: Sequence[tuple[str, str, str]]) -> Any:
        return words([p for p, _, _ in batch], [h for _, h, _ in batch], padding=True, return_tensors="pt")

    for at in range(0, len(data), 64):
        batch = data[at : at + 64]
        wanted = torch.tensor([labels.index(label) for _, _, label in batch])
        loss = network(**inputs(batch), labels=wanted).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    network.eval()
    fresh = examples(300, seed=2)
    with torch.inference_mode():
        found = network(**inputs(fresh)).logits.argmax(-1).tolist()
    return sum(labels[i] == label for i, (_, _, label) in zip(found, fresh, strict=True)) / len(fresh)
