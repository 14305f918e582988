"""Pagers that were not known for what they are: the listing ended on its first page, and said that it was complete."""

import pytest

from tests.records.conftest import build
from webdart.controls.pager import paging, unsure_numbers
from webdart.controls.pager_choice import own_turn
from webdart.values import replace

ROWS = "".join(f"<tr><td>Parcel {n}</td><td>{n * 7}</td><td>Field</td></tr>" for n in range(1, 6))


def test_numbers_that_call_a_script_in_a_row_of_the_listing() -> None:
    """A grid of a server's controls keeps its pager in a table within its last row, each number a call with it."""
    numbers = "".join(f"<td><a href=\"javascript:turn('grid','Page${n}')\">{n}</a></td>" for n in (2, 3))
    pager = f"<tr><td colspan=3><table><tr><td><span>1</span></td>{numbers}</tr></table></td></tr>"
    view = build(f"<form><table><tr><th>Parcel</th><th>Area</th><th>Use</th></tr>{ROWS}{pager}</table></form>")
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.text_of(turned.node) == "2"


def test_scripts_without_a_number_that_grows_turn_no_pages() -> None:
    """Numbers that all call one thing are something to choose."""
    numbers = "".join(f'<a href="javascript:rate(7)">{n}</a> ' for n in (1, 2, 3))
    assert not paging(build(f"<table>{ROWS}</table><p>{numbers}</p>"))


@pytest.mark.parametrize("shown", [1, 2])
def test_the_number_that_cannot_be_pressed_is_the_page_shown(shown: int) -> None:
    """Buttons without a class or a name for the current page: the one that is off is it."""
    numbers = "".join(f"<button {'disabled' if n == shown else ''}>{n}</button>" for n in (1, 2, 3))
    view = build(f"<table>{ROWS}</table><div>{numbers}</div>")
    off = (node._replace(states=node.states | ({"disabled"} & node.attributes.keys())) for node in view.nodes)
    view = replace(view, nodes=tuple(off))
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.text_of(turned.node) == str(shown + 1)


@pytest.mark.parametrize(
    "words", ["← Starsze wpisy", "« Entradas anteriores", "Ältere Beiträge →", "Articles plus anciens"]
)
def test_older_entries_are_the_next_page(words: str) -> None:
    """Blogs lead to them in the language of their pages."""
    view = build(f"<table>{ROWS}</table><nav><a href='/older/kept/'>{words}</a></nav>")
    assert [control.kind for control in paging(view)] == ["next"]


def test_a_page_in_the_address_in_other_languages() -> None:
    """Words that nobody listed, and an address that counts pages."""
    view = build(f"<table>{ROWS}</table><p><a href='/strona/2/'>Kolejne nekrologi</a></p>", url="http://shop.test/")
    assert [control.kind for control in paging(view)] == ["next"]


def test_a_name_in_a_program_is_no_pager() -> None:
    """A list of constants links each to where it is explained, NEXT and PREVIOUS among them."""
    names = ("EAST", "NEXT", "NORTH", "PREVIOUS", "SOUTH")
    rows = "".join(f"<tr><td><code><a href='/constants#{name}'>{name}</a></code></td><td>1</td></tr>" for name in names)
    assert not paging(build(f"<table><tr><th>Name</th><th>Value</th></tr>{rows}</table>"))


def _turned(html: str, url: str) -> list[str]:
    view = build(f"<article>{ROWS}</article>{html}", url=url)
    return [control.href for control in paging(view) if control.kind == "next"]


@pytest.mark.parametrize("shown", [1, 3])
def test_numbers_go_before_the_next_page_of_the_site(shown: int) -> None:
    """A site that links all its pages in one sequence leads from a listing to another one, by relation and by words."""
    pages = {1: "/garden/", 2: "/garden/page/2/", 3: "/garden/page/3/"}
    numbers = "".join(f"<b>{n}</b> " if n == shown else f"<a href='{pages[n]}'>{n}</a> " for n in pages)
    other = "<link rel=next href='/kitchen/'><footer><p>" + "Words. " * 20 + "</p><a href='/kitchen/'>Next</a></footer>"
    found = _turned(f"<nav>{numbers}</nav>{other}", f"http://shop.example{pages[shown]}")
    assert found == (["http://shop.example/garden/page/2/"] if shown == 1 else [])


