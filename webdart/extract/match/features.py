"""What speaks for a column being a declared field: named features of the pair, 0 to 1."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from webdart.extract.match.likeness import lexical, roles, shared_role
from webdart.extract.model import Column, FieldSpec, RecordSet
from webdart.extract.score import load_table
from webdart.lexicon import lexicon

_CLASSES = ("class0", "class1", "class2", "around")
_FULL = 0.9
_CLOSE = 0.8  # likeness from which a label counts as found
_FITTING: Mapping[str, Mapping[str, float]] = load_table("types")
"""How well a kind of values fits a declared type."""
_KIND_ROLES: Mapping[str, str] = lexicon("kind_names")["roles"]
"""The role that a kind of values plays by itself."""


@dataclass(frozen=True)
class SetView:
    """A record set with what its columns are among each other."""

    record_set: RecordSet

    @cached_property
    def texts(self) -> Sequence[int]:
        """The columns with plain text that varies, in order."""
        return [
            place
            for place, one in enumerate(self.record_set.columns)
            if one.source == "text"
            and one.kind in {"text", "long"}
            and not one.composite
            and not one.label
            and not one.derived
        ]

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """The place of every text column among the full ones, in order."""
        columns = self.record_set.columns
        full = [place for place in self.texts if columns[place].fill >= _FULL and not columns[place].constant]
        return {place: rank for rank, place in enumerate(full)}

    @cached_property
    def kinds(self) -> Mapping[str, int]:
        """How many columns of text have each kind."""
        counts: dict[str, int] = {}
        for one in self.record_set.columns:
            if one.source == "text" and not one.composite:
                counts[one.kind] = counts.get(one.kind, 0) + 1
        return counts

    @cached_property
    def main_link(self) -> int:
        """The first address that differs in (nearly) every record."""
        columns = self.record_set.columns
        links = [place for place, one in enumerate(columns) if one.source == "@href" and one.fill >= _FULL]
        apart = [place for place in links if columns[place].features.get("distinct", 0.0) >= _FULL]
        return next(iter([*apart, *links]), -1)

    @cached_property
    def linked(self) -> frozenset[int]:
        """The columns whose texts lie right in the main link, by the elements that they share."""
        columns = self.record_set.columns
        if self.main_link < 0:
            return frozenset()
        link = columns[self.main_link]
        return frozenset(
            place
            for place, one in enumerate(columns)
            if one.source == "text"
            and any(a >= 0 and a <= b <= a + 3 for a, b in zip(link.nodes, one.nodes, strict=True))
        )


@dataclass(frozen=True, slots=True)
class Pair:
    """A declared field and a column of a set."""

    field: FieldSpec
    place: int
    view: SetView

    @property
    def column(self) -> Column:
        """The column."""
        return self.view.record_set.columns[self.place]

    def named(self, *sources: str) -> float:
        """How well the field's name fits the names from some sources."""
        return max(
            (lexical(self.field.name, one.words) for one in self.column.names if one.source in sources), default=0.0
        )

    def role(self, *sources: str) -> float:
        """How well the role of the field's name fits the names from some sources."""
        wanted = self.field.name
        return max((shared_role(wanted, one.words) for one in self.column.names if one.source in sources), default=0.0)

    def labelled(self, *sources: str) -> float:
        """How well the declared label fits the names from some sources."""
        label = self.field.label
        if label is None:
            return 0.0
        return max((lexical(label, one.words) for one in self.column.names if one.source in sources), default=0.0)


def _type(pair: Pair) -> float:
    fit = _FITTING.get(pair.field.type, _FITTING["text"]).get(pair.column.kind, 0.0)
    return fit * pair.column.share


def _unlabelled(pair: Pair) -> float:
    """A label is declared, and the column has nothing like it."""
    if pair.field.label is None:
        return 0.0
    return 1.0 - max((lexical(pair.field.label, one.words) for one in pair.column.names), default=0.0)


def _kind_role(pair: Pair) -> float:
    role = _KIND_ROLES.get(pair.column.kind)
    return float(role is not None and role in roles(pair.field.name))


def _matched(pair: Pair) -> float:
    if pair.field.match is None:
        return 0.0
    said = [value for value in pair.column.values if value is not None]
    return sum(re.search(pair.field.match, value) is not None for value in said) / len(said) if said else 0.0


