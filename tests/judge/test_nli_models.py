"""The judge `nli` with real models: built, trained for seconds, saved and loaded as any model from the hub is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny_models as tiny
import torch
import typst
from safetensors.torch import save_file
from transformers import AutoTokenizer, BertForSequenceClassification
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict, PageWords
from atomcite.errors import EngineFailed, ModelError
from atomcite.judge import JudgeParts, get
from atomcite.judge.nli import TorchScorer

pytestmark = pytest.mark.models

SUPPORTED, UNSUPPORTED = ChannelVerdict.SUPPORTED, ChannelVerdict.UNSUPPORTED
CONTRADICTED, NOT_CHECKED = ChannelVerdict.CONTRADICTED, ChannelVerdict.NOT_CHECKED
LABELS = ("contradiction", "entailment", "neutral")
ONE_SENTENCE = 17
"""Tokens of an input that hold one sentence of the page beside the claim."""
PAGE = typeset(
    """
The ferry is red. The pump is open.

The boiler is closed. The crane is green.
"""
)
CLAIMS = {
    "The pump is open.": SUPPORTED,
    "The crane is green.": SUPPORTED,
    "The pump is closed.": CONTRADICTED,
    "The ferry is green.": CONTRADICTED,
    "The bridge is open.": UNSUPPORTED,
}


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT that has learned what entails, contradicts, and says nothing of a sentence."""
    words = tiny.tokenizer()
    network = tiny.classifier("bert", words, LABELS, positions=ONE_SENTENCE)
    assert tiny.train(network, words, LABELS) > 0.97
    return tiny.save(tmp_path_factory.mktemp("models") / "bert-nli", network, words)


def copied(source: Path, target: Path, **config: Any) -> Path:
    """A model's folder with other entries in its configuration."""
    shutil.copytree(source, target)
    entries = json.loads((target / "config.json").read_text()) | config
    (target / "config.json").write_text(json.dumps(entries))
    return target


def judged(model: Path, statements: Sequence[str], page: PageWords = PAGE, **parts: Any) -> list[ChannelResult]:
    return get("nli", JudgeParts(nli_model=str(model), **parts)).judge([page], statements)


def verdicts(model: Path, **parts: Any) -> dict[str, ChannelVerdict]:
    return {c: r.verdict for c, r in zip(CLAIMS, judged(model, list(CLAIMS), **parts), strict=True)}


# --- what a model has learned decides ---------------------------------------------------------------------------


def test_a_trained_model_supports_contradicts_and_does_not_find(trained: Path) -> None:
    results = dict(zip(CLAIMS, judged(trained, list(CLAIMS)), strict=True))
    assert {c: r.verdict for c, r in results.items()} == CLAIMS
    supported = results["The crane is green."]
    assert supported.grade == 2
    assert [e.quote for e in supported.evidence] == ["The crane is green."]
    green = next(w for w in PAGE.words if w.text == "green.")
    assert supported.evidence[0].box is not None
    assert supported.evidence[0].box.intersection(green.box) == green.box
    assert results["The pump is closed."].evidence[0].quote == "The pump is open."
    assert "bert-nli" in supported.engine


def test_the_order_of_outputs_is_taken_from_the_configuration(trained: Path, tmp_path: Path) -> None:
    """Outputs and their names turned together change nothing; names turned alone change the verdicts."""
    network = BertForSequenceClassification.from_pretrained(trained)
    turned = [2, 0, 1]
    names = {i: LABELS[k].upper() for i, k in enumerate(turned)}
    with torch.no_grad():
        network.classifier.weight.copy_(network.classifier.weight[turned].clone())
        network.classifier.bias.copy_(network.classifier.bias[turned].clone())
    network.config.id2label, network.config.label2id = names, {v: k for k, v in names.items()}
    both = tiny.save(tmp_path / "both", network, AutoTokenizer.from_pretrained(trained))
    assert verdicts(both) == CLAIMS
    alone = copied(trained, tmp_path / "alone", id2label=names, label2id={v: k for k, v in names.items()})
    assert verdicts(alone) != CLAIMS


def test_outputs_without_names_are_refused_until_someone_names_them(trained: Path, tmp_path: Path) -> None:
    nameless = copied(trained, tmp_path / "nameless", id2label={i: f"LABEL_{i}" for i in range(3)})
    with pytest.raises(ModelError, match=r"LABEL_0, LABEL_1, LABEL_2[\s\S]*--nli-labels"):
        verdicts(nameless)
    assert verdicts(nameless, nli_labels=LABELS) == CLAIMS
    with pytest.raises(ModelError, match="2 labels"):
        verdicts(nameless, nli_labels=("other", "entailment"))


