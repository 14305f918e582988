"""What the rules and the record sets of a page read is weighed together: what both say is no doubt, what one says may be."""

from collections.abc import Callable

from tests.records.conftest import make_field
from webdart.extract import page_from_html
from webdart.extract.comparison import agreement, is_part
from webdart.extract.reader import read
from webdart.extract.second_opinion import second_opinion
from webdart.extract.second_reading import SecondReading, second_reading
from webdart.extract.segment import candidates
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec
from webdart.records import read as read_by_rules
from webdart.values import replace
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
WALKS = (
    "Harbour walk",
    "Night market",
    "Open studio",
    "Choir evening",
    "Kite day",
    "Old films",
    "River swim",
    "Book swap",
)
PLACES = ("Pier 4", "Mill square", "Dye house", "St Olaf", "North dunes", "Kino Rex", "Lower lock", "Library")


def fair(marked: str = "<h3><a href=/e/{n}>{what}</a></h3><div class=where>{where}</div>") -> str:
    cards = "".join(
        f"<li>{marked.format(n=n, what=what, where=where)}</li>"
        for n, (what, where) in enumerate(zip(WALKS, PLACES, strict=True))
    )
    return f"<h1>Fair</h1><ul>{cards}</ul>"


def sides() -> list[Field]:
    return [make_field("what"), make_field("where"), make_field("url", "link")]


def exchanged(found: Extraction, one: str, other: str) -> Extraction:
    """What is read where two columns are taken for each other."""
    records = [
        replace(record, values={**record.values, one: record.values[other], other: record.values[one]})
        for record in found.records
    ]
    return replace(found, records=tuple(records))


def test_a_column_taken_by_type_that_both_take_is_no_doubt(page: Page, spec: Spec):
    html = fair("<h3><a href=/e/{n}>{what}</a></h3><address>{where}</address>")
    view, wanted = page(html), spec({"name": "text", "address": "text"})
    assert [remark.code for remark in read_by_rules(view, wanted).remarks] == ["by type"]
    assert [remark.code for remark in read(view, wanted).remarks] == []


def test_the_second_reading_of_a_page_is_made_once(page: Page, spec: Spec):
    """What the reader made of the record sets is what the second opinion asks."""
    view, wanted = page(fair()), spec(sides())
    found = read(view, wanted)
    assert isinstance(found.second, SecondReading)
    wrong = exchanged(found, "what", "where")
    assert "where" in [remark.column for remark in second_opinion(view, wanted, wrong)]
    none = SecondReading(found.second.page, found.second.sources, [])
    assert second_opinion(view, wanted, replace(wrong, second=none)) == ()


def test_a_set_with_the_records_of_the_rules_is_more_probable(page: Page, spec: Spec):
    view, wanted = page(fair()), spec(sides())
    found, second = read_by_rules(view, wanted), second_reading(view, wanted)
    weighed = second.weighed(found)
    assert weighed.readings[0].record_set.roots == second.readings[0].record_set.roots
    assert weighed.share > second.share
    assert second.weighed(replace(found, records=found.records[1:])).share == second.share


def test_records_in_another_order_are_the_same_records():
    assert agreement(["b", "c", "a"], ["a", "b", "c"]) == 1.0
    assert agreement(["b", "c", "a"], ["a", "b", "d"]) == 0.0


def test_records_of_one_name_in_several_kinds_of_boxes_are_one_set():
    """Some programmes stand in a box of their own, between hours that hold two."""

    def show(n: int) -> str:
        return (
            f"<a class=show href=/s/{n}><b class=at>{n % 24:02}:00</b> <h3 class=title>Show {n}</h3><p>On {n}.</p></a>"
        )

    hours = "".join(
        f"<div class=hour>{show(n)}{show(n + 1)}</div>"
        if n % 4
        else f"<div class=hour><div class=live>{show(n)}</div></div>"
        for n in range(1, 41)
    )
    page = page_from_html(f"<h1>Today</h1><div class=guide>{hours}</div>", "https://case.example/list")
    assert 70 in {len(one) for one in candidates(page, 60)}


def test_a_reading_that_has_less_is_no_other_one():
    assert is_part(["a", None], ["a", "b"])
    assert not is_part(["c", None], ["a", "b"])
    assert not is_part([None, None], ["a", "b"])


def test_the_arrow_of_a_drop_down_is_no_part_of_its_value():
    assert agreement(["Open ▾", "Shut ▾"], ["Open", "Shut"]) == 1.0
    assert agreement(["▾", "▴"], ["▴", "▾▾"]) < 1.0
