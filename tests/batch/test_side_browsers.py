"""One listing whose pages are loaded by several browsers: its table is that of one."""

import os
import random
import signal
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.batch.long_listing import PER, Listing, beside, ready, request_of
from tests.batch.shelves import batch, started
from tests.conftest import SiteServer
from webdart import engine
from webdart.batch.side_browsers import FarBrowser
from webdart.batch.side_processes import ProcessLine, SideProcesses
from webdart.browser.port import Bookmark, Browser, Sessions
from webdart.browser.snapshot.transfer import packed_site, unpacked_site
from webdart.errors import BrowserLost, SourceLine
from webdart.page.model import PageView
from webdart.plan.model import LoginPlan, SitePlan
from webdart.runs.spread_pool import SpreadPool
from webdart.secret import Secret
from webdart.settings import Settings
from webdart.trace import Event
from webdart.workflow.requests import RequestShape

KILLS = 30
SITE = SitePlan(name="shop", url="https://shop.example/", delay=1.0)


class Awaited(SideProcesses):
    """Processes that are waited for, so that all of them take part."""

    async def tab(self, site: SitePlan, sessions: Sessions) -> Browser | None:
        await ready(self)
        return await super().tab(site, sessions)


def pid_of(browser: FarBrowser) -> int:
    """The process that loads its pages; 0 where none is ready."""
    line = browser.line
    return line.process.pid if isinstance(line, ProcessLine) and browser.up.is_set() else 0


@pytest.mark.browser
async def test_a_listing_that_several_browsers_load_is_read_as_by_one(tmp_path: Path, site_server: SiteServer):
    """Rows, order, pages and verdict; no page is asked for twice; a browser that dies costs what it was loading."""
    side = Awaited(2, Settings(project=tmp_path))
    killed: list[int] = []

    def kill(number: int) -> None:
        pid = pid_of(side.browsers[0])
        if number >= 6 and pid and not killed:
            os.kill(pid, signal.SIGKILL)
            killed.append(number)

    listing, events = Listing(site_server, 14, kill), list[Event]()
    run = await engine.run(request_of(tmp_path, site_server.url, side), listeners=[events.append])
    answer = run.result.answer
    assert answer is not None
    assert [tuple(row) for row in answer.rows] == listing.rows
    (told,) = run.result.tables
    assert (told.verdict, told.rows, run.result.pages, run.result.exit) == ("complete", 14 * PER, 14, 0)
    assert set(beside(events).values()) == {2, 3}
    assert len(killed) == 1
    assert len(listing.times) <= 14 + 3  # what was under way in the process that died


class Far:
    """A tab of another process; it has a page, or is lost."""

    def __init__(self, page: PageView | None) -> None:
        self.page = page

    async def open(self, url: str, marks: object = ()) -> PageView:
        del url
        return await self.view(marks)

    async def view(self, marks: object = ()) -> PageView:
        del marks
        if self.page is None:
            raise BrowserLost("it has ended")
        return self.page

    async def act(self, action: object) -> PageView:
        return await self.view(action)

    async def bookmark(self) -> Bookmark:
        return Bookmark("", "")

    async def return_to(self, bookmark: Bookmark) -> PageView:
        return await self.view(bookmark)

    async def close(self) -> None:
        self.page = None


@dataclass
class World:
    """A pool of our own, further browsers with tabs in the order given, and the turns that were taken."""

    far: list[Far | None]
    turns: list[str] = field(default_factory=list[str])
    size: int = 1

    async def tab(self, site: SitePlan, mode: object = "read") -> Browser | None:
        del site
        ours = isinstance(mode, str)
        return Far(page("ours")) if ours else self.far.pop(0)  # pyright: ignore[reportReturnType]

    async def turn(self, site: SitePlan, url: str) -> None:
        del site
        self.turns.append(url)

    async def close(self) -> None:
        self.far.clear()


def page(title: str, status: int = 200) -> PageView:
    return PageView(url="https://shop.example/", title=title, language="", status=status, nodes=())


@pytest.mark.parametrize(
    ("far", "title", "turns"),
    [
        (Far(page("far")), "far", ["a"]),
        (Far(page("far", 503)), "far", ["a"]),  # whoever asked for it tries again there
        (Far(page("far", 0)), "ours", ["a"]),
        (Far(None), "ours", ["a"]),
        (None, "ours", []),
    ],
    ids=["there", "an error of the site", "no answer", "lost", "not ready"],
)
async def test_what_another_browser_can_not_load_is_loaded_by_our_own(far: Far | None, title: str, turns: list[str]):
    """The first tab is our own, the next one another's; its page is opened at a turn of ours, whatever comes of it."""
    world = World([far])
    pool = SpreadPool(world, world, world)  # pyright: ignore[reportArgumentType]
    own, other = await pool.tab(SITE), await pool.tab(SITE)
    assert (await own.open("a")).title == "ours"
    assert ((await other.open("a")).title, (await other.view()).title, world.turns) == (title, title, turns)


