"""A small shop whose controls can be made to lie, one way at a time; without a lie it is honest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from tests.conftest import Asked, Reply, SiteServer

SIZE = 20
Param = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Item:
    """A row; `price`, `stars` and `added` may be missing."""

    number: int
    name: str
    price: int | None
    status: str
    stars: float | None
    added: date | None


def stock(count: int = 240, seed: str = "stock") -> list[Item]:
    """The shop's rows, in the order in which it lists them."""
    random = Random(seed)
    things = ("Lamp", "Chair", "Table", "Shelf", "Mirror", "Headlamp")
    return [
        Item(
            number,
            f"{random.choice(things)} {number}",
            None if random.random() < 0.1 else random.randrange(5, 2000),
            random.choice(("Open", "Closed", "Reopened")),
            None if random.random() < 0.1 else random.randrange(10, 51) / 10,
            None if random.random() < 0.1 else date(2024, 1, 1) + timedelta(days=random.randrange(600)),
        )
        for number in range(1, count + 1)
    ]


Rows = Sequence[Item]
Bend = Callable[[Rows, Param], Rows]


@dataclass(frozen=True, kw_only=True)
class Lie:
    """How a site bends what a control should do.

    `rows` bends what is listed for some parameters, before it is cut into pages; `page` bends one page of it;
    `total` what is stated; `forget` are parameters that pages after the first do not have any more; `size` bends how
    many rows a page has; `keep`: what was chosen is kept in the session; `silent`: no total is stated.
    """

    name: str
    sql: str
    control: str = ""
    rows: Bend = lambda rows, _: rows
    page: Bend = lambda rows, _: rows
    total: Callable[[int, Param], int] = lambda total, _: total
    forget: frozenset[str] = frozenset()
    size: Callable[[int], int] = lambda size: size
    keep: bool = False
    silent: bool = False
    count: int = 240
    extra: Callable[[Param], str] = lambda _: ""