def test_a_wrong_number_is_settled_before_the_model_is_loaded(trained: Path, tmp_path: Path) -> None:
    weightless = tmp_path / "weightless"
    shutil.copytree(trained, weightless)
    (weightless / "model.safetensors").unlink()
    page = typeset("The pump was bought in 2019 for 1,577 euros.")
    (result,) = judged(weightless, ["The pump was bought in 2019 for 1,755 euros."], page)
    assert result.verdict is CONTRADICTED
    with pytest.raises(EngineFailed, match="weightless"):
        judged(weightless, ["The pump is red."], page)


def test_a_chain_asks_the_model_only_what_the_rules_leave_open(trained: Path) -> None:
    page = typeset("The pump is open. The valve of the boiler, made in 1987, is red.")
    statements = ["The pump is open.", "The boiler was made in 1978.", "The pump is closed."]
    counts: dict[str, int] = {}

    class Counting:
        def count(self, name: str, amount: int = 1) -> None:
            counts[name] = counts.get(name, 0) + amount

    chain = get("rules+nli", JudgeParts(nli_model=str(trained), meter=Counting()))
    settled, number, other = chain.judge([page], statements)
    by = [next(m.args["judge"] for m in r.reason if m.code == "chain.settled_by") for r in (settled, number)]
    assert by == ["rules", "rules"]
    assert number.verdict in {UNSUPPORTED, CONTRADICTED}
    assert other.verdict is not SUPPORTED
    assert counts.get("nli_pairs", 0) == other.usage.calls


def test_what_a_page_says_to_the_model_does_not_reach_it(trained: Path) -> None:
    """The mark that ends a premise, printed on the page, ends nothing."""
    scorer = TorchScorer(str(trained))
    plain, marked = scorer.score(
        [("the pump is open .", "the pump is closed ."), ("the pump is [SEP] open .", "the pump is closed .")]
    )
    assert marked.contradiction == pytest.approx(plain.contradiction, abs=1e-5)


# --- families ---------------------------------------------------------------------------------------------------

LONG = typeset("\n\n".join(f"The {a} is {s} and the {b} is {t}." for a in tiny.THINGS for b in tiny.THINGS
                          for s, t in (("open", "red"), ("green", "closed"))))  # fmt: skip


@pytest.mark.parametrize("kind", ["bert", "roberta", "deberta"])
def test_long_pages_fit_models_with_few_positions(kind: str, tmp_path: Path) -> None:
    words = tiny.tokenizer()
    model = tiny.save(tmp_path / kind, tiny.classifier(kind, words, LABELS, positions=24), words)
    scorer = TorchScorer(str(model))
    assert scorer.room("the pump is open .") == 24 - 8
    results = judged(model, ["The bridge is red."], LONG)
    assert results[0].verdict in set(ChannelVerdict)
    assert results[0].usage.calls > 10


@pytest.mark.parametrize(
    ("labels", "tells"), [(LABELS, True), (("not_entailment", "entailment"), False), (("entailment",), False)]
)
def test_scores_are_probabilities_and_batching_does_not_change_them(
    labels: Sequence[str], tells: bool, tmp_path: Path
) -> None:
    words = tiny.tokenizer()
    model = tiny.save(tmp_path / "m", tiny.classifier("deberta", words, labels), words)
    scorer = TorchScorer(str(model))
    pairs = [(" ".join(tiny.TEXTS[i : i + 1 + i % 7]), tiny.TEXTS[-i]) for i in range(1, 20)]
    together = scorer.score(pairs)
    single = [scorer.score([pair])[0] for pair in pairs]
    for a, b in zip(together, single, strict=True):
        assert a.entailment == pytest.approx(b.entailment, abs=1e-5)
        assert 0 < a.entailment < 1
        assert (a.contradiction is not None) == tells
    assert len({round(s.entailment, 6) for s in together}) > 10


@pytest.mark.parametrize(
    ("folder", "text"),
    [
        ("t5_xxl_true_nli_mixture", "premise: {p} hypothesis: {h}"),
        ("my-own-t5", "premise: {p} hypothesis: {h}"),
        ("MiniCheck-Flan-T5-Large", "predict: {p}</s>{h}"),
    ],
)
def test_a_seq2seq_model_is_asked_in_its_own_form_for_one_or_nought(folder: str, text: str, tmp_path: Path) -> None:
    words = tiny.t5_tokenizer()
    network = tiny.t5(words)
    scorer = TorchScorer(str(tiny.save(tmp_path / folder, network, words)))
    pairs = [("the pump is open .", "the pump is closed ."), ("the ferry is red . the crane is green .", "x")]
    found = scorer.score(pairs)
    network.eval()
    one, nought = (words.tokenize(t) for t in ("1", "0"))
    shared = next(i for i, (a, b) in enumerate(zip(one, nought, strict=False)) if a != b)
    start = [words.pad_token_id, *words.convert_tokens_to_ids(one[:shared])]
    for (p, h), score in zip(pairs, found, strict=True):
        with torch.inference_mode():
            logits = network(
                **words(text.format(p=p, h=h), return_tensors="pt", return_token_type_ids=False),
                decoder_input_ids=torch.tensor([start]),
            ).logits[0, -1]
        ids = words.convert_tokens_to_ids([one[shared], nought[shared]])
        assert score.entailment == pytest.approx(logits[ids].softmax(-1)[0].item(), abs=1e-5)
        assert score.contradiction is None


