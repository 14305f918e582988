"""Plans a sentence about several sites as one file, part by part, each on its own site.

What is read on one may be compared with what is read on another, or written to a third: tables are shared by name, so
two sites that list things of one name get tables of two names. Every stage says its site and where it starts.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from webdart.errors import ModelError
from webdart.model.planning import assemble
from webdart.model.planning.pieces import Change, Part, Pieces, Source, Split, name_of
from webdart.model.planning.planner import Planner, used
from webdart.model.planning.questions import Advisor
from webdart.model.planning.write_forms import Form, forms_of
from webdart.values import replace
from webdart.workflow.model import Sql
from webdart.workflow.sql import output_columns, parsed


class _Read(Struct, frozen=True):
    """The records of one site."""

    site: str
    source: Source


class SeveralPlanner(Struct, frozen=True):
    """One chore at several sites: a planner for each, by its name, all of which put stages into one file."""

    planners: Mapping[str, Planner]

    async def plan(self) -> str:
        """The file.

        Raises:
            ModelError: the model can't say what would make a file.
            SiteError: a site's pages can't be had. Incomplete: the budget is spent.
        """
        first = next(iter(self.planners.values()))
        advisor = Advisor(first.model, first.task)
        split = await advisor.split({name: planner.around.first for name, planner in self.planners.items()})
        read = await self._read(advisor, split)
        stages = await (self._changed(advisor, split, read) if split.change else self._answered(split, read))
        return await first.loaded(advisor, stages)

    async def _read(self, advisor: Advisor, split: Split) -> list[_Read]:
        found: list[_Read] = []
        for part in split.parts:
            pieces = Pieces(kind="list", records=part.records, question=split.question)
            source = await self.planners[part.site].source(advisor, pieces, part.records)
            found.append(_Read(part.site, _named(source, part, found)))
        return found

    async def _answered(self, split: Split, read: Sequence[_Read]) -> list[object]:
        planner = self.planners[read[0].site]
        written = await planner.computed(_reading(read), _sources(read), split.question)
        stages = [stage for one in read for stage in assemble.reading(one.source, used(one.source, written), one.site)]
        return [*stages, assemble.computing(written)]

    async def _changed(self, advisor: Advisor, split: Split, read: list[_Read]) -> list[object]:
        planner = self.planners[split.where]
        sighting, choice = await planner.found(advisor, split.change, split.change, forms=True)
        if choice.found is not None:
            return await self._each_changed(
                advisor, split, read, Source(start=planner.path(sighting), found=choice.found)
            )
        forms = planner.some(forms_of(sighting.view) if choice.form is None else (choice.form,), sighting)
        start = planner.path(sighting)
        if not read:
            form, values = await advisor.change(forms, (), split.change)
            return [assemble.writing(Change(form=form, values=values, start=start), "", (), split.where)]
        question = (
            f"{split.question}. Its rows are used for this: {split.change}. One row for each time that it is done."
        )
        sql, columns = await self._rows(planner, read, question)
        form, values = await advisor.change(forms, columns, split.change)
        return [
            *_reading(read),
            assemble.writing(Change(form=form, values=values, start=start), sql, columns, split.where),
        ]

    async def _each_changed(self, advisor: Advisor, split: Split, read: list[_Read], source: Source) -> list[object]:
        """Records of a listing are changed, each on its own page."""
        planner = self.planners[split.where]
        assert source.found is not None
        own = [one for one in read if one.site == split.where and one.source.start == source.start]
        if not own:
            own = [_Read(split.where, _named(source, Part(site=split.where, records=""), read))]
            read = [*read, *own]
        record = await planner.record(source.found)
        forms: tuple[Form, ...] = () if record is None else forms_of(record.view)
        table = assemble.table_of(own[0].source)
        question = f"{split.question}. Return as url the column url of the rows of {table} that are to be changed."
        sql, columns = await self._rows(planner, read, question)
        if "url" not in columns:
            raise ModelError(
                "the model's SELECT does not return the records' own pages (url)", hint="say it more simply"
            )
        form, values = await advisor.change(planner.some(forms, record or planner.around.first), columns, split.change)
        return [*_reading(read), assemble.writing(Change(form=form, values=values), sql, columns, split.where)]

    async def _rows(self, planner: Planner, read: Sequence[_Read], question: str) -> tuple[str, tuple[str, ...]]:
        """The SELECT whose rows a change is made for, and its columns."""
        written = await planner.computed(_reading(read), _sources(read), question)
        if not isinstance(written, Sql):
            raise ModelError("what the change needs can't be said in one SELECT", hint="say it more simply")
        columns = output_columns(parsed(written.sql))
        if not columns:
            raise ModelError("the model's SELECT does not name its columns", hint="say it in other words")
        return written.sql, columns


def _reading(read: Sequence[_Read]) -> list[object]:
    return [stage for one in read for stage in assemble.reading(one.source, None, one.site)]


def _sources(read: Sequence[_Read]) -> tuple[Source, ...]:
    return tuple(one.source for one in read)


def _named(source: Source, part: Part, before: Sequence[_Read]) -> Source:
    """The same, its table called otherwise than those of before: two extracts into one table would add to it."""
    taken = {name for one in before for name in _tables(one.source)}
    if not taken & set(_tables(source)):
        return source
    wanted = f"{name_of(part.site)}_{assemble.table_of(source)}"
    names = [wanted, *(f"{wanted}_{number}" for number in range(2, 9))]
    return replace(source, into=next(name for name in names if name not in taken))


def _tables(source: Source) -> tuple[str, ...]:
    return (assemble.table_of(source), *((assemble.child_name(source),) if source.child is not None else ()))
