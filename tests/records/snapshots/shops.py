"""Shops: product grids and lists, sale prices, ratings by width or name, texts for screen readers, advertising between."""

from decimal import Decimal as D
from typing import Any

from tests.records.snapshots.snapshot import Snapshot, at, each

# name, slug, price, was, stars, reviews
GOODS: list[Any] = [
    ("Oak Side Table", "oak-side-table", "89.00", "", 4.5, 12),
    ("Walnut Desk, 120 cm", "walnut-desk-120", "449.00", "529.00", 5.0, 3),
    ("Reading Lamp 3000", "reading-lamp-3000", "35.50", "", None, 0),
    ("Linen Curtain (2 pack)", "linen-curtain", "64.99", "79.99", 3.5, 240),
    ("Wool Rug", "wool-rug", "1,299.00", "", 4.0, 18),
    ("Steel Bin 30 l", "steel-bin-30", "27.25", "", 2.0, 1),
]
SR = "<style>.screen-reader-text,.visually-hidden,.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}.hidden{display:none}</style>"
MENU = "<header><nav><ul><li><a href=/>Home</a></li><li><a href=/new>New in</a></li><li><a href=/sale>Sale</a></li><li><a href=/cart>Cart (2) $63.00</a></li></ul></nav></header>"


def money(text: str) -> D:
    return D(text.replace(",", ""))


def woo(good: Any) -> str:
    name, slug, price, was, stars, _ = good
    amount = '<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">$</span>{}</bdi></span>'
    shown = amount.format(price)
    if was:
        shown = (
            f'<del aria-hidden="true">{amount.format(was)}</del> <span class="screen-reader-text">Original price was: ${was}.</span>'
            f'<ins aria-hidden="true">{amount.format(price)}</ins><span class="screen-reader-text">Current price is: ${price}.</span>'
        )
    rating = (
        f'<div class="star-rating" role="img" aria-label="Rated {stars:.2f} out of 5"><span style="width:{stars * 20:g}%">Rated <strong class="rating">{stars:.2f}</strong> out of 5</span></div>'
        if stars
        else ""
    )
    sale = '<span class="onsale">Sale!</span>' if was else ""
    return (
        f'<li class="product type-product post-{len(slug)} status-publish instock {"sale" if was else ""}"><a href="/product/{slug}/" class="woocommerce-LoopProduct-link woocommerce-loop-product__link">{sale}'
        f'<img width="300" height="300" src="/i/{slug}.jpg" alt="{name}"><h2 class="woocommerce-loop-product__title">{name}</h2>{rating}<span class="price">{shown}</span></a>'
        f'<a href="?add-to-cart={len(slug)}" class="button product_type_simple add_to_cart_button ajax_add_to_cart" aria-label="Add to cart: “{name}”" rel="nofollow">Add to cart</a></li>'
    )


WOO = Snapshot(
    name="shop theme with add-to-cart links",
    head=SR,
    body=f"{MENU}<main><h1>Shop</h1><p class=woocommerce-result-count>Showing 1–6 of 48 results</p><form><select name=orderby><option>Default sorting</option><option>Sort by price</option></select></form><ul class='products columns-4'>{each(GOODS, woo)}</ul><nav><ul class=page-numbers><li><span class='page-numbers current'>1</span></li><li><a href=/list/page/2>2</a></li><li><a class=next href=/list/page/2>→</a></li></ul></nav></main>",
    fields={"name": "text", "price": "money", "rating": "rating", "url": "link", "image": "image"},
    truth=[
        {"name": n, "price": money(p), "rating": s, "url": at(f"/product/{g}/"), "image": at(f"/i/{g}.jpg")}
        for n, g, p, _, s, _ in GOODS
    ],
    stated=48,
)


