"""webdart as tools of an assistant: the protocol's own client; over stdin and stdout, and in memory."""

import json
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import ElicitRequestParams, ElicitResult, TextContent, TextResourceContents

from tests.conftest import SiteServer
from webdart.cli.mcp_server import served
from webdart.demo import DemoSite
from webdart.settings import build

COUNT = "webdart: 1\nstages:\n  - execute: SELECT 41 + 1 AS x\n"

Connect = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty project."""
    (tmp_path / ".webdart").mkdir()
    return tmp_path


@pytest.fixture
def program(project: Path) -> StdioServerParameters:
    """`webdart mcp` as a process of its own."""
    words = ["-m", "webdart", "mcp", "--project", str(project)]
    environment = {"PYTHONPATH": ":".join(place for place in sys.path if place), "PATH": "/usr/bin:/bin"}
    return StdioServerParameters(command=sys.executable, args=words, env=environment, cwd=project)


@pytest.fixture
def connect(project: Path) -> Connect:
    """A client of the same server in this process."""

    @asynccontextmanager
    async def connected(**how: Any) -> AsyncGenerator[Client]:
        settings = build({"project": str(project)}, environment={})
        async with Client(served(settings), **how) as client:
            yield client

    return connected


async def said(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool returns, as the JSON value that it is."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return json.loads(text_of(result))


def text_of(result: Any) -> str:
    content = result.content[0]
    assert isinstance(content, TextContent)
    return content.text


async def test_a_chore_is_looked_for_checked_run_and_asked(program: StdioServerParameters, demo_site: DemoSite):
    """From an address to an answer, its rows, a cell's origin and the resources, with progress on the way."""
    told: list[str] = []

    async def noted(progress: float, total: float | None, message: str | None) -> None:
        told.append(f"{progress:g} {total} {message}")

    async with Client(program) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == {
            "look", "check", "run", "query", "why", "runs",
        }  # fmt: skip
        seen = await said(client, "look", url=f"{demo_site.url}shop/")
        name = seen["tables"][0]["name"]
        assert seen["tables"][0]["rows"]
        assert "has no" not in json.dumps(await said(client, "check", text=seen["workflow"]))
        call = await client.call_tool("run", {"text": seen["workflow"], "limit_pages": 1}, progress_callback=noted)
        done = json.loads(text_of(call))
        assert (done["exit"], done["tables"][0]["verdict"]) == (0, "as asked")
        assert any("page" in line for line in told)
        counted = await said(client, "query", sql=f"SELECT count(*) FROM {name}")
        assert counted["rows"] == [[done["tables"][0]["rows"]]]
        page = await client.read_resource(f"webdart://runs/{done['run']}/tables/{name}")
        content = page.contents[0]
        assert isinstance(content, TextResourceContents)
        assert len(content.text.splitlines()) == done["tables"][0]["rows"]
        first = await said(client, "query", sql=f"SELECT * FROM {name}")
        assert await said(client, "why", table=name, key=str(first["rows"][0][0]))
        assert (await said(client, "runs"))[0]["run"] == done["run"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("mode", "answer"),  # the protocol's present way of asking back, and the one before it
    [("auto", "yes"), ("legacy", "yes"), ("auto", "no"), ("auto", None)],
)
async def test_a_write_is_asked_for(
    mode: str, answer: str | None, connect: Connect, site_server: SiteServer, tmp_path: Path
):
    """It leaves if the person says so, and stays where they say no or can't be asked."""
    site_server.page(
        "/", "<form method=post action=/notes><label>Note <input name=note></label> <button>Add note</button></form>"
    )
    site_server.page("/notes", "<p>Added.</p>")
    asked: list[str] = []
    (tmp_path / "note.yaml").write_text(
        f"webdart: 1\nsites: {{desk: '{site_server.url}/'}}\nstages:\n  - execute:\n      act:\n"
        "        steps: [{open: /}, {fill: {Note: paid}}, {click: Add note}]\n        writes: [POST /notes]\n"
    )

    async def person(_: Any, question: ElicitRequestParams) -> ElicitResult:
        asked.append(question.message)
        return ElicitResult(action="accept", content={"send": answer == "yes"})

    async with connect(mode=mode, elicitation_callback=None if answer is None else person) as client:
        done = await said(client, "run", file="note.yaml")
    assert len(site_server.seen("/notes")) == (answer == "yes"), done["error"]
    assert done["exit"] == (0 if answer == "yes" else 4)
    assert ["POST /notes" in question for question in asked] == [True] * (answer is not None)


WRONG: tuple[tuple[dict[str, str], str], ...] = (
    ({"text": "webdart: 1\nstages: [{execute: SELEC 1}]"}, "chore-"),
    ({"text": f"{COUNT}sites: {{s: 'http://{{{{ env.HOME }}}}/'}}\n"}, "may name no secret, variable"),
    ({}, "give `file` or `text`"),
    ({"file": "/etc/passwd"}, "lies outside the project"),
    ({"file": "../other.yaml"}, "no such file"),
)


async def test_what_is_wrong_is_said_to_the_client(connect: Connect):
    """Mistakes with their places, files elsewhere, and texts that ask for more than nobody has read."""
    async with connect() as client:
        for given, problem in WRONG:
            result = await client.call_tool("run", given)
            assert result.is_error, given
            assert problem in text_of(result)
        assert (await said(client, "run", text=COUNT))["answer"]["value"] == 42
