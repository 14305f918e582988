"""Tells where records have a value elsewhere that may be the one that is meant.

A shop sets special prices in a box of their own; a list of events has its days as leaves of a calendar, without a year.
"""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from webdart.records.cells.cell_text import cell_of
from webdart.records.cells.links import address_at, is_link, names_another
from webdart.records.coerce.clocks import clock_in
from webdart.records.coerce.dates import dates_in
from webdart.records.coerce.money import Amount, amount_in
from webdart.records.coerce.signs import read_boolean
from webdart.records.coerce.yearless_days import day_without_year, is_bare_day, is_of_another_day
from webdart.records.columns.mined_columns import Column
from webdart.records.detail.own_page import DAYS, OwnPage
from webdart.records.matching.title_score import linked
from webdart.records.model import Remark
from webdart.records.query.field_matches import TITLES, Assigned, Sought, title_of
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.workflow.model import NUMERIC

_READ = NUMERIC | {"percentage", "rating", "duration", "date", "datetime"}  # of two amounts other rules say which
_RECORDS = 3  # that tell a template from a coincidence
_LIKELY = 0.5  # as a value of a type
_LINE = 60  # letters of a line that says when something was written
_LETTERS = 40  # of a value that a remark shows
_CLOCK = re.compile(
    r"[012]?\d(?:[:.]\d\d(?!\d)(?:\s?[ap]\.?m\.?)?|\s?[ap]\.?m\.?)(?:\s?[-–]\s?[012]?\d[:.]\d\d\D{0,5})?", re.IGNORECASE
)


