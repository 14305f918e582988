"""Which conditions does the hidden rest of a cut text decide?"""

import pyarrow as pa
import pytest

from tests.records.conftest import HERE, make_field
from webdart.execute.cut_texts import cut_texts
from webdart.plan.lineage import Condition, Lineage, Place
from webdart.workflow.model import Extract

TEXTS = ("Oak Desk and a long tale [...]", "Elm Lamp and ...", "Ash Chair", None)


def doubted(condition: str) -> list[str]:
    """The samples of the doubts about a column with these texts under a condition."""
    columns = {"title": TEXTS, "_page": ["p"] * len(TEXTS)}
    rows = pa.table(columns)  # pyright: ignore[reportUnknownMemberType]
    read = Lineage(frozenset({"title"}), (Place((Condition(condition, frozenset({"title"})),)),))
    extract = Extract(into="t", fields=(make_field("title", "text"),), at=HERE)
    return [sample.text for doubt in cut_texts(extract, rows, read, {"title"}) for sample in doubt.samples]


@pytest.mark.parametrize(
    "condition",
    [
        "title = 'Oak Desk and a long tale [...]'",
        "title <> 'Oak Desk and a long tale [...]'",
        "title IN ('Elm Lamp and ...', 'Ash Chair')",
        "title = 'Oak Desk'",
        "title LIKE 'Oak%[...]'",
        "title LIKE 'Fir%'",
        "NOT title IS NULL",
    ],
)
def test_what_is_shown_decides(condition: str):
    assert doubted(condition) == []


@pytest.mark.parametrize(
    ("condition", "open_ones"),
    [
        ("title = 'Oak Desk and a long tale of it'", [TEXTS[0]]),
        ("title LIKE '%floor%'", [TEXTS[0], TEXTS[1]]),
        ("title LIKE '%tale%'", [TEXTS[1]]),
        ("title LIKE 'Elm Lamp and a %'", [TEXTS[1]]),
        ("length(title) > 12", [TEXTS[0], TEXTS[1]]),
    ],
)
def test_the_rest_may_decide(condition: str, open_ones: list[str]):
    assert doubted(condition) == open_ones
