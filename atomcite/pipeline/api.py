"""`verify`: the main job as one call."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack

from atomcite import answers, judge, ocr, safety, vision
from atomcite.answers import Decomposition, LoadedAnswer
from atomcite.audit import Journal
from atomcite.cache import DiskCache
from atomcite.documents import Document
from atomcite.domain import (
    Cache,
    Channel,
    Claim,
    ImageVerifier,
    Judge,
    Message,
    Missing,
    NoCache,
    Report,
    message,
)
from atomcite.errors import EngineMissing, UsageError
from atomcite.pipeline.channels import ImageChannel, TextChannel, noting
from atomcite.pipeline.correcting import ANSWER_SHA256, ENCODING, Apply, check_apply
from atomcite.pipeline.meter import RunMeter
from atomcite.pipeline.plan import Progress
from atomcite.pipeline.referencing import referenced
from atomcite.pipeline.run import Run
from atomcite.pipeline.server import connect, described
from atomcite.pipeline.settings import Endpoint, Options, Settings, endpoint, local_model, ocr_models
from atomcite.pipeline.stored import known_results, write_run
from atomcite.policies import Policy, load
from atomcite.reports import MoreReports, claim_folder, forms_named
from atomcite.serving import ChatClient
from atomcite.version import VERSION

Password = str | Callable[[], str | None]
_READERS = 4
"""Threads that read pages and wait for a server in turn."""
Answer = str | LoadedAnswer | Decomposition | Sequence[Claim]


def verify(
    document: str | Path | Document,
    answer: Answer,
    *,
    policy: str | Path | Policy = "default",
    settings: Settings | None = None,
    server: Endpoint | None = None,
    password: Password | None = None,
    cache: bool | Path | Cache = True,
    progress: Progress | None = None,
    out: str | Path | None = None,
    known: Report | None = None,
    reports: Sequence[str] = (),
    answer_path: str | None = None,
    apply: Apply = "propose",
    **options: Unpack[Options],
) -> Report:
    """Checks every claim of `answer` on the pages that it cites and returns the report.

    `answer` is the text of an answer (plain or Markdown), what `load_answer` read from a file, a `Decomposition`, or
    ready claims. `options` are fields of
    `Settings` by name (`pages="label"`, `ocr="tesseract"`, `image="none"`, `window=1`, ...). `server` is the
    OpenAI-compatible server for `image="openai"` and `decomposer="llm"`; by default what the environment and the
    configuration file say. `cache` may be False, a folder, or a `Cache` of your own. `out` is the dossier's folder;
    `reports` are the forms that it gets beyond the usual ones ("xlsx", "pdf", "docx", "junit", "sarif", "all"), and
    `answer_path` is what those that point into the answer call it.
    `apply` says what becomes of the corrections in the dossier's answer: "propose" shows them, "all" makes them,
    "none" leaves them to the report, a function is given the report and returns its claims as they are to be
    corrected (`atomcite.answers.choose`). The answer itself is never changed.
    `known` is the report of an earlier run over the same document with the same engines: what was checked there is
    not checked again. Channels that the policy does not use are not run.

    Raises `atomcite.errors.AtomCiteError` subclasses: DocumentNotFound, DocumentFormatError, DocumentDamaged,
    PasswordRequired, EmptyDocument, AnswerError, PolicyError, EngineMissing (an engine asked for by name isn't
    installed), EndpointError, OutputError, UsageError. A page that can't be read costs only the checks on it.
    """
    chosen = _settings(settings or Settings(), options)
    rules = policy if isinstance(policy, Policy) else load(policy)
    # Asked for on the command line or by the policy: either will do, and both must know.
    rules = rules.model_copy(update={"derived": rules.derived or chosen.derived})
    chosen = replace(chosen, derived=rules.derived)
    where = server or endpoint()
    meter, journal = RunMeter(), Journal()
    store = _cache(cache)
    forms = forms_named(reports)
    if forms and not out:
        raise UsageError(f"A dossier is needed for {', '.join(forms)}.", "Give its folder: --out DIR.")
    _can_be_corrected(answer, apply, out)
    models = ocr_models(chosen.ocr_models)
    if chosen.ocr != "auto":
        _require(ocr.get(chosen.ocr, models).missing())
    with ExitStack() as stack:
        if isinstance(document, Document):
            opened = document
        else:
            opened = stack.enter_context(
                Document.open(
                    document,
                    password=password,
                    max_megapixels=chosen.max_megapixels,
                    meter=meter,
                    cache=store,
                    renderer=chosen.renderer,
                )
            )
        if out:
            claim_folder(out, opened.sha256)
        chat = connect(
            where, meter, max_calls=chosen.max_calls, max_tokens=chosen.max_tokens, max_cost=chosen.max_cost
        )
        if chat:
            stack.callback(chat.close)
        journal.note("started", document=opened.sha256, policy=rules.name, atomcite=VERSION)
        split = _decompose(answer, chosen, where, chat, store)
        parts = _parts(chosen, opened, chat, store, meter)
        text_judge = judge.get(chosen.judge, parts)
        _require(text_judge.missing())
        # The embedded reader asks no model, whatever judges the text.
        verifier = None
        if "image" in rules.channels:
            verifier = _verifier(chosen, where, chat, judge.get("rules", parts), store, meter)
        read = partial(ocr.read_page, engine=chosen.ocr, models=models, cache=store, meter=meter)
        text = TextChannel(opened, noting(read, journal), text_judge, store)
        run = Run(
            opened,
            rules,
            text,
            ImageChannel(opened, verifier, store, _probe(verifier)) if verifier else None,
            mode=chosen.pages,
            window=chosen.window,
            workers=_workers(text_judge, verifier, chat),
            progress=progress,
            known=known_results(known) if known else None,
            journal=journal,
        )
        report = run.check(split.claims)
        sent: list[Message] = []
        for counted, code in (("pictures_sent", "run.pages_sent"), ("page_texts_sent", "run.texts_sent")):
            if meter.totals().get(counted):
                sent.append(message(code, host=where.host, model=where.model))
        if isinstance(store, DiskCache):
            meter.count("cache_hits", store.hits.total())
            meter.count("cache_misses", store.misses.total())
        encoding = answer.encoding if isinstance(answer, LoadedAnswer) else "utf-8"
        of_answer = {ANSWER_SHA256: answers.digest(split.answer), ENCODING: encoding} if split.answer else {}
        shown = (
            chosen.shown()
            | of_answer
            | {
                "server": described(chat),
                "policy": rules.name,
                "image_engine": f"{verifier.name} {verifier.version}" if verifier else "none",
                "judge_engine": f"{text_judge.name} {text_judge.version}",
            }
        )
        report = report.model_copy(
            update={
                "answer": split.answer or None,
                "claims": referenced(
                    report.claims, opened, text.words, template=chosen.link_template, allowed=chosen.allow
                ),
                "notices": (
                    *split.notices,
                    *sent,
                    *opened.notices(),
                    *safety.document_notices(opened.name, opened.properties()),
                    *report.notices,
                ),
                "counters": meter.totals(),
                "settings": shown,
                "version": VERSION,
            }
        )
        if out:
            original = opened.path if opened.info.kind == "pdf" else None
            write_run(
                out,
                report,
                lambda page: opened.page(page).image(),
                chosen.language,
                encoding,
                MoreReports(forms, original, answer_path),
                policy=run.policy,
                journal=journal,
                apply=apply,
            )
    return report


def _can_be_corrected(answer: Answer, apply: Apply, out: str | Path | None) -> None:
    """Raises UsageError for corrections that would have nowhere to go, before anything is read."""
    check_apply(apply)
    if apply in ("propose", "none"):
        return
    if not out:
        raise UsageError("The corrected answer needs a place.", "Give the dossier's folder: --out DIR.")
    if (isinstance(answer, LoadedAnswer) and answer.ready) or not isinstance(
        answer, str | LoadedAnswer | Decomposition
    ):
        raise UsageError(
            "Ready-made claims have no text to correct.", "Verify the text of the answer, or leave --apply out."
        )


async def averify(document: str | Path | Document, answer: Answer, **options: Any) -> Report:
    """`verify` for async callers: the same arguments, run in a thread."""
    return await asyncio.to_thread(verify, document, answer, **options)


def _settings(base: Settings, options: Options) -> Settings:
    known = [f.name for f in fields(Settings)]
    for name in options:
        if name not in known:
            raise UsageError(f"verify() has no option {name!r}.", f"Options: {', '.join(known)}.")
    return replace(base, **options)


def _cache(cache: bool | Path | Cache) -> Cache:
    if isinstance(cache, bool):
        return DiskCache() if cache else NoCache()
    return DiskCache(cache) if isinstance(cache, Path) else cache


def _decompose(
    answer: Answer, settings: Settings, server: Endpoint, chat: ChatClient | None, cache: Cache
) -> Decomposition:
    if isinstance(answer, Decomposition):
        return answer
    if isinstance(answer, LoadedAnswer):
        if answer.ready:
            return answers.read_claims(answer.text)
        answer = answer.text
    if not isinstance(answer, str):
        return Decomposition(answer="", claims=tuple(answer))
    brackets, footnotes = settings.bare_brackets, settings.footnotes
    if settings.decomposer == "rules":
        return answers.decompose(answer, bare_brackets=brackets, footnotes=footnotes)
    decomposer = answers.LlmDecomposer(chat, cache=cache)
    _require(decomposer.missing())
    split = decomposer.decompose(answer, bare_brackets=brackets, footnotes=footnotes)
    sent = message("run.statements_sent", host=server.host, model=server.model)
    return split.model_copy(update={"notices": (sent, *split.notices)})


def _parts(
    settings: Settings, document: Document, chat: ChatClient | None, cache: Cache, meter: RunMeter
) -> judge.JudgeParts:
    """What judges are built of. They are told what the document calls itself: a company's report does not name it on
    every page."""
    info = document.info
    return judge.JudgeParts(
        tuple(text for text in (info.title, info.author, info.name) if text),
        cache=cache,
        meter=meter,
        chat=chat,
        nli_model=local_model("nli", settings.nli_model),
        nli_labels=settings.nli_labels,
        derived=settings.derived,
    )


def _verifier(
    settings: Settings,
    server: Endpoint,
    chat: ChatClient | None,
    rules: Judge,
    cache: Cache,
    meter: RunMeter,
) -> ImageVerifier | None:
    """The image channel's engine. `auto` is the vision server where one was configured, else the embedded reader."""
    choice = settings.image
    if choice == "none":
        return None
    if choice == "auto":
        if bool(server.base_url) != bool(server.model):
            raise UsageError(
                "A model server needs both an address and a model; only one of them is configured.",
                "Give --base-url and --model, or --image reader to use no server.",
            )
        choice = "openai" if server.configured else "reader"
    if choice == "openai":
        verifier: ImageVerifier = vision.get("openai")(chat, cache=cache)
    elif choice == "transformers":
        verifier = vision.get(choice)(local_model("image", settings.image_model), meter=meter)
    else:
        verifier = vision.get(choice)(judge=rules, cache=cache, meter=meter)
    _require(verifier.missing())
    return verifier


def _probe(verifier: ImageVerifier) -> Callable[[], None] | None:
    return verifier.probe if isinstance(verifier, vision.OpenAIVerifier | vision.TransformersVerifier) else None


def _require(missing: Missing | None) -> None:
    if missing:
        raise EngineMissing(
            f"{missing.what} is missing; {missing.option} needs it.",
            f"Install it: {missing.install}" if missing.install.startswith("pip ") else f"To do: {missing.install}",
        )


def _workers(text: Judge, verifier: ImageVerifier | None, chat: ChatClient | None) -> dict[Channel, int]:
    """Threads for each channel. A server waits for the network, an embedded engine for the processor; where the text
    is judged by a server its threads do both."""
    cores = os.cpu_count() or 2
    workers: dict[Channel, int] = {"text": max(1, cores // 2), "image": max(1, cores // 4)}
    if chat is not None and "llm" in text.name.split("+"):
        workers["text"] = max(workers["text"], min(_READERS, chat.at_once))
    if chat is not None and verifier is not None and verifier.name == "openai":
        workers["image"] = chat.at_once
    return workers
