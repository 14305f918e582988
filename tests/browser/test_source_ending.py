"""How the source of a document ends, as the browser got it: the page that it makes of half a document shows nothing of that."""

import pytest

from webdart.page.source_ending import Ending, ending_of

HEAD = "<!doctype html><html><body>"


@pytest.mark.parametrize(
    ("source", "ending"),
    [
        (f"{HEAD}<table><tr><td>1</table></body></html>", Ending(closed=True, opens=True)),
        (f"{HEAD}<div><p>forgotten</body>\n<!-- served by web7 -->", Ending(closed=True, opens=True)),
        ("<title>x</title><p>1</body>", Ending(closed=True)),
        ("<title>x</title><ul><li>1<li>2</ul>", Ending(closed=False)),
        ("<title>x</title><ul><li>1<li>2", Ending(closed=False, left_open=frozenset({"ul"}))),
        (f"{HEAD}<ul><li>1</ul>", Ending(closed=False, opens=True)),
        (f"{HEAD}<ul><li>1", Ending(closed=False, opens=True, left_open=frozenset({"ul"}))),
        (f"{HEAD}<p>1 <a hre", Ending(closed=False, opens=True, left_open=frozenset({"a"}))),
        (f"{HEAD}<p>1 <a href=x b", Ending(closed=False, opens=True, left_open=frozenset({"a"}))),
        (f"{HEAD}<p>1 </", Ending(closed=False, opens=True, left_open=frozenset({"tag"}))),
        (f"{HEAD}<p>1 <", Ending(closed=False, opens=True, left_open=frozenset({"tag"}))),
        (f"{HEAD}<ul><li>1</u", Ending(closed=False, opens=True, left_open=frozenset({"u", "ul"}))),
        (f"{HEAD}<p>1 <!-- to be", Ending(closed=False, opens=True, left_open=frozenset({"!--"}))),
        (f"{HEAD}<script>if (a < b) '<div>'", Ending(closed=False, opens=True, left_open=frozenset({"script", "div"}))),
        (f"{HEAD}<script>'<div>'</script><!-- <div> --><p>x", Ending(closed=False, opens=True)),
    ],
)
def test_ending(source: str, ending: Ending) -> None:
    """Closed, or what is left open; scripts and comments are no part of it."""
    assert ending_of(source) == ending


@pytest.mark.parametrize(
    ("one", "other", "lacks"),
    [
        ("<ul><li>1", "<ul><li>1</ul>", "the end of <ul>"),
        ("<div><ul><li>1</ul>", "<div><ul><li>1</ul>", ""),
        (f"{HEAD}<ul><li>1</ul>", f"{HEAD}<ul><li>1</ul></body>", "its end tags"),
        (f"{HEAD}<ul><li>1</ul></body>", f"{HEAD}<ul><li>1</ul>", ""),
    ],
)
def test_what_a_page_lacks_is_told_by_another_of_its_template(one: str, other: str, lacks: str) -> None:
    """What both leave open, the site's own author has forgotten."""
    assert ending_of(one).lacks(ending_of(other)) == lacks
