"""Takes from the classes of columns the words that most of them begin with: these name the component, none of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from webdart.extract.model import Name

_CLASSES = frozenset({"class0", "class1", "class2"})
_FEWEST = 3  # classes that begin alike, at least
_HALF = 2


def without_families(columns: Sequence[Sequence[Name]]) -> Sequence[tuple[Name, ...]]:
    """The names of every column, without those words: `price` of "shop card price" beside "shop card name"."""
    named = [tuple(names) for names in columns]
    while family := _family(named):
        named = [tuple(dict.fromkeys(_without(names, family))) for names in named]
    return named


def _family(columns: Sequence[Sequence[Name]]) -> frozenset[str]:
    """The words with which several classes begin, those of half of the columns."""
    classes = [{one.words for one in names if one.source in _CLASSES} for names in columns]
    begun = [{words.split()[0] for words in each} for each in classes]
    counts = Counter(word for words in begun for word in words)
    kinds = Counter(words.split()[0] for words in set[str]().union(*classes))
    half = sum(map(bool, begun)) / _HALF
    return frozenset(word for word, number in counts.items() if number >= half and kinds[word] >= _FEWEST)


def _without(names: Iterable[Name], family: frozenset[str]) -> Iterator[Name]:
    """The names of a column, its classes as what follows a word of the family; none where nothing does."""
    for name in names:
        words = name.words.split()
        if name.source not in _CLASSES or words[0] not in family:
            yield name
        elif len(words) > 1:
            yield Name(name.source, " ".join(words[1:]))
