"""Locators over real observations: what a person's words mean, and what they must not."""

from collections.abc import Awaitable, Callable

import pytest

from webdart.errors import Ambiguous, NotFound, SourceLine, StaleElement, WorkflowError
from webdart.page.identity import same_element
from webdart.page.locator import FillWords, area, element, find, one
from webdart.page.locator_query import SoughtWords
from webdart.page.model import PageView
from webdart.page.roles import Verb
from webdart.page.sections import area_of
from webdart.workflow.model import Engine, Exact, Words
from webdart.workflow.templates import Reference, Template

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Observe = Callable[..., Awaitable[PageView]]
AT = SourceLine("chore.yaml", 7, 3)


class Given:
    """One name, and it came from a page."""

    def look_up(self, name: tuple[str, ...]) -> str:
        """The only value there is."""
        assert name == ("row", "name")
        return "Acme 30"

    def is_data(self, name: tuple[str, ...]) -> bool:
        """Rows are data."""
        return name[0] == "row"


NAMES = Given()


def literal(text: str) -> Template:
    return Template.literal(text, AT)


def words(text: str) -> Words:
    return Words(text=literal(text), at=AT)


def hit(view: PageView, text: str, verb: Verb = "click", value: FillWords = None) -> str:
    """The id of the one element that these words mean."""
    return one(view, words(text), NAMES, verb, value).attributes.get("id", "")


async def test_a_label_is_read_where_the_page_names_the_control_otherwise(observe: Observe):
    """`aria-labelledby` may point at a whole paragraph; the label is still what a person reads."""
    view = await observe(
        "<div id=t><label for=a>Available colours</label><p>Choose some, then press the arrow.</p></div>"
        "<select id=a multiple aria-labelledby=t><option>Red</select><label for=b>Shade</label><input id=b aria-label=x>"
    )
    assert hit(view, "Available colours", "fill", "Red") == "a"
    assert hit(view, "Shade", "fill", "dark") == "b"


async def test_a_box_that_is_only_drawn_behind_another_is_not_meant(observe: Observe):
    """What a typed beginning could become stands in a box that nobody gets to."""
    view = await observe(
        "<label for=nothing>Author</label><div><span style='position: relative; display: inline-block'>"
        "<input readonly tabindex=-1 style='position: absolute; top: 0; left: 0'>"
        "<input id=a role=combobox name=authors style='position: relative'></span></div>"
    )
    assert hit(view, "Author", "fill", "Ada") == "a"


async def test_a_box_in_a_closed_fold_is_not_drawn_for_the_list_box_beside_it(observe: Observe):
    """Both are out of sight, and the list box has an option with the value that is meant for the text box."""
    view = await observe(
        "<button>Server</button><div style='display: none'><div><label for=a>Port</label><input id=a type=number></div>"
        "<div><label for=b>Channel</label><select id=b><option value=0>Stable<option value=1>Nightly</select></div></div>"
    )
    assert hit(view, "Port", "fill", "0") == "a"
    assert hit(view, "Channel", "fill", "0") == "b"


async def test_a_heading_names_the_box_whose_own_label_is_a_hint_behind_it(observe: Observe):
    """Between the heading, which folds, and the box stands a tool bar; a box with a label before it is another field."""
    view = await observe(
        "<h3><a href='#no4'>Add Comment</a></h3><div><a href='#' title=Bold tabindex=4></a><textarea id=a></textarea>"
        "<label for=a>You may use formatting here.</label></div>"
        "<h3><a href='#no5'>Your rating</a></h3><div><label for=b>Your review</label><textarea id=b></textarea></div>"
    )
    assert hit(view, "Add Comment", "fill", "27 of us agree") == "a"
    assert hit(view, "Your rating", "fill", "4") != "b"


async def test_a_button_goes_before_the_box_beside_it(observe: Observe):
    """Of a box and a button with one name the button is clicked, and the box is filled; a box alone can be clicked."""
    view = await observe(
        "<form><label for=a><img alt=Search src=x></label><input id=a><button id=b>Search</button></form>"
        "<label>Day <input id=c></label>"
    )
    assert hit(view, "Search") == "b"
    assert hit(view, "Search", "fill") == "a"
    assert hit(view, "Day") == "c"


