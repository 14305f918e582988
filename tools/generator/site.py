"""Generated pages: a listing or a detail page in a layout, with what real sites put around it, and its truth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from random import Random
from typing import Any

from tools.generator.layouts import LAYOUTS, Drawn, Listing, Record, labelled_pairs
from tools.generator.style import NAMINGS, Style
from tools.generator.values import FIELDS, LOCALES, TOPICS, Cell, Setting, Truth, setting

DETAIL_FORMS = ("dl", "table", "divs", "li", "b")
_ADVERT_SHARE, _GAP_SHARE = 0.25, 0.3  # of the pages that have adverts between records, records without some field
_CHECKED = 5  # records whose values are in the truth


@dataclass(frozen=True, slots=True)
class Generated:
    """A page and its truth, as files of labelled pages have them."""

    name: str
    html: str
    truth: Mapping[str, Any]


def page(seed: int, layout: str, locale: str | None = None) -> Generated:
    """The page of a seed in one layout (a name of `LAYOUTS`, or `detail`)."""
    random = Random(f"{seed}/{layout}")  # noqa: S311 - repeatable chance is what is wanted
    at = setting(random, locale or random.choice(list(LOCALES)))
    topic = random.choice([name for name in TOPICS if layout != "detail" or name != "ranking"])
    style = Style(random, random.choice(NAMINGS), topic)
    name = f"{layout}_{seed}"
    if layout == "detail":
        return _detail(name, at, style, topic)
    return _listing(name, at, style, topic, layout)


def _records(at: Setting, fields: Sequence[str], count: int) -> list[Record]:
    gaps = at.random.random() < _GAP_SHARE
    optional = at.random.choice([*fields[1:], None]) if gaps else None
    optional = None if optional in {"title", "name", None} else optional
    return [
        {
            field: None if field == optional and at.random.random() < 0.3 else FIELDS[field].make(at, record)
            for field in fields
        }
        for record in range(count)
    ]


def _listing(name: str, at: Setting, style: Style, topic: str, layout: str) -> Generated:
    fields = _fields(at, topic, layout)
    count = at.random.choice((3, 4, 5, 8, 12, 20, 25, 40))
    records = _records(at, fields, count)
    urls = [f"/{topic}/{at.random.randrange(10**6)}-{record}" for record in range(count)]
    inserts: dict[int, str] = {}
    if at.random.random() < _ADVERT_SHARE and count > 4:
        text = f'<a href="/out/{at.random.randrange(99)}">{escape(at.label("advert"))}: {escape(_noun(at))}</a>'
        inserts = {count // 2: text}
    listing = Listing(at, style, fields, records, urls, inserts)
    drawn = LAYOUTS[layout](listing)
    html = _around(at, style, topic, drawn.html, count)
    columns = [_column(at, field, [record[field] for record in records], drawn) for field in fields]
    links: dict[str, Truth] = {str(record): urls[record] for record in _checked(count)}
    columns.append({"name": "url", "label": None, "type": "link", "values": links})
    kind = "table" if drawn.table else "list"
    return Generated(name, html, _truth(name, at, kind, count, columns))


def _fields(at: Setting, topic: str, layout: str) -> list[str]:
    """Some fields of the topic, the name first or after a number."""
    fields = list(TOPICS[topic])
    named = [field for field in fields if field in {"title", "name", "number"}]
    rest = [field for field in fields if field not in named]
    kept = at.random.sample(rest, k=at.random.randrange(min(2, len(rest)), len(rest) + 1))
    kept.sort(key=rest.index)
    if layout.startswith(("table", "grid", "two_line")):
        kept = [field for field in kept if field != "summary"] or kept
    return [*named, *kept]


def _checked(count: int) -> list[int]:
    return sorted({0, 1, 2, count // 2, count - 1} & set(range(count)))[:_CHECKED]


def _column(at: Setting, field: str, cells: Sequence[Cell | None], drawn: Drawn) -> dict[str, Any]:
    kind = FIELDS[field]
    gaps = [record for record, cell in enumerate(cells) if cell is None][:2]
    checked = sorted({*_checked(len(cells)), *gaps})
    values = {str(record): cell.truth if (cell := cells[record]) else None for record in checked}
    return {"name": at.random.choice(kind.names), "label": drawn.labels.get(field), "type": kind.type, "values": values}


def _truth(name: str, at: Setting, kind: str, count: int, columns: list[dict[str, Any]]) -> dict[str, Any]:
    declare: dict[str, Any] = {}
    for column in columns:
        if column["label"] and at.random.random() < 0.4:
            declare[column["name"]] = {"type": column["type"], "label": column["label"]}
        else:
            declare[column["name"]] = column["type"]
    return {
        "source": "generated",
        "site": f"generated/{name}",
        "kind": kind,
        "locale": at.locale,
        "records": count,
        "note": "",
        "columns": columns,
        "declare": declare,
    }


def _detail(name: str, at: Setting, style: Style, topic: str) -> Generated:
    fields = _fields(at, topic, "detail")
    record = _records(at, fields, 1)[0]
    title = next(field for field in fields if field in {"title", "name"})
    labelled = [field for field in fields if field not in {title, "summary"} and record[field]]
    pairs = [(escape(at.label(FIELDS[field].concept)), _shown(record, field)) for field in labelled]
    form = at.random.choice(DETAIL_FORMS)
    text = f"<p{style.attribute('text')}>{_shown(record, 'summary')}</p>" if record.get("summary") else ""
    block = f"<div{style.attribute('facts')}>{labelled_pairs(pairs, form)}</div>"
    body = f"<h1>{_shown(record, title)}</h1>" + (text + block if at.random.random() < 0.5 else block + text)
    related = "".join(
        f"<li><a href='/{topic}/{number}'>{escape(_noun(at))}</a></li>" for number in range(at.random.randrange(3, 7))
    )
    html = _around(at, style, topic, f"{body}<h2>{escape(at.label('related'))}</h2><ul>{related}</ul>", 0)
    labels: dict[str, str | None] = {field: at.label(FIELDS[field].concept) for field in labelled}
    shown = [field for field in fields if record[field]]
    columns = [_column(at, field, [record[field]], Drawn("", labels)) for field in shown]
    return Generated(name, html, _truth(name, at, "detail", 1, columns))


def _shown(record: Record, field: str) -> str:
    cell = record.get(field)
    return escape(cell.shown) if cell else ""


def _noun(at: Setting) -> str:
    return f"{at.random.choice(at.material('nouns'))} {at.random.randrange(90)}"


def _around(at: Setting, style: Style, topic: str, body: str, count: int) -> str:
    """The page around the main part: menu, side column, filters, pager, foot."""
    chance = at.random.random
    menu = _links(at, ("home", "about", "contact"), "/")
    nouns = [
        f"<li><a href='/{topic}/c{number}'>{escape(_noun(at))}</a></li>" for number in range(at.random.randrange(3, 9))
    ]
    side = f"<h4>{escape(at.label('popular'))}</h4><ul>{''.join(nouns)}</ul>" if chance() < 0.6 else ""
    facets = "".join(
        f"<li><a href='?c={number}'>{escape(category)}</a> ({at.random.randrange(1, 90)})</li>"
        for number, category in enumerate(at.material("categories"))
    )
    side += (
        f"<h4>{escape(at.label('filter'))}</h4><ul{style.attribute('facets')}>{facets}</ul>" if chance() < 0.5 else ""
    )
    edge = at.random.choice(("aside", "div"))
    side = f"<{edge}{style.attribute('side')}>{side}</{edge}>"
    total = (
        f"<p>{count * at.random.randrange(1, 9)} {escape(at.label('results'))}</p>" if count and chance() < 0.4 else ""
    )
    numbers = " ".join(f"<a href='?page={number}'>{number}</a>" for number in range(2, 6))
    following = f"<a href='?page=2'>{escape(at.label('next'))}</a>"
    pager = f"<div{style.attribute('pager')}><span>1</span> {numbers} {following}</div>"
    heading = f"<h1>{escape(topic.title())}</h1>" if count and chance() < 0.7 else ""
    main = f"{heading}{total}{body}{pager if count and chance() < 0.6 else ''}"
    parts = [f"<div{style.attribute('main')}>{main}</div>", side]
    if chance() < 0.3:
        parts.reverse()
    tag = at.random.choice(("nav", "div"))
    foot = _links(at, ("contact", "imprint", "about"), "/f/")
    content = (
        f"<{tag}><ul{style.attribute('menu')}>{menu}</ul></{tag}>"
        f"<div{style.attribute('columns')}>{''.join(parts)}</div><footer><ul>{foot}</ul></footer>"
    )
    inner = f"<div{style.attribute('page')}>{content}</div>"
    return (
        f'<!doctype html><html lang="{at.locale}"><head><meta charset="utf-8"><title>{escape(topic)}</title>'
        f"<style>{style.sheet()}</style></head><body>{inner}</body></html>"
    )


def _links(at: Setting, concepts: Sequence[str], root: str) -> str:
    return "".join(f"<li><a href='{root}{concept}'>{escape(at.label(concept))}</a></li>" for concept in concepts)
