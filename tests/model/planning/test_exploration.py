"""Where a sentence leads on a site by its words alone, and when a model has to be asked."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import pytest

from tests.records.conftest import build
from webdart.inspect.proposal import Sighting
from webdart.inspect.site import Around
from webdart.model.planning.exploration import PAGES, Exploration, Place, clear, unexplained
from webdart.navigate.find.open_page import Visit
from webdart.page.model import PageView

SITE = "http://shop.example"


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    heads = "".join(f"<th>{one}</th>" for one in head)
    cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<title>{title}</title><h1>{title}</h1><table><tr>{heads}</tr>{cells}</table>"


def threads(title: str, about: str) -> str:
    return table(
        title,
        ("Topic", "Started by", "Replies"),
        [(f"<a href=/t/{title}/{n}>{about} {chr(65 + n)}</a>", f"Ann {chr(65 + n % 7)}", n * 3) for n in range(20)],
    )


MENU = "<title>Home</title><h1>Home</h1><ul><li><a href=/forum>Forum</a></li><li><a href=/shop>Shop</a></li></ul>"
BOARDS = table(
    "Boards",
    ("Board", "About", "Threads"),
    [
        ("<a href=/forum/garden>Gardening</a>", "Beds and slugs", 20),
        ("<a href=/forum/bread>Bread</a>", "Dough and ovens", 31),
        ("<a href=/forum/cars>Cars</a>", "Oil and tyres", 12),
    ],
)
LAMPS = table(
    "Lamps", ("Name", "Price"), [(f"<a href=/p/{n}>Desk {chr(65 + n)}</a>", f"${n + 3}.50") for n in range(20)]
)
CHAIRS = LAMPS.replace("Desk", "Stool").replace("Lamps", "Chairs")
REPORTS = """<title>Reports - Tracker</title><h2>Reports</h2><ul>
<li><a href=/report/1>Active tickets</a> <p>7 columns, all open ones</p></li>
<li><a href=/report/2>Closed tickets</a> <p>5 columns, by day</p></li>
<li><a href=/report/3>My tickets</a> <p>6 columns, by weight</p></li></ul>"""
RESULTS = table("Results", ("Ticket", "Summary"), [(n + 1, f"Crash of kind {chr(65 + n)}") for n in range(20)])


def called(title: str) -> str:
    """Results on a page that has another name."""
    page = RESULTS.replace("<title>Results", f"<title>{title} - Tracker")
    return page.replace("<h1>Results</h1>", f"<h1>{title}</h1><h2>Results</h2>")


SITES: Mapping[str, str] = {
    "/": MENU,
    "/forum": BOARDS,
    "/forum/garden": threads("Gardening threads", "Slugs of kind"),
    "/forum/bread": threads("Bread threads", "Dough of kind"),
    "/forum/cars": threads("Cars threads", "Tyres of kind"),
    "/shop": f"<title>Shop</title>{MENU}<p><a href=/shop/chairs>Chairs</a> <a href=/shop/lamps>Lamps</a>",
    "/shop/chairs": CHAIRS,
    "/shop/lamps": LAMPS,
    "/acme": "<title>Home</title><h1>Acme</h1><a href=/acme/staff>Staff</a> <a href=/acme/shop>Shop</a>",
    "/acme/staff": LAMPS.replace("Lamps", "Staff").replace("<title>Staff", "<title>Staff - Acme Lamps"),
    "/acme/shop": LAMPS.replace("Lamps", "Shop").replace("<title>Shop", "<title>Shop - Acme Lamps"),
    "/report": REPORTS,
    "/report/1": called("Active tickets"),
    "/report/2": called("Closed tickets"),
}


class Pages:
    """A tab on pages that are values; which were opened is told."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        del marks
        path = url.removeprefix(SITE)
        self.opened.append(path)
        return build(SITES.get(path, "<title>Nothing</title>"), url)


