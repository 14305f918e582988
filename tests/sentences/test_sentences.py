"""How many sentences does a real model get right? Asked where one is up; what is right is tested in every run.

`WEBDART_TEST_MODEL_URL` names an endpoint (`WEBDART_TEST_MODEL` its model). `WEBDART_TEST_OUTCOMES` is a file of one
line a sentence; those that stand in it are not asked again, so that a slow model can be asked in parts. The figures
are printed, and stand in `docs/how-to/model.md`.
"""

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

import webdart
from tests.apps.app_server import Application
from tests.sentences.sentence import KINDS, Rows, Sentence, Verdict, filled, judged, sentences
from webdart.demo import DemoSite
from webdart.demo.state import PASSWORD, USER
from webdart.errors import Incomplete, ModelError, SiteError, SourceLine, UsageError, WorkflowErrors
from webdart.model.planning.chore import TaskPlan, TaskRequest, TaskSite, plan_task
from webdart.plan.model import LoginPlan
from webdart.secret import Secret
from webdart.settings import build
from webdart.trace import Trace

URL = os.environ.get("WEBDART_TEST_MODEL_URL", "")
OUTCOMES = os.environ.get("WEBDART_TEST_OUTCOMES", "")
ALL = sentences()
LEAST = 60


def test_there_are_enough_of_each_kind():
    """At least sixty, of all seven kinds, none twice."""
    counted = Counter(one.kind for one in ALL)
    assert set(counted) == set(KINDS)
    assert min(counted.values()) >= LEAST // len(KINDS) - 1
    assert len({one.task for one in ALL}) == len(ALL) >= LEAST


@pytest.mark.parametrize(
    ("kind", "answer", "wanted", "verdict"),
    [
        ("lookup", [["Ann", 3]], [["ann"]], "right"),
        ("lookup", [["Bob"]], [["Ann"]], "wrong"),
        ("aggregate", [[4.0]], [["4"]], "right"),
        ("filter", [["b"], ["a"]], [["a"], ["b"]], "right"),
        ("sort", [["b"], ["a"]], [["a"], ["b"]], "wrong"),
        ("filter", [["a"]], [["a"], ["b"]], "wrong"),
        ("filter", [], [["a"]], "wrong"),
        ("aggregate", [["b", "a"]], [["a", "b"]], "wrong"),
    ],
)
def test_an_answer_is_judged_as_a_person_would(kind: str, answer: Rows, wanted: Rows, verdict: Verdict):
    """Columns may be added, rows not; order counts where it was asked for."""
    one = Sentence(id="one", kind=cast("Any", kind), site="demo", task="", at="/")
    assert judged(one, answer, wanted) == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [([["c"], ["a"]], "right"), ([["c"], ["d"]], "wrong"), ([["c"]], "wrong"), ([["c"], ["c"]], "wrong")],
)
def test_rows_that_are_equally_good_are_as_right(answer: Rows, verdict: Verdict):
    """As many as are asked for, none twice."""
    one = Sentence(id="tied", kind="sort", site="demo", task="", at="")
    assert judged(one, answer, [["a"], ["b"]], [["a"], ["b"], ["c"]]) == verdict


def test_what_is_right_can_be_asked_of_the_database(demo_site: DemoSite):
    """Each has one answer, or one change: not none."""
    with closing(demo_site.data.sqlite()) as database:

        def rows(sql: str) -> Rows:
            return database.execute(sql).fetchall()

        for one in ALL:
            if one.site == "demo":
                assert filled(one.at, rows).startswith("/"), one.id
                assert "{" not in filled(one.task, rows), one.id
                assert rows(one.expected if one.writes is None else one.writes["paths"]), one.id


def _asked() -> set[str]:
    file = Path(OUTCOMES) if OUTCOMES else None
    lines = file.read_text("utf-8").splitlines() if file is not None and file.exists() else []
    return {json.loads(line)["id"] for line in lines}


