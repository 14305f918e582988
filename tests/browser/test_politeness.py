"""Pace and robots, with a clock and a robots.txt of the test's own."""

from pathlib import Path

import pytest

from webdart.browser.network.politeness import Courtesy
from webdart.browser.network.shared_text import FolderTexts
from webdart.errors import Refused
from webdart.plan.model import SitePlan

PUBLIC = "https://shop.example/"


class World:
    """A clock that waiting moves on, and the robots.txt of every host."""

    def __init__(self, robots: str = "", status: int = 200):
        self.now = 0.0
        self.robots = robots
        self.status = status
        self.fetched: list[str] = []

    async def wait(self, seconds: float) -> None:
        self.now += seconds

    async def fetch(self, url: str) -> tuple[int, str]:
        self.fetched.append(url)
        return self.status, self.robots

    def courtesy(self, **site: object) -> Courtesy:
        plan = SitePlan(**{"name": "shop", "url": PUBLIC, **site})  # type: ignore[arg-type]  # keywords of the test
        return Courtesy(plan, self.fetch, lambda: self.now, self.wait)


async def test_pages_are_a_delay_apart():
    """`delay` lies between the beginnings of two loads; the first does not wait."""
    world = World()
    courtesy = world.courtesy(url="http://127.0.0.1:9/", delay=2.0)
    begun: list[float] = []
    for _ in range(3):
        await courtesy.turn("http://127.0.0.1:9/a")
        begun.append(world.now)
    assert begun == [0.0, 2.0, 4.0]


async def test_robots_are_obeyed_on_public_hosts_and_asked_for_once():
    """What robots.txt keeps robots away from is refused, with the line that would allow it; its delay is kept."""
    world = World("User-agent: *\nDisallow: /private\nCrawl-delay: 3\n")
    courtesy = world.courtesy()
    await courtesy.turn(PUBLIC + "open")
    with pytest.raises(Refused, match=r"robots\.txt.*\n.*robots: ignore"):
        await courtesy.turn(PUBLIC + "private/list")
    await courtesy.turn(PUBLIC + "open/2")
    assert world.now == 3.0
    assert world.fetched == ["https://shop.example/robots.txt"]


@pytest.mark.parametrize(("status", "allowed"), [(404, True), (403, True), (0, True), (500, False), (503, False)])
async def test_a_robots_txt_that_is_not_there(status: int, allowed: bool):
    """RFC 9309: a missing file forbids nothing, a server error everything."""
    courtesy = World("User-agent: *\nDisallow: /", status).courtesy()
    if allowed:
        await courtesy.turn(PUBLIC)
    else:
        with pytest.raises(Refused):
            await courtesy.turn(PUBLIC)


@pytest.mark.parametrize(
    ("site", "asks"),
    [
        ({"url": "http://127.0.0.1:9/"}, False),
        ({"url": "http://localhost:9/"}, False),
        ({"private": True}, False),
        ({"robots": "ignore"}, False),
        ({"url": "http://127.0.0.1:9/", "robots": "obey"}, True),
        ({}, True),
    ],
)
async def test_who_is_asked_for_robots(site: dict[str, object], asks: bool):
    """Local and private hosts are not asked, unless the file says so."""
    world = World()
    courtesy = world.courtesy(**site)
    await courtesy.turn(courtesy.site.url)
    assert bool(world.fetched) == asks


async def test_robots_txt_is_asked_for_once_by_runs_side_by_side(tmp_path: Path):
    """By all of them together; where the server fails, by each anew."""
    texts, world = FolderTexts(tmp_path), World("User-agent: *\nCrawl-delay: 3\n")
    for _ in range(3):
        courtesy = world.courtesy()
        courtesy.texts = texts
        await courtesy.turn(PUBLIC)
    assert len(world.fetched) == 1
    down = World(status=503)
    for _ in range(2):
        courtesy = down.courtesy()
        courtesy.texts = FolderTexts(tmp_path / "down")
        with pytest.raises(Refused):
            await courtesy.turn(PUBLIC)
    assert len(down.fetched) == 2
