"""What is seen of a page: the script in a real browser, and what `parse` makes of its answer."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from webdart.browser.snapshot.payload import fingerprint, locate, parse, payloads_of
from webdart.browser.snapshot.source_page import page_of
from webdart.errors import SiteError
from webdart.page.model import Node, PageView

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Observe = Callable[..., Awaitable[PageView]]


def only(view: PageView, **wanted: object) -> Node:
    """The one node with these attributes of a Node."""
    found = [node for node in view.nodes if all(getattr(node, key) == value for key, value in wanted.items())]
    assert len(found) == 1, f"{len(found)} nodes with {wanted}"
    return found[0]


def by_id(view: PageView, name: str) -> Node:
    found = [node for node in view.nodes if node.attributes.get("id") == name]
    assert len(found) == 1, f"{len(found)} nodes with id {name}"
    return found[0]


async def test_tree_is_in_document_order_and_closed(observe: Observe):
    """Parents stand before children, and every subtree ends where its last descendant does."""
    view = await observe("<ul><li>One <b>two</b></li><li>three</li></ul><p>four</p>")
    for node in view.nodes[1:]:
        parent = view.nodes[node.parent]
        assert parent.index < node.index < node.end <= parent.end
    listing = only(view, tag="ul")
    assert [view.text_of(child.index) for child in view.children_of(listing.index)] == ["One two", "three"]


async def test_text_joins_only_letters_of_one_word(observe: Observe):
    """`Wor<b>ld</b>` is one word; spaced badges, blocks and a smaller superscript stay apart."""
    view = await observe(
        "<p id=a>Wor<i>ld</i>wide</p><p id=b>News<span style='margin-left:9px'>3</span></p>"
        "<p id=c><span style='display:block'>Price</span><span>12</span></p><p id=d>12<sup>99</sup></p><p id=e>a<br>b</p>"
    )
    assert [view.text_of(by_id(view, name).index) for name in "abcde"] == [
        "Worldwide",
        "News 3",
        "Price 12",
        "12 99",
        "a b",
    ]


async def test_names_follow_labels(observe: Observe):
    """A control is named by aria, else its label, else title or placeholder; a list box never by its options."""
    view = await observe(
        "<span id=s>Sort by</span><select id=a aria-labelledby=s><option>Newest</select>"
        "<label>City <select id=b><option>Rome<option selected>Oslo</select></label>"
        "<label for=c>Mail *</label><input id=c value=x><input id=d placeholder='Search here'>"
        "<button id=e><svg><title>Close</title></svg></button><a id=f href=/x><img alt=Logo src=l.png></a>"
        "<input id=g type=submit value=Go><button id=h aria-label='Next page'>›</button>"
    )
    names = {key: by_id(view, key).name for key in "abcdefgh"}
    assert names == {
        "a": "Sort by",
        "b": "City",
        "c": "Mail *",
        "d": "Search here",
        "e": "Close",
        "f": "Logo",
        "g": "Go",
        "h": "Next page",
    }
    assert by_id(view, "b").value == "Oslo"


async def test_roles_and_states(observe: Observe):
    """Roles are the explicit ones, else the tag's; states come from ARIA and from the controls themselves."""
    view = await observe(
        "<table><tr><th id=a>Name<th id=b>Age<tr><th id=c>Ann<td id=d>3</table>"
        "<input id=e type=checkbox checked disabled><input id=f type=radio required><div id=g role=button aria-pressed=true>x</div>"
        "<details id=h><summary id=i>More</summary><p id=j>inside</p></details><a id=k href=#x aria-current=page>2</a><a id=l>no link</a>"
    )
    roles = {key: by_id(view, key).role for key in "abcdefgl"}
    assert roles == {
        "a": "columnheader",
        "b": "columnheader",
        "c": "rowheader",
        "d": "cell",
        "e": "checkbox",
        "f": "radio",
        "g": "button",
        "l": "",
    }
    assert by_id(view, "e").states == {"checked", "disabled"}
    assert by_id(view, "f").states == {"unchecked", "required"}
    assert by_id(view, "g").states == {"pressed"}
    assert "collapsed" in by_id(view, "i").states
    assert "current" in by_id(view, "k").states
    assert not by_id(view, "j").shown
    assert view.text_of(by_id(view, "h").index) == "More inside"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("", True),
        ("display: contents", True),
        ("display: none", False),
        ("visibility: hidden", False),
        ("opacity: 0", False),
        ("position:absolute; width:1px; height:1px; overflow:hidden; clip: rect(0,0,0,0)", False),
        ("position:absolute; clip-path: inset(50%)", False),
        ("position:absolute; left:-9999px", False),
        ("height:0; overflow:hidden", False),
        ("font-size:0", False),
        ("content-visibility:hidden; height:20px", False),
    ],
)
async def test_what_a_person_sees(observe: Observe, style: str, shown: object):
    """A text is shown when a person sees it; hidden or not, it is in the tree."""
    view = await observe(f"<p>before</p><div style='{style}'>the words</div><p>after</p>")
    text = only(view, text="the words")
    assert text.shown is shown