@dataclass(eq=False)
class Shop:
    """The site with one lie, on a server."""

    server: SiteServer
    lie: Lie
    items: list[Item] = field(default_factory=list[Item])
    kept: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])  # by session

    def __post_init__(self) -> None:
        """Serve it."""
        self.items = stock(self.lie.count)
        self.server.on("/items", self.answer)

    def form(self, param: Param) -> str:
        """Its controls, as the listing shows them."""
        return form(param)

    def answer(self, asked: Asked) -> Reply:
        """A page of the listing."""
        param = {name: values[0] for name, values in asked.query.items() if values[0]}
        session = asked.headers.get("cookie", "") or f"session={len(self.kept)}"
        if self.lie.keep:
            kept = self.kept.setdefault(session, {})
            kept |= {name: value for name, value in param.items() if name != "page"}
            param = {**kept, **param}
        number = int(param.pop("page", "1"))
        if number > 1:
            param = {name: value for name, value in param.items() if name not in self.lie.forget}
        rows = list(self.lie.rows(arranged(self.items, param), param))
        size = self.lie.size(int(param.get("size", SIZE)))
        pages = max(1, -(-len(rows) // size))
        number = min(number, pages)
        shown = rows[(number - 1) * size : number * size]
        first = (number - 1) * size + 1
        stated = self.lie.total(len(rows), param)
        shown = list(self.lie.page(shown, {**param, "page": str(number)}))
        query = "".join(
            f"&amp;{name}={value}" for name, value in sorted(asked.query.items()) if name != "page" for value in value
        )
        links = [
            f"<a href='/items?page={place}{query}'>{place}</a>" for place in range(1, pages + 1) if place != number
        ]
        if number < pages:
            links.append(f"<a rel=next href='/items?page={number + 1}{query}'>Next</a>")
        position = f"{first}–{first + len(shown) - 1} of {stated} items" if shown else "0 items"
        position = "" if self.lie.silent else position
        body = f"<h1>Items</h1>{self.form(param)}{self.lie.extra(param)}<p>{position}</p>{table(shown)}<nav>{' '.join(links)}</nav>"
        page = f"<!doctype html><html lang=en><title>Items</title><body>{body}"
        return Reply(page, headers=(("Set-Cookie", session),) if self.lie.keep else ())


class LineShop(Shop):
    """The same shop with links in lines in place of its list boxes."""

    def form(self, param: Param) -> str:
        """Its controls: the order and the status that hold are no links."""

        def line(name: str, label: str, options: Mapping[str, str]) -> str:
            kept = "".join(f"&amp;{other}={value}" for other, value in sorted(param.items()) if other != name)
            texts = [
                f"<b>{words}</b>"
                if param.get(name, "") == value
                else f"<a href='/items?{name}={value}{kept}'>{words}</a>"
                for value, words in options.items()
            ]
            return f"<p>{label}: {' | '.join(texts)}</p>"

        sorts = {"": "Relevance", "price": "Price: low to high", "-price": "Price: high to low"}
        states = {"": "All", "Open": "Open (80)", "Closed": "Closed (80)", "Reopened": "Reopened (80)"}
        sizes = {"": "20 a page", "100": "100 a page"}
        return line("sort", "Sort by", sorts) + line("status", "Status", states) + line("size", "Show", sizes)


def arranged(items: Rows, param: Param) -> list[Item]:
    """What an honest site lists."""
    rows = [item for item in items if _wanted(item, param)]
    match param.get("sort"):
        case "price":
            rows.sort(key=lambda item: (item.price is None, item.price or 0))
        case "-price":
            rows.sort(key=lambda item: (item.price is None, -(item.price or 0)))
        case "-stars":
            rows.sort(key=lambda item: (item.stars is None, -(item.stars or 0)))
        case "-added":
            rows.sort(key=lambda item: (item.added is None, -(item.added or date.min).toordinal()))
        case _:
            pass
    return rows


def _wanted(item: Item, param: Param) -> bool:
    low, high = param.get("min"), param.get("max")
    return (
        param.get("status") in (None, item.status)
        and (low is None or (item.price is not None and item.price >= float(low)))
        and (high is None or (item.price is not None and item.price <= float(high)))
        and ("stars" not in param or (item.stars is not None and item.stars >= float(param["stars"])))
        and param.get("q", "").lower() in item.name.lower()
    )


def form(param: Param) -> str:
    """The shop's controls."""

    def select(name: str, label: str, options: Mapping[str, str]) -> str:
        inner = "".join(
            f"<option value='{value}'{' selected' if param.get(name, '') == value else ''}>{words}</option>"
            for value, words in options.items()
        )
        return f"<p><label>{label} <select name={name}>{inner}</select></label></p>"

    sorts = {"": "Relevance", "price": "Price: low to high", "-price": "Price: high to low"}
    sorts |= {"-stars": "Best rating", "-added": "Newest first"}
    stars = {"": "Any", "2": "2 stars &amp; up", "3": "3 stars &amp; up", "4": "4 stars &amp; up"}
    return (
        "<form action=/items>"
        + select("sort", "Sort by", sorts)
        + select(
            "status", "Status", {"": "Any", "Open": "Open (80)", "Closed": "Closed (80)", "Reopened": "Reopened (80)"}
        )
        + select("stars", "Rating", stars)
        + select("size", "Show", {"": "20 a page", "100": "100 a page"})
        + f"<p><label>Minimum price <input name=min value='{param.get('min', '')}'></label></p>"
        + f"<p><label>Maximum price <input name=max value='{param.get('max', '')}'></label></p>"
        + f"<p><label>Search <input type=search name=q value='{param.get('q', '')}'></label></p>"
        + "<button>Apply</button></form>"
    )


def table(items: Rows) -> str:
    """The rows as the shop shows them."""
    cells = "".join(
        f"<tr><td><a href='/item/{item.number}'>{item.name}</a></td>"
        f"<td>{'' if item.price is None else f'${item.price}.00'}</td><td>{item.status}</td>"
        f"<td>{'' if item.stars is None else f'{item.stars} out of 5'}</td>"
        f"<td>{'' if item.added is None else item.added.isoformat()}</td></tr>"
        for item in items
    )
    head = "<tr><th>Name</th><th>Price</th><th>Status</th><th>Rating</th><th>Added</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{cells}</tbody></table>"
