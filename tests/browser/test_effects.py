"""What a click would do, told by the page's own semantics."""

from collections.abc import Awaitable, Callable

import pytest

from webdart.page.effects import effect_of
from webdart.page.model import PageView

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Observe = Callable[..., Awaitable[PageView]]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("html", "effect"),
    [
        ("<a id=x href=/orders>Delete everything</a>", "navigational"),
        ("<a id=x href=#part>Part</a>", "safe"),
        ("<a id=x href=/logout/>Bye</a>", "terminating"),
        ("<a id=x href='/account/sign_out'>Bye</a>", "terminating"),
        ("<a id=x href=/items/7/delete>x</a>", "destructive"),
        ("<a id=x href='/items?action=delete&id=7'>x</a>", "destructive"),
        ("<a id=x href=/help/deleted-items>x</a>", "navigational"),
        ("<a id=x href=/items/7 data-method=delete>x</a>", "destructive"),
        ("<a id=x href=mailto:a@example.org>x</a>", "invalid"),
        ("<form action=/search><button id=x>Go</button></form>", "navigational"),
        ("<form action=/buy method=post><button id=x>Show</button></form>", "destructive"),
        ("<form action=/buy method=post><button id=x formmethod=get>Show</button></form>", "navigational"),
        ("<form id=f method=post></form><input type=submit form=f id=x>", "destructive"),
        ("<form method=post><input name=method><button id=x>Send</button></form>", "destructive"),
        ("<form method=post><button type=button aria-expanded=false id=x>More</button></form>", "safe"),
        ("<form method=post action=/logout><button id=x>Log out</button></form>", "terminating"),
        ("<button id=x disabled>Go</button>", "invalid"),
        ("<details><summary id=x>More</summary></details>", "safe"),
        ("<button id=x onclick='more()'>More</button>", "navigational"),
    ],
)
async def test_effects(observe: Observe, html: str, effect: str):
    """Forms by method and owner, links by where they lead, never by their words."""
    view = await observe(html)
    node = next(node for node in view.nodes if node.attributes.get("id") == "x")
    assert effect_of(view, node) == effect
