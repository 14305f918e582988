"""Pictures for a model that sees: only where the settings say so, none with a secret, paid for, and kept in recordings."""

import json
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

import webdart
from tests.conftest import SiteServer
from tests.model.door.wire import Act, Wire, refusing
from tests.model.roles.guide import Guide
from tests.navigate.application import APPLICATION, chore
from tests.records.conftest import build
from webdart.browser.snapshot.saved_page import SavedSite
from webdart.browser.snapshot.vision import Eyes
from webdart.model.door.openai_api import Endpoint, OpenAIModel
from webdart.model.door.port import Image, Prompt
from webdart.model.door.tokens import of_prompt
from webdart.page.model import PageView
from webdart.plan.model import SitePlan
from webdart.secret import Mask, Secret
from webdart.trace import Event, Trace

DEPOT = "into: items, key: item, fields: {item: text, quantity: integer}"
SITE = SitePlan(name="x", url="http://x/")
GUIDE = Guide(ways=("All items", "Stock"), there="Items")


def content(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a request's question consists of."""
    said = body["messages"][1]["content"]
    return cast("list[dict[str, Any]]", said) if isinstance(said, list) else [{"type": "text", "text": said}]


def guided(body: Mapping[str, Any]) -> Act:
    """A server whose model knows the way."""
    role = body["response_format"]["json_schema"]["name"]
    return Act(reply=GUIDE(Prompt(role=role, system="", user=content(body)[-1]["text"])))


@pytest.mark.browser
@pytest.mark.proof
def test_a_model_that_sees_gets_the_page_and_a_recording_keeps_it(site_server: SiteServer, tmp_path: Path):
    """Asked with a picture before the words; the same run from its recording needs none, and asks nobody."""
    site_server.page("/depot", APPLICATION)
    path = chore(tmp_path, site_server.url, "start: /depot, objective: what lies in the warehouse", DEPOT)
    record = tmp_path / "said.jsonl"
    with Wire(guided) as wire:
        named = {"OPENAI_BASE_URL": wire.url, "WEBDART_MODEL": "m", "WEBDART_MODEL_SEES": "true"}
        run = webdart.run(path, project=tmp_path, environment=named | {"WEBDART_RECORD_MODEL": str(record)})
    assert run.answer.value == 4, run.result.error
    asked = [body for body in wire.bodies if body["response_format"]["json_schema"]["name"] == "propose"]
    for body in asked:
        picture, words = content(body)
        assert b64decode(picture["image_url"]["url"].partition("base64,")[2])[:3] == b"\xff\xd8\xff"
        assert words["text"].startswith("The picture shows the page")
    kept = [json.loads(line) for line in record.read_text().splitlines()[1:]]
    assert [len(one.get("pictures", ())) for one in kept if one["role"] == "propose"] == [1] * len(asked)
    again = webdart.run(path, project=tmp_path, environment={"WEBDART_REPLAY_MODEL": str(record)})
    assert again.answer.value == 4, again.result.error


class _Camera:
    """A tab that shows what it is told, and can be pictured."""

    def __init__(self, view: PageView) -> None:
        self.shown = view
        self.later: PageView | None = None

    async def open(self, url: str, marks: object = ()) -> PageView:
        del url, marks
        return self.shown

    async def view(self, marks: object = ()) -> PageView:
        del marks
        return self.later or self.shown

    async def picture(self, scale: float = 0.4) -> bytes:
        return f"jpeg {scale}".encode()


async def test_no_picture_where_a_secret_stands_and_none_of_what_is_no_longer_shown():
    """Whole or in several texts, in a field or in the address: the picture stays here, and the trace says why."""
    events: list[Event] = []
    eyes = Eyes(Mask([Secret("WORD", "hush-hush word")]), Trace(lambda: 0.0, events.append))
    pool, seen = SavedSite({}), list[PageView]()
    for html, shown in (
        ("<p>open</p>", True),
        ("<p>hush-hush <b>word</b></p>", False),
        ("<input value='hush-hush word'>", False),
    ):
        camera = _Camera(build(html))
        pool.tab = _always(camera)  # type: ignore[method-assign]
        tab = await eyes.over(pool).tab(SITE)
        seen.append(await tab.open("http://x/"))
        assert bool(await eyes.see(seen[-1])) is shown, html
    assert await eyes.see(build("<p>another</p>")) == b""
    camera = _Camera(build("<p>open</p>"))
    camera.later = build("<p>hush-hush word</p>")  # drawn while the picture was taken
    pool.tab = _always(camera)  # type: ignore[method-assign]
    assert await eyes.see(await (await eyes.over(pool).tab(SITE)).open("http://x/2")) == b""
    assert list(dict.fromkeys(event.text for event in events)) == [
        "a secret stands on the page: the model gets no picture of it"
    ]


def _always(camera: _Camera) -> Any:
    async def tab(site: SitePlan, mode: str = "read", *, fresh: bool = False) -> _Camera:
        del site, mode, fresh
        return camera

    return tab


def test_a_picture_is_counted_before_it_is_sent():
    """It is no small part of a budget."""
    bare = Prompt(role="r", system="", user="x")
    assert of_prompt(Prompt(role="r", system="", user="x", images=(Image(data=b"1"),))) > of_prompt(bare) + 1000


async def test_a_server_that_takes_no_pictures_is_asked_without():
    """Found out by asking, told once, remembered."""
    said: list[str] = []
    prompt = Prompt(role="r", system="", user="What?", images=(Image(data=b"1"),))

    def answered(body: Mapping[str, Any]) -> Act:
        if len(content(body)) > 1:
            return Act(status=500, error={"message": "image input is not supported", "type": "server_error"})
        return refusing({"a": "x"})(body)

    with Wire(answered) as wire:
        model = OpenAIModel(Endpoint(model="m", url=wire.url, sees=True), say=said.append)
        schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
        for _ in range(2):
            assert (await model.complete(prompt, schema)).value == {"a": "x"}
        await model.close()
    assert [len(content(body)) for body in wire.bodies] == [2, 1, 1]
    assert said == ["m takes no pictures: it is asked without"]
