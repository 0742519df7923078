"""AtomCite under comparison, whole or one channel of it, by the pipeline that `atomcite verify` runs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any

from atomcite import judge, ocr, vision
from atomcite.benchmarks.systems.accounts import Caps
from atomcite.benchmarks.systems.citations import by_answer, ready_made
from atomcite.benchmarks.systems.options import Options
from atomcite.benchmarks.systems.protocol import Account, Judged, Lender, Prediction, Task, TaskClaim
from atomcite.documents import Document
from atomcite.domain import ChannelResult, ChannelVerdict, ClaimResult, ClaimVerdict, Judge, Missing
from atomcite.errors import EngineMissing, UsageError
from atomcite.ocr import choose
from atomcite.pipeline import Endpoint, Settings, endpoint, local_model, ocr_models, verify
from atomcite.pipeline.settings import ImageChoice, PageMode, RendererName
from atomcite.policies import Policy, load
from atomcite.version import VERSION

_WEIGHTS: Mapping[tuple[ChannelVerdict, int | None], float] = {
    (ChannelVerdict.SUPPORTED, 1): 3.0,
    (ChannelVerdict.SUPPORTED, 2): 2.0,
    (ChannelVerdict.SUPPORTED, 3): 1.0,
    (ChannelVerdict.UNSUPPORTED, 3): -1.0,
    (ChannelVerdict.UNSUPPORTED, 4): -2.0,
    (ChannelVerdict.CONTRADICTED, 3): -2.0,
    (ChannelVerdict.CONTRADICTED, 4): -3.0,
}
"""Log-odds that the citation is correct, by what a channel said and its support grade: an order, set by hand and
fitted to no data; the calibration in a report says what it is worth."""
_FOUND_ELSEWHERE = -1.0
_SUREST = 4.0
"""Log-odds: two channels are not independent enough for their sum to go beyond 98 %."""


@dataclass(frozen=True)
class Pipeline:
    """Options: `policy` (name or file), `ocr`, `ocr-models`, `judge`, `nli-model`, `nli-labels` (parted by /),
    `image`, `image-model`, `window`, `pages`, `renderer`, `derived`, `max-megapixels`, `base-url`, `model`: what
    `atomcite verify` has under the same names. Claims are checked answer by answer, as they came."""

    name: str
    policy: Policy
    chosen: Settings
    server: Endpoint
    lender: Lender

    @classmethod
    def make(cls, name: str, given: Mapping[str, str], lender: Lender, policy: str | None = None) -> Pipeline:
        """`policy` is what a system of one channel is made of; there is then no such option. Raises UsageError,
        PolicyError, EngineMissing."""
        options = Options(name, given)
        made = cls.from_options(name, options, lender, policy)
        options.done()
        return made

    @classmethod
    def from_options(cls, name: str, options: Options, lender: Lender, policy: str | None = None) -> Pipeline:
        """As `make`, for a system that has further options."""
        rules = load(policy or options.text("policy", "default"))
        settings, server = settings_from(options, rules), server_from(options)
        require(rules, settings, server)
        return cls(name, rules, settings, server, lender)

    @property
    def settings(self) -> Mapping[str, Any]:
        """The options, and the versions of all engines that they stand for."""
        return {
            **{k: v for k, v in self.chosen.shown().items() if k in _SHOWN},
            "policy": self.policy.name,
            "policy_sha256": sha256(self.policy.model_dump_json().encode()).hexdigest(),
            **versions(self.policy, self.chosen, self.server),
        }

    def judge(self, task: Task) -> Judged:
        with self.lender.account() as account:
            predictions = self.predictions(task, account)
            return Judged(document=task.document, predictions=tuple(predictions), spent=account.spent())

    def predictions(self, task: Task, account: Account) -> list[Prediction]:
        """What the pipeline says of a task's claims in their order, on an account that may have others."""
        megapixels, renderer = self.chosen.max_megapixels, self.chosen.renderer
        with Document.open(task.path, max_megapixels=megapixels, cache=account.cache, renderer=renderer) as document:
            found = [p for claims in by_answer(task) for p in self._of_answer(claims, document, account)]
        places = {claim.id: i for i, claim in enumerate(task.claims)}
        return sorted(found, key=lambda p: places[p.claim])

    def _of_answer(self, claims: Sequence[TaskClaim], document: Document, account: Account) -> list[Prediction]:
        left = Caps(account.max_calls, account.max_tokens, account.max_cost).less(account.spent())
        report = verify(
            document,
            ready_made(claims),
            policy=self.policy,
            settings=replace(self.chosen, **asdict(left)),
            server=self.server,
            cache=account.cache,
        )
        for counted in ("model_calls", "prompt_tokens", "completion_tokens", "model_cost"):
            if report.counters.get(counted):
                account.meter.count(counted, report.counters[counted])
        return [prediction(claim) for claim in report.claims]


_SHOWN = ("pages", "ocr", "judge", "nli_labels", "image", "window", "derived", "max_megapixels", "renderer")


