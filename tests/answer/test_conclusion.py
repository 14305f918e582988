"""How a run ends, by what its walks have told."""

from webdart.answer.conclusion import Facts, conclude
from webdart.errors import SiteDown
from webdart.records.model import ListingSummary, Verdict
from webdart.values import replace


def listing(verdict: Verdict, *signs: str) -> ListingSummary:
    return ListingSummary(
        table="posts",
        site="s",
        objective="",
        url="http://127.0.0.1/",
        stated=None,
        collected=3,
        pages=1,
        verdict=verdict,
        reasons=("told",),
        signs=signs,
    )


def test_accepted_unknown_does_not_hide_rows_that_are_missing_elsewhere() -> None:
    listings = (listing("unknown", "more"), listing("incomplete"))
    facts = Facts(
        run="r",
        workflow="w",
        seconds=1.0,
        report="",
        listings=listings,
        accepts={"posts": frozenset({"unknown"})},
    )
    ended = conclude(facts)
    assert ended.exit == 3
    assert [doubt.kind for doubt in ended.doubts] == ["incomplete"]
    assert [doubt.kind for doubt in ended.accepted] == ["unknown"]


def test_rows_that_are_missing_for_the_error_are_no_doubt_besides() -> None:
    """The error says why, and what to do: a `path` or a pager leads to no row of a site that is down."""
    error = SiteDown("no answer from the site", url="http://127.0.0.1/")
    broken = replace(listing("incomplete"), reasons=("broke off: no answer from the site",))
    others = replace(listing("incomplete"), table="orders", reasons=("the site states 9, collected 3",))
    facts = Facts(run="r", workflow="w", seconds=1.0, report="", listings=(broken, others), error=error)
    assert [doubt.table for doubt in conclude(facts).doubts] == ["orders"]


def test_more_rows_than_a_site_states_are_not_called_missing() -> None:
    """Three links of two books are read as records: no pager leads to anything."""
    reasons = ("the site states 2, collected 3",)
    more = replace(listing("incomplete"), stated=2, reasons=reasons)
    fewer = replace(more, table="orders", stated=9)
    facts = Facts(run="r", workflow="w", seconds=1.0, report="", listings=(more, fewer))
    told = {doubt.table: (doubt.problem, doubt.count) for doubt in conclude(facts).doubts}
    assert told == {"posts": ("more rows were read than the site states", 1), "orders": ("rows are missing", 6)}
