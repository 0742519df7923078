"""What stands only because a further engine failed is asked again in the next run."""

from __future__ import annotations

from pathlib import Path

from scripted import ScriptedJudge, make_document

from atomcite.cache import DiskCache
from atomcite.documents import Document
from atomcite.domain import Box, ChannelResult, ChannelVerdict, PageSource, PageWords, Word
from atomcite.pipeline import TextChannel


class Wavering(ScriptedJudge):
    """A judge whose word is provisional, as that of a chain is while its last judge can't be asked."""

    provisional = True

    def judge(self, pages, statements) -> list[ChannelResult]:
        found = super().judge(pages, statements)
        return [r.model_copy(update={"provisional": self.provisional}) for r in found]


def read(page: PageSource) -> PageWords:
    return PageWords(page.number, 612, 792, (Word("text", Box(50, 50, 90, 60)),), "script 1")


def test_a_provisional_word_is_not_kept_and_a_final_one_is(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "cache")
    judge = Wavering({(1, "It is so."): ChannelVerdict.SUPPORTED})
    with Document.open(make_document(tmp_path / "pages", 1)) as document:

        def run() -> ChannelResult:
            return TextChannel(document, read, judge, cache).check([1], ["It is so."])[0]

        assert run().provisional
        assert run().provisional
        assert len(judge.asked) == 2
        judge.provisional = False
        assert not run().provisional
        assert not run().provisional
        assert len(judge.asked) == 3
