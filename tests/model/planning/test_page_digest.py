"""What a page is told as to a model that plans, and what nobody has to be asked."""

from tests.records.conftest import build
from webdart.inspect.proposal import Sighting
from webdart.model.planning.column_values import columns_of
from webdart.model.planning.inferred_field import own_fields, with_ticks
from webdart.model.planning.page_digest import Choice, choices, plain, samples
from webdart.page.model import PageView


def listing(count: int, head: str) -> str:
    states = ("Open", "Closed", "On hold")
    rows = "".join(
        f"<tr><td><a href=/t/{n}>Ticket {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[n]}</a></td><td>{states[n % 3]}</td><td>{n * 7}</td></tr>"
        for n in range(count)
    )
    return f"<h1>{head}</h1><table><tr><th>Title</th><th>Status</th><th>Votes</th></tr>{rows}</table>"


def page(body: str) -> PageView:
    return build(body, "http://shop.example/here")


def found(body: str, records: str) -> Choice | None:
    sighting = Sighting.of(page(body), "en-US")
    return plain(choices(sighting, records, most=12), sighting, records)


MENU = "<nav><a href=/a>Lamps</a> <a href=/b>Chairs</a> <a href=/c>Add lamp</a></nav>"


def test_a_link_that_is_called_as_the_records_is_the_way():
    """One link, whatever its ending; what says more than the records is another thing."""
    chosen = found(MENU, "lamp")
    assert chosen is not None
    assert chosen.href == "http://shop.example/a"
    assert found(MENU, "tables") is None
    assert found("<a href=/a>Lamps</a> <a href=/b>Lamps</a>", "lamps") is None


def test_a_long_list_that_is_called_as_the_records_is_it():
    """By its heading or its page's title; a short one may be a teaser of them."""
    chosen = found(listing(20, "Tickets"), "tickets")
    assert chosen is not None
    assert chosen.kind == "listing"
    assert found(listing(5, "Tickets"), "tickets") is None
    assert found(listing(20, "Popular tickets"), "tickets") is None


def test_columns_are_told_by_their_texts():
    """All of a column that repeats a few, two of another, and no address."""
    sighting = Sighting.of(page(listing(20, "Tickets")), "en-US")
    told = samples(columns_of(sighting.found[0])).splitlines()
    assert 'status: "Open", "Closed", "On hold"' in told
    assert next(line for line in told if line.startswith("votes")).count('"') == 4
    assert "http" not in "".join(told)


def test_a_number_with_its_unit_is_a_number():
    """Of the fields of a thing's own page: as texts they would be in another order."""
    rows = {"Weight": "12.5 kg", "Brand": "Halden", "Colours": "3 of them", "Height": "40 cm"}
    body = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in rows.items())
    sighting = Sighting.of(page(f"<h1>Lamp</h1><table>{body}</table>"), "en-US")
    types = {one.label.casefold(): one.type for one in own_fields(sighting)}
    assert types == {"weight": "number", "brand": "text", "colours": "text", "height": "number"}


def test_one_text_beside_every_label_is_a_button():
    """A menu with a link to add to each of its entries has no fields."""
    rows = "".join(f"<tr><th>{label}</th><td>Add</td></tr>" for label in ("Groups", "Users", "Books"))
    assert own_fields(Sighting.of(page(f"<h1>Admin</h1><table>{rows}</table>"), "en-US")) == ()


def test_a_column_of_ticks_is_one():
    """It has a head and no text; discovery leaves it out."""
    ticks = ("<svg aria-label=Yes></svg>", "<svg aria-label=No></svg>", "<svg aria-label=Yes></svg>")
    rows = "".join(f"<tr><td>Ann {n} Lee</td><td>{n * 9}</td><td>{ticks[n % 3]}</td></tr>" for n in range(20))
    view = page(f"<h1>Patients</h1><table><tr><th>Name</th><th>Age</th><th>Insured</th></tr>{rows}</table>")
    sighting = Sighting.of(view, "en-US")
    names = [field.name for field in with_ticks(sighting.found[0], sighting).extract.fields]
    assert names == ["name", "age", "insured"]
