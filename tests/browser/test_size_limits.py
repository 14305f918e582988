"""How much of a page one observation holds: what is beyond is told, bound by bound."""

import json
from collections.abc import Awaitable, Callable

import pytest

from webdart.browser.snapshot.size_limits import Bounds
from webdart.browser.snapshot.source_page import page_of
from webdart.page.model import PageView

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Observe = Callable[..., Awaitable[PageView]]

_LIST = "<ul>" + "".join(f"<li>item {n}</li>" for n in range(40)) + "</ul>"
_DEEP = "<div>" * 60 + "<p>below</p>" + "</div>" * 60
_WORDS = "".join(f"<p>word number {n}</p>" for n in range(40))
_TITLE = f"<p title='{'t' * 300}'>x</p>"
_LINK = f"<a href='/{'a' * 300}'>x</a>"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("html", "bounds", "said"),
    [
        (_LIST, Bounds(nodes=50), "more than 50 elements and texts"),
        (_DEEP, Bounds(depth=30), "more than 30 levels deep"),
        (_WORDS, Bounds(characters=200), "more than 200 characters of text"),
        (f"<p>{'long ' * 100}</p>", Bounds(characters=200), "more than 200 characters of text"),
        (f"<textarea>{'long ' * 100}</textarea>", Bounds(characters=200), "more than 200 characters of text"),
        (f"<pre><a>1</a><a>2</a><a>3</a>{'long ' * 100}</pre>", Bounds(characters=200), "200 characters of text"),
        (_TITLE, Bounds(attribute=200), "an attribute of more than 200 characters"),
        (f"<p data-note='{'t' * 300}'>x</p>", Bounds(attribute=200), "an attribute of more than 200 characters"),
        (f"<p aria-label='{'t' * 300}'>x</p>", Bounds(attribute=200), "an attribute of more than 200 characters"),
        (f"<input type=button value='{'t' * 300}'>", Bounds(attribute=200), "an attribute of more than 200 characters"),
        (_LINK, Bounds(address=200), "an address of more than 200 characters"),
        (f"<img src='/{'a' * 300}' alt=x>", Bounds(address=200), "an address of more than 200 characters"),
    ],
)
async def test_each_bound_that_is_reached_is_told(observe: Observe, html: str, bounds: Bounds, said: str) -> None:
    """The view says which bound it was; the same page within the usual bounds says nothing."""
    assert (await observe(html)).cut == ()
    cut = (await observe(html, bounds=bounds)).cut
    assert len(cut) == 1
    assert said in cut[0]


async def test_a_bound_that_is_just_met_is_not_told(observe: Observe) -> None:
    """As many nodes as fit are all of them."""
    whole = await observe(_LIST)
    assert (await observe(_LIST, bounds=Bounds(nodes=len(whole.nodes)))).cut == ()
    assert (await observe(_LIST, bounds=Bounds(nodes=len(whole.nodes) - 2))).cut != ()


async def test_a_frame_that_is_cut_is_told(observe: Observe) -> None:
    """A bound holds for each document of a page."""
    html = f'<p>top</p><iframe srcdoc="{_LIST}"></iframe>'
    assert (await observe(html)).cut == ()
    assert len((await observe(html, bounds=Bounds(nodes=50))).cut) == 1


async def test_a_way_on_stands_before_links_to_other_languages(observe: Observe) -> None:
    """Of the head's links 50 are told: the one to the next page is, though 60 languages come before it."""
    head = "".join(f"<link rel=alternate hreflang=x{n} href='/{n}'>" for n in range(60)) + "<link rel=next href='/p2'>"
    drawn = await observe(f"<p>x</p><script>document.head.innerHTML = {json.dumps(head)}</script>")
    source = page_of(f"<html><head>{head}</head><body><p>x</p></body></html>", "https://shop.example/").plain
    for view in (drawn, source):
        links = [node for node in view.nodes if node.tag == "link"]
        assert len(links) == 50
        assert links[0].attributes["rel"] == "next"


async def test_what_an_address_itself_holds_is_no_loss(observe: Observe) -> None:
    """A link that holds a file leads to no place that anybody could open."""
    view = await observe(f"<a href='data:text/csv;base64,{'A' * 300}'>CSV</a>", bounds=Bounds(address=200))
    assert view.cut == ()


async def test_long_texts_and_attributes_are_whole(observe: Observe) -> None:
    """A text of 100,000 letters, an address of 10,000, a note in an attribute of a script's own."""
    text, address, note = "word " * 20_000, "a" * 10_000, "note " * 1_000
    view = await observe(f"<p data-note='{note}'>{text}</p><a href='/{address}'>x</a>")
    paragraph = next(node for node in view.nodes if node.tag == "p")
    assert view.text_of(paragraph.index) == text.strip()
    assert paragraph.attributes["data-note"] == note
    assert view.links[0].attributes["href"].endswith(address)


async def test_a_scripts_own_state_is_left_out_and_named(observe: Observe) -> None:
    """JSON in an attribute: short as it is, long only by the attribute's name."""
    state = json.dumps({"items": list(range(200))})
    view = await observe(f"<p data-short='[1, 2]' data-state='{state}'>x</p>")
    assert view.left_out == {"data-state"}
    assert next(node for node in view.nodes if node.tag == "p").attributes == {"data-short": "[1, 2]"}
