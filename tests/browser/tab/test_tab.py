"""A tab follows what a person would see: final documents, new windows, dialogs, forms."""

from typing import Any

import pytest

from tests.browser.tab.conftest import DEADLINE, TICKING, element, text
from webdart.browser.actions.step import follow
from webdart.browser.chromium.tab import ChromiumTab
from webdart.browser.port import DoBack, DoCheck, DoChoose, DoClick, DoPress, DoType
from webdart.errors import (
    NotFound,
    StaleElement,
)
from webdart.secret import Secret

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_status_and_address_are_those_of_the_final_document(tab: ChromiumTab, site_server: Any) -> None:
    """Redirects are followed; a 404 is a page like any other, its status in the view."""
    site_server.redirect("/old", "/new", status=301)
    site_server.page("/new", "<title>new</title>here")
    view = await tab.open(site_server.url + "/old")
    assert (view.url, view.status, view.title) == (site_server.url + "/new", 200, "new")
    assert (await tab.open(site_server.url + "/nowhere")).status == 404


async def test_a_redirect_back_to_the_page_is_a_document_of_its_own(tab: ChromiumTab, site_server: Any) -> None:
    """Who follows it need not wait for a change that a script would make; a place within the page is no document."""
    links = "<a href=/go>All lamps</a> <a href=#end>Bottom</a><p>Lamp</p><p id=end>End</p>"
    site_server.page("/", f"<title>Lamps</title>{links}{TICKING}")
    site_server.redirect("/go", "/")
    first = await tab.open(site_server.url + "/")
    within = await follow(tab, "Bottom", seconds=DEADLINE)
    again = await follow(tab, "All lamps", seconds=DEADLINE)
    assert (within.loads, again.loads) == (first.loads, first.loads + 1)
    assert (again.url, text(again)) == (first.url, text(first))


async def test_an_address_within_its_document_that_is_asked_for_again_is_loaded_again(
    tab: ChromiumTab, site_server: Any
) -> None:
    """An application of one document has gone to its login page: who asks once more, logged in meanwhile, starts anew.

    Another address of the document is shown by its script, which has taken itself out of the page.
    """
    site_server.page(
        "/app",
        "<body><script>const draw = () => { document.body.innerHTML = location.hash + ' of ' + window.n };"
        "window.n = (sessionStorage.n | 0) + 1; sessionStorage.n = window.n; onhashchange = () => setTimeout(draw, 20);"
        "if (window.n === 1) location.hash = '#/login'; draw()</script>",
    )
    assert text(await tab.open(f"{site_server.url}/app#/orders")) == "#/login of 1"
    assert text(await tab.open(f"{site_server.url}/app#/orders")) == "#/orders of 2"
    assert text(await tab.open(f"{site_server.url}/app#/people")) == "#/people of 2"
    assert len(site_server.seen("/app")) == 2


async def test_a_page_that_takes_long_to_hear_of_a_click_is_waited_for(tab: ChromiumTab, site_server: Any) -> None:
    """Nothing lies over the button: what takes the time is the click itself, on a page or a machine at work."""
    busy = "const begun = Date.now(); while (Date.now() - begun < 4000);"
    site_server.page("/", f"<button onmousedown='{busy}' onclick='out.textContent = `turned`'>Next</button><p id=out>")
    view = await tab.open(site_server.url + "/")
    assert "turned" in text(await tab.act(DoClick(element(view, "button", "Next"))))


async def test_a_document_without_anything_is_an_empty_page(tab: ChromiumTab, site_server: Any) -> None:
    """A script has opened the document anew, and writes nothing."""
    site_server.page("/", "<title>here</title><button onclick=\"open('/')\">Open</button>")
    view = await tab.open(site_server.url)
    assert (await tab.act(DoClick(element(view, "button", "Open")))).nodes == ()


async def test_a_script_that_goes_elsewhere_is_followed(tab: ChromiumTab, site_server: Any) -> None:
    """The view is that of the page where the browser comes to rest."""
    site_server.page("/", "<p>first</p><script>location = '/second'</script>")
    site_server.page("/second", "<title>second</title>second")
    assert (await tab.open(site_server.url + "/")).title == "second"


async def test_frames_are_part_of_the_page(tab: ChromiumTab, site_server: Any) -> None:
    """Texts and controls of frames, of another origin too, are seen and can be acted on."""
    site_server.page("/", f"<h1>outer</h1><iframe src=/inner></iframe><iframe src='{site_server.other}/far'></iframe>")
    site_server.page("/inner", "<p>inner text</p><button onclick=\"this.textContent='pressed'\">Press</button>")
    made = await tab.open(site_server.url + "/")
    assert "inner text" in text(made)
    assert "pressed" in text(await tab.act(DoClick(element(made, "button", "Press"))))


