"""Are the records but the paragraphs of a text? Any page has those, and one field that nothing names finds them.

Where the file says nothing else of the records, a page of prose carries `{text: text}` as well as a list of quotations
does: nobody can tell from it alone, and so a person is told.
"""

import re
from collections.abc import Sequence

from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought
from webdart.records.structure.outline import BLOCKS, Outline

_ENDED = re.compile(r"""[.!?…。！？](?:["'”’»)\]]|\s?»)*$""")
_WORDS = 6  # of a sentence
_MOST = 0.6  # of the records
_ITEMS = frozenset({"li", "article", "tr", "td", "dt", "dd", "option"})  # what the mark-up itself makes an entry
_ITEM_ROLES = frozenset({"listitem", "article", "row", "option"})
_BARE = frozenset({"text", "link", "image"})  # types that paragraphs have
_SAMPLE = 60


def paragraphs(sought: Sought, assigned: Assigned) -> tuple[Remark, ...]:
    """What tells a person that the records are paragraphs, and that nothing else speaks for them."""
    each, matches = sought.spec.extract.each, assigned.matches
    given = sought.spec.kind != "listing" or sought.wrapper is not None or each is not None
    kinds = {field.type.kind for field in sought.by_column if field.name in matches}
    if given or len(assigned.records) < 2 or not kinds <= _BARE or "text" not in kinds:
        return ()
    if assigned.region.grid is not None or any(match.tier != "type" for match in matches.values()):
        return ()
    page = sought.page
    records = [assigned.region.records[number] for number in assigned.records]
    tops = [page.nodes[record[0]] for record in records]
    if any(node.tag in _ITEMS or node.role in _ITEM_ROLES for node in tops) or not all(
        _is_line(page, r) for r in records
    ):
        return ()
    texts = [page.text[record[0]] for record in records]
    if sum(_ENDED.search(text) is not None and len(text.split()) >= _WORDS for text in texts) < _MOST * len(texts):
        return ()
    text = (
        f"nothing names the records, which are paragraphs of running text, as in {texts[0][:_SAMPLE]!r}: `each` with "
        "an `at` says that they are meant, `each: page` that the page is about one"
    )
    return (Remark(code="paragraphs", text=text, count=len(records)),)


def _is_line(page: Outline, record: Sequence[int]) -> bool:
    """Whether a record is one element that begins no other line within: it has no heading, and no parts."""
    inner = page.nodes[record[0] + 1 : page.nodes[record[0]].end]
    return len(record) == 1 and not any(node.tag in BLOCKS and node.tag != "br" for node in inner)
