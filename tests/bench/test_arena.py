"""Task files of WebArena's form, over the bundled site and a museum: planned from a script, run, scored with types."""

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.arena import Arena, table
from benchmarks.score import Seen, same, score
from benchmarks.tasks import Task, read_tasks
from tests.apps.app_server import Application
from tests.apps.conftest import datasette
from tests.chores.script import chores
from webdart.answer.shape import AnswerValue
from webdart.demo import DemoSite, serve
from webdart.model.planning.chore import TaskPlan, TaskRequest, plan_task
from webdart.settings import Settings
from webdart.trace import Trace
from webdart.values import replace

__all__ = ["datasette"]


def task(**more: Any) -> Task:
    return Task(id="1", sites=("s",), start="http://x/", intent="?", kind="calc", kinds=("string_match",), **more)


def answer(*rows: Sequence[Any], text: str = "") -> Seen:
    columns = tuple(f"c{number}" for number in range(len(rows[0]) if rows else 1))
    said = text or "\n".join(" ".join(map(str, row)) for row in rows)
    return Seen(
        answer=AnswerValue(shape="table", columns=columns, rows=tuple(map(tuple, rows)), value=None, text=said),
        pages={},
    )


@pytest.mark.parametrize(
    ("asked", "seen", "expected"),
    [
        ({"exact": ("0",)}, answer(("$0.00",)), "right"),
        ({"exact": ("1,234.5",)}, answer((1234.50,)), "right"),
        ({"included": (("1",),)}, answer((21,)), "wrong"),  # a substring is no value
        ({"included": (("1",),)}, answer(("no. 1 of all",)), "right"),
        ({"included": (("Lamp A",), ("3",))}, answer(("Lamp A", 3), ("Lamp B", 4)), "right"),
        ({"included": (("lamp a", "lamp c"),)}, answer(("Lamp C",)), "right"),
        ({"exact": ("cat", "dog")}, answer(("dog",)), "right"),
        ({"exact": ("[Lamp A, Lamp B]",)}, answer(("Lamp A",), ("Lamp B",)), "right"),
        ({"exact": ("Lamp A, Lamp B",)}, answer(("Lamp B",), ("Lamp A",)), "wrong"),
        ({"included": (("Books: 3",),)}, answer(("Books", 3)), "right"),
        ({"fuzzy": ("about five hours",)}, answer(("5 h",)), "unjudged"),
        ({"fuzzy": ("March 5, 2023",)}, answer(("2023-03-05",)), "right"),
        ({"exact": ("5",)}, Seen(pages={}), "wrong"),
    ],
)
def test_answers_are_compared_by_type(asked: dict[str, Any], seen: Seen, expected: str) -> None:
    """Numbers by value, days by day, texts by whole words, lists in their order; prose is for a judge."""
    assert score(task(**asked), seen) == expected


def test_values_that_only_look_alike_differ() -> None:
    """A sign, a digit behind the point, a word more."""
    assert not same("5", "-5")
    assert not same("5.01", "5.02")
    assert not same("New York", "New York City")


def _file(folder: Path) -> Path:
    def one(number: int, sites: list[str], start: str, intent: str, kind: str, **asked: Any) -> dict[str, Any]:
        head = {"task_id": number, "sites": sites, "start_url": start, "intent": intent, "type_main": kind}
        return head | {"eval": {"reference_answers": None, "reference_url": "", "program_html": [], **asked}}

    by_id = {chore.id: chore.task for chore in chores()}
    tasks = [
        one(
            1,
            ["shopping"],
            "__SHOPPING__/docs/settings/",
            by_id["demo-boolean-settings"],
            "Massive Memory",
            eval_types=["string_match"],
            reference_answers={"must_include": ["server.keep_alive", "mail.starttls"]},
        ),
        one(
            2,
            ["shopping"],
            "__SHOPPING__/",
            by_id["demo-boards"],
            "Calculation",
            eval_types=["string_match", "url_match", "program_html"],
            reference_answers={"must_include": ["Gardening: 118"]},
            reference_url="__SHOPPING__/forum/",
            program_html=[
                {
                    "url": "__SHOPPING__/forum/",
                    "locator": "",
                    "required_contents": {"must_include": ["Boards |OR| Threads"]},
                },
                {
                    "url": "__SHOPPING__/forum/",
                    "locator": "document.querySelector('h1').outerText",
                    "required_contents": {"exact_match": "Forum"},
                },
            ],
        ),
        one(
            3,
            ["museum"],
            "__MUSEUM__/",
            by_id["datasette-rooms"],
            "Calculation",
            eval_types=["string_match"],
            reference_answers={"exact_match": "17"},
        ),
        one(
            4,
            ["gitlab"],
            "__GITLAB__/",
            "How many?",
            "Calculation",
            eval_types=["string_match"],
            reference_answers={"exact_match": "1"},
        ),
    ]
    file = folder / "tasks.json"
    file.write_text(json.dumps(tasks))
    return file