def magento(good: Any) -> str:
    name, slug, price, was, stars, reviews = good
    old = (
        f'<span class="old-price"><span class="price-container"><span class="price-label">Was</span> <span class="price-wrapper" data-price-amount="{was}"><span class="price">${was}</span></span></span></span>'
        if was
        else ""
    )
    label = "Special Price" if was else "As low as"
    rating = (
        f'<div class="product-reviews-summary short"><div class="rating-summary"><span class="label"><span>Rating:</span></span><div class="rating-result" title="{stars * 20:g}%"><span style="width:{stars * 20:g}%"><span>{stars * 20:g}%</span></span></div></div><div class="reviews-actions"><a class="action view" href="/{slug}.html#reviews">{reviews}&nbsp;<span>Review{"s" if reviews != 1 else ""}</span></a></div></div>'
        if stars
        else ""
    )
    return (
        f'<li class="item product product-item"><div class="product-item-info" id="product-item-info_{len(slug)}"><a href="/{slug}.html" class="product photo product-item-photo" tabindex="-1"><span class="product-image-container"><img class="product-image-photo" src="/i/{slug}.jpg" alt="{name}"></span></a>'
        f'<div class="product details product-item-details"><strong class="product name product-item-name"><a class="product-item-link" href="/{slug}.html">{name}</a></strong>{rating}'
        f'<div class="price-box price-final_price"><span class="special-price"><span class="price-container"><span class="price-label">{label}</span> <span class="price-wrapper"><span class="price">${price}</span></span></span></span>{old}</div>'
        f'<div class="product-item-actions"><form method=post action=/cart><button type="submit" title="Add to Cart"><span>Add to Cart</span></button></form><a href="#" class="action towishlist" title="Add to Wish List" aria-label="Add to Wish List"></a></div></div></div></li>'
    )


MAGENTO = Snapshot(
    name="shop list with reviews beside stars",
    body=f"{MENU}<main><h1>Furniture</h1><p class=toolbar-amount>Items <span>1</span>-<span>6</span> of <span>212</span></p><ol class='products list items product-items'>{each(GOODS, magento)}</ol></main><aside><div class='block block-compare'><strong>Recently Viewed</strong><ol><li><a href=/x.html>Pine Shelf</a> <span>$20.00</span></li><li><a href=/y.html>Pine Stool</a> <span>$12.00</span></li></ol></div></aside>",
    fields={"name": "text", "price": "money", "rating": "rating", "reviews": "integer", "url": "link"},
    truth=[
        {"name": n, "price": money(p), "rating": s, "reviews": r or None, "url": at(f"/{g}.html")}
        for n, g, p, _, s, r in GOODS
    ],
    stated=212,
)


def dawn(good: Any) -> str:
    name, slug, price, was, _, _ = good
    sold = (
        '<div class="card__badge bottom left"><span class="badge">Sold out</span></div>' if slug == "wool-rug" else ""
    )
    return f"""<li class="grid__item scroll-trigger"><div class="card-wrapper product-card-wrapper underline-links-hover"><div class="card card--standard card--media">
      <div class="card__inner color-scheme-2 gradient ratio"><div class="card__media"><div class="media"><img src="/cdn/{slug}.jpg" alt=""></div></div>
        <div class="card__content hidden"><div class="card__information"><h3 class="card__heading"><a href="/products/{slug}" class="full-unstyled-link">{name}</a></h3></div></div></div>
      <div class="card__content"><div class="card__information"><h3 class="card__heading h5"><a href="/products/{slug}" class="full-unstyled-link" aria-labelledby="CardLink">{name}</a></h3>
        <div class="card-information"><span class="visually-hidden">Vendor:</span><div class="caption-with-letter-spacing light">Nordhaus</div><span class="caption-large light"></span>
          <div class="price {"price--on-sale" if was else ""}"><div class="price__container">
            <div class="price__regular {"hidden" if was else ""}"><span class="visually-hidden visually-hidden--inline">Regular price</span><span class="price-item price-item--regular">${price} USD</span></div>
            <div class="price__sale {"" if was else "hidden"}"><span class="visually-hidden visually-hidden--inline">Regular price</span><span><s class="price-item price-item--regular">{"$" + was + " USD" if was else ""}</s></span><span class="visually-hidden visually-hidden--inline">Sale price</span><span class="price-item price-item--sale price-item--last">${price} USD</span></div>
          </div></div></div></div>{sold}</div></div></div></li>"""


