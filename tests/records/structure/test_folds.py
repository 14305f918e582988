"""Records in folds: what is written on a fold heads what it holds, and nothing else."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import NAMES, columns, rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


HEADS = "<tr><th>Endpoint</th><th>State</th></tr>"


def pool(name: str, count: int, written: str) -> str:
    rows = "".join(f"<tr><td><a href=/{name}/{n}>{name}{n}</a></td><td>UP</td></tr>" for n in range(count))
    return f"<details open><summary>{written.format(name)}</summary><table>{HEADS}{rows}</table></details>"


def test_a_fold_heads_the_records_that_it_holds(page: Page, spec: Spec, declared: Callable[..., Field]) -> None:
    """Also where a fold of something else stands above them, and is closed before they begin."""
    wanted = spec([declared("endpoint"), declared("state"), declared("pool", source="heading")])
    for written in ("{} (up)", "<h3>{} (up)</h3>"):
        pools = pool("node", 2, written) + pool("cron", 3, written)
        view = page(f"<main><h2>Targets</h2><details><summary>Help</summary><p>Read me.</p></details>{pools}</main>")
        assert [row["pool"] for row in rows_of(view, wanted)] == ["node (up)"] * 2 + ["cron (up)"] * 3


def test_a_fold_that_is_closed_before_the_records_heads_none(
    page: Page, spec: Spec, declared: Callable[..., Field]
) -> None:
    """The heading above it is the one that is meant."""
    rows = "".join(f"<tr><td><a href=/{n}>e{n}</a></td><td>UP</td></tr>" for n in range(3))
    fold = "<details><summary>Help</summary><p>Read me.</p></details>"
    view = page(f"<main><h1>All</h1><h2>Targets</h2>{fold}<table>{HEADS}{rows}</table></main>")
    wanted = spec([declared("endpoint"), declared("state"), declared("pool", source="heading")])
    assert {row["pool"] for row in rows_of(view, wanted)} == {"Targets"}


@pytest.mark.parametrize("written", ["Show / hide", "{} items"])
def test_a_fold_below_a_heading_is_there_to_be_pressed(
    page: Page, spec: Spec, declared: Callable[..., Field], written: str
) -> None:
    """What stands on it was the name of every group, whatever the heading above it says."""
    parts = "".join(
        f"<section><h2>{name}</h2>{pool(name, count, written.format(count))}</section>"
        for name, count in (("Lamps", 2), ("Chairs", 3))
    )
    wanted = spec([declared("endpoint"), declared("state"), declared("kind", source="heading")])
    assert [row["kind"] for row in rows_of(page(f"<main>{parts}</main>"), wanted)] == ["Lamps"] * 2 + ["Chairs"] * 3


def test_the_head_of_a_fold_is_content(page: Page, spec: Spec) -> None:
    """What a record's fold is opened by has its name; a button that does something has none."""
    items = "".join(
        f"<div class=item><h3><button>{name}</button></h3><p>2025-12-{n + 10}</p><button>Save</button></div>"
        for n, name in enumerate(NAMES)
    )
    view = page(f"<main>{items}</main>")
    got = read(view, spec({"name": "text", "date": "date"}))
    assert got.error(view.url) is None
    assert columns(got, "name") == [(name,) for name in NAMES]
