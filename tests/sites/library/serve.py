"""`python -m library.serve FOLDER`: make the library in FOLDER, serve it on a free port of loopback, print where."""

import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import django
from django.conf import settings
from django.core.management import call_command


def configure(folder: Path) -> None:
    """Settings as a small project has them."""
    settings.configure(
        DEBUG=True,
        SECRET_KEY="only for tests on loopback",
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF="library.urls",
        INSTALLED_APPS=[
            "django.contrib.admin",
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "django.contrib.staticfiles",
            "library",
        ],
        MIDDLEWARE=[
            "library.received.note_writes",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "library.db"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        # so that making 130 users takes no minute
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        STATIC_URL="/static/",
        TIME_ZONE="UTC",
        USE_TZ=True,
        RECEIVED=str(folder / "received.jsonl"),
    )
    django.setup()


def fill(books: int = 640) -> None:
    """So many books and 130 users, the same each time."""
    from django.contrib.auth.models import User  # noqa: PLC0415 - models want the settings first

    from .models import Book  # noqa: PLC0415 - as above

    User.objects.create_superuser("librarian", "librarian@library.example", "a-test-password")
    random = Random("library")
    first, last = ("Ana", "Boris", "Chloé", "Dunja", "Emeka", "Fumi", "Gwen"), ("Abel", "Brandt", "Costa", "Dey", "Ek")
    people = [(random.choice(first), random.choice(last), number) for number in range(129)]
    User.objects.bulk_create(
        User(
            username=f"{name.lower()}{number}",
            first_name=name,
            last_name=family,
            email=f"{name.lower()}{number}@library.example" if number % 4 else "",
            is_staff=number % 9 == 0,
            password="!",
        )
        for name, family, number in people
    )
    Book.objects.bulk_create(_book(random, Book, number) for number in range(1, books + 1))


def _book(random: Random, kind: type, number: int):
    adjective = random.choice(("Quiet", "Second", "Last", "Northern", "Paper", "Hidden"))
    noun = random.choice(("Orchard", "Ferry", "Letter", "Winter", "Mirror", "Atlas", "Station"))
    hour = random.choice((0, 9, 12, 15, 21))
    return kind(
        title=f"The {adjective} {noun}, vol. {number}",
        author=random.choice(("E. Sand", "Noor Aziz", "P. O'Malley", "Zoë Prins")),
        pages=random.randrange(60, 2_400),
        price=f"{random.randrange(300, 9_000) / 100:.2f}",
        status=random.choices(("shelf", "loan", "lost"), (70, 25, 5))[0],
        published=date(1970, 1, 1) + timedelta(days=random.randrange(20_000)),
        borrowed=datetime(2024, 1, 1, hour, 30 * (number % 2), tzinfo=UTC) + timedelta(days=random.randrange(700))
        if number % 5
        else None,
        reserved=number % 11 == 0,
    )


def main() -> None:
    """Make it, then serve it until the process is ended."""
    folder = Path(sys.argv[1])
    configure(folder)
    call_command("migrate", verbosity=0, run_syncdb=True)
    fill(*map(int, sys.argv[2:]))
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