async def test_what_was_scrolled_out_of_an_inner_box_is_shown(observe: Observe, tab: Any):
    """It lies above the page's own beginning then, and a person scrolls back to it; what never was there is not."""
    rows = "".join(f"<p style='height:40px'>row {n}</p>" for n in range(60))
    html = f"<div id=box style='height:200px; overflow-y:auto'>{rows}<p style='position:absolute; left:-9999px'>off</p></div>"
    await observe(f"{html}<script>box.scrollTop = 2000</script>")
    view = await tab.view()
    assert only(view, text="row 0").shown
    assert not only(view, text="off").shown


async def test_shadow_roots_and_slots_are_flattened(tab: Any):
    """Open shadow roots are opened up, slotted children stand where they are shown, and css marks reach inside."""
    await tab.page.set_content(
        "<x-card><b>Title</b></x-card><script>customElements.define('x-card', class extends HTMLElement {"
        "constructor(){super();this.attachShadow({mode:'open'}).innerHTML='<section><slot></slot><button>Buy</button></section>'}})</script>"
    )
    view = await tab.view(["css=button"])
    assert view.text_of(only(view, tag="x-card").index) == "Title Buy"
    button = only(view, tag="button")
    assert view.marks["css=button"] == (button.index,)
    assert view.nodes[only(view, tag="slot").parent].tag == "section"
    found = locate(view, button.index)
    selector = await tab.selector(found.expression, found.frame)
    assert await tab.page.locator(selector).inner_text() == "Buy"


async def test_frames_are_spliced_where_they_stand(observe: Observe, tab: Any):
    """A frame's document is below its element, in page coordinates, and its nodes lead back into that frame."""
    view = await observe(
        "<p>top</p><iframe srcdoc='<p>second</p>' style='display:block;margin-left:100px;border:5px solid'></iframe>"
        "<iframe srcdoc='<p>third</p><button>In here</button>'></iframe><p>end</p>"
    )
    assert view.text_of(0) == "top second third In here end"
    assert only(view, text="second").box.x >= 105
    button = only(view, tag="button")
    assert view.frames[button.frame] == "about:srcdoc"
    found = locate(view, button.index)
    assert await tab.selector(found.expression, found.frame) == "css=html > body:nth-child(2) > button:nth-child(2)"


async def test_a_hostile_page_cannot_bend_the_observation(observe: Observe):
    """Patched prototypes and form inputs named like properties change nothing."""
    view = await observe(
        "<img name=title><form id=f action=/send method=post><input name=action value=a><input name=parentNode>"
        "<input name=attributes><input name=firstChild><input name=getAttribute><button>Send</button></form>"
        "<script>Array.prototype.toJSON=()=>'x';Element.prototype.getBoundingClientRect=()=>({});"
        "String.prototype.trim=()=>'y'</script>"
    )
    form = by_id(view, "f")
    assert [child.tag for child in view.children_of(form.index)] == ["input"] * 5 + ["button"]
    assert form.attributes["method"] == "post"
    assert only(view, tag="button").name == "Send"


async def test_secrets_are_not_observed(observe: Observe):
    """A password shows as dots; hidden fields keep their value to themselves."""
    view = await observe("<input id=p type=password value=hunter2><input id=h type=hidden value=token-123>")
    assert by_id(view, "p").value == "•••••••"
    assert "hunter2" not in view.payload
    assert "token-123" not in view.payload


NOWHERE = ("http://[x", "//[", "http://\u2100.com/", "http://a:99999/", "http://name:word@[x/?a[]=1")
SOMEWHERE = ("/b?a[]=1", "http://[::1]:8080/", "http://f\u00fcr.test/", "mailto:a@b.test", "http://a:65535/")


