"""Layouts of generated listings: each renders the records of a listing and says which of their fields it shows how."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

from tools.generator.style import Style
from tools.generator.values import FIELDS, Cell, Setting

Record = Mapping[str, Cell | None]


@dataclass(frozen=True)
class Listing:
    """What a layout gets: records with their fields in order, addresses, and the site's ways."""

    at: Setting
    style: Style
    fields: Sequence[str]
    records: Sequence[Record]
    urls: Sequence[str]
    inserts: Mapping[int, str]  # adverts, by the record that they stand before

    @property
    def random(self) -> Random:
        """The source of chance."""
        return self.at.random

    def label(self, field: str) -> str:
        """A field's label in the page's language, ready for the page."""
        return escape(self.at.label(FIELDS[field].concept))

    def shown(self, record: int, field: str) -> str:
        """A field's text, ready for the page; "" where the record has none."""
        cell = self.records[record][field]
        return escape(cell.shown) if cell else ""

    @property
    def title(self) -> str:
        """The field that names a record."""
        return next(field for field in self.fields if field in {"title", "name"})

    @property
    def others(self) -> list[str]:
        """The fields that do not."""
        return [field for field in self.fields if field != self.title]

    def link(self, record: int, text: str = "") -> str:
        """The record's link, around its title."""
        return f'<a href="{escape(self.urls[record])}">{text or self.shown(record, self.title)}</a>'

    def advert(self, record: int, tag: str) -> str:
        """The advert that stands before a record, if one does."""
        text = self.inserts.get(record)
        return f"<{tag}{self.style.attribute('ad')}>{text}</{tag}>\n" if text else ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A listing's markup, and the labels that its fields have there (None: shown without)."""

    html: str
    labels: Mapping[str, str | None]
    table: bool = False


Layout = Callable[[Listing], Drawn]


def _labels(listing: Listing, *, given: bool) -> dict[str, str | None]:
    return {field: listing.at.label(FIELDS[field].concept) if given else None for field in listing.fields}


def _cell(listing: Listing, record: int, field: str) -> str:
    return listing.link(record) if field == listing.title else listing.shown(record, field)


def _rows(listing: Listing) -> str:
    lines: list[str] = []
    for record in range(len(listing.records)):
        if record in listing.inserts:
            width = len(listing.fields)
            lines.append(f"<tr{listing.style.attribute('ad')}><td colspan={width}>{listing.inserts[record]}</td></tr>")
        cells = "".join(
            f"<td{listing.style.attribute(field)}>{_cell(listing, record, field)}</td>" for field in listing.fields
        )
        lines.append(f"<tr>{cells}</tr>")
    return "\n".join(lines)


def table_with_head(listing: Listing) -> Drawn:
    """A table with `thead` and `th`."""
    head = "".join(f"<th>{listing.label(field)}</th>" for field in listing.fields)
    body = f"<thead><tr>{head}</tr></thead><tbody>\n{_rows(listing)}\n</tbody>"
    html = f"<table{listing.style.attribute('list')}>{body}</table>"
    return Drawn(html, _labels(listing, given=True), table=True)


def table_with_bold_head(listing: Listing) -> Drawn:
    """A table whose first row is bold cells."""
    head = "".join(f"<td><b>{listing.label(field)}</b></td>" for field in listing.fields)
    return Drawn(f"<table border=1><tr>{head}</tr>\n{_rows(listing)}</table>", _labels(listing, given=True), table=True)


def table_with_plain_head(listing: Listing) -> Drawn:
    """A table whose first row differs in its words alone."""
    head = "".join(f"<td>{listing.label(field)}</td>" for field in listing.fields)
    return Drawn(f"<table><tr>{head}</tr>\n{_rows(listing)}</table>", _labels(listing, given=True), table=True)


def table_without_head(listing: Listing) -> Drawn:
    """A table of nothing but records."""
    return Drawn(f"<table>{_rows(listing)}</table>", _labels(listing, given=False), table=True)


def two_line_rows(listing: Listing) -> Drawn:
    """Records of two table rows: the title over the rest."""
    lines: list[str] = []
    for record in range(len(listing.records)):
        rest = "".join(
            f"<td{listing.style.attribute(field)}>{listing.shown(record, field)}</td>" for field in listing.others
        )
        lines.append(
            f"<tr{listing.style.attribute('top')}><td colspan={len(listing.others)}>{listing.link(record)}</td></tr>"
            f"<tr{listing.style.attribute('below')}>{rest}</tr>"
        )
    return Drawn("<table>" + "\n".join(lines) + "</table>", _labels(listing, given=False), table=True)


