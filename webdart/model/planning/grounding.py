"""Holds the SQL of a model against the sentence that it answers, and tells what only one of the two says.

A weak model writes SQL that runs and answers something else: it forgets a condition, makes one up, takes a text that no
row has, or sorts the wrong way round. All of that can be seen without knowing what the sentence means: its numbers, its
words that are values or columns of the page, and the literals of the statement are held against each other. What is
found is told to the model once more; a statement that stays so is no answer.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from sqlglot import exp

from webdart.identifier import WORD
from webdart.lexicon.phrases import PhrasePattern, pattern, phrases
from webdart.lexicon.phrases import words as spoken
from webdart.model.planning.column_values import SeenColumn
from webdart.navigate.similarity import covered, words_of
from webdart.workflow.kinds import NUMERIC
from webdart.workflow.sql import parsed

_SAME, _ALIKE = 0.75, 0.6
"""How alike two words are that are one with another ending; and that may be two forms of one verb or name."""
_SHORTEST = 4  # letters of a name that a sentence surely means where it says it
_FREE = frozenset({0.0, 1.0})
"""Numbers that a statement may have though nobody said them: nothing, one, the first."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_DATED = re.compile(r"\d{4}-\d\d")
_COMPARED = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.In, exp.Like, exp.ILike)
_EXACT = (exp.EQ, exp.NEQ, exp.In)
_COLUMN = re.compile(rf"\{{{WORD}\}}")
_WHOLE = 0.8
"""The share of a sentence's words from which on a value is the sentence itself."""
_FOUND = (exp.EQ, exp.Like, exp.ILike)
_ROUNDED = (exp.Round, exp.Cast, exp.Floor, exp.Ceil, exp.IntDiv)
_SUMMED, _COUNTED = pattern("summed"), pattern("counted")
_WHOLE_NUMBER = pattern("whole_number")
_MOST_OF, _FOR_EACH = pattern("most_of"), pattern("for_each")
_LEAST, _MOST = pattern("lowest_first"), pattern("highest_first")


class Ground(Struct, frozen=True, kw_only=True):
    """What a statement is held against: the sentence, the columns as a page has them, what the pages are called."""

    sentence: str
    columns: tuple[SeenColumn, ...] = ()
    about: str = ""


def ungrounded(sql: str, ground: Ground) -> str:
    """What the sentence says and the statement does not, or the other way round; "" where they agree."""
    tree = parsed(sql)
    if tree is None:
        return ""
    checks: tuple[Callable[[exp.Expr, Ground], Iterator[str]], ...] = (
        _unseen_texts,
        _restated,
        _unsaid_texts,
        _unsaid_numbers,
        _left_out_numbers,
        _left_out_values,
        _left_out_columns,
        _left_out_things,
        _uncounted,
        _undivided,
        _share_of_itself,
        _one_of_several,
        _turned_round,
        _sorted_as_texts,
        _unsummed,
    )
    return next((problem for check in checks for problem in check(tree, ground)), "")


def of_one_row(sql: str) -> str:
    """The statement without conditions, for a table whose one row is what is meant: they could only make it empty."""
    tree = parsed(sql)
    where = tree.args.get("where") if isinstance(tree, exp.Select) else None
    if tree is None or where is None:
        return sql
    where.pop()
    return tree.sql(dialect="duckdb")


def takes_all(sql: str) -> bool:
    """Whether a statement takes every column there is; one that counts rows does not."""
    tree = parsed(sql)
    return tree is None or any(not isinstance(one.parent, exp.Count) for one in tree.find_all(exp.Star))


def rounded(sql: str, sentence: str) -> str:
    """The statement with means and shares rounded, where the sentence asks for whole numbers."""
    tree = parsed(sql)
    if not isinstance(tree, exp.Select) or _WHOLE_NUMBER.search(sentence) is None:
        return sql
    shown = [one.unalias() for one in tree.selects]
    for one in shown:
        if not isinstance(one, _ROUNDED) and one.find(exp.Avg, exp.Div) is not None:
            one.replace(exp.Round(this=one.copy()))
    return tree.sql(dialect="duckdb")


