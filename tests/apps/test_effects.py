"""Is "this would write" said of the right controls? More than 200 of other people's applications, labelled by trying."""

import os
import time
from base64 import b64decode
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from tests.apps.app_server import Application
from tests.apps.oracle import Control, Figures, Oracle
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.errors import SourceLine
from webdart.plan.model import LoginPlan, SitePlan
from webdart.secret import Secret
from webdart.trace import Trace

pytestmark = [
    pytest.mark.browser,
    pytest.mark.proof,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.timeout(4000),
]

LEAST, LEAST_WRITING = 200, 60
GOAL = 0.99
PICTURE = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
BOOK, USER = "/admin/library/book/", "/admin/auth/user/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """Which pages of an application are tried, who logs in where, and how many of the links."""

    name: str
    paths: tuple[str, ...]
    login: str = ""
    links: int = 20


APPS = (
    Tried(
        name="django_admin",
        login="/admin/login/",
        paths=(
            BOOK,
            f"{BOOK}5/change/",
            f"{BOOK}add/",
            f"{BOOK}6/delete/",
            f"{BOOK}5/history/",
            USER,
            f"{USER}3/change/",
            f"{USER}add/",
            f"{USER}4/delete/",
            f"{USER}3/password/",
            "/admin/auth/group/",
            "/admin/auth/group/add/",
            "/admin/password_change/",
            "/admin/",
        ),
    ),
    Tried(
        name="store",
        login="/dashboard/login/",
        paths=(
            "/",
            "/catalogue/",
            "/catalogue/?q=pan",
            "/basket/",
            "/dashboard/",
            "/dashboard/catalogue/",
            "/dashboard/catalogue/products/1/",
            "/dashboard/catalogue/products/1/delete/",
            "/dashboard/catalogue/categories/",
            "/dashboard/catalogue/categories/create/",
            "/dashboard/catalogue/categories/2/update/",
            "/dashboard/catalogue/categories/3/delete/",
            "/dashboard/catalogue/product-types/",
            "/dashboard/catalogue/product-type/create/",
            "/dashboard/orders/",
            "/dashboard/orders/100001/",
            "/dashboard/users/",
            "/dashboard/users/3/",
            "/dashboard/reviews/",
            "/dashboard/reviews/1/",
            "/dashboard/reviews/2/delete/",
            "/dashboard/pages/",
            "/dashboard/pages/create/",
            "/dashboard/offers/",
            "/dashboard/offers/metadata/",
            "/dashboard/ranges/create/",
            "/dashboard/vouchers/",
            "/dashboard/partners/",
            "/dashboard/partners/create/",
            "/dashboard/partners/1/",
            "/dashboard/partners/1/delete/",
            "/accounts/profile/edit/",
            "/accounts/profile/delete/",
            "/accounts/address-book/add/",
            "/accounts/change-password/",
            "/accounts/wishlists/",
            "/accounts/wishlists/create/",
        ),
    ),
    Tried(
        name="trac",
        paths=(
            "/login",
            "/wiki",
            "/wiki/TracGuide?action=edit",
            "/wiki/TracGuide?action=delete",
            "/wiki/TracGuide?action=rename",
            "/newticket",
            "/ticket/20",
            "/report",
            "/report/1",
            "/report/1?action=edit",
            "/report/2?action=delete",
            "/report?action=new",
            "/query",
            "/roadmap",
            "/timeline",
            "/search",
            "/milestone?action=new",
            "/milestone/Someday?action=edit",
            "/milestone/Someday?action=delete",
            "/attachment/ticket/20/?action=new",
            "/prefs",
            "/prefs/advanced",
            "/prefs/datetime",
            "/prefs/userinterface",
            "/prefs/localization",
            "/prefs/keybindings",
            "/prefs/notification",
            "/prefs/pygments",
            "/admin",
            "/admin/general/basics",
            "/admin/general/logging",
            "/admin/general/perm",
            "/admin/ticket/components",
            "/admin/ticket/components/Tides",
            "/admin/ticket/milestones",
            "/admin/ticket/milestones/Someday",
            "/admin/ticket/priority",
            "/admin/ticket/resolution",
            "/admin/ticket/severity",
            "/admin/ticket/type",
            "/admin/ticket/versions",
            "/admin/ticket/versions/1.0",
        ),
    ),
    Tried(
        name="clinic",
        paths=("patient/list", "patient/detail/3", "patient/edit/3", "patient/create", "visit/list", "visit/edit/4"),
    ),
    Tried(name="datasette", paths=("/", "/museum", "/museum/exhibits", "/museum/exhibits/5"), links=20),
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=4), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


@pytest.fixture(scope="module")
def everything() -> list[Control]:
    return []


@pytest.mark.parametrize("tried", [pytest.param(one, id=one.name) for one in APPS])
async def test_controls_are_labelled_by_trying(
    tried: Tried,
    engine: Chromium,
    everything: list[Control],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    """Every control of these pages is clicked on a copy of the application; what came of it is its label."""
    app: Application = request.getfixturevalue(tried.name)
    login = None
    if tried.login:
        at = SourceLine(str(Path(__file__)), 1, 1)
        page = app.url.rstrip("/") + tried.login
        login = LoginPlan(page=page, user=app.user, password=Secret("password", app.password), at=at)
    picture = tmp_path / "picture.png"
    picture.write_bytes(PICTURE)
    oracle = Oracle(tried.name, app, SitePlan(name=tried.name, url=app.url, login=login), engine, picture)
    found = await oracle.label(tried.paths, int(os.environ.get("WEBDART_TEST_LINKS", tried.links)))
    everything += found
    writing = sum(one.truth for one in found)
    print(f"{tried.name}: {len(found)} controls, {writing} write, {len(oracle.skipped)} not tried")
    print("\n".join(oracle.skipped))
    print("\n".join(str(one) for one in found if len({one.before, one.wire, one.changed, one.received}) > 1))
    assert len(found) >= tried.links // 2, oracle.skipped


async def test_what_would_write_is_known_before_it_leaves(everything: list[Control]) -> None:
    """Precision and recall of the guard's word at least 0.99 each; of the page's word alone, as it is.

    A control writes when a request for a change (an unsafe method) reaches the application, or what it keeps has
    changed; the first is what the published figure of 0.37 counts. Printed beside: how many of those that were said to
    write have changed something this time. The others asked to: previews, questions, what was found wanting.
    """
    wire = Figures.of([(one.wire, one.truth) for one in everything])
    before = Figures.of([(one.before, one.truth) for one in everything])
    kept = Figures.of([(one.wire, one.changed) for one in everything])
    writing = sum(one.truth for one in everything)
    print(f"{len(everything)} controls of {len(APPS)} applications, {writing} of which write")
    print(f"by the page alone: precision {before.precision:.3f}, recall {before.recall:.3f}")
    print(f"on the wire, before anything left: precision {wire.precision:.3f}, recall {wire.recall:.3f}")
    print(f"by what was changed this very time: precision {kept.precision:.3f}, recall {kept.recall:.3f}")
    assert len(everything) >= LEAST
    assert writing >= LEAST_WRITING
    assert kept.recall >= GOAL
    assert wire.recall >= GOAL
    assert wire.precision >= GOAL
