"""Defines the settled pieces of a chore: values that code assembles into a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec
from msgspec import Struct

from webdart.extract.proposal.identifiers import identifier
from webdart.extract.proposal.table_proposal import Found
from webdart.model.planning.write_forms import Form

Kind = Literal["list", "page", "change"]


class Pieces(Struct, frozen=True, kw_only=True):
    """A chore taken apart, in words: what is read, what is computed from it, what is changed."""

    kind: Kind
    records: str
    question: str
    change: str = ""


class Part(Struct, frozen=True, kw_only=True):
    """Records that are read on one of several sites."""

    site: str
    records: str


class Split(Struct, frozen=True, kw_only=True):
    """A chore about several sites: what is read where, what is computed of all of it, what is changed `where`."""

    parts: tuple[Part, ...]
    question: str
    change: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A field that the question needs and the listing lacks: its label on the record's own page, and its type.

    `sample` is what the page that was looked at has there.
    """

    label: str
    type: str
    sample: str = field(default="", compare=False)


class Source(Struct, frozen=True, kw_only=True):
    """Where the records are: the address below the site, the listing there (None: the page itself is the record).

    `title` is the page's.

    `asked` are fields of the record's own page (or of the page itself), `child` a table there. `into` names the table
    where its own name is another's.
    """

    start: str
    found: Found | None = None
    asked: tuple[Asked, ...] = ()
    child: Found | None = None
    into: str = ""
    title: str = ""


class Change(Struct, frozen=True, kw_only=True):
    """What is written: the form, its values by label, and the page that it stands on (empty: that of each row)."""

    form: Form
    values: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    start: str = ""


def name_of(label: str) -> str:
    """A label as a column's name."""
    return identifier(label, _MOST_WORDS) or "field"


_MOST_WORDS = 40