def settings_from(options: Options, policy: Policy) -> Settings:
    """The settings of a run from the options that bear on verdicts; those of a channel only where the policy runs it.
    Raises UsageError as `Settings` does."""
    window = options.maybe("window")
    labels = options.maybe("nli_labels")
    if window is not None and not window.isdecimal():
        raise options.wrong("window", window, "Give a number of pages from 0 to 50.")
    image = "image" in policy.channels
    return Settings(
        pages=literal(options.choice("pages", PageMode, "auto")),
        ocr=options.text("ocr", "auto"),
        ocr_models=options.maybe("ocr_models"),
        judge=options.text("judge", "rules"),
        nli_model=options.maybe("nli_model"),
        nli_labels=tuple(part.strip() for part in labels.split("/")) if labels else (),
        image=literal(options.choice("image", ImageChoice, "auto")) if image else "auto",
        image_model=options.maybe("image_model") if image else None,
        window=int(window) if window is not None else None,
        derived=options.flag("derived"),
        renderer=literal(options.choice("renderer", RendererName, "pdfium")),
        max_megapixels=options.number("max_megapixels", 60.0, 0.5, 1000.0),
    )


def server_from(options: Options) -> Endpoint:
    """The model server by the options `base-url` and `model`, else by environment and configuration file."""
    return endpoint(options.maybe("base_url"), options.maybe("model"))


def literal(value: str) -> Any:
    """A string that `Options.choice` has held against the same Literal."""
    return value


def require(policy: Policy, settings: Settings, server: Endpoint) -> None:
    """Raises EngineMissing or UsageError for engines that can't run here, before a document is opened."""
    absent: list[Missing | None] = []
    if "text" in policy.channels:
        if settings.ocr != "auto":
            absent.append(ocr.get(settings.ocr, ocr_models(settings.ocr_models)).missing())
        if "llm" not in judge.names(settings.judge):
            absent.append(_judge(settings).missing())
    image = _image(policy, settings, server)
    if image not in ("none", "openai"):
        absent.append(vision.missing(image))
    if "llm" in judge.names(settings.judge) or image == "openai":
        need_server(server)
    for gap in absent:
        if gap is not None:
            raise EngineMissing(f"{gap.what} is missing; {gap.option} needs it.", f"Install it: {gap.install}")


def need_server(server: Endpoint) -> None:
    """Raises UsageError where no model server is configured."""
    if not server.configured:
        raise UsageError(
            "This system asks a model server, and none is configured.",
            "Give the options base-url and model, or set ATOMCITE_BASE_URL and ATOMCITE_MODEL.",
        )


def versions(policy: Policy, settings: Settings, server: Endpoint) -> dict[str, str]:
    """Versions of what the settings stand for, by part. `server` is host and model, never the key."""
    out = {"atomcite": VERSION}
    models = ocr_models(settings.ocr_models)
    image = _image(policy, settings, server)
    if "text" in policy.channels:
        version = choose.version(models) if settings.ocr == "auto" else ocr.get(settings.ocr, models).version
        out["ocr_engine"] = version
        out["judge_engine"] = settings.judge if "llm" in judge.names(settings.judge) else _judge(settings).version
    out["image_engine"] = image
    if image == "transformers":
        out["image_model"] = local_model("image", settings.image_model) or ""
    if "llm" in judge.names(settings.judge) or image == "openai":
        out["server"] = f"{server.host}: {server.model}"
    return out


def _judge(settings: Settings) -> Judge:
    parts = judge.JudgeParts(
        nli_model=local_model("nli", settings.nli_model), nli_labels=settings.nli_labels, derived=settings.derived
    )
    return judge.get(settings.judge, parts)


def _image(policy: Policy, settings: Settings, server: Endpoint) -> str:
    if "image" not in policy.channels:
        return "none"
    if settings.image == "auto":
        return "openai" if server.configured else "reader"
    return settings.image


# --- from a report to predictions ---------------------------------------------------------------------------------


def prediction(claim: ClaimResult) -> Prediction:
    """A claim's result as a prediction. `flagged` is set for a conflict, and where the policy wants a person to look
    for another reason (`review`)."""
    channels = {name: r for name, r in (("text", claim.text), ("image", claim.image)) if r is not None}
    return Prediction(
        claim=claim.id,
        verdict=claim.verdict,
        action=claim.action,
        confidence=confidence(claim),
        suggested=tuple(s.page.physical for s in claim.suggested_pages),
        flagged=claim.verdict is ClaimVerdict.CONFLICT or bool(claim.review),
        channels={name: r.verdict.value for name, r in channels.items()},
        reason=" ".join(m.render("en") for m in claim.comment),
        raw={
            "rule": claim.rule,
            "leaning": claim.leaning,
            "review": claim.review,
            "cited": claim.physical,
            "channels": {name: _shown(r) for name, r in channels.items()},
            "looks": {
                look.page.physical: {n: r.verdict.value for n, r in (("text", look.text), ("image", look.image)) if r}
                for look in claim.looks
            },
        },
    )


def confidence(claim: ClaimResult) -> float | None:
    """The probability that the citation is correct, from the log-odds of the channels; 0 for a page that code found
    not to exist, None where nothing was checked."""
    if claim.verdict is ClaimVerdict.NO_SUCH_PAGE:
        return 0.0
    checked = [r for r in (claim.text, claim.image) if r and r.verdict is not ChannelVerdict.NOT_CHECKED]
    if not checked:
        return None
    odds = sum(_WEIGHTS.get((r.verdict, r.grade), 0.0) for r in checked)
    if claim.verdict is ClaimVerdict.WRONG_PAGE:
        odds += _FOUND_ELSEWHERE
    return round(1 / (1 + math.exp(-max(-_SUREST, min(_SUREST, odds)))), 4)


def _shown(result: ChannelResult) -> dict[str, Any]:
    return result.model_dump(mode="json", exclude={"channel", "provisional"}, exclude_defaults=True)
