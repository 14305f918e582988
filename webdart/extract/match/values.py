"""What the values of a column say about its being a declared field: type, form, what an amount is."""

from collections.abc import Mapping

from webdart.extract.match.likeness import roles
from webdart.extract.match.pair import Pair
from webdart.extract.match.question import WELL
from webdart.extract.score import load_table
from webdart.lexicon import lexicon
from webdart.records.matching.type_share import are_places
from webdart.records.words import is_code
from webdart.workflow.model import NUMERIC, Kind
from webdart.workflow.pattern import compiled

_UNREADABLE = 0.05  # share below which a text does not read as a type
_WORDY = 5  # blanks of a sentence
_ALONE = frozenset({"date", "datetime", "money", "rating", "time"})
"""Kinds that tell a field by themselves where a set has one column of them."""
_READ = NUMERIC | {"money", "rating", "date", "datetime", "duration", "boolean", "currency"}
"""Types that the readers of values try on a text."""
_FORMED: Mapping[str, frozenset[str]] = {
    "date": frozenset({"date", "datetime", "relative", "time", "long"}),
    "time": frozenset({"time", "datetime", "date", "relative"}),
    "price": frozenset({"money", "number", "integer"}),
    "count": frozenset({"integer", "number"}),
    "rating": frozenset({"rating", "number", "integer"}),
}
"""Roles of names that say which kinds values have."""
_READERS: Mapping[str, tuple[Kind, ...]] = {
    "date": ("date",),
    "time": ("date",),
    "price": ("money",),
    "count": ("integer",),
    "rating": ("rating", "number"),
}
_WORDED = frozenset({"title", "author", "description", "category", "place", "organisation", "status", "identifier"})
"""Roles whose values are words or codes, whatever else the name may mean."""
_FITTING: Mapping[str, Mapping[str, float]] = load_table("types")
"""How well a kind of values fits a declared type."""
_KIND_ROLES: Mapping[str, str] = lexicon("kind_names")["roles"]
"""The role that a kind of values plays by itself."""


def type_fit(pair: Pair) -> float:
    """How well the kind of the values, or how they read, fits the declared type."""
    fitting = _FITTING.get(pair.field.type, _FITTING["text"]).get(pair.column.kind, 0.0) * pair.column.share
    return max(fitting, reads(pair)) if needs_reading(pair) and not misreads(pair) else fitting


def reads(pair: Pair) -> float:
    """How well the values read as the declared type, in the mean."""
    if not needs_reading(pair):
        return 0.0
    return pair.question.readable(pair.place, pair.kind)[0]


def misreads(pair: Pair) -> float:
    """At least one value cannot be read as the declared type."""
    if not needs_reading(pair):
        return 0.0
    return float(pair.question.readable(pair.place, pair.kind)[1] <= _UNREADABLE)


def needs_reading(pair: Pair) -> bool:
    """Whether a reader of values can tell if the column is of the declared type."""
    return pair.kind in _READ and pair.column.source not in {"@href", "@src"}


def only_readable(pair: Pair) -> float:
    """The only column of text whose values all read as the declared type."""
    if not needs_reading(pair) or not pair.is_plain:
        return 0.0
    question = pair.question
    return float(question.readable(pair.place, pair.kind)[1] >= WELL and question.is_lone(pair.kind))


def role_unlike(pair: Pair) -> float:
    """The field's name says what its values look like (a day, a price, a number), and these do not."""
    wanted = pair.roles & _FORMED.keys()
    if not wanted or pair.roles & _WORDED or pair.kind != "text" or not pair.is_plain:
        return 0.0
    if any(pair.column.kind in _FORMED[role] for role in wanted):
        return 0.0
    return 1.0 - max(pair.question.readable(pair.place, kind)[0] for role in wanted for kind in _READERS[role])


def kind_role(pair: Pair) -> float:
    """The kind of the values plays the role that the field's name has."""
    role = _KIND_ROLES.get(pair.column.kind)
    return float(role is not None and role in roles(pair.field.name))


def matched(pair: Pair) -> float:
    """The share of the values that the declared pattern finds something in."""
    if pair.field.match is None:
        return 0.0
    said = [value for value in pair.column.values if value is not None]
    pattern = compiled(pair.field.match)
    return sum(pattern.found_in(value) for value in said) / len(said) if said else 0.0


def others_too(pair: Pair) -> float:
    """The share of the values in which the pattern of another field finds its part: "9:00 News" has the time, too."""
    if pair.kind != "text" or pair.field.match is not None:
        return 0.0
    said = pair.question.samples[pair.place]
    patterns = [compiled(other.match) for other in pair.question.fields if other.match is not None]
    shares = (sum(pattern.found_in(value) for value in said) / len(said) for pattern in patterns if said)
    return max(shares, default=0.0)


def former_price(pair: Pair) -> float:
    """An amount that is not what is paid now: drawn through, or so called, where the field is not."""
    return float(pair.question.is_former(pair.field, pair.place))


def cut_short(pair: Pair) -> float:
    """Texts that end in an ellipsis."""
    said = pair.question.samples[pair.place]
    return sum(value.endswith(("...", "…")) for value in said) / len(said) if said else 0.0


def coded(pair: Pair) -> float:
    """The share of values that are numbers and codes; 0 where they only count the records off."""
    values = [value for value in pair.column.values if value]
    return sum(map(is_code, values)) / len(values) if values and not are_places(values) else 0.0


def without_digits(pair: Pair) -> float:
    """The share of values that have no digit."""
    values = [value for value in pair.column.values if value]
    return sum(not any(map(str.isdigit, value)) for value in values) / len(values) if values else 0.0


def is_relative(pair: Pair) -> float:
    """A date said from now: less than one that is written out."""
    return float(pair.column.kind == "relative")


def only_of_kind(pair: Pair) -> float:
    """The only column of its kind, which is the declared type's."""
    kind = pair.column.kind
    telling = kind in _ALONE and type_fit(pair) >= 0.5
    return float(telling and pair.question.view.kinds.get(kind, 0) == 1)


def sentences(pair: Pair) -> float:
    """The share of the values that are whole sentences of several words: a title is mostly none."""
    said = pair.question.samples[pair.place]
    ended = [value.rstrip().endswith((".", "!", "?")) and value.count(" ") >= _WORDY for value in said]
    return sum(ended) / len(said) if said else 0.0
