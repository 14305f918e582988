"""One text a record, and nothing else: lines that are read whole, and the line that stands for a heading above them."""

from collections.abc import Callable, Sequence

from tests.records.conftest import HERE
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec
from webdart.workflow.model import Words
from webdart.workflow.templates import Template

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_lines_of_running_text_are_read_whole(page: Page, spec: Spec) -> None:
    """An amount, a unit and a linked name in one line are one text, where one text is all that is asked for."""
    lines = "".join(
        f'<li><span class="amount">{n}</span> <span class="unit">cups</span> <span class="name">{name}</span>, sifted</li>'
        for n, name in ((1, '<a href="/flour">flour</a>'), (2, "sugar"), (3, '<a href="/oats">oats</a>'))
    )
    view = page(f"<h2>Ingredients</h2><ul>{lines}</ul>")
    assert [row["item"] for row in rows_of(view, spec({"item": "text"}))] == [
        "1 cups flour, sifted", "2 cups sugar, sifted", "3 cups oats, sifted",
    ]  # fmt: skip
    linked = "".join(f'<li><a href="/{n}">Thing {n}</a> <span>by maker {n}</span></li>' for n in range(3))
    assert [row["item"] for row in rows_of(page(f"<ul>{linked}</ul>"), spec({"item": "text"}))] == [
        "Thing 0", "Thing 1", "Thing 2",
    ]  # fmt: skip


def test_a_heading_with_buttons_beside_it(page: Page, spec: Spec) -> None:
    """What is pressed beside a heading does not end what stands below it; a list that stands twice is no doubt."""
    lines = "<ul><li>1 cup flour</li><li>2 cups sugar</li><li>3 eggs</li></ul>"
    block = f"<div><div><h2>Needed</h2><span>Scale</span><button>1x</button><button>2x</button></div>{lines}</div>"
    within = Words(text=Template.literal("Needed", HERE), at=HERE)
    other = "<h2>Also seen</h2><ul><li>Leeks are in season</li><li>Ten soups for cold days</li></ul>"
    view = page(f"{block}<div>{block}</div>{other}")
    assert [row["item"] for row in rows_of(view, spec({"item": "text"}, within=within))] == [
        "1 cup flour", "2 cups sugar", "3 eggs",
    ]  # fmt: skip


def test_a_line_that_is_a_heading_to_the_eye(page: Page, spec: Spec) -> None:
    """`in` finds a bold line where no heading has its words; it ends at the next one, and switches are no list."""
    view = page(
        "<p><b>Needed</b></p><div><span>US</span><span>Metric</span></div>"
        "<ul><li>1 cup flour</li><li>2 cups sugar</li><li>3 eggs</li></ul>"
        "<p><b>Steps</b></p><ul><li>Mix it all</li><li>Bake it for an hour</li><li>Let it cool</li></ul>"
    )
    within = Words(text=Template.literal("Needed", HERE), at=HERE)
    assert [row["item"] for row in rows_of(view, spec({"item": "text"}, within=within))] == [
        "1 cup flour", "2 cups sugar", "3 eggs",
    ]  # fmt: skip


def test_a_number_before_what_is_linked(page: Page, spec: Spec) -> None:
    """Each record's own number, in an element of its own, is no text that a line begins with; an amount is."""

    def read_of(numbers: Sequence[int]) -> list[object]:
        lines = (
            f'<li><b>{n}</b> <a href="/{at}">Ann {at}</a> <i>(since {at})</i></li>' for at, n in enumerate(numbers)
        )
        return [row["rider"] for row in rows_of(page(f"<ul>{''.join(lines)}</ul>"), spec({"rider": "text"}))]

    assert read_of([11, 12, 15, 16, 21, 22])[:4] == ["Ann 0", "Ann 1", "Ann 2", "Ann 3"]
    assert read_of([2, 1, 2, 3, 4, 5])[:2] == ["2 Ann 0 (since 0)", "1 Ann 1 (since 1)"]
