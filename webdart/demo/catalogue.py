"""Generates the products of the shop and their reviews."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import TypeVar

from webdart.demo.data import Product, Review

_V = TypeVar("_V")


@dataclass(frozen=True, slots=True)
class Category:
    """A category: how many products, of which kinds, between which prices (powers of ten, in dollars)."""

    department: str
    name: str
    code: str
    count: int
    kinds: tuple[str, ...]
    cheapest: float
    dearest: float

    @property
    def slug(self) -> str:
        """Its place in an address."""
        return slug(self.name)


CATEGORIES = (
    Category(
        "Electronics",
        "Home Audio",
        "HA",
        780,
        (
            "Bookshelf Speakers",
            "Floorstanding Speakers",
            "Soundbar",
            "Subwoofer",
            "Turntable",
            "AV Receiver",
            "Integrated Amplifier",
            "Network Streamer",
            "CD Player",
            "Radio",
        ),
        1.5,
        4.2,
    ),
    Category(
        "Electronics",
        "Headphones",
        "HP",
        140,
        ("Over-Ear Headphones", "In-Ear Headphones", "Studio Headphones", "Sports Earbuds"),
        1.2,
        3.2,
    ),
    Category(
        "Electronics",
        "Cameras",
        "CA",
        96,
        ("Mirrorless Camera", "Compact Camera", "Zoom Lens", "Tripod", "Camera Bag"),
        1.6,
        3.7,
    ),
    Category("Home & Kitchen", "Lamps", "LA", 84, ("Desk Lamp", "Floor Lamp", "Pendant", "Reading Light"), 1.1, 2.8),
    Category(
        "Home & Kitchen",
        "Cookware",
        "CO",
        110,
        ("Saucepan", "Cast-Iron Pot", "Frying Pan", "Kettle", "Carbon Steel Wok"),
        1.2,
        2.7,
    ),
    Category("Home & Kitchen", "Furniture", "FU", 72, ("Armchair", "Bookcase", "Dining Table", "Stool"), 1.9, 3.5),
    Category("Outdoors", "Bicycles", "BI", 64, ("City Bicycle", "Gravel Bicycle", "Folding Bicycle"), 2.5, 3.9),
    Category("Outdoors", "Camping", "CM", 58, ("Tent", "Sleeping Bag", "Stove", "Lantern"), 1.3, 2.9),
)

_BRANDS = (
    "Aurelio",
    "Brightwater",
    "Cadenza",
    "Dunmore",
    "Everly & Sons",
    "Fjordhaus",
    "Halden",
    "Ibex",
    "Juniper",
    "Kestrel",
    "Lumen",
    "Marlowe",
    "Norvik",
    "Orrin",
    "Pallas",
)
_SERIES = (
    "Tempo",
    "Nocturne",
    "Vista",
    "Alto",
    "Meridian",
    "Solo",
    "Arc",
    "Prima",
    "Heron",
    "Lyric",
    "Ember",
    "Cirrus",
)
_FIRST_NAMES = (
    "Ada",
    "Ben",
    "Chiara",
    "Dmitri",
    "Esi",
    "Farid",
    "Greta",
    "Hana",
    "Ivo",
    "June",
    "Kofi",
    "Lena",
    "Mateo",
)
_OPINIONS = (
    (5, "Exactly what I hoped for", "Set it up in ten minutes and have used it every day since."),
    (4, "Good, with one reservation", "Does its job well, but the manual is hard to follow."),
    (5, "Better than the one it replaced", "Solid build, and it looks finer than in the pictures."),
    (2, "Not for me", "It works, yet I expected more at this price. Returning it was easy."),
    (5, "A present that went down well", "My sister unpacked it first and has not let go of it."),
    (
        3,
        "Fine after a firmware update",
        "The first week was patchy; since the update there is nothing to complain about.",
    ),
)
_TODAY = date(2026, 3, 1)


def slug(words: str) -> str:
    """The words as a part of an address: `Home & Kitchen` is `home-kitchen`."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in words.lower()).split())


def products(random: Random, *, missing: float) -> tuple[Product, ...]:
    """Every product, in the order in which the shop features them; `missing` is the share of values left out."""
    made = [product for category in CATEGORIES for product in _category(random, category, missing)]
    random.shuffle(made)
    return tuple(made)


def reviews(random: Random, sold: tuple[Product, ...]) -> tuple[Review, ...]:
    """The reviews that stand on the products' pages: the latest three to six of each."""
    return tuple(review for product in sold for review in _reviews(random, product))


def _category(random: Random, category: Category, missing: float) -> Iterator[Product]:
    names: set[str] = set()
    for index in range(category.count):
        brand = random.choice(_BRANDS)
        name = _name(random, brand, category)
        while name in names:
            name = _name(random, brand, category)
        names.add(name)
        sku = f"{category.code}-{10_007 + 13 * index}"
        price = Decimal(round(10 ** random.uniform(category.cheapest, category.dearest))) - Decimal("0.01")
        reduced = random.random() < 0.18
        yield Product(
            sku=sku,
            name=name,
            department=category.department,
            category=category.name,
            brand=brand,
            price=_unless(random, missing, price),
            was=(price * Decimal("1.25")).quantize(Decimal("0.01")) if reduced else None,
            rating=_unless(random, missing, round(random.triangular(2.0, 5.0, 4.4), 1)),
            reviews=_unless(random, missing, round(10 ** random.uniform(0.6, 3.9))),
            released=_TODAY - timedelta(days=random.randrange(20, 2_600)),
            weight_kg=round(random.uniform(0.2, 28.0), 1),
            stock=random.choice((0, 2, 5, 14, 40, 120)),
            path=f"/shop/p/{sku.lower()}/",
        )


def _name(random: Random, brand: str, category: Category) -> str:
    model = random.choice(("", "Mini ", "Pro ", "")) + str(random.randrange(2, 99) * 10)
    return f"{brand} {random.choice(_SERIES)} {model} {random.choice(category.kinds)}"


def _unless(random: Random, missing: float, value: _V) -> _V | None:
    return None if random.random() < missing else value


def _reviews(random: Random, product: Product) -> Iterator[Review]:
    for number in range(1, min(product.reviews or 0, random.randint(3, 6)) + 1):
        rating, title, body = random.choice(_OPINIONS)
        yield Review(
            sku=product.sku,
            number=number,
            author=f"{random.choice(_FIRST_NAMES)} {random.choice('ABCDEFGHKLMNPRST')}.",
            rating=rating,
            title=title,
            body=body,
            written=_TODAY - timedelta(days=3 * number + random.randrange(3)),
        )
