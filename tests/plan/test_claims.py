"""Does a statement give the same over the rows that it is said to need as over all rows, whatever it is?

Statements are put together at random (joins, CTEs, subqueries, windows, set operations, NULLs, ties) and answered by
DuckDB twice: over small tables, and over what is left of them when every row goes that the plan says nobody needs.
"""

from collections.abc import Callable, Iterator
from random import Random

import duckdb
import pytest

from webdart.errors import SourceLine
from webdart.navigate.row_filter import holds, rank
from webdart.plan.model import Need
from webdart.plan.needs import analyse

Row = dict[str, int | str | None]
Tables = dict[str, list[Row]]

COLUMNS = {"r": ("k", "a", "b", "t"), "o": ("k", "a", "c", "u")}
AT = SourceLine("file.yaml", 1, 1)


def tables(random: Random) -> Tables:
    """Two small tables with NULLs and ties."""

    def cell(column: str) -> int | str | None:
        if random.random() < 0.15:
            return None
        return random.choice(("ab", "Ab", "b", "")) if column in ("t", "u") else random.randrange(5)

    return {name: [{c: cell(c) for c in columns} for _ in range(9)] for name, columns in COLUMNS.items()}


class Grammar:
    """Puts statements together."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def number(self) -> str:
        return str(self.random.randrange(5))

    def condition(self, alias: str, name: str) -> str:
        """A condition on one table."""
        q = f"{alias}." if alias else ""
        text = "t" if name == "r" else "u"
        made: list[Callable[[], str]] = [
            lambda: f"{q}a {self.pick('=', '<>', '<', '<=', '>', '>=')} {self.number()}",
            lambda: f"{self.number()} < {q}k",
            lambda: f"{q}a IS NULL",
            lambda: f"{q}k IS NOT NULL",
            lambda: f"{q}a IN ({self.number()}, {self.number()})",
            lambda: f"{q}a NOT IN ({self.number()}, {self.number()})",
            lambda: f"{q}k BETWEEN {self.number()} AND {self.number()}",
            lambda: f"{q}k NOT BETWEEN 1 AND 2",
            lambda: f"{q}{text} {self.pick('LIKE', 'ILIKE', 'NOT LIKE')} '%a%'",
            lambda: f"{q}{text} = 'ab'",
            lambda: f"({q}a = 1 OR {q}k = 2)",
            lambda: f"NOT {q}a = {self.number()}",
            lambda: f"{q}a + 1 > {self.number()}",
            lambda: f"{q}a = NULL",
            lambda: f"coalesce({q}a, 3) > 2",
            lambda: f"{q}a IS DISTINCT FROM {self.number()}",
        ]
        return self.random.choice(made)()

    def where(self, *sources: tuple[str, str]) -> str:
        """A WHERE over some of the sources, or none."""
        count = self.random.choice((0, 1, 1, 2))
        parts = [self.condition(*self.random.choice(sources)) for _ in range(count)]
        if self.random.random() < 0.2:
            alias, _ = self.random.choice(sources)
            q = f"{alias}." if alias else ""
            parts.append(
                self.pick(
                    f"{q}k IN (SELECT k FROM o WHERE {self.condition('', 'o')})",
                    f"{q}k NOT IN (SELECT k FROM o WHERE k IS NOT NULL)",
                    f"EXISTS (SELECT 1 FROM o AS z WHERE z.k = {q or 'r.'}k AND {self.condition('z', 'o')})"
                    if q
                    else "k > 0",
                    f"{q}a >= (SELECT max(a) FROM o WHERE {self.condition('', 'o')})",
                    f"{q}k NOT IN (SELECT k FROM o WHERE {self.condition('', 'o')})",
                    f"NOT EXISTS (SELECT 1 FROM o AS z WHERE z.k = {q}k AND {self.condition('z', 'o')})"
                    if q
                    else "a < 3",
                    f"CASE WHEN {q}a > 2 THEN {q}k = 1 ELSE {q}k IS NULL END",
                    f"({q}a, {q}k) IN (SELECT a, k FROM o)",
                    f"{q}a = ANY (SELECT c FROM o WHERE {self.condition('', 'o')})",
                )
            )
        return " WHERE " + " AND ".join(parts) if parts else ""

    def order(self, keys: str) -> str:
        """An order with a limit, or none."""
        if self.random.random() < 0.4:
            return ""
        direction = self.pick("", " DESC", " NULLS FIRST", " DESC NULLS LAST", " ASC")
        limit = self.pick("", " LIMIT 2", " LIMIT 3 OFFSET 1", " LIMIT 1")
        return f" ORDER BY {self.pick('a', 'k')}{direction}, {keys}{limit}"

    def one(self, table: str = "r") -> str:
        """A SELECT over one table."""
        keys = ", ".join(COLUMNS[table])
        kind = self.random.randrange(7)
        where = self.where(("", table))
        if kind == 0:
            return f"SELECT {self.pick('count(*)', 'max(a)', 'min(k)', 'sum(a)', 'count(a)')} FROM {table}{where}"
        if kind == 1:
            return f"SELECT a, count(*) AS n FROM {table}{where} GROUP BY a HAVING count(*) > 1 ORDER BY a"
        if kind == 2:
            return f"SELECT DISTINCT a FROM {table}{where} ORDER BY a LIMIT 2"
        if kind == 3:
            return f"SELECT a, row_number() OVER (ORDER BY {keys}) AS n FROM {table}{where} QUALIFY n <= 3"
        if kind == 4:
            return f"SELECT k + 1 AS a, k FROM {table}{where}{self.order('k')}"
        return f"SELECT {self.pick(keys, '*')} FROM {table}{where}{self.order(keys)}"

    def joined(self) -> str:
        """A SELECT over two tables, or one twice."""
        other = self.pick("o", "o", "o", "r")
        join = self.pick("JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "SEMI JOIN", "ANTI JOIN")
        on = f"ON x.{self.pick('k', 'a')} = y.{self.pick('k', 'a')}"
        if self.random.random() < 0.4:
            on += f" AND {self.condition(*self.random.choice((('x', 'r'), ('y', other))))}"
        bare = self.random.random() < 0.25
        if bare:
            on = "USING (k)"
        only = join in ("SEMI JOIN", "ANTI JOIN")
        sources = (("x", "r"),) if only else (("x", "r"), ("y", other))
        where = self.where(*sources)
        if bare and self.random.random() < 0.5:  # the column of both, which an outer join makes of either
            where = f" WHERE k {self.pick('= 2', 'IS NULL', '> 1', 'IN (1, 3)', 'IS NOT NULL', 'BETWEEN 1 AND 3')}"
        what = "x.a, x.k" if only else self.pick("x.a, y.a", "x.k, y.k", "count(*)", "count(y.a), max(x.a)")
        return f"SELECT {what} FROM r AS x {join} {other} AS y {on}{where}"

    def chained(self) -> str:
        """A SELECT over three tables, joined one after another."""
        joins = ("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "SEMI JOIN", "ANTI JOIN")
        first, second = (self.random.choice(joins) for _ in range(2))
        tables = {"x": "r", "y": self.pick("o", "r"), "z": self.pick("o", "r")}
        seen = [("x", "r")] + [("y", tables["y"])] * (first not in joins[4:])
        parts = [f"x.{self.pick('k', 'a')} = y.{self.pick('k', 'a')}"]
        if self.random.random() < 0.4:
            parts.append(self.condition(*self.random.choice((("x", "r"), ("y", tables["y"])))))
        last = [f"{self.random.choice(seen)[0]}.{self.pick('k', 'a')} = z.{self.pick('k', 'a')}"]
        if self.random.random() < 0.5:
            last.append(self.condition(*self.random.choice((*seen, ("z", tables["z"])))))
        seen += [("z", tables["z"])] * (second not in joins[4:])
        what = self.pick(", ".join(f"{alias}.k, {alias}.a" for alias, _ in seen), "count(*)", "count(x.a), max(x.k)")
        on, then = " AND ".join(parts), " AND ".join(last)
        return (
            f"SELECT {what} FROM r AS x {first} {tables['y']} AS y ON {on} "
            f"{second} {tables['z']} AS z ON {then}{self.where(*seen)}"
        )

    def nested(self) -> str:
        """A SELECT over another one."""
        inner = self.pick(
            self.one(), self.one("o"), "SELECT k AS a, a AS k FROM r", f"SELECT * FROM r{self.where(('', 'r'))}"
        )
        outer = self.pick("*", "count(*)", "max(a)", "a")
        over = f"{self.where(('', 'r')).replace('t ', 'a::VARCHAR ')}" if self.random.random() < 0.6 else ""
        tail = self.pick("", " ORDER BY a LIMIT 2", " ORDER BY a DESC NULLS LAST LIMIT 1")
        if outer in ("count(*)", "max(a)"):
            tail = ""
        if self.random.random() < 0.5:
            return f"WITH w AS ({inner}) SELECT {outer} FROM w{over}{tail}"
        if self.random.random() < 0.3:
            return f"WITH w AS ({inner}) SELECT v.a FROM w AS v JOIN w AS z ON v.a = z.a{tail.replace(' a', ' v.a')}"
        return f"SELECT {outer} FROM ({inner}) AS w{over}{tail}"

    def statement(self) -> str:
        """Any of them."""
        kind = self.random.random()
        if kind < 0.3:
            return self.one()
        if kind < 0.5:
            return self.joined()
        if kind < 0.65:
            return self.chained()
        if kind < 0.9:
            return self.nested()
        return (
            f"({self.one()}) {self.pick('UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT')} ({self.one(self.pick('r', 'o'))})"
        )


def needed(given: Tables, needs: dict[str, Need]) -> Tables:
    """What is left of tables when every row goes that nobody is said to need; `o` first, as a walk would."""
    left = dict(given)
    for name in ("o", "r"):
        need = needs.get(name)
        if need is not None:
            left[name] = list(_needed(left, left[name], need))
    return left


def _needed(given: Tables, rows: list[Row], need: Need) -> Iterator[Row]:
    rows = [row for row in rows if all(holds(one, row[one.column]) for one in need.predicates)]
    for match in need.matching:
        others = [row for row in given[match.table] if all(holds(one, row[one.column]) for one in match.where)]
        theirs = {row[match.their] for row in others} - {None}
        rows = [row for row in rows if row[match.column] in theirs]
    if need.limit is None or need.order[0].column in ("t", "u"):
        yield from rows
        return
    key = need.order[0]
    ranks = sorted(found for row in rows if (found := rank(key, row[key.column])) is not None)
    nulls = [row for row in rows if row[key.column] is None]
    reach = need.limit - (len(nulls) if key.nulls_first else 0)
    bound = ranks[reach - 1] if 0 < reach <= len(ranks) else None
    for row in rows:
        found = rank(key, row[key.column])
        if found is None or reach > len(ranks) or (bound is not None and found <= bound):
            yield row


def ask(connection: duckdb.DuckDBPyConnection, sql: str, given: Tables) -> list[tuple[object, ...]] | None:
    """What DuckDB answers, in any order where the statement says none; None where it refuses."""
    for name, columns in COLUMNS.items():
        types = ", ".join(f"{c} {'VARCHAR' if c in ('t', 'u') else 'INTEGER'}" for c in columns)
        connection.execute(f"CREATE OR REPLACE TABLE {name} ({types})")
        rows = ", ".join("(" + ", ".join(_literal(row[c]) for c in columns) + ")" for row in given[name])
        if rows:
            connection.execute(f"INSERT INTO {name} VALUES {rows}")
    try:
        return sorted(connection.execute(sql).fetchall(), key=repr)
    except duckdb.Error:
        return None


def _literal(cell: int | str | None) -> str:
    return "NULL" if cell is None else f"'{cell}'" if isinstance(cell, str) else str(cell)


def compare(seed: int, count: int) -> tuple[int, int]:
    """How many statements were answered, and of how many the plan said that rows may go."""
    random = Random(seed)
    grammar = Grammar(random)
    answered = claimed = 0
    with duckdb.connect(config={"threads": 1}) as connection:
        while answered < count:
            sql, given = grammar.statement(), tables(random)
            whole = ask(connection, sql, given)
            if whole is None:
                continue
            answered += 1
            found = analyse(sql, at=AT, parameters={}, columns_of={name: list(own) for name, own in COLUMNS.items()})
            left = needed(given, dict(found.needs))
            claimed += left != given
            assert ask(connection, sql, left) == whole, (sql, given, found.needs)
    return answered, claimed


def test_what_nobody_needs_changes_no_answer():
    """Some hundred statements, a good part of which lets rows go."""
    answered, claimed = compare(1, 120)
    assert claimed > answered / 4


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(2, 7))
def test_what_nobody_needs_changes_no_answer_of_many(seed: int):
    """Five thousand of them."""
    assert compare(seed, 1000)[1] > 200