async def test_an_address_that_leads_nowhere_is_none(observe: Observe):
    """No run ends by an error of ours because a page has one; what the page says can still be seen."""
    for address in (*NOWHERE, *SOMEWHERE):
        html = (
            f"<a id=link href='{address}'>A</a><img id=picture src='{address}' alt=A><form id=form action='{address}'>"
        )
        drawn, plain = await observe(html), page_of(f"<body>{html}</body>", "http://shop.test/").plain
        read = {by_id(drawn, "link").attributes["href"], by_id(drawn, "form").attributes["action"]}
        read |= {by_id(plain, "link").attributes["href"], by_id(plain, "picture").attributes["src"]}
        assert all(urlsplit(one).port != 0 for one in read)
        assert (read == {f"about:invalid?{address}"}) == (address in NOWHERE)


async def test_bad_selector_says_so(observe: Observe):
    """A mark that is no selector is the file's mistake, told with the browser's reason."""
    with pytest.raises(SiteError, match="css=a\\["):
        await observe("<p>x</p>", ["css=a["])


async def test_xpath_selects_texts_too(observe: Observe):
    """CSS has no word for a text that stands beside elements."""
    view = await observe("<p>Tea <b>hot</b> with milk</p>", ["xpath=//p/text()[2]", "xpath=//p"])
    assert [view.nodes[node].text for node in view.marks["xpath=//p/text()[2]"]] == ["with milk"]
    assert [view.nodes[node].tag for node in view.marks["xpath=//p"]] == ["p"]


async def test_located_element_is_the_live_one_or_null(observe: Observe, tab: Any):
    """`locate` leads to the element itself, and to nothing once it is gone."""
    view = await observe("<ul><li><a href=/a>A</a></li><li><a href=/b>B</a></li></ul>", ["xpath=//li[2]/a"])
    found = locate(view, view.marks["xpath=//li[2]/a"][0])
    # the map lives as long as the isolated world: look again without observing anew
    assert (
        await tab.selector(found.expression)
        == "css=html > body:nth-child(2) > ul:nth-child(1) > li:nth-child(2) > a:nth-child(1)"
    )
    await tab.page.evaluate("document.querySelectorAll('a')[1].remove()")
    assert await tab.selector(found.expression) is None


async def test_fingerprint_is_of_the_structure(observe: Observe):
    """Other numbers and prose are the same place; another control is not."""
    page = "<h1>Orders ({n})</h1><p>{prose}</p><button>Save</button>{more}"
    one = fingerprint(await observe(page.format(n=3, prose="a", more="")))
    same = fingerprint(await observe(page.format(n=41, prose="b c", more="")))
    other = fingerprint(await observe(page.format(n=3, prose="a", more="<button>Delete</button>")))
    assert one == same != other


async def test_saved_payloads_parse_to_the_same_view(observe: Observe):
    """A view can be read again from its payload."""
    view = await observe("<h1>Hi</h1><iframe srcdoc='<p>in</p>'></iframe>")
    assert parse(payloads_of(view), status=200) == view


async def test_what_a_document_says_of_itself_in_data_is_told(observe: Observe):
    """JSON-LD of the browser's page and of the page that is made of the same source; other scripts are not."""
    html = '<script type="application/LD+json">{"name": "Lamp"}</script><script>let a</script><p>Lamp</p>'
    view = await observe(html)
    assert view.linked == page_of(html, "http://shop.example/").plain.linked == ('{"name": "Lamp"}',)


async def test_what_a_style_sheet_writes_beside_a_number_is_a_part_of_it(observe: Observe):
    """Its minus, its currency, its thousands; not what stands beside words, nor the sign of an icon font."""
    view = await observe(
        "<style>.low::before{content:'−£'}.k::after{content:'k'}.new::after{content:'NEW'}.i::before{content:'\\e001'}</style>"
        "<p class=low>12.50</p><p class=k>4</p><p class=new>Lamp</p><p class=i>7</p><p>9</p>"
    )
    assert [node.text for node in view.nodes if node.text] == ["−£12.50", "4k", "Lamp", "7", "9"]


@pytest.mark.parametrize(
    "look", ["content:'- '", "content:' – '", "content:'–';margin-right:4px", "content:'-';position:absolute"]
)
@pytest.mark.parametrize("place", ["before", "after"])
async def test_a_dash_with_room_around_it_is_no_minus(observe: Observe, place: str, look: str):
    """It begins a line, or parts two numbers."""
    view = await observe(f"<style>li::{place}{{{look}}}</style><ul><li>12</li><li>7</li></ul>")
    assert [node.text for node in view.nodes if node.text] == ["12", "7"]
