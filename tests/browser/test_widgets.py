"""Controls that scripts draw, as libraries draw them: set by the words a person reads, and read back."""

from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.browser.step_run import AT, Given, do, fill, js, literal, words
from webdart.browser.actions.step import carry_out
from webdart.errors import NotFound, SourceLine, StepFailed
from webdart.workflow.model import Click, Fill, Upload
from webdart.workflow.templates import Reference, Template

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Live = Callable[..., Awaitable[Any]]


# -- Select2, the real one that the admin of Django brings ------------------------------------------------------


def _vendored(name: str) -> str:
    return (files("django.contrib.admin") / "static" / "admin" / name).read_text(encoding="utf-8")


SELECT2 = """<style>%s</style>
<p><label for=c>Colour</label> <select id=c style="width:200px"><option value=""></option><option value=r>Red</option><option value=b>Blue</option></select></p>
<p><label for=t>Tags</label> <select id=t multiple style="width:200px"><option>One</option><option>Two</option><option>Three</option></select></p>
<p><label for=f>Keywords</label> <select id=f multiple style="width:200px"></select></p>
<p><label for=a>Author</label> <select id=a style="width:200px"></select></p>"""

STARTED = """() => { const $ = window.jQuery; $('#c').select2({placeholder: 'Pick'}); $('#t').select2(); $('#f').select2({tags: true});
 const people = ['Ada Lovelace', 'Alan Turing', 'Adam Smith'].map((text, id) => ({id, text}));
 $('#a').select2({minimumInputLength: 2, ajax: {transport: (p, done) => setTimeout(() =>
   done({results: people.filter(x => x.text.includes(p.data.term))}), 200)}}); }"""


@pytest.mark.proof
async def test_select2_is_chosen_from_searched_and_given_words_of_ones_own(live: Live):
    """One of a list, several, a word that is not there yet, and one that only a search finds."""
    tab = await live(SELECT2 % _vendored("css/vendor/select2/select2.css"))
    await js(
        tab,
        _vendored("js/vendor/jquery/jquery.min.js") + ";" + _vendored("js/vendor/select2/select2.full.js") + ";void 0",
    )
    await js(tab, STARTED)
    await fill(tab, "Colour", "Blue")
    await fill(tab, "Tags", (literal("One"), literal("Three")))
    await fill(tab, "Tags", (literal("Three"), literal("Two")))
    await fill(tab, "Keywords", (literal("fresh"), literal("new one")))
    await fill(tab, "Author", "Ada Lovelace")
    assert await js(tab, "['#c', '#t', '#f', '#a'].map(x => jQuery(x).val())") == [
        "b",
        ["Two", "Three"],
        ["fresh", "new one"],
        "0",
    ]
    with pytest.raises(NotFound, match="has no 'Green'"):
        await fill(tab, "Colour", "Green")
    assert await js(tab, "jQuery('#c').val()") == "b"


# -- as other libraries draw theirs -----------------------------------------------------------------------------

SEARCHING = """<label for=i>City</label><div id=box><div id=v></div><input id=i role=combobox aria-autocomplete=list
 aria-expanded=false aria-haspopup=true size=6></div><div id=m></div><script>
const cities = ['Rome', 'Paris', 'New Rome'];
function show() { m.innerHTML = cities.filter(x => x.toLowerCase().includes(i.value.toLowerCase()))
  .map(x => `<div class=o>${x}</div>`).join('') || '<div>No options</div>' }
i.onclick = i.oninput = show; i.onblur = () => { i.value = ''; setTimeout(() => m.innerHTML = '', 50) };
m.onmousedown = e => { if (e.target.className == 'o') { v.textContent = e.target.textContent; i.value = ''; m.innerHTML = '' } }
</script>"""


async def test_a_box_that_searches_keeps_what_was_chosen_and_nothing_else(live: Live):
    """Its options may have no role; a text that it drops when it is left was never set, and is an error."""
    tab = await live(SEARCHING)
    await fill(tab, "City", "Rome")
    assert await js(tab, "v.textContent") == "Rome"
    with pytest.raises((NotFound, StepFailed)):
        await fill(tab, "City", "Berlin")
    assert await js(tab, "v.textContent") == "Rome"


AWAY = """<label for=i id=l>City</label><div id=box style="width:200px;border:1px solid"><span id=v>Any</span><input id=i role=combobox
 aria-haspopup=listbox aria-expanded=false aria-controls=m aria-labelledby=l style="opacity:0;position:absolute;left:-9999px"></div>
<div id=m role=listbox aria-labelledby=l style="display:none"></div><script>
box.onclick = () => { m.style.display = 'block'; m.innerHTML = ['Any', 'Rome', 'Oslo'].map(x => `<div role=option>${x}</div>`).join('') };
m.onclick = e => { v.textContent = e.target.textContent; m.style.display = 'none' };
</script>"""


