"""Which statements could a person have written over a listing? Generated ones, the same every time."""

from collections.abc import Iterator
from random import Random

from tests.apps.question_sources import Ground

LIMITS = (1, 3, 5, 10, 25, 60)


def questions(ground: Ground, count: int) -> Iterator[str]:
    """SELECTs over one listing, called `rows`: conditions, an order that ends in the key, a limit, an aggregate."""
    random = Random(f"questions of {ground.name}")
    for _ in range(count):
        yield statement(random, ground)


def statement(random: Random, ground: Ground) -> str:
    """One SELECT."""
    where = _where(random, ground)
    shape = random.random()
    if shape < 0.2:
        return f"SELECT {random.choice(ground.sums)} FROM rows{where}"
    order, limit = random.choice(ground.orders), random.choice(LIMITS)
    if shape < 0.3:
        return f"SELECT {_columns(random, ground)} FROM rows{where} ORDER BY {order}, {ground.key}"
    if shape < 0.36:
        return f"SELECT count(*), min({ground.key}) FROM (SELECT * FROM rows{where} ORDER BY {order}, {ground.key} LIMIT {limit})"
    if shape < 0.42:
        inner = f"WITH picked AS (SELECT * FROM rows{where})"
        return f"{inner} SELECT {ground.key} FROM picked ORDER BY {order}, {ground.key} LIMIT {limit}"
    offset = f" OFFSET {random.choice((1, 7))}" if random.random() < 0.15 else ""
    return f"SELECT {_columns(random, ground)} FROM rows{where} ORDER BY {order}, {ground.key} LIMIT {limit}{offset}"


def joins(ground: Ground, other: Ground, columns: tuple[str, str], count: int) -> Iterator[str]:
    """SELECTs over two listings, `rows` and `others`, joined over a column of each."""
    random = Random(f"joins of {ground.name} and {other.name}")
    for _ in range(count):
        own, theirs = columns
        condition = _where(random, ground).removeprefix(" WHERE ")
        where = f" WHERE {_qualified(condition, ground)}" if condition else ""
        kind = random.choice(("JOIN", "JOIN", "LEFT JOIN"))
        join = f"FROM rows AS r {kind} others AS o ON r.{own} = o.{theirs}"
        if random.random() < 0.4:
            yield f"SELECT count(*), count(DISTINCT r.{ground.key}) {join}{where}"
        elif random.random() < 0.5:
            inner = f"SELECT {theirs} FROM others WHERE {random.choice(other.conditions)}"
            yield f"SELECT {ground.key} FROM rows WHERE {own} IN ({inner}) ORDER BY {ground.key} LIMIT 20"
        else:
            yield (
                f"SELECT r.{ground.key}, o.{other.key} {join}{where} ORDER BY r.{ground.key}, o.{other.key}"
                f" LIMIT {random.choice(LIMITS)}"
            )


def _where(random: Random, ground: Ground) -> str:
    conditions = random.sample(ground.conditions, random.choice((0, 1, 1, 1, 2, 2, 3)))
    return " WHERE " + " AND ".join(conditions) if conditions else ""


def _columns(random: Random, ground: Ground) -> str:
    names = [name for name in ground.columns if name != ground.key]
    chosen = random.sample(names, random.choice((1, 2, 3)))
    return random.choice((", ".join([ground.key, *chosen]), ground.key, "*"))


def _qualified(condition: str, ground: Ground) -> str:
    words = condition.split(" ")
    return " ".join(_own(word, ground) for word in words)


def _own(word: str, ground: Ground) -> str:
    bare = word.lstrip("(")
    for opening in ("", "year(", "strftime("):
        name = bare.removeprefix(opening).rstrip("),") if bare.startswith(opening) else ""
        if name in ground.columns:
            return word.replace(name, f"r.{name}", 1)
    return word
