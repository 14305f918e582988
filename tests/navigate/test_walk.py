"""Walks over small pages in a real browser: where they begin, how they go on, how they end."""

from pathlib import Path
from threading import Event

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.one_walk import chore, run, table
from tests.table_comparison import rows
from webdart.demo import Quirks, serve

pytestmark = pytest.mark.browser

LETTERS = "ABCDEFGH"


def test_a_circle_of_next_links_ends(site_server: SiteServer, tmp_path: Path):
    """The last page's next leads to the first: every page is read once."""
    for page in range(1, 5):
        after = page % 4 + 1
        body = table([f"item {page}{letter}" for letter in "abc"], f"<nav><a rel=next href='/p{after}'>Next</a></nav>")
        site_server.page(f"/p{page}", body)
    got = run(site_server, tmp_path, navigate="start: /p1")
    assert len(got.answer.rows) == 12
    assert [len(site_server.seen(f"/p{page}")) for page in range(1, 5)] == [1, 1, 1, 1]


@pytest.mark.proof
def test_a_site_that_serves_its_first_page_again_past_the_end(site_server: SiteServer, tmp_path: Path):
    """Page numbers that fall back to page 1 end the walk without a row twice."""

    def answer(asked: Asked) -> Reply:
        page = int(asked.query.get("page", ["1"])[0])
        shown = page if page <= 3 else 1
        return Reply(table([f"item {shown}{letter}" for letter in "abc"], f"<a href='/items?page={page + 1}'>Next</a>"))

    site_server.on("/items", answer)
    got = run(site_server, tmp_path)
    assert len(got.answer.rows) == 9
    assert got.result.tables[0].rows == 9


def test_a_button_without_an_address_turns_the_page(site_server: SiteServer, tmp_path: Path):
    """Rows that a script exchanges are walked by clicking, to the button's end."""
    site_server.page(
        "/items",
        table(["first a", "first b"])
        + """<button id=n>Next</button><script>
          let page = 1; const body = document.querySelector('table');
          document.getElementById('n').onclick = () => setTimeout(() => {
            page += 1;
            [...body.rows].slice(1).forEach((row, i) => { row.cells[0].textContent = `turn${page} ${'ab'[i]}` });
            if (page === 3) document.getElementById('n').disabled = true;
          }, 50)</script>""",
    )
    got = run(site_server, tmp_path, extract="key: name, fields: {name: text}")
    assert [row[0] for row in got.answer.rows] == ["first a", "first b", "turn2 a", "turn2 b", "turn3 a", "turn3 b"]


def test_a_bounded_walk_is_as_asked(site_server: SiteServer, tmp_path: Path):
    """`pages: {max: 2}` and `--limit-pages 2` are what somebody asked for: neither complete nor incomplete."""
    for page in range(1, 4):
        site_server.page(
            f"/p{page}", table([f"item {page}{letter}" for letter in "ab"], f"<a href='/p{page + 1}'>Next</a>")
        )
    asked = run(site_server, tmp_path, navigate="start: /p1, pages: {max: 2}")
    assert (asked.result.exit, asked.result.tables[0].verdict, len(asked.answer.rows)) == (0, "as asked", 4)
    file = chore(tmp_path, site_server.url, navigate="start: /p1")
    short = webdart.run(file, project=tmp_path, limit_pages=2)
    assert (short.result.exit, short.result.tables[0].verdict, len(short.answer.rows)) == (0, "as asked", 4)


@pytest.mark.proof
def test_a_next_link_that_leads_back_while_numbers_go_on_is_no_end(site_server: SiteServer, tmp_path: Path):
    """Pages 3 and 4 stand there as numbers: rows are missing, however even the pages are."""
    for page in range(1, 5):
        numbers = " ".join(f"<b>{n}</b>" if n == page else f"<a href='/p{n}'>{n}</a>" for n in range(1, 5))
        following = page + 1 if page != 2 else 1
        pager = f"<nav>{numbers} <a rel=next href='/p{following}'>on</a></nav>"
        site_server.page(f"/p{page}", table([f"item {page}{letter}" for letter in "ab"], pager))
    got = run(site_server, tmp_path, navigate="start: /p1")
    assert (got.result.exit, got.result.tables[0].verdict) == (3, "incomplete")


