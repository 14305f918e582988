"""Which sign for yes or no is whose, in lines of facts: "☑ Wifi", an icon before or behind its word?"""

from webdart.records.coerce.signs import boolean_of_classes, read_boolean
from webdart.records.structure.outline import Outline

_NAMED = ("title", "aria-label", "alt")


def is_yes_or_no(page: Outline, index: int) -> bool:
    """Whether an element says yes or no by a name or a class: an icon that does not is there to please."""
    inner = page.nodes[index : page.nodes[index].end]
    said = (node.attributes.get(name, "") for node in inner for name in _NAMED)
    classes = (node.attributes.get("class", "").split() for node in inner)
    return any(read_boolean(text) is not None for text in said if text) or any(
        boolean_of_classes(names) is not None for names in classes
    )


def sign_before(page: Outline, label: int) -> int | None:
    """The sign that a line begins with, where nothing but the label stands behind it."""
    before = [kid for kid in page.kids[page.nodes[label].parent] if kid < label and not page.skipped[kid]]
    alone = len(before) == 1 and not page.text[before[0]]
    return before[0] if alone and is_yes_or_no(page, before[0]) else None
