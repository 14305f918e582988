"""An entry that stands above the list on its first page: told, unless a later page of the list has it."""

from pathlib import Path

import pytest

from tests.conftest import SiteServer
from tests.navigate.one_walk import run

pytestmark = pytest.mark.browser

CARD = "<div class=card><a href='/item/{n}-lamp'><h3>Lamp {n}</h3></a><span>{n}.50</span><i>2024-03-1{n}</i></div>"
WEEK = "<section><h2>This week</h2><div><h2><a href='/item/{n}-lamp'>Lamp {n}</a></h2><p>Bright.</p><b>{n}.50</b><i>2024-03-01</i></div></section>"

FIELDS = "fields: {name: text, price: money, date: date, url: link}"


def shop(site: SiteServer, week: int) -> None:
    """Two pages of lamps, and one of the week above the first."""
    for page, numbers in ((1, range(1, 7)), (2, range(7, 10))):
        cards = "".join(CARD.format(n=n) for n in numbers)
        above = WEEK.format(n=week) if page == 1 else ""
        on = "<nav><a rel=next href='/p2'>Next</a></nav>" if page == 1 else "<nav><a href='/p1'>Previous</a></nav>"
        site.page(f"/p{page}", f"<title>Lamps</title><h1>Lamps</h1>{above}<div>{cards}</div>{on}")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("week", "verdict", "told"), [(99, "unknown", 1), (8, "complete", 0)])
def test_a_later_page_may_have_it(week: int, verdict: str, told: int, site_server: SiteServer, tmp_path: Path):
    """The lamp of the week is one of page 2, or of none: then the end of the list does not make it complete."""
    shop(site_server, week)
    got = run(site_server, tmp_path, navigate="start: /p1", extract=FIELDS)
    (table,) = got.result.tables
    assert (table.rows, table.verdict) == (9, verdict)
    assert len([text for text in got.result.warnings if f"'Lamp {week}'" in text]) == told
    assert any("stands apart" in reason for reason in table.reasons) is bool(told)
