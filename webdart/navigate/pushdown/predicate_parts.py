"""Reports where each part of the SQL that concerns a listing is evaluated, and why there.

Before a run it goes by what the controls offer, after the listing's first page by what became of them: in the report,
and in `webdart explain`.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from webdart.navigate.pushdown.offer import Offer
from webdart.navigate.row_filter import Wanted, order_sql, sql_of
from webdart.navigate.site_memory import Memory
from webdart.plan.model import Need, Predicate
from webdart.workflow.model import Extract

DUCKDB = "DuckDB"
EVIDENCE = "if it stands the evidence"


class Part(Struct, frozen=True, kw_only=True):
    """A part of what the SQL wants, where it is evaluated, and why there."""

    sql: str
    where: str
    why: str


class Tried(Struct, frozen=True, kw_only=True):
    """A control that was tried, and why it is used or not."""

    offer: Offer
    taken: bool
    why: str


class Skipped(Struct, frozen=True, kw_only=True):
    """A control that is not tried, since an earlier run refused it."""

    offer: Offer
    why: str

    def __str__(self) -> str:
        """For a person, with the way to have it tried again."""
        return f"{self.offer.control!r} skipped: {self.why}; to try it again: webdart memories forget"


def not_skipped(found: Iterable[Offer], memory: Memory) -> tuple[list[Offer], list[Skipped]]:
    """The offers that no earlier run has refused, and the others."""
    known = [(offer, memory.skipped(offer.name)) for offer in found]
    skipped = [Skipped(offer=offer, why=str(refusal)) for offer, refusal in known if refusal is not None]
    return [offer for offer, refusal in known if refusal is None], skipped


class Outlook(Struct, frozen=True, kw_only=True):
    """The query on a listing, and what its controls offer or turned out to do.

    `tried` is None before anything was. `joins`: what will be known of joins once the tables before are filled.
    `plainly` is why it is walked plainly, where it is; `looked` are things that were opened in search of controls;
    `skipped` controls that fit and are not tried.
    """

    need: Need
    wanted: Wanted
    extract: Extract
    offers: Sequence[Offer] = ()
    tried: Sequence[Tried] | None = None
    looked: Sequence[str] = ()
    joins: Sequence[Part] = ()
    plainly: str = ""
    skipped: Sequence[Skipped] = ()

    def parts(self) -> Iterator[Part]:
        """Every condition, join and order, in this order; of a bare count the count."""
        if self.need.counted:
            yield self._count()
        for one in self.need.predicates:
            where, why = self._condition(one)
            yield Part(sql=sql_of(one), where=where, why=why)
        yield from self.joins or self._unmet()
        for text in self.need.left:
            yield Part(sql=text, where=DUCKDB, why="no comparison of one column with constants")
        if self.need.order:
            limit = "" if self.need.limit is None else f" LIMIT {self.need.limit}"
            where, why = self._order()
            yield Part(sql=f"ORDER BY {', '.join(map(order_sql, self.need.order))}{limit}", where=where, why=why)

    def _unmet(self) -> Iterator[Part]:
        """The joins of which no condition has come."""
        known = {(one.column, one.joined.split(" ")[0].lower()) for one in self.need.predicates if one.joined}
        for match in self.need.matching:
            if (match.column, f"{match.table}.{match.their}".lower()) not in known:
                why = f"what {match.table} has there was not known before this listing was walked, or is too much"
                yield Part(sql=f"{match.column} = {match.table}.{match.their} (a join)", where=DUCKDB, why=why)

    def _count(self) -> Part:
        if self.plainly or self.tried is not None:
            why = f"the listing is walked plainly: {self.plainly}" if self.plainly else "no total that was borne out"
            return Part(sql="count(*)", where=DUCKDB, why=why)
        return Part(
            sql="count(*)", where="the total that the page states", why="if there is one, and a sample bears it out"
        )

    def _condition(self, one: Predicate) -> tuple[str, str]:
        if one.column in {field.name for field in self.extract.fields if field.page == "detail"}:
            return DUCKDB, "the column is on the records' own pages"
        if one not in self.wanted.predicates:
            return DUCKDB, "its operand does not fit the column's type without doubt"
        fitting = [offer for offer in self.offers if one in offer.serves]
        tried = [one_ for one_ in self.tried or () if one in one_.offer.serves]
        skipped = [one_ for one_ in self.skipped if one in one_.offer.serves]
        return self._by(fitting, tried, skipped, EVIDENCE)

    def _order(self) -> tuple[str, str]:
        fitting = [offer for offer in self.offers if offer.kind == "sort"]
        tried = [one for one in self.tried or () if one.offer.kind == "sort"]
        skipped = [one for one in self.skipped if one.offer.kind == "sort"]
        if not fitting and not tried and self.wanted.limit is None:
            return DUCKDB, "no limit that an order could end the walk by"
        return self._by(fitting, tried, skipped, f"the walk may stop early {EVIDENCE}")

    def _by(
        self, fitting: Sequence[Offer], tried: Sequence[Tried], skipped: Sequence[Skipped], hope: str
    ) -> tuple[str, str]:
        """By whom: the site, where a control is taken or might be; else why it is not."""
        if self.plainly:
            return DUCKDB, f"the listing is walked plainly: {self.plainly}"
        for one in tried:
            if one.taken:
                return f"the site, by {one.offer.control!r}", one.why
        if tried or (skipped and not fitting):
            why = [f"{one.offer.control!r} did not stand: {one.why}" for one in tried]
            return DUCKDB, "; ".join([*why, *map(str, skipped)])
        if fitting and self.tried is not None:
            return DUCKDB, f"{fitting[0].control!r} was not needed, or would not have spared pages"
        if fitting:
            return f"the site, by {fitting[0].control!r}", hope
        behind = f", nor behind {', '.join(map(repr, self.looked))}" if self.looked else ""
        return DUCKDB, f"no control for it on the page{behind}"
