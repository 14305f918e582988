"""Defines what is asked of a page and what comes back: the values at the room's door."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Literal

import msgspec
from msgspec import Struct

from webdart.errors import Ambiguous, NotFound
from webdart.page.model import PageView
from webdart.records.coerce import Locality, RawCell
from webdart.records.model import Record, Remark, Sign, Totals
from webdart.records.query.wrapper import Wrapper
from webdart.records.structure.outline import Outline
from webdart.values import replace
from webdart.workflow.model import Extract, Field, Locator, Value

Locate = Callable[[PageView, Locator], tuple[int, ...]]
"""Where a locator's hits are: node indexes in document order, none where there are none."""


def by_marks(view: PageView, locator: Locator) -> tuple[int, ...]:
    """The hits of a prefixed locator, as the view marked them; a locator of words needs the pages room's finder."""
    engine, body = getattr(locator, "engine", ""), getattr(locator, "body", "")
    return view.marks.get(f"{engine}={body}", ())


BY_FORM = "form"
"""Decided by the form of the whole page, as its record sets have it."""


class Ruling(Struct, frozen=True, kw_only=True):
    """What was decided from outside where the page leaves a doubt, once for a page template.

    The shape of the records ("" for none), of some fields the key of their column, and the fields that have no column
    and are `read` out of each record's own words. `by` is who decided, by field ("" for the records).
    """

    shape: str = ""
    columns: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    read: tuple[str, ...] = ()
    by: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])


@dataclass(frozen=True, kw_only=True)
class ListingSpec:
    """What to read from a page of a table: the declaration, with everything filled in that a page cannot know.

    `constants` are the values of fields with `value`, by name. `now` is the run's pinned present in the site's zone,
    without zone info. `kind`: rows of a listing; the page itself as the one record (`each: page`); or a record's own
    page, of which only the fields with `page: detail` are read. `narrowed`: the chore has set controls or searched, so
    that a page may hide rows that are on it; `led`: the words that it followed last, perhaps those of a tab.
    `unfolded`: what a closed tab or fold of the page holds counts as on it, as it does on a record's own page. `links`:
    the addresses of all links of the records are told, for a key to be chosen among them. `beside`: the headings of the
    page are told, since other lists of a record stand there, below headings of their own. `locate_all` tells the hits
    that the page does not show, too: of a field's hits the records decide which count.
    """

    extract: Extract
    constants: Mapping[str, Value] = field(default_factory=dict[str, Value])
    locale: str = "en-US"
    zone: str = "UTC"
    now: datetime
    kind: Literal["listing", "page", "detail"] = "listing"
    locate: Locate = by_marks
    locate_all: Locate = by_marks
    ruling: Ruling = Ruling()
    narrowed: bool = False
    led: str = ""
    unfolded: bool = False
    links: bool = False
    beside: bool = False

    @cached_property
    def locality(self) -> Locality:
        """Where the site is."""
        return Locality(locale=self.locale, zone=self.zone, now=self.now)

    @cached_property
    def sought(self) -> tuple[Field, ...]:
        """The fields that a record of this page must give."""
        place = "detail" if self.kind == "detail" else "record"
        found = (item for item in self.extract.fields if item.value is None and item.name not in self.constants)
        if self.kind == "page":
            return tuple(found)
        return tuple(item for item in found if item.page == place)

    @cached_property
    def pictured(self) -> bool:
        """Whether a record is a picture, and where it leads: it needs no text."""
        plain = (item for item in self.sought if item.target is None and item.source in {"text", "heading"})
        kinds = {item.type.kind for item in plain}
        return self.kind == "listing" and "image" in kinds and kinds <= {"image", "link"}

    @cached_property
    def around(self) -> tuple[Field, ...]:
        """The fields of the page around the records."""
        if self.kind != "listing":
            return ()
        return tuple(item for item in self.extract.fields if item.page == "listing" and item.value is None)


class Missing(Struct, frozen=True, kw_only=True):
    """A declared field that this page has nowhere; `written` whether the file gives its label or locator.

    `above` is what the headings above the records say, where it reads as the field.
    """

    field: str
    looked_for: str
    written: bool = False
    above: str = ""


def foreign(field: Field, locale: str, language: str) -> str:
    """What is added where a date was not found, and the page says that it is in another language than the locale's."""
    spoken = language.partition("-")[0].strip().lower()
    if field.type.kind not in ("date", "datetime") or not spoken or spoken == locale.partition("-")[0].lower():
        return ""
    return f"; dates are read as {locale} writes them, the page is in {language!r}: set the site's `locale`"


