"""Records' own pages are read from their source once rendered ones were read alike; what differs is never silent."""

from pathlib import Path

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.harbour_site import CHORE, PAGES, PER_PAGE, Harbour
from tests.runs.lock_runs import lock, run
from webdart import engine
from webdart.inspect.why import Looking
from webdart.runs.folder import Project
from webdart.settings import build

pytestmark = pytest.mark.browser
FORM = (
    "<form method=post action=/in><label>Name <input name=u></label><label>Word <input name=p type=password></label>"
    "<button>Sign in</button></form>"
)
SECRETS = {"WEBDART_SECRET_USER": "admiral", "WEBDART_SECRET_WORD": "anchorage"}


@pytest.fixture
def harbour(site_server: SiteServer) -> Harbour:
    return Harbour(site_server)


async def boats(harbour: Harbour, folder: Path, chore: str = CHORE) -> list[tuple[str, ...]]:
    """The rows of a run."""
    file = folder / "boats.yaml"
    file.write_text(chore.format(url=harbour.server.url))
    settings = build({"project": str(folder)}, environment={})
    done = await engine.run(engine.RunRequest(file=str(file), settings=settings, environment=SECRETS))
    rows = done.tables["parts"].to_pylist()
    return sorted(tuple(str(row[name]) for name in ("no", "name", "price", "stock")) for row in rows)


@pytest.mark.asyncio
async def test_most_are_fetched(harbour: Harbour, tmp_path: Path) -> None:
    """Three are rendered to prove it, and the last one behind every page of the listing."""
    harbour.scripted = False
    assert await boats(harbour, tmp_path) == harbour.truth
    assert harbour.drawn == 3 + PAGES


@pytest.mark.asyncio
async def test_where_they_have_scripts_more_are_compared(harbour: Harbour, tmp_path: Path) -> None:
    """One in five, by chance."""
    assert await boats(harbour, tmp_path) == harbour.truth
    assert 3 + PAGES <= harbour.drawn < PER_PAGE * PAGES


@pytest.mark.asyncio
async def test_an_attribute_that_no_rendered_page_had_is_unusual(harbour: Harbour, tmp_path: Path) -> None:
    """It may be what a script goes by: here of two pages in the middle."""
    harbour.raised, harbour.until = 6, 7
    assert await boats(harbour, tmp_path) == harbour.truth


@pytest.mark.asyncio
@pytest.mark.sampled(2)
@pytest.mark.parametrize("raised", [1, 3, 7], ids=["all", "one that proves", "those behind the proof"])
async def test_what_scripts_change_is_rendered(raised: int, harbour: Harbour, tmp_path: Path) -> None:
    harbour.raised = raised
    assert await boats(harbour, tmp_path) == harbour.truth


@pytest.mark.asyncio
async def test_what_a_style_sheet_may_change_is_rendered(harbour: Harbour, tmp_path: Path) -> None:
    """How an element looks is not known where no rendered page had one of its class."""
    harbour.marked, harbour.scripted = 8, False
    assert await boats(harbour, tmp_path) == harbour.truth
    assert harbour.drawn == 3 + 1 + PAGES


@pytest.mark.asyncio
async def test_where_the_last_is_not_there_another_one_is_compared(harbour: Harbour, tmp_path: Path) -> None:
    harbour.gone, harbour.raised = PER_PAGE, PER_PAGE - 1
    assert await boats(harbour, tmp_path) == harbour.truth


@pytest.mark.asyncio
@pytest.mark.sampled(3)
@pytest.mark.parametrize("most", [9, 6, 16])
async def test_what_is_not_proven_when_the_budget_ends_is_not_kept(most: int, harbour: Harbour, tmp_path: Path) -> None:
    """What was fetched and not compared is as if it had not been opened."""
    harbour.raised = 5
    chore = CHORE.replace("webdart: 1\n", f"webdart: 1\nbudget: {{{{pages: {most}}}}}\n")
    got, truth = await boats(harbour, tmp_path, chore), {row[0]: row for row in harbour.truth}
    assert got
    assert all(row == truth[row[0]] or row[2] == "None" for row in got)


