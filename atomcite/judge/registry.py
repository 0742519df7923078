"""Judges by name, and chains of them ("rules+nli")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from atomcite.domain import Cache, Chat, Judge, Meter, NoCache, NoMeter
from atomcite.errors import UsageError
from atomcite.judge.chain import ChainJudge, Link, Settles, settled_by_rules, settled_when_sure
from atomcite.judge.llm import LlmJudge
from atomcite.judge.nli import NliJudge, TorchScorer
from atomcite.judge.prepared_pages import PreparedPages
from atomcite.judge.rules import RulesJudge
from atomcite.judge.value_check import ValueCheck


@dataclass(frozen=True)
class JudgeParts:
    """What a run lends its judges. `context` are texts that name the document's own parties (title, author, file
    name): such a name need not stand on each page. `chat` is the model server's client, None where none is
    configured. `nli_model` is a folder or a name on the Hugging Face hub, `nli_labels` name its outputs in order
    where its own configuration does not. `derived` lets sums and differences of a page's numbers bear a statement
    out."""

    context: tuple[str, ...] = ()
    cache: Cache = field(default_factory=NoCache)
    meter: Meter = field(default_factory=NoMeter)
    chat: Chat | None = None
    nli_model: str | None = None
    nli_labels: tuple[str, ...] = ()
    derived: bool = False

    @cached_property
    def pages(self) -> PreparedPages:
        """Prepared pages, shared by all judges that are built from these parts."""
        return PreparedPages(self.context, derived=self.derived)

    @cached_property
    def values(self) -> ValueCheck:
        return ValueCheck(self.pages)


JUDGES: dict[str, Callable[[JudgeParts], Judge]] = {
    "rules": lambda parts: RulesJudge(parts.pages),
    "nli": lambda parts: NliJudge(TorchScorer(parts.nli_model, parts.nli_labels), parts.pages, meter=parts.meter),
    "llm": lambda parts: LlmJudge(parts.chat, parts.pages, cache=parts.cache, meter=parts.meter),
}


def names(chain: str) -> tuple[str, ...]:
    """The judges that "rules+nli" names, in order. Raises UsageError for an unknown name or one that comes twice."""
    found = tuple(part.strip() for part in chain.split("+"))
    for name in found:
        if name not in JUDGES:
            raise UsageError(
                f"There is no judge named {name!r}.",
                f"Known judges: {', '.join(JUDGES)}; several are joined with +, the cheapest first: rules+nli.",
            )
    if len(set(found)) < len(found):
        raise UsageError(f"The chain of judges {chain!r} names a judge twice.", "Name each judge once.")
    return found


def get(chain: str, parts: JudgeParts | None = None) -> Judge:
    """The judge of that name, or a chain of judges. Raises UsageError as `names` does."""
    parts = parts or JudgeParts()
    built = [JUDGES[name](parts) for name in names(chain)]
    return built[0] if len(built) == 1 else ChainJudge([Link(judge, _settles(judge, parts)) for judge in built])


def _settles(judge: Judge, parts: JudgeParts) -> Settles:
    if isinstance(judge, RulesJudge):
        return settled_by_rules(parts.values.settles)
    if isinstance(judge, NliJudge):
        return lambda pages, statement, result: not judge.unsure(result)
    return settled_when_sure
