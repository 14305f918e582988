"""Carries out an objective that has no written steps, by a short search over the pages of the site.

The core, the way back and the guard are the same as everywhere: what a move would send is held, judged by the stage's
`writes:` and a person's consent, journalled, and let go once. Only moves that the sentence asks for may send anything.
What it leaves open ends with a sentence that says so, never with a guess.
"""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.errors import Incomplete, NotFound, StepFailed, WebdartError
from webdart.execute.act.context import ActTools
from webdart.execute.act.policy import ActPolicy, Move, Stand
from webdart.execute.act.roles import ModelDoubts, ModelMoves, roles_of
from webdart.execute.act.search_world import Task
from webdart.execute.act.sentence import Asked, asked
from webdart.navigate.find.search_roles import Policy
from webdart.navigate.find.search_trace import SearchTrace
from webdart.navigate.find.site_world import Answer, Means
from webdart.navigate.login import log_in, sent_to_login
from webdart.page.model import Held, PageView
from webdart.plan.model import ActStage, SitePlan
from webdart.search.explore import Found, Ground
from webdart.search.strategies.registry import Advisers, chosen
from webdart.workflow.templates import Names

MOVES = 40
"""Moves that an objective may take if the stage has no budget: it is meant for short ways."""

RULES = 12
"""So many moves rules have, where a model may go on after them (`policy: auto`): a token is spent only then."""

Settle = Callable[[Held, PageView, bool], Awaitable[str | None]]
"""Decides on a held request (the last: the objective asked for the move): its state, None where it was refused.

A `Pursuit` calls `acted` at each move that the objective asks for: what is sent then is the move's doing.
"""


@dataclass(slots=True)
class _Stops:
    """Why a search may not go on, found while it was under way."""

    held: bool = False
    error: WebdartError | None = None


class _Roles(Struct, frozen=True):
    """The roles that advise one search. Without a model, only the policy proposes moves and nothing doubts them."""

    advisers: Advisers[Stand, Move]
    propose: ModelMoves | None = None
    doubts: ModelDoubts | None = None


class _Sought(Struct, frozen=True):
    """The result of a search, and which role advised it."""

    found: Found[Stand, Move]
    policy: ActPolicy
    roles: _Roles
    tab: Browser


