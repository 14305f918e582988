"""Which lists of records' own pages are those of the whole site?"""

from collections.abc import Sequence

import pyarrow as pa
import pytest

from tests.records.conftest import HERE, make_field
from webdart.execute.own_pages import own_pages
from webdart.plan.lineage import ALL
from webdart.values import replace
from webdart.workflow.model import Extract, Field

_SITE = ("paint", "repair", "tools")
_TAGS = make_field("tags", "[text]", page="detail")


def _doubted(lists: Sequence[Sequence[str] | None], field: Field = _TAGS, each: str | None = None) -> list[str]:
    """The samples of the doubts about a column of own pages with these lists."""
    pages = [f"p{n}" for n in range(len(lists))]
    raw = pa.array([[] for _ in lists], pa.map_(pa.string(), pa.string()))
    columns = {"tags": pa.array(lists, pa.list_(pa.string())), "_raw": raw, "_page": pages}
    rows = pa.table(columns)  # pyright: ignore[reportUnknownMemberType]
    extract = Extract(into="t", fields=(field,), at=HERE, each=each)  # pyright: ignore[reportArgumentType]
    doubts = own_pages(extract, rows, ALL, ())
    assert {doubt.kind for doubt in doubts} <= {"repeated"}
    return [sample.text for doubt in doubts for sample in doubt.samples]


@pytest.mark.parametrize(
    ("lists", "doubted"),
    [
        ([_SITE] * 3, ["paint, repair, tools"]),
        ([_SITE] * 2, []),  # two records may have the same
        ([_SITE, _SITE, ("paint",)], []),
        ([_SITE, _SITE, None], []),
        ([(), (), ()], []),
        ([("Ann Lee",)] * 3, []),  # the books of one author
        ([("10",)] * 3, ["10"]),  # how many there are
    ],
)
def test_a_list_that_every_record_has_is_doubted(lists: Sequence[Sequence[str] | None], doubted: list[str]):
    """The tags beside an article may be those of all articles."""
    assert _doubted(lists) == doubted


def test_a_list_of_pages_that_are_the_records_is_doubted():
    """With `each: page` all fields stand on own pages."""
    assert _doubted([_SITE] * 3, replace(_TAGS, page="record"), each="page") == ["paint, repair, tools"]
    assert _doubted([_SITE] * 3, replace(_TAGS, page="record")) == []


def test_a_list_that_the_file_locates_is_taken_at_its_word():
    """An `at` says which list is meant, and a `label` does."""
    assert _doubted([_SITE] * 3, make_field("tags", "[text]", page="detail", css=".tags")) == []
    assert _doubted([_SITE] * 3, make_field("tags", "[text]", page="detail", label="Tags")) == []
