"""Tells whether a text of a record's own page is the record's, or a comment's, a picture's, another story's.

The rules for the types and names where such a page has others of the kind: who wrote it, days, numbers, amounts, lists.
A listing's records have none of that, and nothing here speaks against their columns.
"""

from collections.abc import Callable, Sequence

from webdart.records.coerce.bylines import is_credit, names_a_person
from webdart.records.columns.markup_hints import LAST
from webdart.records.columns.mined_columns import Column
from webdart.records.columns.sole_values import TYPES
from webdart.records.detail.byline import signer, signers
from webdart.records.detail.own_page import COUNTED, DAYS, OwnPage
from webdart.records.query.field_matches import Match, label_of
from webdart.records.structure.outline import Outline
from webdart.workflow.model import Field

_FEW_OWN = 3  # values of a thing itself: before, now, a piece
_CALLED_SO_TOO = 0.95  # what a column weighs at least whose name has the field's in it


class Ownership:
    """What belongs to the record of one page; `own` is None for the records of a listing."""

    def __init__(self, page: Outline, own: OwnPage | None) -> None:
        self._page = page
        self._own = own

    def is_a_list(self, field: Field, column: Column) -> bool:
        """Whether what is named are the values of a list on the page: of other things."""
        if self._own is None or field.type.many or field.type.kind in {"text", "link", "image"}:
            return False
        said = ({self._page.text[node] if part is None else part for node, part in hits} for hits in column.hits)
        return any(len(texts) > _FEW_OWN for texts in said)

    def signed(self, field: Field, label: str, columns: Sequence[Column]) -> Match | None:
        """Who wrote the page or each record, by the ways in which these are signed."""
        if field.type.kind != "text" or field.type.many or not names_a_person(label):
            return None
        column = signer(self._page, self._own) if self._own is not None else signers(self._page, columns)
        return Match(column, "mark", 1.0) if column is not None else None

    def is_of_another(self, field: Field, column: Column) -> bool:
        """Whether what the mark-up calls by the field's name is of something beside the record: a story, a picture."""
        own, kind = self._own, field.type.kind
        if self.is_credit(field, column):
            return True
        if own is not None and (own.asks(column) or own.weighs(column) == 0.0):
            return True
        return own is not None and kind in DAYS and (own.is_beside(kind, column) or own.is_repeated(kind, column))

    def is_credit(self, field: Field, column: Column) -> bool:
        """Whether a text for the one who wrote the page says whom a picture is by."""
        if self._own is None or not names_a_person(label_of(field)):
            return False
        return any(is_credit(self._page.text[hits[0][0]]) for hits in column.hits if hits)

    def hint(self, field: Field, column: Column, marked: float) -> float:
        """What the mark-up hints, without that of a day that other elements of the page are marked up as, too."""
        own, kind = self._own, field.type.kind
        repeated = own is not None and marked > 1.0 and kind in DAYS and own.is_repeated(kind, column)
        return 1.0 if repeated else marked

    def weighs(self, field: Field, column: Column) -> float:
        """What a column weighs for standing where it does."""
        if self._own is None:
            return 1.0
        if field.type.kind in DAYS:
            return self._own.day_weighs(column)
        return self._own.weighs(column) if field.type.kind == "text" and not field.type.many else 1.0

    def speaks(self, field: Field, column: Column, marked: float, foreign: Callable[[Field, Column], float]) -> bool:
        """Whether something speaks for a column of a page that is full of texts and numbers.

        Args:
            field: for which.
            column: the column.
            marked: what the mark-up hints.
            foreign: what a column weighs for what the page calls it.
        """
        own, kind = self._own, field.type.kind
        if own is None:
            return True
        if own.asks(column):
            return False
        if field.type.many:
            return True
        if kind == "text":
            return marked == LAST or marked > 1.0
        called = foreign(field, column) if kind in COUNTED else 1.0
        return self._typed(own, field, column, marked, called)

    def _typed(self, own: OwnPage, field: Field, column: Column, marked: float, called: float) -> bool:
        """The same of types that are no text; `called`: what the column weighs for its name."""
        kind = field.type.kind
        if kind == "rating" and own.is_in_entry(column):
            return False  # a comment's stars, though the mark-up calls them rating
        if (marked == LAST and kind not in DAYS) or kind not in {*TYPES, *COUNTED}:
            return True
        if marked <= 1.0 and not own.may_be(kind, label_of(field), column):
            return False
        return not own.is_beside(kind, column) and (kind in TYPES or self._is_counted(own, field, called, marked))

    def _is_counted(self, own: OwnPage, field: Field, called: float, marked: float) -> bool:
        """Whether a number is called by the field's name, or is the page's only one.

        `called` is nothing where the name is the field's own or there is none.
        """
        return called >= _CALLED_SO_TOO and (called < 1.0 or marked > 1.0 or own.has_one(field.type.kind))