def test_the_last_of_two_pages() -> None:
    """The address of the page that is shown counts, too, where the other number is that of the first."""
    numbers = "<a href='/garden/'>1</a> <b>2</b>"
    html = f"<nav>{numbers}</nav><link rel=next href='/kitchen/'>"
    assert _turned(html, "http://shop.example/garden/page/2/") == []


def test_a_relation_that_goes_on_behind_the_numbers_shown() -> None:
    """Numbers may end with the page that is shown; the relation then leads on as they count."""
    numbers = "".join(f"<a href='/list?start={25 * n - 25}'>{n}</a> " for n in (1, 2, 3)) + "<b>4</b>"
    found = _turned(f"<nav>{numbers}</nav><link rel=next href='/list?start=100'>", "http://shop.example/list?start=75")
    assert found == ["http://shop.example/list?start=100"]


def test_words_that_nobody_listed_with_a_sign_behind_them() -> None:
    """In a box that is called a pager "less recent >>" leads on; beside other such words it may lead anywhere."""
    box = "<form><button name=first[25]>less recent >></button></form>"
    assert [control.kind for control in paging(build(f"<table>{ROWS}</table><div class=pagenav>{box}</div>"))] == [
        "next"
    ]
    assert not paging(build(f"<table>{ROWS}</table><div class=box>{box}</div>"))
    other = "<button>show diagrams >></button>"
    assert not paging(build(f"<table>{ROWS}</table><div class=pagenav>{box}{other}</div>"))


def test_a_number_of_the_last_record_is_no_page() -> None:
    """The last cell of a grid of boxes may be a number that is less than that of the first page."""
    cells = "<div role=row><div>Parcel 9</div><div>0</div></div>"
    numbers = "<button>1</button><strong>2</strong><button>3</button>"
    view = build(f"<div>{cells}</div><div>{numbers}<span role=link tabindex=0>next</span></div>")
    assert [view.text_of(control.node) for control in paging(view) if control.kind == "next"] == ["next"]


THREADS = "".join(
    f"<tr><td><a href='/thread?t={t}'>Thread {t}</a> <span>(<a href='/thread?t={t}&page=2'>2</a> "
    f"<a href='/thread?t={t}&page=3'>3</a>)</span></td><td>some answers</td></tr>"
    for t in (17, 34)
)


@pytest.mark.parametrize("board", ["/forum?f=2", "/forum?f=2&page=2"])
def test_the_pages_of_a_long_thread_are_no_pages_of_the_list(board: str) -> None:
    """The walk went on to the second page of the first thread; the list's own numbers stand below."""
    lone = THREADS.partition("</tr>")[0] + "</tr>"
    for rows in (THREADS, lone):
        assert not paging(build(f"<table>{rows}</table>", url=f"http://shop.test{board}"))
    own = "".join(f"<a href='/forum?f=2&page={n}'>{n}</a> " for n in (2, 3))
    view = build(f"<table>{THREADS}</table><div><b>1</b> {own}</div>", url="http://shop.test/forum?f=2")
    turned = next(control for control in paging(view) if control.kind == "next")
    assert turned.href == "http://shop.test/forum?f=2&page=2"


@pytest.mark.parametrize(
    ("numbers", "following"),
    [((2, 3, 4), "2"), ((1, 3, 4), "3"), ((1, 2, 4), "4"), ((1, 2, 3), None), ((1, 2, 3, 40), None)],
)
def test_the_number_that_a_pager_leaves_out_is_the_page_shown(numbers: tuple[int, ...], following: str | None) -> None:
    """Old sites print links to the other pages alone; a gap before the last is no page."""
    links = " ".join(f'<a href="/list?page={n}">{n}</a>' for n in numbers)
    controls = paging(build(f"<main><ul><li>a</li></ul><p>{links}</p></main>", "http://shop.example/list"))
    assert next((control.label for control in controls if control.kind == "next"), None) == following


def test_a_tooltip_of_the_box_around_a_picture() -> None:
    """The box has the words, its button an arrow alone, and "1 / 8" is a box for a number and two texts."""
    arrow = "<button type=button {}><span role=img aria-label={}></span></button>"
    back, on = arrow.format("disabled", "left"), arrow.format("", "right")
    place = '<li title="1/8"><input value=1 aria-label="Go to"><span>/</span>8</li>'
    pager = f"<ul><li title='Previous Page'>{back}</li>{place}<li title='Next Page'>{on}</li></ul>"
    view = build(f"<table>{ROWS}</table>{pager}")
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.nodes[view.nodes[turned.node].parent].attributes["title"] == "Next Page"


