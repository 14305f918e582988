"""Child tables: rows on a record's own page, behind a link, on further pages; with the parent's key, to their end."""

import asyncio
import json
from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from tests.table_comparison import rows
from webdart.inspect.collected_tables import lines_of, packed, shown, tables_of
from webdart.runs.folder import RunFolder

pytestmark = pytest.mark.browser

COMMENTS = {"1": 7, "2": 0, "3": 3}
PAGE = 3  # comments on a page


def comments(issue: str, first: int, last: int) -> str:
    """The comments of an issue from `first` to `last`."""
    return "".join(
        f"<article class=comment><h3>No. {n}</h3><p class=author>Ann {n}</p><p>Effort: {n * 10 + int(issue)}m</p></article>"
        for n in range(first, last + 1)
    )


def serve(site: SiteServer) -> None:
    """A list of three issues; the first has more comments than its page shows, the second none."""
    items = "".join(f"<tr><td><a href=/i/{n}>{n}</a></td><td>Issue {n}</td></tr>" for n in COMMENTS)
    site.page("/issues", f"<h1>Issues</h1><table><tr><th>Id</th><th>Title</th></tr>{items}</table><p>3 issues</p>")

    def issue(asked: Asked) -> Reply:
        number = asked.path.rpartition("/")[2]
        count, page = COMMENTS[number], int(asked.query.get("page", ["1"])[0])
        first, last = (page - 1) * PAGE + 1, min(page * PAGE, count)
        more = f"<a rel=next href='/i/{number}?page={page + 1}'>Next</a>" if last < count else ""
        said = (
            f"<h2>Discussion</h2><section>{comments(number, first, last)}</section><nav>{more}</nav>" if count else ""
        )
        related = "<h2>Related</h2><ul><li><a href=/i/1>Issue 1</a></li><li><a href=/i/3>Issue 3</a></li></ul>"
        return Reply(f"<h1>Issue {number}</h1><dl><dt>State</dt><dd>open</dd></dl>{said}{related}")

    site.on("/i/*", issue)


CHORE = """
webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /issues}}
  - extract:
      into: issues
      key: id
      fields: {{id: integer, title: text, url: link, state: {{type: text, page: detail}}}}
      tables:
        comments:
          in: Discussion
          key: number
          fields: {{number: {{type: integer, label: "No."}}, author: text, spent: {{type: duration, match: "Effort: (.+)"}}}}
  - execute: SELECT count(*), sum(epoch(spent)) / 60 FROM comments
"""


def test_child_rows_carry_their_parents_key_and_are_walked_to_their_end(site_server: SiteServer, tmp_path: Path):
    """All ten comments of two issues over several pages, none of the third; typed, keyed within their parent."""
    serve(site_server)
    file = tmp_path / "issues.yaml"
    file.write_text(CHORE.format(url=site_server.url))
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    assert set(run.table("comments").arrow()["_parent"].to_pylist()) == {"1", "3"}
    got = rows(run.table("comments").arrow(), ["issues_id", "number", "author"])
    assert sorted(got) == [(int(i), n, f"Ann {n}") for i, count in COMMENTS.items() for n in range(1, count + 1)]
    assert tuple(run.answer.rows[0]) == (10, sum(n * 10 + int(i) for i, c in COMMENTS.items() for n in range(1, c + 1)))
    child = next(table for table in run.result.tables if table.name == "comments")
    assert (child.rows, child.verdict) == (10, "complete"), child.reasons


def test_a_region_that_no_record_has_is_doubted(site_server: SiteServer, tmp_path: Path):
    """That records may have no rows doesn't say that none has: the file may call the region otherwise than the site."""
    serve(site_server)
    file = tmp_path / "issues.yaml"
    chore = CHORE.format(url=site_server.url).replace(
        "in: Discussion", 'in: Disputes\n          expect: {rows: ">= 0"}'
    )
    file.write_text(chore)
    run = webdart.run(file, project=tmp_path)
    assert (run.result.exit, [doubt.kind for doubt in run.result.doubts]) == (3, ["unknown"])
    assert "'Disputes' is nowhere on the page" in str(run.result.doubts[0].samples)