@pytest.mark.proof
def test_what_a_person_reads_on_a_link_tells_its_way(site_server: SiteServer, tmp_path: Path):
    """Both links of a pager have one name that nobody sees: it is the previous one that says so."""
    for page in range(1, 5):
        before = f"<li><a aria-label='next page' href='/p{page - 1}'>« Previous</a>" if page > 1 else ""
        numbers = "".join(
            f"<li class={'active' if n == page else 'item'}><a aria-label='to page {n}' href='/p{n}'>{n}</a>"
            for n in range(1, 5)
        )
        after = f"<li><a aria-label='next page' href='/p{page + 1}'>Next »</a>" if page < 4 else ""
        site_server.page(
            f"/p{page}", table([f"item {page}{letter}" for letter in "ab"], f"<ul>{before}{numbers}{after}</ul>")
        )
    got = run(site_server, tmp_path, navigate="start: /p1")
    assert (got.result.exit, got.result.tables[0].rows, got.result.tables[0].verdict) == (0, 8, "complete")


def test_a_page_that_is_the_record_is_not_turned(site_server: SiteServer, tmp_path: Path):
    """`each: page` reads one page, whatever pager stands on it."""
    site_server.page("/one", "<h1>Lamp</h1><dl><dt>Size</dt><dd>7</dd></dl><a rel=next href='/two'>Next</a>")
    site_server.page("/two", "<h1>Chair</h1><dl><dt>Size</dt><dd>9</dd></dl>")
    got = run(site_server, tmp_path, navigate="start: /one", extract="each: page, fields: {name: text, size: integer}")
    assert got.answer.value == "Lamp"
    assert not site_server.seen("/two")


@pytest.mark.proof
def test_a_field_that_is_nowhere_is_named_with_what_was_seen(site_server: SiteServer, tmp_path: Path):
    """The rows stay; the error says which field, and the labels that the page has."""
    site_server.page("/items", table(["one", "two", "three"]))
    fields = "key: name, fields: {name: text, weight: {type: number, label: Weight in kg}}"
    got = run(site_server, tmp_path, extract=fields)
    assert got.result.exit == 1
    assert "Weight in kg" in str(got.result.error)
    assert "Size" in str(got.result.error)


def test_details_are_opened_only_when_their_column_is_needed(site_server: SiteServer, tmp_path: Path):
    """A field of the record's own page costs a page a record, unless nobody asks for it."""
    site_server.page("/items", table(["one", "two"]))
    for name in ("one", "two"):
        site_server.page(f"/item/{name}", f"<h1>{name}</h1><dl><dt>Maker</dt><dd>{name} works</dd></dl>")
    fields = "key: name, fields: {name: text, url: link, maker: {type: text, page: detail}}"
    got = run(site_server, tmp_path, extract=fields)
    assert [row[0] for row in got.answer.rows] == ["one", "two"]
    assert not site_server.seen("/item/one")
    file = chore(tmp_path, site_server.url, extract=fields)
    file.write_text(file.read_text().replace("SELECT name FROM", "SELECT maker FROM"))
    needed = webdart.run(file, project=tmp_path)
    assert sorted(str(row[0]) for row in needed.answer.rows) == ["one works", "two works"]


def test_a_list_of_walks_fills_one_table(site_server: SiteServer, tmp_path: Path):
    """`for_each` walks once a row, and the row's words are a column."""
    for shelf in ("lamps", "chairs"):
        site_server.page(f"/{shelf}", table([f"{shelf} a", f"{shelf} b"]))
    got = run(
        site_server,
        tmp_path,
        navigate='for_each: {shelf: [lamps, chairs]}, start: "/{{ row.shelf }}"',
        extract='key: [shelf, name], fields: {shelf: {type: text, value: "{{ row.shelf }}"}, name: text}',
    )
    assert [row[0] for row in got.answer.rows] == ["chairs a", "chairs b", "lamps a", "lamps b"]
    assert got.table("items").arrow().column("shelf").to_pylist().count("lamps") == 2


