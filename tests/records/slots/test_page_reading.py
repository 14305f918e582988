"""What is read by the slots of a page's source is what is read of it in full, whatever the pages are."""

import re
from collections.abc import Callable, Sequence
from random import Random

import pytest

from tests.conftest import Asked, SiteServer
from tests.navigate.parts_site import CHANGES, Change, PartsSite, cards, parts, table
from tests.records.generated_pages import BARE, HEADED, LABELLED, LOCALES, Maker, declare
from tests.records.slots.read_both_ways import BothWays, both_ways
from webdart.records import ListingSpec
from webdart.workflow.model import Field

Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]
Pages = list[tuple[str, str]]
LAYOUTS = {"table": table, "cards": cards}
LIST = "http://shop.example/list?page={}"


@pytest.fixture
def site(site_server: SiteServer) -> PartsSite:
    return PartsSite(site_server, rows=parts(120), total=True)


def sources(site: PartsSite) -> Pages:
    """All pages of the site, as our own client gets them."""
    found: Pages = []
    for number in range(1, site.pages + 1):
        asked = Asked("GET", "/parts", {"page": [str(number)]}, {}, b"", 0)
        found.append((str(site.page(asked).body), f"{site.server.url}/parts?page={number}"))
    return found


@pytest.fixture
def wanted(spec: Spec, declared: Declare) -> ListingSpec:
    fields = [
        declared("no", "integer", label="No."),
        declared("name"),
        declared("price", "money"),
        declared("stock", "integer"),
    ]
    return spec(fields, key=("no",))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_most_pages_of_a_long_listing_are_read_by_slots(site: PartsSite, wanted: ListingSpec, layout: str) -> None:
    site.layout = LAYOUTS[layout]
    got = both_ways(sources(site), wanted)
    assert not got.differs
    assert len(got.by_slots) >= site.pages // 3


@pytest.mark.proof
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("change", CHANGES)
def test_no_drift_is_read_otherwise(site: PartsSite, wanted: ListingSpec, layout: str, change: str) -> None:
    """From the eighth page on the site is another one; where that is read by slots, it is read so in full."""
    site.layout, site.change, site.since = LAYOUTS[layout], CHANGES[change], 8
    assert not both_ways(sources(site), wanted).differs


def _windowed(source: str) -> str:
    """A page with the numbers of ten pages, its own marked: ten looks that come again and again."""
    number = int(re.findall(r"Page (\d+) of", source)[0])
    first = (number - 1) // 10 * 10 + 1
    own = [f"<b>{n}</b>" if n == number else f"<a href='/parts?page={n}'>{n}</a>" for n in range(first, first + 10)]
    return re.sub(r"<span>Page .*?</span>", " ".join(own), source)


def test_a_pager_with_many_looks_is_learned_once(site: PartsSite, wanted: ListingSpec) -> None:
    site.rows = parts(400)
    got = both_ways([(_windowed(source), url) for source, url in sources(site)], wanted)
    assert not got.differs
    assert len(got.by_slots) >= site.pages // 2


