"""`webdart new` on a page without a listing: what it wrote is no answer to what was looked for, and it says so."""

from typing import Any

import pytest

from tests.conftest import SiteServer


@pytest.mark.browser
def test_a_page_without_rows_is_said_to_have_none(cli: Any, site_server: SiteServer):
    """The file that is written runs and gives one row: whoever wanted many is told before, and where to begin."""
    site_server.page("/about", "<title>About</title><h1>About us</h1><p>We make lamps since 1923.</p>")
    said = cli("new", f"{site_server.url}/about")
    assert said.code == 0
    assert "each: page" in said.out
    assert "no listing was recognised here" in said.err