async def test_the_only_box_that_a_button_sends_is_called_so(observe: Observe):
    """In a form or beside the button; of two boxes none, and a box that is called so by itself goes before."""
    form = "<form><input id=a type=search name=q><button id=b>Search</button></form>"
    assert hit(await observe(form), "Search", "fill", "x") == "a"
    assert hit(await observe(form.replace("form>", "div>")), "Search", "fill", "x") == "a"
    assert hit(await observe(f"{form}<label>Search <input id=c></label>"), "Search", "fill", "x") == "c"
    with pytest.raises(NotFound):
        hit(await observe(form.replace("<button", "<input name=w><button")), "Search", "fill", "x")


async def test_words_that_stand_there_go_before_those_of_a_tip(observe: Observe):
    """What only a resting pointer brings up still finds a thing that nothing else is called."""
    view = await observe(
        "<ul><li><a id=m href=/menu title='Select data'>select</a></ul><h2>Orders</h2><a id=a href=/data>Select data</a>"
        "<a id=t href=/tip title='Show structure'>orders</a>"
    )
    assert hit(view, "Select data", "follow") == "a"
    assert hit(view, "Show structure", "follow") == "t"


async def test_exact_goes_before_loose(observe: Observe):
    """Case, icons, stars, colons, blanks and counts are forgiven only when nothing fits exactly."""
    view = await observe(
        "<a id=a href=/1>save</a><a id=b href=/2>Save</a><button id=c>✉ Send&nbsp;mail ›</button><button id=d>Inbox (12)</button>"
        "<label for=e>Your name *:</label><input id=e>"
    )
    assert hit(view, "Save") == "b"
    assert hit(view, "send mail") == "c"
    assert hit(view, "Inbox") == "d"
    assert hit(view, "your name", "fill") == "e"


async def test_a_label_goes_before_the_head_of_a_column(observe: Observe):
    """Its colon, or the star of a field that must be filled in, makes it no less exact than what merely heads a box."""
    view = await observe(
        "<label for=a>Due:</label><input id=a><table><tr><th>Due<th>Name<tr><td><input id=b><td><input id=c></table>"
        "<label>Name * <input id=d></label><label>Name <input id=e></label>"
    )
    assert [hit(view, words, "fill", "x") for words in ("Due", "Name")] == ["a", "e"]


async def test_a_column_has_its_head_beside_a_box_for_all_rows(observe: Observe):
    """A list that can be changed in place: its first head is a box that ticks all of them."""
    view = await observe(
        "<table><thead><tr><th><input type=checkbox aria-label='Select all'><th><a href=?o=1>Title</a><th><a href=?o=2>Budget</a>"
        "<tbody><tr><td><input type=checkbox><th>Roof<td><input id=b></table>"
    )
    assert hit(view, "Budget", "fill", "x") == "b"


async def test_a_label_with_a_remark_comes_after_a_hidden_one_without(observe: Observe):
    """The box that is called so is behind a fold; the one in sight is another."""
    view = await observe(
        "<label>Phone (work) <input id=w></label><details><summary>More</summary><label>Phone <input id=p></label></details>"
    )
    assert hit(view, "Phone", "fill", "x") == "p"


async def test_a_remark_in_brackets_is_no_part_of_a_label(observe: Observe):
    """Where no other label is called so; two that differ in it are two."""
    view = await observe(
        "<label>Phone (optional) <input id=p></label><label>Price (net) <input id=n></label><label>Price (gross) <input id=g></label>"
        "<label>Fax <input id=f></label><label>Fax (old) <input></label>"
    )
    assert [hit(view, words, "fill", "x") for words in ("Phone", "Price (net)", "Fax")] == ["p", "n", "f"]
    with pytest.raises(Ambiguous):
        hit(view, "Price", "fill", "x")