@pytest.mark.proof
def test_a_value_of_the_file_is_of_its_fields_type(site_server: SiteServer, tmp_path: Path):
    """A number of a `for_each` row is a number in the table, and can be counted with."""
    for year in (2023, 2024):
        site_server.page(f"/{year}", table([f"{year} a", f"{year} b"]))
    got = run(
        site_server,
        tmp_path,
        navigate='for_each: {year: [2023, 2024]}, start: "/{{ row.year }}"',
        extract='key: [year, name], fields: {year: {type: integer, value: "{{ row.year }}"}, name: text}',
    )
    assert not got.result.warnings
    assert rows(got.table("items").arrow(), ["year"]) == [(2023,), (2023,), (2024,), (2024,)]


@pytest.mark.proof
def test_cells_that_cannot_be_read_are_counted_and_said(site_server: SiteServer, tmp_path: Path):
    """A text that is no number is NULL, its text stays in `_raw`, and the run says how many there are."""
    names = ["one", "two", "three", "four", "five"]
    site_server.page("/items", table(names).replace("<td>5</td>", "<td>rather large</td>"))
    got = run(site_server, tmp_path)
    assert got.result.exit == 0, got.result.error
    sizes = sorted(rows(got.table("items").arrow(), ["name", "size"]))
    assert sizes == [("five", 4), ("four", 4), ("one", 3), ("three", None), ("two", 3)]
    assert any("size" in said and "rather large" in said for said in got.result.warnings), got.result.warnings


@pytest.mark.proof
def test_a_word_that_is_not_on_the_page_is_told_with_its_place(site_server: SiteServer, tmp_path: Path):
    """The error of a `path` names the file's line, the page, and what is there."""
    site_server.page("/items", table(["one", "two", "three"]))
    got = run(site_server, tmp_path, navigate="start: /items, path: [Nowhere]")
    assert got.result.exit == 1
    message = str(got.result.error)
    assert "items.yaml:5:" in message
    assert "Nowhere" in message


@pytest.mark.proof
def test_a_page_that_fails_for_a_while_is_asked_for_again(tmp_path: Path):
    """Every seventh answer of the site is an error: the walk has every row all the same."""
    with serve(quirks=Quirks(failing=7)) as site:
        file = chore(
            tmp_path,
            site.url,
            navigate="start: /shop/electronics/home-audio/",
            extract="fields: {name: text, price: money, url: link}",
        )
        got = webdart.run(file, project=tmp_path)
        assert got.result.exit == 0, got.result.error
        assert (
            got.result.tables[0].rows
            == site.data.rows("SELECT count(*) FROM products WHERE category = 'Home Audio'")[0][0]
        )


@pytest.mark.proof
def test_a_page_that_keeps_failing_is_told(site_server: SiteServer, tmp_path: Path):
    """A page that never comes ends the walk with the place; the rows before it stay."""
    site_server.page("/items", table(["one", "two"], "<a rel=next href='/gone'>Next</a>"))
    site_server.on("/gone", lambda _: Reply("<title>Sorry</title>later", status=503))
    got = run(site_server, tmp_path)
    assert got.result.exit == 1
    assert "503" in str(got.result.error)
    assert "/gone" in str(got.result.error)
    assert got.table("items").arrow().num_rows == 2
    assert len(site_server.seen("/gone")) == 4


