"""Defines where the pages of a table are read from as JSON: the request of the first, and how the others follow."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from webdart.page.model import DataRequest
from webdart.records.coerce import Convention
from webdart.records.data.data_cells import Unit
from webdart.records.data.data_table import LINK, DataTable, Spot
from webdart.records.data.request_series import Count, RequestPaging
from webdart.records.model import Totals
from webdart.values import asdict

_STATED = ("stated", "first", "last", "page", "pages")
_MAIN_LINK = "(link)"
_UNITS = ("before", "after", "seconds", "empty")


class DataSource(Struct, frozen=True, kw_only=True):
    """The JSON that a listing is read from, proven equal to its rendered pages.

    `request` is that of the first page; with a `script` it is a document, and the JSON stands in that element of it.
    `pages` is how the addresses of the rendered pages follow each other, None where they have none of their own. `size`
    is how many rows a page has that another follows (0: there is one page), `states` what pages state of their listing.
    """

    into: str
    request: DataRequest
    script: str = ""
    paging: RequestPaging = RequestPaging()
    pages: RequestPaging | None = None
    table: DataTable
    size: int = 0
    states: tuple[str, ...] = ()

    def totals(self, before: int, rows: int, page: int, total: int | None, pages: int | None) -> Totals:
        """What the page number `page` (from 0) states, with so many `rows` after those `before`."""
        if pages is None and total is not None and self.size:
            pages = -(-total // self.size)
        return Totals(
            stated=total if "stated" in self.states else None,
            first=before + 1 if "first" in self.states else None,
            last=before + rows if "last" in self.states else None,
            page=page + 1 if "page" in self.states else None,
            pages=pages if "pages" in self.states else None,
        )

    def to_json(self) -> dict[str, Any]:
        """As plain values, for people to read."""
        table = self.table
        found: dict[str, Any] = {"into": self.into, "request": self.request.url}
        if self.request.headers:
            found["headers"] = dict(self.request.headers)
        if self.script:
            found["script"] = self.script
        found["paging"] = _plain_paging(self.paging)
        if self.pages is not None:
            found["pages"] = _plain_paging(self.pages)
        found |= {"rows": table.rows, "rows_of_a_page": self.size, "keyed": table.keyed}
        found["columns"] = {
            name or _MAIN_LINK: [_plain_spot(spot) for spot in spots] for name, spots in table.columns.items()
        }
        found |= {"states": list(self.states), "total": list(table.total), "total_pages": list(table.pages)}
        found |= {"keys": sorted(table.leaves), "never_empty": sorted(table.full)}
        return found | {"last_digits": {place: sorted(digits) for place, digits in sorted(table.finest.items())}}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> "DataSource":
        """From the plain values.

        Raises:
            KeyError, ValueError, TypeError: they are not such.
        """
        columns = {
            LINK if name == _MAIN_LINK else str(name): tuple(map(_spot, spots))
            for name, spots in given["columns"].items()
        }
        headers = given.get("headers", {})
        return cls(
            into=str(given["into"]),
            request=DataRequest(
                str(given["request"]), tuple((str(name), str(value)) for name, value in headers.items())
            ),
            script=str(given.get("script", "")),
            paging=_paging(given["paging"]),
            pages=_paging(given["pages"]) if "pages" in given else None,
            table=DataTable(
                rows=str(given["rows"]),
                columns=columns,
                keyed=bool(given["keyed"]),
                total=tuple(map(str, given["total"])),
                pages=tuple(map(str, given["total_pages"])),
                leaves=frozenset(map(str, given["keys"])),
                full=frozenset(map(str, given["never_empty"])),
                finest={str(place): frozenset(map(int, digits)) for place, digits in given["last_digits"].items()},
            ),
            size=int(given["rows_of_a_page"]),
            states=tuple(map(str, given["states"])),
        )


def states_of(totals: Totals) -> tuple[str, ...]:
    """What a page states of its listing."""
    return tuple(name for name in _STATED if getattr(totals, name) is not None)


def _plain_paging(paging: RequestPaging) -> dict[str, Any]:
    found: dict[str, Any] = {name: {"first": one.first, "step": one.step} for name, one in paging.counts.items()}
    for name, place in paging.cursors.items():
        found[name] = {**found.get(name, {}), "from": place}
    return found | ({"address": {"from": paging.onward}} if paging.onward else {})


def _paging(given: Mapping[str, Any]) -> RequestPaging:
    return RequestPaging(
        counts={str(name): Count(int(one["first"]), int(one["step"])) for name, one in given.items() if "step" in one},
        cursors={str(name): str(one["from"]) for name, one in given.items() if "from" in one and name != "address"},
        onward=str(given.get("address", {}).get("from", "")),
    )


def _plain_spot(spot: Spot) -> Any:
    unit = spot.unit
    said = {"before": unit.before, "after": unit.after, "seconds": unit.seconds, "empty": unit.empty}
    found: dict[str, Any] = {name: text for name, text in said.items() if text}
    if unit.written is not None:
        found["written"] = asdict(unit.written)
    return {"at": spot.at, **found} if found else spot.at


def _spot(given: Any) -> Spot:
    if isinstance(given, str):
        return Spot(given)
    units: dict[str, Any] = {name: str(given[name]) for name in _UNITS if name in given}
    if "written" in given:
        units["written"] = Convention(**given["written"])
    return Spot(str(given["at"]), Unit(**units))
