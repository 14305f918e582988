"""The controls of a listing, described from what the page is, not from its words alone."""

from collections.abc import Awaitable, Callable

import pytest

from webdart.page.model import Control, PageView

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Observe = Callable[..., Awaitable[PageView]]
ROWS = "<ul>" + "".join(f"<li><a href=/item/{n}>Item {n}</a> costs {n}</li>" for n in range(8)) + "</ul>"


def of(view: PageView, kind: str) -> list[Control]:
    return [control for control in view.controls if control.kind == kind]


def path(control: Control) -> str:
    return control.href.removeprefix("http://page.example")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("pager", "following"),
    [
        (
            "<nav><a href='/?page=1'>1</a> <b>2</b> <a href='/?page=3'>3</a> <a href='/?page=3' rel=next>Next</a></nav>",
            "/?page=3",
        ),
        ("<div><a href='/'>1</a> <span>2</span> <a href='/?page=3'>3</a> <a href='/?page=4'>4</a></div>", "/?page=3"),
        (
            "<div><a href='/?p=1'>‹</a><a href='/?p=1'>1</a><a href='/?p=2' class=active>2</a><a href='/?p=3'>3</a><a href='/?p=3'>›</a></div>",
            "/?p=3",
        ),
        (
            "<ul><li><a href='/l/1'>1</a><li class=active><a href='#'>2</a><li><a href='/l/3'>3</a><li><a href='/l/3'><i></i></a></ul>",
            "/l/3",
        ),
        ("<p><a href='/?start=0'>Zurück</a> Seite 2 von 9 <a href='/?start=40'>Weiter</a></p>", "/?start=40"),
        ("<p><a href='/?start=40'>次へ</a></p>", "/?start=40"),
        (
            "<table><tr><th><a href='/?start=0'>&lt;&lt; previous</a><th>51..100 out of 463<th><a href='/?start=100'>next &gt;&gt;</a></table>",
            "/?start=100",
        ),
        ("<p><a href='/?start=40'>Next &gt;</a></p>", "/?start=40"),
        ("<ul><li><a href=/?ofs=50>[next]</a></ul>", "/?ofs=50"),
        ("<p><a href='/?page=2'><img src=/r.png></a></p>", "/?page=2"),
        ("<p><a href='/?sort=up'>Price</a> <a href='/?offset=8'>ďalšie</a></p>", "/?offset=8"),
        ("<p><a href='/page/2/'><img src=/r.png></a></p>", "/page/2/"),
        ("<p><a href='/?page=1'>«</a> <a href='/?page=3'>»</a></p>", "/?page=3"),
        ("<div class=pages><a href='/list/all?page=1'>»»</a></div>", "/list/all?page=1"),
        ("<ul><li>Page 1 / 6<li><a href='/l2.html'>⟩</a><li><a href='/l6.html'>⟫</a></ul>", "/l2.html"),
        (
            "<ul><li><a href='#' title='Choose a page'>Page 1 of 4 (80 rows)</a><li><a href='/?page=2' title='Go to page 2'><img src=/r.png></a><li><a href='/?page=4' title='Go to page 4'><img src=/f.png></a></ul><p>Per page: <a href='/?size=25&page=1'><b>25</b></a> | <a href='/?size=50&page=1'>50</a> | <a href='/?size=100&page=1'>100</a></p>",
            "/?page=2",
        ),
        (
            "<nav><a href='/?p=1'><span style='position:absolute;width:1px;height:1px;overflow:hidden'>Page </span>1</a><a aria-current=page href='/?p=2'>2</a><a href='/?p=3'>3</a></nav>",
            "/?p=3",
        ),
        ("<nav><a href='/?p=1'>1</a> <b>2</b> … <a href='/?p=9'>9</a> <a href='/?p=3'>&gt;</a></nav>", "/?p=3"),
    ],
)
async def test_next_by_structure_then_by_hints(observe: Observe, pager: str, following: str):
    """Relation, the number after the current one, what stands beside the run, then words in any language."""
    view = await observe(ROWS + pager)
    assert [path(control) for control in of(view, "next")] == [following]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "html",
    [
        "<div class=carousel><button>Next</button><a href='/?slide=2'>›</a></div>",
        "<section aria-roledescription=carousel><a href='/p/1'>1</a><a href='/p/2'>2</a><a href='/p/3'>3</a><button>Next slide</button><button>Next</button></section>",
        "<nav><a href='/?p=1'>1</a> <b>2</b> <span class=disabled>Next</span></nav>",
        "<nav><a href='/?p=1'>1</a> <b>2</b> <button disabled>Next</button></nav>",
        "<nav><a href='/?p=1'>1</a> <b>2</b> <a aria-disabled=true href='#'>Next</a></nav>",
        "<table><tr><td><a href='/d/1'>1</a><td><a href='/d/2'>2</a><tr><td><a href='/d/3'>3</a><td><a href='/d/4'>4</a></table>",
        "<table>"
        + "".join(f"<tr><td>{n}</td><td><a href='/c/{n + n % 3}'>{n + n % 3}</a></td></tr>" for n in range(1, 8))
        + "</table>",
        "".join(f"<li>Thing <b>{n}</b> <a href='/c/{n + n % 3}'>{n + n % 3}</a></li>" for n in range(1, 8)),
        "<ul><li><a href='/?page=2'>Company</a><li><a href='/?page=3'>Contact</a></ul>",
        "<p><a href='/?p=2'>An article</a> <a href='/?page=7'>Imprint</a></p>",
        "<p>Rated <a href='/item/1#r'>4</a> of <b>5</b></p>",
        "<div><button>&lt;</button><img alt=Photo><button>&gt;</button> 1 / 5</div>",
        "<div><button><svg></svg></button> 12 / 12 <button disabled><svg></svg></button></div>",
        "<div class=swiper><button><svg></svg></button> 1 / 5 <button><svg></svg></button></div>",
        "".join(
            f"<li>Flat {n} <p><button><svg></svg></button> 1 / {n} <button><svg></svg></button>" for n in range(3, 7)
        ),
        "<ul><li><a href='/l1.html'>⟪</a><li><a href='/l5.html'>⟨</a><li>Page 6 / 6</ul>",
        "<p><a href='/'>Home</a> <a href='/more'>›</a></p>",
        "<p><a href='/?sort=2'>»</a></p>",
        "<button>Next 5 pages</button>",
        "<div style='display:none'><button>Previous</button><button>Next page</button></div>",
        "",
    ],
)
async def test_there_is_no_next(observe: Observe, html: str):
    """A carousel, the last page, a calendar, numbers of records beside each other and a rating do not lead on."""
    assert of(await observe(ROWS + html), "next") == []


