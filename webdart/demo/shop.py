"""Serves the shop: departments, categories as cards in pages, products with their details and reviews."""

from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from random import Random

from webdart.demo.catalogue import CATEGORIES, Category, slug
from webdart.demo.data import Product
from webdart.demo.layout import cut, facts, frame, not_found, pager, select, stars
from webdart.demo.quirks import Quirks
from webdart.demo.state import State
from webdart.demo.web import Reply, Request, e, see_other

_SORTS: Mapping[str, tuple[str, Callable[[Product], tuple[bool, float]]]] = {
    "price": ("Price: low to high", lambda product: (product.price is None, float(product.price or 0))),
    "-price": ("Price: high to low", lambda product: (product.price is None, -float(product.price or 0))),
    "-reviews": ("Most reviewed", lambda product: (product.reviews is None, -(product.reviews or 0))),
    "-rating": ("Customer rating", lambda product: (product.rating is None, -(product.rating or 0))),
    "-released": ("Newest arrivals", lambda product: (False, -product.released.toordinal())),
}
_SIZES = (20, 40, 100)


def answer(request: Request, state: State) -> Reply:
    """The page that the shop has at this address."""
    if request.method == "POST":
        return _post(request, state)
    match request.segments[1:]:
        case ():
            return _home(state)
        case ("p", sku):
            found = next((product for product in state.data.products if product.sku.lower() == sku), None)
            return not_found(request) if found is None else _product(found, state)
        case (department,) if department in _departments():
            return _department(department, state)
        case (department, name) if (category := _category(department, name)) is not None:
            return _listing(request, category, state)
        case _:
            return not_found(request)


def _departments() -> dict[str, list[Category]]:
    found: dict[str, list[Category]] = {}
    for category in CATEGORIES:
        found.setdefault(slug(category.department), []).append(category)
    return found


def _category(department: str, name: str) -> Category | None:
    return next((category for category in _departments().get(department, ()) if category.slug == name), None)


def _address(category: Category) -> str:
    return f"/shop/{slug(category.department)}/{category.slug}/"


def _menu(state: State) -> str:
    items = "".join(
        f'<li><a href="/shop/{place}/">{e(inside[0].department)}</a><ul>'
        + "".join(f'<li><a href="{_address(category)}">{e(category.name)}</a></li>' for category in inside)
        + "</ul></li>"
        for place, inside in _departments().items()
    )
    basket = state.count("put into basket")
    return f'<nav class="menu" aria-label="Departments"><ul>{items}</ul></nav><p class="who">Basket ({basket})</p>'


def _home(state: State) -> Reply:
    cards = "".join(
        f'<section class="tile"><h2><a href="/shop/{place}/">{e(inside[0].department)}</a></h2>'
        f"<p>{e(', '.join(category.name for category in inside))}</p></section>"
        for place, inside in _departments().items()
    )
    body = f'<h1>Shop</h1><p class="lead">Good things, described plainly.</p><div class="tiles">{cards}</div>'
    return frame("Shop", body, section="Shop", extra=_menu(state))


def _department(department: str, state: State) -> Reply:
    inside = _departments()[department]
    title = inside[0].department
    items = "".join(
        f'<li class="tile"><a href="{_address(category)}"><img src="/static/art/{category.slug}.svg" alt="" width="96" '
        f'height="72"><span>{e(category.name)}</span></a></li>'
        for category in inside
    )
    body = f'<h1>{e(title)}</h1><ul class="tiles">{items}</ul>'
    return frame(title, body, section="Shop", crumbs=(("Shop", "/shop/"),), extra=_menu(state))


def _listing(request: Request, category: Category, state: State) -> Reply:
    size = request.number("show") or _SIZES[0]
    listing = cut(_wanted(request, category, state), request.page, size if size in _SIZES else _SIZES[0])
    random = Random(f"{request.path} {listing.page}") if state.quirks.shuffled else None  # noqa: S311 - no secrets
    cards = [_card(product, random) for product in listing.rows]
    for place, product in enumerate(state.data.products[: state.quirks.sponsored]):
        cards.insert(3 * place, _card(product, random, sponsored=True))
    shown = "".join(cards) or '<li class="none">No products match these filters.</li>'
    body = f"""<h1>{e(category.name)}</h1>
<div class="columns">
<aside aria-label="Filters">{_filters(request, category, state)}</aside>
<section aria-label="Products">
<p class="position">{listing.position("products", state.quirks)}</p>
<ul class="cards">{shown}</ul>
{pager(request, listing, state.quirks)}
{_rival(state.quirks)}
</section>
</div>"""
    crumbs = (("Shop", "/shop/"), (category.department, f"/shop/{slug(category.department)}/"))
    return frame(category.name, body, section="Shop", crumbs=crumbs, extra=_menu(state))


def _wanted(request: Request, category: Category, state: State) -> list[Product]:
    least, most = _money(request.query.get("min", "")), _money(request.query.get("max", ""))
    brand = request.query.get("brand", "")
    found = [
        product
        for product in state.data.products
        if product.category == category.name
        and (least is None or (product.price is not None and product.price >= least))
        and (most is None or (product.price is not None and product.price <= most))
        and brand in {"", product.brand}
    ]
    chosen = _SORTS.get(request.query.get("sort", ""))
    return found if chosen is None else sorted(found, key=chosen[1])


