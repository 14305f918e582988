"""Kill -9 while pages are read from source or JSON, with a lock and without: `resume` loses and doubles nothing.

Nor does it behind controls that the file sets, whether the rows tell of them (they are all read, then) or not, in
several walks, or while the records' own pages are read.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.data_site import DataSite
from tests.navigate.harbour_site import Harbour
from tests.navigate.parts_site import Part, PartsSite, parts
from tests.runs.lock_runs import lock
from webdart.runs.folder import Project
from webdart.runs.lock import read_lock

pytestmark = [pytest.mark.browser, pytest.mark.proof, pytest.mark.timeout(3600)]
ROWS = 600
KILLS = 30
HARBOUR = 6  # pages of boats, each of which has a page of its own
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


@dataclass
class FilteredSite(PartsSite):
    """The listing of parts with a form above it: which of them are listed. `chosen` is what a chore sets there."""

    chosen: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def truth(self) -> list[tuple[str, ...]]:
        """The rows that the chore shall get."""
        left = [one for one in self.rows if _is_left(one, self.chosen)]
        return sorted((str(no), name, f"{price:.2f}", str(stock)) for no, name, price, _, stock in left)

    def page(self, asked: Asked) -> Reply:
        """One page of the parts that the form leaves."""
        asked_for = {name: values[0] for name, values in asked.query.items() if name != "page"}
        left = copy(self)
        left.rows = [one for one in self.rows if _is_left(one, asked_for)]
        body = str(PartsSite.page(left, asked).body)
        form = "".join(_select(name, label, words, asked_for) for name, (label, words) in FILTERS.items())
        body = body.replace("</h1>", f"</h1><form action=/parts>{form}<button>Apply</button></form>")
        return Reply(body.replace("/parts?page=", f"/parts?{urlencode(asked_for)}&amp;page="))


FILTERS = {"left": ("Show", ("all", "what is left")), "stock": ("Stock", ("any", *"0123456"))}


def _select(name: str, label: str, words: Sequence[str], asked_for: Mapping[str, str]) -> str:
    options = "".join(f"<option{' selected' if asked_for.get(name) == one else ''}>{one}</option>" for one in words)
    return f"<label>{label} <select name={name}>{options}</select></label>"


def _is_left(part: Part, asked_for: Mapping[str, str]) -> bool:
    stock = asked_for.get("stock", "any")
    return (asked_for.get("left", "all") == "all" or part[4] > 0) and (stock == "any" or str(part[4]) in stock.split())


def listing(kind: str, server: SiteServer) -> tuple[PartsSite | DataSite | Harbour, str]:
    """A listing, and the chore that reads it.

    By its source, by JSON, by JSON where a button turns its pages, by its source behind controls that the file sets,
    and with own pages of the records.
    """
    if kind == "own":
        harbour = Harbour(server, pages=HARBOUR, scripted=False)
        return harbour, harbour.chore
    if kind == "html":
        site = PartsSite(server, rows=parts(ROWS))
        return site, site.chore
    if kind in SET:
        setting, chosen, rows = SET[kind]
        site = FilteredSite(server, rows=parts(rows), chosen=chosen)
        chore = site.chore.replace("start: /parts", f"start: /parts, {setting}")
        return site, chore
    drawn = DataSite(server, count=ROWS, placed=kind == "json")
    return drawn, drawn.chore("auto")


SET: dict[str, tuple[str, dict[str, str], int]] = {
    "set": ("set: {Show: what is left}", {"left": "what is left"}, ROWS),
    "judged": ('set: {Stock: "3"}', {"stock": "3"}, 7 * ROWS),
    "several": ('for_each: {held: ["1", "2", "5"]}, set: {Stock: "{{ row.held }}"}', {"stock": "1 2 5"}, 2 * ROWS),
}
"""What a chore sets, what is left by that, of how many rows: enough that a kill finds it on its way."""


@pytest.mark.parametrize("kind", ["html", "json", "turned", "own", *SET])
@pytest.mark.parametrize("locked", [True, False], ids=["with a lock", "without one"])
def test_no_instant_loses_or_doubles_a_row(kind: str, locked: bool, site_server: SiteServer, tmp_path: Path) -> None:
    """At random instants of the walk: at a random request of it, and up to one request later."""
    site, chore = listing(kind, site_server)
    file = tmp_path / "parts.yaml"
    file.write_text(chore)
    if locked:
        assert lock(file)[0] == 0
        kept = read_lock(file)
        assert kept is not None
        assert kept.stages[0].source != "rendered", kept.stages[0].why
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
    print(f"{resumed} of {KILLS} kills were resumed ({kind}), {'with a lock' if locked else 'without one'}")  # noqa: T201
    assert resumed >= KILLS * 2 // 3