async def test_a_sign_with_a_title(observe: Observe):
    """Forms of one button each: what the sign leads to stands in its title; the one behind it leads to the end."""
    form = "<td><form method=post><input type=submit name=go value='&nbsp;{}' title='{}'></form>"
    view = await observe(ROWS + f"<table><tr>{form.format('&gt;', 'Next')}{form.format('&gt;&gt;', 'End')}</table>")
    (following,) = of(view, "next")
    assert view.nodes[following.node].attributes["title"] == "Next"


async def test_pager_of_buttons(observe: Observe):
    """Buttons without addresses turn pages when they stand beside a run of numbers."""
    view = await observe(
        ROWS
        + "<div><button disabled>Previous</button><button aria-current=page>1</button><button>2</button><button>3</button><button id=n>Next</button></div>"
    )
    (following,) = of(view, "next")
    assert view.nodes[following.node].attributes["id"] == "n"
    assert [control.label for control in of(view, "page number")] == ["2", "3"]
    assert of(view, "previous") == []


@pytest.mark.parametrize(
    "pager",
    [
        "<p>1-8 of 300</p><button aria-label='Go to previous page' disabled></button><button id=n aria-label='Go to next page'></button>",
        "<button aria-label='Zur vorherigen Seite'></button><button id=n aria-label='Zur nächsten Seite'></button>",
        "<div><button disabled>&lt;&lt;</button><button disabled>&lt;</button><button id=n>&gt;</button><button>&gt;&gt;</button> Page <b>1 of 20</b></div>",
        "<ul><li class=active><a href='#'>1</a><li><a id=n href='#'>2</a><li><a href='#'>3</a><li><a href='#'>4</a><li><a href='#'>5</a></ul>",
        (
            "<ul><li tabindex=-1 title=Previous aria-disabled=true><button disabled>left</button><li class=item-active tabindex=0><a rel=nofollow>1</a>"
            "<li tabindex=0><a rel=nofollow>2</a><li tabindex=0 title='Next 5 pages'><a>•••</a><li tabindex=0><a rel=nofollow>15</a>"
            "<li id=n tabindex=0 title='Next page'><button tabindex=-1>right</button></ul>"
        ),
        (
            "<div><button disabled><svg></svg></button><button disabled><svg></svg></button><p><b>1</b><input placeholder=1>"
            " / <b>12</b></p><button id=n><svg></svg></button><button><svg></svg></button></div>"
        ),
    ],
)
async def test_pagers_of_common_widgets(observe: Observe, pager: str):
    """Names that hold the words, signs beside the page's number, entries without an address that listen."""
    view = await observe(ROWS + pager)
    (following,) = of(view, "next")
    assert view.nodes[following.node].attributes.get("id") == "n"


