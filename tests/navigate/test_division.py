"""A listing of which the site shows only the first pages is walked by the values of a control that divide it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from webdart.api import Run

pytestmark = pytest.mark.browser

SIZE, SHOWN = 5, 4  # rows a page, and pages of a listing that are shown at most
MAKERS = ("Ash", "Birch", "Cedar", "Elm")
PARTS = [(f"P-{number}", MAKERS[number * 7 % 11 % 4], number * 3) for number in range(61)]
GRADES = ("even", "odd")
PER_MAKER = sorted((maker, sum(part[1] == maker for part in PARTS)) for maker in MAKERS)

CHORE = """
webdart: 1
sites: {shop: "%s"}
stages:
  - navigate: {start: /parts%s}
  - extract: {into: parts, key: %s, fields: {part: text, maker: text, size: integer}}
  - execute: SELECT maker, count(*) FROM parts GROUP BY maker ORDER BY maker
"""

Control = Callable[[str, str], str]
"""The mark-up of a control from the maker that is chosen and the form's other fields."""


def list_box(chosen: str, extra: str = "") -> str:
    """A list box that is sent as soon as it is set."""
    options = "".join(f"<option{' selected' * (one == chosen)}>{one}</option>" for one in ("", *MAKERS))
    return (
        f"<form>{extra}<label>Maker <select name=maker onchange='this.form.submit()'>{options}</select></label></form>"
    )


def buttoned(chosen: str, extra: str = "") -> str:
    """A list box with a word for all, that waits for a button."""
    options = "".join(
        f"<option value='{one}'{' selected' * (one == chosen)}>{one or 'All makers'}</option>" for one in ("", *MAKERS)
    )
    return f"<form>{extra}<label>Maker <select name=maker>{options}</select></label> <button>Show</button></form>"


def facets(chosen: str, extra: str = "") -> str:
    """Links, those of the other makers gone once one is chosen."""
    shown = [chosen] if chosen else MAKERS
    links = "".join(f"<li><a href='/parts?maker={one}'>{one} ({dict(PER_MAKER)[one]})</a></li>" for one in shown)
    return f"<h3>Maker</h3><ul>{links}</ul>{extra}"


def radios(chosen: str, extra: str = "") -> str:
    """Buttons to choose one of, and one to send them."""
    boxes = "".join(
        f"<label><input type=radio name=maker value='{one}'{' checked' * (one == chosen)}> {one or 'Any'}</label>"
        for one in ("", *MAKERS)
    )
    return f"<form>{extra}<fieldset><legend>Maker</legend>{boxes}</fieldset><button>Show</button></form>"


