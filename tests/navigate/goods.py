"""The goods that sites of the tests list, and chores that set controls on them."""

from collections.abc import Sequence
from pathlib import Path

import webdart
from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.listing_kinds import table

ROWS = [
    (f"{colour} {kind} {n}", n, colour, kind)
    for colour in ("red", "blue")
    for kind in ("lamp", "chair")
    for n in (1, 5, 9)
]


def rows_of(rows: Sequence[tuple[str, int, str, str]]) -> str:
    """The rows of a table."""
    return "".join(f"<tr><td>{name}</td><td>{size}</td></tr>" for name, size, *_ in rows)


def run_set(site: SiteServer, folder: Path, navigate: str, reads: str = "") -> webdart.Run:
    """A run that reads what is listed once the controls are set."""
    file = folder / "set.yaml"
    file.write_text(
        f'webdart: 1\nsites: {{site: {{url: "{site.url}"{reads}}}}}\nstages:\n  - navigate: {{{navigate}}}\n'
        "  - extract: {into: items, fields: {name: text, size: integer}}\n"
        "  - execute: SELECT name FROM items ORDER BY _n\n"
    )
    return webdart.run(file, project=folder)


def names_of(run: webdart.Run) -> list[object]:
    """What was listed."""
    assert run.result.error is None, run.result.error
    return [row[0] for row in run.answer.rows]


def filtered_form(asked: Asked) -> Reply:
    """A form with a button: list box, radio, number, text; and a list of links under a heading."""
    colour, kind = asked.query.get("colour", ["any"])[0], asked.query.get("kind", ["any"])[0]
    least, words = int(asked.query.get("least", ["0"])[0] or 0), asked.query.get("q", [""])[0]
    rows = [
        (name, n)
        for name, n, own, sort in ROWS
        if colour in ("any", own) and kind in ("any", sort) and n >= least and words in name
    ]
    if asked.query.get("order") == ["biggest"]:
        rows.sort(key=lambda row: -row[1])
    options = "".join(f"<option{' selected' if one == colour else ''}>{one}</option>" for one in ("any", "red", "blue"))
    radios = "".join(
        f"<label><input type=radio name=kind value={one}{' checked' if one == kind else ''}> {one}</label>"
        for one in ("any", "lamp", "chair")
    )
    kept = f"colour={colour}&kind={kind}&least={least}&q={words}"
    form = f"""<form action=/form><label>Colour <select name=colour>{options}</select></label>
      <fieldset><legend>Kind of thing</legend>{radios}</fieldset>
      <label>At least <input type=number name=least value={least}></label>
      <input name=q placeholder="Search names" value="{words}"><button>Apply</button></form>
      <h3>Order</h3><ul><li><a href="/form?{kept}&order=first">As they come</a></li>
      <li><a href="/form?{kept}&order=biggest">Biggest first</a></li></ul>"""
    return Reply(table(rows).replace("<table>", f"{form}<table>"))
