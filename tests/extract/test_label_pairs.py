"""Facts in lines of two parts: the whole block tells which of the two is the label, whatever its mark-up."""

from collections.abc import Callable
from datetime import date

import pytest

from tests.records.conftest import make_field
from webdart.extract.reader import read
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

FACTS = (("Kategorie", "Kunst"), ("Zustand", "offen"), ("Ort", "Neustadt"), ("Frist", "3. Mai 2027"))
FIELDS = {"category": "text", "status": "text", "deadline": "date"}


def lines(line: str) -> str:
    return "".join(line.format(label=label, value=value) for label, value in FACTS)


def row(cell: str, texts: tuple[str, ...]) -> str:
    return "<tr>" + "".join(f"<{cell}>{text}</{cell}>" for text in texts) + "</tr>"


LABELS, VALUES = zip(*FACTS, strict=True)
BLOCKS = {
    "label first": f"<ul>{lines('<li><i></i><span>{label}</span> <span>{value}</span></li>')}</ul>",
    "value first": f"<div>{lines('<div><b>{value}</b><small>{label}</small></div>')}</div>",
    "headings": lines("<h3>{label}</h3><p>{value}</p>"),
    "value first, no lines": f"<div>{lines('<b>{value}</b><small>{label}</small>')}</div>",
    "a row of labels": f"<table>{row('td', LABELS)}{row('td', VALUES)}</table>",
}


@pytest.mark.parametrize("kind", ["page", "detail"])
@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_labels_are_told_by_the_whole_block(page: Page, spec: Spec, block: str, kind: str) -> None:
    """Also on a record's own page, which a listing has led to.

    "Kategorie" and "Frist" are what German calls a category and a deadline; "Zustand" may be a status, and is told.
    """
    view = page(f"<title>Ufer</title><main><h1>Ufer</h1>{block}</main>")
    place = {"page": "detail"} if kind == "detail" else {}
    fields = [make_field(name, type_, **place) for name, type_ in FIELDS.items()]
    wanted = spec(fields, locale="de", kind=kind, **({"each": "page"} if kind == "page" else {}))
    found = read(view, wanted)
    assert found.records[0].values == {"category": "Kunst", "status": "offen", "deadline": date(2027, 5, 3)}
    assert {one.column for one in found.remarks if one.code == "other column"} == {"status"}


def test_running_text_is_no_line(page: Page, spec: Spec) -> None:
    """What stands between the links of a sentence labels none of them."""
    text = "<p>Posted in <a href=/c/garden>garden</a>. Tags: <a href=/t/oil rel=tag>oil</a>, <a href=/t/tin>tin</a></p>"
    view = page(f"<title>The wheel</title><main><article><h1>The wheel</h1>{text}</article></main>")
    found = read(view, spec({"title": "text", "status": "text"}, each="page", kind="page"))
    assert found.lacking(view.url) is not None


def test_a_label_is_no_value(page: Page, spec: Spec) -> None:
    """A row of heads without their mark-up: what stands behind a label there is the next label."""
    rows = row("td", ("Location", "Organizer", "Weight")) + row("td", ("Lyon", "Casa Verde", "17.2 kg"))
    view = page(f"<title>Fair</title><main><h1>Fair</h1><table>{rows}</table></main>")
    fields = [make_field(name, page="detail") for name in ("location", "organizer")]
    found = read(view, spec(fields, kind="detail"))
    assert found.records[0].values == {"location": "Lyon", "organizer": "Casa Verde"}
    assert not found.remarks
