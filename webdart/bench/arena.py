"""How are the tasks of a file carried out: each sentence planned, run and scored, one after another?"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from webdart import engine
from webdart.bench.score import Score, Seen, score
from webdart.bench.tasks import Content, Task
from webdart.errors import SiteError, WebdartError
from webdart.looking import look_around
from webdart.navigate.look import Visit
from webdart.plan.model import LoginPlan
from webdart.settings import Settings
from webdart.task.chore import TaskPlan, TaskRequest, plan_file, plan_task
from webdart.trace import Event, Trace

_SELECTED = re.compile(
    r"""document\.querySelector\(\s*(["'])(#[\w-]+)\1\s*\)\.(outerText|innerText|textContent|value)\s*;?"""
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A task and what came of it; `why` is the first reason where it is not right."""

    task: Task
    score: Score
    why: str = ""
    answer: str = ""
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Arena:
    """How tasks are run. `consent`: the sites are throw-away, and what the plans declare may be written.

    `plan` is told a task's request and gives its plan; tests put a script there.
    """

    settings: Settings
    environment: Mapping[str, str]
    logins: Mapping[str, LoginPlan] = field(default_factory=dict[str, LoginPlan])
    consent: bool = False
    plan: Callable[[TaskRequest, Trace], Awaitable[TaskPlan]] = plan_task

    async def run(self, task: Task, trace: Trace) -> Scored:
        """One task, from its sentence to its score; what goes wrong is a wrong answer with its reason."""
        if "__" in task.start or not urlsplit(task.start).hostname:
            return Scored(task=task, score="unjudged", why=f"no address is given for {', '.join(task.sites)}")
        if len(task.sites) > 1:
            return Scored(task=task, score="unjudged", why="it is about several sites, which is not planned yet")
        request = TaskRequest(task=task.intent, site=task.start, settings=self.settings, login=self._login(task))
        try:
            plan = await self.plan(request, trace)
            return await self._carried_out(task, plan)
        except WebdartError as error:
            return Scored(task=task, score="wrong", why=error.problem)

    async def _carried_out(self, task: Task, plan: TaskPlan) -> Scored:
        file = plan_file(self.settings, f"{task.id} {task.intent}", plan.text)
        read: list[str] = []

        def listen(event: Event) -> None:
            if event.kind == "page" and isinstance(url := event.data.get("url"), str):
                read.append(url)

        login = self._login(task)
        given = () if login is None else (login.user, login.password)
        request = engine.RunRequest(
            file=str(file),
            settings=self.settings,
            environment=self.environment,
            secrets={one.name: one.reveal() for one in given if one is not None and not isinstance(one, str)},
            yes=self.consent,
            spent=plan.spent,
        )
        finished = await engine.run(request, listeners=(listen,))
        result = finished.result
        last = read[-1] if read else task.start
        seen = Seen(answer=result.answer, url=last, pages=await self._pages(task, last))
        judged: Score = score(task, seen) if result.exit == 0 else "wrong"
        why = (
            ""
            if judged == "right"
            else "; ".join(result.error or ()) or f"the answer was {_short(result.answer and result.answer.text)}"
        )
        used = result.model.tokens_in + result.model.tokens_out
        return Scored(task=task, score=judged, why=why, answer=result.answer.text if result.answer else "", tokens=used)

    def _login(self, task: Task) -> LoginPlan | None:
        return next((self.logins[name] for name in task.sites if name in self.logins), None)

    async def _pages(self, task: Task, last: str) -> dict[Content, str | None]:
        """The texts that the task's checks of pages are about; None where only a script in the page could tell."""
        found: dict[Content, str | None] = {}
        for content in task.contents if "program_html" in task.kinds else ():
            url = last if content.url == "last" else content.url
            found[content] = await self._text(task, url, content.locator) if url.startswith("http") else None
        return found

    async def _text(self, task: Task, url: str, locator: str) -> str | None:
        selected = _SELECTED.fullmatch(locator.strip())
        if locator.strip() and selected is None:
            return None
        visit = Visit(url=url, login=self._login(task))
        try:
            async with look_around(visit, self.settings, Trace(lambda: 0.0)) as around:
                view = around.first.view
        except SiteError:
            return ""
        if selected is None:
            return view.text_of(0)
        node = next((one for one in view.nodes if one.attributes.get("id") == selected[2][1:]), None)
        if node is None:
            return ""
        return (node.value or "") if selected[3] == "value" else view.visible_text_of(node.index)


def table(scored: Sequence[Scored]) -> tuple[tuple[str, ...], list[tuple[str, str, int, int, int, int]]]:
    """Columns and rows: for each site and type how many tasks there are, were right, wrong and unjudged."""
    groups: dict[tuple[str, str], list[Scored]] = {}
    for one in scored:
        groups.setdefault((" + ".join(one.task.sites), one.task.kind), []).append(one)
    rows = [(site, kind, *_counts(some)) for (site, kind), some in sorted(groups.items())]
    return ("site", "type", "tasks", "right", "wrong", "unjudged"), [*rows, ("all", "", *_counts(scored))]


def _counts(scored: Sequence[Scored]) -> tuple[int, int, int, int]:
    scores = [one.score for one in scored]
    return len(scores), scores.count("right"), scores.count("wrong"), scores.count("unjudged")


def _short(words: str | None) -> str:
    line = " ".join((words or "nothing").split())
    return line if len(line) <= 120 else f"{line[:119]}…"
