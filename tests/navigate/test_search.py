"""Looking for a listing by an objective: every strategy, and applications whose address never changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer
from tests.navigate.application import APPLICATION, chore
from webdart.demo import DemoSite, serve

pytestmark = pytest.mark.browser
LONG = pytest.mark.proof
STRATEGIES = [
    "best_first",
    "branch",
    *(pytest.param(name, marks=LONG) for name in ("one_way", "rollback", "plan_mcts")),
]


@pytest.fixture(scope="module")
def shop() -> Iterator[DemoSite]:
    with serve() as site:
        yield site


@pytest.mark.sampled(2)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_finds_a_shelf_of_the_shop(shop: DemoSite, tmp_path: Path, strategy: str):
    """The words of the objective lead there; what the run says is the same whichever way it was found."""
    path = chore(
        tmp_path,
        shop.url,
        f"start: /shop/, objective: Home Audio products, search: {{strategy: {strategy}}}, pages: one",
        "into: items, key: url, fields: {name: text, price: money, url: link}",
    )
    run = webdart.run(path, project=tmp_path)
    assert run.result.error is None
    assert run.answer.value


@pytest.mark.parametrize(
    "strategy", ["best_first", *(pytest.param(name, marks=LONG) for name in ("rollback", "plan_mcts", "branch"))]
)
def test_a_listing_without_an_address_is_found_and_read(site_server: SiteServer, tmp_path: Path, strategy: str):
    """An application of buttons: the listing stands behind two clicks, and two wrong turns are gone back from."""
    site_server.page("/depot", APPLICATION)
    path = chore(
        tmp_path,
        site_server.url,
        f"start: /depot, objective: quantity of all items, search: {{strategy: {strategy}}}",
        "into: items, key: item, fields: {item: text, quantity: integer}",
    )
    run = webdart.run(path, project=tmp_path)
    assert run.result.error is None
    assert run.answer.value == 4


def test_a_column_that_only_a_later_page_has(site_server: SiteServer, tmp_path: Path):
    """Not the page that has all fields is the listing's first, but the one from which that is turned to."""

    def shown(page: int) -> str:
        noted = "<th>Note" if page == 2 else ""
        rows = "".join(f"<tr><td>Nut {page}{n}<td>{n}{'<td>new' if noted else ''}</tr>" for n in range(3))
        onwards = f'<a href="/depot/{page + 1}">Next</a>' if page < 3 else ""
        return f"<title>Depot</title><h1>Depot</h1><table><tr><th>Item<th>Size{noted}</tr>{rows}</table>{onwards}"

    site_server.page("/depot", shown(1))
    for page in (2, 3):
        site_server.page(f"/depot/{page}", shown(page))
    fields = "into: items, key: item, fields: {item: text, size: integer, note: text}"
    run = webdart.run(chore(tmp_path, site_server.url, "start: /depot", fields), project=tmp_path)
    assert run.result.error is None
    assert run.answer.value == 9


def test_a_doubt_about_the_page_that_was_meant_is_told(site_server: SiteServer, tmp_path: Path):
    """Nothing better is found than a page on which one field could be two texts: which field, and which texts."""
    rows = "".join(f"<tr><td>Nut {n}</td><td>${n}.00</td><td>${n}.50</td></tr>" for n in range(4))
    site_server.page("/depot", f"<h1>Depot</h1><table><tr><th>Item<th>Net<th>Gross</tr>{rows}</table>")
    path = chore(
        tmp_path, site_server.url, "start: /depot", "into: items, key: item, fields: {item: text, price: money}"
    )
    run = webdart.run(path, project=tmp_path)
    said = " ".join(run.result.error or ())
    assert "'price' could be" in said
    assert "label: Net" in said


@pytest.mark.proof
@pytest.mark.parametrize(("behind", "rows", "code"), [("listing", 3, 0), ("words", 1, 3)])
def test_a_page_that_is_taken_for_a_record_is_not_what_an_objective_means(
    site_server: SiteServer, tmp_path: Path, behind: str, rows: int, code: int
):
    """A heading and a number are a record only where no listing is found, and then the answer says so."""
    table = "".join(f"<tr><td>{item}<td>{many}</tr>" for item, many in (("Lamp", 12), ("Chair", 40), ("Rug", 7)))
    pages = {"listing": f"<table><tr><th>Item<th>Quantity</tr>{table}</table>", "words": "<p>It is empty.</p>"}
    links = "<ul><li><a href=/about>About the crate</a><li><a href=/contents>Contents</a></ul>"
    site_server.page("/crate", f"<title>Crate</title><h1>Crate</h1>{links}")
    site_server.page("/about", "<title>About the crate</title><h1>About the crate</h1><p>Since 1950.</p>")
    site_server.page("/contents", f"<title>Contents</title><h1>Contents</h1>{pages[behind]}")
    path = chore(
        tmp_path,
        site_server.url,
        "start: /crate, objective: contents of the crate",
        "into: items, key: item, fields: {item: text, quantity: integer}",
    )
    run = webdart.run(path, project=tmp_path)
    assert run.result.error is None
    assert (run.answer.value, run.result.exit) == (rows, code)


@pytest.mark.proof
def test_a_listing_behind_a_link_to_a_part_of_the_page(site_server: SiteServer, tmp_path: Path):
    """`#stock` is a route of a script, and what it shows differs from the other routes in nothing but its words."""
    site_server.page(
        "/depot",
        """<title>Depot</title><h1>Depot</h1><a href="#sizes">Sizes</a> <a href="#makers">Makers</a> <a href="#stock">Stock</a>
        <div id=at></div><script>
        const parts = {sizes: ["Size", "big"], makers: ["Maker", "Acme"], stock: ["Quantity", "3"]};
        function show() {
          const [head, cell] = parts[location.hash.slice(1)] ?? ["Colour", "red"];
          at.innerHTML = `<table><tr><th>Item<th>${head}` + ["Nut", "Bolt", "Pin"].map(it => `<tr><td>${it}<td>${cell}`).join("") + "</table>";
        }
        addEventListener("hashchange", show); show();</script>""",
    )
    path = chore(
        tmp_path,
        site_server.url,
        "start: /depot, objective: how many items there are",
        "into: items, key: item, fields: {item: text, quantity: integer}",
    )
    run = webdart.run(path, project=tmp_path)
    assert run.result.error is None
    assert run.answer.value == 3
