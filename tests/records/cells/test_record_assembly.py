"""Keys of records, and rows that nothing tells apart."""

from collections.abc import Callable

from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_rows_that_nothing_tells_apart(page: Page, spec: Spec) -> None:
    """`key: []`: what each row leads to is another thing's page, and the rows are kept as found."""
    rows = "".join(f"<tr><td>Day {n}</td><td><a href='/issues/{n}'>Issue {n}</a></td></tr>" for n in range(4))
    view = page(f"<table><tr><th>Day</th><th>Issue</th></tr>{rows}</table>")
    declared = spec({"day": "text", "issue": "text"})
    assert read(view, declared).keyed
    kept = read(view, replace(declared, extract=replace(declared.extract, keyless=True)))
    assert not kept.keyed
    assert all(record.key is None for record in kept.records)
