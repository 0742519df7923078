"""References: title, clause, page, date, link and excerpt of the place where a statement is borne out."""

from atomcite.references.forming import Referrer
from atomcite.references.links import check_template, link
from atomcite.references.naming import may_be_named
from atomcite.references.sections import Outline
from atomcite.references.title import title_on
from atomcite.references.wording import worded

__all__ = ["Outline", "Referrer", "check_template", "link", "may_be_named", "title_on", "worded"]
