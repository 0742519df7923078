"""Local vision models of several families, built here with random weights and run through all of the real code."""

from __future__ import annotations

import json
import shutil
import threading
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny_vision_models
import torch
from PIL import Image
from safetensors.torch import load_file, save_file

from atomcite.domain import ChannelVerdict, NoMeter, PageImage
from atomcite.errors import EngineMissing, ModelError
from atomcite.pipeline.meter import RunMeter
from atomcite.vision.local import TransformersVerifier, prompt
from atomcite.vision.local.asking import Answer, LocalModel
from atomcite.vision.local.checkpoint import find
from atomcite.vision.local.encoding import encode
from atomcite.vision.local.inference import Inference
from atomcite.vision.local.loading import load
from atomcite.vision.local.memory import OutOfMemory, memory_faults

pytestmark = pytest.mark.models

STATEMENTS = ["The page is red.", "Выручка составила 4,2 млн рублей.", "A <image> of <|im_end|>.", "Page 1 says so."]
SHARP = 0.01
"""A temperature at which the nearly even scores of random weights become choices."""


@pytest.fixture(scope="module", params=[*tiny_vision_models.FAMILIES, *tiny_vision_models.WITH_VIDEO])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp(request.param)
    if request.param in tiny_vision_models.WITH_VIDEO:
        pytest.importorskip("torchvision", reason="the family's processor needs torchvision")
        return tiny_vision_models.WITH_VIDEO[request.param](where)
    return tiny_vision_models.FAMILIES[request.param](where)