async def test_a_box_that_is_out_of_sight_is_opened_by_what_stands_for_it(live: Live):
    """Its list has its name too, and is no control of its own."""
    tab = await live(AWAY)
    await fill(tab, "City", "Oslo")
    assert await js(tab, "v.textContent") == "Oslo"


DRAWN = """<style>.sw{position:relative;display:inline-block;width:40px;height:20px}.sw input{opacity:0;width:0;height:0}
.sw span{position:absolute;inset:0;background:#ccc}.stars{direction:rtl;unicode-bidi:bidi-override;display:inline-block}.stars input{display:none}
.list{display:none}.open .list{display:block}</style>
<div><div>Notify me</div><label class=sw><input type=checkbox id=n><span></span></label></div>
<div>Your rating <div class=stars><input type=radio name=s id=s3 value=3><label for=s3 title="3 stars">☆</label><input type=radio name=s id=s2 value=2><label for=s2 title="2 stars">☆</label><input type=radio name=s id=s1 value=1><label for=s1 title="1 star">☆</label></div></div>
<div>Score <span id=sc><i role=button tabindex=0>☆</i><i role=button tabindex=0>☆</i><i role=button tabindex=0>☆</i></span></div>
<div>Plan <span id=pl><i role=button tabindex=0 onclick="pl.dataset.on = 'free'">Free</i> <i role=button tabindex=0 onclick="pl.className = 'paid'">Paid</i></span></div>
<div>Shape <div id=shape tabindex=0><div id=cur>Choose</div><div class=list><div class=o>Circle</div><div class=o>Square</div></div></div></div>
<p>Quantity <button type=button>-</button><input id=q value=1 size=2><button type=button>+</button></p>
<div>Body</div><div role=toolbar><button type=button>B</button><select><option>Normal</select></div><div id=ed contenteditable=true style="height:30px"></div>
<fieldset><div>Kind</div><div><label><input type=radio name=k value=a>A1</label><label><input type=radio name=k id=k2 value=b>B2</label></div></fieldset>
<div><input id=fl placeholder=" "><label>Floating</label></div><script>
sc.onclick = e => { const at = [...sc.children].indexOf(e.target); if (at >= 0) [...sc.children].forEach((x, i) => x.textContent = i <= at ? '★' : '☆') };
shape.onclick = e => { if (e.target.className == 'o') cur.textContent = e.target.textContent; shape.classList.toggle('open') }</script>"""


async def test_drawn_controls_are_found_by_the_words_before_them(live: Live):
    """A switch whose box is hidden, stars of radios and of plain parts, a list of divs, an editor below its tool bar."""
    tab = await live(DRAWN)
    for label, value in (
        ("Notify me", True),
        ("Your rating", 2),
        ("Score", 2),
        ("Plan", "Paid"),
        ("Shape", "Square"),
        ("Quantity", 3),
        ("Body", "one\ntwo"),
        ("Kind", "B2"),
        ("Floating", "up"),
    ):
        await fill(tab, label, value)
    assert await js(
        tab,
        "[n.checked, s2.checked, sc.textContent, cur.textContent, q.value, ed.innerText.trim(), k2.checked, fl.value, pl.className]",
    ) == [True, True, "★★☆", "Square", "3", "one\ntwo", True, "up", "paid"]


FILES = """<div><button type=button onclick="f.click()">Add attachment</button><input type=file id=f style="display:none"></div>
<p><button type=button id=b>Choose a drawing</button></p><script>b.onclick = () => { const i = document.createElement('input');
 i.type = 'file'; i.onchange = () => b.insertAdjacentHTML('afterend', ` <span>${i.files[0].name}</span>`); i.click() }</script>"""


async def test_files_are_given_to_buttons_that_ask_for_them(live: Live, tmp_path: Path):
    """The control may be hidden beside its button, or be made by it and never stand on the page."""
    (tmp_path / "data.csv").write_text("x")
    at = SourceLine(str(tmp_path / "chore.yaml"), 1, 1)
    tab = await live(FILES)
    for label in ("Add attachment", "Choose a drawing"):
        step = Upload(values=((words(label), Template.literal("data.csv", at)),), at=at)
        await carry_out(step, tab, Given(), site_url="http://page.example/", seconds=5)
    assert await js(tab, "f.files[0].name") == "data.csv"
    assert "data.csv" in (await tab.view()).visible_text_of(0)


