"""Finds what is asked for and left out by a filter of the page: closed rows, where it shows the open ones.

Such a filter names what is asked for, and is not set to it, while no row of the table has it. What the filter does is
not known; that it is there is a doubt of an answer that rests on the rows without it.
"""

import json
import re
from collections.abc import Iterator, Sequence

import pyarrow as pa

from webdart.answer.doubt import Doubt, samples_of
from webdart.controls.default_filters import EMPTY
from webdart.execute.comparison import Wanted, compared
from webdart.identifier import fold
from webdart.navigate.pushdown.control_semantics import names
from webdart.navigate.pushdown.offers import site_words
from webdart.navigate.similarity import covered, words_of
from webdart.page.model import DefaultFilter
from webdart.page.text_match import letters, loose, says
from webdart.plan.lineage import Lineage
from webdart.workflow.model import Extract, Field, Scalar

_ENOUGH = 0.75
"""How much of a value's words the label of a box must say: "archive" says "archived"."""
_LONGEST = 60
"""Letters of a value that could be an option of a filter."""
_SIGNS = re.compile(r"[:#,{}\[\]\"'&*!|>%@`]")
"""Signs that may mean something in YAML."""
_LEAST = 3
"""Letters of a value that a longer label can be said to name; a sign that is no letter of the alphabet says more."""


def filtered_rows(extract: Extract, table: pa.Table, read: Lineage, filters: Sequence[DefaultFilter]) -> list[Doubt]:
    """The values that a condition asks for, that no row has, and that a filter names which is not set to them."""
    doubts: dict[tuple[str, str], Doubt] = {}
    fields = {fold(field.name): field for field in extract.fields if field.name in table.column_names}
    for name, wanted in _asked(read) if filters else ():
        field = fields.get(fold(name))
        if field is None or field.type.many:
            continue
        values = [value for value in table.column(field.name).to_pylist() if value is not None]
        if any(_is(value, wanted) for value in values):
            continue
        found = next((one for one in filters if _leaves_out(one, field, wanted, values)), None)
        if found is not None:
            doubts[field.name, wanted.text] = _doubt(extract, table, field, wanted, found)
    open_ = (one for one in filters if one.every and not _is_asked_so(one, read))
    narrowed = (one for one in open_ if (_has_all(one, table) if one.every == EMPTY else not _shows_others(one, table)))
    return [*doubts.values(), *(_unopened(extract, table, one) for one in narrowed)]


def _is_asked_so(one: DefaultFilter, read: Lineage) -> bool:
    """Whether every place that reads the table asks for what a filter stands at: `WHERE status = 'open'`."""
    return all(
        any(
            not wanted.negated and any(says(chosen, wanted.text) for chosen in one.chosen)
            for condition in place.conditions
            for _, wanted in compared(condition.sql, place.parameters, loosely=True)
        )
        for place in read.places
    )


def _has_all(one: DefaultFilter, table: pa.Table) -> bool:
    """Whether each of several rows has what a box for text holds, as those that are looked for by it."""
    columns = [table.column(name) for name in table.column_names if not name.startswith("_")]
    texts = [column.to_pylist() for column in columns if _is_text(column.type)]
    wanted = " ".join(one.chosen).casefold()
    rows = zip(*texts, strict=True)
    return (
        table.num_rows > 1
        and bool(texts)
        and all(any(wanted in (text or "").casefold() for text in row) for row in rows)
    )


def _is_text(kind: pa.DataType) -> bool:
    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


def _shows_others(one: DefaultFilter, table: pa.Table) -> bool:
    """Whether some row has what a filter would leave out: then it is no filter of these rows."""
    others = [word for word in one.words if word != one.every]
    texts = {
        value for column in table.columns if _is_text(column.type) for value in column.unique().to_pylist() if value
    }
    return any(says(word, value) for value in texts if len(value) <= _LONGEST for word in others)


def _unopened(extract: Extract, table: pa.Table, one: DefaultFilter) -> Doubt:
    page = str(table.column("_page")[0].as_py())
    return Doubt(
        table=extract.into,
        kind="unknown",
        problem="the site itself shows a part of the rows",
        count=table.num_rows,
        samples=samples_of([(f"{one.label!r} stands at {', '.join(one.chosen)!r}", page)]),
        remedy=f"`set: {{{_key(one)}: {one.every}}}` opens it; a condition on what it stands at asks for no more",
    )


def _key(one: DefaultFilter) -> str:
    """What `set` calls the control of a filter, without the colon that may end it, as a key of YAML."""
    name = (one.name or one.label).strip().rstrip(":")
    return json.dumps(name, ensure_ascii=False) if _SIGNS.search(name) else name


def _asked(read: Lineage) -> Iterator[tuple[str, Wanted]]:
    for place in read.places:
        for condition in place.conditions:
            for name, wanted in compared(condition.sql, place.parameters, loosely=True):
                if not wanted.negated or isinstance(wanted.value, bool):
                    yield name, _turned(wanted)


def _turned(wanted: Wanted) -> Wanted:
    """What is wanted without its negation: that a truth value is not so, is that it is the other one."""
    return Wanted(wanted.value is False) if wanted.negated else wanted


def _is(value: Scalar, wanted: Wanted) -> bool:
    if isinstance(wanted.value, bool) or isinstance(value, bool):
        return value is wanted.value
    return value == wanted.value or wanted.fits(str(value), exact=False)


def _leaves_out(one: DefaultFilter, field: Field, wanted: Wanted, values: Sequence[Scalar]) -> bool:
    """Whether a filter names what is wanted, as a value of this column."""
    if isinstance(wanted.value, bool):
        return any(names(field, said) for said in (one.words if wanted.value else one.chosen))
    words = (wanted.words,) if wanted.like else site_words(field, wanted.value)
    if one.box:
        return any(_names(said, word) for said in one.words for word in words)
    if not any(says(said, word) for said in one.words for word in words):
        return False
    return names(field, one.label) or any(says(chosen, str(value)) for chosen in one.chosen for value in values)


def _names(label: str, word: str) -> bool:
    """Whether the label of a box says a value: "Include closed"."""
    if not word.isascii() and letters(word) and letters(word) in letters(label):
        return True  # scripts without blanks between the words
    return len(letters(word)) >= _LEAST and covered(words_of(loose(word)), label) >= _ENOUGH


def _doubt(extract: Extract, table: pa.Table, field: Field, wanted: Wanted, one: DefaultFilter) -> Doubt:
    value = f"{wanted.value}".lower() if isinstance(wanted.value, bool) else repr(wanted.text)
    label = next(iter(one.words)) if one.box else one.label
    stands = "is as the site sets it" if one.box else f"stands at {', '.join(one.chosen)!r}"
    pages = [str(page) for page in table.column("_page").to_pylist()]
    return Doubt(
        table=extract.into,
        column=field.name,
        kind="unmatched",
        problem=f"no row has {value}, and the page may leave such rows out: {label!r} {stands}",
        count=table.num_rows,
        samples=samples_of([(str(table.column(field.name)[0].as_py()), pages[0])]),
        remedy="`set` of the `navigate` stage sets it, `accept: [unmatched]` takes the rows that there are",
    )
