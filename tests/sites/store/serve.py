"""`python -m store.serve FOLDER`: make the shop in FOLDER, serve it on a free port of loopback, print where."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import django
from django.conf import settings
from django.core.management import call_command

PRODUCTS = 560
CATEGORIES = {
    "Books": ("Fiction", "Travel", "Cooking"),
    "Garden": ("Tools", "Seeds"),
    "Kitchen": ("Pots & pans", "Knives", "Small machines"),
}
ADJECTIVES = ("Blue", "Folding", "Heavy", "Old", "Quiet", "Small")
NOUNS = {
    "Books": ("Atlas", "Guide", "Notebook", "Novel"),
    "Garden": ("Hose", "Rake", "Spade", "Trowel"),
    "Kitchen": ("Kettle", "Ladle", "Pan", "Whisk"),
}


class Unmigrated(dict[str, None]):
    """No app has migrations: tables made at once take a second, 150 migrations fifteen."""

    def __contains__(self, app: object) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


def configure(folder: Path) -> None:
    """Settings as Oscar's own documentation has them."""
    import oscar  # noqa: PLC0415 - as below
    from oscar import defaults  # noqa: PLC0415 - a set of settings

    own = {name: getattr(defaults, name) for name in dir(defaults) if name.startswith("OSCAR_")}
    settings.configure(
        **own
        | {
            "OSCAR_SHOP_NAME": "Acorn & Daughters",
            "OSCAR_DEFAULT_CURRENCY": "GBP",
            "OSCAR_PRODUCTS_PER_PAGE": 40,
            "OSCAR_THUMBNAILER": "store.thumbnails.Unchanged",
            "DEBUG": True,
            "SECRET_KEY": "only for tests on loopback",
            "ALLOWED_HOSTS": ["127.0.0.1"],
            "ROOT_URLCONF": "store.urls",
            "SITE_ID": 1,
            "INSTALLED_APPS": oscar.INSTALLED_APPS,
            "MIDDLEWARE": [
                "library.received.note_writes",
                "django.contrib.sessions.middleware.SessionMiddleware",
                "django.middleware.common.CommonMiddleware",
                "django.middleware.csrf.CsrfViewMiddleware",
                "django.contrib.auth.middleware.AuthenticationMiddleware",
                "django.contrib.messages.middleware.MessageMiddleware",
                "oscar.apps.basket.middleware.BasketMiddleware",
            ],
            "AUTHENTICATION_BACKENDS": (
                "oscar.apps.customer.auth_backends.EmailBackend",
                "django.contrib.auth.backends.ModelBackend",
            ),
            "TEMPLATES": [
                {
                    "BACKEND": "django.template.backends.django.DjangoTemplates",
                    "APP_DIRS": True,
                    "OPTIONS": {
                        "context_processors": [
                            "django.template.context_processors.request",
                            "django.template.context_processors.i18n",
                            "django.template.context_processors.media",
                            "django.template.context_processors.static",
                            "django.contrib.auth.context_processors.auth",
                            "django.contrib.messages.context_processors.messages",
                            "oscar.apps.search.context_processors.search_form",
                            "oscar.apps.checkout.context_processors.checkout",
                            "oscar.apps.communication.notifications.context_processors.notifications",
                            "oscar.core.context_processors.metadata",
                        ]
                    },
                }
            ],
            "HAYSTACK_CONNECTIONS": {
                "default": {
                    "ENGINE": "store.search.Engine",
                    "PATH": str(folder / "index"),
                }
            },
            "DATABASES": {
                "default": {
                    "ENGINE": "django.db.backends.sqlite3",
                    "NAME": folder / "store.db",
                    "OPTIONS": {"timeout": 20},
                    "ATOMIC_REQUESTS": True,
                }
            },
            "MIGRATION_MODULES": Unmigrated(),
            "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
            "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
            "STATIC_URL": "/static/",
            "MEDIA_URL": "/media/",
            "MEDIA_ROOT": str(folder / "media"),
            "LANGUAGE_CODE": "en-gb",
            "TIME_ZONE": "UTC",
            "USE_TZ": True,
            "RECEIVED": str(folder / "received.jsonl"),
        },
    )
    django.setup()


def fill() -> None:
    """560 products in eight categories, with reviews and orders; the same each time."""
    from django.contrib.auth.models import User  # noqa: PLC0415 - models want the settings first

    User.objects.create_superuser("clerk", "clerk@store.example", "a-test-password")
    random = Random("store")
    buyers = [
        User(username=f"buyer{n}", email=f"buyer{n}@store.example", first_name=name, last_name="Doe", password="!")
        for n, name in enumerate(("Ana", "Boris", "Chloé", "Dunja", "Emeka", "Fumi"))
    ]
    User.objects.bulk_create(buyers)
    _products(random)
    _reviews(random)
    _orders(random)


