"""The file that `webdart new` writes: an address stands in it as it was typed, a row's own boxes are no filter."""

from typing import cast

import yaml

from tests.records.conftest import build
from webdart.errors import SourceLine
from webdart.inspect.proposal import Sighting, Way, draft, quoted
from webdart.page.model import Control, PageView
from webdart.plan.model import LoginPlan
from webdart.printable import OBEYED
from webdart.secret import Mask, Secret
from webdart.values import replace
from webdart.workflow.templates import parse

USER, PASSWORD = Secret("DESK_USER", "marianne"), Secret("DESK_PASSWORD", "tulip-4711")


def orders(box: str = "", above: str = "") -> PageView:
    rows = "".join(f"<tr><td>{box}Order {n}</td><td>{n}.50</td></tr>" for n in range(4))
    html = f"<main><h1>Orders of marianne</h1>{above}<table><thead><tr><th>Name</th><th>Price</th></tr></thead>"
    return build(f"{html}<tbody>{rows}</tbody></table></main>", url="https://desk.example/user/marianne/orders")


def test_a_users_name_in_the_address() -> None:
    """The person typed it there, and without it the file would lead nowhere; it is blanked elsewhere."""
    login = LoginPlan(user=USER, password=PASSWORD, check="Hello marianne", at=SourceLine("--password", 1, 1))
    login = replace(login, page="https://desk.example/login?next=/user/marianne")
    sighting = Sighting.of(orders(), "en-US", login, Mask([USER, PASSWORD]))
    lines = draft(sighting, "https://desk.example/user/marianne/orders?key=tulip-4711").splitlines()
    assert '  - navigate: {start: "/user/marianne/orders?key=<secret DESK_PASSWORD>"}' in lines
    assert any('check: "Hello marianne"' in line and "{{ secret.DESK_USER }}" in line for line in lines)
    below = lines.index('  - navigate: {start: "/user/marianne/orders?key=<secret DESK_PASSWORD>"}') + 1
    assert not any("marianne" in line for line in lines[below:])


def test_a_password_that_is_a_word_of_the_file() -> None:
    """It is blanked where the page or the address has it, and the file still says which secret is meant."""
    password = Secret("DESK_PASSWORD", "secret")
    login = LoginPlan(user=USER, password=password, check=None, at=SourceLine("--password", 1, 1))
    sighting = Sighting.of(orders(), "en-US", replace(login, page="https://desk.example/"), Mask([USER, password]))
    text = draft(sighting, "https://desk.example/orders?key=secret")
    assert 'password: "{{ secret.DESK_PASSWORD }}"' in text
    assert '{start: "/orders?key=<secret DESK_PASSWORD>"}' in text


def test_a_box_in_every_row_is_no_filter() -> None:
    """What stands above the rows may be one; so may a box that few of them have."""
    view = orders("<input type=checkbox>", "<p><input type=checkbox> paid</p>")
    boxes = [node.index for node in view.nodes if node.tag == "input"]
    view = replace(view, controls=tuple(Control("filter", node, "") for node in boxes))
    assert [control.node for control in Sighting.of(view, "en-US").pushable] == boxes[:1]
    few = replace(view, controls=tuple(Control("filter", node, "") for node in boxes[:2]))
    assert [control.node for control in Sighting.of(few, "en-US").pushable] == boxes[:2]


def test_what_a_page_says_is_harmless_in_the_file() -> None:
    """No sign that an editor or a terminal obeys stands in it: a head with such signs has them as escapes."""
    view = orders()
    evil = "No\u009b31m\u202egnp.exe\u2066\x7f"
    lines = draft(Sighting.of(view, "en-US"), "https://desk.example/", Way(path=(evil,), controls={evil: evil}))
    assert not OBEYED.search(lines)
    assert "\\u202egnp.exe" in lines


def test_braces_of_a_page_are_no_template() -> None:
    """However many stand in a row: `{{{ env.HOME }}` would send what the person's own machine says to the site."""
    for evil in ("{{ env.HOME }}", "{{{ env.HOME }}}", "{{{{ env.HOME }}}}", "{% x %}", "{{# x"):
        text = cast("str", yaml.safe_load(quoted(evil)))
        assert parse(text, SourceLine("a.yaml", 1, 1)).references == ()
        assert text.replace(" ", "") == evil.replace(" ", "")
