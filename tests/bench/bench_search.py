"""Which search strategy reaches what was meant, at what cost, by rules alone and with a model that makes no mistake?

    python tests/bench/bench_search.py [chore ...]

The 25 chores of `navigation_chores.py`, each with each of the five strategies, in Chromium, as a run would do it: from
`start` to the rows. Rules are `policy: heuristic`; the model is `policy: model` with a script that knows the site
(`tests/model/roles/guide.py`) in every role, so its column says what a strategy makes of perfect advice and what is
sent for it, nothing of how good a model is. A chore is right where the rows of the listing that was meant are read,
guessed where others are read and the answer has the doubt of a guess, wrong where nothing tells it. Pages are the states
that were looked at, loads the documents that the site was asked for (the way back has some too); both, going back and
tokens are means over what was reached.

Exits with 1 where anything was written, or the strategy that runs have by default reaches less than it did.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "sandbox")]

from tests.bench.navigation_chores import CHORES, KINDS, NavigationChore, serve, written  # noqa: E402 - the checkout comes first
from tests.conftest import SiteServer  # noqa: E402 - as above
from tests.model.roles.guide import Guide, last  # noqa: E402 - as above
from tests.navigate.pushdown_chores import Desk, Walked, chore  # noqa: E402 - as above
from webdart.errors import WebdartError  # noqa: E402 - as above
from webdart.model.door.port import Prompt  # noqa: E402 - as above
from webdart.model.door.scripted_model import ScriptedModel  # noqa: E402 - as above
from webdart.model.door.tokens import estimated  # noqa: E402 - as above
from webdart.search.strategies.registry import Kind  # noqa: E402 - as above
from webdart.trace import Event  # noqa: E402 - as above

STRATEGIES: tuple[Kind, ...] = ("one_way", "rollback", "best_first", "branch", "plan_mcts")
Policy = Literal["heuristic", "model"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
Verdict = Literal["right", "guessed", "wrong", "not found"]
REACHED: Mapping[Policy, int] = {"heuristic": 24, "model": 25}
"""What `best_first` reaches."""
FIELDS = "key: item, fields: {item: text, quantity: integer}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one search came to."""

    chore: NavigationChore
    verdict: Verdict
    pages: int = 0
    loads: int = 0
    returns: int = 0
    tokens: int = 0
    writes: Sequence[str] = ()
    why: str = ""


def perfect(wanted: NavigationChore) -> ScriptedModel:
    """A model that knows the site: what it set out to do has come off, and only a wrong turn is gone back from."""
    guide = Guide(ways=wanted.ways, there=wanted.there)

    def holds(prompt: Prompt) -> Mapping[str, object]:
        return {"answer": "yes" if "carried out" in last(prompt) or guide.arrived(prompt) else "no"}

    def critique(prompt: Prompt) -> Mapping[str, object]:
        *_, step = (line for line in prompt.user.splitlines() if " (led to a page worth " in line)
        lost = not any(way in step for way in wanted.ways)
        return {"details": "", "reason": "a wrong turn", "score": 1 if lost else 4, "back": lost}

    instead = {"holds": holds, "critique": critique}
    return ScriptedModel(Guide(ways=wanted.ways, there=wanted.there, instead=instead))


async def searched(desk: Desk, site: SiteServer, wanted: NavigationChore, strategy: Kind, policy: Policy) -> Outcome:
    """One chore with one strategy."""
    how = f"search: {{strategy: {strategy}, policy: {policy}}}"
    navigate = f'start: {wanted.start}, objective: "{wanted.objective}", {how}, pages: one'
    model = perfect(wanted) if policy == "model" else None
    events: list[Event] = []
    before = len(site.log)
    walked: Walked | None = None
    why = ""
    try:
        walked = await desk.walk(chore(site.url, navigate, FIELDS, "SELECT item FROM rows"), model=model, events=events)
    except WebdartError as error:
        why = error.problem
    items: Sequence[object] = [] if walked is None else walked.table.column("item").to_pylist()
    asked = site.log[before:]
    verdict: Verdict = "not found"
    if walked is not None:
        guessed = any(doubt.kind == "guessed" for doubt in walked.doubts)
        verdict = "right" if list(items[:1]) == [wanted.item] else "guessed" if guessed else "wrong"
    return Outcome(
        chore=wanted,
        verdict=verdict,
        pages=sum(event.kind == "search" for event in events),
        loads=sum(one.headers.get("sec-fetch-dest") == "document" for one in asked),
        returns=sum("back_to" in event.data for event in events),
        tokens=0 if model is None else sum(estimated(one.system + one.user) for one in model.prompts),
        writes=written(asked),
        why=why or f"read {', '.join(map(str, items))}",
    )


async def measured(wanted: Sequence[NavigationChore]) -> Mapping[tuple[Policy, Kind], list[Outcome]]:
    """All of them, one after another, in one browser."""
    site = SiteServer()
    site.start()
    serve(site)
    desk = Desk(remember=False)
    found: dict[tuple[Policy, Kind], list[Outcome]] = {}
    try:
        for one in wanted:
            for policy in POLICIES:
                for strategy in STRATEGIES:
                    outcome = await searched(desk, site, one, strategy, policy)
                    found.setdefault((policy, strategy), []).append(outcome)
                    told = (one.name, policy, strategy, outcome.pages, outcome.returns, outcome.verdict, outcome.why)
                    print(*told, sep="\t", flush=True)
    finally:
        await desk.close()
        site.stop()
    return found


def row(policy: Policy, strategy: Kind, outcomes: Sequence[Outcome]) -> str:
    """A line of the table."""
    reached = [one for one in outcomes if one.verdict == "right"]
    verdicts = Counter(one.verdict for one in outcomes)
    cells = [
        "rules" if policy == "heuristic" else "script",
        f"`{strategy}`",
        f"{len(reached)}",
        *(f"{sum(one.chore.kind == kind for one in reached)}" for kind in KINDS),
        f"{verdicts['guessed']}",
        f"{verdicts['wrong']}",
        f"{_mean([one.pages for one in reached])}",
        f"{_mean([one.loads for one in reached])}",
        f"{_mean([one.returns for one in reached])}",
        f"{_mean([one.tokens for one in reached], 0)}",
        f"{sum(len(one.writes) for one in outcomes)}",
    ]
    return f"| {' | '.join(cells)} |"


def _mean(numbers: Sequence[int], digits: int = 1) -> str:
    return f"{sum(numbers) / max(1, len(numbers)):,.{digits}f}"


HEAD = ("advice", "strategy", "reached", *KINDS, "guessed", "wrong", "pages", "loads", "back", "tokens", "writes")


def main(names: Sequence[str]) -> int:
    """Measure, and print the table."""
    wanted = [one for one in CHORES if not names or one.name in names]
    found = asyncio.run(measured(wanted))
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for (policy, strategy), outcomes in sorted(found.items(), key=lambda one: POLICIES.index(one[0][0])):
        print(row(policy, strategy, outcomes))
    writes = [text for outcomes in found.values() for one in outcomes for text in one.writes]
    best = {policy: sum(one.verdict == "right" for one in found[policy, "best_first"]) for policy in POLICIES}
    whole = len(wanted) < len(CHORES) or all(best[policy] >= REACHED[policy] for policy in POLICIES)
    said = ", ".join(f"{best[policy]} with policy {policy} (at least {REACHED[policy]})" for policy in POLICIES)
    print(f"best_first reaches {said} of {len(wanted)}")
    print(f"{len(writes)} writes (at most 0) {', '.join(writes)}")
    return 0 if whole and not writes else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
