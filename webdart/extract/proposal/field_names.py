"""Names fields after the words that the page has for their columns."""

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import count

from webdart.extract.match.likeness import roles
from webdart.extract.model import Column, Name
from webdart.extract.proposal.identifiers import identifier
from webdart.extract.types import TYPED
from webdart.lexicon import lexicon
from webdart.records.words import default_label, plain

LABELS = ("head", "given", "label", "before")
"""Sources whose words a person reads beside the value, so that a declaration can use them as `label`."""
PARTS = frozenset({"slot", "half", "date", "money", "integer"})
"""How a column is derived that is a part of a longer text."""
_MARKS = (
    *("itemprop", "title", "in_head", "class0", "datum", "tag"),
    *("class1", "near", "caption", "after", "around", "class2"),
)
"""Further sources by how well their words name the column itself."""
_MOST_WORDS = 3  # of a class or a tag that is a name; more of them say where it lies
_PREPOSITION = 3  # letters of the longest word before a value that says how it is linked, not what it is
_NUMBERING = "identifier"  # the role of which the word itself is the better name
_NUMBER_SIGNS = frozenset(sign for signs in lexicon("numerals")["labels"].values() for sign in signs)
_CLASSES = frozenset({"class0", "class1", "class2"})
_FAMILY = 3  # columns of which the classes begin alike, at least


def family_words(columns: Sequence[Column]) -> frozenset[str]:
    """The words that the classes of half of the columns begin with: they name the component, and no column of it."""
    begun = [{one.words.split()[0] for one in column.names if one.source in _CLASSES} for column in columns]
    counts = Counter(word for words in begun for word in words)
    half = sum(map(bool, begun)) / 2
    return frozenset(word for word, number in counts.items() if number >= max(_FAMILY, half))


def field_name(
    column: Column,
    taken: set[str],
    family: AbstractSet[str] = frozenset(),
    *,
    title: bool = False,
    link: bool = False,
    of: str = "",
) -> str:
    """A name that no other field has: by words of the page, for a main link `url`, for a title `name`.

    `family` are the words of classes that name no column; `of` is the name of the text that a link is on.
    """
    tried = [one for one in dict.fromkeys(_candidates(column, family, title=title, link=link, of=of)) if one]
    free = next((one for one in tried if one not in taken), "")
    return free or next(name for number in count(2) if (name := f"{tried[0]}_{number}") not in taken)


def _candidates(column: Column, family: AbstractSet[str], *, title: bool, link: bool, of: str) -> Iterator[str]:
    if link:
        yield "url"
    for name in worded(column):
        yield _before(name.words) if name.source == "before" else identifier(name.words)
    if title:  # of the texts under a head that is what the records are called
        yield from (identifier(name.words) for name in column.names if name.source == "in_head")
        yield "name"
    if column.source == "@href":
        of = of or next((identifier(name.words) for name in worded(column)), "")
        yield f"{of}_url" if of else "link"
    if column.source == "@src":
        yield "image"
    counted = column.derived in PARTS and column.kind in TYPED
    first = {"after"} if counted else set[str]()  # what is counted, before what is around it all
    ranked = sorted(
        (name for name in column.names if name.source in _MARKS and len(name.words.split()) <= _MOST_WORDS),
        key=lambda name: (name.source not in first, _MARKS.index(name.source)),
    )
    yield from (identifier(_without(family, name)) for name in ranked)
    if any(name.words.strip() in _NUMBER_SIGNS for name in worded(column)):
        yield "number"
    yield from (identifier(column.name), lexicon("kind_names")["names"].get(column.kind, column.kind))


def _without(family: AbstractSet[str], name: Name) -> str:
    """The words of a name; of a class those behind the words of the component."""
    words = name.words.split()
    while name.source in _CLASSES and len(words) > 1 and words[0] in family:
        del words[0]
    return " ".join(words)


def _before(words: str) -> str:
    """A short word before a value ("by", "von") names it by its role, if it has one; "No." is a name."""
    meant = sorted(roles(words))
    is_name = len(words) > _PREPOSITION or meant == [_NUMBERING]
    return identifier(words) if is_name else next(iter(meant), "")


def worded(column: Column) -> list[Name]:
    """The words that a person reads beside the value; what stands right before a part of a text comes first."""
    found = [name for name in column.names if name.source in LABELS]
    return sorted(found, key=lambda name: name.source != "before") if column.derived in PARTS else found


def label_of(column: Column, name: str) -> str | None:
    """The label to declare, None where the page has none or the field's name finds the column."""
    label = next((one.words for one in worded(column)), "")
    return label if label and plain(label) != default_label(name) else None