@pytest.mark.proof
def test_child_rows_name_their_parent_without_a_key(site_server: SiteServer, tmp_path: Path):
    """`_parent` is the parent's key, here its main link: one can join by it, see it in `tables`, and export it."""
    serve(site_server)
    file = tmp_path / "issues.yaml"
    sql = "SELECT i.title, count(*) FROM comments c JOIN issues i ON c._parent = i.url GROUP BY ALL ORDER BY 1"
    whole = CHORE.format(url=site_server.url).replace("      key: id\n", "")
    file.write_text(whole.partition("  - execute")[0] + f"  - execute: {sql}\n")
    run = webdart.run(file, project=tmp_path)
    assert run.answer.rows == (("Issue 1", 7), ("Issue 3", 3))
    folder = RunFolder(run.folder)
    (line,) = [one for one in asyncio.run(lines_of(folder)) if one.name == "comments"]
    assert line.columns["_parent"] == "text"
    parents = [f"{site_server.url}/i/1"] * 7 + [f"{site_server.url}/i/3"] * 3
    exported = packed(shown(asyncio.run(tables_of(folder))["comments"]), "jsonl").decode()
    assert [json.loads(text)["_parent"] for text in exported.splitlines()] == parents


ORDERS = {1: "Pending", 2: "Complete", 3: "Complete", 4: "Pending", 5: "Complete"}


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("key", "sql", "opened", "answer"),
    [
        ("key: id, ", "FROM items i JOIN orders o ON i.orders_id = o.id WHERE o.status = 'Pending'", {1, 4}, 5),
        ("key: id, ", "FROM items WHERE orders_id IN (SELECT id FROM orders WHERE status = 'Pending')", {1, 4}, 5),
        ("", "FROM orders o JOIN items i ON o.url = i._parent WHERE status = 'Pending' AND o.id > 1", {4}, 4),
        ("key: id, ", "FROM items i JOIN orders o ON i.orders_id = o.id WHERE o.status = 'Lost'", set[int](), 0),
        # what reads the child table in another place, or keeps rows without a parent, needs them all
        ("key: id, ", "FROM items i LEFT JOIN orders o ON i.orders_id = o.id AND o.status = 'Pending'", {*ORDERS}, 15),
        ("key: id, ", "FROM items i JOIN orders o ON i.quantity = o.id WHERE o.status = 'Pending'", {*ORDERS}, 7),
        ("key: id, ", "FROM items, (SELECT 1) WHERE quantity > 0", {*ORDERS}, 15),
    ],
)
def test_only_parents_that_matter_are_opened(
    site_server: SiteServer, tmp_path: Path, key: str, sql: str, opened: set[int], answer: int
):
    """A join with the parent, by its key, hands its conditions on to the pages that are opened."""
    items = "".join(f"<tr><td><a href=/o/{n}>{n}</a><td>{status}</tr>" for n, status in ORDERS.items())
    site_server.page("/", f"<h1>Orders</h1><table><tr><th>Id<th>Status</tr>{items}</table>")

    def order(asked: Asked) -> Reply:
        number = int(asked.path.rpartition("/")[2])
        lines = "".join(f"<tr><td>Part {number}-{n}<td>{n}</tr>" for n in range(1, number + 1))
        return Reply(f"<h1>Order {number}</h1><table><tr><th>Item<th>Quantity</tr>{lines}</table>")

    site_server.on("/o/*", order)
    file = tmp_path / "orders.yaml"
    file.write_text(
        f'webdart: 1\nsites: {{site: "{site_server.url}"}}\nstages:\n  - navigate: {{start: /}}\n'
        f"  - extract: {{into: orders, {key}fields: {{id: integer, status: text, url: link}},\n"
        "      tables: {items: {fields: {item: text, quantity: integer}}}}\n"
        f"  - execute: SELECT count(*) {sql}\n"
    )
    run = webdart.run(file, project=tmp_path)
    assert run.answer.value == answer, run.result.error
    assert {int(asked.path.rpartition("/")[2]) for asked in site_server.seen("/o/*")} == opened
    assert run.result.exit == 0, (run.result.error, run.result.tables)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "head",
    ["<h1>{name}</h1>", "<title>{name} - Shop</title><h1>Shop</h1><h2>{name}</h2>", "<title>Shop: {name}</title><h3>{name}</h3>", "<title>{name}, page {page} of 2 - Shop</title><h2>{name}, page {page} of 2</h2>"],
    ids=["its main heading", "below the site's", "no main heading", "numbered"],
)  # fmt: skip
def test_the_next_record_is_no_further_page_of_a_records_rows(site_server: SiteServer, tmp_path: Path, head: str):
    """Records that are linked one to the next keep their rows apart; the rows that do go on are read to their end."""
    count = {1: 2, 2: 5, 3: 1, 4: 3}
    items = "".join(f"<tr><td>{n}</td><td><a href=/post/lamp-{n}>Lamp {n}</a></td></tr>" for n in count)
    site_server.page("/posts", f"<h1>Posts</h1><table><tr><th>Id</th><th>Title</th></tr>{items}</table>")

    def post(asked: Asked) -> Reply:
        number, page = int(asked.path.split("/")[2].rpartition("-")[2]), int(asked.query.get("page", ["1"])[0])
        first, last = (page - 1) * PAGE + 1, min(page * PAGE, count[number])
        after = f"/more/lamp-{number}?page=2" if last < count[number] else f"/post/lamp-{number + 1}"
        onwards = f"<a rel=next href='{after}'>Next</a>" if last < count[number] or number < len(count) else ""
        said = comments(str(number), first, last)
        name = head.format(name=f"Lamp {number}", page=page)
        return Reply(f"{name}<p>Text.</p><section>{said}</section><nav>{onwards}</nav>")

    site_server.on("/post/*", post)
    site_server.on("/more/*", post)
    file = tmp_path / "posts.yaml"
    file.write_text(
        f"""
webdart: 1
sites: {{site: "{site_server.url}"}}
stages:
  - navigate: {{start: /posts}}
  - extract:
      into: posts
      key: id
      fields: {{id: integer, title: text, url: link}}
      detail: {{fetch: all}}
      tables:
        comments: {{key: number, fields: {{number: {{type: integer, label: "No."}}, author: text}}}}
  - execute: SELECT posts_id, count(*) FROM comments GROUP BY 1 ORDER BY 1
"""
    )
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    assert [tuple(row) for row in run.answer.rows] == list(count.items())


