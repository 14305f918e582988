"""What records' own pages have, where some of them are of another record, or say it otherwise than the rest."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer
from tests.navigate.one_walk import chore

pytestmark = [pytest.mark.browser, pytest.mark.proof]

NAMES = ("Ash", "Beech", "Cedar", "Elm", "Fir", "Hazel")
FIELDS = "fields: {name: text, size: integer, url: link, weight: {type: number, page: detail}}"
REVIEWS = (
    "key: url, fields: {name: text, size: integer, url: link}, "
    "tables: {reviews: {in: Reviews, key: [], fields: {author: text, stars: integer}}}"
)


def weighed(name: str, weight: str, more: str = "") -> str:
    return f"<title>{name}</title><h1>{name}</h1><dl><dt>Weight</dt><dd>{weight}</dd></dl>{more}"


def listed(site: SiteServer) -> None:
    rows = "".join(f"<tr><td><a href='/own/{name}'>{name}</a></td><td>{len(name)}</td></tr>" for name in NAMES)
    site.page("/items", f"<h1>Items</h1><table><tr><th>Name</th><th>Size</th></tr>{rows}</table>")


def walked(site: SiteServer, folder: Path, extract: str = FIELDS, sql: str = "sum(weight) FROM items") -> webdart.Run:
    file = chore(folder, site.url, extract=extract)
    file.write_text(file.read_text().replace("SELECT name FROM items ORDER BY name", f"SELECT {sql}"))
    return webdart.run(file, project=folder)


def doubts(ran: webdart.Run) -> list[str]:
    return [f"{doubt.place} {doubt.kind}" for doubt in ran.result.doubts]


def test_a_link_that_leads_to_another_record(site_server: SiteServer, tmp_path: Path):
    """Its record has what is another's: the rows are doubted."""
    listed(site_server)
    for name in NAMES[1:]:
        site_server.page(f"/own/{name}", weighed(name, f"{len(name)} kg"))
    site_server.redirect("/own/Ash", "/own/Beech")
    assert doubts(walked(site_server, tmp_path)) == ["items guessed"]


def test_a_page_that_has_another_record_alone(site_server: SiteServer, tmp_path: Path):
    """Where the others have their own text before that of the similar one, it has only the latter."""
    listed(site_server)
    for number, name in enumerate(NAMES):
        similar = f"<h2>Similar</h2><div><h3>Oak</h3><dl><dt>Weight</dt><dd>9{number} kg</dd></dl></div>"
        own = "<p>No data sheet.</p>" if name == "Cedar" else f"<dl><dt>Weight</dt><dd>{len(name)} kg</dd></dl>"
        site_server.page(f"/own/{name}", f"<title>{name}</title><h1>{name}</h1>{own}{similar}")
    assert doubts(walked(site_server, tmp_path)) == ["items.weight guessed"]


@pytest.mark.parametrize(("other", "told"), [("500 g", ["items.weight unreadable"]), ("5 kg", [])])
def test_pages_that_count_in_several_units(site_server: SiteServer, tmp_path: Path, other: str, told: list[str]):
    """Kilograms and grams are not added up without a word."""
    listed(site_server)
    for name in NAMES:
        site_server.page(f"/own/{name}", weighed(name, other if name == "Elm" else f"{len(name)} kg"))
    assert doubts(walked(site_server, tmp_path)) == told


def test_links_that_count_clicks(site_server: SiteServer, tmp_path: Path):
    """Several orders are of one product, and each has a link of its own to its page: nothing is wrong with them."""
    rows = "".join(f"<tr><td>O-{n}</td><td><a href='/go/{n}'>{NAMES[n % 3]}</a></td></tr>" for n in range(len(NAMES)))
    site_server.page("/items", f"<h1>Orders</h1><table><tr><th>Name</th><th>Product</th></tr>{rows}</table>")
    for n, name in enumerate(NAMES):
        site_server.redirect(f"/go/{n}", f"/own/{NAMES[n % 3]}")
        site_server.page(f"/own/{name}", weighed(name, f"{len(name)} kg"))
    ran = walked(site_server, tmp_path, FIELDS.replace("size: integer", "product: text"))
    assert (doubts(ran), ran.answer.rows[0][0]) == ([], 26)