CALENDAR = """<label>Due <input id=d readonly></label><div id=c style="display:none"></div><script>
let y = 2026, m = 10; const M = 'January February March April May June July August September October November December'.split(' ');
function draw() { const days = new Date(y, m + 1, 0).getDate(); c.innerHTML = `<div><span class="nav prev">‹</span> <b>${M[m]}</b> <b>${y}</b>
 <span class="nav next">›</span></div><table><tr>` + Array.from({length: days}, (_, i) => `<td>${i + 1}</td>` + (i % 7 == 6 ? '</tr><tr>' : '')).join('') + '</table>' }
d.onclick = () => { c.style.display = ''; draw() };
c.onclick = e => { if (e.target.matches('.prev')) { m--; if (m < 0) { m = 11; y-- } draw() } else if (e.target.matches('.next')) { m++; if (m > 11) { m = 0; y++ } draw() }
 else if (e.target.tagName == 'TD') { d.value = `${M[m]} ${e.target.textContent}, ${y}`; c.style.display = 'none' } }</script>"""


async def test_a_day_is_chosen_from_a_calendar(live: Live):
    """A control that can't be typed into: its calendar is turned to the month, and the day clicked and read back."""
    tab = await live(CALENDAR)
    await fill(tab, "Due", "2026-08-09")
    assert await js(tab, "d.value") == "August 9, 2026"


MENU = """<style>ul{display:none}ul.open{display:block}</style><table><tr><td>Row</td><td><button type=button id=k>⋮</button>
<ul id=u role=menu><li role=menuitem onclick="document.title = 'renamed'">Rename<li role=menuitem onclick="document.title = 'deleted'">Delete</ul></td></tr></table>
<p><button type=button onclick="document.title = 'deleted'">Delete all</button><ul id=v><li role=menuitem onclick="document.title='x'">Hidden for good</ul></p>
<script>k.onclick = () => u.classList.toggle('open')</script>"""


async def test_menus_without_a_name_are_opened_for_what_is_in_them(live: Live):
    """A button of dots is clicked, because that only opens; a button with words of its own never is."""
    tab = await live(MENU)
    view = await do(tab, Click(target=words("Rename"), at=AT))
    assert view.title == "renamed"
    with pytest.raises(StepFailed):
        await do(tab, Click(target=words("Hidden for good"), at=AT))
    assert (await tab.view()).title == "renamed"


COMMANDS = """<div>Status <span><button type=button onclick="document.title = 'deleted'">Delete</button>
<button type=button>Keep</button></span></div><p>Action <button type=button id=k aria-haspopup=menu>…</button></p>
<ul id=u role=menu hidden><li role=menuitem onclick="document.title = 'deleted'">Delete</ul>
<div>Score <span><i role=button tabindex=0>☆</i><i role=button tabindex=0>☆</i><i role=button tabindex=0 onclick="this.textContent = '★'">☆</i></span></div>
<script>k.onclick = () => u.hidden = false</script>"""


BESIDE_COMMANDS = """<p>Quantity <button type=button onclick="s.textContent--">-</button><span id=s>1</span>
<button type=button onclick="s.textContent++">+</button> <button type=button>Buy</button></p>
<dl><dt>Status<dd>Open <a href=# onclick="fetch('/archive', {method: 'POST'})">Archive</a>
<dt>Stage<dd>Late <button type=button onclick="fetch('/archive', {method: 'POST'})">Drop</button><dt>Size<dd>Large <a href=/away>Change</a></dl>"""


@pytest.mark.parametrize("label", ["Quantity", "Status", "Stage", "Size"])
async def test_a_command_beside_a_name_is_no_control_of_it(live: Live, label: str):
    """A number that buttons count up and down, a state with a link that changes it: neither takes a value."""
    tab = await live(BESIDE_COMMANDS)
    with pytest.raises((NotFound, StepFailed)):
        await fill(tab, label, 1 if label == "Quantity" else "Closed")
    assert not (await tab.view()).url.endswith("/away")


class Row:
    """A row that a page has filled."""

    def look_up(self, name: tuple[str, ...]) -> str:
        """Its cells."""
        return {"word": "Delete", "stars": "3"}[name[1]]

    def is_data(self, name: tuple[str, ...]) -> bool:
        """All of it."""
        return True


async def test_what_a_page_says_is_a_value_and_never_a_button(live: Live):
    """A hostile row can't press *Delete* by being filled in; a number still gives its stars."""
    tab = await live(COMMANDS)
    word = Template("{{ row.word }}", (Reference(("row", "word")),), AT)
    stars = Template("{{ row.stars }}", (Reference(("row", "stars")),), AT)
    for label in ("Status", "Action"):
        step = Fill(values=((words(label), word),), at=AT)
        with pytest.raises((NotFound, StepFailed)):
            await carry_out(step, tab, Row(), site_url="http://page.example/", seconds=3)
    assert (await tab.view()).title != "deleted"
    step = Fill(values=((words("Score"), stars),), at=AT)
    view = await carry_out(step, tab, Row(), site_url="http://page.example/", seconds=3)
    assert "★" in view.visible_text_of(0)
