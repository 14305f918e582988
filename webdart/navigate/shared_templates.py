"""Shares what the walks of one stage learn, where `for_each` has several.

The listings of a site's months or categories are built alike, and none of them shows everything: in one no record has a
price, another has a single record or none. How columns were found in one walk is tried first in the next, and held
against its page there. A walk that begins with a page that says little by itself is put off until another has taught.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from webdart.extract.reader import read
from webdart.extract.second_opinion import second_opinion
from webdart.navigate.address import without_fragment
from webdart.navigate.key_link import KeyLink, Linked
from webdart.navigate.link_texts import LinkTexts
from webdart.page.model import PageView
from webdart.page.skeleton import is_to_be_filled
from webdart.records import Extraction, ListingSpec, Wrapper, note_for_none
from webdart.records.model import Remark
from webdart.values import replace
from webdart.workflow.model import Field, Navigate
from webdart.workflow.templates import Names, fill

T = TypeVar("T")

_REFUSED = 400  # the least status of a page that isn't one of the site's listings
_OTHERWISE = Remark(code="drift", text="a listing that is built otherwise than those walked before: read by itself")
_MOST = 3  # walks that are put off while none has taught anything


@dataclass(slots=True)
class Learned:
    """What the walks of a stage have in common: templates by table, fields that were found, a page with records.

    `called` is what earlier listings say beside the links to their pages; `unfit`: that the lock does not fit was told.
    """

    wrappers: dict[str, Wrapper] = field(default_factory=dict[str, Wrapper])
    pages: dict[str, tuple[PageView, int]] = field(default_factory=dict[str, tuple[PageView, int]])
    keys: dict[str, KeyLink] = field(default_factory=dict[str, KeyLink])
    opinions: dict[str, tuple[Remark, ...]] = field(default_factory=dict[str, tuple[Remark, ...]])
    called: LinkTexts = field(default_factory=dict[str, Sequence[str]])
    unfit: bool = False
    _found: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    _put_off: list[int] = field(default_factory=list[int])
    _left: int = 0  # walks that are still to come

    def in_turn(self, walks: Sequence[T]) -> Iterator[tuple[int, T]]:
        """Each walk with its number: those that are put off when they are given out come once more, at the end."""
        for number, walk in enumerate(walks):
            self._left = len(walks) - number - 1 + len(self._put_off)
            yield number, walk
        self._left = 0
        for number in self._put_off:
            yield number, walks[number]

    def waits(self, walk: int, found: Iterable[Extraction]) -> bool:
        """Whether a walk that begins with such a page is put off, for others to teach how it is read."""
        if not self._left or self.wrappers or len(self._put_off) >= _MOST or all(map(_is_clear, found)):
            return False
        self._put_off.append(walk)
        return True

    @property
    def lacks_a_teacher(self) -> bool:
        """Whether walks are still to come, or come again, and none has taught how their pages are read."""
        return not self.wrappers and bool(self._left or self._put_off)

    def first_page(self, view: PageView, spec: ListingSpec, before: int | None, words: Sequence[str]) -> Extraction:
        """What a walk's first page gives, read as an earlier walk taught where that holds; `words` lead to it."""
        table = spec.extract.into
        known = self.wrappers.get(table)
        if known is None:
            return self._or_none(view, read(view, spec, before=before), spec)
        found = self._by_key_link(view, spec, replace(known, above={}), before)
        if found.verdict == "empty" or (_as_known(found, known) and not found.problems):
            return found
        alone = read(view, spec, before=before)
        if alone.records and not alone.problems and not alone.missing:
            return replace(alone, remarks=(*alone.remarks, replace(_OTHERWISE, table=table)))
        words = (*words, *self.called.get(without_fragment(view.url), ()))
        return found if found.records else self._or_none(view, self._vacant(view, found, table, words), spec)

    def second_opinion(self, view: PageView, spec: ListingSpec, found: Extraction) -> tuple[Remark, ...]:
        """What a second reading says of a walk's first page: computed for the first walk, counted once."""
        table = spec.extract.into
        if table in self.opinions:
            return tuple(replace(remark, count=0) for remark in self.opinions[table])
        self.opinions[table] = second_opinion(view, spec, found)
        return self.opinions[table]

    def _by_key_link(self, view: PageView, spec: ListingSpec, known: Wrapper, before: int | None) -> Extraction:
        """A walk's first page, its rows keyed by the link that tells rows apart on it and on all pages so far."""
        found = read(view, spec, known, before=before)
        keys = self.keys.get(spec.extract.into)
        if keys is None or not found.links or (column := keys.with_page(Linked.of(found))) == known.link:
            return found
        return read(view, spec, replace(known, link=column or known.link, keyed=bool(column)), before=before)

    def _or_none(self, view: PageView, found: Extraction, spec: ListingSpec) -> Extraction:
        """A page on which nothing is like the records as an empty one, where the file says that it may be empty.

        Another walk that may teach what the records look like goes first.
        """
        waits = bool(self._left) and not self.wrappers and len(self._put_off) < _MOST
        if waits or not spec.extract.expect.none_will_do or view.status >= _REFUSED or is_to_be_filled(view):
            return found
        if spec.kind != "listing" or found.verdict == "empty" or found.problems or _tells(found, spec):
            return found
        text = f"no records on {view.url}, as `expect` says that there may be none"
        remark = Remark(code="empty", text=text, table=spec.extract.into)
        return replace(found, verdict="empty", records=(), missing=(), fit=1.0, remarks=(*found.remarks, remark))

    def _vacant(self, view: PageView, found: Extraction, table: str, words: Sequence[str]) -> Extraction:
        """A page without records as an empty one, where it is built like one that had some, and says so."""
        if table not in self.pages or view.status >= _REFUSED or is_to_be_filled(view):
            return found
        note = note_for_none(view, *self.pages[table], words)
        if note is None:
            return found
        text = f"no records on {view.url}: a page like the others, which says {note!r} in their place"
        remark = Remark(code="empty", text=text, table=table)
        return replace(found, verdict="empty", missing=(), fit=1.0, remarks=(*found.remarks, remark))

    def taught(self, spec: ListingSpec, view: PageView, extraction: Extraction) -> None:
        """Keep what a page with records taught, if nothing is in doubt."""
        table = spec.extract.into
        if extraction.problems or not extraction.records:
            return
        if spec.kind == "listing" and extraction.wrapper is not None:
            self.wrappers.setdefault(table, extraction.wrapper)
            self.pages.setdefault(table, (view, extraction.around))
        if spec.links:
            self.keys.setdefault(table, KeyLink(whole=True)).note([Linked.of(extraction)])
        self.noted(table, spec.sought, extraction)

    def taught_again(self, spec: ListingSpec, view: PageView) -> None:
        """Keep what the first page of a walk that was over before a kill teaches by itself, if it tells all."""
        found = read(view, spec, before=0)
        if _is_clear(found):
            self.taught(spec, view, found)

    def noted(self, table: str, fields: Iterable[Field], extraction: Extraction) -> None:
        """Note which fields a page had: of the listing, or a record's own."""
        self.recalled(table, fields, [one.field for one in extraction.missing])

    def recalled(self, table: str, fields: Iterable[Field], missing: Iterable[str]) -> None:
        """Note the fields of a table but those that are missing."""
        self._found |= {(table, field.name) for field in fields} - {(table, name) for name in missing}

    def had(self, table: str, name: str) -> bool:
        """Whether some walk had a field on some page."""
        return (table, name) in self._found


def words_of(navigate: Navigate, names: Names) -> tuple[str, ...]:
    """What leads to the listing of one walk: the words of its `path` and `query`, the parts of its address."""
    said = [fill(step.words, names).text for step in navigate.path]
    said += [fill(value, names).text for value in navigate.query.values()]
    start = "" if navigate.start is None else fill(navigate.start, names).text
    return tuple(word for word in (*said, *re.split(r"[/?&=]", start)) if word)


def _is_clear(found: Extraction) -> bool:
    """Whether a page tells by itself what its records are made of."""
    return found.verdict == "found" and len(found.records) > 1 and not found.problems and not found.missing


def _as_known(found: Extraction, known: Wrapper) -> bool:
    """Whether a page's records have the shape of those that taught."""
    return bool(found.records) and found.wrapper is not None and found.wrapper.shape == known.shape


_WEAK = frozenset({"text", "link", "image"})
"""Types of fields that a menu has, too."""


def _tells(found: Extraction, spec: ListingSpec) -> bool:
    """Whether something on a page speaks for records: a field that a menu has not, or all of those that it has."""
    missing = {one.field for one in found.missing}
    strong = {field.name for field in spec.sought if field.type.kind not in _WEAK}
    return bool(strong - missing) if strong else not missing
