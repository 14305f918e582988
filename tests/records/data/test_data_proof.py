"""JSON is a source of rows only where each cell, the order, the keys and the total are what the page shows."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from tests.records.conftest import make_spec
from webdart.page.model import DataRequest
from webdart.records import ListingSpec
from webdart.records.data import DataSource
from webdart.records.data.data_cells import Place, parsed
from webdart.records.data.data_proof import Shown, narrowed, settled, tables_in
from webdart.records.data.data_source import states_of
from webdart.records.data.data_table import DataTable, Misread, read_data
from webdart.records.data.request_series import Count, RequestPaging
from webdart.records.model import Record, Totals
from webdart.values import replace

MOMENT = datetime(2026, 11, 27, 0, 30)  # noqa: DTZ001 - a cell: in the site's zone
URL = "https://shop.example/parts?page=1"
FIELDS = {"no": "integer", "name": "text", "price": "money", "stock": "integer"}
Rows = Sequence[Mapping[str, Any]]


def shown(spec: ListingSpec, rows: Rows, stated: int | None = None) -> Shown:
    """A rendered page with these rows; `link` is the main link of one."""
    names = [field.name for field in spec.sought]
    records = [
        Record(
            values={name: row.get(name) for name in names},
            key=tuple(row[name] for name in spec.extract.key) or None,
            raw=row.get("raw", {}),
            link=row.get("link"),
        )
        for row in rows
    ]
    totals = Totals(stated=stated)
    return Shown(
        spec=spec,
        place=Place(url=URL, local=replace(spec.locality, zone="Europe/Berlin")),
        records=records,
        totals=totals,
        keyed=False,
    )


def part(number: int) -> dict[str, Any]:
    return {
        "no": number, "name": f"Part {number}", "price": Decimal(number * 321).scaleb(-2), "stock": number % 7,
        "link": f"https://shop.example/part/{number}",
    }  # fmt: skip


def told(number: int, **other: Any) -> dict[str, Any]:
    row = part(number)
    own = {"id": number, "title": row["name"], "price": float(row["price"]), "stock": row["stock"]}
    return {**own, "seller": {"id": number * 3}, **other}


def text_of(value: object) -> Any:
    """A value as the client reads it from the wire."""
    return parsed(json.dumps(value))


def page(numbers: Sequence[int], count: int | None = 74, **other: Any) -> Any:
    """An answer with some parts."""
    return text_of({"meta": {"count": count, "size": 10}, "items": [told(number, **other) for number in numbers]})


@pytest.fixture
def spec() -> ListingSpec:
    return make_spec(FIELDS, key=("no",))


@pytest.fixture
def table(spec: ListingSpec) -> DataTable:
    """What two pages of ten prove."""
    pages = [shown(spec, [part(n) for n in numbers], stated=74) for numbers in (range(1, 11), range(11, 21))]
    (found,) = tables_in(page(range(1, 11)), pages[0])
    assert isinstance(found, DataTable), found
    return settled(narrowed(found, page(range(11, 21)), pages[1]), pages)


def test_equal_rows_are_proven(table: DataTable, spec: ListingSpec) -> None:
    """Every field, the link and the total have their places, and other answers are read by them."""
    assert (table.rows, table.total) == ("/items", ("/meta/count",))
    places = {name: [spot.at for spot in spots] for name, spots in table.columns.items()}
    assert places == {"no": ["/id"], "name": ["/title"], "price": ["/price"], "stock": ["/stock"], "": ["/id"]}
    rows = read_data(table, page([31, 32]), spec, Place(url=URL, local=spec.locality))
    assert (rows.unusual, rows.total) == ("", 74)
    assert [(one.values, one.link) for one in rows.records] == [
        ({name: part(n)[name] for name in FIELDS}, f"https://shop.example/part/{n}") for n in (31, 32)
    ]


def _changed(change: Callable[[list[dict[str, Any]]], object]) -> Any:
    items = [told(number) for number in range(1, 11)]
    change(items)
    return text_of({"meta": {"count": 74}, "items": items})


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (_changed(lambda items: items.reverse()), "row 1"),
        (_changed(lambda items: items.insert(0, items.pop(4))), "row 1"),
        (
            _changed(lambda items: items[3].update(price=round(items[3]["price"]))),
            "row 4 shows 12.84, and /price has 13",
        ),
        (_changed(lambda items: items[3].update(price=items[3]["price"] + 0.001)), "row 4"),
        (_changed(lambda items: [one.pop("stock") for one in items]), "`stock`"),
        (_changed(lambda items: items[9].update(title="Part ten")), "row 10 shows Part 10, and /title has Part ten"),
        (_changed(lambda items: items[9].update(id=11)), "`no`: row 10"),
        (page(range(1, 11), count=75), "the page states 74 rows"),
        (page(range(1, 11), count=None), "the page states 74 rows"),
    ],
)
def test_what_is_not_equal_is_refused(answer: Any, why: str, spec: ListingSpec) -> None:
    """Other cells, more digits than are shown, fewer, another order, another total: the reason names the place."""
    (found,) = tables_in(answer, shown(spec, [part(n) for n in range(1, 11)], stated=74))
    assert isinstance(found, str)
    assert why in found


def test_fewer_or_more_objects_are_no_rows_of_the_page(spec: ListingSpec) -> None:
    """The array has as many objects as the page has rows."""
    rows = shown(spec, [part(n) for n in range(1, 11)])
    assert tables_in(page(range(1, 10)), rows) == tables_in(page(range(1, 12)), rows) == []


def _without(items: list[dict[str, Any]], name: str) -> None:
    for one in items:
        one[f"{name}_"] = one.pop(name)


Items = list[dict[str, Any]]
CHANGES: list[tuple[Callable[[Items], object], str]] = [
    (lambda items: _without(items, "price"), "other keys"),
    (lambda items: _without(items, "id"), "has no"),
    (lambda items: [one.update(price=round(one["price"])) for one in items], "other digits: /price"),
    (lambda items: [one.update(price=one["price"] + 0.001) for one in items], "/price has no money"),
    (lambda items: [one.update(new=1) for one in items], "other keys: /new is new"),
    (lambda items: items[2].update(stock=None), "an empty cell, as no proven page had one: /stock"),
    (lambda items: items[2].update(stock="none"), "/stock has no integer"),
]


@pytest.mark.parametrize(("change", "why"), CHANGES)
def test_a_drift_is_told(
    change: Callable[[list[dict[str, Any]]], object], why: str, table: DataTable, spec: ListingSpec
) -> None:
    """A field renamed, rounded, more exact, emptied, of another type: none of it is read as if nothing had happened."""
    items = [told(number) for number in range(31, 41)]
    change(items)
    answer = text_of({"meta": {"count": 74}, "items": items})
    try:
        said = read_data(table, answer, spec, Place(url=URL, local=spec.locality)).unusual
    except Misread as error:
        said = str(error)
    assert why in said or said.startswith("other keys")
    assert said


def test_two_places_that_part_are_told() -> None:
    """A price and a list price that were the same on all proven pages: which is shown is not known."""
    spec = make_spec({"no": "integer", "price": "integer"}, key=("no",))
    rows = shown(spec, [{"no": n, "price": n * 5} for n in range(1, 6)])
    (found,) = tables_in(text_of([{"no": n, "price": n * 5, "was": n * 5} for n in range(1, 6)]), rows)
    assert isinstance(found, DataTable)
    found = settled(found, [rows])
    with pytest.raises(Misread, match="as in the proof"):
        read_data(found, text_of([{"no": 7, "price": 30, "was": 35}]), spec, Place(url=URL, local=spec.locality))
    again = shown(spec, [{"no": 7, "price": 30}])
    assert [
        spot.at for spot in narrowed(found, text_of([{"no": 7, "price": 30, "was": 35}]), again).columns["price"]
    ] == ["/price"]


@pytest.mark.parametrize(("name", "proven"), [("state", True), ("stage", False)])
def test_what_is_the_same_in_all_rows_must_be_called_so(name: str, proven: bool) -> None:
    """Any other constant would do as well."""
    spec = make_spec({"no": "integer", "state": "text"}, key=("no",))
    rows = shown(spec, [{"no": n, "state": "open"} for n in range(1, 6)])
    (found,) = tables_in(text_of([{"no": n, name: "open"} for n in range(1, 6)]), rows)
    assert isinstance(found, DataTable)
    if proven:
        assert settled(found, [rows]).columns["state"]
    else:
        with pytest.raises(Misread, match="`state` is the same in all rows"):
            settled(found, [rows])


@pytest.mark.parametrize(
    ("kind", "leaf", "cell"),
    [
        ("text", "  a\n b ", "a b"),
        ("text", 12, "12"),
        ("integer", "12", 12),
        ("number", 0.25, 0.25),
        ("boolean", True, True),
        ("currency", "eur", "EUR"),
        ("date", "2026-11-26", date(2026, 11, 26)),
        ("date", "2026-11-26T23:30:00Z", None),
        ("datetime", "2026-11-26T23:30:00Z", MOMENT),
        ("datetime", 1795735800, MOMENT),
        ("datetime", 1795735800000, MOMENT),
        ("datetime", "2026-11-26T23:30:05Z", None),
        ("duration", 90, timedelta(seconds=90)),
        ("duration", "1:30", timedelta(minutes=1, seconds=30)),
        ("link", "/part/7", "https://shop.example/part/7"),
        ("link", 7, "https://shop.example/part/7"),
        ("money", 12.5, Decimal("12.50")),
        ("money", 12.504, None),
        ("money", "12,50", None),
        ("boolean", "yes", None),
    ],
)
def test_a_cell_is_read_exactly(kind: str, leaf: Any, cell: Any) -> None:
    """By its type; what says more than the type holds, or is written for people, is no cell (None here)."""
    spec = make_spec({"no": "integer", "x": kind}, key=("no",))
    want = {
        "date": date(2026, 11, 26), "datetime": MOMENT, "money": Decimal("12.50"), "boolean": True,
    }  # fmt: skip
    rows = shown(spec, [{"no": 1, "x": want.get(kind, cell) if cell is None else cell}, {"no": 2, "x": None}])
    (found,) = tables_in(text_of([{"no": 1, "x": leaf}, {"no": 2, "x": None}]), rows)
    assert isinstance(found, DataTable) == (cell is not None), found


def test_what_is_proven_can_be_written_down(table: DataTable, spec: ListingSpec) -> None:
    """As plain values without a cell in them."""
    request = DataRequest("https://shop.example/api?skip=0", (("accept", "*/*"),))
    paging = RequestPaging(counts={"?skip": Count(0, 10), "/2": Count(1, 1)}, cursors={"?skip": "/items/-1/id"})
    pages = RequestPaging(onward="/next")
    source = DataSource(into="parts", request=request, paging=paging, pages=pages, table=table, size=10, script="#s")
    assert DataSource.from_json(source.to_json()) == source
    assert states_of(Totals(stated=3, page=1)) == ("stated", "page")


def test_a_text_that_is_shown_as_it_stands_is_read_as_the_page_is() -> None:
    """A date written for people is no exact value; as the very text of the page it is read the same way."""
    spec = make_spec({"no": "integer", "born": "date"}, key=("no",))
    days = [(n, date(1973, 4, n), f"Apr {n}, 1973") for n in range(1, 4)]
    rows = shown(spec, [{"no": n, "born": day, "raw": {"born": text}} for n, day, text in days])
    (found,) = tables_in(text_of([{"no": n, "born": text} for n, _, text in days]), rows)
    assert isinstance(found, DataTable), found
    (row,) = read_data(found, text_of([{"no": 9, "born": "May 2, 1980"}]), spec, rows.place).records
    assert (row.values["born"], row.raw) == (date(1980, 5, 2), {"born": "May 2, 1980"})
    (late,) = tables_in(text_of([{"no": n, "born": f"{text}, 23:30"} for n, _, text in days]), rows)
    assert isinstance(late, str)
    source = DataSource(into="people", request=DataRequest("https://shop.example/api"), table=found)
    assert DataSource.from_json(source.to_json()) == source


def test_what_a_page_writes_for_nothing_is_known_from_it() -> None:
    """A name that stands wherever the data has none; never one that stands elsewhere, too."""
    spec = make_spec({"no": "integer", "city": "text"}, key=("no",))
    rows = shown(spec, [{"no": n, "city": city} for n, city in enumerate(["Porto", "-null-", "Lyon", "-null-"])])
    (found,) = tables_in(
        text_of([{"no": n, "city": city} for n, city in enumerate(["Porto", None, "Lyon", None])]), rows
    )
    assert isinstance(found, DataTable), found
    (row,) = read_data(found, text_of([{"no": 9, "city": None}]), spec, rows.place).records
    assert row.values["city"] == "-null-"
    (other,) = tables_in(text_of([{"no": n, "city": city} for n, city in enumerate(["Porto", None, None, None])]), rows)
    assert isinstance(other, str)