ROWS: dict[str, Change] = {
    "another build": lambda page: page.replace("<td class=name>", "<td class=name><i>new</i>", 1),
    "cells swapped": lambda page: re.sub(r"(<td class=price>.*?</td>)(<td class=old>.*?</td>)", r"\2\1", page),
    "prices swapped": lambda page: re.sub(
        r"<td class=price>(.*?)</td><td class=old>(.*?)</td>", r"<td class=price>\2</td><td class=old>\1</td>", page
    ),
    "text moved": lambda page: re.sub(r"(<a href='[^']*'>)(.*?)</a></td>", r"\1</a>\2</td>", page),
    "no price": lambda page: re.sub(r"<td class=price>[^<]*", "<td class=price>", page, count=1),
    "other words": lambda page: re.sub(r"(<td class=stock>)\d+", r"\1sold out", page, count=2),
    "a comma": lambda page: re.sub(r"(<td class=price>\$)(\d+)\.", r"\1\2,", page),
    "a sum": lambda page: page.replace(
        "</tbody>", "<tr class=row><td class=no></td><td class=name>Total</td><td class=price>$9.00</td>"
        "<td class=old>$9.00</td><td class=stock>9</td></tr></tbody>",
    ),
    "a row hidden": lambda page: page.replace("<tr class=row>", "<tr class=row hidden>", 1),
    "a row unheard": lambda page: page.replace("<tr class=row>", "<tr class=row aria-hidden=true>", 1),
    "another total": lambda page: page.replace("120 parts", "119 parts"),
    "no total": lambda page: page.replace("120 parts", "many parts"),
    "a bound": lambda page: page.replace("120 parts", "over 120 parts"),
    "another number": lambda page: page.replace("<h1>Parts", "<p>1 of 20 parts</p><h1>Parts"),
    "heads swapped": lambda page: page.replace("<th>Price", "<th>X").replace("<th>Old price", "<th>Price"),
    "two lists": lambda page: page.replace("</table>", "</table><table class=list><tbody><tr class=row><td class=no>1</td>"
        "<td class=name>x</td><td class=price>$1</td><td class=old>$1</td><td class=stock>1</td></tr></tbody></table>"),
    "one row": lambda page: re.sub(r"(<tbody>.*?</tr>).*</tbody>", r"\1</tbody>", page, flags=re.DOTALL),
    "no rows": lambda page: re.sub(r"<tbody>.*</tbody>", "<tbody></tbody>", page, flags=re.DOTALL),
    "a label for other pages": lambda page: page.replace(">Next<", ">Next of 900 parts<"),
    "busy": lambda page: page.replace("<table", "<table aria-busy=true"),
    "names marked up": lambda page: re.sub(r">Part (\w+)<", r">Part <b>\1</b><", page),
    "entities": lambda page: page.replace("Part ", "Part&nbsp;&amp; "),
    "an attribute in a text": lambda page: re.sub(r"(<a href='[^']*'>)(.*?)</a>", r'\1\2 a="</a>', page),
    "a cell without words": lambda page: re.sub(r"(<td class=stock>)\d+", r"\1&nbsp;", page, count=2),
    "cells without words": lambda page: re.sub(r"(<td class=stock>)\d+", r"\1&nbsp;", page),
    "comments": lambda page: page.replace("Part ", "Part<!-- x --> "),
    "scripts": lambda page: page.replace("<td class=stock>", "<td class=stock><script>let a = '</td>'</script>"),
}  # fmt: skip
"""What a site may do to the pages of a listing from one page on."""


@pytest.mark.parametrize("change", ROWS)
def test_what_is_changed_in_rows_is_read_as_in_full(site: PartsSite, wanted: ListingSpec, change: str) -> None:
    site.change, site.since = ROWS[change], 8
    assert not both_ways(sources(site), wanted).differs


def test_a_slot_that_was_the_same_in_all_rows_is_not_taken_for_words_of_the_page(
    site: PartsSite, wanted: ListingSpec
) -> None:
    """All are in stock, until one is not: that page is read in full, and the next ones by what it taught."""
    pages = [(re.sub(r"<td class=stock>\d+", "<td class=stock>7", source), url) for source, url in sources(site)]
    pages[8] = (pages[8][0].replace("<td class=stock>7", "<td class=stock>0", 1), pages[8][1])
    got = both_ways(pages, wanted)
    assert not got.differs
    assert 7 in got.by_slots
    assert 8 not in got.by_slots


def _made(layout: str, seed: int, locale: str, noise: frozenset[str], count: int) -> list[str]:
    """Pages of one listing: other rows on each, the same noise, a way on."""
    found: list[str] = []
    for number in range(count):
        random = Random(f"{layout} {seed}")
        maker = Maker(random, locale, layout, 10, noise)
        maker.random = Random(f"{layout} {seed} {number}")
        onward = f'<nav class="pager"><a rel="next" href="{LIST.format(number + 2)}">Next</a></nav>'
        found.append(f"<html><body>{maker.make().html}{onward}</body></html>")
    return found


def generated(layouts: Sequence[str], seeds: Sequence[int], spec: Spec, declared: Declare) -> tuple[int, list[str]]:
    """How many pages of generated listings were read by slots, and what was read otherwise."""
    by_slots, differs = 0, list[str]()
    for layout in layouts:
        for seed in seeds:
            random = Random(f"{layout} {seed}")
            noise = frozenset(n for n in ("menu", "facets", "side", "ad", "was", "empty") if random.random() < 0.3)
            locale = random.choice(list(LOCALES))
            wanted = spec(declare(Maker(Random(seed), locale, layout, 10, noise).make(), declared), locale=locale)
            pages = [(page, LIST.format(n)) for n, page in enumerate(_made(layout, seed, locale, noise, 12), 1)]
            got: BothWays = both_ways(pages, wanted)
            by_slots += len(got.by_slots)
            differs += [f"{layout} {seed} {locale}: {one}" for one in got.differs]
    return by_slots, differs


@pytest.mark.proof
@pytest.mark.parametrize("layouts", [HEADED, LABELLED, BARE], ids=["headed", "labelled", "bare"])
def test_generated_listings_are_read_alike(layouts: Sequence[str], spec: Spec, declared: Declare) -> None:
    by_slots, differs = generated(layouts, range(2), spec, declared)
    assert not differs, "\n".join(differs[:20])
    assert by_slots