async def test_that_a_field_may_stay_empty_is_no_part_of_its_label(observe: Observe):
    """A small sign within the label says so; where a label is nothing else, it is the label."""
    view = await observe(
        "<label>Seats <small>Optional</small> <input id=s></label><label>Straße <i>Pflichtfeld</i> <input id=a></label>"
        "<label>Optional <input id=o></label><label>Room <input id=r></label><label>Room – required <input></label>"
    )
    assert [hit(view, words, "fill", "x") for words in ("Seats", "Straße", "Optional", "Room")] == ["s", "a", "o", "r"]


async def test_a_number_in_the_words_is_never_ignored(observe: Observe):
    """Asked for "page 2" it is not page 3, though a trailing count may be left out."""
    view = await observe("<a id=a href=/1>Page 1</a><a id=b href=/2>Page 2</a>")
    assert hit(view, "page 2") == "b"
    with pytest.raises(NotFound):
        hit(view, "Page 3")
    with pytest.raises(Ambiguous):
        hit(view, "page")


async def test_links_to_one_address_are_one_hit(observe: Observe):
    """A picture and a title that lead to one page are one; links that only a script understands are not."""
    view = await observe(
        "<a id=a href=/p><img alt=Lamp></a><a id=b href=/p>Lamp</a><a id=c href='#'>Go</a><a id=d href='#'>Go</a>"
    )
    assert hit(view, "Lamp") == "a"
    with pytest.raises(Ambiguous):
        hit(view, "Go")


async def test_visible_goes_before_closed_menus(observe: Observe):
    """An entry of a closed menu is found only when nothing visible has these words."""
    view = await observe(
        "<nav><ul style='display:none'><li><a id=a href=/1>Lamps</a><li><a id=c href=/3>Chairs</a></ul></nav><a id=b href=/2>Lamps</a>"
    )
    assert hit(view, "Lamps") == "b"
    assert hit(view, "Chairs") == "c"


async def test_several_hits_are_listed_with_their_headings(observe: Observe):
    """The error tells equals apart by the heading above each."""
    view = await observe("<h2>Cart</h2><button>Remove</button><h2>Saved</h2><button>Remove</button>")
    with pytest.raises(Ambiguous, match=r"button 'Remove' under 'Cart'; button 'Remove' under 'Saved'"):
        hit(view, "Remove")


def refused(view: PageView, text: str, verb: Verb, value: FillWords = None) -> tuple[str, str]:
    """What is said of words that could mean several things, and what to do about it."""
    with pytest.raises(Ambiguous) as error:
        hit(view, text, verb, value)
    return error.value.problem, error.value.hint


async def test_a_step_of_a_path_leads_on(observe: Observe):
    """Not to the page whose title it is, nor to the entry of a menu that is open already; another address may be meant."""
    here = "<a id=c href=http://page.example/>Open</a>"
    assert hit(await observe(f"<nav><a id=a href=/open>Open</a></nav><h2>{here}</h2>"), "Open", "follow") == "a"
    menu = "<a id=m href={0} aria-expanded={1}>Customers</a><ul id=menu><li><a id=s href=/all>Customers</a></ul>"
    assert hit(await observe(menu.format("#menu", "true")), "Customers", "follow") == "s"
    assert hit(await observe(menu.format("# aria-controls=menu", "true")), "Customers", "follow") == "s"
    based = "<base href=http://page.example/admin/>" + menu.format("#menu", "true")
    assert hit(await observe(based), "Customers", "follow") == "s"
    for asked in (("#menu", "false"), ("/customers aria-controls=menu", "true")):
        problem, hint = refused(await observe(menu.format(*asked)), "Customers", "follow")
        assert "could mean 2 things" in problem
        assert ("`start: /all`" if asked[0] == "#menu" else "`start: /customers`") in hint


async def test_a_step_to_the_page_as_it_is_may_be_meant(observe: Observe):
    """The entry of the menu for the page on which it stands, and a link to a page of help that is called like it."""
    entry = "<a href=http://page.example/>Orders</a>"
    view = await observe(f"<nav>{entry}</nav><h1>Orders</h1><footer><a href=/help>Orders</a></footer>")
    problem, hint = refused(view, "Orders", "follow")
    assert "could mean 2 things" in problem
    assert "`start: /help`" in hint


