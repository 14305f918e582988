"""Learns from the requests of some pages how the request of any page is made: by its number, its offset or a cursor.

A parameter is `?name` of the query or `/2`, a part of the path. What changes from request to request without a rule (a
time, a random number) is left out, or stays as it was in the first; whether the server minds is shown by asking.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from urllib.parse import parse_qsl, quote, unquote, urlencode, urljoin, urlsplit, urlunsplit

from msgspec import Struct, field

from webdart.records.data.data_cells import Json
from webdart.records.data.data_table import Misread
from webdart.records.data.json_pointer import at, scalars
from webdart.values import replace

_SAFE = "!$'()*,;:@/"  # in a part of a path


class Count(Struct, frozen=True):
    """A number that grows by `step` from page to page; `first` is that of the first page."""

    first: int
    step: int


class RequestPaging(Struct, frozen=True, kw_only=True):
    """How the requests of pages differ.

    `counts` are the parameters that count; `cursors` those that the answer before gives, by their places in it;
    `onward` is the place at which it gives the whole next address. A parameter that did both must do both.
    """

    counts: Mapping[str, Count] = field(default_factory=dict[str, Count])
    cursors: Mapping[str, str] = field(default_factory=dict[str, str])
    onward: str = ""

    @property
    def follows(self) -> bool:
        """Whether a page can be asked for only once the one before is there."""
        return bool(self.cursors or self.onward)

    @property
    def readings(self) -> tuple["RequestPaging", ...]:
        """What it may be, where a parameter counts and is a cursor as well."""
        if not self.counts.keys() & self.cursors.keys():
            return (self,)
        counts = {name: one for name, one in self.counts.items() if name not in self.cursors}
        cursors = {name: place for name, place in self.cursors.items() if name not in self.counts}
        return replace(self, cursors=cursors), replace(self, counts=counts)

    def tells_end(self, rows: str) -> bool:
        """Whether the answer of the last page says so: by a cursor that is none of its rows."""
        return bool(self.onward) or any(not place.startswith(f"{rows}/") for place in self.cursors.values())


def request_of(paging: RequestPaging, first: str, page: int, before: Json) -> str:
    """The address of a page, from 0, by that of the first; `before` is the answer of the page before it.

    "" where that answer gives none: there is no such page.

    Raises:
        Misread: a parameter that has counted is no longer what the answer before gives.
    """
    if page == 0:
        return first
    if not (paging.counts or paging.follows):
        return ""
    if paging.onward:
        onward = at(before, paging.onward)
        return urljoin(first, onward) if isinstance(onward, str) and onward else ""
    parameters = {name: str(count.first + count.step * page) for name, count in paging.counts.items()}
    for name, place in paging.cursors.items():
        cursor = _written(at(before, place))
        if not cursor:
            return ""
        if parameters.setdefault(name, cursor) != cursor:
            raise Misread(f"{name} counts to {parameters[name]}, and the answer before it has {cursor}")
    return _with(first, parameters)


def pagings_of(requests: Sequence[str], answers: Sequence[Json], rows: str) -> Iterator[RequestPaging]:
    """The rules by which the requests of pages in a row may have been made, the likeliest first.

    `rows` is the place of the rows in the answers: the last one of a page may be the cursor to the next.
    """
    parts = [_parts(one) for one in requests]
    hosts = {urlsplit(one)[:2] for one in requests}
    if len(hosts) == 1 and len({sum(name[0] == "/" for name in one) for one in parts}) == 1:
        every = dict.fromkeys(name for one in parts for name in one)
        values = {name: found for name in every if len(set(found := [one.get(name) for one in parts])) > 1}
        counts = {name: count for name, found in values.items() if (count := _count(found)) is not None}
        cursors = {name: place for name, found in values.items() if (place := _cursor(found, answers, rows))}
        if counts or cursors:
            yield RequestPaging(counts=counts, cursors=cursors)
    if place := _onward(requests, answers):
        yield RequestPaging(onward=place)


def plain_request(requests: Sequence[str], paging: RequestPaging) -> str:
    """The first of some requests without the parameters of its query that change by no rule."""
    parts = [_parts(one) for one in requests]
    ruled = {*paging.counts, *paging.cursors}
    free = {name for one in parts for name in one if len({other.get(name) for other in parts}) > 1} - ruled
    if paging.onward or not free:
        return requests[0]
    split = urlsplit(requests[0])
    kept = [pair for pair in parse_qsl(split.query, keep_blank_values=True) if f"?{pair[0]}" not in free]
    return urlunsplit(split._replace(query=urlencode(kept)))


def _parts(url: str) -> dict[str, str]:
    """The parameters of an address; of a name that is there twice the last."""
    split = urlsplit(url)
    path = {f"/{place}": unquote(part) for place, part in enumerate(split.path.split("/")[1:], 1)}
    return path | {f"?{name}": value for name, value in parse_qsl(split.query, keep_blank_values=True)}


def _with(url: str, parameters: Mapping[str, str]) -> str:
    """An address with other values of some parameters."""
    split = urlsplit(url)
    path = split.path.split("/")
    query = parse_qsl(split.query, keep_blank_values=True)
    there = {name for name, _ in query}
    for name, value in parameters.items():
        if name[0] == "/":
            path[int(name[1:])] = quote(value, safe=_SAFE)
    query = [(name, parameters.get(f"?{name}", value)) for name, value in query]
    query += [(name[1:], value) for name, value in parameters.items() if name[0] == "?" and name[1:] not in there]
    return urlunsplit(split._replace(path="/".join(path), query=urlencode(query)))


def _count(values: Sequence[str | None]) -> Count | None:
    """What a parameter counts; the first page may go without."""
    numbers = [
        int(value) if value is not None and value.isdecimal() and value == str(int(value)) else None for value in values
    ]
    first, *rest = numbers
    if None in rest or (first is None and values[0] is not None):
        return None
    steps = {right - left for left, right in pairwise(number for number in numbers if number is not None)}
    step = next(iter(steps), 0)
    if len(steps) != 1 or not step:
        return None
    return Count(int(str(rest[0])) - step, step)


def _written(value: Json) -> str:
    """A value as a parameter; "" where there is none."""
    return "" if value is None or isinstance(value, bool | list | dict) else str(value)


def _cursor(values: Sequence[str | None], answers: Sequence[Json], rows: str) -> str:
    """Where the answers give what a parameter of the next request is; "" for nowhere."""
    wanted = list(zip(answers[:-1], values[1:], strict=True))
    if not wanted or any(not value for _, value in wanted):
        return ""
    answer, value = wanted[0]
    last = f"{rows}/-1"
    places = [*scalars(answer), *((f"{last}{place}", one) for place, one in scalars(at(answer, last)))]
    near = [place for place, one in places if _written(one) == value]
    return next((place for place in near if all(_written(at(one, place)) == said for one, said in wanted)), "")


def _onward(requests: Sequence[str], answers: Sequence[Json]) -> str:
    """Where the answers give the whole address of the next request; "" for nowhere."""
    wanted = list(zip(answers[:-1], requests[1:], strict=True))
    if not wanted:
        return ""
    places = [place for place, one in scalars(wanted[0][0]) if isinstance(one, str) and one]
    for place in places:
        given = [(at(answer, place), request) for answer, request in wanted]
        if all(isinstance(one, str) and urljoin(requests[0], one) == request for one, request in given):
            return place
    return ""
