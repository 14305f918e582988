"""Labels in attributes: of what an element says itself, or of what follows an element that says nothing."""

from collections.abc import Callable

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

ROW = '<li><a href=/{n}>Item {n}</a> <span title="Kind">{kind}</span> <span title="Begins">{begins}</span></li>'
KINDS = ["Music", "Sport", "", "Music", "Art", ""]


def test_an_element_without_text_is_empty_where_others_hold_their_value(page: Page, spec: Spec) -> None:
    """What follows it is the value of the next one: a time is no kind."""
    rows = "".join(ROW.format(n=n, kind=kind, begins=f"{n + 8}:30") for n, kind in enumerate(KINDS))
    got = read(page(f"<ul>{rows}</ul>"), spec({"title": "text", "kind": "text", "begins": "text"}))
    assert [one.values["kind"] for one in got.records] == ["Music", "Sport", None, "Music", "Art", None]
    assert [one.values["begins"] for one in got.records] == [f"{n + 8}:30" for n in range(6)]


def test_an_icon_names_what_follows_it(page: Page, spec: Spec) -> None:
    """Where no element of that name says anything."""
    rows = "".join(
        f'<li><a href=/{n}>Item {n}</a> <i title="Kind"></i> <span>{kind or "None"}</span></li>'
        for n, kind in enumerate(KINDS)
    )
    got = read(page(f"<ul>{rows}</ul>"), spec({"title": "text", "kind": "text"}))
    assert [one.values["kind"] for one in got.records] == [kind or "None" for kind in KINDS]