@pytest.mark.proof
def test_the_next_control_may_be_given_by_a_selector(site_server: SiteServer, tmp_path: Path):
    """`pages: {next: css=…}` turns every page: the page's script is asked for it on each of them."""
    for page in range(1, 5):
        more = f"<p><a class=on href='/p{page + 1}'>further back</a></p>" if page < 4 else ""
        site_server.page(f"/p{page}", table([f"item {page}{letter}" for letter in "abc"], more))
    got = run(site_server, tmp_path, navigate="start: /p1, pages: {next: css=a.on}")
    assert len(got.answer.rows) == 12


@pytest.mark.proof
def test_fields_given_by_a_selector_are_read_on_every_page(site_server: SiteServer, tmp_path: Path):
    """The second page, opened before a series is proven, and the pages behind a button answer selectors too."""
    for page in range(1, 5):
        more = f"<a href='/p{page + 1}'>Next</a>" if page < 4 else ""
        site_server.page(f"/p{page}", table([f"item {page}{letter}" for letter in "abc"], more))
    fields = "key: name, fields: {name: {type: text, at: css=td a}, size: {type: integer, at: 'css=td:nth-child(2)'}}"
    got = run(site_server, tmp_path, navigate="start: /p1", extract=fields)
    assert (got.result.exit, len(got.answer.rows)) == (0, 12)


@pytest.mark.proof
def test_fields_given_by_a_selector_are_read_behind_a_button(site_server: SiteServer, tmp_path: Path):
    """What a click shows is looked at with the selectors of the fields."""
    site_server.page(
        "/items",
        table(["first a", "first b"])
        + """<button id=n>Next</button><script>
          document.getElementById('n').onclick = () => setTimeout(() => {
            [...document.querySelectorAll('td a')].forEach((a, i) => { a.textContent = `then ${'ab'[i]}` });
            document.getElementById('n').disabled = true;
          }, 50)</script>""",
    )
    got = run(site_server, tmp_path, extract="key: name, fields: {name: {type: text, at: css=td a}}")
    assert [row[0] for row in got.answer.rows] == ["first a", "first b", "then a", "then b"]


@pytest.mark.proof
def test_the_first_link_column_leads_to_the_details(site_server: SiteServer, tmp_path: Path):
    """Without `through` and `url`, a record's own page is behind its first declared link, not its main one."""
    names = ("one", "two", "three")
    rows = "".join(
        f"<tr><td><a href='/item/{n}'>{n}</a></td><td><a href='/maker/{n}'>M {n}</a></td></tr>" for n in names
    )
    site_server.page("/items", f"<h1>Items</h1><table><tr><th>Name</th><th>Maker</th></tr>{rows}</table>")
    for name in names:
        site_server.page(f"/maker/{name}", f"<h1>{name}</h1><dl><dt>Town</dt><dd>{name}ville</dd></dl>")
    fields = "key: name, fields: {name: text, maker: link, town: {type: text, page: detail}}"
    file = chore(tmp_path, site_server.url, extract=fields)
    file.write_text(file.read_text().replace("SELECT name FROM", "SELECT town FROM"))
    got = webdart.run(file, project=tmp_path)
    assert [row[0] for row in got.answer.rows] == ["oneville", "threeville", "twoville"]
    assert not site_server.seen("/item/*")


@pytest.mark.proof
def test_the_part_of_the_page_that_has_the_listing_is_none_of_the_details(site_server: SiteServer, tmp_path: Path):
    """`in` names a heading of the listing's page: records' own pages have another."""
    names = ["one", "two", "three"]
    site_server.page("/items", table(["four", "five"]).replace("Items", "News") + table(names))
    for name in names:
        site_server.page(f"/item/{name}", f"<h1>{name}</h1><p>Maker: {name} works</p>")
    extract = "in: Items, key: name, fields: {name: text, maker: {type: text, page: detail}}"
    file = chore(tmp_path, site_server.url, extract=extract)
    file.write_text(file.read_text().replace("SELECT name FROM", "SELECT maker FROM"))
    got = webdart.run(file, project=tmp_path)
    assert sorted(str(row[0]) for row in got.answer.rows) == ["one works", "three works", "two works"]