def test_rows_behind_a_link_replace_the_few_that_the_page_shows(site_server: SiteServer, tmp_path: Path):
    """`through`: the page shows two reviews, the link leads to all five, on pages of three."""
    names = ["Byron", "Hopper", "Na", "Sol", "Ek"]
    cell = "<li><b>{}</b> <span>{} out of 5</span></li>"
    shown = [cell.format(name, n) for n, name in enumerate(names, 1)]
    site_server.page(
        "/desk", f"<h1>Desk</h1><h2>Reviews</h2><ul>{''.join(shown[:2])}</ul><a href=/reviews>All reviews</a>"
    )
    site_server.page(
        "/reviews", f"<h1>Reviews</h1><ul>{''.join(shown[:3])}</ul><p>1-3 of 5</p><a rel=next href=/reviews2>Next</a>"
    )
    site_server.page("/reviews2", f"<h1>Reviews</h1><ul>{''.join(shown[3:])}</ul><p>4-5 of 5</p>")
    file = tmp_path / "desk.yaml"
    file.write_text(f"""
webdart: 1
sites: {{site: "{site_server.url}"}}
stages:
  - navigate: {{start: /desk}}
  - extract:
      into: desks
      each: page
      key: name
      fields: {{name: text}}
      tables:
        reviews: {{through: All reviews, fields: {{author: text, stars: rating}}}}
  - execute: SELECT author, stars FROM reviews ORDER BY stars
""")
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    assert [tuple(row) for row in run.answer.rows] == [(name, float(n)) for n, name in enumerate(names, 1)]
    assert set(rows(run.table("reviews").arrow(), ["desks_name"])) == {("Desk",)}
    child = next(table for table in run.result.tables if table.name == "reviews")
    assert (child.rows, child.stated, child.verdict) == (5, 5, "complete"), child.reasons


