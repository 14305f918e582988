"""The lies that controls of a shop tell, each with the SQL that it would spoil."""

from tests.navigate.lying_shop import Item, Lie, Param, Rows, Shop
from webdart.values import replace

FIELDS = "fields: {name: text, price: money, status: text, rating: rating, added: date, url: link}"
TOP = "SELECT name, price FROM rows ORDER BY price DESC, url LIMIT 5"
OPEN = "SELECT name, price FROM rows WHERE status = 'Open' ORDER BY url"
BAND = "SELECT name, price FROM rows WHERE price BETWEEN 100 AND 400 ORDER BY url"


def is_sorting(param: Param) -> bool:
    return param.get("sort") == "-price"


def is_filtering(param: Param) -> bool:
    return "status" in param


def _misplaced(place: int):
    def bend(rows: Rows, param: Param) -> Rows:
        if not is_sorting(param):
            return rows
        moved = list(rows)
        moved.insert(place, moved.pop(2))
        return moved

    return bend


def _advert(number: int, **values: object) -> Item:
    return replace(Item(number, f"Sponsored {number}", 9999, "Closed", None, None), **values)  # type: ignore[arg-type]


LIES = [
    Lie(name="a row stands too late on the first page", sql=TOP, control="Sort by", rows=_misplaced(8)),
    Lie(name="a row stands too late on the second page", sql=TOP.replace("5", "25"), control="Sort by", rows=_misplaced(30)),
    Lie(name="the sort is ignored", sql=TOP, control="Sort by", rows=lambda r, _: sorted(r, key=lambda i: i.number)),
    Lie(name="the sort goes the other way", sql=TOP, control="Sort by", rows=lambda r, p: r[::-1] if is_sorting(p) else r),
    Lie(name="the sort is lost on the second page", sql=TOP.replace("5", "25"), control="Sort by", forget=frozenset({"sort"})),
    Lie(
        name="only each page is sorted", sql=TOP, control="Sort by",
        rows=lambda r, _: sorted(r, key=lambda i: i.number),
        page=lambda r, p: sorted(r, key=lambda i: -(i.price or 0)) if is_sorting(p) else r,
    ),
    Lie(
        name="prices are sorted as texts", sql=TOP, control="Sort by",
        rows=lambda r, p: sorted(r, key=lambda i: str(i.price or ""), reverse=True) if is_sorting(p) else r,
    ),
    Lie(
        name="the sort drops rows without a price", sql="SELECT name FROM rows ORDER BY price DESC NULLS FIRST, url LIMIT 3",
        control="Sort by", rows=lambda r, p: [i for i in r if i.price is not None] if is_sorting(p) else r,
    ),
    Lie(
        name="rows without a price stand among the others", sql=TOP, control="Sort by",
        rows=lambda r, p: sorted(r, key=lambda i: -(i.price or 1500)) if is_sorting(p) else r,
    ),
    Lie(name="the sort shows rows twice", sql=TOP, control="Sort by", rows=lambda r, p: [*r[:3], *r] if is_sorting(p) else r),
    Lie(
        name="the filter drops rows without a price", sql=OPEN, control="Status",
        rows=lambda r, p: [i for i in r if i.price is not None] if is_filtering(p) else r,
    ),
    Lie(name="the filter is ignored", sql=OPEN, control="Status", rows=lambda r, _: r),
    Lie(name="the filter is lost on the second page", sql=OPEN, control="Status", forget=frozenset({"status"}), size=lambda _: 20),
    Lie(
        name="the filter finds parts of words", sql="SELECT name FROM rows WHERE status = 'Open' ORDER BY url",
        control="Status", rows=lambda r, _: r,
    ),
    Lie(name="the filter finds fifty rows at most", sql=OPEN, control="Status", rows=lambda r, p: r[:50] if is_filtering(p) else r),
    Lie(
        name="the filter is of a stale index", sql=OPEN, control="Status",
        rows=lambda r, p: [i for i in r if i.number % 3] if is_filtering(p) else r,
    ),
    Lie(name="the total is stale", sql=OPEN, control="Status", total=lambda t, p: t - 7 if is_filtering(p) else t),
    Lie(
        name="advertisements stand among the filtered", sql=OPEN, control="Status",
        page=lambda r, p: [_advert(900), *r] if is_filtering(p) else r,
    ),
    Lie(
        name="advertisements that satisfy the filter", sql=OPEN, control="Status",
        page=lambda r, p: [_advert(900 + int(p["page"]), status="Open"), *r] if is_filtering(p) else r,
    ),
    Lie(name="a page size that shows fewer rows", sql="SELECT name FROM rows ORDER BY url", control="Show",
        size=lambda size: min(size, 20)),
    Lie(
        name="a page size that loses rows", sql="SELECT name FROM rows ORDER BY url", control="Show",
        page=lambda r, p: r[:50] if "size" in p else r,
    ),
    Lie(
        name="a page size that ends early where no total is stated", sql="SELECT name FROM rows ORDER BY url", control="Show",
        rows=lambda r, p: r[:100] if "size" in p else r, silent=True,
    ),
    Lie(
        name="an order that ends early where no total is stated", sql=TOP.replace("5", "110"), control="Sort by",
        rows=lambda r, p: r[:100] if is_sorting(p) else r, silent=True,
    ),
    Lie(
        name="the filter finds nothing of a few rows", sql="SELECT name FROM rows WHERE price BETWEEN 900 AND 905",
        control="price", rows=lambda r, p: [] if "min" in p else r, count=600,
    ),
    Lie(
        name="the page behind the stop begins with greater ones", sql=TOP, control="Sort by",
        rows=lambda r, p: [*r[1:21], r[0], *r[21:]] if is_sorting(p) else r, silent=True, size=lambda _: 20,
    ),
    Lie(
        name="a rating that is rounded otherwise", sql="SELECT name FROM rows WHERE rating >= 3.5 ORDER BY url", control="Rating",
        rows=lambda r, p: [i for i in r if i.stars is None or i.stars >= 4.2] if "stars" in p else r,
    ),
    Lie(
        name="a band that cuts off too much", sql=BAND, control="price",
        rows=lambda r, p: [i for i in r if (i.price or 0) >= 150] if "min" in p else r,
    ),
    Lie(
        name="the filter leads to other rows", sql=OPEN, control="Status",
        rows=lambda r, p: [replace(i, number=i.number + 1000) for i in r] if is_filtering(p) else r,
    ),
]  # fmt: skip


def bent(shop: Shop, lie: Lie) -> Lie:
    """Lies about what the filter chooses need the shop's own rows."""

    def ignored(rows: Rows, param: Param) -> Rows:
        return shop.items if is_filtering(param) else rows

    def in_parts(rows: Rows, param: Param) -> Rows:
        if not is_filtering(param):
            return rows
        return [item for item in shop.items if param["status"].lower() in item.status.lower()]

    if lie.name == "the filter is ignored":
        return replace(lie, rows=ignored)
    return replace(lie, rows=in_parts) if lie.name == "the filter finds parts of words" else lie
