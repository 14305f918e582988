"""Renders what all pages of the site share: the frame, the pager, the controls."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from webdart.demo.quirks import Quirks
from webdart.demo.web import Reply, Request, e

R = TypeVar("R")

_SECTIONS = (("Shop", "/shop/"), ("Forum", "/forum/"), ("Tracker", "/tracker/issues/"), ("Docs", "/docs/settings/"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice(Generic[R]):
    """One page of a listing: `rows` of `total`, beginning with number `first` (from 1)."""

    rows: Sequence[R]
    page: int
    pages: int
    first: int
    total: int

    def position(self, what: str, quirks: Quirks) -> str:
        """`1–20 of 780 products`, as the site states it."""
        if not self.total:
            return f"0 {what}"
        return f"{self.first:,}–{self.first + len(self.rows) - 1:,} of {self.total + quirks.lying_totals:,} {what}"


def cut(rows: Sequence[R], page: int, size: int) -> Slice[R]:
    """The page's rows; past the end comes the last page."""
    pages = max(1, -(-len(rows) // size))
    page = min(page, pages)
    begin = (page - 1) * size
    return Slice(rows=rows[begin : begin + size], page=page, pages=pages, first=begin + 1, total=len(rows))


def frame(
    title: str, body: str, *, section: str = "", crumbs: Iterable[tuple[str, str]] = (), extra: str = ""
) -> Reply:
    """A whole page: `body` is what stands in `main`, `extra` (a menu, who is logged in) in the header."""
    links = "".join(
        f'<li><a href="{address}"{" aria-current=true" if name == section else ""}>{name}</a></li>'
        for name, address in _SECTIONS
    )
    trail = "".join(f'<li><a href="{address}">{e(name)}</a></li>' for name, address in crumbs)
    breadcrumb = f'<nav class="crumbs" aria-label="Breadcrumb"><ol>{trail}</ol></nav>' if trail else ""
    return Reply(
        body=f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{e(title)} · Harbour Lane</title>
<link rel="stylesheet" href="/static/demo.css">
<link rel="icon" href="/static/mark.svg" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="mark" href="/">Harbour Lane</a>
<nav aria-label="Sections"><ul>{links}</ul></nav>
{extra}
</header>
{breadcrumb}
<main id="main">
{body}
</main>
<footer class="foot"><p>Harbour Lane is the site that comes with webdart. Nothing here is for sale.</p></footer>
</body>
</html>
"""
    )


def not_found(request: Request) -> Reply:
    """The page for an address that isn't there."""
    page = frame("Page not found", f"<h1>Page not found</h1><p>There is nothing at <code>{e(request.path)}</code>.</p>")
    return Reply(body=page.body, status=404)


def pager(request: Request, listing: Slice[R], quirks: Quirks) -> str:
    """Previous, some numbers, Next."""
    page, pages = listing.page, listing.pages
    if pages == 1:
        return ""
    items: list[str] = []
    if page > 1:
        items.append(f'<li><a rel="prev" href="{e(request.address(page=page - 1))}">Previous</a></li>')
    before = 0
    for number in sorted({1, *range(max(1, page - 2), min(pages, page + 2) + 1), pages}):
        if number > before + 1:
            items.append('<li class="gap">…</li>')
        before = number
        current = ' aria-current="page"' if number == page else ""
        items.append(f'<li><a{current} href="{e(request.address(page=number))}">{number}</a></li>')
    if page < pages or quirks.circular_next:
        following = page + 1 if page < pages else 1
        items.append(f'<li><a rel="next" href="{e(request.address(page=following))}">Next</a></li>')
    return f'<nav class="pager" aria-label="Pages"><ul>{"".join(items)}</ul></nav>'


def select(name: str, label: str, options: Mapping[str, str], chosen: str) -> str:
    """A list box with its label; `options` is value → words."""
    inner = "".join(
        f'<option value="{e(value)}"{" selected" if value == chosen else ""}>{e(words)}</option>'
        for value, words in options.items()
    )
    box = f'<select id="{name}" name="{name}">{inner}</select>'
    return f'<p class="control"><label for="{name}">{e(label)}</label>{box}</p>'


def facts(pairs: Iterable[tuple[str, object]]) -> str:
    """A description list."""
    return "<dl>" + "".join(f"<dt>{e(term)}</dt><dd>{e(value)}</dd>" for term, value in pairs) + "</dl>"


def stars(rating: float | None) -> str:
    """A rating as stars, with its words for those who don't see them; none is nothing."""
    if rating is None:
        return ""
    return (
        f'<span class="stars" role="img" aria-label="{rating:.1f} out of 5 stars">'
        f'<span style="width:{rating * 20:.0f}%"></span></span>'
    )