@pytest.mark.proof
def test_records_own_pages_behind_the_sign_of_a_fragment(site_server: SiteServer, tmp_path: Path):
    """An application of one document, whose script draws what stands behind `#`."""
    names = ["one", "two", "three"]
    rows = table(names).replace("href='/item", "href='#/item").replace("\n", "")
    site_server.page(
        "/items",
        f"""<main></main><script>
        const draw = () => {{ const name = location.hash.split('/')[2];
          document.querySelector('main').innerHTML = name
            ? `<h1>${{name}}</h1><p>Maker: ${{name}} works</p>` : `{rows}` }};
        onhashchange = draw; draw()</script>""",
    )
    extract = "key: name, fields: {name: text, url: link, maker: {type: text, page: detail}}"
    file = chore(tmp_path, site_server.url, extract=extract)
    file.write_text(file.read_text().replace("SELECT name FROM", "SELECT maker FROM"))
    got = webdart.run(file, project=tmp_path)
    assert sorted(str(row[0]) for row in got.answer.rows) == ["one works", "three works", "two works"]


@pytest.mark.proof
def test_a_records_own_page_that_fails_leaves_its_fields_empty(site_server: SiteServer, tmp_path: Path):
    """An error page is no record: its words are in no cell, the row says not opened, the table is incomplete."""
    site_server.page("/items", table(["one", "two", "three"]))
    for name in ("one", "three"):
        site_server.page(f"/item/{name}", f"<h1>{name}</h1><dl><dt>Maker</dt><dd>{name} works</dd></dl>")
    site_server.answers("/item/two", "<h1>Internal error</h1><dl><dt>Maker</dt><dd>Sorry</dd></dl>", status=500)
    file = chore(
        tmp_path, site_server.url, extract="key: name, fields: {name: text, maker: {type: text, page: detail}}"
    )
    file.write_text(file.read_text().replace("SELECT name FROM", "SELECT name, maker, _opened FROM"))
    got = webdart.run(file, project=tmp_path)
    assert list(got.answer.rows) == [("one", "one works", True), ("three", "three works", True), ("two", None, False)]
    assert (got.result.exit, got.result.tables[0].verdict) == (3, "incomplete")
    assert any("500" in said and "/item/two" in said for said in got.result.warnings)


@pytest.mark.proof
def test_records_that_nothing_leads_on_from_lack_what_their_own_pages_have(site_server: SiteServer, tmp_path: Path):
    """Rows that only a script listens to: said, and no empty column that looks like an answer; one row alone is told."""
    bare = table(["one", "two", "three"]).replace("<a href", "<b data-to").replace("</a>", "</b>")
    extract = "key: name, fields: {name: text, maker: {type: text, page: detail}}"
    for page, verdict in ((bare, "incomplete"), (table(["one", "two"]) + "<!---->", "complete")):
        site_server.page(
            "/items", page if verdict == "incomplete" else page.replace("</table>", "<tr><td>three</table>")
        )
        for name in ("one", "two"):
            site_server.page(f"/item/{name}", f"<h1>{name}</h1><dl><dt>Maker</dt><dd>{name} works</dd></dl>")
        file = chore(tmp_path, site_server.url, extract=extract)
        file.write_text(file.read_text().replace("SELECT name FROM", "SELECT name, maker FROM"))
        got = webdart.run(file, project=tmp_path)
        assert got.result.tables[0].verdict == verdict
        assert any("no link leads from these records" in said and "maker" in said for said in got.result.warnings)


