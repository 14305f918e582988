"""Judges from the rows whether the page does what the file sets (`set:`).

A control that the file names is obeyed whatever comes of it. Where a declared column says what it was set to, the rows
that come are held against that, and the listing as it was before is sampled for rows that should have been among them:
then the answer has the grade of that evidence, like the engine's own push-downs. Otherwise it is trusted. Where the
rows show that the setting had no effect, or not on every page, the table has rows that were not asked for, and the
report says so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from webdart.browser.port import Browser
from webdart.errors import Incomplete, SiteError
from webdart.navigate.address import without_fragment
from webdart.navigate.context import Tools
from webdart.navigate.find.listing import Way
from webdart.navigate.page_load import load
from webdart.navigate.pushdown.control_semantics import about, direction, end_of, is_number, names
from webdart.navigate.pushdown.sample import Sampler
from webdart.navigate.pushdown.side_pages import SidePages
from webdart.navigate.pushdown.verify import Key, enough, unordered
from webdart.navigate.pushdown_log import Grade, Replan
from webdart.navigate.row_filter import DATES, ORDERED, TEXTS, Wanted, moment
from webdart.navigate.walk.page_count import extent_of
from webdart.navigate.walk.page_proof import Unproven
from webdart.navigate.walk.page_reader import Reading
from webdart.navigate.walk.pagination import End
from webdart.page.model import PageView, WasSet
from webdart.page.text_match import loose, says
from webdart.page.vocabulary import ALL_WORDS
from webdart.plan.model import ListingStage, OrderKey, SitePlan
from webdart.records import Extraction
from webdart.records.coerce.locales import locale_decimal
from webdart.records.coerce.numbers import value_of
from webdart.records.model import CollectedPage, Record
from webdart.workflow.model import Field, Value

Judge = Callable[[Value], bool]
"""Whether a cell says what a control was set to."""

_SHOWN = {
    True: "the file says so, and the page shows it",
    False: "the file says so; the page shows something else afterwards",
    None: "the file says so; the page no longer shows the control",
}
_SEVERAL = 2  # rows that are those of before by more than chance
MOST_SAMPLED = 6
"""Pages of the listing as it was before that are read as a sample at most."""


@dataclass(slots=True, kw_only=True)
class Obeyed:
    """The controls that a file names in one walk. `before` is the page on which they were set.

    A walk that replays a lock has pages `beside` it.
    """

    stage: ListingStage
    site: SitePlan
    tools: Tools
    reading: Reading
    was_set: tuple[WasSet, ...]
    before: PageView | None
    beside: SidePages | None = None
    _pages: list[tuple[Record, ...]] = field(default_factory=list[tuple[Record, ...]])
    against: str = ""
    """What shows that a control did not do what it was set to; "" where nothing does."""
    doubt: str = ""
    """What speaks against it, though it may be meant so."""
    looked: tuple[PageView, ...] = ()
    """The pages of the listing as it was before that were read as a sample."""

    @classmethod
    def of(cls, way: Way, beside: SidePages | None) -> "Obeyed":
        """The controls that were set on the way to a listing."""
        return cls(
            stage=way.stage,
            site=way.site,
            tools=way.tools,
            reading=way.reading,
            was_set=way.was_set,
            before=way.before,
            beside=beside,
        )

    @property
    def judged(self) -> bool:
        """Whether the rows tell of every control if it did what it was set to."""
        return bool(self.was_set) and None not in self._judges().values()

    @property
    def _searched(self) -> list[WasSet]:
        """What was typed into boxes that did not have it already."""
        return [one for one in self.was_set if one.typed and not one.already and len(one.values) == 1]

    @property
    def _records(self) -> list[Record]:
        return [row for page in self._pages for row in page]

    def steps(self, grade: Grade | None = None) -> tuple[Replan, ...]:
        """Their grade: trusted, or the grade that the evidence gives them all."""
        return tuple(
            Replan(
                control=one.label,
                does=f"set to {', '.join(one.values)}",
                verdict="refused" if self.against else "taken",
                evidence=_SHOWN[one.shown] if grade is None else f"{_SHOWN[one.shown]}; {grade.evidence}",
                grade="trusted" if grade is None else grade.grade,
                by="file",
            )
            for one in self.was_set
        )

    def add(self, page: CollectedPage) -> None:
        """Take in a page of the walk, where its rows can tell whether a control did what it was set to."""
        if page.rows and (self.judged or (self._searched and not self._pages)):
            self._pages.append(tuple(page.rows[0].records))

    async def settled(self, end: End) -> tuple[Replan, ...]:
        """The verdicts on the file's settings, by the finished walk and a sample of the listing before it.

        Raises:
            Unproven: the rows of a replayed walk speak against them, as those of the locked one did not.
        """
        judges = self._judges()
        if not self.judged:
            self.against = self.doubt = self._untouched()
            if self.doubt:
                self.tools.trace("warning", self.doubt, url=self.before.url if self.before is not None else "")
            return self.steps()
        if not self._records:
            return self.steps()
        wrong = self.doubt = self._against(judges)
        if wrong and self.beside is not None:
            raise Unproven(wrong)
        if wrong:
            self.tools.trace("warning", wrong, url=self.before.url if self.before is not None else "")
            self.against = wrong if self._undone(judges) else ""
            return self.steps(Grade(grade="trusted", evidence=wrong))
        if end.short or end.unsure or end.asked or self.stage.navigate.pushdown in ("off", "trusting"):
            return self.steps(Grade(grade="trusted", evidence=f"{len(self._records)} rows say so"))
        return self.steps(await self._graded(judges))

    # -- what a setting means ---------------------------------------------------------------------------------

    def _judges(self) -> dict[str, tuple[Field, Judge | OrderKey] | None]:
        """For every control the column that says what it was set to; None where none does."""
        return {one.label: self._judge(one) for one in self.was_set}

    def _judge(self, was: WasSet) -> tuple[Field, Judge | OrderKey] | None:
        (extract, *others) = self.stage.extracts
        if others or len(was.values) != 1 or extract.tables or extract.each == "page":
            return None
        own = [
            one
            for one in extract.fields
            if one.page == "record" and one.value is None and not one.type.many and not one.approximate
        ]
        value = _words(was)
        ways = [one for one in own if one.type.kind in ORDERED and names(one, value)]
        if len(ways) == 1 and direction(value) is not None:
            return ways[0], OrderKey(ways[0].name, descending=direction(value) == "down")
        named = sorted((one for one in own if names(one, was.label)), key=lambda one: -about(one, was.label))
        if not named or (len(named) > 1 and about(named[0], was.label) == about(named[1], was.label)):
            return None
        judge = judge_of(named[0], was.label, value, self.site.locale, part=was.typed)
        return None if judge is None else (named[0], judge)

    # -- what the rows say ------------------------------------------------------------------------------------

    def _against(self, judges: dict[str, tuple[Field, Judge | OrderKey] | None]) -> str:
        """The evidence of the rows against a setting."""
        for one in self.was_set:
            found = judges[one.label]
            assert found is not None
            column, judge = found
            if isinstance(judge, OrderKey):
                wanted = Wanted(table="", fields={column.name: column}, order=judge)
                wrong = unordered(wanted, self._records)
                if wrong:
                    return f"{one.label!r} is set to {_words(one)!r}, but {wrong}"
                continue
            other = next((row for row in self._records if not judge(row.values.get(column.name))), None)
            if other is not None:
                return (
                    f"{one.label!r} is set to {_words(one)!r}, but the page shows a row with {column.name} = "
                    f"{other.values.get(column.name)!s}"
                )
        return ""

    def _untouched(self) -> str:
        """The evidence that what was typed to search by has changed nothing that is read.

        The rows are those that were there before, and not all of them have the words.
        """
        if self.beside is not None or not self._pages or len(self._pages[0]) < _SEVERAL or not self._unchanged():
            return ""
        for one in self._searched:
            without = [row for row in self._pages[0] if loose(_words(one)) not in _said_by(row)]
            if without:
                return (
                    f"{one.label!r} is set to {_words(one)!r}, but the rows are those that were there before, "
                    f"{len(without)} of {len(self._pages[0])} without these words"
                )
        return ""

    def _undone(self, judges: dict[str, tuple[Field, Judge | OrderKey] | None]) -> bool:
        """Whether rows that say something else show that a filter was not obeyed, and not only that it means more.

        "Open" may well stand for what the rows call new or assigned. But then no row says "open", or the first page has
        all sorts of them, and other rows than before the control was set.
        """
        for one in self.was_set:
            found = judges[one.label]
            assert found is not None
            column, judge = found
            if isinstance(judge, OrderKey):
                continue
            says_so = [[judge(row.values.get(column.name)) for row in page] for page in self._pages]
            if all(map(all, says_so)) or not any(map(any, says_so)):
                continue
            if all(says_so[0]) or (not one.already and self._unchanged()):
                return True
        return False

    def _unchanged(self) -> bool:
        """Whether the first page has the rows that were there before."""
        if self.before is None or self.reading.fit(self.before) < 1.0:
            return False
        was = [row.values for row in self.reading.look(self.before).records]
        return was == [row.values for row in self._pages[0]]

    async def _graded(self, judges: dict[str, tuple[Field, Judge | OrderKey] | None]) -> Grade:
        """The grade that a sample of the listing as it was before gives."""
        trusted = Grade(
            grade="trusted", evidence=f"{len(self._records)} rows say so, and no row of before was looked at"
        )
        keys = {row.key for row in self._records if row.key is not None}
        if self.before is None or len(keys) < len(self._records):
            return trusted
        before = self.before if self.beside is None else await self.beside.load(self.before.url)
        found = self._listed(before)
        extent = None if found is None else extent_of(before, len(found.records), found.totals)
        if found is None or extent is None or found.problems or not found.keyed:
            return trusted
        self.looked = (before,)
        look = self.reading.look if self.beside is None else self.beside.look
        tab = None if self.beside is not None else await self.tools.pool.tab(self.site)
        sampler = Sampler(extent, lambda url: self._open(tab, url), look, found.totals)
        try:
            while not sampler.exhausted(1):
                out = self._left_out([*found.records, *sampler.records()], keys)
                done = enough(len(out), 1 + len(sampler.taken), last=sampler.last, everything=False)
                if done or sampler.opened >= MOST_SAMPLED or await sampler.more(1):
                    break
        except (Incomplete, SiteError):
            return trusted
        finally:
            if tab is not None:
                await tab.close()
        rows = [*found.records, *sampler.records()]
        return self._judged(judges, rows, keys, sampler, found.totals.stated) or trusted

    def _listed(self, view: PageView) -> Extraction | None:
        """The rows of a page of the listing; None of any other."""
        known = None if self.beside is None else self.beside.known(view)
        return known or (self.reading.look(view) if self.reading.fit(view) >= 1.0 else None)

    def _judged(
        self,
        judges: dict[str, tuple[Field, Judge | OrderKey] | None],
        rows: Sequence[Record],
        keys: set[Key],
        sampler: Sampler,
        stated: int | None,
    ) -> Grade | None:
        filters = [found for found in judges.values() if found is not None and not isinstance(found[1], OrderKey)]
        out = self._left_out(rows, keys)
        for row in rows:
            fits = all(not isinstance(judge, OrderKey) and judge(row.values.get(own.name)) for own, judge in filters)
            if row.key not in keys and fits:
                wrong = f"a row that says so was there before and is not shown: {row.key!r}"
                self.tools.trace("warning", wrong, url=self.before.url if self.before is not None else "")
                return Grade(grade="trusted", evidence=wrong)
        if stated is not None and len(out) + len(keys) == stated:
            told = f"{len(keys)} rows say so + {len(out)} left out do not = {stated}, the total before"
            return Grade(grade="exact", evidence=told)
        everything = sampler.exhausted(1)
        if enough(len(out), 1 + len(sampler.taken), last=sampler.last, everything=everything):
            told = f"{len(out)} rows that it leaves out were read on {1 + len(sampler.taken)} pages: none says so"
            return Grade(grade="sampled", evidence=told)
        return None

    def _left_out(self, rows: Sequence[Record], keys: set[Key]) -> set[Key | None]:
        return {row.key for row in rows} - keys

    async def _open(self, tab: Browser | None, url: str) -> PageView:
        self.tools.budget.spend("pages")
        if self.beside is not None or tab is None:
            assert self.beside is not None
            return await self.beside.load(without_fragment(url))
        view = await load(tab, without_fragment(url), self.reading.marks, self.tools)
        self.looked += (view,)
        return view


def _said_by(row: Record) -> str:
    return loose(" ".join(str(value) for value in row.values.values() if value is not None))


def _words(was: WasSet) -> str:
    """The only value, without the quotes in which it is told."""
    (value,) = was.values
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1] if quoted else value


def judge_of(column: Field, label: str, value: str, locale: str, *, part: bool = False) -> Judge | None:
    """Whether a cell says what a control that is about its column was set to; None where that can't be told.

    `part`: a text has to hold it only, as a box does that searches what is typed into it.
    """
    if loose(value) in ALL_WORDS:
        return None
    if column.mapping is not None:
        words = [own for word, own in column.mapping.items() if says(word, value)]
        return (lambda cell: cell == words[0]) if len(words) == 1 else None
    if column.type.kind in TEXTS:
        return lambda cell: isinstance(cell, str) and (says(cell, value) or (part and loose(value) in loose(cell)))
    end = end_of(label)
    wanted = value_of(value, locale_decimal(locale)) if is_number(column) else None
    if wanted is not None:
        return lambda cell: cell is not None and _compare(float(str(cell)), float(wanted), end)
    day = moment(value) if column.type.kind in DATES else None
    if day is not None:
        return lambda cell: (own := moment(cell)) is not None and _compare(own.date(), day.date(), end)
    return None


def _compare(own: object, wanted: object, end: str | None) -> bool:
    if end == "least":
        return own >= wanted  # type: ignore[operator] # both of one kind
    return own <= wanted if end == "most" else own == wanted  # type: ignore[operator] # as above
