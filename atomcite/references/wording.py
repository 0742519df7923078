"""A reference as one line of text."""

from __future__ import annotations

from atomcite.domain import Language, Reference, Section, message


def worded(reference: Reference, language: Language = "en", *, excerpt: bool = True) -> str:
    """ "Supply agreement, clause 4.2, p. 7, revised 2024-03-05: “The Supplier shall …”". What is not known is
    left out."""

    def say(key: str, **args: object) -> str:
        return message(f"reference.{key}", **args).render(language)

    if reference.withheld:
        return say("withheld")
    parts = [reference.title] if reference.title else []
    parts += [_section(section, language) for section in reference.sections]
    page = reference.page
    named = page.label if page.label is not None else page.folio
    position = str(page.physical)
    if named is None or named == position:
        parts.append(say("page", page=position))
    else:
        parts.append(say("page_named", page=named, position=position))
    if reference.revised:
        parts.append(say("revised", date=reference.revised))
    elif reference.file_date:
        # A file may have been written anew long after its text was: its date is said to be its own.
        parts.append(say("file_date", date=reference.file_date[:10]))
    line = ", ".join(parts)
    return f"{line}: {say('quoted', text=reference.excerpt)}" if excerpt and reference.excerpt else line


def _section(section: Section, language: Language) -> str:
    """The document's own words where it has them; a bare number is called what the reader's language calls it."""

    def say(key: str, **args: object) -> str:
        return message(f"reference.{key}", **args).render(language)

    if section.number is None:
        return say("heading", title=section.title)
    if section.word is not None:
        number = f"{section.word} {section.number}"
    elif section.title is not None and "." not in section.number:
        number = say("section", number=section.number)
    else:
        number = say("clause", number=section.number)
    return f"{number}. {section.title}" if section.title else number
