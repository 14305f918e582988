"""Controls as libraries of components draw them: which one is meant by its words."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.browser.step_run import fill, js, literal
from webdart.errors import StepFailed
from webdart.page.labels import beside
from webdart.workflow.model import FillValue

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Live = Callable[..., Awaitable[Any]]

FILTERS = """<table><thead><tr><th><button>Item</button></th><th><button>Kind</button></th></tr><tr>
<th><table><tr><td><input id=i></td><td><a title=Clear>×</a></td></tr></table></th>
<th><table><tr><td><select id=k><option>All</option><option>Lamp</option></select></td><td><a title=Clear>×</a></td></tr></table></th>
</tr></thead></table>"""

DIALOG = """<label><input type=radio name=s checked> Featured</label>
<div role=dialog aria-modal=true style="position:fixed;top:40px"><label id=drawn>
<input type=checkbox id=f style="opacity:0;position:absolute"><span>Featured</span></label></div>"""

BESIDE = """<div style="display:flex"><label for=s style="width:150px"><span>Status</span><div style="width:90px;height:30px"><span id=v>
All</span><input id=s role=combobox readonly aria-label=Status aria-haspopup=listbox aria-controls=l style="opacity:0;width:0"></div></label>
<input id=q placeholder=Search></div><ul role=listbox id=l hidden><li role=option>open</li><li role=option>closed</li></ul><script>
s.parentElement.onclick = () => { l.hidden = false };
for (const li of l.children) li.onclick = () => { v.textContent = li.textContent; l.hidden = true }</script>"""

HEADS = """<button type=button id=b aria-haspopup=listbox aria-expanded=false>Status</button><table><thead><tr><th>Name</th><th>Status</th></tr>
</thead><tr><td><button type=button>Details</button></td><td>open</td></tr></table><ul role=listbox id=l hidden><li role=option>open</li>
<li role=option>closed</li></ul><script>b.onclick = () => { l.hidden = false };
for (const li of l.children) li.onclick = () => { b.textContent = li.textContent; l.hidden = true }</script>"""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("html", "label", "value", "says", "wanted"),
    [
        (FILTERS, "Kind", "Lamp", "k.value", "Lamp"),
        (DIALOG, "Featured", True, "f.checked", True),
        (BESIDE, "Status", "closed", "v.textContent + q.value", "closed"),
        (HEADS, "Status", "closed", "b.textContent", "closed"),
    ],
    ids=[
        "a box below a head, drawn as a table",
        "a switch that its label draws, in a dialog before a choice of the same words",
        "a drawn list box whose own box nobody sees, left of a box for a search",
        "a button, and a column's head over other buttons",
    ],
)
async def test_the_control_that_is_meant(
    live: Live, html: str, label: str, value: FillValue | str, says: str, wanted: object
):
    """Found by its words, and set; others that merely stand near them are not."""
    tab = await live(html)
    await fill(tab, label, value)
    assert await js(tab, says) == wanted


SLIDER = """<div id=w>Volume</div><div id=s role=slider tabindex=0 aria-labelledby=w aria-valuemin=0 aria-valuemax=50 aria-valuenow=10
style="width:200px;height:20px;background:#ccc"></div><script>s.onkeydown = e => {
const step = {ArrowUp: 5, ArrowDown: -5}[e.key] || 0, now = Number(s.getAttribute('aria-valuenow'));
setTimeout(() => s.setAttribute('aria-valuenow', Math.max(0, Math.min(50, now + step))), 60) }</script>"""


async def test_a_slider_is_moved_by_its_keys(live: Live):
    """Up and down to a number; one that its steps pass over, or beyond its end, is told with where it stands."""
    tab = await live(SLIDER)
    await fill(tab, "Volume", "30")
    assert await js(tab, "s.getAttribute('aria-valuenow')") == "30"
    await fill(tab, "Volume", "5")
    assert await js(tab, "s.getAttribute('aria-valuenow')") == "5"
    for wanted in ("12", "60", "loud"):
        with pytest.raises(StepFailed, match="is a slider that stands at"):
            await fill(tab, "Volume", wanted)


LISTED = """<style>#l{position:absolute;top:34px;left:8px;width:160px}</style><input id=q type=search title=State style="width:160px;height:20px">
<div id=l hidden></div><p id=on>all</p><script>
const choices = ['Open', 'In progress', 'Done', 'Shipped'], draw = shown => { l.innerHTML = '';
  for (const c of shown) { const d = document.createElement('div'), s = document.createElement('span'); d.append(s); s.textContent = c;
    d.onclick = () => { q.value = c; on.textContent = c; l.hidden = true }; l.append(d) } l.hidden = false };
