"""Does the look at a SELECT ever fail, or take long, on SQL that nobody would write?"""

import random
import time

from webdart.errors import SourceLine
from webdart.plan.needs import analyse
from webdart.workflow.sql import parsed, unknown_columns

AT = SourceLine("file.yaml", 1, 1)
PIECES = (  # noqa: SIM905 - one word after another
    """SELECT FROM WHERE GROUP BY ORDER LIMIT OFFSET HAVING QUALIFY WITH AS UNION ALL JOIN ON USING ( ) , * t u a b
    a.b t.* 1 2.5 'x' "y" $n $m ? $1 = <> < <= > >= AND OR NOT IN BETWEEN LIKE ILIKE IS NULL sum(a) count(*) max(b)
    OVER () FILTER DATE '2024-01-01' year(a) = 2023 strftime(a,'%Y-%m') unnest(a) CASE WHEN THEN ELSE END x -> x
    [ ] { } : :: INTEGER ; -- /* */ EXCLUDE COLUMNS('a') PIVOT DISTINCT EXISTS INTERVAL 1 DAY NULLS FIRST DESC
    RECURSIVE VALUES LATERAL NATURAL ASOF ANTI TABLESAMPLE 10% := => .. -1 e'\\' $$ x $$ 9999 '9999-12'"""
).split()


def test_no_statement_makes_the_look_fail() -> None:
    """A thousand statements put together from pieces: a Query each, none over a second."""
    chance = random.Random(7)
    for _ in range(1000):
        sql = "SELECT " + " ".join(chance.choices(PIECES, k=chance.randint(1, 25)))
        started = time.process_time()
        query = analyse(sql, at=AT, parameters={"n": 3}, columns_of={"t": ["a", "b"]})
        tree = parsed(sql)
        if tree is not None:
            unknown_columns(tree, {"t": ("a", "b")})
        assert query.sql == sql
        assert time.process_time() - started < 1.0, sql
