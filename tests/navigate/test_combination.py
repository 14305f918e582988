"""Controls that are tried together: what a form holds back is sent before a link leads on."""

import asyncio
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.pushdown_chores import Desk, chore
from webdart.navigate.site_memory import MOST_SKIPS, Memories
from webdart.plan.model import SitePlan

pytestmark = pytest.mark.browser

SIZE = 15
ROWS = [
    (n, "Open" if n % 15 == 7 else ("Closed", "Waiting")[n % 2], ("High", "Low")[n % 7 == 0], n * 37 % 200)
    for n in range(150)
]
WANTED = "SELECT name FROM rows WHERE status = 'Open' ORDER BY votes LIMIT 4"


def listing(*, lying: bool = False) -> object:
    """A table with two lists in a form that a button sends, and heads that sort and keep what was sent."""

    def answer(asked: Asked) -> Reply:
        query = {name: values[-1] for name, values in asked.query.items()}
        status = query.get("status", "")
        rows = [row for row in ROWS if lying or not status or row[1] == status]
        if query.get("sort") == "votes":
            rows = sorted(rows, key=lambda row: (row[3], row[0]))
        page = int(query.get("page", "1"))
        pages = max(1, -(-len(rows) // SIZE))

        def link(words: str, **more: object) -> str:
            kept = {name: value for name, value in {**query, **more}.items() if name != "page" or "page" in more}
            return f'<a href="/?{escape(urlencode(kept))}">{words}</a>'

        options = "".join(
            f"<option{' selected' * (one == status)} value='{one if one != 'All' else ''}'>{one}</option>"
            for one in ("All", "Open", "Closed", "Waiting")
        )
        body = "".join(
            f"<tr><td><a href=/item/{n}>Item {n}</a><td>{status}<td>{level}<td>{votes}</tr>"
            for n, status, level, votes in rows[(page - 1) * SIZE : page * SIZE]
        )
        pager = "".join(link(str(number), page=number) for number in range(1, pages + 1))
        onwards = link("Next", page=page + 1) if page < pages else ""
        return Reply(
            f"<h1>Items</h1><form><label>Status <select name=status>{options}</select></label>"
            f"<button>Filter</button></form><p>{len(rows)} items</p><table><tr><th>Name<th>Status<th>Level"
            f"<th>{link('Votes', sort='votes')}</tr>{body}</table><nav>{pager}{onwards}</nav>"
        )

    return answer


FIELDS = "fields: {name: text, status: text, votes: integer}"


@pytest.mark.proof
def test_a_form_is_sent_before_a_head_is_followed(site_server: SiteServer, desk: Desk, loop: asyncio.Runner):
    """The list box alone changes nothing: its form is sent, then the head is followed that keeps it."""
    site_server.on("/", listing())  # type: ignore[arg-type]
    walked = loop.run(desk.walk(chore(site_server.url, "start: /", FIELDS, WANTED)))
    assert [step.verdict for step in walked.replans] == ["taken", "taken"]
    assert walked.pages < 8


@pytest.mark.proof
def test_a_control_that_lies_is_skipped_by_a_few_runs_and_tried_again(site_server: SiteServer, tmp_path: Path):
    """In this project alone; the run and `explain` say when and why it was refused."""
    site_server.on("/", listing(lying=True))  # type: ignore[arg-type]
    path = tmp_path / "chore.yaml"
    path.write_text(
        f'webdart: 1\nsites: {{site: "{site_server.url}"}}\nstages:\n  - navigate: {{start: /}}\n'
        f"  - extract: {{into: rows, {FIELDS}}}\n  - execute: SELECT count(*) FROM rows WHERE status = 'Open'\n"
    )
    said: list[str] = []
    for _ in range(MOST_SKIPS + 2):
        run = webdart.run(path, project=tmp_path)
        assert run.answer.value == 10
        said.append((run.folder / "trace.jsonl").read_text())
    refused = ["Status: WHERE status = 'Open': refused" in text for text in said]
    assert refused == [True, *[False] * MOST_SKIPS, True]
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert all(f"'Status' skipped: refused on {today} because it" in text for text in said[1:-1])
    assert Memories(tmp_path / "other", datetime.now(UTC)).of(SitePlan(name="s", url=site_server.url)).refused == {}