def _keep(said: Mapping[str, object]) -> None:
    print(json.dumps(said))  # noqa: T201 - what is measured is the output
    if OUTCOMES:
        with Path(OUTCOMES).open("a", encoding="utf-8") as file:
            file.write(json.dumps(said, ensure_ascii=False, default=str) + "\n")


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not URL, reason="WEBDART_TEST_MODEL_URL names no endpoint")
@pytest.mark.parametrize("one", [pytest.param(one, id=one.id) for one in ALL])
def test_a_real_model_is_asked(one: Sentence, request: pytest.FixtureRequest, tmp_path: Path):
    """Right, refused or wrong is written down; nothing is asserted but that no secret is in a plan."""
    if one.id in _asked():
        pytest.skip("it was asked")
    if one.site == "demo":
        demo: DemoSite = request.getfixturevalue("demo_site")
        url, rows, who = demo.url, demo.rows, (USER, PASSWORD)
    else:
        application: Application = request.getfixturevalue(one.site)
        url, rows, who = application.url, application.sql, (application.user, application.password)
    task = filled(one.task, rows)
    site = TaskSite(
        url=f"{url.rstrip('/')}/{filled(one.at, rows).lstrip('/')}", login=_login(who) if one.login else None
    )
    began = time.monotonic()
    kept: dict[str, object] = {"id": one.id, "kind": one.kind, "task": task}
    try:
        plan = _planned(task, site, tmp_path)
    except (ModelError, SiteError, Incomplete, UsageError, WorkflowErrors) as error:
        _keep(kept | {"verdict": "refused", "why": str(error), "seconds": round(time.monotonic() - began)})
        return
    assert not who[1] or who[1] not in plan.text
    kept |= {"tokens": {use.role: [use.calls, use.tokens_in, use.tokens_out] for use in plan.spent}}
    file = tmp_path / "plan.yaml"
    file.write_text(plan.text)
    secrets = {"THE_USER": who[0], "THE_PASSWORD": who[1]}
    run = webdart.run(file, project=tmp_path, secrets=secrets, dry_run=one.writes is not None)
    verdict, why = _changed(one, run, rows) if one.writes is not None else _answered(one, run, rows)
    seconds = round(time.monotonic() - began)
    _keep(kept | {"verdict": verdict, "why": why, "plan": plan.text, "seconds": seconds})


def _login(who: tuple[str, str]) -> LoginPlan:
    at = SourceLine("test", 1, 1)
    return LoginPlan(user=Secret("THE_USER", who[0]), password=Secret("THE_PASSWORD", who[1]), at=at)


def _planned(task: str, site: TaskSite, project: Path) -> TaskPlan:
    named = {"OPENAI_BASE_URL": URL, "WEBDART_MODEL": os.environ.get("WEBDART_TEST_MODEL", "model")}
    named |= {"WEBDART_MODEL_TIMEOUT": "3600s", "WEBDART_EXPERIENCE": "false"}
    if record := os.environ.get("WEBDART_TEST_RECORD"):
        named["WEBDART_RECORD_MODEL"] = record
    settings = build({"project": project}, environment=named)
    return asyncio.run(plan_task(TaskRequest(task=task, sites=(site,), settings=settings), Trace(time.monotonic)))


def _answered(one: Sentence, run: Any, rows: Any) -> tuple[Verdict, str]:
    if run.result.exit != 0:
        return "refused", str(run.result.error or run.result.doubts)
    answer = [list(row) for row in run.answer.rows]
    tied = rows(one.ties) if one.ties else ()
    return judged(one, answer, rows(one.expected), tied), str(answer)[:300]


def _changed(one: Sentence, run: Any, rows: Any) -> tuple[Verdict, str]:
    """A change is held for a person; it is right where every request is, with what was said and no more filled in."""
    assert one.writes is not None
    held = [write for write in run.result.writes if write.state == "held"]
    told = str([(write.request, dict(write.fields)) for write in held])[:600]
    if not held:
        return "refused", str(run.result.error or run.result.doubts)
    paths = {f"POST {row[0]}" for row in rows(one.writes["paths"])}
    wanted = {name: filled(str(value), rows) for name, value in one.writes["fields"].items()}
    same = {write.request.partition("?")[0] for write in held} == paths
    same = same and all(value in write.fields.get(name, ()) for write in held for name, value in wanted.items())
    return ("right" if same else "wrong"), told
