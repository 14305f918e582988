"""Does a page that is only looked at ask to log in, or does it merely offer to?"""

import pytest

from tests.records.conftest import build
from webdart.navigate.look import asks_to_log_in

FORM = "<form method=post><input name=user> <input type=password name=word> <button>Log in</button></form>"
WORDS = "<p>" + "Trams ran here until the bridge was closed. " * 12 + "</p>"


@pytest.mark.parametrize(
    ("html", "asks"),
    [
        (f"<h1>Welcome</h1><p>Please log in.</p>{FORM}", True),
        (f"<nav><p>{'Home About Help ' * 40}</p></nav><main>{FORM}</main>", True),
        (f"<nav>{FORM}</nav><main><h1>Tram 7</h1><p>Closed</p></main>", False),
        (f"<main><h1>Trams</h1>{WORDS}</main><div id=side>{FORM}</div>", False),
        (FORM.replace("<button", "<input type=password name=again><button"), False),
        ("<h1>Trams</h1>", False),
    ],
)
def test_a_form_beside_a_page_only_offers(html: str, asks: bool):
    """In a menu or beside the page's own words; two boxes for a password are for registering."""
    assert asks_to_log_in(build(html), given=False) is asks


def test_what_is_given_is_used_wherever_it_can_be():
    assert asks_to_log_in(build(f"<nav>{FORM}</nav><h1>Tram 7</h1>{WORDS}"), given=True)