def test_a_task_about_several_sites_says_where_each_is(tmp_path: Path) -> None:
    """It begins on the one of its address; a site that nobody gave keeps its place, and is told when it is run."""
    asked = {"eval_types": ["string_match"], "reference_answers": {"exact_match": "1"}}
    told = {
        "task_id": 1,
        "sites": ["reddit", "gitlab", "wiki"],
        "start_url": "__GITLAB__/x |AND| __REDDIT__",
        "intent": "?",
    }
    file = tmp_path / "several.json"
    file.write_text(json.dumps([told | {"eval": asked}]))
    (one,) = read_tasks(file, {"reddit": "http://r.example", "gitlab": "http://g.example"})
    assert (one.begins, one.start) == ("gitlab", "http://g.example/x")
    assert one.others == (("reddit", "http://r.example/"), ("wiki", "__WIKI__/"))


def test_what_has_to_stand_on_a_page_may_name_a_site(tmp_path: Path) -> None:
    """As in the published files, every text of a task has the addresses in the place of the sites' names."""
    check = {"url": "__REDDIT__/f/a", "locator": "", "required_contents": {"must_include": ["see __GITLAB__/x"]}}
    asked = {"eval_types": ["program_html"], "reference_answers": None, "program_html": [check]}
    file = tmp_path / "named.json"
    file.write_text(json.dumps([{"task_id": 1, "sites": ["reddit"], "intent": "?", "eval": asked}]))
    (one,) = read_tasks(file, {"reddit": "http://r.example", "gitlab": "http://g.example"})
    assert [content.included for content in one.contents] == [(("see http://g.example/x",),)]


@pytest.mark.proof
@pytest.mark.browser
async def test_a_task_file_is_run_and_scored(demo_site: DemoSite, datasette: Application, tmp_path: Path) -> None:
    """Right by answer, address and page; wrong where the reference is another; unjudged where no site was given."""
    scripts = {chore.task: chore for chore in chores()}

    async def plan(request: TaskRequest, trace: Trace) -> TaskPlan:
        return await plan_task(replace(request, model=scripts[request.task].model()), trace)

    arena = Arena(settings=Settings(project=tmp_path, experience=False), environment=os.environ, plan=plan)
    tasks = read_tasks(_file(tmp_path), {"shopping": demo_site.url, "museum": datasette.url})
    scored = [await arena.run(one, Trace(time.monotonic)) for one in tasks]
    assert [one.score for one in scored] == ["right", "right", "wrong", "unjudged"], [one.why for one in scored]
    assert scored[2].why == "the answer was 18"
    assert scored[0].tokens > 0
    assert table(scored)[1] == [
        ("gitlab", "Calculation", 1, 0, 0, 1),
        ("museum", "Calculation", 1, 0, 1, 0),
        ("shopping", "Calculation", 1, 1, 0, 0),
        ("shopping", "Massive Memory", 1, 1, 0, 0),
        ("all", "", 4, 2, 1, 1),
    ]


@pytest.mark.browser
@pytest.mark.proof
async def test_a_change_is_judged_by_the_page_that_it_leaves(tmp_path: Path) -> None:
    """Written with consent on a throw-away site: judged where the run ended; a function of theirs is named."""
    script = next(chore for chore in chores() if chore.id == "demo-reply")
    with serve() as site:
        ((thread,),) = site.rows("SELECT path FROM threads WHERE board = 'Gardening' ORDER BY rowid LIMIT 1")
        looks = {
            "there": ("last", "document.querySelector('main').outerText", "Coffee grounds keep slugs away"),
            "not there": ("last", "document.querySelector('h1').outerText", "Coffee grounds keep slugs away"),
            "theirs": ("last", "func:count_posts(__page__)", "1"),
        }
        scores: dict[str, tuple[str, str]] = {}
        for name, (url, locator, words) in looks.items():
            check = {"url": url, "locator": locator, "required_contents": {"must_include": [words]}}
            task = {
                "task_id": name,
                "sites": ["reddit"],
                "start_url": f"__REDDIT__{thread}",
                "intent": script.task,
                "eval": {"eval_types": ["program_html"], "reference_answers": None, "program_html": [check]},
            }
            file = tmp_path / f"{name}.json"
            file.write_text(json.dumps([task]))
            (read,) = read_tasks(file, {"reddit": site.url})

            async def plan(request: TaskRequest, trace: Trace) -> TaskPlan:
                return await plan_task(replace(request, model=script.model()), trace)

            settings = Settings(project=tmp_path, experience=False)
            arena = Arena(settings=settings, environment=os.environ, plan=plan, consent=True)
            one = await arena.run(read, Trace(time.monotonic))
            scores[name] = (one.score, one.why)
    assert scores["there"] == ("right", "")
    assert scores["not there"][0] == "wrong"
    assert scores["theirs"][0] == "unjudged"
    assert "'count_posts', a function of the benchmark's own" in scores["theirs"][1]
