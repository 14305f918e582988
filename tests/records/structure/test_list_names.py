"""Tables that a caption or one cell above each names: `from: heading` gives it."""

from collections.abc import Callable

import pytest

from tests.records.conftest import make_field
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


HEADS = "<tr><th>Server</th><th>Cur</th><th>Max</th></tr>"


POOLS = ("front", "back", "cache")


def statistics(above: str, first: str = "", between: str = "") -> str:
    """A page of statistics, a table for each pool with what stands `above` it, or is its `first` row."""
    rows = "".join(f"<tr><td>s{n}</td><td>{n}</td><td>{n + 7}</td></tr>" for n in range(2))
    tables = (
        f"{above.format(pool)}<table>{first.format(pool)}{HEADS}{rows}</table>{between.format(pool)}" for pool in POOLS
    )
    return f"<main><h1>Statistics</h1>{''.join(tables)}</main>"


@pytest.mark.parametrize(
    "html",
    [
        statistics("<table><tr><td>{}</td></tr></table>"),
        statistics("<table><tr><th><a href='#x'>{}</a></th><th></th></tr></table>", between="<p></p>"),
        statistics("<div><table><tr><td>{}</td></tr></table></div>"),
        statistics("", first="<tr><td colspan=3>{}</td></tr>"),
        statistics("", first="<tr><th colspan=3>{}</th></tr>"),
        statistics("", first="<caption>{}</caption>"),
    ],
)
def test_one_cell_above_a_table_is_its_name(page: Page, spec: Spec, html: str) -> None:
    """It was the page's heading in all rows, silently."""
    fields = [make_field("server"), make_field("cur", "integer"), make_field("pool", source="heading")]
    rows = rows_of(page(html), spec(fields))
    assert [row["pool"] for row in rows] == [pool for pool in POOLS for _ in range(2)]


@pytest.mark.parametrize(
    ("html", "pools"),
    [
        (statistics("<h2>{}</h2><table><tr><td>Sessions</td></tr></table>"), POOLS),
        (statistics("<table><tr><td>Sessions</td></tr></table>"), ["Statistics"] * 3),
        (statistics("<table><tr><td>{}</td><td>up</td></tr></table>"), ["Statistics"] * 3),
    ],
)
def test_headings_go_before_and_what_is_all_the_same_names_nothing(
    page: Page, spec: Spec, html: str, pools: list[str]
) -> None:
    """Nor does a table of several cells."""
    fields = [make_field("server"), make_field("cur", "integer"), make_field("pool", source="heading")]
    rows = rows_of(page(html), spec(fields))
    assert [row["pool"] for row in rows] == [pool for pool in pools for _ in range(2)]


def test_captions_head_the_tables_of_one_listing(page: Page, spec: Spec, declared: Declare) -> None:
    """A table for each day, and the day in its caption; one day alone on the last page is no other one carried over."""

    def day(name: str, *rooms: str) -> str:
        rows = "".join(f"<tr><td>{n}:00</td><td>{room}</td></tr>" for n, room in enumerate(rooms, 9))
        return f"<table><caption>{name}</caption><tr><th>Time</th><th>Room</th></tr>{rows}</table>"

    wanted = spec([declared("day", source="heading"), declared("time"), declared("room")])
    title = "<h1>Calendar</h1>"
    first = read(page(title + day("Monday", "A", "B") + day("Tuesday", "C", "A")), wanted)
    assert [record.values["day"] for record in first.records] == ["Monday", "Monday", "Tuesday", "Tuesday"]
    last = read(page(title + day("Friday", "B", "C")), wanted, first.wrapper)
    assert [record.values["day"] for record in last.records] == ["Friday", "Friday"]
