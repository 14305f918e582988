"""Plans a chore that is only a sentence, for the command line and for a file that says `task:`."""

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from webdart.budget import Budget, Limits
from webdart.errors import UsageError
from webdart.inspect.proposal import site_name
from webdart.inspect.site import Around, look_around
from webdart.model.door.account import Books, CountedModel, RoleUse, Terms
from webdart.model.door.endpoint import SETTING, Opened, open_model
from webdart.model.door.port import ChatModel
from webdart.model.door.retry import Repairing
from webdart.model.planning.assemble import Head, declared_site, file_text, stages_text
from webdart.model.planning.examples import Experience
from webdart.model.planning.multi_site import SeveralPlanner
from webdart.model.planning.pieces import Pieces
from webdart.model.planning.planner import Planner
from webdart.navigate.find.open_page import Visit
from webdart.plan import Plan
from webdart.plan.model import LoginPlan
from webdart.runs.request import RunRequest
from webdart.secret import Mask, Secret
from webdart.settings import Settings
from webdart.trace import Listener, Trace
from webdart.values import replace
from webdart.workflow import Workflow

UNREAD = "--yes is no consent to a plan that nobody has read"

_TASK = re.compile(r"^task:.*\n(?:(?:[ \t]+.*|[ \t]*)\n)*", re.MULTILINE)


class TaskSite(Struct, frozen=True, kw_only=True):
    """A site that a sentence is about; `login` goes into the form of a page of it that asks for a password.

    `name` is what the file calls it; "" is its host's.
    """

    url: str
    name: str = ""
    locale: str = "en-US"
    login: LoginPlan | None = None

    @property
    def visit(self) -> Visit:
        """How it is looked at."""
        return Visit(url=self.url, locale=self.locale, login=self.login)


class TaskRequest(Struct, frozen=True, kw_only=True):
    """A sentence and the sites that it is about.

    `model` goes before that of the settings. `source` is the text of a file that says `task:` (empty: a new file).
    """

    task: str
    sites: tuple[TaskSite, ...]
    settings: Settings
    limits: Limits = Limits()
    model: ChatModel | None = None
    source: str = ""


class TaskPlan(Struct, frozen=True, kw_only=True):
    """The file's text, what planning it cost by role, and the chore in pieces (None: it is about several sites)."""

    text: str
    spent: tuple[RoleUse, ...]
    pieces: Pieces | None = None


async def plan_task(request: TaskRequest, trace: Trace) -> TaskPlan:
    """Plan a chore. The sites are looked at, and nothing on them is changed.

    Raises:
        UsageError: no model is set, or an address is none of the web.
        ModelError, SiteError, Incomplete: see `Planner.plan`.
    """
    opened = _opened(request, trace)
    if opened is None:
        raise UsageError("a sentence needs a model to plan it, and none is set", hint=SETTING)
    if opened.price is None and request.limits.cost is not None:
        raise UsageError(f"budget: cost can't be kept: nobody knows the price of {opened.name}", hint="use tokens")
    try:
        async with AsyncExitStack() as stack:
            looks = [look_around(one.visit, request.settings, trace) for one in request.sites]
            arounds = [await stack.enter_async_context(one) for one in looks]
            return await plan_at(request, arounds, opened, trace)
    finally:
        await opened.close()


async def plan_at(request: TaskRequest, arounds: Sequence[Around], opened: Opened, trace: Trace) -> TaskPlan:
    """As `plan_task`, in browsers that are open on the sites, with a model that is open."""
    mask = Mask([secret for around in arounds for secret in around.visit.secrets])
    books = Books(trace=trace)
    terms = Terms(price=opened.price, thinking=opened.thinking, mask=mask)
    budget = Budget(request.limits)
    named = dict(zip(_names(request.sites), arounds, strict=True))
    model = Repairing(CountedModel(opened.model, budget, books, terms))

    def planner(around: Around) -> Planner:
        return Planner(
            task=request.task,
            around=around,
            model=model,
            settings=request.settings,
            head=lambda stages: _file(request, named, stages),
            warn=lambda text: trace("warning", text),
            experience=experience_of(request.settings, mask) if request.settings.experience else None,
        )

    async with budget.in_time():
        if len(arounds) > 1:
            several = SeveralPlanner({name: planner(around) for name, around in named.items()})
            return TaskPlan(text=mask(await several.plan()), spent=tuple(books.account.roles.values()))
        planned = await planner(arounds[0]).plan()
    return TaskPlan(text=mask(planned.text), spent=tuple(books.account.roles.values()), pieces=planned.pieces)


