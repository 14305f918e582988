"""A label in a part of the page that is about something else, with a page of its own, is no label of the record."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
FIELDS = {"name": "text", "maker": "text", "status": "text"}
TABLE = (
    "<title>Ash table</title><nav><a href='/'>Home</a></nav><main><h1>Ash table</h1>"
    "<dl><dt>Maker</dt><dd>Holm</dd></dl><p>A table for six, of ash from the valley behind the shop.</p>{}</main>"
)
USED = "<p>Status: used</p>"


def doubted(page: Page, spec: Spec, part: str) -> set[str]:
    found = read(page(TABLE.format(part), url="http://shop.example/items/7"), spec(FIELDS, kind="page"))
    assert found.records[0].values["status"] == "used"
    return {one.column for one in found.remarks}


@pytest.mark.parametrize(
    "part",
    [
        f"<aside><h2>Related</h2><ul><li><a href='/items/8'>Oak chair</a>{USED}</li></ul></aside>",
        f"<div><h2>Related</h2><div><a href='/items/8'>Oak chair</a>{USED}</div></div>",
        f"<section><h2>You may like</h2><h3><a href='/items/8'>Oak chair</a></h3>{USED}</section>",
        "<div><h3><a href='/items/8'>Oak chair</a></h3><dl><dt>Status</dt><dd>used</dd></dl></div>",
    ],
)
def test_what_is_said_of_another_record_is_told(page: Page, spec: Spec, part: str) -> None:
    assert doubted(page, spec, part) == {"status"}


@pytest.mark.parametrize(
    "part",
    [
        "<section><h2>Details</h2><dl><dt>Status</dt><dd>used</dd></dl></section>",
        f"<section><h2><a href='/help/details/1'>Details</a></h2>{USED}</section>",
        f"<section><h2><a href='#details'>Details</a></h2>{USED}</section>",
        f"<div><h3><a href='/items/8'>Oak chair</a></h3></div>{USED}",
        "<dl><dt><a href='/items/load'>Load</a></dt><dd>4 kg</dd><dt>Status</dt><dd>used</dd></dl>",
        "<table><tr><th><a href='/items/status'>Status</a></th><td>used</td></tr></table>",
        f"<div><p><a href='/items/load'>Load</a>: 4 kg</p>{USED}</div>",
    ],
)
def test_what_the_page_says_of_its_own_record_is_not(page: Page, spec: Spec, part: str) -> None:
    assert doubted(page, spec, part) == set()


@pytest.mark.parametrize(
    "before",
    [
        "<div><a href='/items/7?edit=1'>Edit</a></div>",
        "<div><a href='/items/6'>Previous</a></div>",
        "<p><a href='/items/1'>Part of the big set</a></p>",
        "<h3><a href='/items/8'>See also: another</a></h3><p>A note.</p>",
    ],
)
def test_a_link_before_all_facts_of_a_record_leads_elsewhere(page: Page, spec: Spec, before: str) -> None:
    facts = f"<div>{before}<dl><dt>Maker</dt><dd>Holm</dd><dt>Status</dt><dd>used</dd></dl></div>"
    html = f"<title>Ash table</title><main><h1>Ash table</h1>{facts}</main>"
    found = read(page(html, url="http://shop.example/items/7"), spec(FIELDS, kind="page"))
    assert (found.records[0].values["status"], found.remarks) == ("used", ())