async def test_links_are_told_apart_by_where_they_lead(observe: Observe):
    """A step of `path` has words alone: the message says each address, and how to begin at one."""
    view = await observe(
        "<nav aria-label=Main><a href=/teams/club>Club</a></nav><main><h2>About</h2><p><a href=/about/club>Club</a></main>"
    )
    problem, hint = refused(view, "Club", "follow")
    assert "link 'Club' in the navigation 'Main' → /teams/club; link 'Club' under 'About' → /about/club" in problem
    assert "`start: /teams/club`" in hint


@pytest.mark.parametrize(
    ("html", "locator"),
    [
        ("<h2>Cart</h2><button>Remove</button><h2>Saved</h2><button>Remove</button>", ", in: Cart}"),
        (
            "<section aria-label='All: mine'><button>Remove</button></section><button>Remove</button>",
            ', in: "All: mine"}',
        ),
        ("<p><button>Remove</button><p><button>Remove</button>", ", nth: 1}"),
    ],
)
async def test_the_locator_of_one_of_several_is_said(observe: Observe, html: str, locator: str):
    """It stands in the message as it can be pasted into the file, and means that one."""
    view = await observe(html)
    assert refused(view, "Remove", "click")[1] == f"say which, as in {{role: button, name: Remove{locator}"


async def test_controls_are_told_apart_by_what_they_are_sent_as(observe: Observe):
    """Two boxes of one label: their names are what the address will say."""
    view = await observe("<label>Day <input name=from></label><label>Day <input name=until></label>")
    problem, hint = refused(view, "Day", "fill", "1 May")
    assert "textbox 'Day', sent as 'from'; textbox 'Day', sent as 'until'" in problem
    assert hint == "say which, as in {role: textbox, name: Day, nth: 1}"


@pytest.mark.parametrize(
    ("html", "near"),
    [
        ("<div hidden><label>New order status <input></label></div><input aria-label=Search>", "New order status"),
        ("<table><tr><td>Change note</td><td><textarea></textarea></td></tr></table>", "Change note"),
    ],
    ids=["in a closed tab", "beside its words"],
)
async def test_what_is_near_has_all_that_could_be_filled(observe: Observe, html: str, near: str):
    """A fill opens what a control is in, and finds one by the words beside it: so the message names them."""
    view = await observe(html)
    with pytest.raises(NotFound, match=f"nearest: {near!r}"):
        hit(view, "New status", "fill")


async def test_nothing_found_lists_what_is_near(observe: Observe):
    """The message has the nearest words of things that the verb can act on."""
    view = await observe("<a href=/1>Log out</a><a href=/2>Orders</a><p>Logging</p>")
    with pytest.raises(NotFound, match=r"nearest: 'Log out'"):
        hit(view, "Logout now")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("<table><tr><td>Status</td><td><input id=x></td></tr></table>", "Status"),
        ("<table><tr><th>Item</th><th>Amount</th></tr><tr><td>Pen</td><td><input id=x></td></tr></table>", "Amount"),
        ("<dl><dt>Status:</dt><dd><input id=x></dd></dl>", "Status"),
        ("<div>Status <input id=x></div>", "Status"),
        (
            "<div style='display:flex;gap:9px'><div>Status</div><div><input></div><div>Type</div><div><input id=x></div></div>",
            "Type",
        ),
        ("<div>Status</div><input id=x>", "Status"),
        ("<p>Other <input></p><p><input id=x type=checkbox> Notify me</p>", "Notify me"),
        ("<fieldset><legend>Sort</legend><input id=x aria-label=Sort></fieldset>", "Sort"),
    ],
)
async def test_labels_that_only_stand_beside(observe: Observe, html: str, label: str):
    """Row heads, column heads, terms and what the eye sees name a control that nothing else names."""
    assert hit(await observe(html), label, "fill") == "x"


