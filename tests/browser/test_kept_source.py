"""A page that was made of a document is kept as its source: read again it is the same page, and nothing else is kept."""

from pathlib import Path

import pytest

from webdart.browser.snapshot.kept_source import is_kept_source, kept_source, page_of_kept, source_of
from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.reader import KeptPages
from webdart.browser.snapshot.source_page import page_of
from webdart.browser.snapshot.writer import PageKeeper
from webdart.navigate.walk.source_view import shown
from webdart.page.model import PageView
from webdart.secret import Mask, Secret

URL = "http://shop.example/list?page=2"
CASES = sorted((Path(__file__).parent.parent / "cases").glob("**/*.html"))
MARKED = """<!doctype html><html lang=en class=no-js><head><title>Parts &amp; more</title><base href="/shop/">
<meta name=csrf content=token-1><link rel=next href=?page=3><link rel=stylesheet href=a.css><style>p{}</style></head>
<body onload="go('token-2')"><!-- token-3 --><script>let a = "token-4</b>"</script><noscript>token-5</noscript>
<p hx-headers='{"x": "token-6"}' data-kept="{&quot;a&quot;: 1}">a<!-- x -->b <b>c</b><script>1</script>d &lt;e&gt; f&nbsp;g</p>
<form action=x><input type=hidden name=csrf value=token-7><input type=password value=token-8><input name=q value="a &quot;b&quot;">
<select><option value=1 selected>One<option disabled>Two</select><textarea>
x</textarea></form><ul><li aria-label="it's">1<li hidden>2</ul><details><summary>s</summary>t</details><img src=a.png alt=>
<table><tr><td>1<td><a href="../x?a=1&amp;b=2">y</a></table></body></html>"""


def again(source: str) -> tuple[PageView, PageView]:
    """A page as it looks, and as it was kept."""
    page = page_of(source, URL)
    looks = Looks().learned(page.plain.nodes, page.plain.nodes, page.signs, page.code)
    view = page.under(looks)
    return view, page_of_kept(kept_source(source_of(page.parser), view, looks), 200)


@pytest.mark.parametrize("source", [MARKED, *(case.read_text(encoding="utf-8") for case in CASES)])
def test_it_is_the_same_page(source: str) -> None:
    view, kept = again(source)
    assert kept.nodes == view.nodes
    assert (kept.url, kept.title, kept.language, kept.scripted) == (view.url, view.title, view.language, view.scripted)


def test_what_a_page_has_not_is_not_kept() -> None:
    page = page_of(MARKED, URL)
    assert "token" not in kept_source(source_of(page.parser), page.plain, Looks())


@pytest.mark.asyncio
async def test_a_secret_is_blanked_however_the_source_writes_it(tmp_path: Path) -> None:
    mask = Mask([Secret("word", "a<b&c'd")])
    keeper = PageKeeper(tmp_path / "pages", mask, lambda _: None)
    source = """<html><body><p>it is a&lt;b&amp;c'd</p><p title="a<b&amp;c'd">x</p></body></html>"""
    await keeper.keep(shown(page_of(source, URL), Looks()), asked=URL)
    view = KeptPages.of(tmp_path / "pages").page(URL)
    assert [node.text for node in view.nodes if node.text] == ["it is <secret word>", "x"]
    assert not any(mask.finds(document) or is_kept_source(document) for document in view.documents)