@pytest.fixture(scope="module")
def llava(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_vision_models.llava(tmp_path_factory.mktemp("llava-alone"))


def page(number: int = 1, seed: int = 1) -> PageImage:
    pixels = np.random.default_rng(seed).integers(0, 255, (90, 70, 3), dtype=np.uint8)
    return PageImage(number, pixels, 72.0)


def pictures(*pages: PageImage) -> list[Image.Image]:
    return [Image.fromarray(p.pixels) for p in pages]


def ask(
    folder: Path, *pages: PageImage, statements: list[str] = STATEMENTS, reuse: bool | None = None, quote: int = 12
) -> list[Answer]:
    found = LocalModel(find(str(folder)), NoMeter(), reuse=reuse).ask(pictures(*pages), statements, SHARP, quote)
    assert all(isinstance(a, Answer) for a in found), found
    return found  # type: ignore[return-value]


def numbers(answers: list[Answer]) -> np.ndarray:
    return np.array([[a.choice.probabilities[o] for o in prompt.Option] for a in answers])


def test_verdicts_are_among_the_options_and_say_how_sure_the_model_was(folder: Path) -> None:
    verifier = TransformersVerifier(str(folder), meter=NoMeter(), temperature=SHARP, max_quote_tokens=8)
    results = verifier.verify([page()], STATEMENTS)
    assert len(results) == len(STATEMENTS)
    for result in results:
        shares = json.loads(result.raw)["probabilities"]
        assert set(shares) == set(prompt.Option)
        assert sum(shares.values()) == pytest.approx(1, abs=1e-3)
        assert isinstance(result.verdict, ChannelVerdict)
        assert (result.grade is None) == (result.verdict is ChannelVerdict.NOT_CHECKED)
        assert result.channel == "image"
        assert folder.name in result.engine
        assert all(e.page == 1 and e.quote and e.box is None and not e.exact for e in result.evidence)
        assert [m.render("ru") for m in result.reason]


def test_even_scores_are_not_checked(folder: Path) -> None:
    (result,) = TransformersVerifier(str(folder), meter=NoMeter(), temperature=100.0).verify([page()], ["Yes."])
    assert result.verdict is ChannelVerdict.NOT_CHECKED
    assert [m.code for m in result.reason] == ["vision.local_undecided"]


def test_a_batch_gives_what_single_statements_give(folder: Path) -> None:
    together = numbers(ask(folder, page()))
    single = np.concatenate([numbers(ask(folder, page(), statements=[s])) for s in STATEMENTS])
    assert together == pytest.approx(single, abs=0.02)


def test_the_picture_is_looked_at_once_and_that_changes_nothing(folder: Path) -> None:
    meter = RunMeter()
    model = LocalModel(find(str(folder)), meter)
    found = model.ask(pictures(page()), STATEMENTS, SHARP, 12)
    assert model._inference.reuse, "the family allows it; the trial said it doesn't"
    assert meter.totals()["pictures_encoded"] == 2  # the prefix, and the whole prompt of the trial
    model.ask(pictures(page(seed=2)), STATEMENTS, SHARP, 12)
    assert meter.totals()["pictures_encoded"] == 3
    assert meter.totals()["model_calls"] == 2
    plain = ask(folder, page(), reuse=False)
    assert numbers(found) == pytest.approx(numbers(plain), abs=0.02)
    assert [a.quote for a in found] == [a.quote for a in plain]


def test_the_order_of_the_options_does_not_matter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    straight = numbers(ask(folder, page()))
    turned = prompt.rotations()[2:] + prompt.rotations()[:2]
    monkeypatch.setattr("atomcite.vision.local.asking.rotations", lambda: turned)
    assert numbers(ask(folder, page())) == pytest.approx(straight, abs=0.02)


def test_two_pages_are_judged_together_and_order_of_work_leaves_no_trace(folder: Path) -> None:
    first = numbers(ask(folder, page(1, 1), page(2, 2)))
    ask(folder, page(3, 3))
    assert numbers(ask(folder, page(1, 1), page(2, 2))) == pytest.approx(first, abs=1e-6)
    verifier = TransformersVerifier(str(folder), meter=NoMeter(), temperature=SHARP)
    assert not any(r.evidence for r in verifier.verify([page(1, 1), page(2, 2)], STATEMENTS))


def test_a_blank_page_is_not_shown_to_the_model(llava: Path) -> None:
    meter = RunMeter()
    noise = np.random.default_rng(1).normal(240, 4, (400, 300, 3)).clip(0, 255).astype(np.uint8)
    (result,) = TransformersVerifier(str(llava), meter=meter).verify([PageImage(4, noise, 72.0)], ["Yes."])
    assert [(m.code, m.args) for m in result.reason] == [("vision.blank_page", {"page": "4"})]
    assert meter.totals()["model_calls"] == 0


def test_equal_statements_are_asked_once(llava: Path) -> None:
    results = TransformersVerifier(str(llava), meter=NoMeter()).verify([page()], ["Yes.", "No.", "Yes."])
    assert results[0].model_copy(update={"usage": results[2].usage}) == results[2]
    assert (results[0].usage.calls, results[2].usage.prompt_tokens) == (1, 0)


def test_a_family_that_looks_at_its_prompt_both_ways_gets_it_whole(tmp_path: Path) -> None:
    folder = tiny_vision_models.paligemma(tmp_path)
    model = LocalModel(find(str(folder)), NoMeter())
    found = model.ask(pictures(page()), STATEMENTS, SHARP, 12)
    assert model._inference.reuse is False
    assert numbers(found) == pytest.approx(numbers(ask(folder, page(), reuse=False)), abs=1e-6)
    assert numbers(found) != pytest.approx(numbers(ask(folder, page(), reuse=True)), abs=1e-3)


def test_a_model_that_thinks_aloud_is_asked_for_the_letter_at_once(tmp_path: Path) -> None:
    template = tiny_vision_models.TURN.replace("assistant:", "assistant: <think>\n")
    loaded = load(find(str(tiny_vision_models.llava(tmp_path, template))), "cpu", "float32")
    order = prompt.rotations()[0]
    encoded = encode(loaded, pictures(page()), [prompt.choice_prompt(s, order) for s in STATEMENTS])
    assert all(loaded.tokenizer.decode(tail).endswith("<think>\n\n</think>\n\n") for tail in encoded.tails)


def test_half_precision_gives_nearly_the_same_answer(llava: Path) -> None:
    exact = LocalModel(find(str(llava)), NoMeter()).ask(pictures(page()), STATEMENTS, 0.1, 12)
    half = LocalModel(find(str(llava)), NoMeter(), dtype="bfloat16")
    assert numbers(half.ask(pictures(page()), STATEMENTS, 0.1, 12)) == pytest.approx(numbers(exact), abs=0.05)
    assert half._inference.reuse


def test_a_model_without_a_chat_template_is_asked_as_a_text_to_be_continued(tmp_path: Path) -> None:
    folder = tiny_vision_models.idefics3(tmp_path, chat_template=None)
    assert numbers(ask(folder, page(1), page(2, 2))).sum(axis=1) == pytest.approx(1)


def test_a_page_that_exceeds_the_models_context_costs_its_own_checks(tmp_path: Path) -> None:
    folder = tiny_vision_models.idefics3(tmp_path, context=64)
    (result,) = TransformersVerifier(str(folder), meter=NoMeter()).verify([page()], ["Yes."])
    assert result.verdict is ChannelVerdict.NOT_CHECKED
    assert [(m.code, m.args["limit"]) for m in result.reason] == [("vision.local_too_long", "64")]


def test_out_of_memory_first_makes_batches_smaller_then_costs_the_page(
    llava: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = numbers(ask(llava, page()))
    room, run, rows = 3, Inference.run, []

    def cramped(self: Inference, inputs: dict, last: list[int] | None, **more: object) -> object:
        rows.append(len(inputs["input_ids"]))
        if rows[-1] > room:
            raise torch.OutOfMemoryError("Tried to allocate 4 GiB.")
        return run(self, inputs, last, **more)

    monkeypatch.setattr(Inference, "run", cramped)
    assert numbers(ask(llava, page())) == pytest.approx(expected, abs=0.02)
    assert max(rows) > room
    room = 0
    (result,) = TransformersVerifier(str(llava), meter=NoMeter()).verify([page()], ["Yes."])
    assert [m.code for m in result.reason] == ["vision.local_memory"]
    room = 3
    assert TransformersVerifier(str(llava), meter=NoMeter()).verify([page()], ["Yes."])[0].raw


def test_the_cpu_allocators_complaint_is_out_of_memory_too() -> None:
    with pytest.raises(OutOfMemory), memory_faults():
        torch.empty(1 << 60)
    with pytest.raises(RuntimeError, match="shape"), memory_faults():
        torch.zeros(2, 3) @ torch.zeros(2, 3)


def test_a_folder_is_loaded_once_for_all_threads_and_verifiers(llava: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from atomcite.vision.local import loading

    loads = []
    real = loading._weights
    monkeypatch.setattr(loading, "_loaded", {})
    monkeypatch.setattr(loading, "_weights", lambda *a: loads.append(a) or real(*a))
    expected: list[np.ndarray] = []

    def work() -> None:
        expected.append(numbers(ask(llava, page())))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loads) == 1
    assert all(found == pytest.approx(expected[0], abs=1e-6) for found in expected)
    assert len(expected) == 4


def test_the_version_tells_weights_apart_and_not_places(llava: Path, tmp_path: Path) -> None:
    def version(folder: Path) -> str:
        return TransformersVerifier(str(folder), meter=NoMeter()).version

    copy = shutil.copytree(llava, tmp_path / llava.name)
    assert version(copy) == version(llava)
    file = copy / "model.safetensors"
    weights = load_file(file)
    save_file({n: w + 0.01 for n, w in weights.items()}, file, {"format": "pt"})
    assert file.stat().st_size == (llava / "model.safetensors").stat().st_size
    assert version(copy) != version(llava)


def test_a_text_model_is_refused(tmp_path: Path) -> None:
    verifier = TransformersVerifier(str(tiny_vision_models.text_only(tmp_path)), meter=NoMeter())
    with pytest.raises(ModelError, match="takes no pictures"):
        verifier.probe()


def test_an_unknown_kind_with_code_of_its_own_is_refused_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "own_vlm", "auto_map": {"AutoConfig": "evil.Config"}}')
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    with pytest.raises(ModelError, match="code of its own"):
        TransformersVerifier(str(tmp_path), meter=NoMeter()).probe()
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["/no/such/folder", "./neither"])
def test_a_folder_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(ModelError, match=name):
        TransformersVerifier(name, meter=NoMeter()).probe()


