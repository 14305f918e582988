"""What is doubted of the listing's first page stays told where a control was tried before its rows were read."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer

pytestmark = pytest.mark.browser

STATES = ("Lost", "New", "On its way")
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gil", "Hal", "Ida", "Jo", "Kai", "Lou", "Mo"]
LANDS = ("Kenya", "Chile", "Japan", "Norway", "Canada", "Portugal")
SIZES = "<form>Rows per page <select name=size><option>10<option>50<option>100</select><button>Show</button></form>"


def _parcel(number: int) -> str:
    """Two texts without a name: whom it is for, and its state."""
    title = f"<h4 class=x-item-meta-title><a href=/parcels/{number}>SH-{number * 37 % 1000:03}-B</a></h4>"
    name, land = NAMES[number * 7 % 13], LANDS[number * 5 % 6]
    whom = f"<div class=x-item-meta-line>for {name} Holm in {land}</div>"
    price = f"<div class=x-statistic-title>Price</div><div class=x-statistic-content>€{number * 71 % 900}.50</div>"
    meta = f"<div class=x-item-meta><div class=x-item-meta-content>{title}{whom}</div></div>"
    state = f"<span class=x-tag>{STATES[number * 3 % 7 % 3]}</span>"
    return f"<li class=x-item>{meta}<div class=x-statistic>{price}</div>{state}</li>"


def _listing(asked: Asked) -> Reply:
    page = int(asked.query.get("page", ["1"])[0])
    rows = "".join(_parcel(number) for number in range(page * 10 - 9, page * 10 + 1))
    links = "".join(f"<a href='/parcels?page={place}'>{place}</a> " for place in range(1, 7) if place != page)
    links += f"<a rel=next href='/parcels?page={page + 1}'>Next</a>" if page < 6 else ""
    return Reply(f"<title>Parcels</title><h1>Parcels</h1>{SIZES}<ul class=parcels>{rows}</ul><nav>{links}</nav>")


@pytest.mark.parametrize("pushdown", ["off", "auto"])
def test_a_guess_is_told_though_a_page_size_was_tried(pushdown: str, site_server: SiteServer, tmp_path: Path) -> None:
    """The trial found the columns, and the walk read by them: the guess was told to nobody, and the run exited with 0."""
    site_server.on("/parcels", _listing)
    file = tmp_path / "parcels.yaml"
    file.write_text(
        f"""
webdart: 1
sites: {{depot: "{site_server.url}"}}
stages:
  - navigate: {{start: /parcels, pushdown: {pushdown}}}
  - extract: {{into: parcels, fields: {{title: text, price: money, details: text}}}}
  - execute: SELECT details, count(*) AS n FROM parcels GROUP BY details
"""
    )
    run = webdart.run(str(file), environment={}, project=tmp_path)
    assert [step.verdict for step in run.result.pushdowns] == (["refused"] if pushdown == "auto" else [])
    assert [(one.column, one.kind) for one in run.result.doubts] == [("details", "guessed")]