DAWN = Snapshot(
    name="shop theme with two hidden copies of a card",
    head=SR,
    body=f"{MENU}<main><h1>Collection: Home</h1><div class=facets><p>17 products</p></div><ul id=product-grid class='grid product-grid'>{each(GOODS, dawn)}</ul></main>",
    fields={"name": "text", "price": "money", "url": "link"},
    truth=[{"name": n, "price": money(p), "url": at(f"/products/{g}")} for n, g, p, *_ in GOODS],
    options={"into": "products"},
    stated=17,
)


def big(good: Any, *, sponsored: bool = False) -> str:
    name, slug, price, was, stars, reviews = good
    whole, _, cents = price.partition(".")
    old = (
        f'<span class="a-size-base a-color-secondary">List: <span class="a-price a-text-price" data-a-strike="true"><span class="a-offscreen">${was}</span><span aria-hidden="true">${was}</span></span></span>'
        if was
        else ""
    )
    rating = (
        f'<div class="a-row a-size-small"><span class="a-declarative"><a href="javascript:void(0)" class="a-popover-trigger"><i class="a-icon a-icon-star-small a-star-small-4-5"><span class="a-icon-alt">{stars} out of 5 stars</span></i></a></span> <a aria-label="{reviews} ratings" class="a-link-normal s-underline-text" href="/dp/{slug}#customerReviews"><span class="a-size-base">{reviews}</span></a></div>'
        if stars
        else ""
    )
    mark = (
        '<div class="a-row a-spacing-micro"><span class="a-color-secondary"><a href="/about-ads">Sponsored</a></span></div>'
        if sponsored
        else ""
    )
    return f"""<div data-asin="{slug}" data-index="3" class="sg-col-20-of-24 s-result-item s-asin"><div class="sg-col-inner"><div class="s-widget-container"><div class="a-section">
      <div class="s-product-image-container"><a class="a-link-normal s-no-outline" href="/dp/{slug}"><img class="s-image" src="/i/{slug}.jpg" alt="{name}"></a></div>
      <div class="a-section a-spacing-small">{mark}<div class="s-title-instructions-style"><a class="a-link-normal" href="/dp/{slug}"><h2 aria-label="{name}" class="a-size-medium"><span>{name}</span></h2></a></div>{rating}
      <div class="a-row a-size-base"><span class="a-size-small">1K+ bought in past month</span></div>
      <div class="s-price-instructions-style"><a class="a-link-normal" href="/dp/{slug}"><span class="a-price" data-a-size="xl"><span class="a-offscreen">${price}</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">{whole}<span class="a-price-decimal">.</span></span><span class="a-price-fraction">{cents}</span></span></span> {old}</a></div>
      <div class="a-row"><span>FREE delivery <span class="a-text-bold">Mon, Dec 2</span></span></div></div></div></div></div></div>"""


BIG = Snapshot(
    name="results of a large store, price in pieces and once more for screen readers",
    head="<style>.a-text-price{text-decoration:line-through}.a-offscreen,.a-icon-alt{position:absolute;left:auto;clip:rect(1px,1px,1px,1px);overflow:hidden;width:1px;height:1px;display:block}</style>",
    body=f"<div id=nav>{MENU}</div><div id=search><h1><span>1-6 of over 10,000 results for</span> <span>\"desk\"</span></h1><div class='s-main-slot s-result-list'>{each(GOODS[:3], big)}<div class='s-result-item s-widget'><h2>Editorial recommendations</h2><p>Our picks of the week</p></div>{each(GOODS[3:], big)}</div></div>",
    fields={"name": "text", "price": "money", "rating": "rating", "url": "link"},
    truth=[{"name": n, "price": money(p), "rating": s, "url": at(f"/dp/{g}")} for n, g, p, _, s, _ in GOODS],
)

