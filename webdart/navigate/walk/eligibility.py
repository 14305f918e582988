"""Tells whether a walk may be replanned, and whether a record's own page may be left unopened.

If the file asks something of all rows, or of their places in the walk, none may be left out.
"""

from webdart.navigate.context import Tools
from webdart.plan.build import words_in
from webdart.plan.model import ListingStage
from webdart.workflow.model import ExpectRows, Extract


def eligible(stage: ListingStage, tools: Tools) -> bool:
    """Whether a stage's listing may be read otherwise than from its first row to its last."""
    navigate = stage.navigate
    if navigate.pushdown == "off" or len(stage.extracts) != 1 or tools.limit_pages is not None or navigate.set:
        return False
    (extract,) = stage.extracts
    need = stage.needs.get(extract.into)
    if need is None or need.fixed:
        return False
    paging = navigate.pages
    if paging.one or paging.max is not None or paging.more is not None or paging.scroll:
        return False
    if extract.each == "page" or extract.tables or not expects_little(extract.expect):
        return False
    return not any(field.page == "listing" or field.source == "heading" for field in extract.fields) and _told_apart(
        stage, extract
    )


def expects_little(expect: ExpectRows) -> bool:
    """Whether nothing is expected of all rows: some row, and that the table is complete, can be told without them."""
    plain = expect.operator == ">=" and expect.rows <= 1
    return plain and expect.all is None and not expect.key_unique


def _told_apart(stage: ListingStage, extract: Extract) -> bool:
    """Whether rows of several walks into one table can't replace each other: their key says which walk they are of."""
    constants = {field.name for field in extract.fields if field.value is not None}
    return stage.alone or (bool(extract.key) and constants <= set(extract.key) and bool(constants))


def may_skip_details(extract: Extract) -> bool:
    """Whether a record's own page may stay unopened because the record itself shows that it cannot matter."""
    details = {field.name for field in extract.fields if field.page == "detail"}
    if extract.detail.fetch == "all" or details & set(extract.key):
        return False
    return not (extract.expect.all and details & words_in(extract.expect.all))
