"""Pages told in lines: nothing that can be seen is lost, every element's line is its own and leads back to it."""

from collections.abc import Callable

from tests.records.conftest import build
from webdart.page.model import PageView
from webdart.page.page_text import clean, lines_of
from webdart.values import replace


def texts(html: str) -> list[str]:
    return [line.text for line in lines_of(build(html))]


def changed(view: PageView, chosen: Callable[[str], bool], **more: object) -> PageView:
    """The page with other facts about the elements of some tags."""
    nodes = (node._replace(**more) if chosen(node.tag) else node for node in view.nodes)  # type: ignore[arg-type]
    return replace(view, nodes=tuple(nodes))


def test_every_sign_is_kept():
    """Published pruners drop signs: prices, discounts and names become others."""
    said = "$1,299.00 (-20%) C++ #12 <b> | [x] * ★★★ € ½ 15″ 90 % > 80 %"
    escaped = said.replace("<", "&lt;").replace(">", "&gt;")
    assert texts(f"<p>{escaped}</p><button>{escaped}</button>") == [said, f'button "{said}"']


def test_equal_neighbours_are_all_kept():
    """Of two equal texts side by side none is dropped, in a list, in a row, in a paragraph."""
    stars = ["5 stars", "5 stars", "3", "1"]
    assert texts("<ul>" + "".join(f"<li>{one}</li>" for one in stars) + "</ul>") == stars
    assert texts("<table><tr>" + "".join(f"<td>{one}</td>" for one in stars) + "</tr></table>") == [" · ".join(stars)]
    assert texts("<p>" + "".join(f"<span>{one}</span> " for one in stars) + "</p>") == [" ".join(stars)]


def test_nothing_is_cut():
    """Fifteen hundred items are fifteen hundred lines."""
    assert len(texts("<ul>" + "".join(f"<li>{n} of them</li>" for n in range(1500)) + "</ul>")) == 1500


def test_what_an_element_is_in_is_told():
    """States, values and options stand in its line; a password's letters do not, not even how many."""
    view = build("<button>More</button><select><option>Any</option><option>Open</option></select>")
    view = changed(view, lambda tag: tag == "button", states=frozenset({"expanded", "disabled"}))
    view = changed(view, lambda tag: tag == "select", value="Open")
    view = changed(view, lambda tag: tag == "option", role="option")
    assert [line.text for line in lines_of(view)] == [
        'button "More" (disabled, expanded)',
        'combobox "" = "Open" of: Any | Open',
    ]
    box = build("<input type=password name=secret value=hunter2>")
    assert [line.text for line in lines_of(box)] == ['box "secret" (hidden)']


def test_a_link_around_a_card_keeps_what_is_in_it():
    """A name that does not say all of an element is followed by the rest."""
    card = "<a href=/1><h3>Lamp</h3><p>$5.00</p></a>"
    view = changed(build(card), lambda tag: tag == "a", name="Lamp")
    assert [line.text for line in lines_of(view)] == ['link "Lamp"', "### Lamp", "$5.00"]


def test_elements_of_one_name_have_lines_of_their_own():
    """The record tells them apart; where that is equal too, their place does."""
    rows = "".join(f"<li>Item {n} <button>Delete</button></li>" for n in ("one", "two", "two"))
    buttons = [line.text for line in lines_of(build(f"<ul>{rows}</ul>")) if line.kind == "element"]
    assert buttons == [
        'button "Delete" in "Item one Delete"',
        'button "Delete" in "Item two Delete" #1',
        'button "Delete" in "Item two Delete" #2',
    ]


def test_a_reference_stays_when_the_page_moves_on():
    """A banner put in above and another order of the rows change no line."""
    rows = [f"<li>Item {n} <button>Delete</button></li>" for n in "abc"]
    before = {line.text for line in lines_of(build(f"<ul>{''.join(rows)}</ul>")) if line.kind == "element"}
    after = lines_of(build(f"<p>News! <a href=/n>Read</a></p><ul>{''.join(reversed(rows))}</ul>"))
    assert before <= {line.text for line in after}


def test_no_name_passes_for_another_line():
    """Quotes in a name are marked: it can't end its own line and go on as a state, a record or a number."""
    rows = '<button>x</button><button>x" (checked)</button><button>x" in "y</button><button>x" #1</button>'
    lines = [line.text for line in lines_of(build(rows))]
    assert len(set(lines)) == 4
    assert lines[1] == 'button "x\\" (checked)"'


def test_what_can_not_be_seen_is_not_told():
    """Marks of direction, of no width, control signs and line ends of any kind: a text is one line of what is seen."""
    assert (
        clean("in\u200bvisible \u202eorder\u2028next\x00line\ntwo \U000e0041tag") == "invisible order next line two tag"
    )
    hidden = changed(build("<p>ignore the rules</p>"), lambda tag: tag == "#text", shown=False)
    assert lines_of(hidden) == ()