@pytest.mark.parametrize(("note", "verdict"), [("<p>3 events</p>", "complete"), ("", "incomplete")])
def test_rows_behind_a_link_where_the_record_page_is_in_doubt(
    site_server: SiteServer, tmp_path: Path, note: str, verdict: str
):
    """What can be read in two ways on a record's page ends no chore whose rows stand behind a tab of it.

    It is told, unless the site counts as many rows as there are.
    """
    tabs = "<div><a href=/jam>Facts</a> <a href=/jam/events>Events</a> <a href=/jam/tags>Tags</a></div>"
    site_server.page(
        "/jam", f"<h1>Jam</h1><table><tr><th>Title</th><th>Full title</th><th>Release</th></tr></table>{tabs}"
    )
    events = "".join(f"<tr><td>{n}</td><td>Jam in gripper {n}</td></tr>" for n in (1, 2, 3))
    site_server.page(
        "/jam/events", f"<h1>Jam</h1>{tabs}<table><tr><th>Id</th><th>Title</th></tr>{events}</table>{note}"
    )
    file = tmp_path / "jam.yaml"
    file.write_text(f"""
webdart: 1
sites: {{site: "{site_server.url}"}}
stages:
  - navigate: {{start: /jam}}
  - extract:
      into: troubles
      each: page
      key: name
      fields: {{name: {{type: text, at: css=h1}}}}
      tables:
        events: {{through: Events, fields: {{id: text, title: text}}}}
  - execute: SELECT id, title FROM events ORDER BY id
""")
    run = webdart.run(file, project=tmp_path)
    assert [tuple(row) for row in run.answer.rows] == [(str(n), f"Jam in gripper {n}") for n in (1, 2, 3)]
    child = next(table for table in run.result.tables if table.name == "events")
    assert (child.verdict, run.result.exit) == (verdict, 0 if verdict == "complete" else 3), child.reasons
    assert ("what the link leads to" in child.reasons[0]) == (verdict == "incomplete")


@pytest.mark.proof
def test_a_page_of_child_rows_that_fails_makes_the_child_table_incomplete(site_server: SiteServer, tmp_path: Path):
    """What is missing is said of the child table, not of its parent's."""
    serve(site_server)

    def broken(asked: Asked) -> Reply:
        return Reply("gone", status=404)

    site_server.on("/i/3", broken)
    file = tmp_path / "issues.yaml"
    file.write_text(CHORE.format(url=site_server.url))
    run = webdart.run(file, project=tmp_path)
    child = next(table for table in run.result.tables if table.name == "comments")
    assert (child.rows, child.verdict) == (7, "incomplete")
    assert "404" in child.reasons[0]
    assert run.result.exit == 3


@pytest.mark.proof
def test_the_first_records_only_row_is_known_by_those_of_others(site_server: SiteServer, tmp_path: Path):
    """One review alone is any block of the page; what others have two of shows that it is one, and it is not left out."""
    for number in (1, 2, 3):
        reviews = "".join(f"<div class=review><b>Ann {n}</b><p>Good {n}.</p></div>" for n in range(1 + (number == 2)))
        site_server.page(f"/i/{number}", f"<h1>Part {number}</h1><h2>Reviews</h2>{reviews}<p>No more of them.</p>")
    items = "".join(f"<tr><td><a href=/i/{n}>Part {n}</a></td></tr>" for n in (1, 2, 3))
    site_server.page("/parts", f"<h1>Parts</h1><table><tr><th>Name</th></tr>{items}</table>")
    file = tmp_path / "reviews.yaml"
    file.write_text(
        f"""
webdart: 1
sites: {{site: "{site_server.url}"}}
stages:
  - navigate: {{start: /parts}}
  - extract:
      into: parts
      key: name
      fields: {{name: text, url: link}}
      tables: {{reviews: {{in: Reviews, fields: {{who: {{type: text, at: css=b}}, words: {{type: text, at: css=p}}}}}}}}
  - execute: SELECT parts_name, count(*) FROM reviews GROUP BY ALL ORDER BY 1
"""
    )
    got = webdart.run(file, project=tmp_path)
    assert got.result.error is None
    assert [tuple(row) for row in got.answer.rows] == [("Part 1", 1), ("Part 2", 2), ("Part 3", 1)]