def other_amounts(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person of amounts that only records without a value of a field have, and no field reads."""
    paid = {field.name for field in sought.by_column if field.type.kind == "money" and not field.type.many}
    read = {node for match in assigned.matches.values() for hits in match.column.nodes for node in hits}
    for name in sorted(paid & assigned.matches.keys()):
        column = assigned.matches[name].column
        bare = {place for place, hits in enumerate(column.hits) if not hits}
        if not 0 < len(bare) < len(column.hits):
            continue
        for other in assigned.columns:
            having = {place for place, hits in enumerate(other.hits) if hits}
            if other.source == "path" and having and having <= bare and not any(read & set(own) for own in other.nodes):
                shown = _amounts(sought.page, other, sought.spec.locale)
                if len(shown) == len(having):
                    text = (
                        f"{len(having)} records without it have an amount elsewhere, such as {shown[0]!r}: an `at` "
                        "says which is meant"
                    )
                    return Remark(code="other column", column=name, text=text, count=len(having))
    return None


def answers_at_a_place(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person of words for yes and no at a boolean's locator, which is yes wherever something stands."""
    page = sought.page
    for field in sought.by_column:
        match = assigned.matches.get(field.name)
        if field.type.kind != "boolean" or field.target is None or field.mapping or field.type.many or match is None:
            continue
        shown = [page.text[hits[0][0]] for hits in match.column.hits if hits]
        said = {text: read_boolean(text) for text in shown}
        if {True, False} == set(said.values()):
            yes, no = (next(text for text, value in said.items() if value is one) for one in (True, False))
            text = (
                f"its `at` finds {yes!r} and {no!r}, and tells only that something stands there: "
                f"`values: {{{yes}: true, {no}: false}}` says what it means"
            )
            return Remark(code="other column", column=field.name, text=text, count=len(shown))
    return None


def other_days(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person of days without a year that differ from what was read of another text, by its type alone."""
    page, locale = sought.page, sought.spec.locale
    for name, match in sorted(assigned.matches.items()):
        kinds = {field.type.kind for field in sought.by_column if field.name == name and not field.type.many}
        if match.tier != "type" or not kinds & {"date", "datetime"}:
            continue
        own = [page.text[hits[0][0]] if hits else "" for hits in match.column.hits]
        if any(is_bare_day(text, locale) for text in own):
            continue  # a day and nothing else is no day of a sentence
        for other in (column for column in assigned.columns if column.source == "path"):
            shown = [page.text[hits[0][0]] if hits and _is_alone(page, hits[0][0]) else "" for hits in other.hits]
            days = [day_without_year(text, locale) for text in shown]
            pairs = zip(shown, days, own, strict=True)
            apart = [text for text, day, read in pairs if day is not None and is_of_another_day(read, day, locale)]
            if len(apart) * 2 > len(own):
                text = (
                    f"the records have a day without its year elsewhere, such as {apart[0]!r}: a `label` or an `at` "
                    "says which is meant"
                )
                return Remark(code="other column", column=name, text=text, count=len(apart))
    return None


def nearer_day(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person of another day in the first lines below a page's heading than the one that its type found."""
    if sought.spec.kind == "listing":
        return None
    page, own, locale = sought.page, OwnPage(sought.page, sought.plausible), sought.spec.locale
    for field in sought.by_column:
        match = assigned.matches.get(field.name)
        node = next((nodes[0] for nodes in match.column.nodes if nodes), None) if match is not None else None
        if match is None or match.tier != "type" or field.type.kind not in DAYS or field.type.many or node is None:
            continue
        read = _days_in(page.text[node], locale)
        lines = () if own.is_below_heading(node) else (page.text[i] for i in page.below(0) if own.is_nearer(i, node))
        short = (text for text in lines if len(text) <= _LINE)
        other = next((text for text in short if (days := _days_in(text, locale)) and read.isdisjoint(days)), None)
        if other is not None:
            text = (
                f"taken by its type alone, from {page.text[node][:_LETTERS]!r}; the first lines of the page have "
                f"another day, {other[:_LETTERS]!r}: a `label` or an `at` says which is meant"
            )
            return Remark(code="other column", column=field.name, text=text, count=1)
    return None


def _days_in(text: str, locale: str) -> frozenset[tuple[int, ...]]:
    """The days that a text says, each as its three numbers in whatever order it is written."""
    return frozenset(tuple(sorted(one.numbers)) for one in dates_in(text, locale))


def other_clocks(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person of times of the day beside days that are read as moments, without any time of their own."""
    page, locale = sought.page, sought.spec.locale
    read = {nodes[0] for match in assigned.matches.values() for nodes in match.column.nodes if nodes}
    paths = [column for column in assigned.columns if column.source == "path"]
    for field in sought.by_column:
        match = assigned.matches.get(field.name)
        if field.type.kind != "datetime" or field.type.many or match is None:
            continue
        cells = [cell_of(page, match.column, place, field) for place in range(len(match.column.hits))]
        texts = [text for cell in cells for text in (cell.text, *cell.attributes)]
        if any(clock_in(text, locale)[0] is not None for text in texts):
            continue
        beside = [
            [page.text[n] for one in paths for n in one.nodes[place] if n not in read] for place in range(len(cells))
        ]
        shown = [next(filter(_CLOCK.fullmatch, own), "") for own in beside]
        if sum(map(bool, shown)) * 2 > len(shown):
            text = (
                f"days are read without a time, and the records have times elsewhere, such as {max(shown)!r}: an "
                "`at` around both reads the moment"
            )
            return Remark(code="other column", column=field.name, text=text, count=sum(map(bool, shown)))
    return None


def other_columns(page: Outline, assigned: Assigned) -> list[Remark]:
    """What tells a person of a second column of a field's type, where nothing but the type speaks for the first."""
    told: list[Remark] = []
    for name, match in sorted(assigned.matches.items()):
        if match.rival is not None:
            mine, theirs = (_shown(page, column) for column in (match.column, match.rival))
            text = (
                f"nothing on the page is called so; taken as in {mine!r}, and not as in {theirs!r}: a `label` or an "
                "`at` says which is meant"
            )
            told.append(Remark(code="other column", column=name, text=text, count=match.column.filled))
    return told


def values_in_turn(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person of two values of a type at one place, where some records have only one: which, is open."""
    page = sought.page
    for field in sought.by_column:
        match = assigned.matches.get(field.name)
        if match is None or match.tier != "type" or field.type.many or field.type.kind not in _READ:
            continue
        if match.column.source == "label" or match.column.multiplicity <= 1:
            continue
        texts = [[page.text[node] for node in nodes] for nodes in match.column.nodes]
        typed = [[text for text in own if sought.plausible.share(field.type.kind, [text]) >= _LIKELY] for own in texts]
        lone = next((own[0] for own in typed if len(own) == 1), "")
        two = next((own for own in typed if len(own) > 1), ())
        if lone and two:
            text = (
                f"some records have two, such as {two[0]!r} and {two[1]!r}, and others one, such as {lone!r}: an `at` "
                "says which is meant"
            )
            return Remark(code="other column", column=field.name, text=text, count=match.column.filled)
    return None


def other_links(sought: Sought, assigned: Assigned) -> Remark | None:
    """What tells a person of a link that each record has for itself, beside one that nothing shows to be its own.

    No field is what the records are called, or it leads elsewhere, or what it says comes again in others.
    """
    page, title = sought.page, title_of(sought.by_column)
    fields = [field for field in sought.by_column if field.type.kind == "link" and field.name in assigned.matches]
    match = assigned.matches[fields[0].name] if len(fields) == 1 else None
    if match is None or match.tier != "type" or fields[0].type.many or title in TITLES:
        return None
    mine = [address_at(page, match.column, place) for place in range(len(match.column.hits))]
    shared = len(set(mine)) < len(mine)
    first = next(hits[0][0] for hits in match.column.hits if hits)
    headed = any(page.level(place) for place in (first, *list(page.ancestors(first))[:2]))
    named = assigned.matches.get(title)
    titled = linked(page, named.column) if named is not None else ()
    sure = named is not None and (not any(titled) or (titled == tuple(mine) and not shared))
    if headed or sure or len(mine) < _RECORDS:
        return None
    host = urlsplit(page.view.url).netloc
    for other in assigned.columns:
        if is_link(page, other) and other.coverage >= 1 and names_another(page, other):
            theirs = {address_at(page, other, place) for place in range(len(mine))}
            own = len(theirs) == len(mine) and theirs.isdisjoint(mine)
            if own and all(urlsplit(address).netloc == host for address in theirs):
                text = (
                    f"taken where {_shown(page, match.column)!r} leads, to {mine[0]}; {_shown(page, other)!r} leads "
                    "elsewhere in every record: an `at` says which is meant"
                )
                return Remark(code="other column", column=fields[0].name, text=text, count=len(mine))
    return None


def _shown(page: Outline, column: Column) -> str:
    """The first text of a column, cut short, or what its element is called instead."""
    node, part = next(hits[0] for hits in column.hits if hits)
    named = (page.nodes[node].attributes.get(name, "") for name in ("alt", "aria-label", "title", "src"))
    return (part or page.text[node] or next(filter(None, named), ""))[:_LETTERS]


def _is_alone(page: Outline, node: int) -> bool:
    """Whether nothing else stands in the block that a text stands in, as in the leaf of a calendar."""
    block = next((one for one in (node, *page.ancestors(node)) if page.nodes[one].tag in BLOCKS), node)
    return page.text[block] == page.text[node]


def _amounts(page: Outline, column: Column, locale: str) -> Sequence[str]:
    """The texts of a column's first hits that are an amount of some currency."""
    texts = [page.text[hits[0][0]] for hits in column.hits if hits]
    found = [(text, amount_in(text, locale)) for text in texts if text]
    return [text for text, amount in found if isinstance(amount, Amount) and amount.currency is not None]
