"""Which search strategy reaches what was meant, at what cost, by rules alone and with a model that makes no mistake?

    python tests/bench/bench_search.py [chore ...]
    python tests/bench/bench_search.py --endpoint http://127.0.0.1:8080/v1 --model NAME --recording FILE [chore ...]
    python tests/bench/bench_search.py --recording FILE [chore ...]

The 25 chores of `navigation_chores.py`, each with each of the five strategies, in Chromium, as a run would do it: from
`start` to the rows. Rules are `policy: heuristic`; the model is `policy: model` with a script that knows the site
(`tests/model/roles/guide.py`) in every role, so its column says what a strategy makes of perfect advice and what is
sent for it, nothing of how good a model is. With an endpoint, the model that answers there is asked instead of the rules
and the script; what it says is recorded, and a question that was put before is answered by the recording: at
temperature 0 it would say the same again. A recording alone is replayed. A chore is right where the rows of the listing that was meant are read,
guessed where others are read and the answer has the doubt of a guess, wrong where nothing tells it. Pages are the states
that were looked at, loads the documents that the site was asked for (the way back has some too); both, going back and
tokens are means over what was reached.

Exits with 1 where anything was written, or the strategy that runs have by default reaches less than it did.
"""

import argparse
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
from webdart.errors import ModelError, UnfitReply, WebdartError  # noqa: E402 - as above
from webdart.model.door.openai_api import Endpoint, OpenAIModel  # noqa: E402 - as above
from webdart.model.door.port import ChatModel, Prompt, Reply  # noqa: E402 - as above
from webdart.model.door.recording import RecordingModel, ReplayedModel, key_of  # noqa: E402 - as above
from webdart.model.door.retry import Repairing  # noqa: E402 - as above
from webdart.model.door.scripted_model import ScriptedModel  # noqa: E402 - as above
from webdart.model.door.tokens import estimated  # noqa: E402 - as above
from webdart.search.strategies.registry import Kind  # noqa: E402 - as above
from webdart.trace import Event  # noqa: E402 - as above

STRATEGIES: tuple[Kind, ...] = ("one_way", "rollback", "best_first", "branch", "plan_mcts")
Policy = Literal["heuristic", "model", "endpoint"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
OWN: tuple[Policy, ...] = ("heuristic", "model")
"""What needs no endpoint."""
ADVICE: Mapping[Policy, str] = {"heuristic": "rules", "model": "script", "endpoint": "model"}
Verdict = Literal["right", "guessed", "wrong", "not found"]
REACHED: Mapping[Policy, int] = {"heuristic": 24, "model": 25}
"""What `best_first` reaches."""
REPLY_SECONDS = 900.0  # a model on a busy machine is slow, and no worse for it
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


class Counting:
    """A model that notes how many tokens it was sent; a reply that can't be used is asked for once more."""

    def __init__(self, model: ChatModel) -> None:
        self._model = Repairing(model)
        self.sent = 0

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """See `ChatModel.complete`."""
        self.sent += estimated(prompt.system + prompt.user)
        return await self._model.complete(prompt, schema)


async def searched(
    desk: Desk, site: SiteServer, wanted: NavigationChore, strategy: Kind, policy: Policy, asked_for: ChatModel | None
) -> Outcome:
    """One chore with one strategy; `asked_for` is the model of an endpoint."""
    how = f"search: {{strategy: {strategy}, policy: {'heuristic' if policy == 'heuristic' else 'model'}}}"
    navigate = f'start: {wanted.start}, objective: "{wanted.objective}", {how}, pages: one'
    asking = asked_for if policy == "endpoint" else perfect(wanted) if policy == "model" else None
    model = None if asking is None else Counting(asking)
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
        tokens=0 if model is None else model.sent,
        writes=written(asked),
        why=why or f"read {', '.join(map(str, items))}",
    )


class Recalling:
    """A model that is asked each question once; what it said stands in a recording, from earlier days too."""

    def __init__(self, model: ChatModel, file: Path, by: str) -> None:
        self._asked = RecordingModel(model, file, by)
        self._file = file
        self._replayed = ReplayedModel(file)
        self._new: dict[str, Reply | UnfitReply] = {}

    async def complete(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply:
        """See `ChatModel.complete`."""
        key = key_of(prompt, schema)
        said = self._new.get(key)
        if said is None:
            said = self._new[key] = await self._said(prompt, schema)
        if isinstance(said, UnfitReply):
            raise said
        return said

    async def _said(self, prompt: Prompt, schema: Mapping[str, object]) -> Reply | UnfitReply:
        try:
            return await self._replayed.complete(prompt, schema)
        except UnfitReply as unfit:
            return unfit
        except ModelError:
            pass
        try:
            return await self._asked.complete(prompt, schema)
        except UnfitReply as unfit:
            return unfit


async def measured(
    wanted: Sequence[NavigationChore], policies: Sequence[Policy], model: ChatModel | None
) -> Mapping[tuple[Policy, Kind], list[Outcome]]:
    """All of them, one after another, in one browser."""
    site = SiteServer()
    site.start()
    serve(site)
    desk = Desk(remember=False)
    found: dict[tuple[Policy, Kind], list[Outcome]] = {}
    try:
        for one in wanted:
            for policy in policies:
                for strategy in STRATEGIES:
                    outcome = await searched(desk, site, one, strategy, policy, model)
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
        ADVICE[policy],
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


def advised_by(endpoint: str, name: str, recording: Path | None) -> ChatModel | None:
    """The model of an endpoint, of a recording, or of both; None without."""
    if not endpoint:
        return None if recording is None else ReplayedModel(recording)
    model = OpenAIModel(Endpoint(model=name, url=endpoint, seconds=REPLY_SECONDS))
    return model if recording is None else Recalling(model, recording, name)


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("chores", nargs="*")
    parser.add_argument("--endpoint", default="")
    parser.add_argument("--model", default="")
    parser.add_argument("--recording", type=Path)
    options = parser.parse_args()
    wanted = [one for one in CHORES if not options.chores or one.name in options.chores]
    model = advised_by(options.endpoint, options.model, options.recording)
    policies: Sequence[Policy] = OWN if model is None else ("endpoint",)
    found = asyncio.run(measured(wanted, policies, model))
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for (policy, strategy), outcomes in sorted(found.items(), key=lambda one: POLICIES.index(one[0][0])):
        print(row(policy, strategy, outcomes))
    writes = [text for outcomes in found.values() for one in outcomes for text in one.writes]
    best = {policy: sum(one.verdict == "right" for one in found[policy, "best_first"]) for policy in policies}
    whole = len(wanted) < len(CHORES) or all(best[policy] >= REACHED.get(policy, 0) for policy in policies)
    said = ", ".join(f"{best[policy]} with policy {policy} (at least {REACHED.get(policy, 0)})" for policy in policies)
    print(f"best_first reaches {said} of {len(wanted)}")
    print(f"{len(writes)} writes (at most 0) {', '.join(writes)}")
    return 0 if whole and not writes else 1


if __name__ == "__main__":
    sys.exit(main())
