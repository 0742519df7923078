"""What outputs of published entailment models mean, and how each wants to be asked."""

from __future__ import annotations

import pytest

from atomcite.errors import ModelError
from atomcite.judge.nli.folder import looks_like_path
from atomcite.judge.nli.formats import format_of
from atomcite.judge.nli.labels import ROLES, UnknownLabels, roles

CLASSIFIER = {"architectures": ["DebertaV2ForSequenceClassification"]}
T5 = {"architectures": ["T5ForConditionalGeneration"], "is_encoder_decoder": True}
THREE = ("entailment", "neutral", "contradiction")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("CONTRADICTION", "NEUTRAL", "ENTAILMENT"), ("contradiction", "neutral", "entailment")),
        (("contradiction", "entailment", "neutral"), ("contradiction", "entailment", "neutral")),
        (("Entailment", "Neutral", "Contradiction"), THREE),
        (("SUPPORTS", "REFUTES", "NOT ENOUGH INFO"), ("entailment", "contradiction", "neutral")),
        (("entailment", "not_entailment"), ("entailment", "other")),
        (("not-entailment", "entailment"), ("other", "entailment")),
        (("hallucinated", "consistent"), ("other", "entailment")),
        (("contradiction", "entailment"), ("other", "entailment")),
        (("entailment",), ("entailment",)),
    ],
)
def test_names_in_any_order_and_spelling(names: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert roles(names) == expected
    assert set(expected) <= set(ROLES)


@pytest.mark.parametrize(
    "names",
    [
        ("LABEL_0", "LABEL_1", "LABEL_2"),
        ("positive", "negative"),
        ("neutral", "contradiction"),
        ("entailment", "entailment", "neutral"),
        ("entailment", "other", "neutral"),
        ("entailment", "neutral", "contradiction", "other"),
        (),
    ],
)
def test_names_that_do_not_say_which_is_entailment_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(UnknownLabels):
        roles(names)


def test_keys_of_a_configuration_may_be_text_and_out_of_order() -> None:
    config = CLASSIFIER | {"id2label": {"2": "neutral", "0": "contradiction", "1": "entailment"}}
    assert format_of(config, ["x"]).labels == ("contradiction", "entailment", "neutral")


@pytest.mark.parametrize(
    ("names", "config", "template", "labels"),
    [
        (["google/t5_xxl_true_nli_mixture"], T5, "premise: {premise} hypothesis: {hypothesis}", ()),
        (["google/t5_11b_trueteacher_and_anli"], T5, "premise: {premise} hypothesis: {hypothesis}", ()),
        (["lytang/MiniCheck-Flan-T5-Large"], T5, "predict: {premise}{eos}{hypothesis}", ()),
        (["copy", "lytang/MiniCheck-Flan-T5-Large"], T5, "predict: {premise}{eos}{hypothesis}", ()),
        (
            ["lytang/MiniCheck-RoBERTa-Large"],
            CLASSIFIER | {"id2label": {0: "LABEL_0", 1: "LABEL_1"}},
            "{premise}{eos}{hypothesis}",
            ("other", "entailment"),
        ),
        (
            ["vectara/hallucination_evaluation_model"],
            CLASSIFIER | {"id2label": {0: "LABEL_0"}},
            "",
            ("entailment",),
        ),
        (
            ["facebook/bart-large-mnli"],
            {
                "architectures": ["BartForSequenceClassification"],
                "is_encoder_decoder": True,
                "id2label": {0: "contradiction", 1: "neutral", 2: "entailment"},
            },
            "",
            ("contradiction", "neutral", "entailment"),
        ),
    ],
)
def test_known_models_are_asked_in_their_published_form(
    names: list[str], config: dict[str, object], template: str, labels: tuple[str, ...]
) -> None:
    found = format_of(config, names)
    assert (found.template, found.labels) == (template, labels)


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("roberta-large-mnli", ("en",)),
        ("microsoft/deberta-large-mnli", ("en",)),
        ("cross-encoder/nli-deberta-v3-base", ("en",)),
        ("cross-encoder/nli-MiniLM2-L6-H768", ("en",)),
        ("facebook/bart-large-mnli", ("en",)),
        ("typeform/distilbert-base-uncased-mnli", ("en",)),
        ("MoritzLaurer/DeBERTa-v3-large-mnli-fever-anli-ling-wanli", ("en",)),
        ("MoritzLaurer/bge-m3-zeroshot-v2.0", ()),
        ("MoritzLaurer/mDeBERTa-v3-base-mnli-xnli", ()),
        ("joeddav/xlm-roberta-large-xnli", ()),
        ("cointegrated/rubert-base-cased-nli-threeway", ("ru",)),
        ("my-model", ()),
    ],
)
def test_models_of_one_language_are_known_for_it(name: str, languages: tuple[str, ...]) -> None:
    assert format_of(CLASSIFIER | {"id2label": dict(enumerate(THREE))}, [name]).languages == languages


def test_thresholds_are_in_order() -> None:
    for config in (CLASSIFIER | {"id2label": dict(enumerate(THREE))}, T5):
        for name in ("x", "MiniCheck-T5", "minicheck-roberta", "hhem", "true-t5"):
            found = format_of(config, [name])
            assert 0 < found.doubtful < found.supported < found.sure <= 1
            assert 0 < found.chunk < found.longest


@pytest.mark.parametrize(
    ("config", "part"),
    [
        ({"architectures": ["BertModel"]}, "no entailment model"),
        ({"architectures": ["LlamaForCausalLM"]}, "LlamaForCausalLM"),
        ({}, "no entailment model"),
        (CLASSIFIER | {"auto_map": {}}, "code of its own"),
        (CLASSIFIER, "LABEL_0, LABEL_1"),
    ],
)
def test_what_can_not_be_asked_is_refused_by_name(config: dict[str, object], part: str) -> None:
    with pytest.raises(ModelError, match=part) as caught:
        format_of(config, ["someone/model"])
    assert "someone/model" in caught.value.what
    assert caught.value.hint


@pytest.mark.parametrize(
    ("given", "path"),
    [("./model", True), ("/models/x", True), ("~/x", True), ("a/b/c", True), ("x/", True), ("owner/name", False),
     ("name", False), ("owner/name@rev", False)],
)  # fmt: skip
def test_folders_are_told_from_names_on_the_hub(given: str, path: bool) -> None:
    assert looks_like_path(given) == path