def test_numbers_whose_page_a_script_is_told_by_an_attribute() -> None:
    """Links without an address, an icon for the next page, words in any language: the attribute counts with them."""
    numbers = "".join(f'<a data-page="{n}">{n}</a>' for n in (2, 3, 8))
    view = build(f"<table>{ROWS}</table><div><span>1</span>{numbers}<a data-page=2><i>&#xe602;</i></a></div>")
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.text_of(turned.node) == "2"
    stars = "".join(f'<a data-value="{n}">{n}</a>' for n in (2, 3, 4))
    assert not paging(build(f"<table>{ROWS}</table><div><span>1</span>{stars}</div>"))


@pytest.mark.parametrize("box", ["<input type=number value={}>", "<span>{}</span>"])
def test_pictures_on_both_sides_of_the_number_of_the_page(box: str) -> None:
    """The number may stand in a box that takes another one."""
    arrows = [f"<li><button class={side}><svg></svg></button></li>" for side in ("left", "right")]
    pager = f"<ul>{arrows[0]}<li>{box.format(2)}</li><li>of 11</li>{arrows[1]}</ul>"
    view = build(f"<table>{ROWS}</table>{pager}")
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.nodes[turned.node].attributes["class"] == "right"


def test_numbers_may_lead_to_routes_of_a_script() -> None:
    """Routes of a script turn the page ("#/orders?page=2"); the places of its parts ("#p2") do not."""

    def turns(form: str) -> list[str]:
        links = " ".join(f"<a href='{form.format(n)}'>{n}</a>" for n in (2, 3, 4))
        view = build(f"<table>{ROWS}</table><p><b>1</b> {links}</p>", url="http://shop.test/")
        return [view.text_of(control.node) for control in paging(view) if control.kind == "next"]

    assert turns("http://shop.test/#/orders?page={}") == ["2"]
    assert turns("http://shop.test/#p{}") == []


@pytest.mark.parametrize(("shown", "wanted"), [(1, "http://shop.test/?a=1&b=2"), (3, None)])
def test_the_numbers_behind_the_records_count_their_pages(shown: int, wanted: str | None) -> None:
    """Of two lists below headings, each with linked numbers, the second one's own lead on, and end where they do."""

    def numbers(at: int, pages: int, form: str) -> str:
        return " ".join(
            f"<b>{n}</b>" if n == at else f"<a href='http://shop.test/?{form.format(n)}'>{n}</a>"
            for n in range(1, pages + 1)
        )

    first, second = numbers(1, 5, f"a={{}}&b={shown}"), numbers(shown, 3, "a=1&b={}")
    body = f"<h2>Open</h2><table>{ROWS}</table><p>{first}</p><h2>Done</h2><ol>{ROWS}</ol><p>{second}</p>"
    view = build(body, url=f"http://shop.test/?a=1&b={shown}")
    region = next(node.index for node in view.nodes if node.tag == "ol")
    turn = next(control for control in paging(view) if control.kind == "next")
    own = own_turn(view, view.nodes[turn.node], region)
    assert (None if own is None else own.attributes["href"]) == wanted


@pytest.mark.parametrize("shown", [1, 2])
@pytest.mark.parametrize("own", ["title=current", "class='kit-active is-current'"], ids=["a state", "a class"])
def test_a_class_that_every_number_has_tells_none_from_the_others(shown: int, own: str) -> None:
    """Buttons that can be pressed are called `kit-active`, all of them; a state or a class of its own tells the page."""
    mark = own if "class" in own else f"class=kit-active {own}"
    numbers = "".join(f"<button {mark if n == shown else 'class=kit-active'}>{n}</button>" for n in (1, 2, 3))
    view = build(f"<table>{ROWS}</table><div>{numbers}</div>")
    stated = (node._replace(states=node.states | ({"current"} & set(node.attributes.values()))) for node in view.nodes)
    view = replace(view, nodes=tuple(stated))
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.text_of(turned.node) == str(shown + 1)


def test_a_class_outranks_an_address_that_stays() -> None:
    """A script turns the pages, and the address in the bar stays that of the first."""
    numbers = "".join(
        f"<a href='/list{f'?p={n}' if n > 1 else ''}' {'class=active' * (n == 2)}>{n}</a>" for n in (1, 2, 3)
    )
    view = build(f"<table>{ROWS}</table><nav>{numbers}</nav>", url="http://shop.example/list")
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.text_of(turned.node) == "3"