@pytest.mark.proof
def test_rows_in_a_closed_tab_of_the_records_page(site_server: SiteServer, tmp_path: Path):
    """What a tab of a record's own page holds counts as on it, for child rows as for fields; menus that hide do not."""
    items = "".join(f"<tr><td><a href=/t/{n}>Town {n}</a></td><td>{n}</td></tr>" for n in (1, 2, 3))
    site_server.page("/towns", f"<h1>Towns</h1><table><tr><th>Name</th><th>Id</th></tr>{items}</table>")
    for town in (1, 2, 3):
        rows_ = "".join(f"<tr><td>{town}{n}</td><td>Ann {town}{n}</td><td>{n} kg</td></tr>" for n in range(town))
        site_server.page(
            f"/t/{town}",
            f"<h1>Town {town}</h1><ul><li><a href='#about'>About</a></li><li><a href='#people'>People</a></li></ul>"
            f"<div id=about><dl><dt>State</dt><dd>open</dd></dl></div><div id=people style='display: none'>"
            f"<table><thead><tr><th>No.</th><th>Name</th><th>Weight</th></tr></thead><tbody>{rows_}</tbody></table></div>"
            "<ul style='display: none'><li><a href=/x>Ann menu</a></li><li><a href=/y>Bo menu</a></li></ul>",
        )
    file = tmp_path / "towns.yaml"
    file.write_text(
        f"webdart: 1\nsites: {{site: '{site_server.url}'}}\nstages:\n  - navigate: {{start: /towns}}\n"
        "  - extract:\n      into: towns\n      fields: {name: text, url: link}\n      tables:\n"
        "        people: {key: number, fields: {number: {type: integer, label: 'No.'}, name: text, weight: text}}\n"
        "  - execute: SELECT number, name FROM people ORDER BY number\n"
    )
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    assert [tuple(row) for row in run.answer.rows] == [
        (int(f"{town}{n}"), f"Ann {town}{n}") for town in (1, 2, 3) for n in range(town)
    ]


BESIDE = """
webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /device}}
  - extract:
      into: device
      each: page
      fields: {{serial: text}}
      tables:
        files: {{in: Papers, key: [], fields: {{file: text, size: integer}}}}
        visits: {{in: Visits, key: [], fields: {{day: date, cost: integer}}}}
  - execute: SELECT sum(cost) FROM visits
"""


@pytest.mark.proof
def test_a_child_table_is_not_doubted_for_one_beside_it(site_server: SiteServer, tmp_path: Path):
    """What is not on the page is told with the headings that are; the table beside it is whole."""
    visits = "".join(f"<tr><td>2025-03-0{n}</td><td>{n * 10}</td></tr>" for n in range(1, 5))
    site_server.page(
        "/device",
        "<h1>Device</h1><dl><dt>Serial</dt><dd>SN-7</dd></dl>"
        f"<h2>Visits</h2><table><tr><th>Day</th><th>Cost</th></tr>{visits}</table>",
    )
    file = tmp_path / "device.yaml"
    file.write_text(BESIDE.format(url=site_server.url))
    run = webdart.run(file, project=tmp_path)
    told = {table.name: table for table in run.result.tables}
    assert (told["files"].rows, told["files"].verdict) == (0, "unknown")
    assert "'Papers' is nowhere on the page" in told["files"].reasons[0]
    assert "Visits" in told["files"].reasons[0]
    assert told["visits"].verdict == "complete", told["visits"].reasons
    assert run.answer.value == 100


