"""Controls that no rule maps: a model says which one is meant, and is believed as little as the control itself."""

import asyncio
from collections.abc import Mapping

import pytest

from tests.conftest import SiteServer
from tests.model.roles.guide import lines
from tests.navigate.lying_shop import Lie, Shop
from tests.navigate.pushdown_chores import Desk, answer, chore
from webdart.errors import ModelError
from webdart.model.door.port import Prompt
from webdart.model.door.scripted_model import ScriptedModel

pytestmark = pytest.mark.browser

# named so that no control says them: `amount` is what the site calls Price, `score` Rating, `since` and `seen` Added
FIELDS = (
    "fields: {name: text, amount: {type: money, at: 'css=td:nth-child(2)'}, "
    "score: {type: rating, at: 'css=td:nth-child(4)'}, "
    "since: {type: date, at: 'css=td:nth-child(5)'}, seen: {type: date, at: 'css=td:nth-child(5)'}, url: link}"
)
GOOD = "SELECT name FROM rows WHERE score >= 4 ORDER BY url"
BAND = "SELECT name, amount FROM rows WHERE amount BETWEEN 100 AND 400 ORDER BY url"
NEWEST = "SELECT name, since FROM rows ORDER BY since DESC NULLS LAST, url LIMIT 5"


def saying(*wanted: str) -> ScriptedModel:
    """A model that names the first line that begins so; else a line that isn't there."""

    def answer_(prompt: Prompt) -> Mapping[str, object]:
        assert prompt.role == "map_control"
        found = (line for want in wanted for line in lines(prompt) if line.startswith(want))
        return {"line": next(found, "Colour: green")}

    return ScriptedModel(answer_)


RIGHT = {
    "an option": (GOOD, ["Rating: 4 stars"]),
    "an order": (NEWEST, ["Sort by: Newest first"]),
    "both ends of a range": (BAND, ["type the least into Minimum", "type the most into Maximum"]),
}


@pytest.mark.parametrize("name", ["an option", *(pytest.param(n, marks=pytest.mark.proof) for n in list(RIGHT)[1:])])
def test_a_right_mapping_is_taken_on_evidence(desk: Desk, loop: asyncio.Runner, site_server: SiteServer, name: str):
    """The model names the control, the rows prove it; and fewer pages are opened than on the plain walk."""
    sql, said = RIGHT[name]
    Shop(site_server, Lie(name="none", sql="", count=400))
    file = chore(site_server.url, "start: /items", FIELDS, sql)
    model = saying(*said)
    pushed, plain = loop.run(desk.walk(file, model=model)), loop.run(desk.truth(file))
    assert answer(pushed.table, sql) == answer(plain.table, sql)
    taken = [step.control for step in pushed.replans if step.verdict == "taken"]
    assert any(all(words in control for words in said) for control in taken), pushed.replans
    assert pushed.grades <= {"sampled", "exact"}
    assert pushed.pages < plain.pages
    assert len(model.prompts) == len(said)
    assert any("rules are unsure" in event.text for event in pushed.events if event.kind == "model")


WRONG = {
    "another control": (GOOD, "Status: Open"),
    "too narrow a box": (BAND, "type the least into Maximum"),
    "another order": (NEWEST, "Sort by: Price: high to low"),
}


@pytest.mark.proof
@pytest.mark.parametrize(
    "name", [*list(WRONG)[:1], *(pytest.param(n, marks=pytest.mark.proof) for n in list(WRONG)[1:])]
)
def test_a_wrong_mapping_costs_pages_and_no_answer(
    desk: Desk, loop: asyncio.Runner, site_server: SiteServer, name: str
):
    """What the model said is refused with what was seen; the answer is that of the plain walk."""
    sql, line = WRONG[name]
    Shop(site_server, Lie(name="none", sql="", count=600))
    file = chore(site_server.url, "start: /items", FIELDS, sql)
    pushed, plain = loop.run(desk.walk(file, model=saying(line))), loop.run(desk.truth(file))
    assert answer(pushed.table, sql) == answer(plain.table, sql)
    named = [step for step in pushed.replans if step.control.startswith(line)]
    assert [step.verdict for step in named] in (["refused"], ["undone"])
    assert all(step.evidence for step in named)


def test_a_control_that_is_not_there_is_refused_and_told(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """Twice the model names a line that the page has not: no page is spent on it, and a warning says so."""
    Shop(site_server, Lie(name="none", sql=""))
    file = chore(site_server.url, "start: /items", FIELDS, GOOD)
    model = saying("Colour: green")
    pushed = loop.run(desk.walk(file, model=model))
    assert pushed.taken == ["100 rows a page"]
    assert len(model.prompts) == 2
    assert "was refused" in model.prompts[1].user
    assert [
        event.text for event in pushed.events if event.kind == "warning" and "map_control was refused" in event.text
    ]


@pytest.mark.proof
def test_a_model_that_fails_leaves_it_to_rules(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """No reply is no mapping."""

    def fail(prompt: Prompt) -> Mapping[str, object]:
        raise ModelError("the endpoint is gone")

    Shop(site_server, Lie(name="none", sql=""))
    pushed = loop.run(desk.walk(chore(site_server.url, "start: /items", FIELDS, GOOD), model=ScriptedModel(fail)))
    assert pushed.taken == ["100 rows a page"]
    assert pushed.table.num_rows == 240


def test_what_rules_map_is_not_asked(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """Every condition has a control by its words: the model is there, and nothing is put to it."""
    Shop(site_server, Lie(name="none", sql=""))
    fields = "fields: {name: text, price: money, status: text, url: link}"
    model = saying("Status: Closed")
    file = chore(site_server.url, "start: /items", fields, "SELECT name FROM rows WHERE status = 'Open' ORDER BY url")
    pushed = loop.run(desk.walk(file, model=model))
    assert "WHERE status = 'Open'" in pushed.taken
    assert model.prompts == []