def _first_text(pair: Pair) -> float:
    rank = pair.view.ranks.get(pair.place)
    return 0.0 if rank is None else 1.0 / (1 + rank)


def _title_like(pair: Pair) -> float:
    """A title's role, and a heading or the words of the main link."""
    heading = any(one.source == "tag" and one.words == "heading" for one in pair.column.names)
    wants = "title" in roles(pair.field.name)
    return float(wants and (heading or pair.place in pair.view.linked))


def _only(pair: Pair) -> float:
    """The only column of its kind, which is the declared type's."""
    kind = pair.column.kind
    telling = kind in {"date", "datetime", "money", "rating", "time"} and _type(pair) >= 0.5
    return float(telling and pair.view.kinds.get(kind, 0) == 1)


PAIR_FEATURES: Mapping[str, Callable[[Pair], float]] = {
    "type": _type,
    "type_wrong": lambda pair: float(_type(pair) <= 0.05),
    "name_head": lambda pair: pair.named("head", "heads", "given"),
    "name_label": lambda pair: pair.named("label", "before"),
    "name_near": lambda pair: pair.named("near"),
    "name_caption": lambda pair: pair.named("caption", "after"),
    "name_in_head": lambda pair: pair.named("in_head"),
    "name_itemprop": lambda pair: pair.named("itemprop"),
    "name_title": lambda pair: pair.named("title", "datum"),
    "name_class": lambda pair: pair.named("class0"),
    "name_class_near": lambda pair: pair.named("class1"),
    "name_class_far": lambda pair: pair.named("class2", "around"),
    "name_tag": lambda pair: pair.named("tag"),
    "role_head": lambda pair: pair.role("head", "heads", "given"),
    "role_label": lambda pair: pair.role("label", "near", "before", "caption", "after"),
    "role_class": lambda pair: pair.role("class0", "itemprop", "title", "datum"),
    "role_class_near": lambda pair: pair.role("class1", "class2", "around"),
    "role_tag": lambda pair: pair.role("tag"),
    "role_kind": _kind_role,
    "label_head": lambda pair: pair.labelled("head", "heads", "given"),
    "label_label": lambda pair: pair.labelled("label", "before"),
    "label_near": lambda pair: pair.labelled("near"),
    "label_caption": lambda pair: pair.labelled("caption", "after"),
    "label_in_head": lambda pair: pair.labelled("in_head"),
    "label_other": lambda pair: pair.labelled("itemprop", "title", "datum", "tag", *_CLASSES),
    "label_missing": _unlabelled,
    "text_title": lambda pair: float("title" in roles(pair.field.name)) * _first_text(pair),
    "first_text": _first_text,
    "title_like": _title_like,
    "main_link": lambda pair: float(pair.place == pair.view.main_link and pair.field.type == "link"),
    "other_link": lambda pair: float(pair.column.source == "@href" and pair.place != pair.view.main_link),
    "attribute": lambda pair: float(pair.column.source.startswith("@") and pair.column.source not in {"@href", "@src"}),
    "machine": lambda pair: float(pair.column.source in {"@datetime", "@content"}) * _type(pair),
    "only": _only,
    "prose": lambda pair: float(pair.column.kind == "long" and "description" in roles(pair.field.name)),
    "fill": lambda pair: pair.column.fill,
    "distinct": lambda pair: pair.column.features.get("distinct", 0.0),
    "constant": lambda pair: float(pair.column.constant),
    "composite": lambda pair: float(pair.column.composite),
    "hidden": lambda pair: float(pair.column.hidden),
    "is_label": lambda pair: float(pair.column.label),
    "is_list": lambda pair: float(pair.column.derived == "list"),
    "list_wanted": lambda pair: float(pair.column.derived == "list" and pair.field.many),
    "is_slot": lambda pair: float(pair.column.derived in {"slot", "date", "money", "integer"}),
    "is_either": lambda pair: float(pair.column.derived == "or"),
    "is_context": lambda pair: float(pair.column.derived == "context"),
    "match": _matched,
    "order": lambda pair: 1.0 - pair.place / max(1, len(pair.view.record_set.columns)),
}


def pair_features(field: FieldSpec, place: int, view: SetView) -> dict[str, float]:
    """Every feature of a field and the column at `place`."""
    pair = Pair(field, place, view)
    return {name: feature(pair) for name, feature in PAIR_FEATURES.items()}
