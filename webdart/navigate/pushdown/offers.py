"""Proposes the controls of a page that could take over a part of what is wanted.

A control is matched to a column by its label, its options, and their types; what it would do is only proposed here, and
believed on evidence alone (`verify`). A control that could mean two things is not proposed. Bands of numbers and days
are requested wider than wanted, so that no site's reading of a boundary decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from webdart.controls.choices import CHOICES
from webdart.controls.header import head_over
from webdart.navigate.pushdown.control_semantics import (
    Direction,
    Interval,
    about,
    days_of,
    direction,
    interval,
    interval_of,
    is_number,
    names,
    says_type,
    sizes,
    step_of,
    widened,
)
from webdart.navigate.pushdown.offer import End, How, Offer, Put
from webdart.navigate.pushdown.query_builder import built
from webdart.navigate.pushdown.range_inputs import range_boxes
from webdart.navigate.pushdown.range_slider import is_handle, stop_for
from webdart.navigate.row_filter import DATES, TEXTS, Wanted, order_sql, sql_of
from webdart.page.labels import beside, group_label
from webdart.page.model import Control, Node, PageView
from webdart.page.roles import is_control, is_list_box, is_radio, is_text_box, is_ticked, options_of, type_of, words_of
from webdart.page.sections import heading_above
from webdart.page.text_match import says
from webdart.plan.model import Predicate
from webdart.records.model import Record
from webdart.values import replace
from webdart.workflow.model import Field

LEAST_VALUES, MOST_OF_THEM = 2, 0.75
"""Values of a column among the texts of links from which on these are about it, and which share of those shown."""

MOST_ROWS = 500
"""A page-size menu is not asked for more rows on a page than this."""


def offers(view: PageView, wanted: Wanted, locale: str, records: Sequence[Record]) -> tuple[Offer, ...]:
    """Everything that the controls of a page could do for what is wanted, the surest of each kind first.

    `records` are those that the page shows.
    """
    finder = _Finder(view, wanted, locale, records)
    found = [*finder.filters(), *built(view, wanted), *finder.sorts(), *finder.sizes(len(records))]
    return tuple(sorted(found, key=lambda offer: -offer.score))


class _Finder(Struct, frozen=True):
    view: PageView
    wanted: Wanted
    locale: str
    records: Sequence[Record]

    def label(self, control: Control) -> str:
        """All words that say what a control is about: its own, its group's, those it is sent under."""
        node = self.view.nodes[control.node]
        words = [control.label, group_label(self.view, node) if is_control(node) else ""]
        return " ".join(dict.fromkeys(word for word in words if word))

    def _is_about(self, control: Control, field: Field) -> bool:
        """Whether a control is about a column: by its label, by the name that its links send, or by its values."""
        sent = " ".join(sent_under(self.view, control))
        return names(field, self.label(control)) or names(field, sent) or self._has_values(control, field)

    def _has_values(self, control: Control, field: Field) -> bool:
        """Whether links choose among what the rows have in a column: most of its values are among their texts.

        Links of the records themselves have that of any name.
        """
        if is_control(self.view.nodes[control.node]) or field.type.kind not in TEXTS or field.type.many:
            return False
        own = {record.link for record in self.records if record.link}
        if any(link.attributes.get("href") in own for link in choices_in(self.view, control)):
            return False
        values = {value for record in self.records if isinstance(value := record.values.get(field.name), str)}
        said = [
            value
            for value in values
            if any(says(option, word) for option in control.options for word in site_words(field, value))
        ]
        return len(said) >= LEAST_VALUES and len(said) >= MOST_OF_THEM * len(values)

    # -- filters ----------------------------------------------------------------------------------------------

    def filters(self) -> Iterator[Offer]:
        """The controls that a WHERE conjunct could be pushed to."""
        by_column: dict[str, list[Predicate]] = {}
        for one in self.wanted.predicates:
            by_column.setdefault(one.column, []).append(one)
        for column, predicates in by_column.items():
            field = self.wanted.fields[column]
            found = [offer for control in self.view.controls for offer in self._filter(control, field, predicates)]
            found += self._boxes(field, predicates)
            found += [offer for control in self.view.controls for offer in self._over(control, field, predicates)]
            yield from found
            if not found:
                yield from self._searches(field, predicates)

    def _filter(self, control: Control, field: Field, predicates: Sequence[Predicate]) -> Iterator[Offer]:
        if control.kind != "filter" or not control.options:
            return
        if control.options == ("true", "false") and is_ticked(self.view.nodes[control.node]):
            yield from self._tick(control, field, predicates)
            return
        if not self._is_about(control, field):
            return
        for predicate in predicates:
            words = self._options(control, field, predicate)
            if words and control.value not in words:
                yield from self._chosen(control, words, (predicate,), (predicate,))
        if is_number(field):
            yield from self._band(control, field, predicates)

    def _over(self, control: Control, field: Field, predicates: Sequence[Predicate]) -> Iterator[Offer]:
        """A box over a column, for a text that must stand in it; or a list whose options come once it is opened."""
        node = self.view.nodes[control.node]
        if control.kind != "filter" or control.options or field.type.kind not in TEXTS or field.type.many:
            return
        typed = is_text_box(node) and bool(head_over(self.view, node))
        if not names(field, control.label) or not (typed or is_list_box(node)):
            return
        for one in predicates:
            text = _sought_text(one) if typed or one.operator == "=" else None
            if text is not None:
                words = text if typed else site_words(field, one.operands[0])[0]
                how: How = "type" if typed else "choose"
                yield Offer(
                    kind="search" if typed else "filter",
                    control=control.label,
                    does=f"WHERE {sql_of(one)}",
                    puts=(Put(how=how, node=node.index, label=control.label, words=words),),
                    serves=(one,),
                    keeps=() if typed else (one,),
                    score=0.6,
                )

    def _options(self, control: Control, field: Field, predicate: Predicate) -> tuple[str, ...]:
        """The options that say the operands of an equality, one each; none where one is missing."""
        if predicate.operator not in ("=", "in"):
            return ()
        found: list[str] = []
        for operand in predicate.operands:
            said = [
                option for option in control.options if any(says(option, word) for word in site_words(field, operand))
            ]
            if len(said) != 1:
                return ()
            found.append(said[0])
        return tuple(found)

    def _band(self, control: Control, field: Field, predicates: Sequence[Predicate]) -> Iterator[Offer]:
        """The narrowest option that surely covers the band that is wanted."""
        band = interval_of(predicates)
        if band is None:
            return
        bands = [(found, option) for option in control.options if (found := interval(option, self.locale)) is not None]
        fitting = [(found, option) for found, option in bands if found.covers(self._asked(band, found, field))]
        if not fitting:
            return
        best, option = min(fitting, key=lambda pair: (pair[0].width(), pair[0].high or 0, -(pair[0].low or 0)))
        keeps = [Predicate(field.name, ">=", (best.low,))] if best.low is not None else []
        keeps += [Predicate(field.name, "<=", (best.high,))] if best.high is not None else []
        yield from self._chosen(control, (option,), tuple(predicates), tuple(_loosened(keeps)))

    def _asked(self, band: Interval, option: Interval, field: Field) -> Interval:
        """The band that an option has to cover: with room, except at an end that both have and the band leaves out.

        "Over 500" has all that is greater than 500, however it is rounded, where 500 itself would be shown as that.
        """
        roomy = _roomy(band, field)
        if option.low == band.low and not band.low_in and self._is_shown(band.low, field):
            roomy = replace(roomy, low=band.low)
        if option.high == band.high and not band.high_in and self._is_shown(band.high, field):
            roomy = replace(roomy, high=band.high)
        return roomy

    def _is_shown(self, end: Decimal | None, field: Field) -> bool:
        """Whether a number would be shown as it is: the rows have one as large that is given at least as finely."""
        if end is None:
            return False
        cells = (record.values.get(field.name) for record in self.records)
        numbers = [Decimal(str(cell)) for cell in cells if isinstance(cell, int | float | Decimal)]
        large = [number for number in numbers if number and number.adjusted() >= end.adjusted()]
        return any(step_of(number) <= step_of(end) for number in large)

    def _chosen(
        self, control: Control, words: Sequence[str], serves: tuple[Predicate, ...], keeps: tuple[Predicate, ...]
    ) -> Iterator[Offer]:
        puts = puts_for(self.view, control, words)
        if puts:
            yield Offer(
                kind="filter",
                control=self.label(control),
                does=f"WHERE {' AND '.join(map(sql_of, serves))}",
                puts=puts,
                serves=serves,
                keeps=keeps,
            )

    def _tick(self, control: Control, field: Field, predicates: Sequence[Predicate]) -> Iterator[Offer]:
        """A single box: it stands for a boolean column, or for one value of the column that heads its group."""
        node = self.view.nodes[control.node]
        if "checked" in node.states:
            return
        head = group_label(self.view, node) or heading_above(self.view, node)
        for one in predicates:
            own = one.operator == "=" and one.operands == (True,) and names(field, control.label)
            value = (
                one.operator == "="
                and names(field, head)
                and any(says(control.label, word) for word in site_words(field, one.operands[0]))
            )
            if own or value:
                yield Offer(
                    kind="filter",
                    control=control.label if own else f"{head}: {control.label}",
                    does=f"WHERE {sql_of(one)}",
                    puts=(Put(how="tick", node=node.index, label=control.label),),
                    serves=(one,),
                    keeps=(one,),
                )

    # -- boxes for the ends of a range ------------------------------------------------------------------------

    def _boxes(self, field: Field, predicates: Sequence[Predicate]) -> Iterator[Offer]:
        """Two boxes, or one, or the handles of a slider, that take the least and the most of a column."""
        ends = range_boxes(self.view, field)
        texts = ends_of(field, predicates, {end: self.view.nodes[box.node] for end, box in ends.items()})
        puts = [
            Put(how="type", node=ends[end].node, label=ends[end].label, words=text) for end, (text, _) in texts.items()
        ]
        if puts:
            yield Offer(
                kind="filter",
                control=", ".join(ends[end].label or f"the box for the {end}" for end in texts),
                does=f"WHERE {' AND '.join(map(sql_of, predicates))}",
                puts=tuple(puts),
                serves=tuple(predicates),
                keeps=tuple(keep for _, keep in texts.values()),
            )

    # -- search -----------------------------------------------------------------------------------------------

    def _searches(self, field: Field, predicates: Sequence[Predicate]) -> Iterator[Offer]:
        """The one search box of the page, for a text that must stand in the row."""
        boxes = [control for control in self.view.controls if control.kind == "search"]
        if len(boxes) != 1 or field.type.kind not in TEXTS or field.type.many:
            return
        for one in predicates:
            text = _sought_text(one)
            if text is not None:
                yield Offer(
                    kind="search",
                    control=boxes[0].label or "search box",
                    does=f"WHERE {sql_of(one)}",
                    puts=(Put(how="type", node=boxes[0].node, label=boxes[0].label, words=text),),
                    serves=(one,),
                    score=0.3,
                )

    # -- sorting ----------------------------------------------------------------------------------------------

    def sorts(self) -> Iterator[Offer]:
        """The controls that the first key of the ORDER BY could be pushed to."""
        order = self.wanted.order
        if order is None or self.wanted.limit is None:
            return
        field = self.wanted.fields[order.column]
        way: Direction = "down" if order.descending else "up"
        does = f"ORDER BY {order_sql(order)}"
        for control in self.view.controls:
            if control.kind != "sort":
                continue
            if not control.options:
                if self._names_only(field, control.label):
                    puts = (Put(how="follow", node=control.node, label=control.label, href=control.href),)
                    yield Offer(kind="sort", control=control.label, does=does, puts=puts, score=0.9)
                continue
            for option in control.options:
                yield from self._sort(control, option, field, way, does)

    def _sort(self, control: Control, option: str, field: Field, way: Direction, does: str) -> Iterator[Offer]:
        said = direction(option)
        words = control.label if all(map(direction, control.options)) and names(field, control.label) else option
        named = self._names_only(field, words)
        if not named and not self._only_of_its_type(field, option):
            return
        puts = puts_for(self.view, control, (option,))
        score = about(field, words) if named else 0.5
        if said is None:
            beside_ = self._direction_beside(control, way)
            if beside_ is not None:
                puts, said = (*puts, beside_), way
        if not puts or said not in (None, way) or control.value == option:
            return
        label = f"{control.label}: {option}" if control.label else option
        yield Offer(
            kind="sort", control=label, does=does, puts=puts, direction=said, score=score - (0.2 if said is None else 0)
        )

    def _names_only(self, field: Field, text: str) -> bool:
        """Whether a text names this column, and no other one better."""
        own = about(field, text)
        others = max(
            (about(other, text) for other in self.wanted.fields.values() if other.name != field.name), default=0
        )
        return names(field, text) and own >= others

    def _only_of_its_type(self, field: Field, text: str) -> bool:
        fields = self.wanted.fields.values()
        if any(names(other, text) for other in fields):
            return False
        alike = [other for other in fields if says_type(other, text)]
        return [other.name for other in alike] == [field.name]

    def _direction_beside(self, control: Control, way: Direction) -> Put | None:
        """The choice of another sort control that only says directions ("Order: descending")."""
        for other in self.view.controls:
            if other.kind not in ("sort", "filter") or other.node == control.node or not 2 <= len(other.options) <= 3:
                continue
            if not all(direction(option) for option in other.options) or self._is_of_a_column(other):
                continue
            fitting = [option for option in other.options if direction(option) == way]
            if len(fitting) == 1:
                puts = puts_for(self.view, other, fitting)
                return puts[0] if puts else None
        return None

    def _is_of_a_column(self, control: Control) -> bool:
        """Whether links order by one column, which their label names: "Price: low to high | high to low"."""
        named = any(names(field, control.label) for field in self.wanted.fields.values())
        return named and not is_control(self.view.nodes[control.node])

    # -- page size --------------------------------------------------------------------------------------------

    def sizes(self, rows: int) -> Iterator[Offer]:
        """The largest number of rows that a page-size menu offers."""
        for control in self.view.controls:
            if control.kind != "page size":
                continue
            if not control.options and not is_typed(self.view.nodes[control.node]):
                continue  # its options are known once it is opened
            if not control.options and control.value == str(rows):
                puts = (Put(how="type", node=control.node, label=control.label, words=str(MOST_ROWS)),)
                yield Offer(
                    kind="size", control=control.label, does=f"{MOST_ROWS} rows a page", puts=puts, size=MOST_ROWS
                )
                continue
            larger = [(size, option) for size, option in sizes(control.options) if rows < size <= MOST_ROWS]
            if larger:
                size, option = max(larger)
                puts = puts_for(self.view, control, (option,))
                if puts:
                    label = f"{control.label}: {option}" if control.label else option
                    yield Offer(kind="size", control=label, does=f"{size} rows a page", puts=puts, size=size)