AUCTION_ROWS: list[Any] = [
    ("Vintage radio, works", 101, "45.00", "+$12.40 shipping", "12.40", "from Portugal", 3, False),
    ("Enamel sign 40x60", 102, "120.00", "Free shipping", None, "from Austria", 0, False),
    ("Brass compass", 103, "18.50", "+$4.00 shipping", "4.00", "from Japan", 11, True),
    ("Old map of Lisbon", 104, "75.00", "+$7.10 shipping", "7.10", "from Portugal", 1, False),
]


def auction(row: Any) -> str:
    name, number, price, ship, _, place, bids, sponsored = row
    extra = (
        '<span class="s-item__detail"><span class="s-item__sep"><span>Sponsored</span></span></span>'
        if sponsored
        else ""
    )
    bid = f'<span class="s-item__bids s-item__bidCount">{bids} bids</span>' if bids else ""
    return f"""<li class="s-item s-item__pl-on-bottom" id="item{number}"><div class="s-item__wrapper clearfix"><div class="s-item__image-section"><a href="/itm/{number}?hash=abc"><img alt="{name}" src="/th/{number}.jpg"></a></div>
      <div class="s-item__info clearfix"><a class="s-item__link" href="/itm/{number}?hash=abc"><div class="s-item__title"><span role="heading" aria-level="3">{name}</span></div><span class="clipped">Opens in a new window or tab</span></a>
      <div class="s-item__subtitle"><span class="SECONDARY_INFO">Pre-Owned</span></div><div class="s-item__details clearfix"><div class="s-item__detail"><span class="s-item__price">${price}</span></div>{bid}<div class="s-item__detail"><span class="s-item__shipping s-item__logisticsCost">{ship}</span></div><div class="s-item__detail"><span class="s-item__location s-item__itemLocation">{place}</span></div>{extra}</div></div></div></li>"""


AUCTION = Snapshot(
    name="auction results, two amounts in a record",
    head="<style>.clipped{position:absolute;clip:rect(1px,1px,1px,1px);width:1px;height:1px;overflow:hidden}</style>",
    body=f"{MENU}<div class=srp-main><div class=srp-controls><h1><span class=BOLD>4</span> results for <span class=BOLD>old things</span></h1></div><ul class='srp-results srp-list clearfix'>{each(AUCTION_ROWS, auction)}</ul></div>",
    fields={"title": "text", "price": "money", "bids": "integer", "url": "link"},
    truth=[
        {"title": n, "price": money(p), "bids": b or None, "url": at(f"/itm/{i}?hash=abc")}
        for n, i, p, _, _, _, b, _ in AUCTION_ROWS
    ],
    stated=4,
)


def cart(good: Any) -> str:
    name, slug, price, was, _, _ = good
    shown = (
        f'<span class="price-new">${price}</span> <span class="price-old">${was}</span>'
        if was
        else f'<span class="price-new">${price}</span>'
    )
    tax = f"{money(price) * D('0.8'):.2f}"
    return f'<div class="col mb-3"><div class="product-thumb"><div class="image"><a href="/p?id={slug}&path=20"><img src="/i/{slug}.jpg" alt="{name}" title="{name}" class="img-fluid"></a></div><div class="content"><div class="description"><h4><a href="/p?id={slug}&path=20">{name}</a></h4><p>A fine thing for any home, made to last and easy to keep, with a warranty of two years..</p><div class="price">{shown} <span class="price-tax">Ex Tax: ${tax}</span></div></div><form method="post" action="/cart"><div class="button"><button type="submit" title="Add to Cart"><i class="fa-solid fa-shopping-cart"></i></button></div><input type="hidden" name="product_id" value="4"></form></div></div></div>'


CART = Snapshot(
    name="shop cards with an old price by class only, and the tax beside it",
    head="<style>.price-old{text-decoration:line-through;color:#999}</style>",
    body=f"{MENU}<div id=content><h2>Desktops</h2><div class=row><div class=col-sm-10><p>Some words about desktops of $0 value</p></div></div><div id=product-list class='row row-cols-3'>{each(GOODS, cart)}</div><div class=row><div class='col-sm-6 text-end'>Showing 1 to 6 of 12 (2 Pages)</div></div></div>",
    fields={"name": "text", "price": "money", "url": "link"},
    truth=[{"name": n, "price": money(p), "url": at(f"/p?id={g}&path=20")} for n, g, p, *_ in GOODS],
    stated=12,
)


