"""What does a control of somebody else's application really do? Tried on a copy of its own, and its database compared.

For every control: what the page says before (`effect_of`), what the guard holds once it is clicked (less the GETs that
only lead to a question, `asking.only_asks`), and then the truth: whatever was held is let go, and the application's
database is compared with what it was, beside the log of what it was asked. Afterwards the database is put back. Tables
of who has looked at what count for nothing, nor do sessions unless one of them ends: every page that is opened writes
there. A form is filled in first, so that saving it saves.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from tests.apps.app_server import Application
from webdart.browser.chromium.browser import Chromium
from webdart.browser.port import Browser, DoCheck, DoChoose, DoClick, DoType, DoUpload, DoWait, Outcome
from webdart.errors import BrowserLost, SiteError
from webdart.navigate.login import log_in, sent_to_login
from webdart.page.confirm_page import only_asks
from webdart.page.effects import effect_of, form_of
from webdart.page.locator import element
from webdart.page.model import Element, Held, Node, PageView
from webdart.page.roles import (
    is_clicked,
    is_control,
    is_radio,
    is_text_box,
    is_ticked,
    leads_to,
    options_of,
    type_of,
    words_of,
)
from webdart.plan.model import SitePlan
from webdart.trace import Trace

_BACKGROUND = frozenset({"Ping", "CSPViolationReport"})
_UNCOUNTED = ("session", "sqlite_", "analytics_", "easy_thumbnails")


@dataclass(frozen=True, slots=True)
class Control:
    """One labelled control: where it stands, what was said of it before and on the wire, and what it did."""

    app: str
    page: str
    what: str
    before: bool
    wire: bool
    changed: bool  # what the application keeps is another than before
    received: bool  # it was asked with an unsafe method

    @property
    def truth(self) -> bool:
        """Whether it writes: a request for a change has reached the application, or something has changed."""
        return self.changed or self.received

    def __str__(self) -> str:
        said = f"before {self.before}, wire {self.wire}, changed {self.changed}, received {self.received}"
        return f"{self.app} {self.page} {self.what}: {said}"


@dataclass(frozen=True, slots=True)
class Figures:
    """How often "this would write" was right."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missed)

    @classmethod
    def of(cls, pairs: Sequence[tuple[bool, bool]]) -> "Figures":
        """From what was said, and what was so."""
        return cls(
            sum(said and so for said, so in pairs),
            sum(said and not so for said, so in pairs),
            sum(so and not said for said, so in pairs),
        )