def _following(box: str, url: str = "http://shop.example/list") -> list[str]:
    view = build(f"<table>{ROWS}</table>{box}", url=url)
    return [view.text_of(control.node) for control in paging(view) if control.kind == "next"]


def _lit(shown: int, name: str = "lit") -> str:
    return "".join(f"<button class='n {name * (n == shown)}'>{n}</button>" for n in (1, 2, 3))


@pytest.mark.parametrize("shown", [1, 2, 3])
def test_the_one_number_of_a_pager_that_is_drawn_otherwise_is_the_page_shown(shown: int) -> None:
    """A class that nobody listed, of one number alone; numbers that stand with words are something to choose."""
    wanted = [str(shown + 1)] if shown < 3 else []
    assert _following(f"<div class=pagination>{_lit(shown)}</div>") == wanted
    assert _following(f"<nav><ul>{_lit(shown)}</ul></nav>") == wanted
    assert _following(f"<nav>Beds <div>{_lit(shown)}</div></nav>") == []
    assert _following(f"<div class=pagination>{_lit(3, 'last')}</div>") == []


@pytest.mark.parametrize("around", ["<div>%s</div>", "<section><h2>Beds</h2><div>%s</div></section>"])
def test_numbers_that_looks_alone_mark_are_not_pressed(around: str) -> None:
    """Stars to rate by, rooms to choose, columns to show: one of them is drawn otherwise, too, and a click may write."""
    assert not paging(build(f"<table>{ROWS}</table>{around % _lit(2)}"))
    days = "".join(f"<a class='{'lit' * (n == 2)}' href='/list?day={n}'>{n}</a> " for n in (1, 2, 3))
    assert _following(around % days) == []


@pytest.mark.parametrize(("lit", "url", "wanted"), [(1, "", ["2"]), (2, "?page=2", ["3"]), (2, "", []), (3, "", [])])
def test_of_addresses_that_count_pages_the_one_shown_agrees_with_its_looks(lit: int, url: str, wanted: list[str]):
    """A class of one number may say that it was seen, or that it hides on a small screen."""
    links = "".join(f"<a class='p {'seen' * (n == lit)}' href='list?page={n}&s=1'>{n}</a> " for n in (1, 2, 3))
    assert _following(f"<div>{links}</div>", f"http://shop.example/list{url}") == wanted


def test_a_pager_that_stands_three_times_is_one() -> None:
    """Twice above the listing, once below it."""
    numbers = f"<div>{_lit(1, 'active')}</div>"
    view = build(f"<main>{numbers}<h2>Parcels</h2>{numbers}<table>{ROWS}</table>{numbers}</main>")
    assert [view.text_of(control.node) for control in paging(view) if control.kind == "next"] == ["2"]


def test_a_number_that_is_called_on_and_pressed_by_nobody() -> None:
    """Buttons with no address and no next beside them, and the page shown is a text in a box of that class."""
    numbers = "".join(f"<li class=item><button type=button>{n}</button></li>" for n in (2, 3))
    assert _following(f"<ul><li class='item active'><span>1</span></li>{numbers}</ul>") == ["2"]
    assert _following(f"<ul><li class='item'><span>1</span></li>{numbers}</ul>") == []


def test_runs_that_differ_are_left_out_and_told() -> None:
    """One of them may be a pager, and nothing tells which: none is pressed, and that there may be pages is known."""
    others = "".join(f"<button class='{'active' * (n == 2)}'>{n}</button>" for n in (1, 2, 3, 4, 5))
    view = build(f"<div>{_lit(1, 'active')}</div><p>Stars</p><div>{others}</div><table>{ROWS}</table>")
    assert not paging(view)
    assert sorted(unsure_numbers(view).values()) == [3, 5]


def test_numbers_in_every_record_turn_no_pages() -> None:
    """Each record has the same numbers to press, one of them called on; those outside of the records are a pager's."""
    numbers = _lit(2, "active")
    records = "".join(f"<article><h3>Course {name}</h3><div>{numbers}</div></article>" for name in "ABC")
    assert not paging(build(f"<main>{records}</main>"))
    pager = "".join(f"<button class='{'active' * (n == 1)}'>{n}</button>" for n in (1, 2, 3, 4))
    view = build(f"<main>{records}<div>{pager}</div></main>")
    turned = next(control for control in paging(view) if control.kind == "next")
    assert turned.node > max(node.index for node in view.nodes if node.text == "Course C")


