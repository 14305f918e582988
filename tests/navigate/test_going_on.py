"""Every row of listings that go on in different ways, walked with `pages: auto` in one run."""

import pytest

import webdart
from tests.comparing import rows
from tests.conftest import SiteServer
from tests.navigate.ways import WAYS, Row

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("going_on")]  # one walk for all


@pytest.fixture(scope="module")
def walked(
    module_site: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[webdart.Run, dict[str, list[Row]]]:
    """One run over all listings, and the rows that they have."""
    expected = {name: way.build(module_site) for name, way in WAYS.items()}
    stages = "".join(
        f"""
  - navigate: {{start: {way.start}}}
  - extract: {{into: {name}, fields: {{name: text, size: integer}}}}"""
        for name, way in WAYS.items()
    )
    folder = tmp_path_factory.mktemp("ways")
    file = folder / "ways.yaml"
    file.write_text(f'webdart: 1\nsites: {{site: "{module_site.url}"}}\nstages:{stages}\n')
    return webdart.run(file, project=folder), expected


@pytest.mark.parametrize("name", WAYS)
def test_every_row_is_read_once_and_in_order(name: str, walked: tuple[webdart.Run, dict[str, list[Row]]]):
    """The table has the rows of the listing, in its order, equal ones as often as they stand there."""
    run, expected = walked
    assert name in run.tables, run.result.error
    got = sorted(rows(run.tables[name], ["_n", "name", "size"]))
    assert [row[1:] for row in got] == expected[name]
    assert [row[0] for row in got] == list(range(1, len(got) + 1))


@pytest.mark.parametrize("name", WAYS)
def test_the_verdict_says_what_was_seen_of_the_end(name: str, walked: tuple[webdart.Run, dict[str, list[Row]]]):
    """Complete where a total or the end itself shows it, unknown where nothing does."""
    run, _ = walked
    told = next(table for table in run.result.tables if table.name == name)
    assert told.verdict in WAYS[name].verdict.split(), told.reasons
