"""Decides what a form is filled in with where the sentence says it in the words of the form's own lists.

A sentence also says which records are meant. What the SQL of those records compares is theirs: of "close the issues
that are open" the status is not to be open.
"""

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from webdart.lexicon.phrases import words
from webdart.model.planning.grounding import spelled_numbers
from webdart.model.planning.pieces import name_of
from webdart.model.planning.write_forms import Form, FormField
from webdart.navigate.similarity import covered, words_of
from webdart.workflow.sql import parsed

_SAME = 0.75
"""How alike two words are that are one with another ending."""


def is_told(form: Form, sentence: str) -> bool:
    """Whether the lists of a form say what is to be done, and no box has to be typed into."""
    boxes = [one for one in form.fields if not one.options]
    if any(one.needed or _says(sentence, one.label) for one in boxes):
        return False
    return any(_said(one, sentence) for one in form.fields) or _says_button(form, sentence)


def said_values(form: Form, sentence: str) -> Mapping[str, str]:
    """All options that the sentence says, by label: each is the change, or a condition of the records."""
    return {field.label: ", ".join(said) for field in form.fields if (said := _said(field, sentence))}


def told_values(form: Form, sentence: str, sql: str = "") -> Mapping[str, str] | None:
    """The values by label, none where the button alone does it; None where the sentence does not settle them."""
    compared = _compared(sql)
    values: dict[str, str] = {}
    for field in form.fields:
        said = _said(field, sentence)
        column = name_of(field.label)
        left = [one for one in said if one.casefold() not in compared.get(column, ())]
        if column in compared and len(said) < 2:  # it says which records are meant
            continue
        if len(left) > 1:
            return None
        if left:
            values[field.label] = left[0]
    return values if values or (not sql and _says_button(form, sentence)) else None


def keeps(values: Mapping[str, str], sql: str) -> str:
    """The label of a value that all the records have already, by the SQL that finds them; "" where each is a change."""
    compared = _compared(sql)
    return next((label for label, value in values.items() if value.casefold() in compared.get(name_of(label), ())), "")


def _said(field: FormField, sentence: str) -> Sequence[str]:
    return [one for one in field.options if _says(sentence, one)]


def _says(sentence: str, text: str) -> bool:
    named = words_of(text) - words("function_words")
    numbers = spelled_numbers(sentence)
    return bool(named) and all(word in numbers or covered([word], sentence) >= _SAME for word in named)


def _says_button(form: Form, sentence: str) -> bool:
    """Whether the sentence has a word of the button that is no word of asking."""
    named = words_of(form.button) - words("function_words", "affirm")
    return any(covered([word], sentence) >= _SAME for word in named)


def _compared(sql: str) -> Mapping[str, set[str]]:
    """The texts that each column is compared with, folded; a column that is only tested for NULL has none."""
    tree = parsed(sql) if sql else None
    found: dict[str, set[str]] = {}
    for column, literals in _conditions(tree) if tree is not None else ():
        found.setdefault(column, set()).update(literals)
    return found


def _conditions(tree: exp.Expr) -> Iterator[tuple[str, set[str]]]:
    for where in tree.find_all(exp.Where):
        for column in where.find_all(exp.Column):
            above = column.find_ancestor(exp.EQ, exp.In, exp.Is, exp.Like, exp.ILike, exp.NEQ)
            literals = above.find_all(exp.Literal) if above is not None and not isinstance(above, exp.NEQ) else ()
            yield column.name.casefold(), {one.name.strip("%").casefold() for one in literals}
