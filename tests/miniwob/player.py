"""One episode of a task, played by step files or by the objective policy, in one Chromium for all of them."""

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import SiteServer
from tests.miniwob import episodes
from webdart.browser.actions.step import carry_on
from webdart.browser.actions.wait import Patience
from webdart.browser.chromium.browser import Chromium
from webdart.browser.port import Browser
from webdart.errors import SourceLine, WebdartError
from webdart.execute.act.policy import ActPolicy, Move, Stand
from webdart.execute.act.search_world import Task
from webdart.execute.act.sentence import asked
from webdart.navigate.find.site_world import Answer, Means
from webdart.page.model import Held, PageView
from webdart.plan.model import SitePlan
from webdart.plan.names import RunNames
from webdart.search.explore import Ground
from webdart.search.port import Appraisal, Candidate
from webdart.search.strategies.best_first import BestFirst
from webdart.search.tree import Node
from webdart.workflow import load
from webdart.workflow.model import Act
from webdart.workflow.templates import Template

MOVES = 12
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Player:
    """Plays episodes; `folder` is where step files are written."""

    engine: Chromium
    site: SiteServer
    folder: Path

    @property
    def plan(self) -> SitePlan:
        return SitePlan(name="miniwob", url=f"{self.site.url}/")

    async def by_steps(self, task: str, seed: int) -> tuple[float | None, str]:
        """The raw reward of the task's step file, and what went wrong."""
        tab = await self.engine.pool.tab(self.plan, "act")
        try:
            view = await self._begin(tab, task, seed)
            sentence = episodes.sentence(view)
            written = episodes.scripts()[task].written(sentence)
            if written is None:
                return None, f"another sentence: {sentence}"
            (file := self.folder / f"{task}-{seed}.yaml").write_text(written)
            act = load(file).stages[-1]
            assert isinstance(act, Act)
            wrong = ""
            try:
                for step in act.steps:
                    carried = await carry_on(step, Patience.with_step(step, tab, 5), RunNames(), site_url=self.plan.url)
                    if episodes.reward(carried.view) is not None:
                        break
            except WebdartError as error:
                wrong = str(error)
            return episodes.reward(await tab.view()), f"{sentence}: {wrong}"
        finally:
            await tab.close()

    async def by_objective(self, task: str, seed: int) -> float | None:
        """The raw reward of the heuristic policy, which is told the sentence and nothing else."""
        tab = await self.engine.pool.tab(self.plan, "act")
        world: Task | None = None
        try:
            view = await self._begin(tab, task, seed)
            template = Template.literal(episodes.sentence(view), SourceLine(task, 1, 1))
            policy = ActPolicy(asked(template, RunNames()), self.plan, writes=False)
            means = Means(site=self.plan, pool=self.engine.pool, guard=self.engine.guard, offer=lambda _: (), seconds=2)
            world = Task(tab, means, policy, self._refuse, lambda: None)
            left, ends = [MOVES], time.monotonic() + SECONDS

            async def worth(state: Stand) -> Appraisal:
                """What ends an episode ends the search: a page that is over can't be acted on."""
                over = episodes.reward(state.view) is not None
                return Appraisal(1.0, goal=True) if over else await policy.worth(state)

            def may_go_on() -> bool:
                left[0] -= 1
                return left[0] >= 0 and time.monotonic() < ends

            ground = Ground(world=world, reward=worth, may_go_on=may_go_on, watcher=Silent())
            with suppress(WebdartError):
                await BestFirst(ground, writes=True).search(Stand(view))
            return episodes.reward(await world.tab.view())
        except WebdartError:
            return None
        finally:
            await (tab if world is None else world.tab).close()

    async def _begin(self, tab: Browser, task: str, seed: int) -> PageView:
        return await tab.open(f"{self.site.url}/miniwob/{task}.html?seed={seed}")

    async def _refuse(self, held: Held, view: PageView, asked_for: bool) -> Answer:
        await self.engine.guard.refuse(held)
        return "refused"


class Silent:
    """Nobody watches."""

    def saw(self, node: Node[Stand, Move]) -> None: ...

    def failed(self, node: Node[Stand, Move], candidate: Candidate[Move], reason: str) -> None: ...

    def returned(self, node: Node[Stand, Move], toward: Candidate[Move]) -> None: ...
