"""Values of generated records: what is true, and how a page of some locale writes it."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from babel.dates import format_date
from babel.numbers import format_currency, format_decimal

Truth = str | int | float | None

LOCALES: Mapping[str, tuple[str, str]] = {
    "en-US": ("en", "USD"),
    "en-GB": ("en", "GBP"),
    "de-DE": ("de", "EUR"),
    "fr-FR": ("fr", "EUR"),
    "es-ES": ("es", "EUR"),
    "it-IT": ("it", "EUR"),
    "nl-NL": ("nl", "EUR"),
    "pl-PL": ("pl", "PLN"),
    "ru-RU": ("ru", "RUB"),
    "ja-JP": ("ja", "JPY"),
}
"""By locale: the language of its words, and its currency."""
_FIRST_DAY = date(2023, 1, 3)
_DAYS = 1300  # from the first day to the last
_DATE_FORMATS = ("short", "medium", "long", "full")


@dataclass(frozen=True, slots=True)
class Setting:
    """What all values of a page have in common."""

    locale: str
    random: Random
    date_format: str

    @property
    def language(self) -> str:
        """The language of the words."""
        return LOCALES[self.locale][0]

    def label(self, concept: str) -> str:
        """The word of the page's language for a concept."""
        return str(words()["labels"][concept][self.language])

    def material(self, name: str) -> Sequence[str]:
        """Material for values in the page's language."""
        return words()["material"][self.language][name]


@dataclass(frozen=True, slots=True)
class Cell:
    """One value: `truth` as a truth file has it, `shown` as the page writes it."""

    truth: Truth
    shown: str


@dataclass(frozen=True, slots=True)
class FieldKind:
    """A field that records of some topics have: its concept (for the label), type, names that people declare, maker."""

    concept: str
    type: str
    names: tuple[str, ...]
    make: Callable[[Setting, int], Cell]


@cache
def words() -> Mapping[str, Any]:
    """The table of words."""
    return tomllib.loads((files("tools.generator") / "words.toml").read_text(encoding="utf-8"))


def setting(random: Random, locale: str) -> Setting:
    """The setting of one page."""
    return Setting(locale, random, random.choice(_DATE_FORMATS))


def _text(shown: str) -> Cell:
    return Cell(shown, shown)


def _title(at: Setting, record: int) -> Cell:
    nouns, adjectives = at.material("nouns"), at.material("adjectives")
    noun, adjective = at.random.choice(nouns), at.random.choice(adjectives)
    words = f"{noun} {adjective}" if at.language in {"fr", "es", "it"} else f"{adjective} {noun}"
    return _text(f"{words} {record + 1}" if at.random.random() < 0.3 else f"{words} – {at.random.choice(nouns)}")


def _from(name: str) -> Callable[[Setting, int], Cell]:
    return lambda at, _: _text(at.random.choice(at.material(name)))


def _day(at: Setting, _: int) -> Cell:
    day = _FIRST_DAY + timedelta(days=at.random.randrange(_DAYS))
    return Cell(day.isoformat(), format_date(day, at.date_format, locale=at.locale.replace("-", "_")))


def _price(at: Setting, _: int) -> Cell:
    currency = LOCALES[at.locale][1]
    whole = at.random.choice((at.random.randrange(5, 100), at.random.randrange(100, 3000)))
    amount = whole if currency == "JPY" else whole + at.random.choice((0, 0.5, 0.99, 0.95))
    return Cell(f"{amount:.2f}", format_currency(amount, currency, locale=at.locale.replace("-", "_")))


def _count(most: int) -> Callable[[Setting, int], Cell]:
    def make(at: Setting, _: int) -> Cell:
        number = at.random.randrange(most)
        return Cell(number, format_decimal(number, locale=at.locale.replace("-", "_")))

    return make


def _year(at: Setting, _: int) -> Cell:
    year = at.random.randrange(1950, 2026)
    return Cell(year, str(year))


def _prose(at: Setting, _: int) -> Cell:
    sentences = at.random.sample(list(at.material("prose")), k=at.random.randrange(2, 4))
    return _text(" ".join(sentences))


def _number(_: Setting, record: int) -> Cell:
    return Cell(record + 1, str(record + 1))


def _phone(at: Setting, _: int) -> Cell:
    return _text(f"0{at.random.randrange(100, 999)} {at.random.randrange(10**5, 10**6)}")


FIELDS: Mapping[str, FieldKind] = {
    "title": FieldKind("title", "text", ("title", "name"), _title),
    "name": FieldKind("name", "text", ("name", "full_name"), _from("people")),
    "author": FieldKind("author", "text", ("author", "posted_by"), _from("people")),
    "price": FieldKind("price", "money", ("price",), _price),
    "date": FieldKind("date", "date", ("date", "published", "posted"), _day),
    "deadline": FieldKind("deadline", "date", ("deadline", "closing_date"), _day),
    "city": FieldKind("city", "text", ("city", "place", "location"), _from("cities")),
    "replies": FieldKind("replies", "integer", ("replies",), _count(400)),
    "views": FieldKind("views", "integer", ("views",), _count(90_000)),
    "stock": FieldKind("stock", "integer", ("stock",), _count(60)),
    "year": FieldKind("year", "integer", ("year",), _year),
    "status": FieldKind("status", "text", ("status", "availability"), _from("statuses")),
    "category": FieldKind("category", "text", ("category", "section"), _from("categories")),
    "summary": FieldKind("summary", "text", ("summary", "description"), _prose),
    "company": FieldKind("company", "text", ("company", "employer"), _from("people")),
    "number": FieldKind("number", "integer", ("number", "no"), _number),
    "phone": FieldKind("phone", "text", ("phone", "telephone"), _phone),
}

TOPICS: Mapping[str, tuple[str, ...]] = {
    "books": ("title", "author", "price", "year", "category", "status"),
    "shop": ("title", "price", "stock", "status", "summary"),
    "forum": ("title", "author", "replies", "views", "date"),
    "news": ("title", "author", "date", "category", "summary"),
    "jobs": ("title", "company", "city", "date", "deadline"),
    "events": ("title", "date", "city", "price", "summary"),
    "people": ("name", "city", "phone", "category", "date"),
    "ranking": ("number", "name", "city", "views", "year"),
}
"""By topic: the fields of its records, the one that names a record first (or after its number)."""