async def test_boxes_below_a_head_are_not_all_of_its_field(observe: Observe):
    """What is typed goes beside them, into what no other words head; a word of none of the boxes goes nowhere else."""
    boxes = "<label><input type=checkbox id=a> Signature</label><br><label><input type=checkbox id=b> Close it</label>"
    view = await observe(
        f"<form><table><tr><td><strong>Reply</strong><br>{boxes}</td><td><div><textarea id=c></textarea></div></td></tr>"
        f"<tr><td><strong>Options</strong><br>{boxes}</td></tr><tr><td>Reason</td><td><input id=d></td></tr></table></form>"
    )
    assert hit(view, "Reply", "fill", "Many thanks") == "c"
    assert hit(view, "Reply", "fill", "Signature") == "a"
    with pytest.raises(NotFound, match="can't take"):
        hit(view, "Options", "fill", "Many thanks")


async def test_verbs_find_what_they_can_act_on(observe: Observe):
    """Equal words: a list box that has the option, else a text box; boxes only for true and false."""
    view = await observe(
        "<label>Status <select id=a><option>Open<option>Closed</select></label><label>Status <input id=b></label>"
        "<label><input type=checkbox id=c> Status</label><button id=d>Status</button>"
    )
    assert hit(view, "Status", "fill", "Closed") == "a"
    assert hit(view, "Status", "fill", "whatever") == "b"
    assert hit(view, "Status", "fill", True) == "c"


async def test_radios_are_chosen_by_group_and_words(observe: Observe):
    """A group's label and the words of one of its radios lead to that radio; its own words do too."""
    view = await observe(
        "<fieldset><legend>Size</legend><label><input id=a type=radio name=s>Small</label><label><input id=b type=radio name=s>Large</label></fieldset>"
        "<p>Colour: <label><input id=c type=radio name=c>Red</label><label><input id=d type=radio name=c>Blue</label></p>"
    )
    assert hit(view, "Size", "fill", "Large") == "b"
    assert hit(view, "Colour", "fill", "Blue") == "d"
    assert hit(view, "Small", "fill", True) == "a"


async def test_missing_option_lists_those_there_are(observe: Observe):
    """A list box without the option says what it has."""
    view = await observe("<label>Status <select><option>Open<option>Closed</select></label>")
    with pytest.raises(NotFound, match=r"can't take 'Done'[\s\S]*it has: 'Open', 'Closed'"):
        hit(view, "Status", "fill", "Done")


async def test_maps_are_exact(observe: Observe):
    """Role, name, `has`, `in` and `nth` must all hold; data may stand in `has`, as whole words."""
    view = await observe(
        "<h2>Cart</h2><table><tr><td>Acme 3000</td><td><button id=a>Remove</button></td></tr>"
        "<tr><td>Acme 30</td><td><button id=b>Remove</button></td></tr></table><h2>Saved</h2><button id=c>Remove</button>"
    )
    data = Template("{{ row.name }}", (Reference(("row", "name")),), AT)
    row = Exact(role=literal("row"), has=data, at=AT)
    remove = Exact(role=literal("button"), name=literal("Remove"), within=row, at=AT)
    assert one(view, remove, NAMES, "click").attributes["id"] == "b"
    saved = Exact(role=literal("button"), name=literal("Remove"), within=words("Saved"), at=AT)
    assert one(view, saved, NAMES, "click").attributes["id"] == "c"
    third = Exact(role=literal("button"), name=literal("Remove"), nth=3, at=AT)
    assert one(view, third, NAMES, "click").attributes["id"] == "c"
    with pytest.raises(NotFound):
        one(view, Exact(role=literal("button"), name=literal("remove"), at=AT), NAMES, "click")
    with pytest.raises(WorkflowError, match="let the page choose"):
        one(view, Exact(name=data, at=AT), NAMES, "click")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("engine", "body", "wanted"),
    [
        ("role", 'button[name="Save"]', "a"),
        ("role", 'button[name="save"i]', "a"),
        ("role", "checkbox[checked]", "c"),
        ("text", '"Total"', "d"),
        ("text", "tot", "d"),
        ("text", "/^To/", "d"),
        ("label", "Mail", "e"),
        ("placeholder", "you@", "e"),
        ("testid", "total", "d"),
    ],
)
async def test_engines(observe: Observe, engine: str, body: str, wanted: str):
    """The prefixes mean what Playwright's engines mean."""
    view = await observe(
        "<button id=a>Save</button><input type=checkbox><input id=c type=checkbox checked>"
        "<p id=d data-testid=total>Total</p><label>Mail <input id=e placeholder='you@example.org'></label>"
    )
    locator = Engine(engine=engine, body=body, at=AT)  # pyright: ignore[reportArgumentType] - from the table above
    assert [node.attributes.get("id") for node in find(view, locator, NAMES, "expect")] == [wanted]


