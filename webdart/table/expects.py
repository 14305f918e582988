"""Is a table as its `expect` says? What isn't so is told, and the answer is printed all the same (exit 3)."""

import operator
from collections.abc import Callable, Mapping, Sequence

from webdart.compute import Compute
from webdart.records.model import Verdict
from webdart.table.port import Table
from webdart.workflow.model import ExpectRows, Extract

_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


async def unmet(
    extracts: Sequence[Extract],
    verdicts: Mapping[str, Verdict],
    store: Table,
    compute: Compute,
    *,
    pushed: bool = False,
) -> list[str]:
    """A sentence for everything that the tables' `expect` asks for and that is not so.

    `pushed`: rows that nobody needs were left with the site, which showed some; nothing is expected of their number.

    Raises:
        QueryError: the predicate of `all` can't be evaluated.
    """
    infos = await store.describe()
    said: list[str] = []
    for extract in extracts:
        expect, info = extract.expect, infos[extract.into]
        if not pushed and not _COMPARE[expect.operator](info.rows, expect.rows):
            said.append(f"{extract.into}: expected rows {expect.operator} {expect.rows}, there are {info.rows}")
        if expect.key_unique and (not info.keyed or info.conflicts):
            why = f"{info.conflicts} conflicts" if info.keyed else "it has no key"
            said.append(f"{extract.into}: expected a unique key: {why}")
        if expect.complete and verdicts.get(extract.into) != "complete":
            said.append(f"{extract.into}: expected to be complete, the verdict is {verdicts.get(extract.into)}")
        if expect.all is not None:
            said += await _failing(extract.into, expect, store, compute)
    return said


async def _failing(table: str, expect: ExpectRows, store: Table, compute: Compute) -> list[str]:
    rows = await store.read(table)
    sql = f'SELECT count(*) FROM "{table}" WHERE ({expect.all}) IS NOT TRUE'  # noqa: S608 - the file's own predicate
    found = await compute.query(sql, {table: rows}, {})
    count = int(found.column(0)[0].as_py())
    return [f"{table}: expected all rows to satisfy {expect.all}; {count} do not"] if count else []
