"""A small table on a page that is full of something else."""

from collections.abc import Callable

from webdart.extract.reader import read
from webdart.extract.second_opinion import second_opinion
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

LINE = "It is explained at length, with an <a href=#{n}>example</a> and with what it is good for. "


def section(n: int) -> str:
    """A part of a manual: text, and below a heading of its own more text and a list."""
    more = f"<h3>More of {n}</h3><p>{LINE.format(n=n) * 3}</p><ul><li><p>one {n}</p></li><li><p>two <code>{n}</code></p></li></ul>"
    return (
        f"<section><h2>Part {n} <a href=#p{n} title=Permalink>¶</a></h2><p>{LINE.format(n=n) * 2}</p>{more}</section>"
    )


def test_heads_that_say_the_declared_names_are_looked_at_however_small_their_table(page: Page, spec: Spec) -> None:
    """Sections are the larger list by far; the table has the names, and its rows are read without a doubt."""
    sections = "".join(map(section, range(12)))
    rows = "".join(f"<tr><td>old{n}</td><td>new{n}</td></tr>" for n in range(6))
    table = f"<table><tr><th>Old name</th><th>New name</th></tr>{rows}</table>"
    view = page(f"<main>{sections}<section><h2>Names</h2>{table}</section></main>")
    wanted = spec({"old_name": "text", "new_name": "text"})
    found = read(view, wanted)
    assert [(row.values["old_name"], row.values["new_name"]) for row in found.records] == [
        (f"old{n}", f"new{n}") for n in range(6)
    ]
    assert not {"other records", "other column"} & {one.code for one in second_opinion(view, wanted, found)}