def test_a_record_that_is_called_as_a_missing_page_is(site_server: SiteServer, tmp_path: Path):
    """Issues of a tracker: what the page's heading says is what the listing calls it."""
    titles = ("Page not found", "Permission denied - when saving", "Wrong colour", "Access denied, again")
    rows = "".join(f"<tr><td><a href='/own/{n}'>{title}</a></td><td>{n}</td></tr>" for n, title in enumerate(titles))
    site_server.page("/items", f"<h1>Issues</h1><table><tr><th>Name</th><th>Size</th></tr>{rows}</table>")
    for n, title in enumerate(titles):
        site_server.page(f"/own/{n}", weighed(title, str(n + 1)))
    assert doubts(walked(site_server, tmp_path)) == []


def test_an_own_page_that_says_that_there_is_none(site_server: SiteServer, tmp_path: Path):
    """What it has instead is another record's."""
    listed(site_server)
    for name in NAMES:
        site_server.page(f"/own/{name}", weighed("Sorry, page not found" if name == "Elm" else name, "5 kg"))
    assert doubts(walked(site_server, tmp_path)) == ["items incomplete"]


def reviews(count: int, more: str = "") -> str:
    rows = "".join(f"<tr><td>Reader {n}</td><td>{n % 5 + 1}</td></tr>" for n in range(count))
    heads = "<tr><th>Author</th><th>Stars</th></tr>"
    return f"<h2>Reviews</h2><table>{heads}{rows}</table>{more}" if count else "<h2>Reviews</h2>"


@pytest.mark.parametrize(
    ("through", "count", "told"), [("", 12, ["reviews unknown"]), ("through: All reviews, ", 16, [])]
)
def test_rows_of_a_record_that_go_on_elsewhere(
    site_server: SiteServer, tmp_path: Path, through: str, count: int, told: list[str]
):
    """Where the file doesn't follow "All 5 reviews", there may be more; `through` finds it whatever number it has."""
    listed(site_server)
    for name in NAMES:
        own = 0 if name == "Fir" else 3 if name in {"Ash", "Elm"} else 2
        link = f"<p><a href='/all/{name}'>All {own + 2} reviews</a></p>" if own == 3 else ""
        site_server.page(f"/own/{name}", f"<title>{name}</title><h1>{name}</h1>{reviews(own, link)}")
        site_server.page(f"/all/{name}", f"<title>{name}: all</title><h1>{name}: all</h1>{reviews(own + 2)}")
    extract = REVIEWS.replace("in: Reviews, ", f"in: Reviews, {through}")
    ran = walked(site_server, tmp_path, extract, "count(*) FROM reviews")
    assert (doubts(ran), ran.answer.rows[0][0]) == (told, count)


def test_a_field_on_none_of_the_own_pages(site_server: SiteServer, tmp_path: Path):
    """The error names the page of a record, where it was looked for, and not the list."""
    listed(site_server)
    for name in NAMES:
        site_server.page(f"/own/{name}", f"<title>{name}</title><h1>{name}</h1><p>No data sheet.</p>")
    error = str(walked(site_server, tmp_path).result.error)
    assert "weight" in error
    assert f"{site_server.url}/own/" in error


def test_what_later_own_pages_have_is_not_said_to_be_nowhere(site_server: SiteServer, tmp_path: Path):
    """The first page lacks two fields, the others one: the error names that one."""
    listed(site_server)
    for name in NAMES:
        weight = "" if name == "Ash" else "<dt>Weight</dt><dd>7.5</dd>"
        site_server.page(
            f"/own/{name}", f"<title>{name}</title><h1>{name}</h1><dl>{weight}<dt>Colour</dt><dd>red</dd></dl>"
        )
    both = FIELDS.replace("}}", "}, pages: {type: integer, page: detail}}")
    error = str(walked(site_server, tmp_path, both).result.error)
    assert "pages" in error
    assert "weight" not in error
