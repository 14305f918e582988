"""Serves the pages for readers and for measurements: front page, documentation, plain series listing."""

from itertools import groupby
from random import Random

from webdart.demo.data import Part
from webdart.demo.layout import cut, facts, frame, not_found, pager
from webdart.demo.state import State
from webdart.demo.web import Reply, Request, e

_SIZE = 20


def front(_request: Request, _state: State) -> Reply:
    """`/`: what there is."""
    body = """<h1>Harbour Lane</h1>
<p class="lead">A shop, a forum and an issue tracker to try chores on.</p>
<div class="tiles">
<section class="tile"><h2><a href="/shop/">Shop</a></h2><p>Departments, filters, sorting, reviews.</p></section>
<section class="tile"><h2><a href="/forum/">Forum</a></h2><p>Boards, threads, posts, replies.</p></section>
<section class="tile"><h2><a href="/tracker/issues/">Tracker</a></h2><p>Issues behind a login, with forms.</p></section>
<section class="tile"><h2><a href="/docs/settings/">Docs</a></h2><p>A reference table in groups.</p></section>
<section class="tile"><h2><a href="/bench">Parts</a></h2><p>A plain listing of two hundred pages.</p></section>
</div>"""
    return frame("Welcome", body)


def docs(request: Request, state: State) -> Reply:
    """`/docs/settings/`: one table whose groups have rows of their own."""
    if request.segments[1:] != ("settings",):
        return not_found(request)
    groups = "".join(
        f'<tbody><tr><th colspan="5" scope="rowgroup">{e(area)}</th></tr>'
        + "".join(
            f"<tr><td><code>{e(row.setting)}</code></td><td>{e(row.type)}</td><td>{e(row.default)}</td>"
            f"<td>{e(row.since)}</td><td>{e(row.meaning)}</td></tr>"
            for row in rows
        )
        + "</tbody>"
        for area, rows in groupby(state.data.settings, key=lambda row: row.area)
    )
    body = f"""<h1>Settings</h1><p class="lead">Every setting, what it does, and since when.</p>
<table><caption>Settings</caption>
<thead><tr><th scope="col">Setting</th><th scope="col">Type</th><th scope="col">Default</th>
<th scope="col">Since</th><th scope="col">Meaning</th></tr></thead>{groups}</table>"""
    return frame("Settings", body, section="Docs")


def bench(request: Request, state: State) -> Reply:
    """`/bench?page=N`: the series listing, and a part's own page."""
    match request.segments[1:]:
        case ():
            return _parts(request, state)
        case (number,):
            found = next((part for part in state.data.parts if str(part.number) == number), None)
            return not_found(request) if found is None else _part(found)
        case _:
            return not_found(request)


def _parts(request: Request, state: State) -> Reply:
    listing = cut(state.data.parts, request.page, _SIZE)
    order = ["No.", "Name", "Price", "Stock", "Added"]
    if state.quirks.shuffled:
        Random(f"parts {listing.page}").shuffle(order)  # noqa: S311 - no secrets
    heads = "".join(f'<th scope="col">{name}</th>' for name in order)
    rows = "".join("<tr>" + "".join(_cells(part)[name] for name in order) + "</tr>" for part in listing.rows)
    body = f"""<h1>Parts</h1>
<p class="position">{listing.position("parts", state.quirks)}</p>
<table><caption>Parts</caption><thead><tr>{heads}</tr></thead>
<tbody>{rows}</tbody></table>
{pager(request, listing, state.quirks)}"""
    return frame("Parts", body)


def _cells(part: Part) -> dict[str, str]:
    return {
        "No.": f'<td class="number">{part.number}</td>',
        "Name": f'<td><a href="{part.path}">{e(part.name)}</a></td>',
        "Price": f'<td class="number">${part.price:,.2f}</td>',
        "Stock": f'<td class="number">{part.stock:,}</td>',
        "Added": f"<td>{part.added.isoformat()}</td>",
    }


def _part(part: Part) -> Reply:
    about = (
        ("No.", part.number),
        ("Price", f"${part.price:,.2f}"),
        ("Stock", f"{part.stock:,}"),
        ("Added", part.added),
    )
    return frame(part.name, f"<h1>{e(part.name)}</h1>{facts(about)}", crumbs=(("Parts", "/bench"),))
