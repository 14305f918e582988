"""A declared field that no page has: the error names the line of the file that asks for it."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer


@pytest.mark.browser
def test_a_missing_field_is_told_with_its_line(site_server: SiteServer, tmp_path: Path):
    """Not the line of the stage: of several fields, the first that is missing."""
    rows = "".join(f"<tr><td><a href=/b/{n}>Boat {n}</a><td>{n} m<td>Port {n}</tr>" for n in range(1, 5))
    site_server.page("/", f"<h1>Boats</h1><table><tr><th>Name<th>Length<th>Harbour</tr>{rows}</table>")
    lines = [
        "webdart: 1",
        f'sites: {{boats: "{site_server.url}"}}',
        "stages:",
        "  - navigate: {start: /}",
        "  - extract:",
        "      into: boats",
        "      fields:",
        "        name: text",
        "        harbour: text",
        "        mast: money",
        "  - execute: SELECT name, mast FROM boats",
    ]
    file = tmp_path / "boats.yaml"
    file.write_text("\n".join(lines))
    run = webdart.run(file, project=tmp_path)
    place = next(number for number, line in enumerate(lines, 1) if "mast:" in line)
    assert run.result.exit == 1
    assert f"{file.name}:{place}:" in str(run.result.error), run.result.error
