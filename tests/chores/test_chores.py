"""Does a sentence become a file that loads, and the right answer?"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

import webdart
from tests.apps.app_server import Application
from tests.chores.script import Chore, chores
from webdart.demo import DemoSite
from webdart.demo.state import PASSWORD, USER
from webdart.errors import SourceLine
from webdart.execute.dry_run import rehearse
from webdart.model.planning.chore import TaskRequest, TaskSite, plan_task
from webdart.plan.model import LoginPlan
from webdart.secret import Secret
from webdart.settings import Settings
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


def _marked(every: Sequence[Chore]) -> list[Any]:
    """A group for each site, so that each is served by one worker; every thirtieth chore is asked in the gate."""
    found: list[Any] = []
    for place, one in enumerate(every):
        kept = [pytest.mark.proof] if place % 30 else []
        found.append(pytest.param(one, id=one.id, marks=[pytest.mark.xdist_group(one.site), *kept]))
    return found


def _answers(chore: Chore, site: Site, folder: Path) -> None:
    plan = asyncio.run(plan_task(request_of(chore, site, folder), Trace(time.monotonic)))
    assert asyncio.run(rehearse(loads(plan.text), Settings())) == (), plan.text
    assert not site.password or site.password not in plan.text
    assert sum(use.calls for use in plan.spent) <= 8, plan.spent
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


@pytest.mark.parametrize("chore", _marked(ALL))
def test_a_sentence_has_its_answer(chore: Chore, site: Site, tmp_path: Path) -> None:
    """A file that loads, with SQL that can run and no secret, by a few questions; then what SQL over the site gives.

    A change is held, and asks for what was meant.
    """
    _answers(chore, site, tmp_path)