@pytest.mark.proof
def test_a_number_in_the_records_name_counts_no_rows(site_server: SiteServer, tmp_path: Path):
    """An issue called "Gloves came late (7)" has the messages that its page shows."""
    title = "Gloves came late (7)"
    site_server.page(
        "/issues", f"<h1>Issues</h1><table><tr><th>Title</th></tr><tr><td><a href=/i/1>{title}</a></td></tr></table>"
    )
    messages = "".join(f"<tr><td>2025-11-0{n}</td><td>ann</td><td>Word {n}</td></tr>" for n in (2, 3))
    site_server.page(
        "/i/1",
        f"<title>Issue 1: {title} - Lab</title><table><tr><th>Title</th><td>{title}</td></tr><tr><th>State</th><td>new"
        "</td></tr></table><h2>Messages</h2><table><tr><th>Date</th><th>Author</th><th>Text</th></tr>"
        f"{messages}</table>",
    )
    file = tmp_path / "issues.yaml"
    file.write_text(
        f"webdart: 1\nsites: {{site: '{site_server.url}'}}\nstages:\n  - navigate: {{start: /issues}}\n"
        "  - extract:\n      into: issues\n      fields: {title: text, url: link}\n"
        "      tables: {messages: {in: Messages, key: [], fields: {date: date, author: text}}}\n"
        "  - execute: SELECT count(*) FROM messages\n"
    )
    run = webdart.run(file, project=tmp_path)
    told = {table.name: table for table in run.result.tables}
    assert (told["messages"].rows, told["messages"].verdict) == (2, "complete"), told["messages"].reasons


LAMPS = """
webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /lamps}}
  - extract:
      into: lamps
      key: id
      fields: {{id: integer, url: link}}
      tables: {{{table}: {{key: [], fields: {fields}}}}}
  - execute: SELECT * EXCLUDE lamps_id, lamps_id FROM {table}
"""


def lamps(site: SiteServer, tmp_path: Path, pages: list[str], table: str, fields: str) -> webdart.Run:
    """A run over lamps whose own pages are those; each has a name and a text about it above."""
    rows_ = "".join(f"<tr><td><a href=/l/{n}>{n}</a></td></tr>" for n in range(len(pages)))
    site.page("/lamps", f"<h1>Lamps</h1><table><tr><th>Id</th></tr>{rows_}</table>")
    for number, body in enumerate(pages):
        site.page(f"/l/{number}", f"<main><h1>Lamp {number}</h1><p>Built {number}</p><p>Sold {number}</p>{body}</main>")
    file = tmp_path / "lamps.yaml"
    file.write_text(LAMPS.format(url=site.url, table=table, fields=fields))
    return webdart.run(file, project=tmp_path)


def tags_of(*names: str, head: str = "Tags") -> str:
    return f"<section><h2>{head}</h2><ul>{''.join(f'<li>{name}</li>' for name in names)}</ul></section>"


TAGS = [["oak", "old", "red"], ["ash", "new"], [], ["elm", "big", "blue"]]


@pytest.mark.proof
def test_a_record_without_rows_teaches_nothing_to_those_behind_it(site_server: SiteServer, tmp_path: Path):
    """Where no tags stand, two paragraphs are the only list of the page: none of the next lamps' tags are paragraphs."""
    run = lamps(site_server, tmp_path, [tags_of(*own) if own else "" for own in TAGS], "tags", "{tag: text}")
    assert [tuple(row) for row in run.answer.rows] == [(tag, n) for n, own in enumerate(TAGS) for tag in own]
    assert run.result.exit == 0, run.result.doubts


