"""Tells of entries that were left out though they have all that the file asks of a record.

What stands between the records with little of their make is advertising, a note, a sum. But a product at full price
lacks the "Now" of those on sale, and is one all the same: where a left-out entry has a text for every field that was
found, each in a place of its own, the page does not tell, and a person is told.
"""

from collections.abc import Iterable, Sequence

from webdart.records.model import Remark
from webdart.records.query.field_matches import Assigned, Sought
from webdart.workflow.model import Field

_LIKELY = 0.5  # of a text's plausibility: below it are amounts without a currency, and numbers among many words
_SHOWN = 40  # letters of an entry
_BARE = frozenset({"text", "link", "image", "boolean"})  # types that any note has


def omissions(sought: Sought, assigned: Assigned, places: Iterable[int]) -> tuple[Remark, ...]:
    """A remark for those of the left-out records that have a text for every field; `places` are theirs."""
    fields = [field for field in sought.by_column if field.name in assigned.matches]
    if all(field.type.kind in _BARE for field in fields):
        return ()
    records = [assigned.region.records[assigned.records[place]] for place in places]
    whole = [record for record in records if all(_has(sought, record, field) for field in fields)]
    if not whole:
        return ()
    page = sought.page
    shown = " ".join(page.text[root] for root in whole[0])[:_SHOWN]
    text = f"between the records, and not read, though it has all that is asked of one: {shown!r}"
    return (Remark(code="apart", text=text, count=len(whole)),)


def _has(sought: Sought, record: Sequence[int], field: Field) -> bool:
    """Whether something in a record could be a field's value."""
    page, kind = sought.page, field.type.kind
    inner = [node for root in record for node in page.nodes[root : page.nodes[root].end]]
    if kind == "link":
        return any(node.tag == "a" and node.attributes.get("href") for node in inner)
    if kind == "image":
        return any(node.tag == "img" for node in inner)
    texts = [page.text[node.index] for node in inner if page.leaves[node.index] == 1]
    if kind == "text":
        return any(any(map(str.isalpha, text)) for text in texts)
    return any(sought.plausible.share(kind, (text,)) >= _LIKELY for text in texts)
