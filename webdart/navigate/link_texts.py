"""Collects what earlier listings say beside the links that a `for_each` opens.

The row of a list of boards names the board that its link leads to: a page under that heading is the board's, also where
it has no rows to be known by.
"""

from collections.abc import Iterable, Mapping, Sequence

from webdart.navigate.address import without_fragment
from webdart.table.port import Table
from webdart.workflow.model import Extract

LinkTexts = Mapping[str, Sequence[str]]
"""An address, without its fragment → the texts of the rows that have it as a link."""


async def link_texts(filled: Mapping[str, Sequence[Extract]], store: Table) -> LinkTexts:
    """The texts that stand beside each link in these tables."""
    found: dict[str, list[str]] = {}
    for name, extracts in filled.items():
        links, texts = _columns(extracts, "link"), _columns(extracts, "text")
        if not links or not texts:
            continue
        for row in (await store.read(name, [*links, *texts])).to_pylist():
            beside = [row[text] for text in texts if isinstance(row[text], str)]
            for address in {row[link] for link in links if isinstance(row[link], str)}:
                found.setdefault(without_fragment(address), []).extend(beside)
    return found


def _columns(extracts: Iterable[Extract], kind: str) -> list[str]:
    """The columns of one value of this kind."""
    fields = (field for extract in extracts for field in extract.fields)
    return list(dict.fromkeys(field.name for field in fields if field.type.kind == kind and not field.type.many))
