"""Pages as data: for each the chore, its exit code, the doubts that it must have, and its rows."""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.pushdown_chores import Desk, plan_of
from webdart.answer.conclusion import Facts, conclude
from webdart.answer.outcome import Outcome
from webdart.budget import Budget, Limits
from webdart.errors import WebdartError
from webdart.execute.appraisal import Walks, accepted_by, appraise, flaw
from webdart.execute.query import Computing
from webdart.execute.sandbox import SandboxCompute
from webdart.navigate import Tools, family
from webdart.navigate.listing_walk import Walk
from webdart.navigate.pushdown_log import blanks
from webdart.navigate.summary import summaries
from webdart.plan.model import ListingStage, Plan, QueryStage, ScriptStage
from webdart.plan.names import RunNames
from webdart.records.model import ListingSummary, Remark
from webdart.settings import Settings
from webdart.table.memory import MemoryTable
from webdart.trace import Trace

CASES = Path(__file__).parent.parent / "cases" / "trust"
NAMES = sorted(path.stem for path in CASES.glob("*.yaml"))

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("trust")]  # one browser for all


@dataclass(eq=False)
class Bench:
    """One browser and one sandbox for all cases."""

    site: SiteServer
    desk: Desk = field(default_factory=lambda: Desk(remember=False))
    compute: SandboxCompute = field(default_factory=SandboxCompute)

    async def run(self, plan: Plan) -> Outcome:
        """Walk and compute a plan as the engine does, and conclude it."""
        await self.desk.started(plan)
        store = MemoryTable(plan.schemas)
        computing = Computing(plan, store, self.compute, Settings(), Trace(time.monotonic))
        told = _Told()
        try:
            for stage in plan.stages:
                computing.parameters = plan.parameters_of(stage.index)
                if isinstance(stage, ListingStage):
                    await self._walk(plan, stage, store, told)
                elif isinstance(stage, QueryStage):
                    told.answer = await computing.queried(stage.query)
                    if stage.into is not None:
                        await store.keep(stage.into, told.answer.table)
                elif isinstance(stage, ScriptStage):
                    told.answer = await computing.script(stage.script)
            answer = told.answer.answer(plan.answer)
            told.doubts = await appraise(plan, store, computing, answer, Walks(told.remarks, told.listings, told.blank))
        except WebdartError as error:
            told.error = error
        return conclude(
            Facts(
                run="run",
                workflow=plan.name,
                seconds=0,
                report="",
                answer=None if told.error else told.answer.answer(plan.answer),
                error=told.error,
                tables=await store.describe(),
                listings=told.listings,
                remarks=told.remarks,
                doubts=told.doubts,
                accepts=accepted_by(plan),
            )
        )

    async def _walk(self, plan: Plan, stage: ListingStage, store: MemoryTable, told: "_Told") -> None:
        tools = Tools(
            pool=self.desk,
            guard=self.desk.chromium.guard,
            release_login=self.desk.logged_in,
            trace=Trace(time.monotonic),
            budget=Budget(Limits()),
            now=lambda: datetime(2026, 11, 25, tzinfo=UTC),
            pause=asyncio.sleep,
        )
        walk = Walk(stage, plan.sites[stage.navigate.site], RunNames.of(plan), tools, number=0, cursors=())
        async for page in walk.pages():
            await store.commit(page)
        told.listings += summaries(stage, walk, await store.describe(), plan.stages)
        told.blank |= blanks([walk.replanned])
        told.remarks += [remark for ledger in walk.ledgers.values() for remark in ledger.remarks]
        if walk.lacking is not None:
            raise walk.lacking
        if (wrong := await flaw(family(stage.extracts), store, frozenset(), told.listings)) is not None:
            raise wrong


