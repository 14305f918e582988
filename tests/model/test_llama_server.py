"""Weights that a user gives: what is none is refused before a server is sought."""

from pathlib import Path

import pytest

from webdart.errors import UsageError
from webdart.model.llama_server import weights_of


def test_a_file_of_another_form_is_refused(tmp_path: Path):
    """By how it begins; a missing one by its name."""
    (tmp_path / "weights.gguf").write_bytes(b"PK\x03\x04")
    with pytest.raises(UsageError, match="form GGUF"):
        weights_of(str(tmp_path / "weights.gguf"))
    with pytest.raises(UsageError, match=r"other\.gguf can't be read"):
        weights_of(str(tmp_path / "other.gguf"))
    (tmp_path / "right.gguf").write_bytes(b"GGUF\x03")
    assert weights_of(str(tmp_path / "right.gguf")) == tmp_path / "right.gguf"


def test_a_package_must_ship_the_weights():
    """One that is not installed, and one that has none."""
    with pytest.raises(UsageError, match="no package no-such-weights"):
        weights_of("package:no-such-weights")
    with pytest.raises(UsageError, match="ships 0 files"):
        weights_of("package:pytest")