def caseless(sql: str) -> str:
    """The statement with every LIKE as ILIKE: how a sentence writes a word says nothing of how a page does."""
    tree = parsed(sql)
    likes = [] if tree is None else list(tree.find_all(exp.Like))
    for one in likes:
        one.replace(exp.ILike(this=one.this.copy(), expression=one.expression.copy()))
    return tree.sql(dialect="duckdb") if tree is not None and likes else sql


def ungrounded_script(source: str, ground: Ground) -> str:
    """The same of a script, of which only the numbers are looked at."""
    left = _numbers(ground.sentence) - _numbers(f"{source} {ground.about}")
    return f"the question says {_shown(min(left))}, the script does not" if left else ""


# -- what the statement says ----------------------------------------------------------------------------------


def _unseen_texts(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """A text that a column of a few repeated texts does not have."""
    known = {column.name.casefold(): column for column in ground.columns if column.repeats}
    for comparison, literal in _compared(tree):
        names = {one.name.casefold() for one in comparison.find_all(exp.Column)}
        column = known.get(next(iter(names), "")) if len(names) == 1 else None
        if column is None or not literal.is_string:
            continue
        folded = {value.casefold() for value in column.values}
        exact = isinstance(comparison, _EXACT) and not comparison.find(exp.Lower)
        core = literal.name.strip("%").casefold()
        if literal.name in column.values if exact else any(core in value for value in folded):
            continue
        yield f"{column.name} is never {literal.name!r}; it has {', '.join(map(repr, column.values))}"


def _restated(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """A condition that is only what the list is called: not all lamps have the word in their names."""
    repeated = {column.name.casefold() for column in ground.columns if column.repeats}
    for comparison, literal in _compared(tree):
        said = words_of(literal.name.strip("%")) if literal.is_string else ()
        names = {one.name.casefold() for one in comparison.find_all(exp.Column)}
        if said and not names & repeated and covered(said, ground.about) >= _SAME:
            yield f"the list is that of {literal.name.strip('%')!r}: that is no condition on {', '.join(sorted(names))}"


def _unsaid_texts(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """A text that the sentence does not say, whether rows have it or not; yes and no may be meant by other words."""
    meant = spoken("yes", "no")
    said = f"{ground.sentence} {ground.about}"
    for _, literal in _compared(tree):
        text = literal.name.strip("%")
        if not literal.is_string or text.casefold() in meant or not (words := words_of(text)):
            continue
        dated = bool(_DATED.search(text)) and bool(_numbers(text) & _numbers(said))
        if not dated and any(covered([word], said) < _ALIKE for word in words):
            yield f"the question does not say {text!r}"


def _unsaid_numbers(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """A bound or a limit that nobody named."""
    said = _numbers(f"{ground.sentence} {ground.about}") | _spelled(ground.sentence) | _FREE
    limits = [one.expression for one in tree.find_all(exp.Limit)]
    bounds = [literal for _, literal in _compared(tree) if not literal.is_string]
    for literal in (*limits, *bounds):
        if isinstance(literal, exp.Literal) and not _numbers(literal.name) & said:
            yield f"the question does not say {literal.name}"


def _compared(tree: exp.Expr) -> Iterator[tuple[exp.Expr, exp.Literal]]:
    """Each literal with the comparison that it stands in; those inside of functions are not compared."""
    for comparison in tree.find_all(*_COMPARED):
        for literal in comparison.find_all(exp.Literal):
            above = literal.parent
            while isinstance(above, exp.Cast | exp.Paren | exp.Lower | exp.Neg | exp.Tuple):
                above = above.parent
            if above is comparison:
                yield comparison, literal


# -- what the sentence says -----------------------------------------------------------------------------------


def _left_out_numbers(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    has = _numbers(" ".join(one.name for one in tree.find_all(exp.Literal))) | _numbers(ground.about)
    for number in sorted(_numbers(ground.sentence) - has):
        if not _other_reading(number, ground.sentence, has):
            yield f"the question says {_shown(number)}, the statement does not"


def _left_out_values(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """A text of a column of few that the sentence says."""
    literals = [one.name.strip("%").casefold() for one in tree.find_all(exp.Literal) if one.is_string]
    said = _words(ground.sentence)
    for column in ground.columns:
        for value in column.values if column.repeats else ():
            words = _words(value)
            if not _stands_in(words, said) or covered(words, ground.about) >= _SAME:
                continue
            if not any(text and (text in value.casefold() or value.casefold() in text) for text in literals):
                yield f"the question says {value!r}, which is a value of {column.name}; the statement does not"


def _left_out_columns(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """A column that the sentence names and of which no value is taken; what the pages are called is no column then."""
    if tree.find(exp.Star) and not tree.find(exp.Count):
        return
    there = {id(one) for test in tree.find_all(exp.Is) for one in test.find_all(exp.Column)}
    read = [set(name.casefold().split("_")) for name in _named(tree, there)]
    said = _words(ground.sentence)
    for column in ground.columns:
        words = column.name.casefold().split("_")
        if any(set(words) <= others for others in read):  # itself, or what is called so and more: started, started_by
            continue
        if len(column.name) < _SHORTEST or covered(words, ground.about) >= _SAME:
            continue
        if _stands_in(words, said):
            yield f"the question names the column {column.name}, the statement does not"


def _left_out_things(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """What the sentence counts, or wants the first of, where it is but some of the rows and the statement takes all."""
    named = [column.name for column in ground.columns]
    if any(where.find(exp.Literal, exp.Boolean, exp.Is) for where in tree.find_all(exp.Where)):
        return
    for words in (_COUNTED, _LEAST, _MOST):
        thing = _noun_behind(words, ground.sentence)
        if not thing or covered([thing], " ".join([ground.about, *named])) >= _SAME:
            continue
        for column in ground.columns:
            said = [covered([thing], value) >= _SAME for value in column.values if column.type == "text"]
            if any(said) and not all(said):
                some = f"only some rows say so in {column.name}, the statement takes all"
                yield f"the question is about {thing!r}: {some}"


def _uncounted(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """What the sentence wants the most of, where that is the rows themselves, and the statement counts nothing."""
    thing = _noun_behind(_MOST_OF, ground.sentence)
    if not thing or tree.find(exp.Count) is not None:
        return
    ordered = [one for by in tree.find_all(exp.Order, exp.Max, exp.Min) for one in by.find_all(exp.Column)]
    if not any(covered([thing], one.name) >= _SAME for one in ordered) and _is_the_rows(thing, tree, ground):
        yield f"the question asks for the most {thing}, which are the rows: count(*)"


def _undivided(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """A number that the sentence wants for each of what a column counts, where the statement divides by nothing."""
    thing = _noun_behind(_FOR_EACH, ground.sentence)
    groups = [one.name for group in tree.find_all(exp.Group) for one in group.find_all(exp.Column)]
    each = any(_counts(name, thing) for name in groups)
    if not thing or each or tree.find(exp.Div, exp.IntDiv, exp.Avg) is not None:
        return
    counts = [one.name for one in ground.columns if one.type in NUMERIC and _counts(one.name, thing)]
    if counts and not _is_the_rows(thing, tree, ground):
        yield f"the question asks for a number for each of {counts[0]}: divided by {counts[0]}"


def _counts(name: str, thing: str) -> bool:
    """Whether a column is called by the plural of a word: replies, of reply."""
    ending = thing[:-1] if len(thing) > _SHORTEST else thing
    return any(word.startswith(ending) for word in _words(name)) or covered([thing], name) >= _SAME


def _share_of_itself(tree: exp.Expr, _: Ground) -> Iterator[str]:
    """A share of rows among those that are counted for it: what is left by the same condition is always all of them."""
    wheres = [where.this for where in tree.find_all(exp.Where) if not isinstance(where.parent, exp.Filter)]
    parts = {part.sql() for one in wheres for part in (one.flatten() if isinstance(one, exp.And) else (one,))}
    for share in tree.find_all(exp.Div):
        counted = [one.this for one in share.find_all(exp.If)] + [
            one.expression.this for one in share.find_all(exp.Filter) if isinstance(one.expression, exp.Where)
        ]
        for condition in counted:
            if condition.sql() in parts:
                yield f"a share of rows is asked for, and WHERE {condition.sql()} leaves these alone: of all without it"


def _one_of_several(tree: exp.Expr, _: Ground) -> Iterator[str]:
    """The first few, of which a comparison with the most or the least leaves one."""
    limit = tree.find(exp.Limit)
    if limit is None or limit.expression.name == "1":
        return
    for equal in tree.find_all(exp.EQ):
        for inner in equal.find_all(exp.Subquery):
            if inner.find(exp.Max, exp.Min):
                yield f"the first {limit.expression.name} are asked for, and {equal.sql()} leaves one: ORDER BY instead"


def _is_the_rows(thing: str, tree: exp.Expr, ground: Ground) -> bool:
    """Whether a word is what the rows are called: by their table, or by the pages."""
    rows = " ".join([ground.about, *(table.name for table in tree.find_all(exp.Table))])
    return covered([thing], rows) >= _SAME


def _noun_behind(words: PhrasePattern, sentence: str) -> str:
    """The word behind some that call for a noun; "" where they are not said, or it is none."""
    found = words.search(sentence)
    thing = "" if found is None else next(iter(_words(sentence[found.end() :])), "")
    return thing if len(thing) >= _SHORTEST else ""


def _named(tree: exp.Expr, without: Collection[int] = ()) -> Iterator[str]:
    """What a statement names: columns, and functions with what they take, for a year may be that of a date.

    `without` are columns by their identity, of which only is asked whether they are there.
    """
    yield from (one.name for one in tree.find_all(exp.Column) if id(one) not in without)
    for function in tree.find_all(exp.Func):
        yield function.key
        yield from (one.name for one in function.find_all(exp.Var, exp.Literal))


def _turned_round(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """An order in the other direction than the one that the sentence says."""
    least, most = _LEAST.search(ground.sentence) is not None, _MOST.search(ground.sentence) is not None
    order = tree.find(exp.Order)
    if order is None or least == most or tree.find(exp.Limit) is None:
        return
    first = order.expressions[0]
    down = bool(first.args.get("desc"))
    if down != most:
        wanted = "DESC" if most else "ASC"
        yield f"the question asks for {'the most' if most else 'the least'}: ORDER BY {first.this.sql()} {wanted}"


def _sorted_as_texts(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """Numbers that a page has with words beside them, and that would be in the order of texts."""
    numbered = {
        column.name.casefold()
        for column in ground.columns
        if column.type == "text" and column.values and all(map(_begins_as_number, column.values))
    }
    orders = [one.expressions[0] for one in tree.find_all(exp.Order)]
    for node in (*orders, *tree.find_all(exp.Max, exp.Min)):
        if isinstance(node.this, exp.Column) and node.this.name.casefold() in numbered:
            yield f"{node.this.name} is a text: in its order 9 comes after 10"


def is_said(label: str, value: str, sentence: str) -> bool:
    """Whether a sentence says what a field is to be filled in with: a model fills in more than it was told.

    A value may take columns; a tick is said by its label. The whole sentence is no value.
    """
    if _COLUMN.search(value):
        return True
    if value.strip().casefold() in spoken("yes", "no"):
        return covered(words_of(label), sentence) >= _ALIKE
    asked = words_of(value) - spoken("function_words") or words_of(value)
    spelled = spelled_numbers(sentence)
    if all(word in spelled or covered([word], sentence) >= _ALIKE for word in asked):
        return len(asked) < _WHOLE * len(words_of(sentence) - spoken("function_words"))
    return False


def spelled_numbers(sentence: str) -> frozenset[str]:
    """The digits of the numbers that a sentence says in words."""
    return frozenset(_shown(number) for number in _spelled(sentence))


def unseen_conditions(sql: str, columns: Sequence[SeenColumn]) -> tuple[tuple[exp.Expr, str], ...]:
    """The conditions of a statement on texts that no page has shown so far, each with its text."""
    tree = parsed(sql)
    seen = [value.casefold() for column in columns for value in column.values]
    found: dict[str, tuple[exp.Expr, str]] = {}
    for comparison, literal in _compared(tree) if tree is not None else ():
        text = literal.name.strip("%")
        named = isinstance(comparison, _FOUND) and literal.is_string and not _DATED.match(text)
        if named and not any(text.casefold() in value for value in seen):
            found.setdefault(text.casefold(), (comparison, text))
    return tuple(found.values())


def _unsummed(tree: exp.Expr, ground: Ground) -> Iterator[str]:
    """Rows where one number over all of them is asked for; a number that a column has will do for a count."""
    if tree.find(exp.AggFunc) is not None:
        return
    numbers = {column.name.casefold() for column in ground.columns if column.type in NUMERIC}
    known = {column.name.casefold() for column in ground.columns}
    shown = {one.name.casefold() for one in (tree.selects if isinstance(tree, exp.Select) else ())}
    if _SUMMED.search(ground.sentence):
        yield "the question asks for one number over all rows: sum(…)"
    elif _COUNTED.search(ground.sentence) and shown <= known and not shown & numbers:
        yield "the question asks for a number of rows: count(*)"


def _begins_as_number(text: str) -> bool:
    return text[:1].isdigit() and not _DATED.match(text)


# -- words and numbers ----------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold().replace("_", " "))


def _stands_in(words: Sequence[str], said: Sequence[str]) -> bool:
    """Whether words are said one behind the other, each perhaps with another ending."""
    if not words:
        return False
    places = range(len(said) - len(words) + 1)
    return any(
        all(covered([word], other) >= _SAME for word, other in zip(words, said[place:], strict=False))
        for place in places
    )


def _numbers(text: str) -> set[float]:
    """The numbers in a text, each as it reads with a point and with a comma as the decimal sign."""
    found: set[float] = set()
    for one in _NUMBER.findall(text):
        found |= set(_read((one, one.replace(",", ""), one.replace(".", "").replace(",", "."))))
        found |= set(_read(re.split(r"[.,:]", one))) if _parts(one) else set()
    return found


def _parts(one: str) -> bool:
    """Whether it is no number, such as a date with points."""
    return len(re.findall(r"[.:]", one)) > 1 or ":" in one


def _read(texts: Iterable[str]) -> Iterator[float]:
    for text in texts:
        try:
            yield float(text)
        except ValueError:
            continue


def _other_reading(number: float, sentence: str, has: set[float]) -> bool:
    """Whether the statement has the number as it reads with the other decimal sign."""
    texts = [one for one in _NUMBER.findall(sentence) if number in _numbers(one)]
    return any(_numbers(one) & has for one in texts)


def _spelled(sentence: str) -> set[float]:
    """The numbers that are said in words, from two on."""
    said = set(_words(sentence))
    return {float(number) for number, word in _number_words() if word in said}


def _number_words() -> Iterator[tuple[str, str]]:
    """Number words of all languages, each behind its digits."""
    return (tuple(phrase.split(" ", 1)) for phrase in phrases("spelled_number"))  # pyright: ignore[reportReturnType]


def _shown(number: float) -> str:
    return f"{number:g}"
