"""Does a chore give on a shop made with Oscar what SQL over the shop's own database gives?"""

from pathlib import Path

import pytest

from tests.apps.app_server import Application
from tests.apps.chores import chore, complete
from tests.table_comparison import rows, told
from webdart import Run

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("store")]

_PRODUCTS = (
    "catalogue_product AS product JOIN partner_stockrecord AS stock ON stock.product_id = product.id"
    " JOIN catalogue_productcategory AS place ON place.product_id = product.id"
    " JOIN catalogue_category AS shelf ON shelf.id = place.category_id"
)
_STOCK = "CASE WHEN num_in_stock > 0 THEN 'In stock' ELSE 'Unavailable' END"
_URL = "? || 'catalogue/' || product.slug || '_' || product.id || '/'"


@pytest.fixture(scope="module")
def walked(store: Application, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The walk over all products, once for the tests that ask its rows."""
    return chore("store-products", store, tmp_path_factory.mktemp("walked"))


@pytest.mark.proof
def test_every_cell_of_every_product_is_read(store: Application, walked: Run) -> None:
    """560 cards: prices with their currency, stars told by a class, in stock or not by two classes."""
    expected = [
        (
            *cells,
            mean if mean is None else round(float(mean)),
            stock,
            url,
        )  # of a mean rating the page shows whole stars
        for *cells, mean, stock, url in store.sql(
            f"SELECT title, price, 'GBP', rating, {_STOCK}, {_URL} FROM {_PRODUCTS} ORDER BY title", store.url
        )
    ]
    names = ["name", "price", "currency", "rating", "availability", "url"]
    assert sorted(rows(walked.table("products").arrow(), names), key=lambda row: str(row[0])) == expected
    complete(walked, "products", 560)
    worth = store.sql(
        f"SELECT {_STOCK} AS said, count(*), round(sum(price), 2) FROM {_PRODUCTS} GROUP BY said ORDER BY said"
    )
    assert told(walked.answer.value) == worth


@pytest.mark.proof
def test_the_dearest_of_a_category(store: Application, tmp_path: Path) -> None:
    """Two words of the menu; filters beside the listing, with counts, turn no page."""
    run = chore("store-category", store, tmp_path)
    expected = store.sql(f"SELECT title FROM {_PRODUCTS} WHERE shelf.name = 'Fiction' ORDER BY price DESC LIMIT 5")
    assert run.answer.value == [title for (title,) in expected]
    complete(run, "products", 64)


@pytest.mark.proof
def test_two_shelves_in_one_table(store: Application, tmp_path: Path) -> None:
    """One walk a row of the list; money to the penny."""
    run = chore("store-shelves", store, tmp_path)
    expected = store.sql(
        f"SELECT shelf.name, title, price FROM {_PRODUCTS} WHERE shelf.name IN ('Tools', 'Seeds') ORDER BY title"
    )
    assert (
        sorted(rows(run.table("products").arrow(), ["shelf", "name", "price"]), key=lambda row: str(row[1])) == expected
    )
    means = store.sql(
        f"SELECT shelf.name, count(*), round(avg(price), 2) FROM {_PRODUCTS} WHERE shelf.name IN ('Tools', 'Seeds') GROUP BY 1 ORDER BY 1"
    )
    assert told(run.answer.value) == means


@pytest.mark.proof
def test_one_product_by_its_own_page(store: Application, tmp_path: Path) -> None:
    """A table of terms and amounts, a text below a heading."""
    run = chore("store-product", store, tmp_path)
    ((title, upc, price),) = store.sql(f"SELECT title, upc, price FROM {_PRODUCTS} WHERE product.id = 22")
    reviews = store.sql("SELECT count(*) FROM reviews_productreview WHERE product_id = 22")[0][0]
    names = ["title", "upc", "price", "kind", "stock", "reviews", "description"]
    assert rows(run.table("products").arrow(), names) == [
        (title, upc, price, "Goods", "Unavailable", reviews, "A quiet atlas 22 for every day.")
    ]


@pytest.mark.proof
def test_what_a_search_finds_with_details(store: Application, tmp_path: Path) -> None:
    """Each hit's own page is opened."""
    run = chore("store-details", store, tmp_path, words="Spade")
    expected = store.sql(
        "SELECT title, upc, (SELECT count(*) FROM reviews_productreview WHERE product_id = product.id) FROM"
        " catalogue_product AS product WHERE title LIKE '%Spade%' ORDER BY title"
    )
    assert sorted(rows(run.table("products").arrow(), ["name", "upc", "reviews"])) == expected
    complete(run, "products", len(expected))


@pytest.mark.proof
def test_orders_behind_the_login(store: Application, tmp_path: Path) -> None:
    """The dashboard's list: amounts, counts, times; the login is all that was sent."""
    seen = len(store.writes())
    run = chore("store-orders", store, tmp_path)
    expected = store.sql(
        "SELECT CAST(number AS INTEGER), total_incl_tax, 0, status, first_name || ' ' || last_name,"
        " strftime('%Y-%m-%d %H:%M:%S', date_placed)"
        " FROM order_order JOIN auth_user ON auth_user.id = user_id ORDER BY number"
    )
    kept = rows(run.table("orders").arrow(), ["number", "total", "items", "status", "customer", "placed"])
    assert sorted(kept, key=lambda row: int(str(row[0]))) == expected
    complete(run, "orders", 240)
    assert [write.path for write in store.writes()[seen:]] == ["/dashboard/login/"]


@pytest.mark.proof
def test_the_librarys_shop_chores(store: Application, tmp_path: Path) -> None:
    """`shop/cheapest` and `shop/in-stock` know nothing of this shop but two words of its menu."""
    cheapest = chore("shop/cheapest", store, tmp_path, department="Kitchen", category="Knives", n=3)
    expected = store.sql(
        f"SELECT title, price FROM {_PRODUCTS} WHERE shelf.name = 'Knives' ORDER BY price, title LIMIT 3"
    )
    assert told(cheapest.answer.value) == expected
    stock = chore("shop/in-stock", store, tmp_path, department="Kitchen", category="Knives")
    counts = store.sql(f"SELECT {_STOCK}, count(*) FROM {_PRODUCTS} WHERE shelf.name = 'Knives' GROUP BY 1")
    assert stock.answer.value == {str(row[0]): row[1] for row in counts}


@pytest.mark.proof
def test_the_librarys_orders(store: Application, tmp_path: Path) -> None:
    """`admin/orders` fits any dashboard of Oscar."""
    run = chore("admin/orders", store, tmp_path)
    expected = store.sql(
        "SELECT status, count(*), round(sum(total_incl_tax), 2) FROM order_order GROUP BY status ORDER BY status"
    )
    assert told(run.answer.value) == expected
