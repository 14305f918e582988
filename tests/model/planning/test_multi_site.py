"""Sentences about several sites: read on one and compared with another, read on one and written to another.

The model is a script, written by hand: what is shown is what becomes of its replies.
"""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import webdart
from tests.cli.conftest import Cli, cli
from tests.conftest import SiteServer
from tests.records.conftest import build
from webdart.errors import ModelError
from webdart.inspect.proposal import Sighting
from webdart.model.door.port import Prompt
from webdart.model.door.scripted_model import ScriptedModel
from webdart.model.planning.chore import TaskPlan, TaskRequest, TaskSite, plan_task
from webdart.model.planning.questions import Advisor
from webdart.secret import Mask
from webdart.settings import Settings
from webdart.trace import Trace
from webdart.workflow import loads

__all__ = ["cli"]

Reply = Mapping[str, object] | Callable[[Prompt], Mapping[str, object]]

COMPARED: Mapping[str, Reply] = {
    "split_sites": {
        "parts": [{"site": "shop", "records": "books"}, {"site": "library", "records": "books"}],
        "question": "titles of the shop's books that the library sells for less",
        "change": "",
        "where": "",
    },
    "write_sql": {
        "sql": "SELECT b.title FROM books b JOIN library_books l ON l.title = b.title WHERE l.price < b.price ORDER BY 1"
    },
}


def table(*rows: tuple[str, str]) -> str:
    cells = "".join(f"<tr><td>{title}<td>{price}" for title, price in rows)
    return f"<title>Books</title><h1>Books</h1><table><tr><th>Title<th>Price{cells}</table>"


@pytest.fixture
def two(site_server: SiteServer) -> SiteServer:
    shop = [("Alpha", "$12.00"), ("Beta", "$8.50"), ("Gamma", "$20.00"), ("Delta", "$5.00"), ("Zeta", "$7.25")]
    library = [("Alpha", "$10.00"), ("Beta", "$9.00"), ("Gamma", "$15.00"), ("Eta", "$3.00"), ("Theta", "$4.00")]
    site_server.page("/shop/", table(*shop))
    site_server.page("/library/", f"{table(*library)}<a href=/library/wishes>Wishes</a>")
    site_server.page(
        "/library/wishes",
        """<h1>Wishes</h1><form method=post action=/library/wish><label>Wish <input name=wish required></label>
        <label>From <input name=who></label><button>Send</button></form>""",
    )
    site_server.page("/library/wish", "<h1>Thank you</h1>")
    return site_server


def replying(said: Mapping[str, Reply]) -> ScriptedModel:
    """A model that says this for each role, copies the first line of a listing or a form, and misses no field."""

    def reply(prompt: Prompt) -> Mapping[str, object]:
        if prompt.role in said:
            found = said[prompt.role]
            return found(prompt) if callable(found) else found
        if prompt.role == "design_schema":
            return {"line": "none of these"}
        assert prompt.role == "find_listing", prompt.role
        wanted = ("FORM", 'LINK "Wishes"') if "wish for it" in prompt.user else ("LISTING",)
        lines = prompt.user.splitlines()
        return {"line": next(line for want in wanted for line in lines if line.startswith(want))}

    return ScriptedModel(reply)


@pytest.mark.browser
@pytest.mark.proof
def test_what_is_read_on_one_site_is_compared_with_another(two: SiteServer, tmp_path: Path):
    """A file's `task:` over two sites that list things of one name: two tables, each stage with its site and start."""
    path = tmp_path / "cheaper.yaml"
    path.write_text(
        f"webdart: 1\nsites:\n  shop: {two.url}/shop/\n  library: {two.other}/library/\n"
        "task: Which books of the shop does the library sell for less?\n"
    )
    model = replying(COMPARED)
    run = webdart.run(path, project=tmp_path, model=model)
    assert run.result.error is None
    assert run.answer.value == ["Alpha", "Gamma"]
    assert run.answer.shape == "list"
    assert {name.name for name in run.result.tables} == {"books", "library_books"}
    split = next(prompt for prompt in model.prompts if prompt.role == "split_sites")
    assert 'shop: Page "Books" at "/shop/"' in split.user
    assert run.result.model.calls == len(model.prompts)


async def plan(two: SiteServer, folder: Path, task: str, said: Mapping[str, Reply]) -> TaskPlan:
    sites = (TaskSite(name="shop", url=f"{two.url}/shop/"), TaskSite(name="library", url=f"{two.other}/library/"))
    request = TaskRequest(
        task=task, sites=sites, settings=Settings(project=folder, experience=False), model=replying(said)
    )
    return await plan_task(request, Trace(time.monotonic))


@pytest.mark.browser
@pytest.mark.proof
async def test_what_is_read_on_one_site_is_written_to_another(two: SiteServer, tmp_path: Path):
    """The form of the one is filled with the columns of a SELECT over the other; shown, asked, sent once a row."""
    said: Mapping[str, Reply] = {
        "split_sites": {
            "parts": [{"site": "shop", "records": "books"}],
            "question": "the title of the cheapest book",
            "change": "wish for it as Robin",
            "where": "library",
        },
        "write_sql": {"sql": "SELECT title FROM books ORDER BY price, title LIMIT 1"},
        "plan_change": lambda prompt: {
            "form": next(line for line in prompt.user.splitlines() if line.startswith("FORM")),
            "values": [{"field": "Wish", "value": "{title}"}, {"field": "From", "value": "Robin"}],
        },
    }
    made = await plan(two, tmp_path, "Wish in the library for the shop's cheapest book, as Robin", said)
    assert made.pieces is None
    workflow = loads(made.text)
    assert sorted(workflow.sites) == ["library", "shop"]
    file = tmp_path / "wish.yaml"
    file.write_text(made.text)
    run = await webdart.run_async(file, project=tmp_path, yes=True)
    assert run.result.error is None, made.text
    assert [(one.path, one.body) for one in two.log if one.method == "POST"] == [
        ("/library/wish", b"wish=Delta&who=Robin")
    ]


@pytest.mark.parametrize(
    "said",
    [
        {"parts": [{"site": "bank", "records": "accounts"}], "change": "", "where": ""},
        {"parts": [], "change": "pay", "where": "bank"},
        {"parts": [], "change": "", "where": ""},
    ],
)
async def test_a_site_that_was_not_given_is_never_gone_to(said: Mapping[str, object]):
    """The model names another, or none: refused, before any page of it is asked for."""
    seen = Sighting.of(build("<h1>Books</h1>"), "en-US", None, Mask())
    advisor = Advisor(ScriptedModel([{"question": "?", **said}]), "Compare")
    with pytest.raises(ModelError, match="which site is for what"):
        await advisor.split({"shop": seen, "library": seen})


def test_one_password_is_not_given_to_several_sites(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    """Which of them it is for nobody has said."""
    monkeypatch.setenv("WEBDART_SECRET_WORD", "hush-hush")
    sites = ("--site", "a=http://127.0.0.1:9/", "--site", "b=http://127.0.0.1:8/")
    said = cli("plan", "compare", *sites, "--user", "WORD", "--password", "WORD")
    assert said.code == 2
    assert "would go to every one of several sites" in said.err