async def test_a_title_that_speaks_of_the_next_page(observe: Observe):
    """A record among the rows is called so; what says "next" and nothing else stands below them, and turns the page."""
    titled = "<p><a href='/post/7'>Read the next page by its address</a></p>"
    view = await observe(ROWS + titled + "<ul><li><a id=n href='/list?from=40'>[next]</a></ul>")
    (following,) = of(view, "next")
    assert view.nodes[following.node].attributes.get("id") == "n"


async def test_a_pager_that_only_its_looks_tell(observe: Observe):
    """Numbers of which the mark-up says nothing, each under a hand; under none, or all under one, they are no pager."""
    numbers = "<i class=now-active>1</i><i id=n>2</i><i>3</i><i>4</i>"
    view = await observe(ROWS + f"<style>p i {{ cursor: pointer }}</style><p>{numbers}</p>")
    (following,) = of(view, "next")
    assert view.nodes[following.node].attributes.get("id") == "n"
    assert of(await observe(ROWS + f"<p>{numbers}</p>"), "next") == []
    assert of(await observe(ROWS + f"<p style='cursor: pointer'>{numbers}</p>"), "next") == []


async def test_a_link_of_a_script_leads_on_from_an_address_with_its_hash(observe: Observe):
    """Once such a link was clicked, the page's own address ends with `#` as those of all the others do."""
    pager = "<ul><li><a href='#'>1</a> <li class=active><a href='#'>2</a> <li><a id=n href='#'>3</a></ul>"
    view = await observe(ROWS + pager + "<script>location.hash = '#'; history.replaceState({}, '', '#')</script>")
    (following,) = of(view, "next")
    assert view.nodes[following.node].attributes.get("id") == "n"


async def test_head_may_say_what_is_next(observe: Observe):
    """`<link rel=next>` counts; where a visible link leads there too, that one is meant."""
    view = await observe(
        ROWS
        + "<p><a id=a href='/?o=20'>weiterblättern</a></p><script>document.head.innerHTML='<link rel=next href=/?o=20>'</script>"
    )
    (following,) = of(view, "next")
    assert view.nodes[following.node].attributes.get("id") == "a"


async def test_load_more(observe: Observe):
    """One button that lets the list grow; one a record is no such thing."""
    view = await observe(ROWS + "<button id=m>Load more</button>")
    assert [view.nodes[control.node].attributes["id"] for control in of(view, "more")] == ["m"]
    folds = "".join(f"<li>text {n} <button>Show more</button></li>" for n in range(3))
    assert of(await observe(f"<ul>{folds}</ul>"), "more") == []


async def test_of_two_mores_the_one_that_points_down(observe: Observe):
    """A list that is shown from its middle on has one above it and one below."""
    view = await observe(f"<a href='?after=9'>More ↑</a>{ROWS}<a id=m href='?before=1'>More ↓</a>")
    assert [view.nodes[control.node].attributes.get("id") for control in of(view, "more")] == ["m"]


