"""The locators of WebArena's and WebChoreArena's task files: read as a way to an element, answered from a page."""

import re
from collections.abc import Callable, Mapping

import pytest

from benchmarks.arena import _address  # pyright: ignore[reportPrivateUsage]  # the rule of its own
from benchmarks.locators import NotUnderstood, read_locator
from benchmarks.score import Seen, score
from benchmarks.tasks import Content, Task
from tests.records.conftest import build
from webdart.page.model import Node, PageView

HTML = """<div id=post class="vote up"><form class="form form--upvoted"></form><p class=by>by <a href=/u/ann>Ann</a></p></div>
<ul><li class=note>first <b>one</b></li><li class=note>second</li></ul>
<section class=comment><h3><a class=who>Bob</a></h3><p class=body>Well said.</p></section>
<input name=title value="A new lamp"><input name=token type=hidden value=x><input type=checkbox name=news checked>
<select name=state><option value=1>Open</option><option value=2>Closed</option></select>"""

SELECTORS: Mapping[str, Callable[[Node], bool]] = {
    "#post": lambda node: node.attributes.get("id") == "post",
    "form": lambda node: node.tag == "form",
    ".note": lambda node: node.attributes.get("class") == "note",
    "b": lambda node: node.tag == "b",
    ".who": lambda node: node.attributes.get("class") == "who",
    ".comment": lambda node: node.attributes.get("class") == "comment",
    ".body": lambda node: node.attributes.get("class") == "body",
    '[name="title"': lambda node: node.attributes.get("name") == "title",
    '[name="token"]': lambda node: node.attributes.get("name") == "token",
    '[name="news"]': lambda node: node.attributes.get("name") == "news",
    "select": lambda node: node.tag == "select",
    "[href]": lambda node: "href" in node.attributes,
    "ul": lambda node: node.tag == "ul",
    ".none": lambda _: False,
}


def page() -> PageView:
    """The page, with the hits that a browser would tell, a chosen option and the roles of options."""
    view = build(HTML, marks={f"css={selector}": hits for selector, hits in SELECTORS.items()})
    nodes = tuple(
        node._replace(
            role="option" if node.tag == "option" else node.role, value="Closed" if node.tag == "select" else node.value
        )
        for node in view.nodes
    )
    return PageView(url=view.url, title="", language="en", status=200, nodes=nodes, marks=view.marks)


@pytest.mark.parametrize(
    ("locator", "text"),
    [
        ("document.querySelector('form').getAttribute('class')", "form form--upvoted"),
        ("document.querySelector('#post').querySelector('form').getAttribute('class')", "form form--upvoted"),
        ("document.querySelectorAll('.note')[1].outerText", "second"),
        ("document.querySelectorAll('.note')[7].outerText", ""),
        ("document.querySelector('ul').lastElementChild.innerText", "second"),
        ("document.querySelector('ul').firstElementChild.querySelector('b').textContent", "one"),
        ("document.querySelector('.who')?.closest('.comment')?.querySelector('.body')?.outerText", "Well said."),
        ("document.querySelector('[name=\"title\"').value", "A new lamp"),  # as their files have it
        ("document.querySelector('[name=\"token\"]').value", None),
        ("document.querySelector('[name=\"news\"]').checked.toString()", "true"),
        ("document.querySelector('select').selectedIndex", "1"),
        ("document.querySelector('select').value", "2"),
        ("document.querySelector('.none').outerText", ""),
        ("document.querySelector('b').outerText + (document.querySelector('.none')?.outerText || ' and more')", "one and more"),
        (
            "[...document.querySelector('#post').querySelectorAll('[href]')].map(elem => elem.getAttribute('href') || elem.getAttribute('src')).join(' ')",
            "http://shop.example/u/ann",
        ),
    ],
)  # fmt: skip
def test_a_way_to_an_element_is_followed(locator: str, text: str | None):
    """By selectors, neighbours and places; a hidden field's value is nobody's to tell."""
    read = read_locator(locator)
    assert set(read.marks) <= set(page().marks)
    assert read.text(page()) == text


@pytest.mark.parametrize(
    ("locator", "why"),
    [
        ("func:gitlab_get_project_memeber_role(__page__, 'ann')", "'gitlab_get_project_memeber_role', a function of"),
        ("document.querySelector('b').click()", "is a script, which is not run"),
        ("fetch('/delete')", "is a script, which is not run"),
        ("document.querySelector(`${name}`).outerText", "is a script, which is not run"),
        ("document.cookie", "is a script, which is not run"),
    ],
)
def test_what_is_more_than_a_way_is_refused_with_a_clear_word(locator: str, why: str):
    """Nothing of a task file runs anywhere."""
    with pytest.raises(NotUnderstood, match=re.escape(why)):
        read_locator(locator)


def test_where_a_check_looks():
    """Where the run ended, the post that it belongs to, an address; another function is refused by its name."""
    assert _address("last", "http://x/a") == "http://x/a"
    post = "func:reddit_get_post_url('__last_url__')"
    assert _address(post, "http://x/f/books/42/a-title/-/comment/7?x=1") == "http://x/f/books/42"
    with pytest.raises(NotUnderstood, match="shopping_get_latest_order_url"):
        _address("func:shopping_get_latest_order_url()", "http://x/")
    with pytest.raises(NotUnderstood, match="no address was given"):
        _address("__WIKI__/x", "http://x/")


def judged(said: str | None, **more: object) -> str:
    """The score of one check of a page that says `said`."""
    content = Content(url="last", locator="", **more)  # type: ignore[arg-type]
    asked = Task(
        id="1", sites=("s",), start="http://x/", intent="?", kind="", kinds=("program_html",), contents=(content,)
    )
    return score(asked, Seen(url="http://x/", pages={content: said}))  # fmt: skip


def test_pages_are_compared_by_type():
    """Whole words, alternatives, values; what no page tells is unjudged; one of several checks will do."""
    assert judged("3 comments", included=(("comment",),)) == "wrong"
    assert judged("3 comments", included=(("3",), ("comments", "replies"))) == "right"
    assert judged("$1,234.50", exact=("1234.5",)) == "right"
    assert judged(None, exact=("x",)) == "unjudged"
    other = Content(url="last", locator="", exact=("b",))
    first = Content(url="last", locator="", exact=("a",), others=(other,))
    asked = Task(
        id="1", sites=("s",), start="http://x/", intent="?", kind="", kinds=("program_html",), contents=(first,)
    )
    assert score(asked, Seen(url="http://x/", pages={first: "b", other: "b"})) == "right"
    assert score(asked, Seen(url="http://x/", pages={first: "c", other: "c"})) == "wrong"


@pytest.mark.parametrize(
    ("reference", "url", "expected"),
    [
        ("http://x/f/art", "http://x/f/art/", "right"),
        ("http://x/f/art", "http://x/f/artisans", "wrong"),
        ("http://x/a/issues?state=opened", "http://x/a/issues/?sort=new&state=opened", "right"),
        ("http://x/a/issues?state=opened", "http://x/a/issues/?state=closed", "wrong"),
        ("http://x/a", "http://x/A/b", "right"),
        ("http://x/", "http://x/a", "wrong"),
    ],
)
def test_addresses_are_compared_by_segments(reference: str, url: str, expected: str):
    """Whole segments and parameters, where the published rule takes any part of an address."""
    asked = Task(id="1", sites=("s",), start="http://x/", intent="?", kind="", kinds=("url_match",), url=(reference,))
    assert score(asked, Seen(url=url, pages={})) == expected