def is_typed(node: Node) -> bool:
    """Whether a number is typed into a control of page sizes, and not chosen from a list."""
    return is_text_box(node) and node.role != "combobox"


def puts_for(view: PageView, control: Control, words: Sequence[str]) -> tuple[Put, ...]:
    """The steps that set the control to these options; none if it cannot take them all."""
    node = view.nodes[control.node]
    if is_ticked(node):
        return _ticks(view, node, words)
    if node.tag == "select" or options_of(view, node):
        if len(words) > 1:
            return ()
        return (Put(how="choose", node=node.index, label=control.label, words=words[0]),)
    links = [one for one in choices_in(view, control) if any(says(words_of(view, one), word) for word in words)]
    if len(links) != 1 or len(words) != 1:
        return ()
    (link,) = links
    return (Put(how="follow", node=link.index, label=words[0], href=link.attributes.get("href", "")),)


def choices_in(view: PageView, control: Control) -> tuple[Node, ...]:
    """The links or buttons of a control that has them in place of options."""
    node = view.nodes[control.node]
    return tuple(below for below in view.nodes[node.index : node.end] if below.role in CHOICES)


def sent_under(view: PageView, control: Control) -> tuple[str, ...]:
    """The names that the links of a control add to the query of the page, as words."""
    if is_control(view.nodes[control.node]):
        return ()
    here = set(parse_qsl(urlsplit(view.url).query))
    queries = (parse_qsl(urlsplit(one.attributes.get("href", "")).query) for one in choices_in(view, control))
    added = (name.replace("_", " ") for query in queries for name, value in query if (name, value) not in here)
    return tuple(dict.fromkeys(added))


