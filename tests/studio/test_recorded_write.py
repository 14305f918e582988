"""A write that a person showed, as a stage of the file: what was filled, what would be sent, what is looked at then."""

from collections.abc import Sequence

from tests.records.conftest import build
from webdart.page.model import Held, Node, PageView
from webdart.studio.recorded_write import Recording, Request, button_at
from webdart.workflow import loads

ORDER = "https://shop.example/orders/17/edit/"
FORM = """<form method=post action="https://shop.example/orders/17/edit/">
<label for=status>Status</label><input id=status name=status><input name=token type=hidden value=x>
<label for=pin>PIN</label><input id=pin type=password><input type=checkbox name=notify>
<button>Save changes</button></form>"""
BEGIN = """webdart: 1
sites: {shop: "https://shop.example/"}
stages:
- navigate: {start: /}
- extract: {into: orders, fields: {url: link}}"""
NAMES = {"status": "Status:", "pin": "PIN", "notify": "Notify"}


def page(*, notify: bool = False, **values: str) -> PageView:
    """The form with what it holds; names as a browser computes them."""
    view = build(FORM, url=ORDER)

    def held(node: Node) -> Node:
        name = node.attributes.get("id") or node.attributes.get("name", "")
        if node.tag == "button":
            return node._replace(name="Save changes", role="button")
        if node.tag != "input" or name not in NAMES:
            return node
        states = frozenset({"checked"} if name == "notify" and notify else {"unchecked"})
        role = "checkbox" if name == "notify" else "textbox"
        return node._replace(name=NAMES[name], role=role, states=states, value=values.get(name, ""))

    return PageView(url=ORDER, title="", language="en", status=200, nodes=tuple(map(held, view.nodes)))


def written(recording: Recording, after: PageView, sent: Request) -> Sequence[str]:
    """The stage, in a file that is right."""
    lines = recording.stage(after, sent)
    text = "\n".join([BEGIN, *lines])
    assert loads(text, "order.yaml")
    return [line.strip() for line in lines]


def test_what_was_filled_becomes_steps_and_a_check() -> None:
    """What differs from row to row is `*`; a password is named, and neither written nor looked at."""
    before, after = page(), page(status="Shipped", pin="••••", notify=True)
    button = next(node for node in before.nodes if node.tag == "button")
    links = ("https://shop.example/orders/17/edit/", "https://shop.example/orders/A-18/edit/")
    recording = Recording(start=before, pressed=(before, button), table="orders", link="url", links=links)
    sent = recording.meant(after)
    assert sent is not None
    assert sent == Request("POST", ORDER)
    assert written(recording, after, sent) == [
        "- execute:",
        "act:",
        "for_each: SELECT url FROM orders",
        "rows: 1",
        'writes: ["POST /orders/*/edit"]',
        "steps:",
        '- open: "{{ row.url }}"',
        '- fill: {"Status": "Shipped"}',
        '- fill: {"PIN": "{{ secret.PIN }}"}',
        '- fill: {"Notify": true}',
        '- click: "Save changes"',
        "verify:",
        '- open: "{{ row.url }}"',
        '- expect: {at: "Status", value: "Shipped"}',
    ]


def test_a_page_that_no_record_led_to_is_opened_by_its_address() -> None:
    """Texts of the page that look like templates are none."""
    recording = Recording(start=page())
    lines = written(recording, page(status="{{ secret.OTHER }}"), Request("POST", "https://shop.example/orders/"))
    assert '- open: "/orders/17/edit/"' in lines
    assert 'writes: ["POST /orders"]' in lines
    assert '- fill: {"Status": "{ { secret.OTHER }}"}' in lines
    assert '- click: "Save changes"' in lines  # the Enter key sends a form by its first button


def test_the_request_that_was_made() -> None:
    """A form's before a script's, none that was held before, and no beacon."""

    def held(name: str, kind: str) -> Held:
        return Held(id=name, tab="t", method="POST", url=f"https://shop.example/{name}", kind=kind)

    every = [held("old", "Document"), held("beacon", "Ping"), held("script", "Fetch"), held("form", "Document")]
    recording = Recording(start=page(), known=frozenset({"old"}))
    assert recording.sent(every) == Request("POST", "https://shop.example/form")
    assert recording.sent(every[:3]) == Request("POST", "https://shop.example/script")
    assert recording.sent(every[:2]) is None


def test_the_button_that_is_pressed() -> None:
    """By its words, where they stand in it; a box that takes a value is no button."""
    view = page()
    button = next(node for node in view.nodes if node.tag == "button")
    inside = next(node for node in view.nodes if node.parent == button.index)
    box = next(node for node in view.nodes if node.attributes.get("id") == "status")
    assert button_at(view, [inside]) == button
    assert button_at(view, [box]) is None
