"""Tells when the few records of a page are the parts of one thing: its name, its price, its day.

Where a listing has one entry, nothing repeats but the lines within it, and these are taken for records: "Red lamp",
"$12.50" and "12 March 2024" are no three names. Records are of one kind, and what they are called is of one sort. Where
each record has several rows, who wrote a message and then the message, every row is taken for one.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile

from webdart.records.coerce.dates import dates_in
from webdart.records.coerce.money import Amount, amount_in
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.model import Remark
from webdart.records.query.field_matches import TITLES, Assigned, Sought, label_of, title_of
from webdart.records.structure.cards import cards_of
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import shape_of
from webdart.records.words import plain

_MOST = 8  # lines that one thing may have
_BESIDE = 1  # words beside an amount or a day that say what it is of: "Added 12 Mar 2024"
_TOGETHER = 2  # elements with values that make up an entry
_UP = 3  # elements from a name up to the link that it is in
_TURNS = 2  # records of several rows each: one alone has no turns
_SHOWN = 30  # letters of a record
_OF_LISTS = frozenset({"dt", "dd", "dl"})
_NAMELESS = frozenset({"type", "mark"})  # tiers of columns that the page does not call as declared


def parts_by_turns(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person that a record may have several rows: every n-th has what is called as declared, and no other.

    Rows of one make may well lack what others have; these are built otherwise.
    """
    page, region = sought.page, assigned.region
    each = sought.spec.extract.each
    named = [match.column for match in assigned.matches.values() if match.tier not in _NAMELESS]
    if region.kind == "page" or not (each is None or isinstance(each, str)) or len(named) == len(assigned.matches):
        return None
    having = [any(column.hits[place] for column in named) for place in range(len(assigned.records))]
    places = [place for place, has in enumerate(having) if has]
    steps = {after - place for place, after in pairwise([*places, len(having)])}
    if len(places) < _TURNS or len(steps) != 1 or steps == {1}:
        return None
    step = steps.pop()
    forms = [_form(page, region.records[number][0]) for number in assigned.records[places[0] :]]
    if {form for place, form in enumerate(forms) if place % step} & set(forms[::step]):
        return None
    text = (
        f"only {len(places)} of {len(having)} records have what is called as declared, by turns with others that are "
        "built otherwise: a record may have several rows; `each` with an `at` says where it begins"
    )
    return Remark(code="one record", text=text)