@dataclass(slots=True)
class Pursuit:
    """One row's objective. `run` says whether it was done; False where a dry run has shown its first write."""

    stage: ActStage
    site: SitePlan
    names: Names
    tools: ActTools
    settle: Settle
    acted: Callable[[], None]
    _stops: _Stops = field(default_factory=_Stops)
    _moves: int = 0
    _most: int = MOVES
    _sent: bool = False

    async def run(self, tab: Browser) -> tuple[Browser, bool]:
        """Carry it out from the site's own address; the tab that is shown in the end.

        Raises:
            NotFound: something of the objective has no place on any page that was seen; nothing was sent.
            StepFailed: it was done in part.
            Refused, OutcomeUnknown: as steps.
        """
        objective = self.stage.act.objective
        assert objective is not None
        wanted = asked(objective, self.names)
        sought = await self._first(tab, wanted)
        if sought.found.node.appraisal.goal or sought.roles.propose is not None or not self._may_ask():
            return self._ended(sought, wanted)
        why = f"the objective was not done in {self._moves} moves ({sought.found.reason}), and nothing was sent"
        self.tools.stage.trace("model", f"rules are unsure: {why}", url=self.site.url, why=why)
        return self._ended(await self._searched(sought.tab, wanted, "auto"), wanted)

    async def _first(self, tab: Browser, wanted: Asked) -> _Sought:
        """As the file says; under `auto` by rules alone, for as many moves as rules that suffice need."""
        who = self.stage.act.search.policy
        if who == "auto":
            asked_later = self.tools.stage.adviser is not None
            return await self._searched(tab, wanted, "heuristic", RULES if asked_later else None)
        return await self._searched(tab, wanted, who)

    def _may_ask(self) -> bool:
        """True if a model may continue where rules have ended: nothing was sent, and nothing stopped them."""
        adviser, who = self.tools.stage.adviser, self.stage.act.search.policy
        stopped = self._sent or self._stops.held or self._stops.error is not None
        return who == "auto" and adviser is not None and not adviser.silent and not stopped

    def _ended(self, sought: _Sought, wanted: Asked) -> tuple[Browser, bool]:
        if self._stops.error is not None:
            raise self._stops.error
        if not self._stops.held and not self._doubted(sought):
            self._judge(sought.found, wanted, sought.policy)
        return sought.tab, not self._stops.held

    async def _searched(self, tab: Browser, wanted: Asked, who: Policy, most: int | None = None) -> _Sought:
        """One search from the site's own address."""
        stage = self.tools.stage
        policy = ActPolicy(wanted, self.site, writes=bool(self.stage.act.writes))
        declared = self.stage.limits.steps or MOVES
        self._moves, self._most = 0, declared if most is None else min(most, declared)
        view = await self._open(tab)
        means = Means(
            site=self.site,
            pool=stage.pool,
            guard=stage.guard,
            offer=lambda _: (),
            expired=self._logged_out,
            seconds=stage.seconds,
        )
        world = Task(tab, means, policy, self._settle, self.acted)
        roles = self._roles(wanted, policy, who)
        ground = Ground(
            world=world,
            reward=policy.worth if roles.doubts is None else roles.doubts,
            may_go_on=self._may_go_on,
            watcher=SearchTrace[Stand, Move](
                stage.trace, lambda stand: stand.view.url, lambda stand: stand.view.dialogs
            ),
            propose=roles.propose,
            objective=wanted.text,
        )
        search = chosen(self.stage.act.search.strategy, ground, roles.advisers, writes=True)
        with nullcontext() if stage.adviser is None else stage.adviser.obliged_if(who == "model"):
            found = await search.search(Stand(view))
        return _Sought(found, policy, roles, world.tab)

    def _roles(self, wanted: Asked, policy: ActPolicy, who: Policy) -> _Roles:
        memory, adviser = self.tools.stage.memories.of(self.site), self.tools.stage.adviser
        if adviser is None or who == "heuristic":
            return _Roles(Advisers[Stand, Move].observing(memory))
        moves = ModelMoves(adviser=adviser, policy=policy, asked=wanted, site=self.site, always=who == "model")
        if who == "auto":
            return _Roles(Advisers[Stand, Move].observing(memory), moves)
        doubts = ModelDoubts(adviser=adviser, policy=policy, objective=wanted.text)
        return _Roles(roles_of(adviser, wanted.text, memory), moves, doubts)

    def _doubted(self, sought: _Sought) -> bool:
        """True if everything observable is done and only the model doubts it. That is reported; `verify` decides."""
        found, doubts = sought.found, sought.roles.doubts
        if doubts is None or found.node.appraisal.goal or not any(found.node.state is one for one in doubts.doubted):
            return False
        text = f"{self.stage.at}: nothing of the objective can be seen undone, and the model doubts that all is done"
        self.tools.stage.trace("warning", text)
        return True

    async def _open(self, tab: Browser) -> PageView:
        tools = self.tools.stage
        view = await tab.open(self.site.url)
        login = self.site.login
        if login is not None and sent_to_login(view, login, first=True):
            await log_in(self.site, tools.pool, tools.guard, tools.release_login, tools.trace)
            view = await tab.open(self.site.url)
        while view.held:
            for held in view.held:
                await self._settle(held, view, asked=False)
            view = await tab.view()
        return view

    def _logged_out(self, view: PageView) -> bool:
        login = self.site.login
        return login is not None and sent_to_login(view, login, first=False)

    async def _settle(self, held: Held, view: PageView, asked: bool) -> Answer:  # noqa: FBT001 - as `task.Settle`
        """Decide on a held request. A dry run's first write, a refusal or an error ends the search."""
        if self._stops.held or self._stops.error is not None:
            await self.tools.stage.guard.refuse(held)
            return "refused"
        if not asked:  # declared or not: the sentence has not asked for it
            await self.tools.stage.guard.refuse(held)
            self.tools.stage.trace("refused", f"{held.method} {held.url}: no part of the objective", url=held.url)
            return "refused"
        try:
            state = await self.settle(held, view, asked)
        except WebdartError as error:  # the core knows no such errors: told when the search has come to its end
            self._stops.error = error
            return "refused"
        self._stops.held = state == "held"
        self._sent = self._sent or state in ("done", "unknown")
        if state == "read":
            return "read"
        return "written" if state in ("done", "unknown") else "refused"

    def _may_go_on(self) -> bool:
        self._moves += 1
        if self._stops.held or self._stops.error is not None or self._moves > self._most:
            return False
        try:
            self.tools.stage.budget.spend("steps")
        except Incomplete as over:
            self._stops.error = over
            return False
        return True

    def _judge(self, found: Found[Stand, Move], wanted: Asked, policy: ActPolicy) -> None:
        """Done, in part, or not at all: said in that many words."""
        if found.node.appraisal.goal:
            if not self.stage.act.writes and not self.stage.act.verify:
                self.tools.stage.trace("warning", f"{self.stage.at}: the objective was followed, and nothing was sent")
            return
        best = found.node.state
        did = ", ".join(f"{node.via.label}" for node in found.node.path() if node.via is not None) or "nothing"
        lacking = policy.unplaced(best.done)
        unclear = sorted(policy.unclear)
        reasons = [
            f"no place was found for {', '.join(map(repr, lacking))}" if lacking else "",
            *unclear,
            "" if lacking or unclear else f"it is not clear what would be left to do ({found.reason})",
        ]
        problem = f"the objective {wanted.text!r} was not done: {'; '.join(filter(None, reasons))}; done: {did}"
        hint = "name the labels and the button as the page has them, with values in quotes, or write `steps:`"
        if best.sent:
            raise StepFailed(problem, url=best.view.url, hint=hint)
        raise NotFound(problem, url=best.view.url, hint=hint)
