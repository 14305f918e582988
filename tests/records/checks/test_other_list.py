"""A later page on which another list is taken for the listing."""

from collections.abc import Callable

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

TENTS = ("Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel")
WAY = "<p><a href=/out>Outdoors</a> › <a href=/all>Camping</a></p>"


def tents(names: tuple[str, ...]) -> str:
    cards = (f"<section><h3><a href=/tent/{name}>{name} tent</a></h3><p>of cotton</p></section>" for name in names)
    return f"<main>{WAY}<h1>Tents</h1>{''.join(cards)}</main>"


def test_fields_that_all_move_to_other_records_are_a_guess(page: Page, spec: Spec) -> None:
    """On a last page without a row the way to the page looks like a listing."""
    wanted = spec({"title": "text", "url": "link"})
    first = read(page(tents(TENTS)), wanted, before=0)
    assert len(first.records) == len(TENTS)
    last = read(page(tents(())), wanted, first.wrapper, before=len(TENTS))
    assert [record.values["title"] for record in last.records] == ["Outdoors", "Camping"]
    assert "other records" in {remark.code for remark in last.remarks}


def test_another_card_of_the_same_listing_is_none(page: Page, spec: Spec) -> None:
    """A single card on the last page is built as those before."""
    wanted = spec({"title": "text", "url": "link"})
    first = read(page(tents(TENTS)), wanted, before=0)
    last = read(page(tents(("Oak",))), wanted, first.wrapper, before=len(TENTS))
    assert ([record.values["title"] for record in last.records], last.remarks) == (["Oak tent"], ())


def test_a_field_that_moves_to_what_nothing_calls_so_is_a_guess(page: Page, spec: Spec) -> None:
    """The last page has no names: what is left of its rows are their makers."""

    def tents(names: tuple[str, ...], *, named: bool) -> str:
        rows = "".join(
            f"<tr><td>{f'{name} tent' if named else ''}</td><td>{len(name)}</td><td><i>{name} Ltd</i></td></tr>"
            for name in names
        )
        return f"<main><h1>Tents</h1><table><tr><th></th><th>Beds</th><th></th></tr>{rows}</table></main>"

    wanted = spec({"title": "text", "beds": "integer"})
    first = read(page(tents(TENTS, named=True)), wanted, before=0)
    assert first.remarks == ()
    last = read(page(tents(("Oak", "Yew"), named=False)), wanted, first.wrapper, before=len(TENTS))
    assert ("by type", "title") in {(remark.code, remark.column) for remark in last.remarks}