async def test_list_boxes_by_kind(observe: Observe):
    """Sorting, page size and filters are told apart; labels may stand beside; edit forms do not count."""
    view = await observe(
        "<form><label>Sort by <select name=x><option>Newest<option selected>Price: low to high<option>Price: high to low</select></label>"
        "Show <select name=y><option>10<option selected>25<option>100</select> entries"
        "<div>Status <select name=z><option>Any<option>Open</select></div></form>"
        "<form method=post><label>Category <select><option>a<option>b</select></label></form>" + ROWS
    )
    (sort,) = of(view, "sort")
    assert (sort.label, sort.value, len(sort.options)) == ("Sort by", "Price: low to high", 3)
    (size,) = of(view, "page size")
    assert size.options == ("10", "25", "100")
    (chosen,) = of(view, "filter")
    assert (chosen.label, chosen.options) == ("Status", ("Any", "Open"))


async def test_sortable_heads(observe: Observe):
    """Heads that say how they sort, or whose link leads to this page with another query."""
    view = await observe(
        "<table><thead><tr><th aria-sort=descending><button>Price</button></th><th><a href='/?sort=name'>Name</a></th><th><a href=/help>Help</a></th><th>Plain</th></tr></thead>"
        "<tr><td>1<td>a<td>x<td>y</table>"
    )
    assert [(control.label, control.value) for control in of(view, "sort")] == [("Price", "descending"), ("Name", "")]


async def test_search_and_filters(observe: Observe):
    """Search boxes, ranges, groups of radios and boxes, and lists of links under a heading."""
    view = await observe(
        "<form role=search><input name=q aria-label=Search></form><form><label>From <input name=min type=number></label>"
        "<fieldset><legend>Stock</legend><label><input type=radio name=s checked>All</label><label><input type=radio name=s>In stock</label></fieldset></form>"
        "<h2>Refine</h2><h3>Brand</h3><ul><li class=selected><a href='/?brand=a'>Acme (12)</a></li><li><a href='/?brand=b'>Bolt (3)</a></li></ul>"
        "<h3>Pages</h3><ul><li><a href='/about'>About</a></li><li><a href='/help'>Help</a></li></ul>" + ROWS
    )
    assert [control.label for control in of(view, "search")] == ["Search"]
    found = {control.label: (control.options, control.value) for control in of(view, "filter")}
    assert found == {"From": ((), ""), "Stock": (("All", "In stock"), "All"), "Brand": (("Acme", "Bolt"), "Acme")}


async def test_boxes_that_mark_rows_are_no_filter(observe: Observe):
    """A box alone in its cell marks the row, in the head all rows; one with its words beside it narrows down."""
    rows = "".join(
        f"<tr><td><input type=checkbox name=id value={n}></td><td>A{n}</td><td>{n}</td></tr>" for n in range(4)
    )
    table = (
        f"<table><tr><th><input type=checkbox title='All records'></th><th>Name</th><th>Size</th></tr>{rows}</table>"
    )
    view = await observe(ROWS + table + "<label><input type=checkbox name=new> Only new</label>")
    assert [control.label for control in of(view, "filter")] == ["Only new"]


GRID = (
    "<table><thead><tr><th class='grid-head sortable'>Name</th><th class=head>Price</th></tr>"
    "<tr><td><input></td><td></td></tr></thead><tbody>"
    + "".join(f"<tr><td>Item {n}</td><td>{n}</td></tr>" for n in range(20))
    + "</tbody></table>"
)


async def test_heads_and_boxes_of_a_drawn_table(observe: Observe):
    """A head whose class says that it sorts; a box alone below a head filters its column, one in every row does not."""
    view = await observe(GRID)
    assert [control.label for control in of(view, "sort")] == ["Name"]
    assert [control.label for control in of(view, "filter")] == ["Name"]
    rows = GRID.replace("<td>Item", "<td><input>Item")
    assert not of(await observe(rows), "filter")


@pytest.mark.parametrize(
    "size",
    [
        "<div role=combobox aria-haspopup=listbox aria-expanded=false tabindex=0 aria-label='Rows per page'>20</div>",
        "<div><button class='btn dropdown-toggle'>20</button> rows per page</div>",
    ],
)
async def test_page_sizes_behind_a_closed_list(observe: Observe, size: str):
    """Its options come once it is opened; the number that it shows is no page's."""
    view = await observe(f"{ROWS}<nav><button>1</button><button>2</button><button>Next</button></nav>{size}")
    assert [(control.value, control.options) for control in of(view, "page size")] == [("20", ())]
    assert "20" not in {control.label for control in of(view, "page number")}
