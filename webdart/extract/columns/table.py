"""Puts the columns of a record set together: those that stand in the page, then those made of them."""

from collections.abc import Iterable

from webdart.extract.align import Template
from webdart.extract.columns.context import context
from webdart.extract.columns.draft import Draft, Values
from webdart.extract.columns.halves import halves
from webdart.extract.columns.inline_labels import inline_labels
from webdart.extract.columns.leaves import leaves
from webdart.extract.columns.parts import alternatives, lines, lists
from webdart.extract.columns.slots import data, slots
from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.extract.segment import Candidate

_MOST = 300
"""Columns of a set; a page read as one record has thousands, of which the first are the telling ones."""
_SEVERAL = 3  # texts of a record that are read one by one
_LONGEST_CUT = 160  # letters in the mean of a text that is looked into


def columns(page: Page, candidate: Candidate, template: Template) -> "Table":
    """The columns of a set that stand in its page: every value vector once."""
    table = Table(page.language, template)
    table.add(leaves(template))
    table.add(lists(template))
    table.add(lines(template))
    if len(candidate) > 1:
        table.add(list(alternatives(template, table.drafts)))
    return table


def derive(page: Page, candidate: Candidate, table: "Table") -> None:
    """Add the columns that are parts of a text, and those that headings above the records give."""
    if len(candidate) < 2:
        return
    table.add(inline_labels(table.template, candidate.roots))
    for draft in list(table.drafts):
        if _is_cut(draft) and not _is_whole(table.template, draft):
            found = list(halves(draft, page.language)) or list(slots(draft, page.language))
            table.add(found)
            for one in [draft, *found]:
                table.add(data(one, page.language))
    table.add(context(page, candidate))


def _is_cut(draft: Draft) -> bool:
    if draft.source not in {"text", "@title", "@alt", "@aria-label"} or draft.constant:
        return False
    said = [len(value) for value in draft.values if value is not None]
    return bool(said) and sum(said) <= _LONGEST_CUT * len(said)


def _is_whole(template: Template, draft: Draft) -> bool:
    """Whether a text is that of the whole record, or of one of its few outermost parts."""
    return draft.composite and any(template.parents[part] <= 0 for part in draft.parts) and _has_parts(template, draft)


def _has_parts(template: Template, draft: Draft) -> bool:
    texts = sum(template.tags[part] == TEXT for part in template.preorder(draft.parts[0]))
    return texts >= _SEVERAL


class Table:
    """Columns of one template, each value vector once in every column of a table."""

    def __init__(self, language: str, template: Template) -> None:
        self.drafts: list[Draft] = []
        self._language = language
        self.template = template
        self._known: dict[tuple[Values, int], Draft] = {}

    def add(self, drafts: Iterable[Draft]) -> None:
        """Take columns in; one with the values of another only adds its evidence to that.

        What stands behind another label is another column of a single record, whatever it says.
        """
        for draft in drafts:
            if len(self.drafts) >= _MOST:
                return
            if not any(value is not None for value in draft.values):
                continue
            key = draft.values, self._cell(draft)
            known = self._known.get(key)
            apart = known is not None and len(draft.values) == 1 and "" != known.before != draft.before != ""
            if known is not None and not apart and (known.source == "text") >= (draft.source == "text"):
                known.parts.extend(part for part in draft.parts if part not in known.parts)
                known.sources.append(draft.source)
                known.before = known.before or draft.before
                if known.composite and not draft.composite:
                    known.composite = False
                continue
            draft.settle(self._language)
            self.drafts.append(draft)
            self._known[key] = draft

    def _cell(self, draft: Draft) -> int:
        """The column of the table that a text stands in: two columns may say the same."""
        part, template = draft.parts[0] if draft.parts else -1, self.template
        while part >= 0 and template.cells[part] < 0:
            part = template.parents[part]
        return template.cells[part] if part >= 0 else -1
