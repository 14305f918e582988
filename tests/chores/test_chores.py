"""Does a sentence become a file that loads, and the right answer?

The plans for the bundled site are made and held against the loader in each test run, and a few answers; all in the proof.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

import webdart
from tests.apps.served import Application
from tests.chores.script import Chore, chores
from webdart.answer.rehearsal import rehearse
from webdart.demo import DemoSite
from webdart.demo.state import PASSWORD, USER
from webdart.errors import SourceLine
from webdart.llm.opened import Opened
from webdart.looking import look_around
from webdart.plan.model import LoginPlan
from webdart.secret import Secret
from webdart.settings import Settings
from webdart.task.chore import TaskPlan, TaskRequest, TaskSite, plan_at, plan_task
from webdart.trace import Trace
from webdart.workflow import loads

pytestmark = pytest.mark.browser

ALL = chores()


@dataclass(frozen=True, slots=True)
class Site:
    """A site to run sentences on: its address, its database, who logs in."""

    url: str
    rows: Any
    user: str
    password: str

    def at(self, chore: Chore) -> str:
        """The page that a chore begins on; in braces it is asked of the database."""
        path = str(self.rows(chore.at.strip("{}"))[0][0]) if chore.at.startswith("{") else chore.at
        return f"{self.url.rstrip('/')}/{path.lstrip('/')}"


@pytest.fixture
def site(request: pytest.FixtureRequest, demo_site: DemoSite) -> Site:
    """The site of the parametrised chore."""
    node = cast("pytest.Function", request.node)  # pyright: ignore[reportUnknownMemberType] - untyped in pytest
    chore = cast("Chore", node.callspec.params["chore"])
    if chore.site == "demo":
        return Site(demo_site.url, demo_site.rows, USER, PASSWORD)
    application: Application = request.getfixturevalue(chore.site)
    return Site(application.url, application.sql, application.user, application.password)


def request_of(chore: Chore, site: Site, project: Path) -> TaskRequest:
    """What a person would ask for, and the chore's script in the place of a model."""
    at = SourceLine("test", 1, 1)
    login = LoginPlan(user=Secret("THE_USER", site.user), password=Secret("THE_PASSWORD", site.password), at=at)
    return TaskRequest(
        task=chore.task,
        sites=(TaskSite(url=site.at(chore), login=login if chore.login else None),),
        settings=Settings(project=project, experience=False),
        model=chore.model(),
    )


async def plans_of(every: Sequence[Chore], site: Site, project: Path) -> dict[str, TaskPlan]:
    """The plans of chores on one site, all in one browser."""
    trace, plans = Trace(time.monotonic), dict[str, TaskPlan]()
    first = request_of(every[0], site, project)
    visit = first.sites[0].visit
    async with look_around(visit, first.settings, trace) as around:
        for chore in every:
            request = request_of(chore, site, project)
            url = request.sites[0].url
            here = replace(around, visit=replace(visit, url=url), first=await around.at(url))
            model = Opened(model=chore.model(), name="script")
            plans[chore.id] = await plan_at(request, [here], model, trace)
    return plans


def _marked(every: Sequence[Chore]) -> list[Any]:
    """A group for each site, so that each is served by one worker."""
    return [pytest.param(one, id=one.id, marks=pytest.mark.xdist_group(one.site)) for one in every]


_GATE = frozenset({"demo"})  # sites whose plans every test run makes anew
_GROUPS = sorted({(chore.site, chore.login) for chore in ALL})


@pytest.mark.parametrize(
    ("chore", "group"),
    [
        pytest.param(
            next(one for one in ALL if (one.site, one.login) == group),
            group,
            id=f"{group[0]}{'-logged-in' if group[1] else ''}",
            marks=[pytest.mark.xdist_group(group[0]), *([] if group[0] in _GATE else [pytest.mark.proof])],
        )
        for group in _GROUPS
    ],
)
def test_every_sentence_becomes_a_file_that_loads(
    chore: Chore, group: tuple[str, bool], site: Site, tmp_path: Path
) -> None:
    """Valid at the first try; its SQL can run; no secret stands in it; a few questions were enough."""
    del chore
    plans = asyncio.run(plans_of([one for one in ALL if (one.site, one.login) == group], site, tmp_path))
    for name, plan in plans.items():
        assert asyncio.run(rehearse(loads(plan.text), Settings())) == (), name
        assert not site.password or site.password not in plan.text, name
        assert sum(use.calls for use in plan.spent) <= 8, name


def _answers(chore: Chore, site: Site, folder: Path) -> None:
    plan = asyncio.run(plan_task(request_of(chore, site, folder), Trace(time.monotonic)))
    file = folder / "plan.yaml"
    file.write_text(plan.text)
    secrets = {"THE_USER": site.user, "THE_PASSWORD": site.password}
    run = webdart.run(file, project=folder, secrets=secrets, dry_run=chore.writes is not None)
    if chore.writes is not None:
        held = [write.request for write in run.result.writes if write.state == "held"]
        ((path,),) = site.rows(chore.writes["path"])
        assert len(held) == 1, (plan.text, run.result)
        assert held[0].startswith(f"POST {path}"), (plan.text, run.result)
        return
    assert run.result.exit == 0, (plan.text, run.result.error, run.result.warnings)
    assert _plain(run.answer.rows) == _plain(site.rows(chore.expected)), plan.text


def _plain(rows: Sequence[Sequence[object]]) -> list[tuple[object, ...]]:
    return [
        tuple(
            round(float(cell), 4) if isinstance(cell, int | float) or hasattr(cell, "quantize") else cell
            for cell in cast("Sequence[Any]", row)
        )
        for row in rows
    ]


@pytest.mark.parametrize("chore", _marked([one for one in ALL if one.sample]))
def test_a_sentence_has_its_answer(chore: Chore, site: Site, tmp_path: Path) -> None:
    """The answer is what SQL over the site's own database gives; a change is held, and asks for what was meant."""
    _answers(chore, site, tmp_path)


@pytest.mark.proof
@pytest.mark.parametrize("chore", _marked([one for one in ALL if not one.sample]))
def test_every_other_sentence_has_its_answer(chore: Chore, site: Site, tmp_path: Path) -> None:
    """As above."""
    _answers(chore, site, tmp_path)