@pytest.mark.proof
def test_a_list_that_is_another_one_elsewhere_is_none_of_the_rows(site_server: SiteServer, tmp_path: Path):
    """The second lamp has an archive of such parts alone; what is archived stands below others' parts, too."""
    part = "<li><b class=part>{0}</b> <i class=count>{1}</i></li>"
    now = "<section><h2>Parts</h2><ul>" + part.format("Bulb", 1) + part.format("Cable", 2) + "</ul></section>"
    old = "<section><h2>Archive</h2><p>No longer made</p><ul>" + part.format("Knob", 7) + "</ul></section>"
    run = lamps(
        site_server, tmp_path, [now, old.replace("Knob", "Foot"), now + old], "parts", "{part: text, count: integer}"
    )
    assert run.result.exit == 3
    (told,) = run.result.doubts
    assert (told.table, told.kind) == ("parts", "guessed")
    assert "'Parts', 'Archive'" in told.remedy


@pytest.mark.proof
def test_a_page_that_lacks_a_field_waits_for_one_that_has_it(site_server: SiteServer, tmp_path: Path):
    """The first lamp has no parts, and other lamps with prices below: nothing of these has a count."""
    row = "<tr><td>{}</td><td>{}</td><td>{}.50 EUR</td></tr>"
    parts = [row.format(name, n, n) for n, name in enumerate(("Bulb", "Cable", "Knob"), 2)]
    others = "".join(
        f"<li><a href=/l/{n}>{name}</a> <span>{n}9.90 EUR</span></li>"
        for n, name in enumerate(("Foot", "Hall", "Desk", "Wall"))
    )
    others = f"<section><h2>Related</h2><ul>{others}</ul></section>"
    pages = [others, f"<h2>Parts</h2><table>{parts[0]}{parts[1]}</table>{others}"]
    pages.append(f"<h2>Parts</h2><table>{parts[2]}</table>{others}")
    run = lamps(site_server, tmp_path, pages, "parts", "{item: text, quantity: integer, price: money}")
    assert [tuple(row)[:2] for row in run.answer.rows] == [("Bulb", 2), ("Cable", 3), ("Knob", 4)]
    assert run.result.exit == 0, run.result.doubts


@pytest.mark.proof
def test_rows_that_every_record_has_are_doubted(site_server: SiteServer, tmp_path: Path):
    """Two lists of plain words: the headings above them may be taken for the rows, and are the same on every page."""
    pages = [tags_of(*own) + tags_of("S", "M", head="Sizes") for own in TAGS if own]
    run = lamps(site_server, tmp_path, pages, "tags", "{tag: text}")
    assert run.result.exit == 3
    assert {told.kind for told in run.result.doubts} <= {"repeated", "guessed"}


@pytest.mark.proof
def test_what_a_record_is_called_heads_its_rows_though_others_pages_say_it(site_server: SiteServer, tmp_path: Path):
    """Below each lamp's parts stand the other lamps, each under its name, which stands over that one's own parts."""
    names, parts = ("Foot", "Hall", "Desk", "Wall"), ("Bulb", "Cable", "Knob", "Shade")
    linked = "".join(f"<tr><td>{n}</td><td><a href=/l/{n}>{name}</a></td></tr>" for n, name in enumerate(names))
    site_server.page("/lamps", f"<h1>All</h1><table><tr><th>Id</th><th>Name</th></tr>{linked}</table>")
    for lamp, name in enumerate(names):
        own = "".join(f"<tr><td>{part}</td><td>{lamp + 1}</td></tr>" for part in (parts[lamp], parts[lamp - 1]))
        others = "".join(f"<div><h3>{other}</h3><p>A lamp with light.</p></div>" for other in names if other != name)
        table = f"<h1>{name}</h1><table><tr><th>Item</th><th>Quantity</th></tr>{own}</table>"
        more = f"<section><h2>You may also like</h2>{others}</section>"
        site_server.page(f"/l/{lamp}", f"<main>{table}</main>{more}")
    file = tmp_path / "lamps.yaml"
    file.write_text(LAMPS.format(url=site_server.url, table="parts", fields="{item: text, quantity: integer}"))
    run = webdart.run(file, project=tmp_path)
    assert len(run.answer.rows) == 2 * len(names), run.result.doubts
    assert run.result.exit == 0, run.result.doubts