@dataclass(eq=False)
class _Told:
    answer: Any = None
    error: WebdartError | None = None
    listings: list[ListingSummary] = field(default_factory=list[ListingSummary])
    remarks: list[Remark] = field(default_factory=list[Remark])
    blank: frozenset[str] = frozenset()
    doubts: tuple[Any, ...] = ()


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def bench(module_site: SiteServer, loop: asyncio.Runner) -> Iterator[Bench]:
    made = Bench(module_site)
    yield made
    loop.run(made.desk.close())
    loop.run(made.compute.close())


def page_of(body: str) -> str:
    """A case's page as a whole document."""
    return body if "<html" in body else f"<!doctype html><meta charset=utf-8><title>Catalogue</title>{body}"


def serve(site: SiteServer, case: str) -> None:
    """Serve the pages of a case: `name.html` at `/name`, and what a line `<!-- page: PATH -->` begins at its path."""
    parts = (CASES / f"{case}.html").read_text().split("<!-- page: ")
    site.page(f"/{case}", page_of(parts[0]))
    for part in parts[1:]:
        path, _, body = part.partition(" -->")
        number = path.partition("?page=")[2]
        if number:
            _paged(site, case, {**_paged_before(site, case), number: page_of(body)}, page_of(parts[0]))
        else:
            site.page(path, page_of(body))


_PAGES: dict[int, dict[str, str]] = {}


def _paged_before(site: SiteServer, case: str) -> Mapping[str, str]:
    return _PAGES.setdefault(hash((id(site), case)), {})


def _paged(site: SiteServer, case: str, pages: Mapping[str, str], first: str) -> None:
    _PAGES[hash((id(site), case))] = dict(pages)

    def answer(asked: Asked) -> Reply:
        return Reply(pages.get(asked.query.get("page", ["1"])[0], first))

    site.on(f"/{case}", answer)


def file_of(site: SiteServer, case: str, chore: Mapping[str, Any]) -> str:
    """The workflow of a case: one site, one listing, and what is computed of it."""
    stages: list[object] = [
        {"navigate": {"start": f"/{case}", **chore.get("navigate", {})}},
        {"extract": {"into": "items", **chore["extract"]}},
        *chore.get("stages", []),
    ]
    if "sql" in chore:
        stages.append({"execute": chore["sql"]})
    port = site.url.rpartition(":")[2]
    place = {"url": site.url, **({"locale": chore["locale"]} if "locale" in chore else {})}
    whole = {"webdart": 1, "sites": {f"site{port}": place}, "params": chore.get("params"), "stages": stages}
    return json.dumps({key: value for key, value in whole.items() if value is not None})


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", NAMES)
def test_the_exit_code_follows_the_evidence(case: str, bench: Bench, loop: asyncio.Runner):
    """A case is as sure as the cells that its answer reads: exit code, doubts and rows are those of its file."""
    wanted = cast("dict[str, Any]", yaml.safe_load((CASES / f"{case}.yaml").read_text()))
    serve(bench.site, case)
    outcome = loop.run(bench.run(plan_of(file_of(bench.site, case, wanted["chore"]))))
    doubts = sorted(f"{doubt.place} {doubt.kind}" for doubt in outcome.doubts)
    said = [*map(str, outcome.doubts), *(outcome.error or ()), *(one.reasons for one in outcome.tables)]
    assert (outcome.exit, doubts) == (wanted["exit"], sorted(wanted.get("doubts", []))), said
    if "says" in wanted:
        assert all(words in str(said) for words in wanted["says"]), said
    if "rows" in wanted:
        answer = json.loads(outcome.to_json())["answer"]
        assert answer is not None, said
        assert answer["rows"] == wanted["rows"]
    if "verdict" in wanted:
        assert [one.verdict for one in outcome.tables] == [wanted["verdict"]]


def test_at_least_half_of_the_cases_are_good():
    """A product that doubts everything is useless: more good pages than doubtful ones are kept."""
    exits = [yaml.safe_load((CASES / f"{name}.yaml").read_text())["exit"] for name in NAMES]
    assert len(exits) >= 60
    assert exits.count(0) * 2 >= len(exits)