def test_a_name_that_cannot_be_fetched_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match="nobody/nothing"):
        TransformersVerifier("nobody/nothing", meter=NoMeter()).probe()


@pytest.mark.parametrize("lost", ["config.json", "model.safetensors", "tokenizer.json", "processor_config.json"])
def test_an_incomplete_folder_is_refused(llava: Path, tmp_path: Path, lost: str) -> None:
    copy = shutil.copytree(llava, tmp_path / "model")
    (copy / lost).unlink()
    with pytest.raises(ModelError, match="model"):
        TransformersVerifier(str(copy), meter=NoMeter()).probe()


@pytest.mark.skipif(find_spec("torchvision") is not None, reason="with torchvision such a family works")
def test_a_family_that_needs_torchvision_says_what_to_install(llava: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(llava, tmp_path / "model")
    file = copy / "processor_config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"processor_class": "Qwen3VLProcessor"}))
    with pytest.raises(ModelError, match=r"local-video"):
        TransformersVerifier(str(copy), meter=NoMeter()).probe()


def test_weights_with_a_gap_are_refused_rather_than_filled_with_chance(llava: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(llava, tmp_path / "model")
    weights = load_file(copy / "model.safetensors")
    dropped = next(n for n in weights if "q_proj" in n)
    save_file({n: w for n, w in weights.items() if n != dropped}, copy / "model.safetensors", {"format": "pt"})
    with pytest.raises(ModelError, match="lack 1 tensors"):
        TransformersVerifier(str(copy), meter=NoMeter()).probe()


def test_a_model_too_large_for_the_machine_is_named(llava: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from atomcite.vision.local import loading

    def full(*_: object) -> None:
        raise torch.OutOfMemoryError("Tried to allocate 90 GiB. GPU 0 has 8 GiB.")

    monkeypatch.setattr(loading, "_loaded", {})
    monkeypatch.setattr(loading, "_weights", full)
    with pytest.raises(ModelError, match="does not fit into the memory of cpu: Tried to allocate 90 GiB"):
        TransformersVerifier(str(llava), meter=NoMeter()).probe()


def test_a_name_in_the_cache_needs_no_network(llava: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The layout of Hugging Face's cache: refs name a commit, snapshots hold its files."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    store = tmp_path / "models--someone--tiny"
    commit = "0" * 40
    shutil.copytree(llava, store / "snapshots" / commit)
    (store / "refs").mkdir()
    (store / "refs" / "main").write_text(commit)
    verifier = TransformersVerifier("someone/tiny", meter=NoMeter())
    verifier.probe()
    assert verifier.version.startswith("someone/tiny (")


def test_without_a_model_the_option_is_named() -> None:
    verifier = TransformersVerifier(None, meter=NoMeter())
    assert "--image-model" in verifier.missing().install
    with pytest.raises(EngineMissing):
        verifier.probe()