def test_a_tokenizer_that_can_not_write_the_answers_is_refused(tmp_path: Path) -> None:
    words = tiny.t5_tokenizer(counting=False)
    scorer = TorchScorer(str(tiny.save(tmp_path / "t5", tiny.t5(words), words)))
    with pytest.raises(EngineFailed, match="can't write"):
        scorer.score([("the pump is open .", "the pump is open .")])


def test_hhem_of_the_second_generation_is_read_without_its_code(tmp_path: Path) -> None:
    """As its repository is laid out: weights under "t5.", no tokenizer, and code that is not run."""
    words = tiny.t5_tokenizer()
    network = tiny.t5_for_tokens(words)
    base = tmp_path / "flan-t5-tiny"
    network.config.save_pretrained(base)
    words.save_pretrained(base)
    folder = tmp_path / "hallucination_evaluation_model"
    folder.mkdir()
    stored = {f"t5.{k}": v.contiguous() for k, v in network.state_dict().items() if "embed_tokens" not in k}
    save_file(stored, folder / "model.safetensors")
    entries = {"model_type": "HHEMv2", "auto_map": {"AutoConfig": "evil.Config"}, "foundation": str(base)}
    (folder / "config.json").write_text(json.dumps(entries))
    (folder / "evil.py").write_text("raise SystemExit('run')")
    premise, said = "the pump is open .", "the pump is closed ."
    (score,) = TorchScorer(str(folder)).score([(premise, said)])
    asked = (
        f"<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {premise}\n\nHypothesis: {said}"
    )
    network.eval()
    with torch.inference_mode():
        logits = network(**words(asked, return_tensors="pt", return_token_type_ids=False)).logits[0, 0]
    assert score.entailment == pytest.approx(logits.softmax(-1)[1].item(), abs=1e-5)
    assert score.contradiction is None
    save_file({k: v for k, v in stored.items() if "classifier" not in k}, folder / "model.safetensors")
    with pytest.raises(EngineFailed, match="classifier"):
        TorchScorer(str(folder)).score([(premise, said)])


@pytest.mark.parametrize("kind", ["t5", "deberta"])
def test_tokenizers_in_sentencepiece_form_are_read(kind: str, tmp_path: Path) -> None:
    """The form in which T5 and DeBERTa-v3 are published: no tokenizer.json beside the SentencePiece model."""
    if kind == "t5":
        network, name, kept = tiny.t5(tiny.t5_tokenizer()), "spiece.model", {"tokenizer_class": "T5Tokenizer"}
        kept |= {"extra_ids": 0}
    else:
        network, name = tiny.classifier("deberta", tiny.tokenizer(), LABELS), "spm.model"
        kept = {"tokenizer_class": "DebertaV2Tokenizer", "do_lower_case": False}
    network.save_pretrained(tmp_path)
    tiny.sentencepiece_model(tmp_path / name, bert=kind == "deberta")
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(kept))
    scorer = TorchScorer(str(tmp_path))
    (score,) = scorer.score([("the pump is open .", "the pump is closed .")])
    assert 0 < score.entailment < 1
    assert scorer.room("the pump is open .") < scorer.room("open .")


# --- what is no entailment model --------------------------------------------------------------------------------


def test_a_base_model_is_refused_rather_than_judged_with_random_weights(trained: Path, tmp_path: Path) -> None:
    network = tiny.classifier("bert", tiny.tokenizer(), LABELS)
    base = tiny.save(tmp_path / "base", network.bert, tiny.tokenizer())
    with pytest.raises(ModelError, match="no entailment model"):
        judged(base, ["The bridge was sold."])
    headless = copied(base, tmp_path / "headless", architectures=["BertForSequenceClassification"],
                      id2label=dict(enumerate(LABELS)))  # fmt: skip
    with pytest.raises(EngineFailed, match=r"lacks weights.*classifier"):
        judged(headless, ["The bridge was sold."])