def parts_by_parents(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person that parts of cards were taken for the cards."""
    page, each = sought.page, sought.spec.extract.each
    cards = cards_of(page, assigned.region) if each is None or isinstance(each, str) else []
    if not cards:
        return None
    text = (
        f"{sum(map(len, cards))} records are read, {len(cards)} of which, such as {page.text[cards[0][0]][:_SHOWN]!r}, "
        "have others beside them that say something of them: `each` with an `at` says what a record is"
    )
    return Remark(code="other records", text=text, count=len(assigned.records))


def entries_within(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person that records hold several of what was read of each: branches of a tree, entries of a list."""
    page, region = sought.page, assigned.region
    each = sought.spec.extract.each
    columns = [match.column for match in assigned.matches.values() if match.column.source == "path"]
    if region.kind != "siblings" or not (each is None or isinstance(each, str)) or len(columns) < len(assigned.matches):
        return None
    more: list[int] = []
    for place, number in enumerate(assigned.records):
        nodes = sorted({column.hits[place][0][0] for column in columns if column.hits[place]})
        if len(nodes) >= _TOGETHER:
            more += _alike_within(page, region.records[number][0], nodes)
    if not more:
        return None
    text = (
        f"{len(more)} more like what is read of each record stand inside the records, such as "
        f"{page.text[more[0]][:_SHOWN]!r}: `each` with an `at` says what a record is"
    )
    return Remark(code="other records", text=text, count=len(more))


def entries_below(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person that records are groups of entries below a heading: matches of a day, taken for one."""
    page, region = sought.page, assigned.region
    each = sought.spec.extract.each
    single = {field.name for field in sought.by_column if not field.type.many and field.of is None}
    columns = [match.column for name, match in assigned.matches.items() if name in single]
    if region.kind != "starts" or not (each is None or isinstance(each, str)):
        return None
    more: list[int] = []
    for place, number in enumerate(assigned.records):
        roots = region.records[number]
        held = [{bisect_right(roots, node) for node, _ in column.hits[place]} for column in columns]
        counts = Counter(root for places in held if len(places) > 1 for root in places)
        entries = [roots[root - 1] for root, count in sorted(counts.items()) if count >= _TOGETHER and root]
        more += [root for root in entries[1:] if page.step[root] == page.step[entries[0]]]
    if not more:
        return None
    text = (
        f"{len(more)} more like what is read of each record stand below the same headings, such as "
        f"{page.text[more[0]][:_SHOWN]!r}: `each` with an `at` says what a record is, `from: heading` what is above it"
    )
    return Remark(code="other records", text=text, count=len(more))


def terms_of_several(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person that of a definition list the terms alone are read, some of which have several descriptions.

    Terms are what a title is, and so are those that lead to pages.
    """
    page, each = sought.page, sought.spec.extract.each
    taken = [node for match in assigned.matches.values() for hits in match.column.hits for node, _ in hits]
    terms = {next((n for n in (node, *page.ancestors(node)) if page.nodes[n].tag in _OF_LISTS), -1) for node in taken}
    if not terms or any(place < 0 or page.nodes[place].tag != "dt" for place in terms):
        return None
    named = any(match.tier not in _NAMELESS for match in assigned.matches.values())
    named = named or not TITLES.isdisjoint(map(label_of, sought.by_column))
    named = named or any(page.nodes[n].tag == "a" for term in terms for n in range(term, page.nodes[term].end))
    below = [_descriptions(page, term) for term in sorted(terms)]
    if named or not (each is None or isinstance(each, str)) or max(map(len, below)) < _TOGETHER:
        return None
    more = [place for places in below for place in places]
    text = (
        f"{len(terms)} terms are read, and none of the {len(more)} descriptions below them, such as "
        f"{page.text[more[0]][:_SHOWN]!r}: an `at` says which are meant"
    )
    return Remark(code="other records", text=text, count=len(more))


def _descriptions(page: Outline, term: int) -> list[int]:
    """The descriptions between a term and the next one."""
    behind = [kid for kid in page.kids[page.nodes[term].parent] if kid > term and page.text[kid]]
    return list(takewhile(lambda kid: page.nodes[kid].tag == "dd", behind))


def titles_within(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person that some records hold several names, each of which leads to a page of its own."""
    each, title = sought.spec.extract.each, title_of(sought.by_column)
    match, field = assigned.matches.get(title), next((one for one in sought.by_column if one.name == title), None)
    if match is None or match.column.source != "path" or not (each is None or isinstance(each, str)):
        return None
    if field is None or field.of is not None:
        return None
    several = [own for hits in match.column.hits if len(own := _led_to(sought.page, hits)) > 1]
    if len(several) < _TURNS:
        return None
    shown = ", ".join(repr(sought.page.text[node][:_SHOWN]) for node in several[0].values())
    text = (
        f"{len(several)} of {len(match.column.hits)} records hold several names that lead to pages of their own, such "
        f"as {shown}: `each` with an `at` says what a record is, `of: first` that the first is meant"
    )
    return Remark(code="other records", text=text, count=len(several))


def _led_to(page: Outline, hits: Sequence[Hit]) -> dict[str, int]:
    """The addresses that texts of one build lead to, with the first text of each."""
    found: dict[str, int] = {}
    for node, _ in hits:
        around = (node, *page.ancestors(node))[:_UP]
        link = next((place for place in around if page.nodes[place].tag == "a"), None)
        if link is not None and (href := page.nodes[link].attributes.get("href")):
            found.setdefault(href, node)
    return found


def _alike_within(page: Outline, root: int, nodes: Sequence[int]) -> list[int]:
    """The elements of a record that have all that the one around some nodes has, at the same places."""
    around = next(place for place in page.ancestors(nodes[0]) if nodes[-1] < page.nodes[place].end)
    if around < root:
        return []
    paths = [_steps(page, around, node) for node in nodes]
    alike = [n for n in page.below(root) if n != around and page.step[n] == page.step[around] and not page.skipped[n]]
    return [index for index in alike if all(_has(page, index, path) for path in paths)]


def _steps(page: Outline, top: int, node: int) -> tuple[int, ...]:
    """The kinds of the elements from one below another to that."""
    found: list[int] = []
    while node > top:
        found.append(page.step[node])
        node = page.nodes[node].parent
    return tuple(reversed(found))


def _has(page: Outline, top: int, path: Sequence[int]) -> bool:
    """Whether a path of kinds leads from an element to one with a text."""
    places = [top]
    for step in path:
        places = [kid for place in places for kid in page.kids[place] if page.step[kid] == step]
    return any(page.text[place] for place in places)


def _form(page: Outline, root: int) -> tuple[str, frozenset[tuple[str, str]]]:
    """What a record is built of: its own mark-up, the tags of its parts, and over how many columns these go."""
    parts = [page.nodes[kid] for kid in page.kids[root]]
    return shape_of(page, root), frozenset((part.tag, part.attributes.get("colspan", "")) for part in parts)


def parts_of_one(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person that the records may be the parts of one; None where nothing speaks for it."""
    name = title_of(sought.by_column)
    page, title = sought.page, assigned.matches.get(name)
    few = 1 < len(assigned.records) <= _MOST and assigned.region.kind != "page" and sought.wrapper is None
    if not few or (title is not None and title.tier != "type"):
        return None
    if not _are_cells(page, assigned) and (title is None or not _are_parts(sought, assigned, name, title.column)):
        return None
    texts = [page.text[assigned.region.records[number][0]][:30] for number in assigned.records[:3]]
    said = ", ".join(map(repr, texts))
    text = (
        f"the {len(assigned.records)} records may be the parts of one ({said}): `each: page` if the page is about that "
        "one, `each` with an `at` where the records are"
    )
    return Remark(code="one record", text=text)


def _are_parts(sought: Sought, assigned: Assigned, name: str, title: Column) -> bool:
    """Whether the names are of several sorts, or are what values of several sorts, or the other fields, are called."""
    page = sought.page
    texts = [page.text[node] if part is None else part for node, part in _firsts(title)]
    sorts = _sorts(sought, texts)
    if len(sorts) > 1 and sorts & {"money", "date"}:
        return True
    called = {label_of(field) for field in sought.by_column if field.name != name}
    return not called.isdisjoint(map(plain, texts)) or _are_labels(sought, assigned, title)


def _firsts(column: Column) -> list[Hit]:
    return [hits[0] for hits in column.hits if hits]


def _are_labels(sought: Sought, assigned: Assigned, title: Column) -> bool:
    """Whether the names stand before values of many sorts, which no field was declared for: "Price", "Added"."""
    page, taken = sought.page, {match.column.nodes for match in assigned.matches.values()}
    mine = [node for node, _ in _firsts(title)]
    beside = [column for column in assigned.columns if column.coverage >= 1 and not _holds(page, column, mine)]
    if not beside and all(node in assigned.region.roots for node in mine):  # the values are no part of the records
        values = [page.nodes[node].end for node in mine]
        apart = [n for n in values if n < len(page.nodes) and n not in assigned.region.roots and page.text[n]]
        return len(apart) == len(mine) and len(_sorts(sought, (page.text[n] for n in apart)) - {"words"}) > 1
    if len(beside) != 1 or beside[0].nodes in taken:
        return False
    return len(_sorts(sought, (page.text[node] for node, _ in _firsts(beside[0]))) - {"words"}) > 1


def _holds(page: Outline, column: Column, nodes: Sequence[int]) -> bool:
    """Whether a column's elements are, hold, or lie in those of the names."""
    pairs = zip((node for node, _ in _firsts(column)), nodes, strict=False)
    return any(a <= b < page.nodes[a].end or b <= a < page.nodes[b].end for a, b in pairs)


def _are_cells(page: Outline, assigned: Assigned) -> bool:
    """Whether the records lie in the cells of one row of a table that has heads, or are the heads of rows."""
    roots = [assigned.region.records[number][0] for number in assigned.records]
    if all(page.nodes[root].tag == "th" for root in roots):
        return True
    cells = [next((n for n in (root, *page.ancestors(root)) if page.nodes[n].tag == "td"), None) for root in roots]
    rows = {page.nodes[cell].parent for cell in cells if cell is not None}
    if None in cells or len(set(cells)) < len(cells) or len(rows) != 1:
        return False
    table = next((n for n in page.ancestors(min(rows)) if page.nodes[n].tag == "table"), None)
    inside = () if table is None else page.nodes[table : page.nodes[table].end]
    return any(node.tag == "th" and node.parent not in rows for node in inside)


def _sorts(sought: Sought, texts: Iterable[str]) -> set[str]:
    """The sorts of texts, as far as each is one."""
    return {sort for text in texts if (sort := _sort(sought, text))}


def _sort(sought: Sought, text: str) -> str:
    if not any(map(str.isdigit, text)):
        return "words" if any(map(str.isalpha, text)) else ""
    locale = sought.plausible.locale
    amount = amount_in(text, locale)
    if isinstance(amount, Amount) and amount.currency and len(amount.token.residue.split()) <= _BESIDE:
        return "money"
    found = dates_in(text, locale)
    if len(found) == 1:
        return "date" if len(found[0].rest.split()) <= _BESIDE else ""
    token = sought.plausible.token(text)
    return "number" if token is not None and len(token.residue.split()) <= _BESIDE else ""