@pytest.mark.proof
def test_a_session_that_ends_among_the_details_is_opened_again(site_server: SiteServer, tmp_path: Path):
    """A record's own page that shows the login form is asked for once more, logged in."""
    sessions: list[str] = []

    def cookie(asked: Asked) -> str:
        return asked.headers.get("cookie", "").partition("session=")[2]

    def log_in(asked: Asked) -> Reply:
        if asked.method == "GET":
            return Reply(
                "<form method=post action=/login><input name=u><input type=password name=p><button>In</button>"
            )
        sessions.append(f"s{len(sessions)}")
        cookie = ("Set-Cookie", f"session={sessions[-1]}; Path=/")
        return Reply(status=302, headers=(("Location", "/items"), cookie))

    def listing(asked: Asked) -> Reply:
        inside = cookie(asked) in sessions
        return Reply(table(["one", "two"], "<p>Log out</p>") if inside else "<p>Nobody</p>")

    def detail(asked: Asked) -> Reply:
        if cookie(asked) != "s1":  # the first session does not reach this far
            return Reply(status=302, headers=(("Location", "/login"),))
        return Reply(f"<h1>{asked.path[-3:]}</h1><dl><dt>Maker</dt><dd>{asked.path[-3:]} works</dd></dl>")

    site_server.on("/login", log_in)
    site_server.on("/items", listing)
    site_server.on("/item/*", detail)
    file = chore(
        tmp_path, site_server.url, extract="key: name, fields: {name: text, maker: {type: text, page: detail}}"
    )
    site = f'{{site: {{url: "{site_server.url}", login: {{at: /login, user: me, password: sesame, check: Log out}}}}}}'
    text = file.read_text().replace(f'{{site: "{site_server.url}"}}', site)
    file.write_text(text.replace("SELECT name FROM", "SELECT maker FROM"))
    got = webdart.run(file, project=tmp_path)
    assert got.result.exit == 0, got.result.error
    assert sorted(str(row[0]) for row in got.answer.rows) == ["one works", "two works"]
    assert len(sessions) == 2


def test_a_table_is_as_complete_as_the_worst_of_its_walks(site_server: SiteServer, tmp_path: Path):
    """`expect: {complete: true}` looks at every walk that filled the table, not at the last one."""
    site_server.page("/short", "<p>5 items</p>" + table(["x", "y", "z"]))
    site_server.page("/whole", "<p>3 items</p>" + table(["a", "b", "c"]))
    got = run(
        site_server,
        tmp_path,
        navigate='for_each: {shelf: [short, whole]}, start: "/{{ row.shelf }}"',
        extract="key: name, fields: {name: text, size: integer}, expect: {complete: true}",
    )
    assert (got.result.exit, got.result.tables[0].verdict) == (3, "incomplete")
    assert "expected to be complete" in str(got.result.error)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("navigate", "more", "said"),
    [
        ("start: /items", "<a rel=next href='http://elsewhere.example/2'>Next</a>", "leaves the site"),
        ("start: /items, pages: {next: Onward}", "", "not on the first page"),
        ("start: /items", "<nav><button>Next</button></nav>", "no other rows came"),
        ("start: /items", "<button title='Next month'>⟩⟩⟩</button> May", "shows another period"),
    ],
)
def test_an_end_that_may_be_none_is_never_complete(
    site_server: SiteServer, tmp_path: Path, navigate: str, more: str, said: str
):
    """A next that leads away, isn't there or does nothing: the verdict is `unknown`, with why.

    One that stands there and was not followed is a sign of more rows: the answer is doubtful.
    """
    site_server.page("/items", table(["one", "two", "three"], more))
    got = run(site_server, tmp_path, navigate=navigate)
    doubtful = said in {"leaves the site", "no other rows came"}
    assert (got.result.exit, got.result.tables[0].verdict) == (3 if doubtful else 0, "unknown")
    assert any(said in warning for warning in got.result.warnings), got.result.warnings
    assert len(got.answer.rows) == 3