q.onfocus = () => draw(choices); q.onblur = () => setTimeout(() => { l.hidden = true }, 300);%s</script>"""


@pytest.mark.parametrize(
    ("more", "wanted"),
    [("", "In progress"), ("q.oninput = () => draw(choices.filter(c => c.includes(q.value)))", "all")],
    ids=["choices", "suggestions"],
)
async def test_a_box_that_opens_a_list_of_choices(live: Live, more: str, wanted: str):
    """What is typed alone chooses nothing there; of suggestions for what was typed none is taken."""
    tab = await live(LISTED % more)
    await fill(tab, "State", "In progress")
    assert await js(tab, "q.value") == "In progress"
    assert await js(tab, "on.textContent") == wanted


SEVERAL = """<div style="display:flex"><div><label>Site</label></div><div id=frame style="width:150px;border:1px solid"><div id=held>%s</div></div></div>
<div id=l role=listbox aria-multiselectable=true hidden style="position:absolute;background:#fff"></div>
<table style="margin-top:90px"><tr><th>Site</th></tr><tbody id=rows></tbody></table><script>
const all = ['Mill', 'Quarry', 'Yard'], on = new Set(); let pressed = 0;
const list = () => { l.innerHTML = ''; for (const c of all) { const d = document.createElement('div'); d.setAttribute('role', 'option');
  d.setAttribute('aria-selected', on.has(c)); d.textContent = c; d.onclick = () => { on.has(c) ? on.delete(c) : on.add(c); list(); show();
  rows.innerHTML = [...on].map(x => `<tr><td>${x}</td></tr>`).join('') }; l.append(d) } };
rows.onclick = () => { pressed += 1 }; list(); const open_ = () => { l.hidden = !l.hidden };
document.onkeydown = e => { if (e.key === 'Escape') l.hidden = true };%s; show()</script>"""

CHIPS = """const box = document.createElement('input'); box.style.width = '4px'; box.setAttribute('role', 'combobox'); box.readOnly = true;
box.setAttribute('aria-haspopup', 'listbox'); frame.onclick = open_; const show = () => { held.innerHTML = [...on].map(c =>
  `<div style="width:100px"><span>${c}</span><i> ×</i></div>`).join(''); held.append(box) }"""

SUMMED = """const show = () => { knob.textContent = on.size > 1 ? `${on.size} selected` : [...on][0] ?? 'Any' }; knob.onclick = open_"""
KNOB = "<span id=knob role=combobox tabindex=0 aria-label=Site aria-haspopup=listbox>Any</span>"


@pytest.mark.parametrize(("held", "script"), [("", CHIPS), (KNOB, SUMMED)], ids=["chips", "a count"])
async def test_several_in_a_list_that_shows_them_in_its_own_way(live: Live, held: str, script: str):
    """Chips before the box are no label of it, and a count of what is chosen stands for the names."""
    tab = await live(SEVERAL % (held, script))
    await fill(tab, "Site", (literal("Mill"), literal("Quarry"), literal("Yard")))
    assert await js(tab, "[...on].join() + pressed") == "Mill,Quarry,Yard0"


PANEL = """<div role=tabpanel tabindex=0 aria-label=Runs><input id=q type=search placeholder="Find a run"><p>Runs of today</p>
<div>Rows shown <div><button type=button id=b>100</button></div></div><fieldset><label role=switch tabindex=0 aria-checked=false id=s>
<input type=checkbox id=c style="display:none"><i style="display:inline-block;width:40px;height:20px;background:#888"></i></label>
<button type=button id=w>Hide drafts</button></fieldset></div><ul role=listbox id=l hidden><li role=option>10</li><li role=option>100</li></ul><script>
b.onclick = () => { l.hidden = false }; c.onchange = () => s.setAttribute('aria-checked', c.checked); w.onclick = () => c.click();
for (const li of l.children) li.onclick = () => { b.textContent = li.textContent; l.hidden = true }</script>"""


async def test_a_panel_that_takes_the_focus_is_no_control(live: Live):
    """A click in its midst meets anything, and what was chosen went into its search box; the words head a button."""
    tab = await live(PANEL)
    await fill(tab, "Rows shown", "10")
    assert await js(tab, "b.textContent + q.value") == "10"


async def test_a_switch_whose_words_are_on_a_button_beside_it(live: Live):
    """The words turn it as well, and nothing else stands in their box."""
    tab = await live(PANEL)
    await fill(tab, "Hide drafts", True)
    await fill(tab, "Hide drafts", True)
    assert await js(tab, "c.checked")
    await fill(tab, "Hide drafts", False)
    assert not await js(tab, "c.checked")


BESIDE_A_BOX = """<div style="display:flex;align-items:center"><span><input type=checkbox><label>Urgent only</label></span>
<div style="display:flex;align-items:center"><div>Assignee</div><div style="width:150px"><input id=q role=combobox readonly aria-haspopup=listbox></div></div>
</div><ul role=listbox id=l hidden><li role=option>Ada</li><li role=option>Ben</li></ul><script>q.onclick = () => { l.hidden = false };
for (const li of l.children) li.onclick = () => { q.value = li.textContent; l.hidden = true }</script>"""


async def test_the_label_of_another_box_does_not_name_a_frame(live: Live):
    """It stands left of the frame of a drawn list, whose own words are no `<label>`."""
    tab = await live(BESIDE_A_BOX)
    view = await tab.view()
    assert beside(view, next(node for node in view.nodes if node.role == "combobox")) == ("Assignee",)
    await fill(tab, "Assignee", "Ben")
    assert await js(tab, "q.value") == "Ben"