async def test_selectors_are_answered_by_marks(observe: Observe):
    """Selectors of css and xpath come from the page itself."""
    view = await observe("<p class=x>1</p><p class=x id=b>2</p>", ["css=p.x:nth-child(2)"])
    found = one(view, Engine(engine="css", body="p.x:nth-child(2)", at=AT), NAMES, "expect")
    assert found.attributes["id"] == "b"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "html",
    [
        "<h2>A</h2><p>no</p><h2>Summary</h2><p>one</p><h3>Sub</h3><p>two</p><h2>B</h2><p>no</p>",
        "<div><h2>A</h2><p>no</p></div><div><h2>Summary</h2><p>one</p><p>two</p></div><div><h2>B</h2><p>no</p></div>",
        "<section><header><h2>Summary</h2><a href=#>edit</a></header><div>one two</div></section><section><h2>B</h2>no</section>",
        "<p>no</p><table><caption>Summary</caption><tr><td>one</td><td>two</td></tr></table><p>no</p>",
        "<p>no</p><fieldset><legend>Summary:</legend>one two</fieldset><p>no</p>",
        "<p>no</p><section aria-label=summary>one two</section><p>no</p>",
        "<div><div><h3>Summary</h3></div><form><p>one</p><div><p>two</p></div><div><h3>B</h3><p>no</p></div></form></div>",
        "<div><div><h3>Summary</h3></div><p>one two</p><form><p>no</p><h3>B</h3><p>no</p></form></div>",
    ],
)
async def test_areas(observe: Observe, html: str):
    """An area reaches from its heading to the end of its section, of its table, of its group."""
    view = await observe(f"<main><h1>Page</h1>{html}</main>")
    found = area(view, SoughtWords(text="Summary"))
    text = " ".join(node.text for node in view.nodes[found.start : found.end] if node.text)
    assert "one" in text
    assert "two" in text
    assert "no" not in text.split()


async def test_areas_of_nested_equals_are_the_inner_one(observe: Observe):
    """A section named by its own heading is one area, not two."""
    view = await observe("<section aria-labelledby=h><h2 id=h>Reviews</h2><p>good</p></section><p>no</p>")
    found = area(view, SoughtWords(text="Reviews"))
    heading = next(node for node in view.nodes if node.tag == "h2")
    assert found == area_of(view, heading)


async def test_element_tells_equals_apart(observe: Observe):
    """Identity is role, name, and the place among equals."""
    view = await observe("<button>Go</button><button>Go</button>")
    buttons = [node for node in view.nodes if node.role == "button"]
    assert [element(view, node).nth for node in buttons] == [0, 1]


async def test_a_node_of_another_view_is_stale(observe: Observe):
    """An element is told of the view that it was seen in; in another one it is missing, or found by what it is."""
    seen = await observe("<p><a href=/a>First</a><p><a href=/b>Second</a>")
    now = await observe("<p>News<p><a href=/b>Second</a>")
    first, second = (next(node for node in seen.nodes if node.name == name) for name in ("First", "Second"))
    for node in (first, second):
        with pytest.raises(StaleElement, match="no longer where it was"):
            element(now, node)
    again = same_element(seen, second, now)
    assert again is not None
    assert element(now, again).name == "Second"
    assert same_element(seen, first, now) is None
    assert same_element(now, second, seen) is None
