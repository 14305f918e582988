"""Is "this would write" said of the right controls? More than 200 of other people's applications, labelled by trying."""

import os
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from tests.apps.oracle import Control, Figures, Oracle
from tests.apps.served import Application
from webdart.errors import SourceLine
from webdart.pages.chromium import BrowserOptions, Chromium, launch
from webdart.plan.model import LoginPlan, SitePlan
from webdart.secret import Secret
from webdart.trace import Trace

pytestmark = [
    pytest.mark.browser,
    pytest.mark.proof,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.timeout(4000),
]

LEAST = 200
GOAL = 0.99
BOOK, USER = "/admin/library/book/", "/admin/auth/user/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """Which pages of an application are tried, who logs in where, and how many controls at most."""

    name: str
    paths: tuple[str, ...]
    login: str = ""
    most: int = 50


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
            "/basket/",
            "/dashboard/",
            "/dashboard/catalogue/",
            "/dashboard/orders/",
            "/dashboard/users/",
            "/dashboard/reviews/",
            "/dashboard/pages/",
            "/dashboard/offers/",
            "/dashboard/vouchers/",
            "/dashboard/partners/",
            "/dashboard/catalogue/categories/",
            "/dashboard/catalogue/product-type/create/",
            "/accounts/profile/edit/",
            "/accounts/address-book/add/",
            "/accounts/change-password/",
        ),
    ),
    Tried(
        name="trac",
        paths=(
            "/login",
            "/",
            "/wiki",
            "/newticket",
            "/ticket/20",
            "/report",
            "/report/1",
            "/query",
            "/roadmap",
            "/timeline",
            "/search",
            "/prefs",
            "/admin",
            "/milestone?action=new",
            "/wiki/TracGuide?action=edit",
            "/admin/ticket/components",
            "/admin/general/perm",
        ),
    ),
    Tried(
        name="clinic",
        paths=("patient/list", "patient/detail/3", "patient/edit/3", "patient/create", "visit/list", "visit/create"),
    ),
    Tried(name="datasette", paths=("/", "/museum", "/museum/exhibits", "/museum/exhibits/5"), most=25),
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
    tried: Tried, engine: Chromium, everything: list[Control], request: pytest.FixtureRequest
) -> None:
    """Every control of these pages is clicked on a copy of the application; what came of it is its label."""
    app: Application = request.getfixturevalue(tried.name)
    login = None
    if tried.login:
        at = SourceLine(str(Path(__file__)), 1, 1)
        page = app.url.rstrip("/") + tried.login
        login = LoginPlan(page=page, user=app.user, password=Secret("password", app.password), at=at)
    oracle = Oracle(tried.name, app, SitePlan(name=tried.name, url=app.url, login=login), engine)
    found = await oracle.label(tried.paths, int(os.environ.get("WEBDART_TEST_MOST", tried.most)))
    everything += found
    print(
        f"{tried.name}: {len(found)} controls, {sum(one.truth for one in found)} write, {len(oracle.skipped)} not tried"
    )
    print("\n".join(oracle.skipped))
    print("\n".join(str(one) for one in found if one.wire != one.truth or one.before != one.truth))
    assert len(found) >= tried.most // 4, oracle.skipped


async def test_what_would_write_is_known_before_it_leaves(everything: list[Control]) -> None:
    """Precision and recall of the guard's word at least 0.99 each; of the page's word alone, as it is.

    A GET whose address says that it deletes is held, although it may only ask whether one is sure. Those count as
    wrong like any other, and the precision without them is printed beside.
    """
    wire = Figures.of([(one.wire, one.truth) for one in everything])
    told = Figures.of([(one.wire, one.truth) for one in everything if not one.by_address])
    before = Figures.of([(one.before, one.truth) for one in everything])
    print(
        f"{len(everything)} controls of {len(APPS)} applications, {sum(one.truth for one in everything)} of which write"
    )
    print(f"by the page alone: precision {before.precision:.3f}, recall {before.recall:.3f}")
    print(f"on the wire, before anything left: precision {wire.precision:.3f}, recall {wire.recall:.3f}")
    print(
        f"{sum(one.by_address for one in everything)} of them GETs held for their address; without these: {told.precision:.3f}"
    )
    assert len(everything) >= LEAST
    assert wire.recall >= GOAL
    assert wire.precision >= GOAL
