"""Asks a model which controls could do what no rule maps; code does the rest.

A model is asked only for conditions and orders that no rule found a control for. The resulting offer says nothing of
what every row satisfies behind it, so it is believed on what is left out alone: the same attempt, the same sample, the
same grade as any other push-down (`trial`, `verify`). A wrong mapping costs pages, never an answer.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from webdart.model.roles.adviser import Adviser
from webdart.model.roles.control_mapping import Condition, mapped
from webdart.navigate.pushdown.offer import End, Offer, Put
from webdart.navigate.pushdown.offers import ends_of, puts_for
from webdart.navigate.row_filter import Wanted, order_sql, sql_of
from webdart.page.model import Control, Node, PageView
from webdart.page.roles import is_control, is_ticked, words_of
from webdart.plan.model import Predicate

QUESTIONS = 4
"""So many conditions and orders are asked about at one listing."""


class Doing(Struct, frozen=True, kw_only=True):
    """One thing that can be done with a control: choose, tick, click a head, fill one end of a range."""

    line: str
    control: Control
    words: str = ""
    end: End | None = None


class Mapper(Struct, frozen=True):
    """Asks for the conditions of one listing that rules found nothing for, each once: `asked` remembers them."""

    adviser: Adviser
    view: PageView
    wanted: Wanted
    asked: set[str]

    async def offers(self, found: Sequence[Offer], *, sorts: bool) -> list[Offer]:
        """The offers that the model maps, ranked below all that rules found; `sorts`: an order would save pages."""
        made: list[Offer] = []
        for column, predicates in self._unserved(found).items():
            if self._is_new(column):
                offer = await self._filter(column, predicates)
                made += [offer] if offer is not None else []
        wanted = self.wanted.order is not None and self.wanted.limit is not None and sorts
        if wanted and not any(offer.kind == "sort" for offer in found) and self._is_new("ORDER BY"):
            offer = await self._sort()
            made += [offer] if offer is not None else []
        return made

    def _is_new(self, what: str) -> bool:
        """Whether it was not asked about yet, and still may be."""
        if what in self.asked or len(self.asked) >= QUESTIONS or self.adviser.silent:
            return False
        self.asked.add(what)
        return True

    def _unserved(self, found: Sequence[Offer]) -> dict[str, list[Predicate]]:
        served = {one.column for offer in found for one in offer.serves}
        columns: dict[str, list[Predicate]] = {}
        for one in self.wanted.predicates:
            if one.column not in served:
                columns.setdefault(one.column, []).append(one)
        return columns

    def _fields(self) -> list[str]:
        return [f"{name.replace('_', ' ')} ({field.type.kind})" for name, field in self.wanted.fields.items()]

    async def _asked(self, doings: Sequence[Doing], sql: str, operands: Sequence[object]) -> Doing | None:
        if not doings:
            return None
        why = f"no control says by its words that it does {sql}"
        self.adviser.trace("model", f"rules are unsure: {why}", url=self.view.url, why=why)
        words = frozenset(word for one in operands for word in str(one).casefold().split() if len(word) > 1)
        condition = Condition(sql=sql, words=words)
        place = await mapped(self.adviser, self.view, [doing.line for doing in doings], condition, self._fields())
        return None if place is None else doings[place]

    # -- a condition ------------------------------------------------------------------------------------------

    async def _filter(self, column: str, predicates: Sequence[Predicate]) -> Offer | None:
        doings = [doing for control in self.view.controls for doing in self._doings(control, column, predicates)]
        chosen = await self._asked(doings, *_said(predicates))
        if chosen is None:
            return None
        if chosen.end is None:
            puts, keeps, label = self._puts(chosen), (), chosen.line
        else:
            puts, keeps, label = await self._range(chosen, doings, column, predicates)
        if not puts:
            return None
        does = f"WHERE {' AND '.join(map(sql_of, predicates))}"
        return Offer(
            kind="filter", control=label, does=does, puts=puts, serves=tuple(predicates), keeps=keeps, score=0.2
        )

    async def _range(
        self, chosen: Doing, doings: Sequence[Doing], column: str, predicates: Sequence[Predicate]
    ) -> tuple[tuple[Put, ...], tuple[Predicate, ...], str]:
        """The boxes of both ends, where the site has them: the other one is asked for by itself."""
        assert chosen.end is not None
        boxes: dict[End, Doing] = {chosen.end: chosen}
        others = [one for one in doings if one.end not in (None, chosen.end) and one.control != chosen.control]
        other = await self._asked(others, *_said(predicates)) if others else None
        if other is not None and other.end is not None:
            boxes[other.end] = other
        nodes: dict[End, Node] = {end: self.view.nodes[one.control.node] for end, one in boxes.items()}
        texts = ends_of(self.wanted.fields[column], predicates, nodes)
        puts = tuple(
            Put(how="type", node=boxes[end].control.node, label=boxes[end].control.label, words=text)
            for end, (text, _) in texts.items()
            if end in boxes
        )
        return puts, tuple(keep for _, keep in texts.values()), ", ".join(one.line for one in boxes.values())

    def _doings(self, control: Control, column: str, predicates: Sequence[Predicate]) -> Iterator[Doing]:
        """The uses of a control that might leave rows out."""
        node = self.view.nodes[control.node]
        if control.kind != "filter" or not (control.label or is_control(node)):
            return  # links without a label may be anything
        label = control.label or "a control without a name"
        if control.options == ("true", "false") and is_ticked(node):
            if "checked" not in node.states:
                yield Doing(line=f"tick {label}", control=control, words="true")
        elif control.options:
            for option in control.options:
                if option and option != control.value:
                    yield Doing(line=f"{label}: {option}", control=control, words=option)
        else:
            for end in ends_of(self.wanted.fields[column], predicates, {"least": node, "most": node}):
                yield Doing(line=f"type the {end} into {label}", control=control, end=end)

    def _puts(self, doing: Doing) -> tuple[Put, ...]:
        node = self.view.nodes[doing.control.node]
        if doing.words == "true" and is_ticked(node):
            return (Put(how="tick", node=node.index, label=doing.control.label),)
        return puts_for(self.view, doing.control, (doing.words,))

    # -- an order ---------------------------------------------------------------------------------------------

    async def _sort(self) -> Offer | None:
        order = self.wanted.order
        assert order is not None
        doings = [
            Doing(line=f"{control.label or 'order'}: {option}", control=control, words=option)
            for control in self.view.controls
            if control.kind in ("sort", "filter") and not is_ticked(self.view.nodes[control.node])
            for option in control.options
            if option and option != control.value
        ]
        doings += [
            Doing(line=f"click the head {control.label}", control=control)
            for control in self.view.controls
            if control.kind == "sort" and not control.options
        ]
        sql = f"ORDER BY {order_sql(order)} ({'largest or latest' if order.descending else 'least or earliest'} first)"
        chosen = await self._asked(doings, sql, (order.column,))
        if chosen is None:
            return None
        control = chosen.control
        if chosen.words:
            puts = puts_for(self.view, control, (chosen.words,))
        else:
            node = self.view.nodes[control.node]
            label = control.label or words_of(self.view, node)
            puts = (Put(how="follow", node=control.node, label=label, href=control.href),)
        direction = None if not chosen.words else ("down" if order.descending else "up")
        does = f"ORDER BY {order_sql(order)}"
        return Offer(kind="sort", control=chosen.line, does=does, puts=puts, direction=direction, score=0.2)


def _said(predicates: Sequence[Predicate]) -> tuple[str, tuple[object, ...]]:
    """Conditions in SQL, and what they compare with."""
    operands = tuple(operand for one in predicates for operand in one.operands)
    return " AND ".join(map(sql_of, predicates)), operands
