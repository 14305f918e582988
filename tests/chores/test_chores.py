"""Does a sentence become a file that loads, and the right answer?"""

import asyncio
import time
from pathlib import Path

import pytest

import webdart
from tests.chores.script import Chore, chores
from tests.comparing import told
from webdart.demo import DemoSite
from webdart.settings import build
from webdart.task.chore import TaskPlan, TaskRequest, plan_task
from webdart.trace import Trace
from webdart.workflow import loads

pytestmark = [pytest.mark.browser]

ALL = chores()


def planned(chore: Chore, url: str, project: Path) -> TaskPlan:
    """The plan of a chore, from its script."""
    settings = build({"project": str(project), "experience": False})
    request = TaskRequest(task=chore.task, site=f"{url.rstrip('/')}{chore.at}", settings=settings, model=chore.model())
    return asyncio.run(plan_task(request, Trace(time.monotonic)))


@pytest.mark.parametrize("chore", [one for one in ALL if one.site == "demo"], ids=lambda chore: chore.id)
def test_demo(chore: Chore, demo_site: DemoSite, tmp_path: Path):
    """The answer is what SQL over the site's own database gives."""
    plan = planned(chore, demo_site.url, tmp_path)
    print(plan.text)
    file = tmp_path / "plan.yaml"
    file.write_text(plan.text)
    assert loads(plan.text).stages
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    assert told(run.answer.rows) == [tuple(row) for row in demo_site.rows(chore.expected)]