def _ticks(view: PageView, node: Node, words: Sequence[str]) -> tuple[Put, ...]:
    name = node.attributes.get("name")
    members = [
        other
        for other in view.nodes
        if is_ticked(other) and other.attributes.get("name") == name and other.frame == node.frame
    ]
    if is_radio(node) and len(words) > 1:
        return ()
    if not is_radio(node) and any("checked" in member.states for member in members):
        return ()  # what is ticked already would be chosen as well
    found: list[Put] = []
    for word in words:
        said = [other for other in members if says(other.name or next(iter(beside(view, other)), ""), word)]
        if len(said) != 1:
            return ()
        found.append(Put(how="tick", node=said[0].index, label=word))
    return tuple(found)


def ends_of(
    field: Field, predicates: Sequence[Predicate], boxes: Mapping[End, Node]
) -> dict[End, tuple[str, Predicate]]:
    """The text for the box or handle of each end, and the condition that rows satisfy then."""
    found: dict[End, tuple[str, Predicate]] = {}
    if is_number(field):
        band = interval_of(predicates)
        if band is not None and band.low is not None and "least" in boxes:
            low = _bound(boxes["least"], "least", band.low)
            if low is not None:
                found["least"] = (f"{low:f}", _loosened([Predicate(field.name, ">=", (low,))])[0])
        if band is not None and band.high is not None and "most" in boxes:
            high = _bound(boxes["most"], "most", band.high)
            if high is not None:
                found["most"] = (f"{high:f}", _loosened([Predicate(field.name, "<=", (high,))])[0])
    elif field.type.kind in DATES:
        low_day, high_day = days_of(predicates)
        if low_day is not None and "least" in boxes and type_of(boxes["least"]) == "date":
            found["least"] = (low_day.isoformat(), Predicate(field.name, ">=", (low_day,)))
        if high_day is not None and "most" in boxes and type_of(boxes["most"]) == "date":
            found["most"] = (high_day.isoformat(), Predicate(field.name, "<", (high_day + timedelta(days=1),)))
    return found