@pytest.mark.proof
def test_a_doubt_is_an_error_however_often_the_page_is_looked_at(site_server: SiteServer, tmp_path: Path):
    """Two amounts that nothing tells apart: that the page was looked at for controls first settles nothing."""
    rows = "".join(f"<li><h3>Lamp {n}</h3><p class=a>${n}0.00</p><p class=b>${n}5.00</p></li>" for n in range(1, 9))
    site_server.page("/lamps", f"<title>Lamps</title><h1>Lamps</h1><ul>{rows}</ul>")
    path = tmp_path / "lamps.yaml"
    path.write_text(
        f"""webdart: 1
sites: {{site: "{site_server.url}"}}
stages:
  - navigate: {{start: /lamps}}
  - extract: {{into: items, key: name, fields: {{name: text, price: money}}}}
  - execute: SELECT sum(price) AS n FROM items
"""
    )
    run = webdart.run(path, project=tmp_path)
    assert run.result.exit == 1
    assert "$10.00" in str(run.result.error)


@pytest.mark.proof
def test_a_field_that_no_page_opened_has_is_an_error_on_whatever_page_of_the_listing(
    site_server: SiteServer, tmp_path: Path
):
    """The rows of the first page do not matter, so that none is opened there; those of the second lack the field."""
    site_server.page("/items", table(["a", "b", "c"], "<nav><a rel=next href='/more'>Next</a></nav>"))
    site_server.page("/more", table(["dd", "ee"]))
    for name in ("dd", "ee"):
        site_server.page(f"/item/{name}", f"<h1>{name}</h1><p>Nothing else is known.</p>")
    fields = "key: name, fields: {name: text, size: integer, maker: {type: text, page: detail}}"
    file = chore(tmp_path, site_server.url, extract=fields)
    file.write_text(file.read_text().replace("SELECT name FROM items", "SELECT maker FROM items WHERE size > 1"))
    got = webdart.run(file, project=tmp_path)
    assert got.result.exit == 1
    assert "maker" in str(got.result.error)
    assert not site_server.seen("/item/a")


@pytest.mark.proof
def test_a_page_whose_declared_column_says_nothing_new_is_read(site_server: SiteServer, tmp_path: Path):
    """Ballots of the last page say what others said; a page that falls back to the first is none of its own."""

    def answer(asked: Asked) -> Reply:
        page = int(asked.query.get("page", ["1"])[0])
        shown = page if page <= 3 else 1
        ballots = "".join(
            f"<tr><td>Member {shown}{one}</td><td>{'Aye' if one % 2 else 'No'}</td></tr>" for one in range(4)
        )
        head = "<tr><th>Member</th><th>Vote</th></tr>"
        return Reply(f"<h1>Ballots</h1><table>{head}{ballots}</table><a href='/items?page={page + 1}'>Next</a>")

    site_server.on("/items", answer)
    path = chore(tmp_path, site_server.url, extract="fields: {vote: text}")
    path.write_text(
        path.read_text().replace("SELECT name FROM items ORDER BY name", "SELECT vote, count(*) FROM items GROUP BY 1")
    )
    got = webdart.run(path, project=tmp_path)
    assert sorted(map(tuple, got.answer.rows)) == [("Aye", 6), ("No", 6)]
    assert any("only what earlier ones said" in warning for warning in got.result.warnings)


@pytest.mark.proof
def test_a_locator_finds_the_links_of_every_record_that_lead_to_one_place(site_server: SiteServer, tmp_path: Path):
    """Two books by one author have that author each, and one shelf; where something is pressed they are one link."""
    books = "".join(
        f"<li><h3><a href='/b/{n}'>Book {n}</a></h3><a class=by href='/a/{n % 2}'>Author {n % 2}</a> <a class=in href=/s>Shelf</a>"
        for n in range(6)
    )
    site_server.page("/items", f"<h1>Books</h1><ul>{books}</ul>")
    path = chore(
        tmp_path,
        site_server.url,
        extract="fields: {name: text, author: {type: text, at: css=a.by}, shelves: {type: '[text]', at: css=a.in}}",
    )
    path.write_text(path.read_text().replace("SELECT name", "SELECT name, author, shelves"))
    got = webdart.run(path, project=tmp_path)
    assert [tuple(row) for row in got.answer.rows] == [(f"Book {n}", f"Author {n % 2}", ["Shelf"]) for n in range(6)]


