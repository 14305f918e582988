"""Carries out the tasks of a file: plans, runs and scores each sentence, one after another."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from benchmarks.locators import NotUnderstood, read_locator
from benchmarks.score import Score, Seen, score
from benchmarks.tasks import Content, Task
from webdart import engine
from webdart.errors import SiteError, WebdartError
from webdart.inspect.site import look_around
from webdart.model.planning.chore import TaskPlan, TaskRequest, TaskSite, plan_file, plan_task
from webdart.navigate.find.open_page import Visit
from webdart.plan.model import LoginPlan
from webdart.settings import Settings
from webdart.trace import Event, Trace

_POST_OF = re.compile(r"""func:reddit_get_post_url\(\s*['"]__last_url__['"]\s*\)""")


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

    `plan` gets a task's request and returns its plan; tests put a script there.
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
        if lacking := [name for name, url in task.others if not urlsplit(url).hostname or "__" in url]:
            return Scored(task=task, score="unjudged", why=f"no address is given for {', '.join(lacking)}")
        request = TaskRequest(task=task.intent, sites=self._sites(task), settings=self.settings)
        try:
            plan = await self.plan(request, trace)
            return await self._carried_out(task, plan)
        except WebdartError as error:
            return Scored(task=task, score="wrong", why=error.problem)

    async def _carried_out(self, task: Task, plan: TaskPlan) -> Scored:
        file = plan_file(self.settings, f"{task.id} {task.intent}", plan.text)
        read: list[str] = []

        def listen(event: Event) -> None:
            shown = event.kind == "page" or event.data.get("ends") is True
            if shown and isinstance(url := event.data.get("url"), str):
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
        pages = await self._pages(task, last)
        seen = Seen(answer=result.answer, url=last, pages=pages.texts)
        judged: Score = score(task, seen) if result.exit == 0 else "wrong"
        why = "; ".join(result.error or (pages.why if judged == "unjudged" else ()))
        why = why or f"the answer was {_short(result.answer and result.answer.text)}"
        why = "" if judged == "right" else why
        used = result.model.tokens_in + result.model.tokens_out
        return Scored(task=task, score=judged, why=why, answer=result.answer.text if result.answer else "", tokens=used)

    def _sites(self, task: Task) -> tuple[TaskSite, ...]:
        """The site on which a task begins, and the others that it is about."""
        first = TaskSite(url=task.start, name=task.begins.replace("_", "-"), login=self.logins.get(task.begins))
        others = (
            TaskSite(url=url, name=name.replace("_", "-"), login=self.logins.get(name)) for name, url in task.others
        )
        return (first, *others)

    def _login(self, task: Task) -> LoginPlan | None:
        return next((self.logins[name] for name in task.sites if name in self.logins), None)

    async def _pages(self, task: Task, last: str) -> "_Read":
        """The texts that the task's checks of pages are about."""
        read = _Read()
        for content in _all(task.contents) if "program_html" in task.kinds else ():
            try:
                read.texts[content] = await self._text(task, content, last)
            except NotUnderstood as unknown:
                read.texts[content] = None
                read.why.append(unknown.why)
        return read

    async def _text(self, task: Task, content: Content, last: str) -> str | None:
        """What a page says where a check looks; None where no page tells it.

        Raises:
            NotUnderstood: the check is a function of the benchmark's own, or a script.
        """
        if content.scripts:
            raise NotUnderstood("scripts have to run in the page before the check looks (prep_actions)")
        locator, url = read_locator(content.locator), _address(content.url, last)
        try:
            async with look_around(
                Visit(url=url, login=self._login(task)), self.settings, Trace(lambda: 0.0)
            ) as around:
                view = await around.view(url, locator.marks)
        except SiteError:
            return ""  # the page is gone, or is not a page: nothing stands on it
        return locator.text(view)


@dataclass(frozen=True, slots=True)
class _Read:
    """Texts by the check that they are for, and why some of them can't be told."""

    texts: dict[Content, str | None] = field(default_factory=dict[Content, str | None])
    why: list[str] = field(default_factory=list[str])


def _all(contents: Sequence[Content]) -> Iterator[Content]:
    for one in contents:
        yield one
        yield from _all(one.others)


def _address(said: str, last: str) -> str:
    """The address of a check: where the run ended, the post that this belongs to, or the one that is written there.

    Raises:
        NotUnderstood: it comes of another function of the benchmark's own, or of a site that was not given.
    """
    if said == "last":
        return last
    if _POST_OF.fullmatch(said.strip()):  # /f/board/number/title/comment → /f/board/number
        parts = urlsplit(last)
        return parts._replace(path="/".join(parts.path.split("/")[:4]), query="", fragment="").geturl()
    if said.startswith("func:"):
        raise NotUnderstood(f"the check calls {said[5:].partition('(')[0]!r}, a function of the benchmark's own")
    if not said.startswith("http"):
        raise NotUnderstood(f"the check is about {said}, of which no address was given")
    return said


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
