"""Trains the network that tells pens and stamps from print, on marks drawn onto pages of set "a".

    python -m atomcite.benchmarks.marks.train --steps 3000
    python -m atomcite.benchmarks.marks.train --steps 1600 --start vision/ink_net.onnx

Needs torch and onnx; a quarter of a second of one core a step. Every example is drawn anew (`crops`): a part of an
unmarked page, marks varied far beyond those of the measured sheets, a scanner's faults. The pages are typeset once
into `--cache`. The same numbers give the same weights on the same machine.

The weights that are kept for pens (`ink_net.onnx`) were first trained on whole sheets of set "a" (1560 steps), then
went on for 2000 and for 1600 steps of these examples; the last of these rounds saw three times as many charts and
emblems, and no imprint without letters, since outlines alone had taught the network that radar charts are seals.
Those for stamps (`stamp_net.onnx`) went on from them for three rounds more (2200, 2600 and 2400 steps) that saw
plates - words, dates and fields, in frames of any corners or in none - as well as printed boxes of the same kind,
which are no marks, and no ground of an imprint or stroke that the scanner had left nothing of. Which examples were
lacking, and that the network's thresholds may stay as they are (multiplying the odds of either output by 1.6 to 4.5
moved one mark in a hundred), was told from set "c" and from sheets 500 to 562 of set "a", never from set "b".
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from atomcite.benchmarks.marks.crops import crop
from atomcite.benchmarks.marks.grounds import Ground, grounds
from atomcite.vision.ink_net import NET_DPI

_CROP = 160
_BATCH = 8
_TOP_RATE = 5e-3


class Block(nn.Module):  # type: ignore[misc]  # torch is not typed here
    """A residual separable convolution with holes."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=dilation, dilation=dilation, groups=width, bias=False),
            nn.Conv2d(width, width, 1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.add(x, self.body(x))


class InkNet(nn.Module):  # type: ignore[misc]
    """RGB at NET_DPI (N x 3 x H x W, H and W multiples of 4, 0 = paper, 1 = ink) -> logits N x 2 x H/2 x W/2."""

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 12, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(12), nn.ReLU())
        self.fine = nn.Sequential(
            nn.Conv2d(12, 12, 3, padding=1, groups=12, bias=False),
            nn.Conv2d(12, 16, 1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(),
        )
        self.down = nn.Sequential(
            nn.Conv2d(16, width, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU()
        )
        self.deep = nn.Sequential(*(Block(width, d) for d in (1, 1, 2, 4, 8, 1, 2, 4, 8, 1)))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.join = nn.Sequential(nn.Conv2d(width + 16, 16, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU())
        self.out = nn.Conv2d(16, 2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        fine = self.fine(self.stem(x))
        deep = self.up(self.deep(self.down(fine)))
        joined: torch.Tensor = self.out(self.join(torch.cat([fine, deep], dim=1)))
        return joined


def batch(pages: Sequence[Ground], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    xs, ys = zip(*(crop(pages, _CROP, rng) for _ in range(_BATCH)), strict=True)
    return torch.from_numpy(np.stack(xs)), torch.from_numpy(np.stack(ys))


def loss_of(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Cross-entropy and Dice: marks cover little of a page."""
    cross = nn.functional.binary_cross_entropy_with_logits(logits, target)
    p = torch.sigmoid(logits)
    both = (p * target).sum(dim=(0, 2, 3))
    dice = 1 - (2 * both + 1) / (p.sum(dim=(0, 2, 3)) + target.sum(dim=(0, 2, 3)) + 1)
    return cross + 0.5 * dice.mean()


def train(pages: Sequence[Ground], steps: int, out: Path, start: Path | None = None, seed: int = 7) -> None:
    """From scratch, or on from the weights in `start`. Writes the running mean of the weights to `out`, every 500
    steps and at the end."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = InkNet()
    if start is not None:
        load_folded(net, start, torch.cat([batch(pages, rng)[0] for _ in range(4)]))
    kept = copy.deepcopy(net)
    top = _TOP_RATE if start is None else _TOP_RATE / 2
    optimiser = torch.optim.AdamW(net.parameters(), lr=top, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, top, total_steps=steps, pct_start=0.1)
    mean = 0.0
    for step in range(steps):
        x, y = batch(pages, rng)
        loss = loss_of(net(x), y)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        _follow(kept, net, min(0.99, step / (step + 50)))
        mean = float(loss.detach()) if step == 0 else 0.98 * mean + 0.02 * float(loss.detach())
        if step % 50 == 49:
            print(f"step {step + 1}: loss {mean:.4f}", flush=True)  # noqa: T201  (the training's only output)
        if step % 500 == 499 or step == steps - 1:
            export(copy.deepcopy(kept), out)


def _follow(kept: nn.Module, net: nn.Module, inertia: float) -> None:
    """Moves the running mean of all weights and normalisations towards those of `net`."""
    with torch.no_grad():
        for mine, new in zip(kept.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.is_floating_point():
                mine.lerp_(new, 1 - inertia)


def load_folded(net: nn.Module, path: Path, examples: torch.Tensor) -> None:
    """The weights of an exported network. A normalisation that was folded into its convolution is unfolded again: it
    is given the mean and spread that the convolution has on `examples`, and gives back what it was given."""
    import onnx
    from onnx import numpy_helper

    stored = onnx.load(str(path)).graph
    values = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in stored.initializer}
    nodes = iter([n for n in stored.node if n.op_type == "Conv"])
    modules = [m for m in net.modules() if isinstance(m, nn.Conv2d | nn.BatchNorm2d)]
    hooks = []
    with torch.no_grad():
        for i, module in enumerate(modules):
            if not isinstance(module, nn.Conv2d):
                continue
            names = next(nodes).input
            module.weight.copy_(values[names[1]])
            after = modules[i + 1] if i + 1 < len(modules) else None
            if module.bias is not None:
                module.bias.copy_(values[names[2]])
            elif isinstance(after, nn.BatchNorm2d):
                hooks.append(after.register_forward_pre_hook(_unfolding(values[names[2]])))
        net.eval()
        net(examples)
        for hook in hooks:
            hook.remove()
        net.train()


def _unfolding(bias: torch.Tensor) -> Callable[[nn.Module, tuple[torch.Tensor]], None]:
    def unfold(norm: nn.Module, given: tuple[torch.Tensor]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        assert norm.running_mean is not None
        assert norm.running_var is not None
        mean, spread = given[0].mean(dim=(0, 2, 3)), given[0].var(dim=(0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_(torch.sqrt(spread + norm.eps))
        norm.bias.copy_(bias + mean)

    return unfold


def export(net: nn.Module, out: Path) -> None:
    """Writes the network as ONNX with the sigmoid in it."""
    whole = nn.Sequential(net, nn.Sigmoid()).eval()
    axes = {"ink": {0: "n", 2: "h", 3: "w"}, "marks": {0: "n", 2: "h2", 3: "w2"}}
    torch.onnx.export(
        whole, (torch.zeros(1, 3, 64, 64),), str(out), dynamo=False, input_names=["ink"], output_names=["marks"],
        dynamic_axes=axes, opset_version=17,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grounds", type=int, default=250)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--cache", type=Path, default=Path("runs/ink_net"))
    parser.add_argument("--out", type=Path, default=Path("vision/ink_net.onnx"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    train(list(grounds(options.grounds, options.cache)), options.steps, options.out, options.start)
    print(f"network at {NET_DPI} dpi written to {options.out}")  # noqa: T201


if __name__ == "__main__":
    main()
