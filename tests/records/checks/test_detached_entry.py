"""The first message of a thread stands in another place than the answers, and in other mark-up."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Row = tuple[str, str, str]

SAID: list[Row] = [
    ("ann", "2026-03-10", "My lamp hums."),
    ("bob", "2026-03-11", "Try another bulb."),
    ("cid", "2026-03-12", "It is the dimmer."),
    ("dora", "2026-03-13", "Solved, thanks."),
]
FIELDS = {"author": "text", "date": "date", "text": "text"}


def answers(form: str) -> str:
    return "".join(form.format(*row) for row in SAID[1:])


MARKED = (
    "<article class=topic><h2>Lamp hums</h2><p>by <i class=author>{}</i>, <time>{}</time></p><div class=text>{}</div></article>",
    "<div class=answer><b class=author>{}</b> <time>{}</time><p class=text>{}</p></div>",
)
LABELLED = (
    "<div class=topic><p>Author: {}</p><p>Date: {}</p><p>Text: {}</p></div>",
    "<li>Author: {}<br>Date: {}<br>Text: {}</li>",
)


def thread(first: str, form: str, above: str = "") -> str:
    return f"<main><h1>Talk</h1>{above}{first}<section><ul>{answers(form)}</ul></section></main>"


def said(got: Extraction) -> list[Row]:
    return [(f"{row['author']}", f"{row['date']}", f"{row['text']}") for row in (one.values for one in got.records)]


@pytest.mark.parametrize(("topic", "answer"), [MARKED, LABELLED])
def test_a_message_that_the_page_counts_is_read(page: Page, spec: Spec, topic: str, answer: str) -> None:
    """Four messages, it says: three answers, and the one above them."""
    html = thread(topic.format(*SAID[0]), answer, "<p>4 messages</p>")
    got = read(page(html), spec(FIELDS, into="messages"), before=0)
    assert said(got) == SAID
    assert got.remarks == ()


@pytest.mark.parametrize(("topic", "answer"), [MARKED, LABELLED])
@pytest.mark.parametrize("above", ["", "<p>3 answers</p>"])
def test_a_message_that_nothing_counts_is_told(page: Page, spec: Spec, topic: str, answer: str, above: str) -> None:
    """It may as well be the answer of the week: what is left out is said, with its words and the way to have it."""
    got = read(page(thread(topic.format(*SAID[0]), answer, above)), spec(FIELDS, into="answers"))
    assert said(got) == SAID[1:]
    assert [remark.code for remark in got.remarks] == ["apart"]
    assert "ann" in got.remarks[0].text
    assert "`each`" in got.remarks[0].text


@pytest.mark.parametrize(
    "above",
    [
        "<div class=topic><p>Author: ann</p><p>Text: My lamp hums.</p></div>",
        "<nav><p>Author: ann</p><p>Date: 2026-03-10</p><p>Text: My lamp hums.</p></nav>",
    ],
)
def test_what_is_no_message(page: Page, spec: Spec, above: str) -> None:
    """Menus, something that lacks a part."""
    got = read(page(thread(above, LABELLED[1])), spec(FIELDS))
    assert said(got) == SAID[1:]
    assert got.remarks == ()


ROLES = {"tr": "row", "th": "columnheader", "td": "cell", "table": "table"}


def drawn(markup: str) -> str:
    """A table as scripts draw it: boxes with roles."""
    for tag, role in ROLES.items():
        markup = markup.replace(f"<{tag}>", f"<div role={role}>").replace(f"</{tag}>", "</div>")
    return markup


@pytest.mark.parametrize("way", ["head cells", "plain cells", "drawn"])
@pytest.mark.parametrize("fields", [("endpoint", "labels"), ("state", "last_scrape"), ("endpoint", "state")])
def test_heads_with_columns_between_those_asked_for_are_no_record(
    page: Page, spec: Spec, way: str, fields: tuple[str, str]
) -> None:
    """Several tables of the same heads, each below a heading that counts: behind "Endpoint" stands "State", no value."""
    heads = "<tr><th>Endpoint</th><th>State</th><th>Labels</th><th>Last Scrape</th></tr>"
    pools = ""
    for pool, count in (("node", 3), ("cron", 2), ("probe", 4)):
        rows = "".join(
            f"<tr><td><a href='/{pool}/{n}'>{pool}{n}:9100</a></td><td>UP</td><td><i>job={pool}</i></td><td>{n}.2s ago</td></tr>"
            for n in range(count)
        )
        table = f"<table>{heads if way != 'plain cells' else heads.replace('th>', 'td>')}{rows}</table>"
        pools += f"<h3><button>{pool} ({count}/{count} up)</button></h3>{drawn(table) if way == 'drawn' else table}"
    got = read(page(f"<main><h2>Targets</h2>{pools}</main>"), spec(dict.fromkeys(fields, "text")))
    assert [remark.text for remark in got.remarks if "stands above" in remark.text] == []
    assert len(got.records) == 9
