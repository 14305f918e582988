"""Which parts of a page may be the records of a list."""

from webdart.extract import page_from_html
from webdart.extract.segment import candidates

HITS = "".join(
    f"<dt><a href=/t/{n}>#{n}</a></dt><dd class=seen>On boat {n}</dd><dd class=by><span>By <b>ana</b></span> <i>{n} May</i></dd>"
    for n in range(7, 12)
)


def test_records_begin_with_what_stands_before_every_start() -> None:
    """Stretches from one `dd` to the next would take the words of a hit with the link of the hit behind it."""
    page = page_from_html(f"<body><h1>Hits</h1><dl>{HITS}</dl></body>", "https://case.example/")
    found = [one for one in candidates(page, 60) if one.kind == "starter"]
    assert {page.tags[root[0]] for one in found for root in one.roots} == {"dt"}
    assert max(map(len, found)) == 5


def test_items_of_lists_within_items_are_records() -> None:
    """A tree of pages: every item is one, without those below it."""
    leaf = "<li><a href=/w/{0}{1}>Page {0}{1}</a></li>"
    tree = "".join(
        f"<li><a href=/w/{n}>Page {n}</a><ul>{''.join(leaf.format(n, m) for m in 'abc'[:n])}</ul></li>"
        for n in range(1, 4)
    )
    page = page_from_html(f"<body><h1>Pages</h1><ul>{tree}</ul></body>", "https://case.example/")
    assert 9 in {len(one) for one in candidates(page, 60) if one.variant == "tree"}


def test_a_line_below_the_records_is_no_record() -> None:
    """Every entry is two rows of a table without heads; "More" stands in a row like the first of them."""
    rows = "".join(
        f'<tr class=entry><td class=title>{n}.</td><td class=title><a href="/out/{n}">Entry {n}</a> <i>(on it)</i></td></tr>'
        f"<tr><td></td><td class=sub><b>{n} points</b> by <a href=/u/{n}>ana</a> | <a href=/e/{n}>{n} comments</a></td></tr>"
        for n in range(3, 9)
    )
    more = "<tr><td></td><td class=title><a href=/page/2>More</a></td></tr>"
    page = page_from_html(f"<body><table>{rows}{more}</table></body>", "https://case.example/")
    found = [
        one for one in candidates(page, 60) if one.kind == "starter" and page.classes[one.roots[0][0]] == ("entry",)
    ]
    assert {len(one) for one in found if one.variant == "tail"} == {6}