def _products(random: Random) -> None:
    from oscar.core.loading import get_model  # noqa: PLC0415 - as above

    kind = get_model("catalogue", "ProductClass").objects.create(name="Goods", track_stock=True)
    partner = get_model("partner", "Partner").objects.create(name="Acorn warehouse")
    category, product = get_model("catalogue", "Category"), get_model("catalogue", "Product")
    leaves = []
    for name, inner in CATEGORIES.items():
        root = category.objects.add_root(instance=category(name=name, is_public=True))
        leaves += [
            (name, category.objects.add_child(root, instance=category(name=leaf, is_public=True))) for leaf in inner
        ]
    made, stock, places = [], [], []
    for number in range(1, PRODUCTS + 1):
        shelf, leaf = random.choice(leaves)
        title = f"{random.choice(ADJECTIVES)} {random.choice(NOUNS[shelf])} {number}"
        slug = title.lower().replace(" ", "-")
        described = f"<p>A {title.lower()} for every day.</p>"
        item = product(
            id=number, title=title, slug=slug, upc=f"AC-{number:05}", product_class=kind, description=described
        )
        made.append(item)
        places.append(get_model("catalogue", "ProductCategory")(product=item, category=leaf))
        stock.append(
            get_model("partner", "StockRecord")(
                product=item,
                partner=partner,
                partner_sku=f"sku-{number}",
                price_currency="GBP",
                price=f"{random.randrange(150, 250_000) / 100:.2f}",
                num_in_stock=random.choice((0, 0, 3, 12, 140)),
            )
        )
    product.objects.bulk_create(made)
    for item in (stock, places):
        type(item[0]).objects.bulk_create(item)


def _reviews(random: Random) -> None:
    from django.contrib.auth.models import User  # noqa: PLC0415 - as above
    from oscar.core.loading import get_model  # noqa: PLC0415 - as above

    review, product = get_model("reviews", "ProductReview"), get_model("catalogue", "Product")
    users = list(User.objects.order_by("id")[1:])
    made = [
        review(
            product_id=number,
            score=random.randrange(1, 6),
            title=f"About item {number}, {user.first_name}",
            body=f"I used it {random.randrange(2, 40)} times.",
            user=user,
            status=1,
        )
        for number in range(1, PRODUCTS + 1, 7)
        for user in random.sample(users, random.randrange(1, 6))
    ]
    review.objects.bulk_create(made)
    for item in product.objects.filter(reviews__isnull=False).distinct():
        item.update_rating()


def _orders(random: Random) -> None:
    from django.contrib.auth.models import User  # noqa: PLC0415 - as above
    from django.contrib.sites.models import Site  # noqa: PLC0415 - as above
    from oscar.core.loading import get_model  # noqa: PLC0415 - as above

    order, site = get_model("order", "Order"), Site.objects.get_or_create(id=1)[0]
    users = list(User.objects.order_by("id")[1:])
    begin = datetime(2025, 3, 1, 9, tzinfo=UTC)
    made = []
    for number in range(1, 241):
        total = random.randrange(500, 90_000) / 100
        made.append(
            order(
                id=number,
                number=f"{100_000 + number}",
                site=site,
                user=random.choice(users),
                currency="GBP",
                total_incl_tax=f"{total:.2f}",
                total_excl_tax=f"{total:.2f}",
                shipping_incl_tax="0.00",
                shipping_excl_tax="0.00",
                status=random.choice(("Pending", "Being processed", "Complete", "Cancelled")),
                date_placed=begin + timedelta(hours=random.randrange(1, 9_000)),
            )
        )
    order.objects.bulk_create(made)


def main() -> None:
    """Make it, then serve it until the process is ended."""
    folder = Path(sys.argv[1])
    configure(folder)
    call_command("migrate", verbosity=0, run_syncdb=True)
    fill()
    call_command("rebuild_index", interactive=False, verbosity=0)
    from django.contrib.staticfiles.handlers import StaticFilesHandler  # noqa: PLC0415 - wants the settings first
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler  # noqa: PLC0415 - as above
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415 - as above

    server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
    server.set_app(StaticFilesHandler(get_wsgi_application()))
    sys.stdout.write(f"http://127.0.0.1:{server.server_port}/\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