@dataclass(slots=True)
class Shop:
    """A list of 61 parts by four makers, of which no listing shows more than 20; `hides` makers from their own list."""

    site: SiteServer
    control: Control = list_box
    hides: int = 0
    shown: int = SHOWN
    grades: bool = False
    bars: bool = False  # the way on leads beyond what is shown, to a page that says so with a status of its own
    down: list[str] = field(default_factory=list[str])  # the query of a page that does not answer

    def __post_init__(self) -> None:
        """Open the shop."""
        self.site.on("/parts", self.page)

    def graded(self, maker: str, grade: str) -> str:
        """A second control, of a shop that has grades."""
        if not self.grades:
            return ""
        options = "".join(f"<option{' selected' * (one == grade)}>{one}</option>" for one in ("All", *GRADES))
        more = f"<input type=hidden name=maker value='{maker}'>"
        return f"<form>{more}<label>Grade <select name=grade>{options}</select></label><button>Go</button></form>"

    def page(self, asked: Asked) -> Reply:
        """One page of the list, of all makers or one."""
        maker, grade = asked.query.get("maker", [""])[0], asked.query.get("grade", [""])[0].replace("All", "")
        number = int(asked.query.get("page", ["1"])[0])
        if f"{maker} {number}" in self.down:
            return Reply("down", 500)
        rows = [part for part in PARTS if maker in ("", part[1])][self.hides if maker == MAKERS[0] else 0 :]
        rows = [part for part in rows if grade in ("", GRADES[part[2] % 2])]
        pages = min(self.shown, -(-len(rows) // SIZE))
        cells = "".join(
            f"<tr><td>{part}</td><td>{own}</td><td>{size}</td></tr>"
            for part, own, size in rows[SIZE * (number - 1) : SIZE * number]
        )
        if self.bars:
            if number > pages:
                return Reply("<p>Only the first results are available.", 422)
            pages += pages * SIZE < len(rows)
        onward = (
            f"<a rel=next href='/parts?maker={maker}&grade={grade}&page={number + 1}'>Next</a>"
            if number < pages
            else ""
        )
        return Reply(
            f"<!doctype html><html><title>Parts</title><body><h1>Parts</h1>"
            f"{self.control(maker, '')}{self.graded(maker, grade)}<p>{len(rows)} results</p><table><tr><th>Part</th><th>Maker</th><th>Size</th></tr>{cells}</table><p>{onward}</p></body></html>"
        )


def walk(site: SiteServer, folder: Path, more: str = "", key: str = "part") -> Run:
    """The shop's parts, counted by maker."""
    file = folder / "parts.yaml"
    more, _, sql = more.partition("; ")
    file.write_text(CHORE % (site.url, more, key) + (f"  - execute: {sql}\n" if sql else ""))
    return webdart.run(file, project=folder)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("control", [list_box, buttoned, facets, radios])
def test_a_listing_that_is_not_shown_whole_is_read_by_its_parts(
    site_server: SiteServer, tmp_path: Path, control: Control
):
    """20 of 61 rows were read, whose counts by maker are nobody's."""
    Shop(site_server, control)
    got = walk(site_server, tmp_path)
    assert got.result.exit == 0, got.result
    assert [tuple(row) for row in got.answer.rows] == PER_MAKER
    (table,) = got.result.tables
    assert (table.rows, table.stated, table.verdict) == (61, 61, "complete")
    (step,) = [one for one in got.result.pushdowns if one.verdict == "taken"]
    assert (step.control, step.does) == ("Maker", "each value in turn")
    assert got.result.grade == "full walk"


def test_a_listing_that_bars_its_further_pages_is_read_by_its_parts(site_server: SiteServer, tmp_path: Path):
    """Its fifth page answers with an error each time, which ended the run."""
    Shop(site_server, bars=True)
    got = walk(site_server, tmp_path)
    assert got.result.exit == 0, got.result
    assert [tuple(row) for row in got.answer.rows] == PER_MAKER


def test_a_part_that_bars_its_further_pages_is_told(site_server: SiteServer, tmp_path: Path):
    """The parts behind it are read all the same."""
    Shop(site_server, bars=True, shown=2)
    had = sum(min(2 * SIZE, count) for _, count in PER_MAKER)
    got = walk(site_server, tmp_path)
    (table,) = got.result.tables
    assert (got.result.exit, table.rows, table.stated, table.verdict) == (3, had, 61, "incomplete")


def test_it_is_resumed_where_its_parts_were_counted(site_server: SiteServer, tmp_path: Path):
    """The page that the walk would go on with answers with an error then as before."""
    shop = Shop(site_server, bars=True, down=[f"{maker} 1" for maker in MAKERS])
    got = walk(site_server, tmp_path)
    assert got.result.exit == 1
    shop.down.clear()
    again = webdart.resume(got.result.run, project=tmp_path)
    assert (again.result.exit, [tuple(row) for row in again.answer.rows]) == (0, PER_MAKER)


def test_a_part_that_is_not_shown_whole_is_divided_in_its_turn(site_server: SiteServer, tmp_path: Path):
    """10 rows are shown of a listing, and two makers have more."""
    Shop(site_server, shown=2, grades=True)
    got = walk(site_server, tmp_path)
    assert got.result.exit == 0, got.result
    assert [tuple(row) for row in got.answer.rows] == PER_MAKER


def test_a_part_that_stays_cut_off_is_told(site_server: SiteServer, tmp_path: Path):
    """What can be had of it is read."""
    Shop(site_server, shown=2)
    had = sum(min(2 * SIZE, count) for _, count in PER_MAKER)
    got = walk(site_server, tmp_path)
    (table,) = got.result.tables
    assert (got.result.exit, table.rows, table.stated, table.verdict) == (3, had, 61, "incomplete")
    assert table.reasons == (f"the site states 61, collected {had}",)


def test_a_listing_may_change_while_its_parts_are_counted(site_server: SiteServer, tmp_path: Path):
    """One row is in no part; it is among those that the whole list shows."""
    Shop(site_server, hides=1)
    got = walk(site_server, tmp_path)
    assert (got.result.exit, [tuple(row) for row in got.answer.rows]) == (0, PER_MAKER)


def overlapping(chosen: str, extra: str = "") -> str:
    """A list box without one of the makers: its values don't add up."""
    return list_box(chosen, extra).replace(f"<option>{MAKERS[-1]}</option>", "")


@pytest.mark.parametrize(
    ("shop", "more", "key"),
    [
        ({"control": overlapping}, "", "part"),  # what has no maker of the list would be missing
        ({"hides": 2}, "", "part"),  # as would be what a maker's own list does not have
        ({}, ", pushdown: off", "part"),  # controls are not to be used
        ({}, "", "[]"),  # rows that come again could not be told from others
        ({}, "; SELECT part FROM parts LIMIT 30", "part"),  # the first rows are those of the site's own order
        ({}, "; SELECT part FROM parts WHERE _n < 30 ORDER BY _n", "part"),
    ],
)
def test_what_does_not_divide_it_is_not_used(
    site_server: SiteServer, tmp_path: Path, shop: dict[str, object], more: str, key: str
):
    """The table has what the listing shows, and is known to lack rows."""
    Shop(site_server, **shop)  # pyright: ignore[reportArgumentType] - as above
    got = walk(site_server, tmp_path, more, key)
    (table,) = got.result.tables
    assert (got.result.exit, table.rows, table.stated, table.verdict) == (3, 20, 61, "incomplete")


def test_a_bound_of_the_file_is_no_lack(site_server: SiteServer, tmp_path: Path):
    """Two pages are what was asked for."""
    Shop(site_server)
    got = walk(site_server, tmp_path, ", pages: {max: 2}")
    (table,) = got.result.tables
    assert (table.rows, table.verdict) == (10, "as asked")
    assert not site_server.seen("/parts")[-1].query.get("maker", [""])[0]


def test_an_interrupted_walk_by_parts_is_resumed(site_server: SiteServer, tmp_path: Path):
    """The parts that were walked are not walked again, and the whole is held against the whole total."""
    shop = Shop(site_server, down=["Cedar 2"])
    got = walk(site_server, tmp_path)
    assert got.result.exit != 0
    shop.down.clear()
    before = len(site_server.log)
    again = webdart.resume(got.result.run, project=tmp_path)
    assert again.result.exit == 0, again.result
    assert [tuple(row) for row in again.answer.rows] == PER_MAKER
    (table,) = again.result.tables
    assert (table.rows, table.stated, table.verdict) == (61, 61, "complete")
    assert not [one for one in site_server.log[before:] if one.query.get("maker") == ["Birch"] and "page" in one.query]


@pytest.mark.proof
@pytest.mark.timeout(600)
def test_it_is_resumed_from_wherever_it_broke_off(site_server: SiteServer, tmp_path: Path):
    """Each page of each part breaks a run off once."""
    pages = [f"{maker} {page}" for maker, count in PER_MAKER for page in range(2, -(-count // SIZE) + 1)]
    shop = Shop(site_server)
    for place, page in enumerate(pages):
        folder = tmp_path / str(place)
        folder.mkdir()
        shop.down.append(page)
        got = walk(site_server, folder)
        shop.down.clear()
        again = webdart.resume(got.result.run, project=folder)
        assert (got.result.exit, again.result.exit) == (1, 0), (page, again.result)
        assert [tuple(row) for row in again.answer.rows] == PER_MAKER, page
