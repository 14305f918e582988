"""Reads the pages of a listing one after another by the slots of their sources, and each in full beside it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.source_page import page_of
from webdart.navigate.walk.template_reader import difference, recalled
from webdart.records import Extraction, ListingSpec, read
from webdart.records.slots.page_reading import PageReading
from webdart.runs.lock import settled
from webdart.values import replace

TAUGHT = 3  # pages that the template is made of


@dataclass
class BothWays:
    """The pages that were read by slots, by number from 0, and what was read of each otherwise than in full."""

    by_slots: list[int] = field(default_factory=list[int])
    differs: list[str] = field(default_factory=list[str])
    full: list[Extraction | None] = field(default_factory=list[Extraction | None])


def both_ways(pages: Sequence[tuple[str, str]], spec: ListingSpec, looks: Looks | None = None) -> BothWays:
    """The pages of a listing, given as source and address, from the one behind those that taught the template."""
    found, wrapper, before, slots = BothWays(), None, 0, PageReading()
    looks = Looks() if looks is None else looks
    for source, url in pages[:TAUGHT]:
        page = page_of(source, url)
        looks = looks.learned(page.plain.nodes, page.plain.nodes, page.signs, page.code)
        taught = read(page.under(looks), spec, wrapper, before=before)
        wrapper, before = taught.wrapper, before + len(taught.records)
    if wrapper is None:
        return found
    wrapper = settled(wrapper)
    for number, (source, url) in enumerate(pages[TAUGHT:], TAUGHT):
        page = page_of(source, url)
        full = recalled(page.under(looks), spec, wrapper, before)
        like = slots.liken(source, url, looks)
        mine = None if like is None else slots.read(like, spec, wrapper, before)
        found.full.append(full)
        if mine is not None:
            found.by_slots.append(number)
            found.differs += _apart(number, mine, full)
        elif full is not None:
            following = pages[number + 1][1] if number + 1 < len(pages) else ""
            slots.learn(page, full, spec, looks, following)
        before += 0 if full is None else len(full.records)
    return found


def _apart(number: int, mine: Extraction, full: Extraction | None) -> list[str]:
    """What two readings of one page do not have in common."""
    if full is None:
        return [f"page {number}: in full it is not read at all"]
    why = difference(mine, full)
    rest = replace(mine, placed=None, likened=False) == replace(full, placed=None)
    return [f"page {number}: {why or 'something else than its rows'}"] if why or not rest else []
