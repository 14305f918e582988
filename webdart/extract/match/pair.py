"""A declared field and a column that may be it."""

from dataclasses import dataclass
from functools import cached_property
from typing import cast

from webdart.extract.match.likeness import lexical, roles, shared_role
from webdart.extract.match.question import Question
from webdart.extract.model import Column, FieldSpec
from webdart.workflow.model import Kind

_KINDS = {"decimal": "number", "time": "text"}
"""Types of labelled pages that the workflow file calls otherwise."""


@dataclass(frozen=True)
class Pair:
    """A declared field and a column of a set."""

    field: FieldSpec
    place: int
    question: Question

    @cached_property
    def column(self) -> Column:
        """The column."""
        return self.question.record_set.columns[self.place]

    @cached_property
    def kind(self) -> Kind:
        """The declared type, as the readers of values call it."""
        return cast("Kind", _KINDS.get(self.field.type, self.field.type))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All that names the column."""
        around = (self.question.beside(self.place), self.question.leading[self.place])
        return (*(name.words for name in self.column.names), *(words for words in around if words))

    @cached_property
    def roles(self) -> frozenset[str]:
        """The roles of the field's name and of its label."""
        return roles(self.field.name) | roles(self.field.label or "")

    @property
    def is_plain(self) -> bool:
        """Whether the column holds texts as they stand in the page."""
        return self.column.source == "text"

    def named(self, *sources: str) -> float:
        """How well the field's name fits the names from some sources."""
        return max(
            (lexical(self.field.name, one.words) for one in self.column.names if one.source in sources), default=0.0
        )

    def role(self, *sources: str) -> float:
        """How well the role of the field's name fits the names from some sources."""
        wanted = self.field.name
        return max((shared_role(wanted, one.words) for one in self.column.names if one.source in sources), default=0.0)

    def labelled(self, *sources: str) -> float:
        """How well the declared label fits the names from some sources."""
        label = self.field.label
        if label is None:
            return 0.0
        return max((lexical(label, one.words) for one in self.column.names if one.source in sources), default=0.0)