async def explored(sentence: str, start: str = "/") -> tuple[tuple[Place, ...], list[str]]:
    tab = Pages()
    visit = Visit(url=f"{SITE}{start}", locale="en-US", login=None)
    first = Sighting.of(build(SITES[start], visit.url), "en-US")
    around = Around(visit, None, first, cast("Any", tab))
    return await Exploration(around, sentence).places(), tab.opened


@pytest.mark.parametrize(
    ("sentence", "start", "path"),
    [
        ("How many boards are there?", "/", "/forum"),
        ("Which thread about gardening has the most replies?", "/forum", "/forum/garden"),
        ("Who has started the most threads about bread?", "/forum", "/forum/bread"),
        ("What does the cheapest lamp cost?", "/shop", "/shop/lamps"),
        ("Which gardening thread has the most replies?", "/forum/garden", "/forum/garden"),
    ],
)
async def test_words_of_a_sentence_lead_to_its_list(sentence: str, start: str, path: str):
    """By what a page is called, its columns and its values; a link is followed for what nothing said yet."""
    places, opened = await explored(sentence, start)
    chosen = clear(places)
    assert chosen is not None
    assert chosen.sighting.view.url == f"{SITE}{path}"
    assert chosen.choice.kind == "listing"
    assert len(opened) < PAGES


async def test_a_menu_is_no_list():
    """Its links are ways; what they are called counts no records."""
    places, opened = await explored("How many zebras has the forum?")
    assert all(one.choice.found is None or one.sighting.view.url != f"{SITE}/" for one in places)
    assert "/forum" in opened


async def test_lists_that_say_as_much_are_a_question():
    """Threads of three boards, and no word that tells them apart."""
    places, _ = await explored("Which thread about bread or gardening has the most replies?", "/forum")
    assert clear(places) is None
    assert {one.sighting.view.url for one in places} >= {f"{SITE}/forum/garden", f"{SITE}/forum/bread"}


async def test_a_list_of_what_all_of_the_site_is_about_is_not_taken_alone():
    """The text of a row says more than words that every list of the site has."""
    places, opened = await explored("How many desks does the shop have, and what does the cheapest cost?", "/shop")
    chosen = clear(places)
    assert "/shop/chairs" in opened
    assert chosen is not None
    assert chosen.sighting.view.url == f"{SITE}/shop/lamps"


async def test_a_page_is_called_what_its_title_says_beyond_that_of_the_site():
    """The list's heading is "Results"; its title has the words, as a row of the list of reports has."""
    places, _ = await explored("How many tickets are active?", "/report")
    chosen = clear(places)
    assert chosen is not None
    assert chosen.sighting.view.url == f"{SITE}/report/1"


async def test_a_page_that_is_called_more_than_is_asked_is_not_taken_alone():
    """The active tickets are not all of them; a word of the site names none of its lists."""
    places, _ = await explored("How many tickets are there?", "/report")
    chosen = clear(places)
    assert chosen is None or chosen.sighting.view.url == f"{SITE}/report"
    places, opened = await explored("How many lamps cost more than $5?", "/acme")
    assert "/acme/shop" in opened
    assert (chosen := clear(places)) is None or chosen.sighting.view.url == f"{SITE}/acme/shop"


async def test_a_list_of_lists_leaves_words_to_them():
    """The forum is named by its list of boards; a beetle may stand in the rows of one of them."""
    places, opened = await explored("The busiest beetle of the forum, please.", "/forum")
    assert len(opened) > 1
    assert all(one.named for one in places)


async def test_a_site_in_other_words_has_no_place():
    """Then a model is asked for the way."""
    places, opened = await explored("How many zebras are striped?")
    assert places == ()
    assert len(opened) < PAGES


def test_what_a_list_does_not_say_is_left():
    """Its own words, those of its columns, and what these mean are said."""
    found = Sighting.of(build(LAMPS, f"{SITE}/shop/lamps"), "en-US").found[0]
    assert unexplained("What does the cheapest lamp cost?", found, "Lamps") == {"cheapest"}
    assert unexplained("Which lamp has the most lumens?", found, "Lamps") == {"lumens"}
