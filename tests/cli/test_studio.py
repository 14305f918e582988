"""What `webdart studio` is opened for: an address and a new file, or a file that is there."""

from pathlib import Path

import pytest

from webdart.cli.studio import job_of
from webdart.errors import UsageError
from webdart.settings import Settings, build

CHORE = """webdart: 1
sites: {shop: "https://shop.example/"}
stages:
  - navigate: {start: /lamps}
  - extract: {into: lamps, fields: {name: text}}
  - execute: SELECT * FROM lamps
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return build({"project": str(tmp_path)}, environment={})


def test_a_file_is_saved_over_and_no_other_one(settings: Settings, tmp_path: Path) -> None:
    """It stands there already: that is what it is opened for."""
    file, other = tmp_path / "lamps.yaml", tmp_path / "other.yaml"
    file.write_text(CHORE)
    other.write_text(CHORE)
    job = job_of(str(file), None, None, settings)
    assert (job.url, job.out, job.chore) == ("https://shop.example/lamps", file, CHORE)
    for target in (str(file), "https://shop.example/lamps"):
        with pytest.raises(UsageError, match="there already"):
            job_of(target, str(other), None, settings)
    with pytest.raises(UsageError, match="no file"):
        job_of(str(tmp_path / "none.yaml"), None, None, settings)