def grid_of_divs(listing: Listing) -> Drawn:
    """Rows of divs under one line of heads."""
    style = listing.style
    cells = "".join(f"<div{style.attribute('cell')}>{listing.label(field)}</div>" for field in listing.fields)
    lines = [f"<div{style.attribute('row', 'head')}>{cells}</div>"]
    for record in range(len(listing.records)):
        lines.append(listing.advert(record, "div"))
        cells = "".join(
            f"<div{style.attribute('cell')}>{_cell(listing, record, field)}</div>" for field in listing.fields
        )
        lines.append(f"<div{style.attribute('row')}>{cells}</div>")
    return Drawn("<div>" + "\n".join(lines) + "</div>", _labels(listing, given=True))


def cards(listing: Listing) -> Drawn:
    """Cards with a picture, a heading, and a line for each field; some have labels inside the line."""
    style, labelled = listing.style, listing.random.random() < 0.4
    heading = listing.random.choice(("h2", "h3", "h4", "div"))
    lines: list[str] = []
    for record in range(len(listing.records)):
        parts: list[str] = []
        for field in listing.others:
            text = listing.shown(record, field)
            if text:
                words = f"<span>{listing.label(field)}:</span> " if labelled else ""
                value = f"<span{style.attribute(field)}>{text}</span>" if labelled else text
                parts.append(f"<p{'' if labelled else style.attribute(field)}>{words}{value}</p>")
        picture = (
            f'<img{style.attribute("thumb")} src="/img/{record}.jpg" alt="{listing.shown(record, listing.title)}">'
        )
        top = f"<{heading}{style.attribute('title')}>{listing.link(record)}</{heading}>"
        lines.append(listing.advert(record, "article"))
        lines.append(f"<article{style.attribute('card')}>{picture}{top}{''.join(parts)}</article>")
    return Drawn(
        f"<div{style.attribute('cards')}>" + "\n".join(lines) + "</div>", _card_labels(listing, labelled=labelled)
    )


def _card_labels(listing: Listing, *, labelled: bool) -> dict[str, str | None]:
    labels = _labels(listing, given=labelled)
    labels[listing.title] = None
    return labels


def cards_in_rows(listing: Listing) -> Drawn:
    """Cards, three to a row of their own."""
    style, lines = listing.style, list[str]()
    for start in range(0, len(listing.records), 3):
        inner: list[str] = []
        for record in range(start, min(start + 3, len(listing.records))):
            body = "".join(
                f"<div{style.attribute(field)}>{listing.shown(record, field)}</div>" for field in listing.others
            )
            inner.append(f"<div{style.attribute('card')}><h3>{listing.link(record)}</h3>{body}</div>")
        lines.append(f"<div{style.attribute('columns')}>{''.join(inner)}</div>")
    return Drawn("\n".join(lines), _labels(listing, given=False))


def media_list(listing: Listing) -> Drawn:
    """A picture at the left, title, line of small print and text at the right."""
    style, lines = listing.style, list[str]()
    short = [field for field in listing.others if field != "summary"]
    for record in range(len(listing.records)):
        meta = "".join(f"<span{style.attribute(field)}>{listing.shown(record, field)}</span> " for field in short)
        text = f"<p>{listing.shown(record, 'summary')}</p>" if "summary" in listing.others else ""
        lines.append(listing.advert(record, "li"))
        lines.append(
            f"<li{style.attribute('media')}><div{style.attribute('left')}>"
            f"<img{style.attribute('thumb')} src='/p/{record}.png'></div>"
            f"<div{style.attribute('body')}><h4>{listing.link(record)}</h4><div{style.attribute('meta')}>{meta}</div>"
            f"{text}<a href='{escape(listing.urls[record])}'>{escape(listing.at.label('more'))}</a></div></li>"
        )
    return Drawn("<ul>" + "\n".join(lines) + "</ul>", _labels(listing, given=False))


def definition_list(listing: Listing) -> Drawn:
    """A dl: the title in dt, each other field in a dd."""
    lines: list[str] = []
    for record in range(len(listing.records)):
        lines.append(f"<dt>{listing.link(record)}</dt>")
        lines += [
            f"<dd{listing.style.attribute(field)}>{listing.shown(record, field)}</dd>" for field in listing.others
        ]
    return Drawn(f"<dl>{''.join(lines)}</dl>", _labels(listing, given=False))


