"""The table of mechanisms says where each lives and which test shows it: all of it has to be there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "webdart" / "search" / "README.md"


def test_every_path_and_test_that_is_named_is_there():
    """Paths from the checkout's root, tests by their function."""
    named = re.findall(r"`((?:webdart|tests)/[\w/.]+)(?:::(\w+))?`", README.read_text(encoding="utf-8"))
    assert len(named) > 30
    for path, function in named:
        assert (ROOT / path).is_file(), path
        assert not function or f"def {function}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{function}"