@pytest.mark.proof
def test_a_letter_that_the_file_follows_is_all_that_it_wants(site_server: SiteServer, tmp_path: Path):
    """Whoever goes to the last letter wants no other; whoever begins with the first one wants all."""
    letters = "".join(f"<a href='/{one.lower()}'>{one}</a> " for one in "ABCXYZ")
    for one in "ABCXYZ":
        shown = letters.replace(f"<a href='/{one.lower()}'>{one}</a>", f"<b>{one}</b>")
        site_server.page(f"/{one.lower()}", table([f"{one}nn", f"{one}dd"], f"<p>{shown}</p>"))
    path = chore(tmp_path, site_server.url, navigate="start: /a, path: [Z]")
    assert webdart.run(path, project=tmp_path).answer.value == ["Zdd", "Znn"]
    path = chore(tmp_path, site_server.url, navigate="start: /a")
    assert len(webdart.run(path, project=tmp_path).answer.rows) == 12


def test_parts_of_one_page_are_loaded_side_by_side(site_server: SiteServer, tmp_path: Path):
    """The letter C waits until E was asked for; D goes on, and no page is asked for twice."""
    asked_for = Event()

    def answer(asked: Asked) -> Reply:
        letter, page = asked.query.get("letter", ["A"])[0], asked.query.get("page", ["1"])[0]
        if letter == "E":
            asked_for.set()
        if letter == "C" and not asked_for.wait(20):
            return Reply("E was never asked for", 500)
        bar = " ".join(
            f"<b>{one}</b>" if one == letter else f"<a href='/items?letter={one}'>{one}</a>" for one in LETTERS
        )
        further = "<a href='/items?letter=D&page=2'>Next</a>" if (letter, page) == ("D", "1") else ""
        return Reply(f"<p>{bar}</p>{table([f'{letter}{page} {one}' for one in 'abc'], further)}")

    site_server.on("/items", answer)
    got = run(site_server, tmp_path)
    begins = ("A1", "B1", "C1", "D1", "D2", "E1", "F1", "G1", "H1")
    assert [row[0] for row in got.answer.rows] == [f"{begin} {one}" for begin in begins for one in "abc"]
    assert got.result.tables[0].verdict == "complete"
    assert len(site_server.seen("/items")) == len(begins)


@pytest.mark.parametrize("fails", ["B1", "D2"])
def test_a_walk_by_letters_is_resumed_within_one(site_server: SiteServer, tmp_path: Path, fails: str):
    """On its later pages the links to other letters keep the number of the page, where those have none."""
    down = [fails]

    def answer(asked: Asked) -> Reply:
        letter, page = asked.query.get("letter", ["A"])[0], asked.query.get("page", ["1"])[0]
        if f"{letter}{page}" in down:
            return Reply("down", 500)
        kept = f"&page={page}" if page != "1" else ""
        bar = " ".join(f"<b>{x}</b>" if x == letter else f"<a href='/items?letter={x}{kept}'>{x}</a>" for x in LETTERS)
        further = (
            f"<a rel=next href='/items?letter=D&page={int(page) + 1}'>Next</a>" if letter == "D" and page < "3" else ""
        )
        last = {"D": 3}.get(letter, 1)
        rows = [f"{letter}{page} {one}" for one in "abc"] if int(page) <= last else []
        return Reply(f"<p>{bar}</p>{table(rows, further)}")

    site_server.on("/items", answer)
    first = run(site_server, tmp_path)
    assert first.result.exit == 1
    down[:] = ["D3"]
    assert webdart.resume(first.result.run, project=tmp_path).result.exit == 1
    down.clear()
    again = webdart.resume(first.result.run, project=tmp_path)
    begins = ("A1", "B1", "C1", "D1", "D2", "D3", "E1", "F1", "G1", "H1")
    assert sorted(str(row[0]) for row in again.answer.rows) == sorted(
        f"{begin} {one}" for begin in begins for one in "abc"
    )
    assert again.result.tables[0].verdict == "complete"
