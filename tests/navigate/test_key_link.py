"""The default key of a table: one link for all of its rows, and no row lost where it is none."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from webdart.navigate.key_link import KeyLink, Linked
from webdart.records.model import Record

THREADS = {
    1: ("ann", "bob", "cid"),
    2: ("ann", "bob", "ann", "bob"),
    3: ("eve", "ann", "eve", "ann", "bob", "eve", "ann"),
    4: ("bob",),
    5: ("ann", "bob", "cid", "bob", "ann"),
}
PAGE = 3
ROWS = sum(map(len, THREADS.values()))


def linked(authors: str, posts: str = "", said: str = "") -> Linked:
    """A page of rows by author, each letter one of them, with links of their own where `posts` has a letter."""
    rows = tuple(Record(values={"author": one, "text": text}) for one, text in zip(authors, said or posts, strict=True))
    links: dict[str, tuple[str | None, ...]] = {"author": tuple(f"/u/{one}" for one in authors)}
    if posts:
        links["post"] = tuple(None if one == "-" else f"/p/{one}" for one in posts)
    return Linked(rows, links)


def chosen(*listings: tuple[Linked, ...], whole: bool = False) -> str:
    """The column that is the key after some listings."""
    keys = KeyLink(whole=whole)
    for pages in listings:
        keys.note(pages)
    return keys.column


def test_a_link_that_is_unique_on_all_pages_is_preferred():
    """The first does while nothing speaks against it; on a page where two rows share it, the other takes over."""
    assert chosen((linked("abc", "123"),)) == "author"
    assert chosen((linked("abc", "123"),), (linked("aba", "456"),)) == "post"
    assert chosen((linked("abc", "123"), linked("ab", "45"))) == "post"  # on two pages of one listing


def test_a_link_of_some_rows_alone_is_no_key():
    """Neither the author's, nor the post's where not every row has one."""
    assert chosen((linked("abc", "12-"),), (linked("aba", "456"),)) == ""
    assert chosen((linked("abc", said="123"),), (linked("aba", "456"),)) == ""


def test_a_link_that_other_rows_have_on_another_page_stays_where_there_is_no_better_one():
    """The listing may have moved: both rows are kept by the store, and told."""
    assert chosen((linked("abc", said="123"), linked("ab", said="45"))) == "author"


def test_the_same_row_again_speaks_against_no_link():
    """A row that stands on every page says the same each time."""
    assert chosen((linked("abc", "123"), linked("ad", "14"))) == "author"


def test_rows_of_a_whole_table_have_no_links_in_common():
    """Within each thread every author is another one; over all of them they are not."""
    assert chosen((linked("abc", "123"),), (linked("ab", "45"),)) == "author"
    assert chosen((linked("abc", "123"),), (linked("ab", "45"),), whole=True) == "post"


def serve(site: SiteServer, own: frozenset[int], *, paged: bool, through: bool = False) -> None:
    """Threads with posts by several people; in those of `own` each post links to itself."""
    rows = "".join(f"<tr><td><a href=/t/{n}>Thread {n}</a><td>{len(posts)}</tr>" for n, posts in THREADS.items())
    site.page("/", f"<h1>Threads</h1><table><tr><th>Thread<th>Size</tr>{rows}</table>")

    def thread(asked: Asked) -> Reply:
        parts = asked.path.strip("/").split("/")
        number, page = int(parts[1]), int(asked.query.get("page", ["1"])[0])
        posts, size = [*enumerate(THREADS[number], 1)], PAGE if paged else 99
        here = posts[(page - 1) * size : page * size]
        more = f"<a rel=next href='/t/{number}?page={page + 1}'>Next</a>" if page * size < len(posts) else ""
        if through:
            whole = len(parts) > 2
            here, more = (posts, "") if whole else (posts[:2], f"<a href=/t/{number}/all>All posts</a>")
        said = "".join(
            f"<article class=post><p class=author><a href=/u/{who}>{who}</a></p>"
            f"<p class=text>Says {number}.{n} of it</p>"
            f"{f'<a class=own href=/t/{number}/p/{n}>No. {n}</a>' if number in own else ''}</article>"
            for n, who in here
        )
        return Reply(f"<h1>Thread {number}</h1><h2>Posts</h2><section>{said}</section><nav>{more}</nav>")

    site.on("/t/*", thread)
    site.on("/t/*/all", thread)


CHILD = """
  - navigate: {start: /}
  - extract:
      into: threads
      fields: {thread: text, url: link}
      tables: {posts: {in: Posts, THROUGH fields: {author: text, text: text}}}
"""
EACH = """
  - navigate: {start: /}
  - extract: {into: threads, fields: {thread: text, url: link}}
  - navigate: {for_each: SELECT url FROM threads, start: "{{ row.url }}"}
  - extract: {into: posts, fields: {author: text, text: text}}
"""
ONE = """
  - navigate: {start: /t/5}
  - extract: {into: posts, fields: {author: text, text: text}}
"""


def run(site: SiteServer, folder: Path, stages: str) -> webdart.Run:
    """The posts of a forum."""
    file = folder / "forum.yaml"
    whole = f'webdart: 1\nsites: {{forum: "{site.url}"}}\nstages:{stages}  - execute: SELECT text FROM posts\n'
    file.write_text(whole)
    return webdart.run(file, project=folder)


@pytest.mark.sampled(4)
@pytest.mark.browser
@pytest.mark.parametrize(
    ("stages", "own", "paged", "through"),
    [
        (CHILD, {2, 3}, True, False),  # the author's link in some threads, the post's own in others
        (CHILD, {*THREADS}, True, False),
        (CHILD, set[int](), True, False),
        (CHILD, {2, 3}, False, True),
        (EACH, {2, 3}, True, False),
        (EACH, set[int](), True, False),
    ],
)
def test_no_post_is_lost_to_the_link_of_its_author(
    site_server: SiteServer, tmp_path: Path, stages: str, own: set[int], paged: bool, through: bool
):
    """Every post of every thread is a row, and nothing is doubted."""
    serve(site_server, frozenset(own), paged=paged, through=through)
    done = run(site_server, tmp_path, stages.replace("THROUGH", "through: All posts," if through else ""))
    assert len({str(text) for (text,) in done.answer.rows}) == len(done.answer.rows) == ROWS, done.result.tables
    assert done.result.exit == 0, (done.result.doubts, done.result.error)


@pytest.mark.browser
def test_a_page_of_known_links_and_other_rows_is_read_and_told(site_server: SiteServer, tmp_path: Path):
    """A second page by people of the first has rows of its own: all are kept, and the key is doubted."""
    serve(site_server, frozenset(), paged=True)
    done = run(site_server, tmp_path, ONE)
    assert len(done.answer.rows) == len(THREADS[5])
    assert (done.result.exit, done.result.tables[0].verdict) == (3, "incomplete")