def headed_sections(listing: Listing) -> Drawn:
    """Flat siblings: a heading, then a paragraph for each field; nothing around a record."""
    lines: list[str] = []
    for record in range(len(listing.records)):
        lines.append(f"<h3>{listing.link(record)}</h3>")
        lines += [f"<p{listing.style.attribute(field)}>{listing.shown(record, field)}</p>" for field in listing.others]
    return Drawn("<div>" + "\n".join(lines) + "</div>", _labels(listing, given=False))


def labelled_blocks(listing: Listing) -> Drawn:
    """Every record a block with a label before each value, in a dl, a table or bold words."""
    style, form = listing.style, listing.random.choice(("dl", "table", "b"))
    blocks: list[str] = []
    for record in range(len(listing.records)):
        pairs = [(listing.label(field), listing.shown(record, field)) for field in listing.others]
        blocks.append(
            f"<div{style.attribute('item')}><h3>{listing.link(record)}</h3>{labelled_pairs(pairs, form)}</div>"
        )
    labels = _card_labels(listing, labelled=True)
    return Drawn("<section>" + "\n".join(blocks) + "</section>", labels)


def labelled_pairs(pairs: Sequence[tuple[str, str]], form: str) -> str:
    """Labels with their values; a pair without a value is left out."""
    kept = [(label, value) for label, value in pairs if value]
    match form:
        case "dl":
            return "<dl>" + "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in kept) + "</dl>"
        case "table":
            return (
                "<table>" + "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in kept) + "</table>"
            )
        case "divs":
            return "".join(f"<div><span>{label}</span><span>{value}</span></div>" for label, value in kept)
        case "li":
            return "<ul>" + "".join(f"<li><strong>{label}:</strong> {value}</li>" for label, value in kept) + "</ul>"
        case _:
            return "".join(f"<p><b>{label}:</b> {value}</p>" for label, value in kept)


def inline_parts(listing: Listing) -> Drawn:
    """A line for each record, its fields in spans with a mark between them."""
    style, mark = listing.style, listing.random.choice((" · ", " | ", " – ", ", "))
    lines: list[str] = []
    for record in range(len(listing.records)):
        spans = [f"<span{style.attribute(field)}>{listing.shown(record, field)}</span>" for field in listing.others]
        lines.append(listing.advert(record, "li"))
        lines.append(f"<li>{mark.join([listing.link(record), *spans])}</li>")
    return Drawn("<ol>" + "\n".join(lines) + "</ol>", _labels(listing, given=False))


def nested_by_category(listing: Listing) -> Drawn:
    """Sections with a heading, each with a list of its own."""
    style = listing.style
    sizes: list[int] = []
    while sum(sizes) < len(listing.records):
        sizes.append(min(listing.random.randrange(1, 5), len(listing.records) - sum(sizes)))
    sections: list[str] = []
    record = 0
    for number, size in enumerate(sizes):
        items: list[str] = []
        for _ in range(size):
            rest = "".join(
                f"<span{style.attribute(field)}>{listing.shown(record, field)}</span> " for field in listing.others
            )
            items.append(f"<li{style.attribute('item')}>{listing.link(record)} {rest}</li>")
            record += 1
        sections.append(
            f"<section><h2>{escape(listing.at.label('number'))} {number + 1}</h2><ul>{''.join(items)}</ul></section>"
        )
    return Drawn("\n".join(sections), _labels(listing, given=False))


def linked_blocks(listing: Listing) -> Drawn:
    """The whole record is one link."""
    style, lines = listing.style, list[str]()
    for record in range(len(listing.records)):
        rest = "".join(
            f"<span{style.attribute(field)}>{listing.shown(record, field)}</span>" for field in listing.others
        )
        words = f"<strong>{listing.shown(record, listing.title)}</strong>"
        lines.append(f"<a{style.attribute('row')} href='{escape(listing.urls[record])}'>{words}{rest}</a>")
    return Drawn("<div>" + "\n".join(lines) + "</div>", _labels(listing, given=False))


LAYOUTS: Mapping[str, Layout] = {
    layout.__name__: layout
    for layout in (
        table_with_head,
        table_with_bold_head,
        table_with_plain_head,
        table_without_head,
        two_line_rows,
        grid_of_divs,
        cards,
        cards_in_rows,
        media_list,
        definition_list,
        headed_sections,
        labelled_blocks,
        inline_parts,
        nested_by_category,
        linked_blocks,
    )
}
"""By name: the layouts of listings."""
