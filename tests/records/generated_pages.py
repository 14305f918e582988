"""Makes listings from a seed, with the truth about them: layouts × locales × labels × noise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from html import escape
from random import Random

from babel.dates import format_date
from babel.numbers import format_currency, format_decimal

from webdart.page.model import PageView
from webdart.records import ListingSpec
from webdart.workflow.model import Field, Value

Build = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]

URL = "http://shop.example/list?page=2"
LOCALES = {
    "en-US": "USD",
    "de-DE": "EUR",
    "de-CH": "CHF",
    "fr-FR": "EUR",
    "ar-EG": "EGP",
    "ja-JP": "JPY",
    "hi-IN": "INR",
}
LABELS = {
    "en-US": {"name": "Product", "price": "Price", "reviews": "Reviews", "added": "Added on", "maker": "Maker", "rating": "Rating"},
    "de-DE": {"name": "Artikel", "price": "Preis", "reviews": "Bewertungen", "added": "Seit", "maker": "Hersteller", "rating": "Note"},
    "de-CH": {"name": "Artikel", "price": "Preis", "reviews": "Bewertungen", "added": "Seit", "maker": "Hersteller", "rating": "Note"},
    "fr-FR": {"name": "Produit", "price": "Prix", "reviews": "Avis", "added": "Depuis", "maker": "Fabricant", "rating": "Note"},
    "ar-EG": {"name": "المنتج", "price": "السعر", "reviews": "المراجعات", "added": "التاريخ", "maker": "الصانع", "rating": "التقييم"},
    "ja-JP": {"name": "商品", "price": "価格", "reviews": "レビュー", "added": "登録日", "maker": "製造元", "rating": "評価"},
    "hi-IN": {"name": "उत्पाद", "price": "मूल्य", "reviews": "समीक्षाएँ", "added": "तिथि", "maker": "निर्माता", "rating": "रेटिंग"},
}  # fmt: skip
KINDS = {
    "name": "text",
    "url": "link",
    "price": "money",
    "reviews": "integer",
    "added": "date",
    "maker": "text",
    "rating": "rating",
}
WORDS = [
    "amber",
    "birch",
    "cobalt",
    "dune",
    "ember",
    "fjord",
    "garnet",
    "hazel",
    "indigo",
    "jade",
    "kelp",
    "lunar",
    "mango",
    "nova",
    "onyx",
    "pearl",
    "quartz",
    "raven",
]
HEADED = ("table", "two heads", "groups", "two rows")
LABELLED = ("dl", "inline", "bold")
BARE = ("cards", "hashed", "plain divs", "headings", "sections", "wrapped link")


@dataclass
class Made:
    """A generated page and the truth about it."""

    html: str
    truth: list[dict[str, Value]]
    fields: list[str]
    labelled: bool
    locale: str
    stated: int | None = None
    noise: list[str] = field(default_factory=list[str])


@dataclass
class Maker:
    """Makes one page from a seed."""

    random: Random
    locale: str
    layout: str
    rows: int
    noise: frozenset[str]

    def value(self, name: str, number: int) -> Value:
        """A random value, None for some cells of optional fields."""
        dice = self.random
        if name in self.optional and dice.random() < 0.3:
            return None
        match name:
            case "name":
                return f"{dice.choice(WORDS).title()} {dice.choice(WORDS)} {number}"
            case "url":
                return f"http://shop.example/item/{number}"
            case "price":
                cents = 0 if self.locale == "ja-JP" else dice.randrange(100)
                return Decimal(dice.choice([7, 42, 980, 1234, 56789]) + number) + Decimal(cents) / 100
            case "reviews":
                return dice.choice([3, 27, 310, 1234, 20500]) + number
            case "added":
                return date(2021, 1, 1) + timedelta(days=dice.randrange(1500))
            case "maker":
                return f"{dice.choice(WORDS).title()} {dice.choice(['Works', 'Labs', 'Audio'])}"
            case _:
                return float(dice.randrange(2, 11)) / 2

    @property
    def optional(self) -> frozenset[str]:
        """Fields that some records lack."""
        return frozenset({"rating", "added"}) if "empty" in self.noise and self.rows > 2 else frozenset()

    def text(self, name: str, value: Value) -> str:
        """The value as the locale writes it."""
        where = self.locale.replace("-", "_")
        match name, value:
            case _, None:
                return ""
            case "price", Decimal():
                return format_currency(value, LOCALES[self.locale], locale=where)
            case "reviews", int():
                return format_decimal(value, locale=where)
            case "added", date():
                return format_date(value, "medium", locale=where)
            case "rating", float():
                return f"{value:g}/5"
            case _:
                return str(value)

    def cell(self, name: str, value: Value, row: Mapping[str, Value]) -> str:
        """The inner HTML of a cell; the name is the record's link."""
        shown = escape(self.text(name, value))
        if name == "name":
            return f'<a href="{row["url"]}">{shown}</a>'
        if name == "price" and "was" in self.noise:
            assert isinstance(value, Decimal)
            old = escape(self.text("price", value + 11))
            return f"<del>{old}</del> <ins>{shown}</ins>"
        return shown

    def make(self) -> Made:
        """The page."""
        headed, labelled = self.layout in HEADED, self.layout in LABELLED
        names = ["name", "price", "reviews", "added", "rating"] + (["maker"] if headed or labelled else [])
        rows: list[dict[str, Value]] = []
        for number in range(1, self.rows + 1):
            row: dict[str, Value] = {"url": self.value("url", number)}
            row.update({name: self.value(name, number) for name in names})
            rows.append(row)
        body = self.table(names, rows) if headed else self.records(names, rows)
        made = Made("", rows, [*names, "url"], headed or labelled, self.locale)
        made.html = self.around(body)
        return made

    def around(self, listing: str) -> str:
        """Menus, facets, a pager and a side list around the listing."""
        menu = "".join(f'<li><a href="/c/{n}">{WORDS[n].title()}</a></li>' for n in range(8))
        facets = "".join(f'<li><a href="/f/{n}">{WORDS[n]} <span>({n * 3 + 1})</span></a></li>' for n in range(6))
        side = "".join(f'<li><a href="/x/{n}">{WORDS[-n].title()} {n}</a></li>' for n in range(1, 4))
        parts = [f"<header><nav><ul>{menu}</ul></nav></header>" if "menu" in self.noise else ""]
        parts.append(f"<aside><h3>Filter</h3><ul>{facets}</ul></aside>" if "facets" in self.noise else "")
        parts.append(f"<main><h1>{WORDS[3].title()}</h1>{listing}</main>")
        parts.append(f"<aside><ul>{side}</ul></aside>" if "side" in self.noise else "")
        return "".join(parts) + "<footer><p>About us</p></footer>"

    # -- layouts ----------------------------------------------------------------------------------------------

    def table(self, names: Sequence[str], rows: Sequence[Mapping[str, Value]]) -> str:
        """A table in one of four forms."""
        labels = LABELS[self.locale]
        heads = "".join(f"<th>{labels[name]}</th>" for name in names)
        if self.layout == "two heads":
            rest = "".join(f"<th>{labels[name]}</th>" for name in names[1:])
            top = f'<tr><th rowspan="2">{labels[names[0]]}</th><th colspan="{len(names) - 1}">~</th></tr>'
            heads = f"{top}<tr>{rest}</tr>"
        else:
            heads = f"<tr>{heads}</tr>"
        body: list[str] = []
        for number, row in enumerate(rows):
            if self.layout == "groups" and number % 4 == 0:
                body.append(f'<tr><td colspan="{len(names)}">{WORDS[number % 9].upper()}</td></tr>')
            cells = "".join(f"<td>{self.cell(name, row[name], row)}</td>" for name in names)
            body.append(f'<tr class="{"even" if number % 2 else "odd"}">{cells}</tr>')
            if self.layout == "two rows":
                body.append(f'<tr><td colspan="{len(names)}">{" ".join(self.random.choices(WORDS, k=6))}</td></tr>')
        return f"<table><thead>{heads}</thead><tbody>{''.join(body)}</tbody></table>"

    def records(self, names: Sequence[str], rows: Sequence[Mapping[str, Value]]) -> str:
        """Repeated elements in one of many forms."""
        made = [self.record(names, row, number) for number, row in enumerate(rows)]
        if "ad" in self.noise and self.layout not in {"headings", "plain divs"}:
            made.insert(len(made) // 2, '<li class="promo"><p>Buy now, pay never</p></li>')
        if self.layout == "headings":
            return f"<div>{''.join(made)}</div>"
        if self.layout == "sections":
            third = len(made) // 3 + 1
            chunks = [made[n : n + third] for n in range(0, len(made), third)]
            return "".join(f"<section><h2>{WORDS[n]}</h2><ul>{''.join(c)}</ul></section>" for n, c in enumerate(chunks))
        if self.layout == "plain divs":
            return f"<div>{''.join(made)}</div>"
        return f'<ul class="products">{"".join(made)}</ul>'

    def record(self, names: Sequence[str], row: Mapping[str, Value], number: int) -> str:
        """One repeated element."""
        labels = LABELS[self.locale]
        shown = {name: self.cell(name, row[name], row) for name in names}
        rest = [name for name in names if name != "name"]
        match self.layout:
            case "dl":
                pairs = "".join(f"<dt>{labels[n]}</dt><dd>{shown[n]}</dd>" for n in rest if shown[n])
                return f"<li><h3>{shown['name']}</h3><dl>{pairs}</dl></li>"
            case "inline":
                pairs = "".join(f"<p>{labels[n]}: {self.text(n, row[n])}</p>" for n in rest if shown[n])
                return f"<li><h3>{shown['name']}</h3>{pairs}</li>"
            case "bold":
                pairs = "".join(f"<div><b>{labels[n]}</b> <span>{shown[n]}</span></div>" for n in rest if shown[n])
                return f"<li><h3>{shown['name']}</h3>{pairs}</li>"
            case "hashed":
                cells = "".join(f'<span class="css-{len(n) * 7}x{n[0]}">{shown[n]}</span>' for n in rest)
                return f'<li class="css-1x{number}"><a href="{row["url"]}">{self.text("name", row["name"])}</a>{cells}</li>'
            case "plain divs":
                return f"<div><div>{shown['name']}</div>{''.join(f'<div>{shown[n]}</div>' for n in rest)}</div>"
            case "headings":
                return f"<h3>{shown['name']}</h3>" + "".join(f'<p class="{n[:3]}">{shown[n]}</p>' for n in rest)
            case "wrapped link":
                cells = "".join(f'<span class="{n[:3]}">{self.text(n, row[n])}</span>' for n in rest)
                return f'<li><a href="{row["url"]}"><h4>{self.text("name", row["name"])}</h4>{cells}</a></li>'
            case _:
                cells = "".join(f'<span class="{n[:3]}">{shown[n]}</span>' for n in rest if shown[n])
                return f'<li class="card"><h3>{shown["name"]}</h3><div>{cells}</div><button>Buy</button></li>'


def declare(made: Made, declared: Declare) -> list[Field]:
    """The fields as a person would write them: labels where the page has them in another language."""
    labels = LABELS[made.locale]
    fields: list[Field] = []
    for name in made.fields:
        label = labels.get(name) if made.labelled and name != "url" else None
        if label is not None and made.html.count(escape(label)) == 0:
            label = None
        fields.append(declared(name, KINDS[name], label=label))
    return fields