async def test_a_form_is_filled_as_a_person_would(tab: ChromiumTab, site_server: Any) -> None:
    """Texts (a secret among them), list boxes, boxes and keys arrive in the query of a GET form."""
    site_server.page(
        "/",
        "<form action=/go><label>Name <input name=n></label><label>Word <input name=p></label><label>Size <select name=s>"
        "<option value=1>Small<option value=2>Large</select></label><label><input type=checkbox name=c>Gift</label><button>Go</button></form>",
    )
    site_server.page("/go", "<title>gone</title>gone")
    view = await tab.open(site_server.url + "/")
    await tab.act(DoType(element(view, "textbox", "Name"), "Ada"))
    await tab.act(DoType(element(view, "textbox", "Word"), Secret("word", "s3cret")))
    await tab.act(DoChoose(element(view, "combobox", "Size"), ("Large",)))
    await tab.act(DoCheck(element(view, "checkbox", "Gift"), checked=True))
    view = await tab.act(DoPress("Enter", element(view, "textbox", "Name")))
    assert view.title == "gone"
    assert site_server.seen("/go")[0].query == {"n": ["Ada"], "p": ["s3cret"], "s": ["2"], "c": ["on"]}


async def test_a_box_that_sends_its_form_is_ticked(tab: ChromiumTab, site_server: Any) -> None:
    """The box goes away with its page, which is no sign that another one was meant."""
    box = "<label><input type=checkbox name=c onchange=this.form.submit()>Gift</label>"
    site_server.page("/", f"<form action=/go>{box}</form>")
    site_server.page("/go", f"<title>gone</title><form action=/go>{box}</form>")
    view = await tab.open(site_server.url + "/")
    view = await tab.act(DoCheck(element(view, "checkbox", "Gift"), checked=True))
    assert view.title == "gone"
    assert site_server.seen("/go")[0].query == {"c": ["on"]}


@pytest.mark.parametrize(
    "listens",
    [
        "document.querySelector('li').onpointerenter = build",
        "document.addEventListener('mouseover', build)",
        "window.addEventListener('mousemove', build)",
    ],
    ids=["entry", "document", "window"],
)
async def test_a_menu_that_a_script_builds_under_the_pointer(listens: str, tab: ChromiumTab, site_server: Any) -> None:
    """Its words stand nowhere before: it is enough that something listens for the pointer, wherever."""
    build = "const build = () => document.querySelector('p:empty')?.append(link)"
    build = (
        f"const link = Object.assign(document.createElement('a'), {{ href: '/lamps', textContent: 'Lamps' }}); {build}"
    )
    site_server.page("/", f"<nav><ul><li>Shop</li></ul></nav><p></p><script>{build}; {listens}</script>")
    site_server.page("/lamps", "<h1>All lamps</h1>")
    await tab.open(site_server.url + "/")
    view = await follow(tab, "Lamps", seconds=8)
    assert view.url == site_server.url + "/lamps"


async def test_nothing_is_pointed_at_where_no_script_would_hear(tab: ChromiumTab, site_server: Any) -> None:
    """Words that are not even hidden come from no style sheet; here one tells where the pointer is."""
    style = "<style>nav:hover ~ p{display:none}</style>"
    page = f"{style}<nav><ul><li>Shop</li></ul></nav><p>Welcome</p><script>onclick = () => {{}}</script>"
    site_server.page("/", page)
    await tab.open(site_server.url + "/")
    with pytest.raises(NotFound):
        await follow(tab, "Lamps", seconds=8)
    assert "Welcome" in (await tab.view()).visible_text_of(0)


async def test_a_new_window_is_followed_and_back_leads_home(tab: ChromiumTab, site_server: Any) -> None:
    """A link with a target opens a window: the tab goes on there."""
    site_server.page("/", "<title>home</title><a href=/new target=_blank>New</a> <a href=/same>Same</a>")
    site_server.page("/new", "<title>new</title>new window")
    site_server.page("/same", "<title>same</title>same window")
    view = await tab.open(site_server.url + "/")
    assert (await tab.act(DoClick(element(view, "link", "New")))).title == "new"
    view = await tab.open(site_server.url + "/")
    assert (await tab.act(DoClick(element(view, "link", "Same")))).title == "same"
    assert (await tab.act(DoBack())).title == "home"


async def test_dialogs_are_dismissed_and_told(tab: ChromiumTab, site_server: Any) -> None:
    """An alert does not block; what it said stands in the view once. `beforeunload` never keeps a page."""
    site_server.page(
        "/",
        "<button onclick=\"alert('careful'); this.textContent = 'ok'\">Go</button>"
        "<script>addEventListener('beforeunload', e => e.preventDefault())</script>",
    )
    view = await tab.open(site_server.url + "/")
    view = await tab.act(DoClick(element(view, "button", "Go")))
    assert (view.dialogs, "ok" in text(view)) == (("careful",), True)
    assert (await tab.view()).dialogs == ()
    assert (await tab.open(site_server.url + "/?again")).dialogs == ()


async def test_a_bookmark_shows_the_page_again(tab: ChromiumTab, site_server: Any) -> None:
    """After a detour `return_to` shows what `bookmark` saw, and says when the page is another one."""
    site_server.page("/a", "<title>a</title><h1>One</h1><ul><li>x</ul>")
    site_server.page("/b", "<title>b</title>other")
    await tab.open(site_server.url + "/a")
    mark = await tab.bookmark()
    await tab.open(site_server.url + "/b")
    assert (await tab.return_to(mark)).title == "a"
    site_server.page("/a", "<title>a</title><form><button>Log in</button></form>")
    with pytest.raises(StaleElement):
        await tab.return_to(mark)