def _money(text: str) -> Decimal | None:
    try:
        amount = Decimal(text.replace(",", "").lstrip("$"))
    except InvalidOperation:
        return None  # what is no amount filters nothing, as the form says
    return amount if amount.is_finite() else None


def _filters(request: Request, category: Category, state: State) -> str:
    brands = sorted({product.brand for product in state.data.products if product.category == category.name})
    sorts = {"": "Featured", **{name: words for name, (words, _) in _SORTS.items()}}
    sizes = {str(size): f"{size} a page" for size in _SIZES}
    return f"""<form method="get" class="filters">
{select("sort", "Sort by", sorts, request.query.get("sort", ""))}
{select("brand", "Brand", {"": "Any brand", **{brand: brand for brand in brands}}, request.query.get("brand", ""))}
<fieldset><legend>Price</legend>
<p class="control"><label for="min">Minimum price</label>
<input id="min" name="min" inputmode="decimal" value="{e(request.query.get("min", ""))}"></p>
<p class="control"><label for="max">Maximum price</label>
<input id="max" name="max" inputmode="decimal" value="{e(request.query.get("max", ""))}"></p>
</fieldset>
{select("show", "Show", sizes, request.query.get("show", ""))}
<button>Apply</button>
</form>"""


def _card(product: Product, random: Random | None, *, sponsored: bool = False) -> str:
    address = "/shop/offers/" if sponsored else product.path
    parts = [
        f'<h2><a href="{address}">{e(product.name)}</a></h2>',
        _price(product),
        f'<p class="rating">{stars(product.rating)} {_reviewed(product)}</p>',
        f'<p class="stock">{"In stock" if product.stock else "Back soon"}</p>',
    ]
    if random is not None:
        random.shuffle(parts)
    badge = '<p class="badge">Sponsored</p>' if sponsored else ""
    art = f'<img src="/static/art/{slug(product.category)}.svg" alt="" width="160" height="120" loading="lazy">'
    return f'<li class="card">{badge}{art}{"".join(parts)}</li>'


def _price(product: Product) -> str:
    if product.price is None:
        return '<p class="price"></p>'
    was = f' <s><span class="heard">Was: </span>${product.was:,.2f}</s>' if product.was is not None else ""
    return f'<p class="price"><span class="now"><span class="heard">Price: </span>${product.price:,.2f}</span>{was}</p>'


def _reviewed(product: Product) -> str:
    if product.reviews is None:
        return ""
    return f'<span class="reviews">{product.reviews:,} {"review" if product.reviews == 1 else "reviews"}</span>'


def _rival(quirks: Quirks) -> str:
    if not quirks.rival_next:
        return ""
    return """<section class="strip" aria-label="Recommended for you"><h2>Recommended for you</h2>
<p><a href="/shop/outdoors/camping/">Camping</a> <a href="/shop/outdoors/bicycles/">Bicycles</a></p>
<p><a href="/shop/outdoors/camping/?page=2">Next</a></p></section>"""


def _product(product: Product, state: State) -> Reply:
    about = (
        ("SKU", product.sku),
        ("Brand", product.brand),
        ("Weight", f"{product.weight_kg} kg"),
        ("Released", f"{product.released:%B} {product.released.day}, {product.released.year}"),
        ("Availability", f"{product.stock} in stock" if product.stock else "Back soon"),
    )
    said = "".join(
        f"<article><h3>{e(review.title)}</h3><p>{stars(review.rating)} by {e(review.author)} on "
        f'<time datetime="{review.written}">{review.written:%B} {review.written.day}, {review.written.year}</time></p>'
        f"<p>{e(review.body)}</p></article>"
        for review in state.data.reviews
        if review.sku == product.sku
    )
    body = f"""<div class="product">
<img src="/static/art/{slug(product.category)}.svg" alt="" width="320" height="240">
<div>
<h1>{e(product.name)}</h1>
{_price(product)}
<p class="rating">{stars(product.rating)} {_reviewed(product)}</p>
<form method="post" action="/shop/basket/"><input type="hidden" name="sku" value="{product.sku}">
<button>Add to basket</button></form>
<h2>Details</h2>
{facts(about)}
</div>
</div>
<section aria-label="Reviews"><h2>Latest reviews</h2>{said or "<p>No reviews yet.</p>"}</section>
{_beacon(product) if state.quirks.beacons else ""}"""
    home = next(category for category in CATEGORIES if category.name == product.category)
    crumbs = (
        ("Shop", "/shop/"),
        (home.department, f"/shop/{slug(home.department)}/"),
        (home.name, _address(home)),
    )
    return frame(product.name, body, section="Shop", crumbs=crumbs, extra=_menu(state))


def _beacon(product: Product) -> str:
    return f'<script>navigator.sendBeacon("/shop/seen/", new URLSearchParams({{sku: "{product.sku}"}}));</script>'


def _post(request: Request, state: State) -> Reply:
    sku = request.fields.get("sku", "")
    found = next((product for product in state.data.products if product.sku == sku), None)
    match request.segments[1:]:
        case ("basket",) if found is not None:
            state.note("put into basket", found.path, sku=sku)
            return see_other(found.path)
        case ("seen",) if found is not None:
            state.note("visit reported", found.path, sku=sku)
            return Reply(status=204, wrote=True)
        case _:
            return not_found(request)
