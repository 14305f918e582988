"""Searches for a listing that a model advises, in a real browser: every strategy, and when rules ask it at all."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer
from tests.model.roles.guide import Guide, last, lines
from tests.navigate.application import APPLICATION, chore
from webdart.demo import DemoSite, serve
from webdart.model.door.port import Prompt
from webdart.model.door.scripted_model import ScriptedModel

pytestmark = pytest.mark.browser

DEPOT = "into: items, key: item, fields: {item: text, quantity: integer}"
SHELF = "into: items, key: url, fields: {name: text, price: money, url: link}"


@pytest.fixture(scope="module")
def shop() -> Iterator[DemoSite]:
    with serve() as site:
        yield site


@pytest.fixture
def depot(site_server: SiteServer) -> str:
    site_server.page("/depot", APPLICATION)
    return site_server.url


def roles(model: ScriptedModel) -> Counter[str]:
    return Counter(prompt.role for prompt in model.prompts)


def astray(prompt: Prompt) -> Mapping[str, object]:
    """Proposes two wrong turns, and the right ones once there is a lesson."""
    known = [line for line in lines(prompt) if line.startswith("button")]
    steps = prompt.user.split("Steps so far:")[1]
    wrong = "Reports" if "Suppliers" in steps else "Suppliers"
    wanted = ("All items", "Stock") if "lesson" in steps else (wrong,)
    return {"lines": [next(line for want in wanted for line in known if want in line)]}


def lost(prompt: Prompt) -> Mapping[str, object]:
    """Goes back from the page of reports."""
    back = any("None yet" in line for line in lines(prompt))
    return {"details": "", "score": 1 if back else 4, "back": back, "reason": "there are no reports"}


def done(prompt: Prompt) -> Mapping[str, object]:
    """Every directive came off; the goal is told by its heading."""
    arrived = any(line == "## Items" for line in lines(prompt))
    return {"answer": "yes" if arrived or "carried out" in last(prompt) else "no"}


INSTEAD = {"rollback": {"propose": astray, "critique": lost}, "plan_mcts": {"holds": done}}

ASKED = {
    "best_first": {"propose", "other_words", "checklist", "milestone", "holds"},
    "one_way": {"propose", "holds"},
    "rollback": {"propose", "critique", "go_back"},
    "branch": {"propose", "subtasks", "revise"},
    "plan_mcts": {"propose", "plans", "progress"},
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("strategy", ASKED)
def test_every_strategy_finds_a_listing_with_a_model(depot: str, tmp_path: Path, strategy: str):
    """No word of the objective stands on the way there; each strategy asks its own roles, and finds it."""
    path = chore(
        tmp_path,
        depot,
        f"start: /depot, objective: what lies in the warehouse, search: {{strategy: {strategy}, policy: model}}",
        DEPOT,
    )
    guide = Guide(ways=("All items", "Stock"), there="Items", instead=INSTEAD.get(strategy, {}))
    model = ScriptedModel(guide)
    run = webdart.run(path, project=tmp_path, model=model)
    assert run.result.error is None
    assert run.answer.value == 4
    assert roles(model).keys() >= ASKED[strategy]
    assert run.result.model.calls == len(model.prompts)


def test_rules_that_suffice_ask_nothing(shop: DemoSite, tmp_path: Path):
    """The words of the objective lead there: a model is configured, and not one token is spent."""
    navigate = "start: /shop/, objective: Home Audio, search: {policy: auto}, pages: one"
    model = ScriptedModel(Guide(ways=("Home Audio",), there="Home Audio"))
    run = webdart.run(chore(tmp_path, shop.url, navigate, SHELF), project=tmp_path, model=model)
    assert run.result.error is None
    assert run.answer.value
    assert model.prompts == []
    assert run.result.model.calls == 0


@pytest.mark.proof
def test_rules_ask_where_they_are_unsure_and_say_why(depot: str, tmp_path: Path):
    """No button says a word of what is looked for: the model is asked which, nothing else, and the trace has why."""
    navigate = "start: /depot, objective: what lies in the warehouse"
    model = ScriptedModel(Guide(ways=("All items", "Stock"), there="Items"))
    run = webdart.run(chore(tmp_path, depot, navigate, DEPOT), project=tmp_path, model=model)
    assert run.answer.value == 4
    assert roles(model).keys() == {"propose", "holds"}
    assert "rules are unsure" in (run.folder / "trace.jsonl").read_text()


@pytest.mark.proof
@pytest.mark.parametrize("policy", ["auto", "model"])
def test_what_a_model_doubts_is_an_answer_with_a_doubt(depot: str, tmp_path: Path, policy: str):
    """What has all the declared fields is not lost to a model that finds nothing better."""
    navigate = f"start: /depot, objective: what lies in the warehouse, search: {{policy: {policy}}}"
    model = ScriptedModel(Guide(ways=("All items", "Stock"), there="", instead={"holds": lambda _: {"answer": "no"}}))
    run = webdart.run(chore(tmp_path, depot, navigate, DEPOT), project=tmp_path, model=model)
    assert (run.result.exit, run.answer.value) == (3, 4)
    (doubt,) = run.result.doubts
    assert doubt.kind == "guessed"
    assert "the model doubts" in doubt.remedy


def test_a_search_that_wants_a_model_says_that_there_is_none(depot: str, tmp_path: Path):
    """`policy: model` without a model ends before a browser is opened."""
    navigate = "start: /depot, objective: what lies in the warehouse, search: {policy: model}"
    with pytest.raises(Exception, match="needs a language model") as caught:
        webdart.run(chore(tmp_path, depot, navigate, DEPOT), project=tmp_path)
    assert caught.value.exit_code == 2  # type: ignore[attr-defined]