class Problem(Struct, frozen=True, kw_only=True):
    """Two readings that nothing decides between: `field` ("" for the listing itself) and samples of both.

    `hint` says which key of the file decides. `misnamed`: the page calls the only column of the type by another name.
    `vacant`: one of the readings is that there are no records. `said`: the doubt in words of its own.
    """

    field: str
    choices: tuple[str, ...]
    hint: str = "write a `label`, an `at` or an `in` that tells them apart"
    misnamed: bool = False
    vacant: bool = False
    said: str = ""

    def __str__(self) -> str:
        if self.said:
            return self.said
        what = f"field '{self.field}'" if self.field else "the listing"
        return f"{what} could be {' or '.join(self.choices)}"


class Fit(Struct, frozen=True, kw_only=True):
    """How well a page carries the declared fields: `value` 0 to 1, `goal` whether all of them are there.

    `lone`: they are those of one record that the page is taken for, since nothing on it repeats.
    """

    value: float
    goal: bool
    reason: str
    missing: tuple[Missing, ...] = ()
    lone: bool = False


class Sample(Struct, frozen=True):
    """The part of a long page on which was decided how it is read, and the places of its records among all."""

    view: PageView
    places: tuple[int, ...]


class PlacedRows(Struct, frozen=True):
    """What the records of a page were made of that was read by place: their elements, and their cells by field.

    `labels` are those beside which some of the cells were found.
    """

    page: Outline
    roots: tuple[tuple[int, ...], ...]
    cells: Mapping[str, Sequence[RawCell]]
    addresses: Sequence[str | None]
    labels: frozenset[str]


Found = Literal["found", "empty", "not found"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What a page gave. `fit` is the share of declared fields found; `seen` are labels of the page, for messages.

    `absent` says of an `in` that it is nowhere there, `repeated` what repeats on a page where nothing was found.
    `region` is the node that the records were found in (-1: none), `around` the innermost that holds them all; `keyed`
    whether records carry a key. `sample` is the part of a long page that was looked at for every question. `links` are
    the addresses of each column of links, where they are asked for. `second` is another reading of the same page, as
    whoever made it keeps it. `origin` is where the records were read from, if not from the page. `placed` is how a page
    was read by place, `likened` whether its nodes were not looked at, since they are like those of pages before.
    `headings` are those that stand over records, `others` the other ones of the page, where they are asked for.
    """

    verdict: Found
    records: tuple[Record, ...] = ()
    keyed: bool = False
    wrapper: Wrapper | None = None
    totals: Totals = Totals()
    remarks: tuple[Remark, ...] = ()
    signs: tuple[Sign, ...] = ()
    problems: tuple[Problem, ...] = ()
    missing: tuple[Missing, ...] = ()
    seen: tuple[str, ...] = ()
    absent: str = ""
    repeated: str = ""
    fit: float = 0.0
    region: int = -1
    around: int = -1
    sample: Sample | None = None
    links: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict[str, tuple[str | None, ...]])
    second: object = field(default=None, compare=False, repr=False)
    origin: str = field(default="", compare=False)
    placed: PlacedRows | None = field(default=None, compare=False, repr=False)
    likened: bool = field(default=False, compare=False)
    headings: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    def only(self, places: Sequence[int]) -> "Extraction":
        """The same with only those of the records."""
        records = tuple(self.records[place] for place in places)
        links = {name: tuple(column[place] for place in places) for name, column in self.links.items()}
        return replace(self, records=records, links=links)

    def error(self, url: str) -> NotFound | None:
        """The error that this page alone justifies: no listing, or two readings of one field."""
        if self.problems:
            hint = "; ".join(dict.fromkeys(problem.hint for problem in self.problems))
            return Ambiguous("; ".join(str(problem) for problem in self.problems), url=url, hint=hint)
        if self.verdict == "not found":
            return NotFound(f"no listing with the declared fields{self._wanted()}", url=url, hint=self._seen())
        return None

    def lacking(self, url: str) -> NotFound | None:
        """The error of fields that no page has, once the whole listing has been looked at."""
        if not self.missing:
            return None
        return NotFound(f"nowhere on the page{self._wanted()}", url=url, hint=self._seen())

    def _wanted(self) -> str:
        return ": " + ", ".join(f"{item.field} ({item.looked_for})" for item in self.missing) if self.missing else ""

    def _seen(self) -> str:
        if self.absent:
            return self.absent
        labels = [label for label in self.seen if label]
        said = "labels seen: " + ", ".join(labels[:20]) if labels else "no labels seen; declare `at` or `in`"
        if self.repeated:
            said += f"\n  what repeats there: {self.repeated}; a `match` takes a part of a text, an `at` one of several"
        headed = [
            f"{one.field}: the headings above the records read so, as in {one.above!r}: `from: heading` takes them"
            for one in self.missing
            if one.above
        ]
        return "\n  ".join([*headed, said])
