"""What the mark-up and the addresses of links say of a text that nothing on the page names."""

from collections.abc import Callable

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

RUNS = [
    ("load-1", "nightly", "Done", "prod"),
    ("load-2", "nightly", "Failed", "test"),
    ("tidy-1", "weekly", "Done", "test"),
]
ENTRY = (
    "<li><a class=main href=/jobs/job/{3}-{0}>{0}</a> <a href=/flows/flow/7{1}>{1}</a>"
    " <span class=state-badge>{2}</span> <span class=pill>{3}</span></li>"
)
JOBS = f"<main><h1>Jobs</h1><ul>{''.join(ENTRY.format(*run) for run in RUNS)}</ul></main>"


def test_a_link_to_a_numbered_thing_says_what_kind_it_is(page: Page, spec: Spec) -> None:
    """Of the texts that are left, `flow` is the one that leads to "…/flow/7"."""
    found = rows_of(page(JOBS), spec({"name": "text", "flow": "text"}))
    assert [(row["name"], row["flow"]) for row in found] == [(name, flow) for name, flow, _, _ in RUNS]


def test_what_the_mark_up_calls_so_is_no_guess(page: Page, spec: Spec) -> None:
    """A class or an address with the field's name is a name of it; a text with neither is told."""
    got = read(page(JOBS), spec({"name": "text", "flow": "text", "state": "text", "stage": "text"}))
    assert [remark.column for remark in got.remarks if remark.code == "by type"] == ["stage"]
