"""A listing that is empty: of one parent among others, or because the file says that it may be."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer

pytestmark = pytest.mark.browser

TOPICS = {1: 4, 2: 0, 3: 1, 4: 3}
HEADS = "<div class=th><span>Topic</span><span>Replies</span><span>Views</span><span>Last post</span></div>"


def serve(site: SiteServer) -> None:
    """Boards whose topics stand under heads that no table mark-up tells; the second says that it has none."""
    boards = "".join(f"<tr><td><a href=/b/{n}>Board {n}</a><td>{count}</tr>" for n, count in TOPICS.items())
    site.page("/", f"<h1>Boards</h1><table><tr><th>Board<th>Topics</tr>{boards}</table>")

    def board(asked: Asked) -> Reply:
        number = int(asked.path.rpartition("/")[2])
        rows = "".join(
            f"<div class=row><div><a href=/t/{number}-{n}>About {number}.{n}</a></div><div>{n * 3}</div>"
            f"<div>{n * 70}</div><div>2026-11-0{n + 1}</div></div>"
            for n in range(TOPICS.get(number, 0))
        )
        none = "<div class=row><div>No topics.</div></div>"
        menu = "<header><a href=/>Home</a> <a href=/members>Members</a> <a href=/search>Search</a></header>"
        return Reply(f"{menu}<h1>Board {number}</h1><p>Welcome.</p><div class=topics>{HEADS}{rows or none}</div>")

    site.on("/b/*", board)


def topics(site: SiteServer, folder: Path, navigate: str, expect: str = "") -> webdart.Run:
    path = folder / "topics.yaml"
    path.write_text(
        f'webdart: 1\nsites: {{forum: "{site.url}"}}\nstages:\n  - navigate: {{start: /}}\n'
        "  - extract: {into: boards, fields: {board: text, topics: integer, url: link}}\n"
        f"  - navigate: {{{navigate}}}\n"
        f"  - extract: {{into: t, {expect}fields: {{topic: text, replies: integer, views: integer, url: link}}}}\n"
        "  - execute: SELECT count(*) FROM t\n"
    )
    return webdart.run(path, project=folder)


EACH = 'for_each: SELECT url FROM boards, start: "{{ row.url }}"'


@pytest.mark.proof
def test_a_parent_without_rows_gives_none(site_server: SiteServer, tmp_path: Path):
    """The heads of the list stand over a note; the other parents' pages tell that this is no other page."""
    serve(site_server)
    run = topics(site_server, tmp_path, EACH)
    assert run.result.exit == 0, run.result.error
    assert run.answer.value == 8


@pytest.mark.proof
def test_a_parent_is_known_by_its_name_in_the_list(site_server: SiteServer, tmp_path: Path):
    """Headings without a word in common, behind addresses that are numbers: the list of boards says which they are."""
    names = {1: "Gardening", 2: "Quiet corner", 4: "Bread"}
    boards = "".join(f"<tr><td><a href=/b/{n}>{name}</a><td>{TOPICS[n]}</tr>" for n, name in names.items())
    site_server.page("/", f"<h1>Boards</h1><table><tr><th>Board<th>Topics</tr>{boards}</table>")
    heads = "<tr><th>Topic<th>Replies<th>Views</tr>"

    def board(asked: Asked) -> Reply:
        number = int(asked.path.rpartition("/")[2])
        rows = "".join(
            f"<tr><td><a href=/t/{number}-{n}>About {number}.{n}</a><td>{n * 3}<td>{n * 70}</tr>"
            for n in range(TOPICS[number])
        )
        inner = f"<table>{heads}{rows}</table>" if rows else "<p>No topics.</p>"
        return Reply(f"<h1>{names[number]}</h1>{inner}")

    site_server.on("/b/*", board)
    run = topics(site_server, tmp_path, EACH)
    assert (run.result.exit, run.answer.value) == (0, 7), run.result.error
    names[2] = "Not found"  # told with status 200, as some sites do
    assert topics(site_server, tmp_path, EACH).result.exit == 1


def test_a_listing_may_be_empty_where_the_file_says_so(site_server: SiteServer, tmp_path: Path):
    """Nothing else tells it, since no page with rows is there to be compared with; without the word it is an error."""
    serve(site_server)
    assert topics(site_server, tmp_path, "start: /b/2").result.exit == 1
    run = topics(site_server, tmp_path, "start: /b/2", 'expect: {rows: ">= 0"}, ')
    assert (run.result.exit, run.answer.value) == (0, 0), run.result.error
    run = topics(site_server, tmp_path, "start: /b/4", 'expect: {rows: ">= 0"}, ')
    assert run.answer.value == 3
    site_server.answers("/b/2", "<h1>Gone</h1>", status=404)
    assert topics(site_server, tmp_path, "start: /b/2", 'expect: {rows: ">= 0"}, ').result.exit == 1
