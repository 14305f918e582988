"""Gives the columns of links that records call by a name: "View" in words, or what an icon says of itself.

Such a link is what its words lead to. What stands behind them is another link's, not the value that they label.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from webdart.lexicon import lexicon
from webdart.page.text_match import COLONS
from webdart.records.columns.mined_columns import Column
from webdart.records.query.field_matches import Sought, label_of
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.words import folded, is_spelled_as, names_a_time, plain, signs_for
from webdart.workflow.model import Field

CALLED = "link:called:"
"""What the keys of such columns begin with; the label in plain form follows."""

_LINKS = frozenset(lexicon("roles")["link"])
_TWO_NAMES = re.compile(r"[^\W\d_]{3}[^/]*/\s?[^\W\d_]{3}[^/]*")
_SAYING = ("aria-label", "title", "alt", "data-original-title")  # the last: where a script keeps a tooltip


def columns_of_label(columns: Sequence[Column], field: Field, label: str) -> list[Column]:
    """The columns that have a label; for an address rather the link of that name than what follows it.

    Of several that differ by accents alone, those that are written as the label is. "#" stands over a `number`.
    """
    named = [column for column in columns if label in column.labels]
    named = named or [column for column in columns if not signs_for(label).isdisjoint(column.labels)]
    named = named or _of_two_names(columns, field, label)
    written = folded(field.label or field.name.replace("_", " ")).casefold()
    named = [column for column in named if folded(column.shown).casefold() == written] or named
    links = [column for column in named if column.key.startswith(CALLED)]
    if is_labelled_address(field) and links and not any(column.source == "head" for column in named):
        return links
    return [column for column in named if column not in links]


def columns_spelled_otherwise(columns: Sequence[Column], label: str) -> list[Column]:
    """The columns whose label is parted otherwise than the one asked for: "Web site" is `website`."""
    return [column for column in columns if is_spelled_as(label, column.labels)]


def spelled_as(keys: Collection[str], labels: Collection[str]) -> Iterator[str]:
    """The labels by which columns with these keys were found, and which are parted otherwise than those asked for."""
    known = (key.removeprefix("label:") for key in keys if key.startswith("label:"))
    return (name for name in known if name not in labels and is_spelled_as(name, labels))


def _of_two_names(columns: Sequence[Column], field: Field, label: str) -> list[Column]:
    """The one column whose head has two names for a moment, one of them a text's: "Date/time", no "Home/away"."""
    if field.type.kind != "text" or field.label is not None or not names_a_time(label):
        return []
    heads = [column for column in columns if column.source == "head" and _TWO_NAMES.fullmatch(column.shown)]
    found = [column for column in heads if label in map(plain, column.shown.split("/"))]
    return found if len(found) == 1 else []


def is_called_link(label: str) -> bool:
    """Whether a label is only the word for a link: the record's own is meant, whatever others are called."""
    return label in _LINKS


def is_labelled_address(field: Field) -> bool:
    """Whether a field is one address, which a label names."""
    return field.type.kind == "link" and not field.type.many and field.target is None


def named_links(sought: Sought, region: Region, records: Sequence[int]) -> list[Column]:
    """A column for the label of every link field that links of the records have for a name."""
    labels = dict.fromkeys(label_of(field) for field in sought.by_column if is_labelled_address(field))
    found = (links_of_name(sought.page, region, records, label) for label in labels)
    return [column for column in found if column is not None]


def links_of_name(page: Outline, region: Region, records: Sequence[int], label: str) -> Column | None:
    """The links of the records that are called by a label; None where none is, or where all lead to one place.

    A word that leads to one place from several records explains what stands behind it ("Author: …").
    """
    hits = [
        [link for root in region.records[number] for link in page.below(root) if _is_so_called(page, link, label)]
        for number in records
    ]
    addresses = {page.nodes[link].attributes["href"] for link in chain.from_iterable(hits)}
    if not addresses or (len(addresses) == 1 < sum(map(bool, hits))):
        return None
    places = tuple(tuple((link, None) for link in own) for own in hits)
    return Column(CALLED + label, "label", places, frozenset({label}), label)


def _is_so_called(page: Outline, index: int, label: str) -> bool:
    node = page.nodes[index]
    if node.tag != "a" or not node.attributes.get("href") or page.chrome[index]:
        return False
    text = page.text[index]
    if plain(text) == label:
        return not text.endswith(COLONS) and not _goes_on(page, index)
    names = (item.attributes.get(name, "") for item in page.nodes[index : node.end] for name in _SAYING)
    return any(plain(name) == label for name in names if name)


def _goes_on(page: Outline, index: int) -> bool:
    """Whether a colon follows: the words are a label that happens to be linked."""
    parent = page.nodes[index].parent
    after = next((kid for kid in page.kids[parent] if kid > index and page.text[kid]), None) if parent >= 0 else None
    return after is not None and page.text[after].startswith(COLONS)
