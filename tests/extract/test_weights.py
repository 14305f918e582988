"""Weights are data: a name that the code asks for and the file lacks must not pass for a page without one."""

import pytest

from webdart.extract.score import load


def test_a_missing_weight_is_no_lookup_error():
    """What reads a page a second time takes a LookupError for a page that can't be read so."""
    with pytest.raises(RuntimeError, match="no weight is called 'missing'"):
        load("second_opinion")["missing"]
    assert load("second_opinion").get("missing") is None