@pytest.mark.asyncio
async def test_what_the_budget_paid_for_is_proven_at_its_end(harbour: Harbour, tmp_path: Path) -> None:
    """One page of the listing and ten own ones; what was fetched of these is compared although no page is left."""
    harbour.scripted = False
    got = await boats(harbour, tmp_path, CHORE.replace("webdart: 1\n", "webdart: 1\nbudget: {{pages: 11}}\n"))
    assert sum(row[2] != "None" for row in got) == 10


@pytest.mark.asyncio
async def test_what_others_see_once_a_session_has_ended_is_not_kept(harbour: Harbour, tmp_path: Path) -> None:
    """Where it ends among own pages, these show a guest another price, and a form to log in by."""
    live: set[str] = set()
    ended: list[str] = []
    own, listing = harbour.boat, harbour.listing

    def log_in(_: Asked) -> Reply:
        live.add(f"s{len(ended)}")
        return Reply(status=303, headers=(("Location", "/boats"), ("Set-Cookie", f"sid=s{len(ended)}; Path=/")))

    def is_in(asked: Asked) -> bool:
        return asked.headers.get("cookie", "").removeprefix("sid=") in live

    def boat(asked: Asked) -> Reply:
        if asked.path == "/boat/6" and not ended:
            ended.extend(live)
            live.clear()
        body = str(own(asked).body)
        if is_in(asked):
            return Reply(body.replace("<nav>", "<header>Log out</header><nav>"))
        return Reply(body.replace("<nav>", f"{FORM}<nav>").replace("$", "$9"))

    def boats_of(asked: Asked) -> Reply:
        if not is_in(asked):
            return Reply(status=302, headers=(("Location", "/login"),))
        return Reply(str(listing(asked).body).replace("<h1>", "<header>Log out</header><h1>"))

    harbour.server.page("/login", f"<h1>Sign in</h1>{FORM}")
    harbour.server.on("/in", log_in)
    harbour.server.on("/boats", boats_of)
    for number in range(1, PER_PAGE * PAGES + 1):
        harbour.server.on(f"/boat/{number}", boat)
    login = "login: {{at: /login, user: '{{{{ secret.USER }}}}', password: '{{{{ secret.WORD }}}}', check: Log out}}"
    chore = CHORE.replace('site: "{url}"', f'site: {{{{url: "{{url}}", {login}}}}}')
    harbour.scripted = False
    assert await boats(harbour, tmp_path, chore) == harbour.truth
    assert ended


@pytest.mark.asyncio
@pytest.mark.parametrize("source", ["auto", "rendered"])
async def test_why_names_the_own_page(source: str, harbour: Harbour, tmp_path: Path) -> None:
    """Also where no column of the table has its address, and it was fetched."""
    await boats(harbour, tmp_path, CHORE.replace("source: auto", f"source: {source}"))
    found = await Looking(Project(tmp_path).get("latest")).row("parts", "8", "price")
    (price,) = found.cells
    assert price.page == f"{harbour.server.url}/boat/8"
    assert price.element is not None
    assert price.element.endswith("dd.price[1]")


def test_a_lock_says_that_they_may_be_fetched(harbour: Harbour, tmp_path: Path) -> None:
    """Without `source` in the file, the run that is locked renders and compares all of them, and later ones only some."""
    file = tmp_path / "boats.yaml"
    file.write_text(CHORE.format(url=harbour.server.url).replace("      source: auto\n", ""))
    harbour.scripted = False
    assert lock(file)[:2] == (0, harbour.truth)
    first = harbour.drawn
    assert first == PER_PAGE * PAGES
    assert run(file)[:2] == (0, harbour.truth)
    assert harbour.drawn - first == 3 + PAGES


def test_a_lock_compares_every_own_page(harbour: Harbour, tmp_path: Path) -> None:
    """Two in the middle that a script changes: no later run fetches any."""
    harbour.raised, harbour.until = 6, 7
    file = tmp_path / "boats.yaml"
    file.write_text(CHORE.format(url=harbour.server.url).replace("      source: auto\n", ""))
    assert lock(file)[:2] == (0, harbour.truth)
    first = harbour.drawn
    harbour.raised, harbour.until = 8, 9
    assert run(file)[:2] == (0, harbour.truth)
    assert harbour.drawn - first == PER_PAGE * PAGES
