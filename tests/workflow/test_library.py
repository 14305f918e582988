"""Is a workflow found by its path, else by its name in the library?"""

from pathlib import Path

import pytest

from webdart.errors import UsageError
from webdart.workflow.library import find, names


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library of three workflows."""
    for name in ("shop/top-reviewed", "shop/cheapest", "forum/cheapest"):
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text("webdart: 1\n")
    return tmp_path


def test_names_are_listed_with_their_folders(library: Path) -> None:
    """Sorted, without suffix."""
    assert names(library) == ("forum/cheapest", "shop/cheapest", "shop/top-reviewed")


def test_a_path_goes_before_a_name(library: Path, tmp_path: Path) -> None:
    """An existing file is that file; a name may leave its folder out where it is the only one."""
    mine = tmp_path / "mine.yaml"
    mine.write_text("webdart: 1\n")
    assert find(str(mine), library) == mine
    assert find("top-reviewed", library) == library / "shop/top-reviewed.yaml"
    assert find("shop/cheapest", library) == library / "shop/cheapest.yaml"


def test_what_is_not_found_is_told_with_the_nearest(library: Path) -> None:
    """An ambiguous name lists its workflows, an unknown one the nearest; paths do not leave the library."""
    with pytest.raises(UsageError, match="several workflows"):
        find("cheapest", library)
    with pytest.raises(UsageError, match="did you mean `shop/top-reviewed`"):
        find("shop/top-review", library)
    with pytest.raises(UsageError, match="no workflow"):
        find("../../etc/passwd-of-nobody", library)
