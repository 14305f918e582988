"""Kill -9 while pages are read from source or JSON, with a lock and without: `resume` loses and doubles nothing."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.conftest import SiteServer
from tests.navigate.data_site import DataSite
from tests.navigate.parts_site import PartsSite, parts
from tests.runs.lock_runs import lock
from webdart.runs.folder import Project

pytestmark = [pytest.mark.browser, pytest.mark.proof, pytest.mark.timeout(3600)]
ROWS = 600
KILLS = 30
_LOOK = 0.002  # seconds between two looks at how far a run is


def started(*words: str, project: Path) -> subprocess.Popen[str]:
    """A command of the checkout under test, in a process of its own."""
    places = os.pathsep.join(place for place in sys.path if place)
    return subprocess.Popen(
        [sys.executable, "-m", "webdart", *words, "--json", "--project", str(project)],
        env=os.environ | {"PYTHONPATH": places},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def served(server: SiteServer, count: int) -> bool:
    """Whether so many requests were answered."""
    return len(server.log) >= count


def kill(running: subprocess.Popen[str], due: Callable[[], bool], later: float) -> None:
    """Kill -9 once it is due, some seconds later; one that has ended before is left alone."""
    while not due() and running.poll() is None:
        time.sleep(_LOOK)
    time.sleep(later)
    running.kill()
    running.communicate()


def listing(kind: str, server: SiteServer) -> tuple[PartsSite | DataSite, str]:
    """A listing by its source, by JSON, and by JSON where a button turns its pages; and the chore that reads it."""
    if kind == "html":
        site = PartsSite(server, rows=parts(ROWS))
        return site, site.chore
    drawn = DataSite(server, count=ROWS, placed=kind == "json")
    return drawn, drawn.chore("auto")


@pytest.mark.parametrize("kind", ["html", "json", "turned"])
@pytest.mark.parametrize("locked", [True, False], ids=["with a lock", "without one"])
def test_no_instant_loses_or_doubles_a_row(kind: str, locked: bool, site_server: SiteServer, tmp_path: Path) -> None:
    """At random instants of the walk: at a random request of it, and up to one request later."""
    site, chore = listing(kind, site_server)
    file = tmp_path / "parts.yaml"
    file.write_text(chore)
    if locked:
        assert lock(file)[0] == 0
    project = tmp_path / "whole"
    project.mkdir()
    before, began = len(site_server.log), time.monotonic()
    assert "complete" in started("run", str(file), project=project).communicate()[0]
    requests = len(site_server.log) - before
    each = (time.monotonic() - began) / requests
    instants = random.Random("instants")
    resumed = 0
    for number in range(KILLS):
        project = tmp_path / f"killed-{number}"
        project.mkdir()
        before = len(site_server.log)
        running = started("run", str(file), project=project)
        kill(running, partial(served, site_server, before + instants.randint(1, requests)), instants.uniform(0, each))
        begun = [folder.record() for folder in Project(project).all()]
        if not begun:
            continue
        if begun[0].exit is None:
            going = started("resume", project=project)
            _, said = going.communicate()
            assert going.returncode == 0, said
            resumed += 1
        asked = started("query", "SELECT no, name, price, stock FROM parts", project=project).communicate()[0]
        rows = [(str(one["no"]), one["name"], f"{one['price']:.2f}", str(one["stock"])) for one in json.loads(asked)]
        assert sorted(rows) == site.truth, number
    print(f"{resumed} of {KILLS} kills were resumed {'with a lock' if locked else 'without one'}")  # noqa: T201
    assert resumed >= KILLS * 2 // 3
