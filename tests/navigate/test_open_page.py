"""Which page asks to log in: one that is only looked at, and one that the walk was sent to?"""

import pytest

from tests.records.conftest import build
from webdart.errors import SourceLine
from webdart.navigate.login import sent_to_login
from webdart.navigate.login_form import asks_to_log_in
from webdart.plan.model import LoginPlan

FORM = "<form method=post><input name=user> <input type=password name=word> <button>Log in</button></form>"
LANGUAGES = "".join(f"<option>Language number {number}</option>" for number in range(60))
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
        (f"<h1>Welcome</h1><form><select>{LANGUAGES}</select></form>{FORM}", True),
    ],
)
def test_a_form_beside_a_page_only_offers(html: str, asks: bool):
    """In a menu or beside the page's own words; two boxes for a password are for registering."""
    assert asks_to_log_in(build(html), given=False) is asks


def test_what_is_given_is_used_wherever_it_can_be():
    assert asks_to_log_in(build(f"<nav>{FORM}</nav><h1>Tram 7</h1>{WORDS}"), given=True)


def test_a_first_page_that_is_the_login_page_too() -> None:
    """Whoever is logged in sees it without the form."""
    login = LoginPlan(page="http://shop.example/", check="Log out", at=SourceLine("test", 1, 1))
    inside = build("<h1>Orders</h1><a href=/out>Log out</a>", url="http://shop.example/?page=2")
    assert not sent_to_login(inside, login, first=False)
    assert sent_to_login(build("<h1>Orders</h1>", url="http://shop.example/?page=2"), login, first=False)


@pytest.mark.parametrize(
    ("at", "asked"),
    [
        ("/index.php?title=Login&returnto=Orders", True),
        ("/index.php?title=Orders", False),
        ("/index.php", False),
    ],
)
def test_pages_that_share_a_path_are_told_apart_by_their_query(at: str, asked: bool) -> None:
    """Every page of such a site has the login page's path."""
    login = LoginPlan(page="http://shop.example/index.php?title=Login", check="Log out", at=SourceLine("test", 1, 1))
    view = build("<h1>Orders</h1><p>For members</p>", url=f"http://shop.example{at}")
    assert sent_to_login(view, login, first=False) is asked


@pytest.mark.parametrize(("beside", "asked"), [("", True), (WORDS, False)])
def test_without_check_a_first_page_that_is_a_login_form_says_it(beside: str, asked: bool) -> None:
    """Some sites answer every address with the form, and never send anybody to another."""
    login = LoginPlan(page="http://shop.example/", at=SourceLine("test", 1, 1))
    view = build(f"<h1>Welcome</h1>{beside}{FORM}", url="http://shop.example/orders")
    assert sent_to_login(view, login, first=True, asked=view.url) is asked
    assert not sent_to_login(view, login, first=False, asked=view.url)
