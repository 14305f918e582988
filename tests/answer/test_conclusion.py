"""How a run ends, by what its walks have told."""

from webdart.answer.conclusion import Facts, conclude
from webdart.records.model import ListingSummary, Verdict


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
