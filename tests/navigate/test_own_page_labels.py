"""Records' own pages that call a field otherwise: the first of them tells under which label the others have it."""

from datetime import date
from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer
from tests.navigate.one_walk import chore

pytestmark = pytest.mark.browser

NAMES = ("Ash", "Beech", "Cedar", "Elm", "Fir")
EXTRACT = "fields: {name: text, size: integer, url: link, kind: {type: text, page: detail}, closes: {type: date, page: detail}}"


def own(name: str, facts: dict[str, str]) -> str:
    lines = "".join(f"<div><span>{label}</span> <span>{value}</span></div>" for label, value in facts.items())
    return f"<title>{name}</title><main><h1>{name}</h1><section>{lines}</section></main>"


def walked(site: SiteServer, folder: Path, lacking: str) -> webdart.Run:
    rows = "".join(f"<tr><td><a href='/own/{name}'>{name}</a></td><td>{len(name)}</td></tr>" for name in NAMES)
    site.page("/items", f"<h1>Items</h1><table><tr><th>Name</th><th>Size</th></tr>{rows}</table>")
    for place, name in enumerate(NAMES, 1):
        facts = {"Category": f"Kind {name[0]}", "Deadline": f"{place} May 2027", "Status": "open"}
        if name == lacking:
            facts |= {"Interview": "20 June 2027"}
            del facts["Deadline"]
        site.page(f"/own/{name}", own(name, facts))
    file = chore(folder, site.url, extract=EXTRACT)
    file.write_text(file.read_text().replace("SELECT name FROM items ORDER BY name", "SELECT * FROM items"))
    return webdart.run(file, project=folder)


def test_a_page_without_the_label_has_no_value(site_server: SiteServer, tmp_path: Path) -> None:
    """Another date of it is not taken for want of a better one, and the label is a doubt once, not of each page."""
    ran = walked(site_server, tmp_path, lacking="Cedar")
    rows = ran.table("items").arrow().to_pylist()
    assert [row["kind"] for row in rows] == [f"Kind {name[0]}" for name in NAMES]
    days = [None if name == "Cedar" else date(2027, 5, place) for place, name in enumerate(NAMES, 1)]
    assert [row["closes"] for row in rows] == days
    assert [doubt.place for doubt in ran.result.doubts] == ["items.kind"]
    (told,) = [one for one in ran.result.warnings if "`label: Category`" in one]
    assert "in all" not in told
