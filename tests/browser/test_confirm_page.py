"""A GET whose address speaks of deleting: does it only ask? Told by how the page guards its forms, never by words."""

from collections.abc import Awaitable, Callable, Mapping

import pytest

from webdart.page.confirm_page import only_asks
from webdart.page.model import Held, PageView

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Observe = Callable[..., Awaitable[PageView]]
HERE = "http://page.example"
GUARDED = "<form method=post action=/logout><input type=hidden name=csrf_token value=x><button>Log out</button></form>"
BARE = "<form method=post action=/say><input name=words><button>Say</button></form>"
NO_HEADERS: Mapping[str, str] = {}


def get(
    path: str, kind: str = "Document", host: str = HERE, headers: Mapping[str, str] = NO_HEADERS, method: str = "GET"
) -> Held:
    return Held("1", "t", method, host + path, kind, headers=headers)


async def test_where_every_form_carries_a_token_a_get_without_one_asks(observe: Observe):
    """In a path or a parameter, by a link or a form that is sent by GET."""
    view = await observe(f"<a href=/items/7/delete>Delete</a>{GUARDED}<form action=/search><input name=q></form>")
    assert only_asks(view, get("/items/7/delete"))
    assert only_asks(view, get("/wiki/Start?action=delete&version=3"))
    assert only_asks(view, get("/items/a-folding-notebook-of-2024/delete"))
    assert only_asks(view, get("/items/0b6f4c9e-6a55-4a39-9a5e-0f2b9c7d1e22/delete"))


@pytest.mark.parametrize("html", ["", BARE, GUARDED + BARE, GUARDED.replace("method=post", "")])
async def test_where_forms_are_unguarded_nobody_can_tell(observe: Observe, html: str):
    """No form that posts, or one of them without a token: what says that it deletes is taken at its word."""
    assert not only_asks(await observe(f"<a href=/items/7/delete>Delete</a>{html}"), get("/items/7/delete"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "request_",
    [
        get("/logout"),
        get("/newsletter/unsubscribe"),
        get("/items/7/delete", kind="Fetch"),
        get("/items/7/delete", kind="Image"),
        get("/items/7/delete", host="http://other.example"),
        get("/items/7/delete", headers={"X-HTTP-Method-Override": "DELETE"}),
        get("/items/7/delete?token=9"),
        get("/items/7/delete?k=3f9a0c77be12d4aa90"),
        get("/items/delete/3f9a0c77be12d4aa90"),
        get("/items/7/delete", method="POST"),
        get("/items/7"),
    ],
)
async def test_what_could_do_more_than_ask_stays_what_it_looks_like(observe: Observe, request_: Held):
    """Logging out, a script's request, another site, an address that carries a token of its own."""
    assert not only_asks(await observe(f"<h1>Items</h1>{GUARDED}"), request_)


@pytest.mark.parametrize("more", ["data-confirm='Sure?'", "data-turbo-confirm='Sure?'", "data-method=delete"])
async def test_a_link_that_asks_by_script_does_not_ask_again(observe: Observe, more: str):
    """Who asks before the request has nothing left to ask behind it."""
    assert not only_asks(await observe(f"<a href=/items/7/delete {more}>x</a>{GUARDED}"), get("/items/7/delete"))
