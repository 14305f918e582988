"""Files that a site sends are kept under safe names, within a cap, wherever they come from; and never opened."""

import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.conftest import Reply, SiteServer
from webdart.browser.chromium.browser import BrowserOptions, launch
from webdart.browser.chromium.tab import ChromiumTab
from webdart.browser.port import DoClick
from webdart.browser.snapshot.kept_files import INDEX, free_name, kept_files, safe_name
from webdart.errors import NoPage
from webdart.page.model import Element, PageView
from webdart.plan.model import SitePlan
from webdart.trace import Event, Trace

PAGE = """<h1>Reports</h1>
<a href=/q1.csv>Quarter</a> <a href=/q1.csv target=_blank>In a window</a> <a href=/notes.txt download>Notes</a>
<a href=/endless>All of it</a>
<button onclick="make()">Export</button>
<script>function make() { const link = document.createElement('a'); link.download = 'made.json';
  link.href = window.URL.createObjectURL(new Blob(['[1]'])); link.click(); }</script>"""
CAP = 1 << 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("run") / "downloads"


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return []


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def pool(folder: Path, events: list[Event]) -> AsyncIterator[Any]:
    options = BrowserOptions(seconds=20, downloads=folder, download_bytes=CAP)
    chromium = await launch(options, {}, Trace(time.monotonic, events.append))
    yield chromium.pool
    await chromium.pool.close()


@pytest_asyncio.fixture(loop_scope="module")
async def tab(pool: Any, site_server: SiteServer) -> AsyncIterator[ChromiumTab]:
    csv = Reply(b"a,b\n", type="text/csv", headers=(("Content-Disposition", 'attachment; filename="../../Q 1.csv"'),))
    site_server.on("/q1.csv", lambda _: csv)
    site_server.on("/notes.txt", lambda _: Reply(b"hello", type="text/plain"))
    site_server.on("/endless", lambda _: Reply(b"x" * (8 * CAP), type="application/octet-stream"))
    site_server.page("/", PAGE)
    made = await pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    yield made
    await made.close()


def called(view: PageView, role: str, name: str) -> DoClick:
    node = next(node for node in view.nodes if node.role == role and node.name == name)
    return DoClick(Element(node.index, role, name))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("role", "name", "content"),
    [
        ("link", "Quarter", b"a,b\n"),
        ("link", "In a window", b"a,b\n"),
        ("link", "Notes", b"hello"),
        ("button", "Export", b"[1]"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="module")
async def test_what_a_click_downloads_is_kept_and_the_page_stays(
    tab: ChromiumTab, site_server: Any, folder: Path, role: str, name: str, content: bytes
) -> None:
    """A link, one into a new window, one that says `download`, bytes that a script made: whole when the click is over."""
    view = await tab.open(site_server.url + "/")
    after = await tab.act(called(view, role, name))
    (file,) = after.files
    assert (folder / file).read_bytes() == content
    assert (after.url, after.title) == (view.url, view.title)
    assert (folder / file).stat().st_mode & 0o777 == 0o600


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="module")
async def test_an_address_that_gives_a_file_is_no_page(tab: ChromiumTab, site_server: Any, folder: Path) -> None:
    """The error says so, and under which name the file was kept; the tab goes on."""
    with pytest.raises(NoPage, match="gives a file, not a page; it is kept as downloads/Q 1") as error:
        await tab.open(site_server.url + "/q1.csv")
    assert (folder / error.value.files[0]).read_bytes() == b"a,b\n"
    assert (await tab.open(site_server.url + "/")).status == 200


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_over_the_cap_is_cancelled_and_told(
    tab: ChromiumTab, site_server: Any, folder: Path, events: list[Event]
) -> None:
    """Nothing of it stays, and a sentence says which cap it was."""
    view = await tab.open(site_server.url + "/")
    after = await tab.act(called(view, "link", "All of it"))
    assert after.files == ()
    assert not list((folder / ".part").iterdir())
    assert any("a run keeps 1 MiB of files" in event.text for event in events if event.kind == "warning")
    assert sum(kept.bytes for kept in kept_files(folder)) < CAP


def test_names_are_safe_on_every_system() -> None:
    """No folder, no device, nothing invisible, not too long; the ending stays."""
    assert safe_name("../../etc/passwd") == "passwd"
    assert safe_name("C:\\temp\\a.csv") == "a.csv"
    assert safe_name("..") == safe_name("") == safe_name(INDEX) == "download"
    assert safe_name("invoice\u202efdp.exe\n") == "invoice_fdp.exe_"
    assert safe_name("NUL.txt") == "_NUL.txt"
    assert safe_name(".bashrc") == "bashrc"
    long = safe_name("é" * 300 + ".csv")
    assert long.endswith("é.csv")
    assert len(long.encode()) <= 120


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    """Also where only the case differs, which some file systems do not see."""
    (tmp_path / "Report.CSV").touch()
    assert free_name(tmp_path, "report.csv") == "report-2.csv"
    assert free_name(tmp_path, "other.csv") == "other.csv"


def test_a_torn_line_of_the_index_is_left_out(tmp_path: Path) -> None:
    """What was kept before a kill is still told."""
    line = json.dumps({"file": "a.csv", "url": "https://x.example/a", "bytes": 3})
    (tmp_path / INDEX).write_text(f"{line}\n{line[:20]}")
    assert [kept.file for kept in kept_files(tmp_path)] == ["a.csv"]