def _bound(box: Node, end: End, value: Decimal) -> Decimal | None:
    """The number to set for one end: a little beyond it, at a stop of a slider; None where a slider can stay."""
    beyond = widened(value, down=end == "least")
    return stop_for(box, end, beyond) if is_handle(box) else Decimal(beyond)


def site_words(field: Field, operand: object) -> tuple[str, ...]:
    """The words that the site may use for a value: the value's own, or those that the file maps to it."""
    if field.mapping is not None:
        return tuple(word for word, value in field.mapping.items() if value == operand)
    if isinstance(operand, bool):
        return ()
    return (str(operand),)


def _roomy(band: Interval, field: Field) -> Interval:
    """A band with room at its ends: what a page shows rounded ("1k", "4 stars") the site compares unrounded."""
    if field.type.kind == "rating":
        half = Decimal("0.5")
        low, high = band.low, band.high
        return replace(band, low=None if low is None else low - half, high=None if high is None else high + half)
    return replace(
        band,
        low=None if band.low is None else Decimal(widened(band.low, down=True)),
        high=None if band.high is None else Decimal(widened(band.high, down=False)),
    )


def _sought_text(predicate: Predicate) -> str | None:
    """The text that a row must hold for an equality, or for a LIKE with nothing but a text between two `%`."""
    if predicate.operator == "=":
        text = str(predicate.operands[0])
    elif predicate.operator in ("like", "ilike"):
        text = str(predicate.operands[0])
        if not (text.startswith("%") and text.endswith("%")):
            return None
        text = text.strip("%")
    else:
        return None
    return text if len(text) >= 3 and not set(text) & {"%", "_"} else None


def _loosened(keeps: Sequence[Predicate]) -> list[Predicate]:
    """The conditions that rows satisfy, with room for values that the page shows rounded."""
    found: list[Predicate] = []
    for one in keeps:
        value = Decimal(str(one.operands[0]))
        room = max(Decimal(1), abs(value) / 20)
        found.append(replace(one, operands=(value - room if one.operator == ">=" else value + room,)))
    return found
