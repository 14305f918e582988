"""Pages without a browser: a small builder from HTML to `PageView`, enough for what records are read from."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

import pytest
import pytest_asyncio
from playwright.async_api import Browser as Chromium

from webdart.browser.snapshot.payload import FramePayload, look, parse, script
from webdart.errors import SourceLine
from webdart.page.model import Box, Node, PageView
from webdart.records import ListingSpec
from webdart.workflow.model import Engine, Extract, Field, Kind, Type

HERE = SourceLine("test.yaml", 1, 1)
NOW = datetime(2026, 11, 21, 12, 0)  # noqa: DTZ001 - the site's own clock, as ListingSpec wants it
_VOID = {"img", "br", "hr", "input", "meta", "link", "col", "wbr"}
_ROLES = {
    "a": "link", "li": "listitem", "ul": "list", "ol": "list", "nav": "navigation", "main": "main", "table": "table",
    "tr": "row", "td": "cell", "th": "columnheader", "button": "button", "article": "article", "img": "img",
    "header": "banner", "footer": "contentinfo", "dt": "term", "dd": "definition", "select": "combobox",
    **{f"h{n}": "heading" for n in range(1, 7)},
}  # fmt: skip


@dataclass
class _Open:
    tag: str
    parent: int
    role: str
    attributes: dict[str, str]
    end: int = 0
    text: str = ""
    states: frozenset[str] = frozenset()
    value: str | None = None
    inside: set[str] = field(default_factory=set[str])


class _Builder(HTMLParser):
    """Elements and folded texts in document order; `joined` where no blank stands between two texts of one line."""

    def __init__(self, base: str) -> None:
        super().__init__(convert_charrefs=True)
        self.base = base
        self.nodes: list[_Open] = []
        self.stack: list[int] = []
        self.blank = True
        self.title = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        for name in ("href", "src"):
            if name in attributes:
                attributes[name] = urljoin(self.base, attributes[name])
        parent = self.stack[-1] if self.stack else -1
        inside = self.nodes[parent].inside if parent >= 0 else set[str]()
        role = attributes.get("role", _ROLES.get(tag, ""))
        if tag == "th" and attributes.get("scope") == "row":
            role = "rowheader"
        if tag in {"header", "footer"} and inside & {"article", "section", "main"}:
            role = ""
        states: frozenset[str] = frozenset()
        if tag == "input" and attributes.get("type") in {"checkbox", "radio"}:
            states = frozenset({"checked" if "checked" in attributes else "unchecked"})
        value = attributes.get("value") if tag == "input" and not states else None
        node = _Open(tag, parent, role, attributes, states=states, value=value, inside=inside | {tag})
        self.nodes.append(node)
        if tag not in {"span", "b", "i", "em", "strong", "a", "small", "sup", "sub", "time", "wbr"}:
            self.blank = True
        if tag in _VOID:
            node.end = len(self.nodes)
        else:
            self.stack.append(len(self.nodes) - 1)

    def handle_endtag(self, tag: str) -> None:
        while self.stack:
            node = self.nodes[self.stack.pop()]
            node.end = len(self.nodes)
            if node.tag == tag:
                break
        if tag not in {"span", "b", "i", "em", "strong", "a", "small", "sup", "sub", "time"}:
            self.blank = True

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if not text:
            self.blank = self.blank or bool(data)
            return
        if self.stack and self.nodes[self.stack[-1]].tag == "title":
            self.title = text
            return
        joined = not self.blank and not data[0].isspace()
        self.blank = data[-1].isspace()
        states = frozenset({"joined"}) if joined else frozenset[str]()
        self.nodes.append(
            _Open("#text", self.stack[-1] if self.stack else -1, "", {}, len(self.nodes) + 1, text, states)
        )


def build(
    html: str, url: str = "http://shop.example/list", marks: Mapping[str, Callable[[Node], bool]] | None = None
) -> PageView:
    """The page that this HTML makes, everything shown; `marks` select nodes by predicate."""
    builder = _Builder(url)
    builder.feed(f"<html><body>{html}</body></html>")
    builder.close()
    for open_ in builder.stack:
        builder.nodes[open_].end = len(builder.nodes)
    box = Box(0, 0, 100, 20)
    nodes = tuple(
        Node(n, o.parent, o.end, o.tag, o.text, o.role, "", o.attributes, box, True, o.states, o.value, 0)
        for n, o in enumerate(builder.nodes)
    )
    found = {name: tuple(n.index for n in nodes if choose(n)) for name, choose in (marks or {}).items()}
    return PageView(url=url, title=builder.title, language="en", status=200, nodes=nodes, marks=found)


def make_field(name: str, kind: str = "text", **options: object) -> Field:
    """A declared field: `kind` as in a file, `[text]` for lists; `css` makes an `at`."""
    many = kind.startswith("[")
    plain: Kind = kind.strip("[]")  # type: ignore[assignment]  # tests name kinds as files do
    css = options.pop("css", None)
    target = Engine(engine="css", body=str(css), at=HERE) if css else None
    return Field(name=name, type=Type(plain, many), target=target, at=HERE, **options)  # type: ignore[arg-type]  # the keys of Field


def make_spec(fields: Mapping[str, str | Field] | list[Field], **options: object) -> ListingSpec:
    """A table to read: name → kind, or fields; other keys go to `Extract` or `ListingSpec`."""
    listed = fields if isinstance(fields, list) else [
        item if isinstance(item, Field) else make_field(name, item) for name, item in fields.items()
    ]  # fmt: skip
    own = {name: options.pop(name) for name in ("each", "within", "key") if name in options}
    extract = Extract(into=str(options.pop("into", "things")), fields=tuple(listed), at=HERE, **own)  # type: ignore[arg-type]  # the keys of Extract
    return ListingSpec(extract=extract, now=NOW, **options)  # type: ignore[arg-type]  # the keys of ListingSpec


@pytest.fixture
def page() -> Callable[..., PageView]:
    """`page(html, url=…, marks=…)`: a PageView without a browser."""
    return build


@pytest.fixture
def spec() -> Callable[..., ListingSpec]:
    """`spec({"price": "money"}, key=("id",), locale="de")`: what to read."""
    return make_spec


@pytest.fixture
def declared() -> Callable[..., Field]:
    """`declared("price", "money", label="Total")`: one field."""
    return make_field


@pytest_asyncio.fixture(loop_scope="session")
async def observe(chromium: Chromium) -> AsyncIterator[Callable[[str], Awaitable[PageView]]]:
    """`observe(html)`: the page in Chromium, looked at in an isolated world."""
    context = await chromium.new_context()
    tab = await context.new_page()
    session: Any = await context.new_cdp_session(tab)

    async def seen(html: str) -> PageView:
        await tab.set_content(html)
        tree = await session.send("Page.getFrameTree")
        world = await session.send("Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]})
        wanted = {"expression": script() + look(), "contextId": world["executionContextId"], "returnByValue": True}
        answer = await session.send("Runtime.evaluate", wanted)
        return parse([FramePayload(answer["result"]["value"])], status=200)

    yield seen
    await context.close()
