"""Chooses the best of a column's names, and tells columns of one name apart."""

from collections.abc import Sequence

from webdart.extract.columns import Draft
from webdart.extract.model import Name
from webdart.lexicon import lexicon

_ORDER = (
    *("head", "heads", "given", "label", "before", "itemprop", "title", "class0", "datum", "tag"),
    *("class1", "near", "caption", "in_head", "after", "around", "class2"),
)
"""Sources by how well their words name the column itself; checked on pages with heads and classes."""
_MOST_WORDS = 6  # of a name; longer texts are sentences


def choose_name(draft: Draft, names: Sequence[Name]) -> str:
    """The best name of a column; by its kind where the page gives none."""
    for source in _ORDER:
        for name in names:
            if name.source == source and 0 < len(name.words.split()) <= _MOST_WORDS:
                return name.words
    if draft.source.startswith("@"):
        source = draft.source.removeprefix("@")
        return {"href": "link", "src": "image"}.get(source, source)
    return str(lexicon("kind_names")["names"].get(draft.kind, draft.kind))
