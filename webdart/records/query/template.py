"""Defines what is known of a listing's pages by place: where records stand, of which forms, and the columns in each.

A page of which every element beside the records and every record is of a known form is read by place alone. The values
are plain: they can be written to a file.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from webdart.records.columns.mined_columns import Source
from webdart.values import replace

_MOST = 400  # forms that are kept; the records of a listing with more are hardly ever of a known one


class RecordForm(Struct, frozen=True):
    """A record of one form: by field, how many nodes behind its first each of its hits stands.

    `words` are digests of the texts that all such records had at some places: what names the values beside it.
    """

    hits: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    words: Mapping[int, str] = field(default_factory=dict[int, str])

    def joined(self, other: "RecordForm") -> "RecordForm | None":
        """What both say; None where the columns are at other places."""
        if self.hits != other.hits:
            return None
        words = {place: word for place, word in self.words.items() if other.words.get(place) == word}
        return self if len(words) == len(self.words) else RecordForm(self.hits, words)


class Template(Struct, frozen=True, kw_only=True):
    """A listing by place.

    `around` are the kinds of the elements that hold the records, the innermost first; `several`: records of one page
    stand in several such. `records` are their forms, a key being the forms of a record's elements; `beside` those of
    what stands among them. `heads` is a digest of what stands above the records, and of a table of all that it says
    beside them; `above` how many elements around the records the table is (-1: no table); `tables` how many tables such
    a page has. `others`: elements of the records' kind stand elsewhere on it, too. `columns` has the key and the source
    of each field's column that stands at places of the records, and of that of their main link, which has no name;
    `cuts` the expressions that take values out of longer texts. `refused`: pages contradict each other.
    """

    around: tuple[str, ...] = ()
    several: bool = False
    records: Mapping[str, RecordForm] = field(default_factory=dict[str, RecordForm])
    beside: frozenset[str] = frozenset()
    heads: str = ""
    above: int = -1
    tables: int = 0
    others: bool = False
    columns: Mapping[str, tuple[str, Source]] = field(default_factory=dict[str, tuple[str, Source]])
    cuts: Mapping[str, str] = field(default_factory=dict[str, str])
    refused: bool = False

    @property
    def known(self) -> bool:
        """Whether a page can be read by it."""
        return bool(self.records) and not self.refused

    @property
    def longest(self) -> int:
        """Of how many elements a record is made at most."""
        return max(key.count(" ") + 1 for key in self.records)

    def joined(self, other: "Template") -> "Template":
        """With what another page taught; begun anew where that is built otherwise."""
        if self.refused or not self.records:
            return self if self.refused else other
        built = (self.around, self.heads, self.above, self.tables)
        if not other.refused and built != (other.around, other.heads, other.above, other.tables):
            return other
        records = None if other.refused else _joined(self.records, other.records)
        columns, cuts = {**other.columns, **self.columns}, {**other.cuts, **self.cuts}
        beside = self.beside | other.beside
        if records is None or any(key in beside for key in records) or len(records) + len(beside) > _MOST:
            return replace(self, refused=True)
        if (columns, cuts) != ({**self.columns, **other.columns}, {**self.cuts, **other.cuts}):
            return replace(self, refused=True)  # one field at two places
        return replace(
            self, records=records, beside=beside, columns=columns, cuts=cuts,
            several=self.several or other.several, others=self.others or other.others,
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "around": list(self.around),
            "several": self.several,
            "above": self.above,
            "heads": self.heads,
            "tables": self.tables,
            "others": self.others,
            "beside": sorted(self.beside),
            "columns": {name: {"at": key, "by": source} for name, (key, source) in self.columns.items()},
            "cuts": dict(self.cuts),
            "records": {
                key: {"at": {name: list(hits) for name, hits in form.hits.items()}}
                | ({"words": dict(form.words)} if form.words else {})
                for key, form in self.records.items()
            },
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> "Template":
        """From the plain values."""
        return cls(
            around=tuple(given["around"]),
            several=given["several"],
            above=given["above"],
            heads=given["heads"],
            tables=given["tables"],
            others=given["others"],
            beside=frozenset(given["beside"]),
            columns={name: (one["at"], one["by"]) for name, one in given["columns"].items()},
            cuts=dict(given["cuts"]),
            records={
                key: RecordForm(
                    {name: tuple(hits) for name, hits in form["at"].items()},
                    {int(place): word for place, word in form.get("words", {}).items()},
                )
                for key, form in given["records"].items()
            },
        )


def _joined(one: Mapping[str, RecordForm], other: Mapping[str, RecordForm]) -> dict[str, RecordForm] | None:
    """The forms that both know; None where they have columns at different places."""
    found = dict(one)
    for key, form in other.items():
        both = found[key].joined(form) if key in found else form
        if both is None:
            return None
        found[key] = both
    return found