def _names(sites: Sequence[TaskSite]) -> tuple[str, ...]:
    """What the file calls the sites, all different."""
    found: list[str] = []
    for site in sites:
        name = site.name or site_name(urlsplit(site.url).hostname or "")
        more = (f"{name}{number}" for number in range(2, len(sites) + 2))
        found.append(name if name not in found else next(one for one in more if one not in found))
    return tuple(found)


def experience_of(settings: Settings, mask: Mask | None = None) -> Experience:
    """Where a project keeps the chores that worked."""
    return Experience(settings.project / ".webdart" / "experience.jsonl", mask or Mask())


async def planned(request: RunRequest, workflow: Workflow, plan: Plan, listeners: Sequence[Listener]) -> RunRequest:
    """The request to run what a file's `task:` comes to: its plan, kept among the project's plans.

    Raises:
        UsageError: it has no site; or consent was given beforehand to writes that nobody has read.
        UsageError, ModelError, SiteError, Incomplete: as `plan_task`.
    """
    assert workflow.task is not None
    if not plan.sites:
        raise UsageError(
            f"{workflow.file}: `task:` needs a site", hint="add `sites:`, such as {shop: https://shop.example/}"
        )
    if request.yes:
        raise UsageError(UNREAD, hint="run it without --yes once, read the plan, then run that file")
    limits = Limits(tokens=plan.limits.tokens, cost=plan.limits.cost, seconds=plan.limits.seconds)
    asked = TaskRequest(
        task=workflow.task,
        sites=tuple(
            TaskSite(name=name, url=site.url, locale=site.locale, login=site.login) for name, site in plan.sites.items()
        ),
        settings=request.settings,
        limits=limits,
        model=request.model,
        source=workflow.source,
    )
    trace = Trace(time.monotonic, *listeners)
    trace("stage", f"plan: {workflow.task}")
    made = await plan_task(asked, trace)
    trace("end", f"plan: {workflow.task}")
    file = plan_file(request.settings, f"{workflow.name} {workflow.task}", made.text)
    return replace(request, file=str(file), spent=made.spent)


def plan_file(settings: Settings, task: str, text: str, save: Path | None = None) -> Path:
    """Write a plan where it was asked for, else among the project's plans; never over a file of other content.

    Raises:
        UsageError: it can't be written, or another file is there.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", task.casefold()).strip("-")[:48].strip("-") or "chore"
    place = save or settings.project / ".webdart" / "plans" / f"{slug}.yaml"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if save is None:
            ignore = settings.project / ".webdart" / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n")
        elif save.exists():
            raise UsageError(f"{save} is there already", hint="name another file, or move it away")
        place.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"the plan {place} can't be written: {error.strerror}") from error
    return place


def _opened(request: TaskRequest, trace: Trace) -> Opened | None:
    if request.model is not None:
        return Opened(model=request.model, name=type(request.model).__name__)
    return open_model(request.settings, say=lambda text: trace("warning", text))


def _file(request: TaskRequest, arounds: Mapping[str, Around], stages: Sequence[object]) -> str:
    if request.source:
        return _TASK.sub(lambda _: stages_text(list(stages)), f"{request.source}\n", count=1)
    declared: dict[str, object] = {}
    for (name, around), site in zip(arounds.items(), request.sites, strict=True):
        parts = urlsplit(site.url)
        declared[name] = declared_site(f"{parts.scheme}://{parts.netloc}/", site.locale, _login(around.login))
    return file_text(Head(task=request.task, sites=declared), list(stages))


def _login(login: LoginPlan | None) -> Mapping[str, str] | None:
    if login is None or login.page is None:
        return None
    parts = urlsplit(login.page)
    at = parts.path + (f"?{parts.query}" if parts.query else "")
    told = {"at": at}
    for name, one in (("user", login.user), ("password", login.password)):
        if isinstance(one, Secret):
            told[name] = f"{{{{ secret.{one.name} }}}}"
    return told | ({"check": login.check} if login.check else {})
