"""What a page has and hides: told where it belongs to what was asked for, no empty list, and no noise after a choice."""

from collections.abc import Awaitable, Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace

Observe = Callable[[str], Awaitable[PageView]]
Spec = Callable[..., ListingSpec]


def row(n: int) -> str:
    return f"<tr><td><a href='/i/{n}'>Lamp {n}</a></td><td>${n}.00</td></tr>"


HEAD = "<thead><tr><th>Name</th><th>Price</th></tr></thead>"
FIELDS = {"name": "text", "price": "money"}


@pytest.mark.asyncio(loop_scope="session")
async def test_a_table_in_a_closed_fold_is_no_empty_one(observe: Observe, spec: Spec) -> None:
    """Nothing of it is shown, its heads neither: "0 rows" would be a lie."""
    rows = "".join(map(row, range(1, 6)))
    view = await observe(f"<h1>Lamps</h1><p>Spring</p><div style='display:none'><table>{HEAD}{rows}</table></div>")
    got = read(view, spec(FIELDS))
    error = got.error(view.url)
    assert got.verdict == "not found"
    assert error is not None
    assert "hidden, by a tab or fold that is closed" in str(error.hint)


@pytest.mark.asyncio(loop_scope="session")
async def test_a_table_of_which_all_rows_are_filtered_away_is_an_empty_one(observe: Observe, spec: Spec) -> None:
    """Its heads are shown, its rows are hidden one by one."""
    rows = "".join(map(row, range(1, 6))).replace("<tr>", "<tr style='display:none'>")
    assert read(await observe(f"<table>{HEAD}<tbody>{rows}</tbody></table>"), spec(FIELDS)).verdict == "empty"


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(("narrowed", "told"), [(True, 0), (False, 3)])
async def test_rows_that_a_filter_hides_are_told_unless_the_chore_set_it(
    observe: Observe, spec: Spec, narrowed: bool, told: int
) -> None:
    """Rows are hidden one by one beside those that are shown."""
    rows = "".join(row(n) if n % 2 else row(n).replace("<tr>", "<tr style='display:none'>") for n in range(1, 8))
    view = await observe(f"<table>{HEAD}<tbody>{rows}</tbody></table>")
    got = read(view, replace(spec(FIELDS), narrowed=narrowed))
    assert [record.values["name"] for record in got.records] == ["Lamp 1", "Lamp 3", "Lamp 5", "Lamp 7"]
    assert sum(remark.count for remark in got.remarks if remark.code == "hidden") == told


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(("led", "told"), [("", 4), ("Tuesday", 4), ("monday", 0)])
async def test_the_other_tabs_are_told_unless_the_open_one_was_chosen(
    observe: Observe, spec: Spec, led: str, told: int
) -> None:
    """Who follows "Monday" has not asked for Tuesday."""

    def day(name: str) -> str:
        items = "".join(f"<li><a href='/s/{name}{n}'>{name} talk {n}</a> <b>Room {n}</b></li>" for n in range(4))
        return f"<section role=tabpanel {'hidden' if name == 'Tuesday' else ''}><ul>{items}</ul></section>"

    tabs = (
        "<div role=tablist><a role=tab aria-selected=true>Monday</a><a role=tab aria-selected=false>Tuesday</a></div>"
    )
    view = await observe(f"{tabs}{day('Monday')}{day('Tuesday')}")
    got = read(view, replace(spec({"title": "text", "room": "text"}), led=led))
    assert sum(remark.count for remark in got.remarks if remark.code == "hidden") == told
