"""What a person did on a site, as the way that a file takes."""

from tests.records.conftest import build
from webdart.inspect.proposal import Way
from webdart.page.model import Control, PageView
from webdart.studio.clicks import Trail
from webdart.values import replace

SHOP = "https://shop.example/"


def page(path: str, html: str = "", **values: str) -> PageView:
    """A page of the shop; `values` are those of its controls."""
    view = build(f'<main><a href="{SHOP}lamps">Lamps</a>{html}<p>words</p></main>', url=f"{SHOP}{path}")
    controls = tuple(Control("filter", 0, label, ("a", "b"), value) for label, value in values.items())
    return replace(view, controls=controls)


def followed(before: PageView, path: str) -> Trail:
    """The trail after a press on the first link of a page."""
    return Trail(before.url).pressed(before, before.links[0]).onward(before, page(path))


def test_a_link_is_followed_by_its_words() -> None:
    """Where they mean that link alone and led where it leads; else the address is what begins the file."""
    assert followed(page(""), "lamps") == Trail(SHOP, Way(("Lamps",)))
    assert followed(page(""), "elsewhere") == Trail(f"{SHOP}elsewhere")
    twice = page("", f'<a href="{SHOP}other">Lamps</a>')
    assert followed(twice, "lamps") == Trail(f"{SHOP}lamps")
    assert Trail(SHOP).onward(page(""), page("lamps")) == Trail(f"{SHOP}lamps")


def test_a_control_that_was_set_is_a_step() -> None:
    """Also where the site answers with another page; a link that is pressed after that begins anew."""
    start = Trail(SHOP)
    chosen = start.onward(page("", Brand="a"), page("", Brand="b"))
    assert chosen == Trail(SHOP, Way(controls={"Brand": "b"}))
    assert chosen.onward(page("", Brand="b"), page("?brand=b", Brand="b")) == chosen
    view = page("", Brand="b")
    assert chosen.pressed(view, view.links[0]).onward(view, page("lamps")) == Trail(f"{SHOP}lamps")
