"""Trains the network that tells pens and stamps from print, on sheets of set "a" alone.

    python -m atomcite.benchmarks.marks.train --pages 110 --steps 900
    python -m atomcite.benchmarks.marks.train --pages 110 --crowded 60 --steps 400 --start vision/ink_net.onnx
    python -m atomcite.benchmarks.marks.train --pages 110 --crowded 100 --steps 260 --start vision/ink_net.onnx

Needs torch and onnx. The later rounds go on from the first, with pages crowded with charts, logos, codes and
watermarks; the last was made after lines of charts without axes, radar charts and companies' marks had come in.
Swung and struck signatures, legends along two arcs, ovals and entry stamps came later: a fourth round with them found
no more marks and more false ones, so that the third one's weights stand.

Sheets are drawn once into `--cache` (resumed if it is there) at the network's resolution.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from atomcite.benchmarks.marks.sheets import sheet
from atomcite.domain import PageImage
from atomcite.vision.ink_net import NET_DPI, net_input
from atomcite.vision.inkmap import Floats, InkMap, Mask

_CROP = 160
_BATCH = 8


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


def draw_pages(count: int, cache: Path, crowded: int = 0) -> list[Path]:
    """Sheets as (input, targets) of uint8 in `cache`: `count` usual ones, then `crowded` ones."""
    cache.mkdir(parents=True, exist_ok=True)
    paths = [cache / f"{seed}.npz" for seed in range(count)] + [cache / f"crowded-{k}.npz" for k in range(crowded)]
    for seed, path in enumerate(paths):
        if path.exists():
            continue
        full = seed >= count
        number = 200_000 + seed - count if full else 100_000 + seed
        drawn = sheet("a", number, keep_ink=True, dpi=(110, 110, 150)[seed % 3], crowded=full)
        assert drawn.ink is not None
        image = net_input(InkMap.of(PageImage(1, drawn.pixels, float(drawn.dpi))))
        size = (image.shape[2] // 2, image.shape[1] // 2)
        targets = [cv2.resize(m, size, interpolation=cv2.INTER_AREA) for m in drawn.ink]
        pens = cv2.dilate((targets[0] > 0.12).astype(np.uint8), np.ones((3, 3), np.uint8))
        stamps = (targets[1] > 0.5).astype(np.uint8)
        np.savez_compressed(path, x=(image * 255).astype(np.uint8), y=np.stack([pens, stamps]))
    return paths


def batch(pages: Sequence[tuple[Mask, Mask]], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    xs: list[Floats] = []
    ys: list[Floats] = []
    while len(xs) < _BATCH:
        x, y = pages[int(rng.integers(len(pages)))]
        h, w = x.shape[1:]
        kind = rng.random()
        spots = (
            np.argwhere(y[int(kind < 0.3)] > 0) * 2 if kind < 0.65 else np.argwhere(x.max(axis=0)[::4, ::4] > 90) * 4
        )
        if len(spots) == 0:
            continue
        cy, cx = spots[int(rng.integers(len(spots)))] + rng.integers(-60, 61, 2)
        size = int(_CROP * float(rng.uniform(0.8, 1.25))) // 4 * 4
        top, left = (int(np.clip(v - size // 2, 0, max(0, m - size))) // 4 * 4 for v, m in ((cy, h), (cx, w)))
        part = _floats(x[:, top : top + size, left : left + size])
        mask = _floats(y[:, top // 2 : (top + size) // 2, left // 2 : (left + size) // 2])
        part = _floats(cv2.resize(part.transpose(1, 2, 0), (_CROP, _CROP)))
        mask = _floats(cv2.resize(mask.transpose(1, 2, 0), (_CROP // 2, _CROP // 2)))
        xs.append(_varied(_floats(part / 255), rng).transpose(2, 0, 1))
        ys.append((mask > 0.5).astype(np.float32).transpose(2, 0, 1))
    return torch.from_numpy(np.stack(xs)), torch.from_numpy(np.stack(ys))


def _floats(values: object) -> Floats:
    return np.asarray(values, dtype=np.float32)


def _varied(part: Floats, rng: np.random.Generator) -> Floats:
    """Colours shuffled or lost, contrast, blur, grain, thicker and thinner strokes."""
    kind = rng.random()
    if kind < 0.35:
        part = _floats(np.repeat(part.mean(axis=2, keepdims=True), 3, axis=2))
    elif kind < 0.6:
        part = part[..., rng.permutation(3)]
    if rng.random() < 0.3:
        kernel = np.ones((2, 2), np.uint8)
        part = _floats(cv2.dilate(part, kernel) if rng.random() < 0.5 else cv2.erode(part, kernel))
    if rng.random() < 0.3:
        part = _floats(cv2.GaussianBlur(part, (0, 0), float(rng.uniform(0.4, 1.0))))
    if rng.random() < 0.12:
        part = _floats(part > rng.uniform(0.25, 0.55))
    grain = rng.normal(0, float(rng.uniform(0, 0.05)), part.shape)
    return _floats(np.clip(part * float(rng.uniform(0.6, 1.15)) + grain, 0, 1))


def loss_of(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Cross-entropy and Dice: marks cover little of a page."""
    cross = nn.functional.binary_cross_entropy_with_logits(logits, target)
    p = torch.sigmoid(logits)
    both = (p * target).sum(dim=(0, 2, 3))
    dice = 1 - (2 * both + 1) / (p.sum(dim=(0, 2, 3)) + target.sum(dim=(0, 2, 3)) + 1)
    return cross + 0.5 * dice.mean()


