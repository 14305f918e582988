"""Records' own pages are read from their source once rendered ones were read alike; what differs is never silent."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.runs.lock_runs import lock, run
from webdart import engine
from webdart.inspect.why import Looking
from webdart.runs.folder import Project
from webdart.settings import build

pytestmark = pytest.mark.browser
PER_PAGE, PAGES = 12, 2
CHORE = """webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /boats, pushdown: off}}
  - extract:
      source: auto
      into: parts
      key: no
      fields:
        no: {{type: integer, label: "No."}}
        name: text
        price: {{type: money, page: detail}}
        stock: {{type: integer, page: detail, label: Berths}}
  - execute: SELECT * FROM parts ORDER BY no
"""
FORM = (
    "<form method=post action=/in><label>Name <input name=u></label><label>Word <input name=p type=password></label>"
    "<button>Sign in</button></form>"
)
SECRETS = {"WEBDART_SECRET_USER": "admiral", "WEBDART_SECRET_WORD": "anchorage"}
RAISED = "const e = document.querySelector('.price'); if (e.dataset.up) e.textContent = '$' + e.dataset.up"


@dataclass
class Harbour:
    """Boats, each with a page of its own, which draws a picture: the log tells which of them a browser has shown.

    From boat `raised` on, up to `until`, a script shows another price; the price of boat `marked` has a class that no other has. The page
    of boat `gone` is not there.
    """

    server: SiteServer
    raised: int = 999
    until: int = 999
    marked: int = 0
    gone: int = 0
    scripted: bool = True

    def __post_init__(self) -> None:
        self.server.on("/boats", self.listing)
        self.server.answers("/drawn.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>", type="image/svg+xml")
        for number in range(1, PER_PAGE * PAGES + 1):
            self.server.on(f"/boat/{number}", self.boat)

    def listing(self, asked: Asked) -> Reply:
        number = int(asked.query.get("page", ["1"])[0])
        first = (number - 1) * PER_PAGE + 1
        rows = "".join(
            f"<tr><td>{no}</td><td><a href='/boat/{no}'>{self.name(no)}</a></td></tr>"
            for no in range(first, first + PER_PAGE)
        )
        onward = f"<a rel=next href='/boats?page={number + 1}'>Next</a>" if number < PAGES else ""
        return Reply(
            f"<title>Boats</title><h1>Boats</h1><table><tr><th>No.</th><th>Name</th></tr>{rows}</table><p>Page {number}"
            f" of {PAGES} {onward}</p>"
        )

    def boat(self, asked: Asked) -> Reply:
        number = int(asked.path.rsplit("/", 1)[1])
        if number == self.gone:
            return Reply("<title>Gone</title><h1>Gone</h1>", status=404)
        up = f" data-up='{self.price(number) + 1}.00'" if self.raised <= number <= self.until else ""
        mark = " new" if number == self.marked else ""
        return Reply(
            f"<!doctype html><html lang=en><head><title>{self.name(number)}</title><style>.new{{color:red}}</style>"
            f"</head><body><nav><a href='/boats'>Boats</a></nav><main><h1>{self.name(number)}</h1>"
            f"<img src='/drawn.svg?no={number}' alt=''><dl><dt>Price</dt><dd class='price{mark}'{up}>"
            f"${self.price(number)}.00</dd><dt>Berths</dt><dd>{number % 5 + 1}</dd></dl></main>"
            f"{f'<script>{RAISED}</script>' if self.scripted else ''}</body></html>"
        )

    def name(self, number: int) -> str:
        return f"{('Heron', 'Curlew', 'Plover')[number % 3]} {number}"

    def price(self, number: int) -> int:
        return 100 + number * 7

    @property
    def drawn(self) -> int:
        """How many own pages a browser has shown."""
        return len(self.server.seen("/drawn.svg"))

    @property
    def truth(self) -> list[tuple[str, ...]]:
        """What a browser shows."""
        found: list[tuple[str, ...]] = []
        for no in range(1, PER_PAGE * PAGES + 1):
            price = self.price(no) + (self.raised <= no <= self.until)
            own = ("None", "None") if no == self.gone else (f"{price}.00", str(no % 5 + 1))
            found.append((str(no), self.name(no), *own))
        return sorted(found)


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
@pytest.mark.parametrize("most", [6, 9, 16])
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
