"""Collects the names of every column: heads, labels, affixes, attributes, classes; and which columns are labels."""

from collections.abc import Sequence

from msgspec import Struct

from webdart.extract.align import Template
from webdart.extract.columns import Draft
from webdart.extract.model import Name
from webdart.extract.names.addresses import address_names
from webdart.extract.names.attributes import attribute_names
from webdart.extract.names.heads import head_words
from webdart.extract.names.labels import Label, label_parts, labelled
from webdart.extract.names.pairs import paired, said_of
from webdart.extract.page import Page
from webdart.extract.segment import Candidate
from webdart.page.text_match import without_mark

_HEADS = frozenset({"head", "given"})  # what is under a head is a value, whatever it looks like


class Evidence(Struct, frozen=True):
    """The names of one column, in the order of the sources, and whether the column itself is only a label.

    `addresses` are what the addresses of its links call it.
    """

    names: tuple[Name, ...]
    label: bool
    addresses: tuple[Name, ...]


def gather(page: Page, candidate: Candidate, template: Template, drafts: Sequence[Draft]) -> list[Evidence]:
    """The evidence for every column, in their order."""
    labels = label_parts(page, template)
    pairs = paired(page, template)
    labels = {part: label for part, label in labels.items() if part not in pairs.values()}
    labels |= {part: Label(without_mark(said_of(page, template, part)), sure=True) for part in pairs}
    served = labelled(page, template, labels, pairs)
    heads = head_words(page, candidate, template)
    serving = {label for names in served.values() for _, label in names}
    sure = {part for part in labels if labels[part].sure and (template.count == 1 or part in serving)}
    found: list[Evidence] = []
    known: dict[int, tuple[Name, ...]] = {}
    for draft in drafts:
        names: list[Name] = []
        for part in draft.parts:
            names.extend(heads.get(part, ()))
            names.extend(name for name, _ in served.get(part, ()))
        if draft.before:
            names.append(Name("before" if template.count > 1 else "label", draft.before))
        if draft.after:
            names.append(Name("after", draft.after))
        names.extend(attribute_names(page, template, draft, known))
        headed = any(name.source in _HEADS for name in names)
        is_label = (
            not headed and draft.source == "text" and bool(draft.parts) and draft.parts[0] in sure and not draft.derived
        )
        # a piece of a cell is in what the head names, whatever else its column has of the cell
        names = [one for one in names if one.source != "head" or Name("in_head", one.words) not in names]
        addresses = tuple(dict.fromkeys(address_names(page, template, draft)))
        found.append(Evidence(tuple(dict.fromkeys(names)), is_label, addresses))
    return found