def test_the_numbers_of_one_record_turn_no_pages() -> None:
    """Two counts in a row's cell: the one that is no link is no page shown, and "Next" stands elsewhere."""
    counts = "<td><span>{}</span> <a href='/notes?entry={}'>{}</a></td>"
    rows = "".join(
        f"<tr><td><a href='/entry/{n}'>Entry about {n} rivers</a></td>{counts.format(few, n, many)}</tr>"
        for n, (few, many) in enumerate([(4, 2), (0, 1), (7, 3), (5, 5)])
    )
    pager = "<p><a href='/list?from=20'>Next</a></p>"
    view = build(f"<table><tr><th>Entry</th><th>Notes</th></tr>{rows}</table>{pager}", url="http://shop.test/list")
    turned = [control.href for control in paging(view) if control.kind == "next"]
    assert turned == ["http://shop.test/list?from=20"]


def test_how_many_rows_a_page_may_have_is_no_pager() -> None:
    """Numbers that grow with their addresses, none of them next to another: the arrow beside them turns the page."""
    sizes = "".join(f"<a href='/shelf-size?nb={n}' class='{'selected' * (n == 20)}'>{n}</a>" for n in (20, 50, 100))
    pager = "<div><b>1 / 7</b><a href='/shelf?page=2'><i class='icon-onwards'></i></a></div>"
    view = build(
        f"<div>{pager}<div>Links per page {sizes}</div></div><table>{ROWS}</table>", url="http://shop.test/shelf"
    )
    assert [control.href for control in paging(view)] == ["http://shop.test/shelf?page=2"]


def test_one_pager_above_the_records_and_below_them() -> None:
    """How many a page has, in numbers, beside "older": the copy below the days is no pager of another list's."""
    sizes = " ".join(f"<a href='/log?limit={n}'>{n}</a>" if n != 50 else "<span>50</span>" for n in (20, 50, 100))
    pager = f"<div>newer 50 | <a rel=next href='/log?offset=7'>older 50</a> ({sizes})</div>"
    days = "".join(f"<h4>{n} May 2024</h4><ul><li>Edit {n}</li></ul>" for n in range(1, 6))
    view = build(f"<main><h1>Log</h1>{pager}<section>{days}</section>{pager}</main>", url="http://shop.example/log")
    region = next(node.index for node in view.nodes if node.tag == "section")
    turn = next(control for control in paging(view) if control.kind == "next")
    assert own_turn(view, view.nodes[turn.node], region) is not None


@pytest.mark.parametrize("href", ["javascript:void(0)", "javascript:turn('Page$Next')", "#/2", "#!/list/2", "#page=2"])
def test_a_link_that_only_a_script_answers_turns_as_a_button_does(href: str) -> None:
    """The first page has no link back beside it, and nothing calls its box a pager."""
    view = build(f'<table>{ROWS}</table><div><a href="{href}">Next</a></div>', url="http://shop.example/list")
    assert [control.kind for control in paging(view)] == ["next"]


@pytest.mark.parametrize("href", ["#second", "#notes-2"])
def test_a_link_to_a_part_of_the_page_turns_none(href: str) -> None:
    """Chapters of a long page lead from one to the next."""
    view = build(f"<table>{ROWS}</table><div><a href={href}>Next</a></div>", url="http://shop.example/list")
    assert paging(view) == ()


@pytest.mark.parametrize(
    ("mark_up", "kind"),
    [
        ("<div onclick=turn()>Next</div>", "next"),
        ("<p><a onclick=back()>Previous</a> <a onclick=turn()>Next</a></p>", "next"),
        ("<div onclick=grow()>Load more</div>", "more"),
    ],
)
def test_what_a_script_hears_of_is_pressed_without_a_role(mark_up: str, kind: str) -> None:
    """Texts that nobody declared to be buttons turn pages, and let a listing grow."""
    view = build(f"<table>{ROWS}</table>{mark_up}", url="http://shop.example/list")
    assert kind in [control.kind for control in paging(view)]


