"""Do the listings show what the site's data says, however they are asked?"""

import re
from collections.abc import Iterator

import httpx
import pytest

from webdart.demo import DemoSite, Quirks, serve

HOME_AUDIO = "/shop/electronics/home-audio/"
_CARD = re.compile(r'<h2><a href="(/shop/p/[^"]+)">')


@pytest.fixture
def visitor(demo_site: DemoSite) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=demo_site.url) as client:
        yield client


def cards(page: str) -> list[str]:
    return _CARD.findall(page)


def walk(visitor: httpx.Client, address: str) -> list[str]:
    """The pages of a listing, by its links to the next one."""
    pages: list[str] = []
    following: str | None = address
    while following is not None:
        page = visitor.get(following).text
        pages.append(page)
        link = re.search(r'rel="next" href="([^"]+)"', page)
        following = link[1].replace("&amp;", "&") if link else None
    return pages


def test_a_category_walked_by_next_shows_every_product_once(demo_site: DemoSite, visitor: httpx.Client) -> None:
    """39 pages of 20 state one total and hold each of the 780 products of the category, in the site's own order."""
    pages = walk(visitor, HOME_AUDIO)
    seen = [path for page in pages for path in cards(page)]
    expected = demo_site.rows("SELECT path FROM products WHERE category = 'Home Audio' ORDER BY rowid")
    assert len(pages) == 39
    assert seen == [path for (path,) in expected]
    assert "1–20 of 780 products" in pages[0]
    assert "761–780 of 780 products" in pages[-1]


def test_sort_and_price_band_agree_with_sql(demo_site: DemoSite, visitor: httpx.Client) -> None:
    """The controls ask for what ORDER BY and BETWEEN ask for, boundaries included."""
    ((edge,),) = demo_site.rows("SELECT min(price) FROM products WHERE category = 'Home Audio' AND price > 1000")
    page = visitor.get(HOME_AUDIO, params={"sort": "-reviews", "min": str(edge), "max": "9,999", "show": "100"}).text
    expected = demo_site.rows(
        "SELECT path FROM products WHERE category = 'Home Audio' AND price BETWEEN :edge AND 9999"
        " ORDER BY reviews DESC, rowid LIMIT 100",
        edge=edge,
    )
    assert cards(page) == [path for (path,) in expected]


def test_was_prices_and_review_counts_stand_on_the_cards(demo_site: DemoSite, visitor: httpx.Client) -> None:
    """A reduced product shows both prices, with words for those who don't see the stroke."""
    ((name, price, was, reviews),) = demo_site.rows(
        "SELECT name, price, was, reviews FROM products WHERE category = 'Home Audio' AND was IS NOT NULL"
        " AND reviews > 1000 ORDER BY reviews DESC LIMIT 1"
    )
    page = visitor.get(HOME_AUDIO, params={"sort": "-reviews", "show": "100"}).text
    card = next(part for part in page.split('<li class="card">') if f">{name}</a>" in part)
    assert f'<span class="heard">Price: </span>${price:,.2f}<' in card
    assert f'<span class="heard">Was: </span>${was:,.2f}<' in card
    assert f">{reviews:,} reviews<" in card


def test_every_product_has_its_own_page(demo_site: DemoSite, visitor: httpx.Client) -> None:
    """The detail page states SKU and brand in a description list."""
    for product in demo_site.data.products[:5]:
        page = visitor.get(product.path).text
        assert f"<dt>SKU</dt><dd>{product.sku}</dd>" in page
        assert f"<h1>{product.name.replace('&', '&amp;')}</h1>" in page


def test_threads_are_paged_by_older_without_totals(demo_site: DemoSite, visitor: httpx.Client) -> None:
    """A board's pages hold its threads, the latest post first; no page says how many there are."""
    pages = walk(visitor, "/forum/repairs/")
    seen = [path for page in pages for path in re.findall(r'<td><a href="(/forum/repairs/\d+/)">', page)]
    expected = demo_site.rows("SELECT path FROM threads WHERE board = 'Repairs' ORDER BY last_post DESC, id DESC")
    assert seen == [path for (path,) in expected]
    assert "Older threads" in pages[0]
    assert "Older threads" not in pages[-1]
    assert not any(" of " in page.split("<table>")[0].split("<main")[1] for page in pages)


def test_the_series_has_two_hundred_pages_of_twenty(demo_site: DemoSite, visitor: httpx.Client) -> None:
    """The listing for measurements ends at page 200; what lies beyond is its last page again."""
    assert len(demo_site.data.parts) == 4000
    assert "3,981–4,000 of 4,000 parts" in visitor.get("/bench?page=200").text
    assert visitor.get("/bench?page=999").text.count("<tr>") == 21


def test_documentation_groups_its_table_by_area(demo_site: DemoSite, visitor: httpx.Client) -> None:
    """Each area has a row of its own above its settings."""
    page = visitor.get("/docs/settings/").text
    areas = re.findall(r'scope="rowgroup">([^<]+)<', page)
    assert areas == [area for (area,) in demo_site.rows("SELECT DISTINCT area FROM settings ORDER BY rowid")]
    assert page.count("<code>") == len(demo_site.data.settings)


@pytest.mark.parametrize("address", ["/nowhere/", "/shop/electronics/lamps/", "/shop/p/xx-1/", "/forum/repairs/1/"])
def test_an_address_without_a_page_is_404(visitor: httpx.Client, address: str) -> None:
    """Wrong addresses say so, with the status too."""
    assert visitor.get(address).status_code == 404


def test_the_same_seed_is_the_same_site() -> None:
    """Rows follow from seed and quirks alone."""
    with serve(seed=3) as one, serve(seed=3) as two, serve(seed=4) as other:
        assert one.data == two.data
        assert one.data != other.data


def test_missing_values_are_null_in_the_data_and_blank_on_the_page() -> None:
    """What the page does not show, the expected answer must not know."""
    with serve(quirks=Quirks(missing=0.5)) as site, httpx.Client(base_url=site.url) as visitor:
        page = visitor.get(HOME_AUDIO).text
        shown = page.count('<span class="heard">Price: </span>')
        by_path = {product.path: product for product in site.data.products}
        priced = [path for path in cards(page) if by_path[path].price is not None]
        assert 0 < shown < 20
        assert shown == len(priced)


def test_listing_quirks_change_only_what_they_say() -> None:
    """Advertisements, false totals, a rival *Next* and a circle stand on the page; its records stay what they were."""
    quirks = Quirks(sponsored=2, lying_totals=5, rival_next=True, circular_next=True, shuffled=True)
    with serve(quirks=quirks) as site, httpx.Client(base_url=site.url) as visitor:
        page = visitor.get(HOME_AUDIO, params={"page": "39"}).text
        expected = site.rows(
            "SELECT path FROM products WHERE category = 'Home Audio' ORDER BY rowid LIMIT 20 OFFSET 760"
        )
        assert cards(page) == [path for (path,) in expected]
        assert page.count("Sponsored") == 2
        assert "761–780 of 785 products" in page
        assert page.count(">Next</a>") == 2
        assert f'rel="next" href="{HOME_AUDIO}?page=1"' in page