async def test_a_page_that_is_lost_while_it_is_looked_at_is_opened_again_by_our_own():
    """As it would be seen there."""
    far = Far(page("far"))
    pool = SpreadPool(World([]), World([far]), World([]))  # pyright: ignore[reportArgumentType]
    await pool.tab(SITE)
    tab = await pool.tab(SITE)
    assert (await tab.open("a")).title == "far"
    far.page = None
    assert (await tab.view()).title == "ours"


def test_no_secret_and_no_pace_of_a_site_travels():
    """Its hosts stay shut as those of a site with login; what it takes for reads and writes stays so."""
    at = SourceLine("chore.yaml", 3, 1)
    shape = RequestShape(method="POST", path="/find", fields={"q": ("a", "b")}, at=at)
    login = LoginPlan(page="/in", user="ada", password=Secret("WORD", "s3cret-word"), at=at)
    site = SitePlan(name="shop", url="https://shop.example/", delay=2.0, login=login, reads=(shape,), allow=("cdn",))
    text = packed_site(site)
    assert "s3cret" not in text
    assert "ada" not in text
    found = unpacked_site(text)
    assert (found.delay, found.robots, found.allow, found.reads[0].fields) == (0.0, "ignore", ("cdn",), shape.fields)
    assert found.login is not None


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(900)
async def test_a_browser_that_stands_still_is_given_up(tmp_path: Path, site_server: SiteServer):
    """A process that was stopped is ended when it has told nothing for long; the pages that it had are loaded again."""
    side = Awaited(1, Settings(project=tmp_path), silent=20.0)
    stopped: list[int] = []

    def stop(number: int) -> None:
        pid = pid_of(side.browsers[0])
        if number >= 8 and pid and not stopped:
            os.kill(pid, signal.SIGSTOP)
            stopped.append(pid)

    listing = Listing(site_server, 16, stop)
    run = await engine.run(request_of(tmp_path, site_server.url, side))
    assert run.result.answer is not None
    assert [tuple(row) for row in run.result.answer.rows] == listing.rows
    assert (run.result.exit, len(stopped)) == (0, 1)
    with pytest.raises(ProcessLookupError):
        os.kill(stopped[0], 0)


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(4000)
async def test_browsers_killed_at_random_cost_nothing_and_the_pace_is_kept(tmp_path: Path, site_server: SiteServer):
    """However often: the tables are the same, and no second has more requests than the site's delay lets through."""
    chance, kills, runs, most = random.Random(44), 0, 0, 0

    def kill(number: int) -> None:
        nonlocal kills
        alive = [pid for pid in map(pid_of, side.browsers) if pid]
        if number > 4 and alive and chance.random() < 0.5:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(alive), signal.SIGKILL)
                kills += 1

    while kills < KILLS:
        side, runs = Awaited(3, Settings(project=tmp_path)), runs + 1
        listing = Listing(site_server, 60, kill)
        run = await engine.run(request_of(tmp_path, site_server.url, side, "concurrency: 8, delay: 0.4s"))
        assert run.result.answer is not None
        assert [tuple(row) for row in run.result.answer.rows] == listing.rows
        assert run.result.exit == 0
        most = max(most, *Counter(int(moment) for moment in listing.times).values())
    sys.stdout.write(f"{kills} kills in {runs} runs of 60 pages, {most} requests in a second of a delay of 0.4 s\n")
    assert most <= 1 / 0.4 + 2  # a turn of one second may reach a busy server in the next


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(900)
def test_a_killed_run_of_several_browsers_goes_on(tmp_path: Path, site_server: SiteServer):
    """Nothing is lost or doubled, and its browsers end with it."""
    listing = Listing(site_server, 40)
    request_of(tmp_path, site_server.url, SideProcesses(1, Settings()), "delay: 0.2s")
    process = started(tmp_path, "run", "chore.yaml", "--jobs", "3")
    site_server.wait_for("/list", count=15, seconds=300)
    process.kill()
    process.communicate()
    code, told, err = batch(tmp_path, "resume")
    assert code == 0, err
    assert [(row["name"], row["price"]) for row in told["answer"]["value"]] == listing.rows
    assert told["tables"][0]["verdict"] == "complete"