@dataclass
class Oracle:
    """Tries the controls of one application; `skipped` are those that could not be tried, and why."""

    name: str
    app: Application
    site: SitePlan
    engine: Chromium
    picture: Path  # a file to be uploaded
    skipped: list[str] = field(default_factory=list[str])
    _seen: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])

    async def label(self, paths: Sequence[str], links: int) -> list[Control]:
        """Every different button of these pages, and their first `links` different links."""
        found: list[Control] = []
        for path in paths:
            address = urljoin(self.app.url, path)
            view = await self._look(address)
            for node in list(self._different(view)):
                if leads_to(view, node):
                    if links == 0:
                        continue
                    links -= 1
                control = await self._tried(address, path, view, node)
                found += [] if control is None else [control]
        return found

    def _different(self, view: PageView) -> Iterator[Node]:
        for node in view.nodes:
            if not node.shown or not is_clicked(node) or is_control(node) or "disabled" in node.states:
                continue
            link = leads_to(view, node)
            if link and urlsplit(link).netloc != urlsplit(self.app.url).netloc:
                continue
            form = form_of(view, node)
            action = form.attributes.get("action", view.url) if form and not link else ""
            listed = any(map(str.isdigit, urlsplit(link).path))  # one of many records, whatever it is called
            words = "" if listed else _plain(words_of(view, node))
            key = (node.tag, words, _plain(urlsplit(link).path), _plain(action))
            if key not in self._seen:
                self._seen.add(key)
                yield node

    async def _tried(self, address: str, path: str, before: PageView, node: Node) -> Control | None:
        what = f"{node.role or node.tag} {words_of(before, node)[:40]!r}"
        tab = await self.engine.pool.tab(self.site, "act")
        try:
            view = await self._logged_in(tab, address)
            same = next((one for one in view.nodes if _same(before, node, view, one)), None)
            if same is None:
                self.skipped.append(f"{path} {what}: not there again")
                return None
            said = effect_of(view, same) in ("destructive", "terminating")
            await self._fill(tab, view, same)
            saved, asked = _saved(self.app.database), len(self.app.writes())
            state, open_ones = _digest(self.app), _sessions(self.app.database)
            wire, sent = await self._clicked(tab, element(view, same))
        except (SiteError, BrowserLost) as error:
            self.skipped.append(f"{path} {what}: {error.problem}")
            return None
        finally:
            await tab.close()
        ended = bool(open_ones - _sessions(self.app.database))
        changed, received = ended or _digest(self.app) != state, len(self.app.writes()) > asked
        if changed or received:
            _put_back(self.app.database, saved)
        if said and not sent and form_of(view, same) is not None:
            self.skipped.append(f"{path} {what}: the browser did not send its form")
            return None
        return Control(self.name, path, what, said, wire, changed, received)

    async def _clicked(self, tab: Browser, target: Element) -> tuple[bool, bool]:
        """Whether what was held would write, and whether anything left; all of it is let go."""
        view = await tab.act(DoClick(target))
        wire = sent = False
        for _ in range(5):
            asked = [held for held in view.held if held.kind not in _BACKGROUND]
            wire = wire or any(not only_asks(view, held) for held in asked)
            sent = sent or bool(asked)
            for held in view.held:
                await self.engine.guard.release(held)
            if not view.held:
                break
            view = await tab.act(DoWait(1.5))
        return wire, sent

    async def _fill(self, tab: Browser, view: PageView, button: Node) -> None:
        """What its form has to be given is filled in, all of it where it is empty; of a list something is ticked."""
        form = form_of(view, button)
        inside = () if form is None else view.nodes[form.index : form.end]
        boxes = [node for node in inside if node.shown and is_ticked(node) and not is_radio(node)]
        if len(boxes) > 1 and len({_plain(node.attributes.get("name", "")) for node in boxes[1:]}) == 1:
            await tab.act(DoCheck(element(view, boxes[1]), True))
        new = not any(node.value for node in inside if node.shown and is_text_box(node))
        for node in inside:
            if not node.shown or node.value or node.states & {"readonly", "disabled"}:
                continue
            if not (new or "required" in node.states or node.tag == "select" or type_of(node) == "file"):
                continue
            if is_text_box(node):
                await tab.act(DoType(element(view, node), _fitting(node)))
            elif node.tag == "select" and "multiple" not in node.states:
                given = [one for one in options_of(view, node) if one.attributes.get("value")]
                if given:
                    await tab.act(DoChoose(element(view, node), (words_of(view, given[0]),)))
            elif type_of(node) == "file":
                await tab.act(DoUpload(element(view, node), (str(self.picture),)))

    async def _look(self, address: str) -> PageView:
        tab = await self.engine.pool.tab(self.site, "act")
        try:
            return await self._logged_in(tab, address)
        finally:
            await tab.close()

    async def _logged_in(self, tab: Browser, address: str) -> PageView:
        """The page, in a session that is opened anew where a control has ended it."""
        view = await tab.open(address)
        login = self.site.login
        if login is not None and sent_to_login(view, login, first=True):
            await log_in(self.site, self.engine.pool, self.engine.guard, self._let_go, Trace(lambda: 0.0))
            view = await tab.open(address)
        while view.held:  # a page whose address says that it deletes
            for held in view.held:
                await self.engine.guard.release(held)
            view = await tab.act(DoWait(1.5))
        return view

    async def _let_go(self, held: Held, site: str) -> Outcome:
        return await self.engine.guard.release(held)


def _same(before: PageView, node: Node, view: PageView, one: Node) -> bool:
    return (
        (one.tag, one.role, words_of(view, one)) == (node.tag, node.role, words_of(before, node))
        and one.shown
        and leads_to(view, one) == leads_to(before, node)
    )


def _fitting(node: Node) -> str:
    """A value that such a box may take."""
    about = f"{node.name} {node.attributes.get('name', '')} {node.attributes.get('id', '')}".casefold()
    kind = type_of(node)
    if kind == "email" or "mail" in about:
        return "a@b.example"
    if kind == "url" or "url" in about:
        return "http://a.example/"
    if kind == "date" or re.search(r"date|publish|borrow|born|birth", about):
        return "2024-05-06"
    if kind == "time" or "time" in about:
        return "10:00"
    if kind == "password":
        return "a-test-password-7"
    return "7"


def _plain(text: str) -> str:
    return "".join(letter for letter in text if not letter.isdigit())[:60]


def _digest(app: Application) -> bytes:
    """What the tables hold, those of sessions apart, and what the application is configured with."""
    digest, path = blake2b(digest_size=16), app.database
    for file in sorted(app.received.parent.rglob("*.ini")):
        digest.update(file.read_bytes())
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        tables = [
            str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
        ]
        for table in tables:
            if not any(part in table for part in _UNCOUNTED):
                for row in connection.execute(f'SELECT * FROM "{table}"'):
                    digest.update(repr(row).encode())
    return digest.digest()


def _sessions(path: Path) -> set[object]:
    """The sessions that are open."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%session'")
        tables = [str(row[0]) for row in named]
        return {row[0] for table in tables for row in connection.execute(f'SELECT * FROM "{table}"')}


def _saved(path: Path) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:")
    with closing(sqlite3.connect(path)) as connection:
        connection.backup(copy)
    return copy


def _put_back(path: Path, saved: sqlite3.Connection) -> None:
    with closing(sqlite3.connect(path, timeout=20)) as connection:
        saved.backup(connection)
    saved.close()
