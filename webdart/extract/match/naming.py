"""What names a column, against what is declared: labels, heads, other fields' claims."""

from webdart.extract.match.likeness import folded, roles, words
from webdart.extract.match.pair import Pair
from webdart.extract.match.question import STRONG, fit
from webdart.lexicon import words_of
from webdart.lexicon.phrases import words as said_words
from webdart.records.columns.synonyms import mean_apart, related

_PERSONS, _WRITER = said_words("person_folder"), "author"
_SOME = 0.3  # likeness from which a name has something in common with what was declared
_CLOSE = 0.8  # likeness from which a name counts as the one that was declared
_NEARLY = 0.64  # likeness from which the best name of a set counts for something
_BLANKS = 4  # blanks between a label's words and its colon
_DIRECT = frozenset({"class0", "itemprop", "head", "around"})
_SORTS = frozenset({"count"})
"""Roles that say of what sort values are, and not what they are."""
_FORMLESS = frozenset({"link", "image", "title", "description"})
"""Roles that wrappers and links of all kinds have in their names."""


def unlabelled(pair: Pair) -> float:
    """A label is declared, and the column has nothing like it."""
    if pair.field.label is None:
        return 0.0
    return 1.0 - nearest(pair)


def nearest(pair: Pair) -> float:
    """How near anything that names the column comes to what is declared."""
    words = max((fit(pair.field, one) for one in pair.words), default=0.0)
    return max(words, starts_labelled(pair))


def is_called(pair: Pair) -> bool:
    """Whether the page calls the column as the field, or by a word that means the same."""
    names = [one.words for one in pair.column.names]
    return nearest(pair) >= _CLOSE or any(pair.question.means(pair.field, words) for words in names)


def label_far(pair: Pair) -> float:
    """A label is declared, and nothing that names the column is that label."""
    return float(pair.field.label is not None and nearest(pair) < _CLOSE)


def other_head(pair: Pair) -> float:
    """The page itself calls the column something that has nothing in common with the field."""
    strong = [one.words for one in pair.column.names if one.source in STRONG]
    if not strong or nearest(pair) > _SOME:
        return 0.0
    wanted = (pair.field.name.replace("_", " "), pair.field.label or "")
    kin = any(_is_kin(mine, words) for mine in wanted if mine for words in strong)
    return float(not kin)


def _is_kin(wanted: str, given: str) -> bool:
    """Whether two names may mean the same: replies and views are both counts, and counts of two things."""
    counted = words_of("counted_things")
    apart = bool(counted & {*words(wanted)}) and bool(counted & {*words(given)})
    shared = roles(wanted) & roles(given)
    return bool(shared - _SORTS if apart else shared) or related(wanted, given)


def is_related(pair: Pair, *sources: str) -> float:
    """A name from some sources has a word that means the same."""
    wanted = pair.field.label if pair.field.label is not None else pair.field.name.replace("_", " ")
    return float(any(related(wanted, one.words) for one in pair.column.names if one.source in sources))


def means(pair: Pair, *sources: str) -> float:
    """A name from some sources means the same as the field's as a whole, in English or in the page's language."""
    return float(any(pair.question.means(pair.field, one.words) for one in pair.column.names if one.source in sources))


def only_means(pair: Pair) -> float:
    """Of all columns this one alone is called by a head or a label that means the same as the field's name."""
    return float(pair.question.meant[pair.field.name] == frozenset((pair.place,)))


def other_means(pair: Pair) -> float:
    """Another column is called by a head or a label that means the same as the field's name, and this one by none."""
    places = pair.question.meant[pair.field.name]
    return float(bool(places) and pair.place not in places)


def addressed(pair: Pair, source: str) -> float:
    """How well the field's name fits what the addresses of the column's links say, in letters or in meaning."""
    said = [one.words for one in pair.column.addresses if one.source == source]
    alike = max((fit(pair.field, words) for words in said), default=0.0)
    return max(alike, float(any(pair.question.means(pair.field, words) for words in said)))


def address_role(pair: Pair) -> float:
    """How well the role of the field's name fits what the addresses of the column's links say."""
    wanted = roles(pair.field.name)
    said = [_roles_of_address(one.words) for one in pair.column.addresses]
    return max((len(wanted & own) / min(len(wanted), len(own)) for own in said if wanted and own), default=0.0)


def other_address_role(pair: Pair) -> float:
    """What the addresses of the column's links say plays another role than the field."""
    found = frozenset[str]().union(*(_roles_of_address(one.words) for one in pair.column.addresses)) - _FORMLESS
    return float(bool(found) and bool(pair.roles) and found.isdisjoint(pair.roles))


def _roles_of_address(said: str) -> frozenset[str]:
    """The roles of an address's words: what a site keeps of those who use it are its writers, too."""
    found = roles(said)
    return found if _PERSONS.isdisjoint(words(said)) else found | {_WRITER}


def is_apart(pair: Pair) -> float:
    """The page, or its mark-up, calls the column by words that are known to mean something else than the field's."""
    names = [one.words for one in pair.column.names if one.source in STRONG or one.source in _DIRECT]
    wanted = pair.field.label if pair.field.label is not None else pair.field.name.replace("_", " ")
    apart = any(mean_apart(wanted, words) for words in names)
    return float(apart and nearest(pair) <= _SOME and not any(related(wanted, words) for words in names))


def other_role(pair: Pair) -> float:
    """What names it directly plays another role than the field."""
    found = [roles(one.words) for one in pair.column.names if one.source in _DIRECT]
    named = frozenset[str]().union(*found) - _FORMLESS
    return float(bool(named) and bool(pair.roles) and named.isdisjoint(pair.roles) and nearest(pair) < _CLOSE)


def claimed(pair: Pair) -> float:
    """The column's strong names fit another declared field better than this one."""
    claims = pair.question.claims[pair.place]
    own = claims.get(pair.field.name, 0.0)
    most = max((value for name, value in claims.items() if name != pair.field.name), default=0.0)
    return max(0.0, most - own) if most >= _CLOSE else 0.0


def best_named(pair: Pair) -> float:
    """Of all columns this one is named most like the field."""
    own = pair.question.named(pair.field, pair.place)
    return float(own >= _NEARLY and own >= pair.question.best_named[pair.field.name])


def other_named(pair: Pair) -> float:
    """How much better another column is named like the field."""
    best = pair.question.best_named[pair.field.name]
    return max(0.0, best - pair.question.named(pair.field, pair.place)) if best >= _CLOSE else 0.0


def preceded(pair: Pair) -> float:
    """The words beside the values, where this page has its labels, are what is declared."""
    beside = pair.question.beside(pair.place)
    return fit(pair.field, beside) if beside else 0.0


def led(pair: Pair) -> float:
    """The part of the record that the values stand in begins with what is declared: cells of a narrow table do."""
    lead = pair.question.leading[pair.place]
    return fit(pair.field, lead) if lead else 0.0


def starts_labelled(pair: Pair) -> float:
    """The values begin with what is declared and a colon, as texts do that are no columns of their own yet."""
    if not pair.is_plain:
        return 0.0
    wanted = folded(pair.field.label or pair.field.name)
    said = pair.question.samples[pair.place]
    led = [folded(value[: len(wanted) + _BLANKS]).startswith((f"{wanted}:", f"{wanted}：")) for value in said]
    return sum(led) / len(led) if led else 0.0


def starts_otherwise(pair: Pair) -> float:
    """The values begin with a label that has nothing in common with the field: "Posts: 18"."""
    opening = pair.question.openings[pair.place]
    return float(bool(opening) and fit(pair.field, opening) < _SOME)
