"""Reports of every shape, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st
from report_samples import PAGE_COUNT

from atomcite.domain import (
    Box,
    ChannelResult,
    Check,
    Citation,
    ClaimResult,
    DocumentInfo,
    Evidence,
    Message,
    PageIdentity,
    PageRef,
    Report,
    ResolvedPage,
    Span,
    Suggestion,
    Usage,
)

texts = st.text(st.characters(codec="utf-8"), max_size=30)
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
pages = st.integers(1, PAGE_COUNT)
messages = st.builds(Message, code=names, args=st.dictionaries(names, texts, max_size=2))
reasons = st.lists(messages, max_size=2).map(tuple)
coordinates = st.integers(-500, 90_000).map(lambda n: n / 100)
identities = st.builds(PageIdentity, physical=pages, label=st.none() | texts, folio=st.none() | texts)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    x = sorted((draw(coordinates), draw(coordinates)))
    y = sorted((draw(coordinates), draw(coordinates)))
    return Box(x[0], y[0], x[1], y[1])


@st.composite
def spans(draw: st.DrawFn) -> Span:
    start = draw(st.integers(0, 60))
    return Span(start=start, end=start + draw(st.integers(0, 30)))


evidence = st.builds(Evidence, page=pages, quote=texts, engine=texts, box=st.none() | boxes(), exact=st.booleans())
checks = st.builds(
    Check,
    claimed=texts,
    found=st.none() | texts,
    page=st.none() | pages,
    box=st.none() | boxes(),
    spellings=st.lists(texts, max_size=2).map(tuple),
)


def channel_results(channel: str) -> st.SearchStrategy[ChannelResult]:
    return st.builds(
        ChannelResult,
        channel=st.just(channel),
        engine=texts,
        reason=reasons,
        grade=st.none() | st.integers(1, 4),
        evidence=st.lists(evidence, max_size=2).map(tuple),
        checks=st.lists(checks, max_size=2).map(tuple),
        usage=st.builds(Usage, calls=st.integers(0, 9)),
        raw=st.none(),
    )


citations = st.builds(
    Citation,
    text=texts,
    pages=st.lists(st.builds(PageRef, raw=texts), max_size=2).map(tuple),
    span=st.none() | spans(),
    document=st.none() | texts,
)
claims = st.builds(
    ClaimResult,
    id=names,
    statement=texts,
    spans=st.lists(spans(), max_size=2).map(tuple),
    citations=st.lists(citations, max_size=2).map(tuple),
    cited_pages=st.lists(
        st.builds(ResolvedPage, ref=texts, page=st.none() | identities, why=messages), max_size=2
    ).map(tuple),
    suggested_pages=st.lists(
        st.builds(
            Suggestion,
            page=identities,
            channels=st.sampled_from([("text",), ("image",), ("text", "image")]),
            grade=st.integers(1, 4),
            evidence=st.lists(evidence, max_size=1).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    comment=reasons,
    rule=texts,
    text=st.none() | channel_results("text"),
    image=st.none() | channel_results("image"),
)
reports = st.builds(
    Report,
    document=st.builds(
        DocumentInfo,
        name=texts,
        sha256=texts,
        page_count=st.integers(0, 99),
        title=st.none() | texts,
        author=st.none() | texts,
        revision_date=st.none() | texts,
    ),
    answer=st.none() | texts,
    claims=st.lists(claims, max_size=3).map(tuple),
    notices=reasons,
    counters=st.dictionaries(names, st.integers(0, 9), max_size=2),
    settings=st.dictionaries(names, texts, max_size=2),
    pages=st.lists(identities, max_size=2).map(tuple),
    version=texts,
)