def test_a_hand_points_at_a_button_without_a_name() -> None:
    """What hears of a click by a script elsewhere is told by the pointer alone."""
    view = build(f"<table>{ROWS}</table><div><span>Next</span></div>", url="http://shop.example/list")
    assert paging(view) == ()
    marked = (one._replace(states=one.states | ({"pointed"} if one.tag == "span" else set())) for one in view.nodes)
    assert [control.kind for control in paging(replace(view, nodes=tuple(marked)))] == ["next"]


def test_numbers_in_a_pager_whose_links_lead_nowhere() -> None:
    """A script answers them; the one that is none is the page shown."""
    numbers = "".join(f"<a href='javascript:turn(this)'>{n}</a> " for n in (2, 3, 4))
    view = build(f"<table>{ROWS}</table><div class=pager><b>1</b> {numbers}</div>", url="http://shop.example/list")
    turned = next(control for control in paging(view) if control.kind == "next")
    assert view.text_of(turned.node) == "2"
    assert paging(build(f"<table>{ROWS}</table><p>Rate: <b>1</b> {numbers}</p>", url="http://shop.example/list")) == ()


def test_a_page_in_the_address_by_one_letter() -> None:
    """`?p=2` is the page behind one without it, whatever the words are."""
    view = build(f"<table>{ROWS}</table><p><a href='?p=2'>« Earlier</a></p>", url="http://shop.example/list")
    assert [control.kind for control in paging(view)] == ["next"]


@pytest.mark.parametrize(
    ("pager", "wanted"),
    [("<ul><li><a href='/log?ofs=9'>[next]</a></li></ul>", "/log?ofs=9"), ("", "/log?h=next")],
)
@pytest.mark.parametrize("entry", ["<tr><td>{}</td><td>{}</td></tr>", "<li><b>{}</b><span>{}</span></li>"])
def test_a_link_among_the_words_of_a_record_comes_last(pager: str, wanted: str, entry: str) -> None:
    """A branch or a tag called "next", in one of the rows; alone it may be a pager in a row that says more."""
    texts = ["Bells repaired <a href='/log?h=next'>next</a> <a href='/log?h=old'>old</a>", "Oars bought", "Sails sewn"]
    rows = "".join(entry.format(text, n) for n, text in enumerate(texts))
    site, url = "https://site.example", "https://site.example/log"
    assert _turned(f"<table>{rows}</table>{pager}", url) == [f"{site}{wanted}"]
    last = entry.format("Page 1 of 3", "<a href='/log?p=2'>Next</a>")
    assert _turned(f"<table>{rows}{last}</table>", url) == [f"{site}/log?p=2"]


def test_a_record_may_be_called_as_a_pager_is() -> None:
    """Its name stands where the other entries have theirs."""
    names = ("Harbour", "Older", "Next", "Mill")
    rows = "".join(f"<tr><td><a href='/mast/{n}'>{name}</a></td><td>Up</td></tr>" for n, name in enumerate(names))
    assert _turned(f"<table>{rows}</table>", "https://site.example/masts") == []
    pager = "<p><a href='/masts?p=2'>Next</a></p>"
    assert _turned(f"<table>{rows}</table>{pager}", "https://site.example/masts") == ["https://site.example/masts?p=2"]


@pytest.mark.parametrize(
    "part",
    [
        "<table><tr><td>{}</td></tr><tr><td>{}</td></tr><tr><td>{}</td></tr></table>",
        "<ul><li>{}</li><li>{}</li><li>{}</li></ul>",
        "<article>{}</article><article>{}</article><article>{}</article>",
    ],
)
@pytest.mark.parametrize(
    "entry", ["<p>Parcel {}, a field by the river</p>", "<tr><td>Parcel {}</td><td>Field</td></tr>"]
)
def test_a_part_of_the_page_that_holds_the_listing_is_no_record(part: str, entry: str) -> None:
    """Tables, lists and articles are also what pages are laid out with."""
    rows = "".join(entry.format(n) for n in range(1, 8))
    rows = f"<table>{rows}</table>" if entry.startswith("<tr>") else rows
    body = part.format("The land registry", f"{rows}<a href='/land?p=2'>Next</a>", "Made by the county")
    assert _turned(body, "https://site.example/land") == ["https://site.example/land?p=2"]
    panels = part.format(*(f"<h2>Part {n}</h2><div>{rows}</div><a href='/land?p=2'>Next</a>" for n in range(3)))
    assert _turned(panels, "https://site.example/land") == ["https://site.example/land?p=2"]