def test_damaged_weights_are_no_verdict(trained: Path, tmp_path: Path) -> None:
    network = BertForSequenceClassification.from_pretrained(trained)
    with torch.no_grad():
        network.classifier.bias.fill_(float("nan"))
    damaged = tiny.save(tmp_path / "damaged", network, AutoTokenizer.from_pretrained(trained))
    with pytest.raises(EngineFailed, match="no numbers"):
        judged(damaged, ["The pump is red."])
    (damaged / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(EngineFailed, match="can't be loaded"):
        judged(damaged, ["The pump is red."])


def test_code_of_a_model_is_never_run(trained: Path, tmp_path: Path) -> None:
    model = copied(trained, tmp_path / "own-code", auto_map={"AutoConfig": "evil.Config", "AutoModel": "evil.Model"})
    (model / "evil.py").write_text("raise SystemExit('run')")
    with pytest.raises(ModelError, match="code of its own"):
        judged(model, ["The bridge was sold."])


def test_folders_that_hold_no_model_are_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"config\.json"):
        judged(tmp_path, ["The bridge was sold."])
    with pytest.raises(ModelError, match="no folder"):
        judged(tmp_path / "nowhere", ["The bridge was sold."])


def test_a_hub_name_is_looked_for_in_the_cache_and_without_network_says_so(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub._snapshot_download.constants.HF_HUB_CACHE", str(tmp_path))
    repository = tmp_path / "models--someone--bert-nli"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("0" * 40)
    shutil.copytree(trained, repository / "snapshots" / ("0" * 40))
    assert {
        c: r.verdict for c, r in zip(CLAIMS, judged(Path("someone/bert-nli"), list(CLAIMS)), strict=True)
    } == CLAIMS
    with pytest.raises(ModelError, match="someone/else"):
        judged(Path("someone/else"), ["The bridge was sold."])


def test_nothing_is_asked_for_without_a_model() -> None:
    missing = get("nli").missing()
    assert missing is not None
    assert "--nli-model" in missing.install


def test_the_version_follows_the_weights(trained: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(trained, other)
    network = BertForSequenceClassification.from_pretrained(trained)
    with torch.no_grad():
        network.classifier.bias.add_(0.5)
    network.save_pretrained(other)
    same = tmp_path / "same" / trained.name
    shutil.copytree(trained, same)
    first, second, third = (TorchScorer(str(p)).version for p in (trained, other, same))
    assert first == third != second


# --- languages --------------------------------------------------------------------------------------------------


def test_a_tokenizer_that_only_spells_a_language_out_does_not_read_it(trained: Path, tmp_path: Path) -> None:
    english = ["the board of directors has approved the budget of the company", *tiny.TEXTS]
    russian = "совет директоров утвердил бюджет общества на следующий год"
    for name, texts, reads in (("en", english, False), ("ru", [*english, russian], True)):
        words = tiny.tokenizer([*texts, " ".join(russian)])
        words.add_tokens([f"filler{i}" for i in range(2500)])
        network = tiny.classifier("bert", words, LABELS)
        scorer = TorchScorer(str(tiny.save(tmp_path / name, network, words)))
        assert scorer.reads("The board of directors has approved the budget.")
        assert scorer.reads(russian) == reads


# --- the program ------------------------------------------------------------------------------------------------


def test_the_program_verifies_with_a_chain_and_says_who_settled_each_claim(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "page.typ").write_text(
        "#set text(size: 14pt)\nThe pump is open. \n\nThe crane of the harbour is green."
    )
    typst.compile(str(tmp_path / "page.typ"), output=str(tmp_path / "page.pdf"))
    (tmp_path / "answer.md").write_text("The pump is open (p. 1).\nThe ferry is red (p. 1).\n")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("ATOMCITE_", "OPENAI_"))}
    environment |= {
        "ATOMCITE_CACHE": str(tmp_path / "cache"),
        "ATOMCITE_CONFIG": str(tmp_path / "none.toml"),
        "ATOMCITE_NLI_MODEL": str(trained),
        "OMP_THREAD_LIMIT": "1",
        "OMP_NUM_THREADS": "1",
    }
    command = [sys.executable, "-m", "atomcite", "verify", "page.pdf", "answer.md", "--judge", "rules+nli"]
    command += ["--image", "none", "--window", "0", "--format", "json", "--quiet"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    pump, ferry = (c["channels"]["text"] for c in report["claims"])
    assert pump["verdict"] == "supported"
    assert {"code": "chain.settled_by", "args": {"judge": "rules"}}.items() <= pump["reason_parts"][-1].items()
    assert ferry["verdict"] == "unsupported"
    assert "nli bert-nli" in ferry["engine"]
    assert ferry["usage"]["calls"] >= 1
    assert "bert-nli" in report["settings"]["judge_engine"]