def presta(good: Any) -> str:
    name, slug, price, was, _, _ = good
    euro = price.replace(",", " ").replace(".", ",") + " €"
    old = (
        f'<span class="regular-price" aria-label="Regular price">{was.replace(".", ",")} €</span><span class="discount-percentage discount-product">-15%</span>'
        if was
        else ""
    )
    flag = (
        '<ul class="product-flags"><li class="product-flag discount">-15%</li></ul>'
        if was
        else '<ul class="product-flags"></ul>'
    )
    return f'<article class="product-miniature js-product-miniature" data-id-product="{len(slug)}"><div class="thumbnail-container"><a href="/{slug}.html" class="thumbnail product-thumbnail"><img src="/{slug}.jpg" alt="{name}"></a><div class="product-description"><h2 class="h3 product-title"><a href="/{slug}.html">{name}</a></h2><div class="product-price-and-shipping">{old}<span class="price" aria-label="Price">{euro}</span></div></div>{flag}<a class="quick-view js-quick-view" href="#"><i class="material-icons">search</i> Quick view</a></div></article>'


PRESTA = Snapshot(
    name="shop cards in euros with a discount before the price",
    head="<style>.regular-price{text-decoration:line-through}</style>",
    body=f"{MENU}<section id=main><h1>Clothes</h1><div id=js-product-list-top><p>There are 6 products.</p></div><div id=js-product-list><div class='products row'>{each(GOODS, presta)}</div></div></section>",
    fields={"name": "text", "price": "money", "url": "link"},
    truth=[{"name": n, "price": money(p), "url": at(f"/{g}.html")} for n, g, p, *_ in GOODS],
    options={"locale": "fr-FR", "into": "products"},
    stated=6,
)


def hashed(good: Any) -> str:
    name, slug, price, was, stars, reviews = good
    star = '<svg class="css-19d4q1{0}"><path d="M1 1"></path></svg>'.format
    stars_html = (
        f'<span class="MuiRating-root css-1qqgbpl" role="img" aria-label="{stars:g} Stars">{"".join(star(i) for i in range(5))}</span><p class="css-9l3uo3">({reviews})</p>'
        if stars
        else ""
    )
    old = f'<p class="css-2ulfj5">${was}</p>' if was else ""
    return f'<div class="css-18bzfqg"><div class="css-1rr4qq7"><div class="css-79elbk"><a href="/item/{slug}"></a><div class="css-16pqwjk" style="background-image:url(/{slug}.png)"></div></div><div class="css-15q2cw4"><div class="css-0"><p class="css-rizt0e">Nordhaus</p></div><div class="css-0"><a class="css-yb4k9p" href="/item/{slug}"><span class="css-x1">{name}</span></a></div><div class="css-70qvj9">{stars_html}</div><div class="css-1p3q"><p class="css-8atqhb">${price}</p>{old}</div></div></div></div>'


HASHED = Snapshot(
    name="cards of a component library, class names generated, stars by name",
    head="<style>.css-2ulfj5{text-decoration:line-through}</style>",
    body=f"<div id=root><div class=css-1>{MENU}<div class=css-2><div class=css-3><div class=css-4><h6 class=css-5>Filters</h6><label><input type=checkbox> Oak</label><label><input type=checkbox> Steel</label></div><div class=css-6>{each(GOODS, hashed)}</div></div></div></div></div>",
    fields={"name": "text", "price": "money", "rating": "rating", "url": "link"},
    truth=[{"name": n, "price": money(p), "rating": s, "url": at(f"/item/{g}")} for n, g, p, _, s, _ in GOODS],
)

SHOPS = (WOO, MAGENTO, DAWN, BIG, AUCTION, CART, PRESTA, HASHED)