def train(
    pages: Sequence[tuple[Mask, Mask]], steps: int, out: Path, start: Path | None = None, seed: int = 7
) -> None:
    """From scratch, or on from the weights in `start`, whose batch normalisation is folded in and stays as it is."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed if start is None else seed + 1)
    net = InkNet()
    if start is not None:
        load_folded(net, start)
    top = 6e-3 if start is None else 1.5e-3
    optimiser = torch.optim.AdamW(net.parameters(), lr=top, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, top, total_steps=steps, pct_start=0.1)
    if start is not None:
        net.eval()
    mean = 0.0
    for step in range(steps):
        x, y = batch(pages, rng)
        loss = loss_of(net(x), y)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        mean = float(loss.detach()) if step == 0 else 0.98 * mean + 0.02 * float(loss.detach())
        if step % 50 == 49:
            print(f"step {step + 1}: loss {mean:.4f}", flush=True)  # noqa: T201  (the training's only output)
        if step % 500 == 499 or step == steps - 1:
            export(net, out)
            net.train(start is None)


def load_folded(net: nn.Module, path: Path) -> None:
    """Convolutions of an exported network: each folded bias goes to the normalisation that follows."""
    import onnx
    from onnx import numpy_helper

    stored = onnx.load(str(path)).graph
    values = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in stored.initializer}
    nodes = iter([n for n in stored.node if n.op_type == "Conv"])
    modules = [m for m in net.modules() if isinstance(m, nn.Conv2d | nn.BatchNorm2d)]
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
                after.bias.copy_(values[names[2]])
                assert after.running_var is not None
                after.running_var.fill_(1 - after.eps)


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
    parser.add_argument("--pages", type=int, default=110)
    parser.add_argument("--crowded", type=int, default=0)
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--cache", type=Path, default=Path("runs/ink_net"))
    parser.add_argument("--out", type=Path, default=Path("vision/ink_net.onnx"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    pages = []
    for path in draw_pages(options.pages, options.cache, options.crowded):
        with np.load(path) as stored:
            pages.append((stored["x"], stored["y"]))
    train(pages, options.steps, options.out, options.start)
    print(f"network at {NET_DPI} dpi written to {options.out}")  # noqa: T201


if __name__ == "__main__":
    main()
