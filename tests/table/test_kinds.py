"""Every type of field can be declared and kept: a new one has its place in each table by type that needs it."""

from typing import get_args

import pytest

from webdart.plan.model import Column
from webdart.table.schema import stored
from webdart.table.values import fitter
from webdart.workflow.fields import KINDS
from webdart.workflow.kinds import NUMERIC
from webdart.workflow.model import Kind, Type
from webdart.workflow.values import value_of


def test_every_type_can_be_declared():
    """A file may name each of them."""
    assert get_args(Kind) == KINDS


@pytest.mark.parametrize("kind", sorted(NUMERIC))
def test_a_plain_number_is_read_and_kept(kind: Kind):
    """A parameter's text is a value that its column takes."""
    column = Column("x", Type(kind))
    assert fitter(column)(value_of(kind, "12")) == 12


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_type_has_a_column(kind: Kind):
    """Single values and lists have a type in DuckDB, and something that fits values to it."""
    assert stored(Column("x", Type(kind))).sql
    assert stored(Column("x", Type(kind, many=True))).sql.endswith("[]")
    assert fitter(Column("x", Type(kind)))(None) is None
