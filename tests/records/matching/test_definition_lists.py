"""Lists of definitions whose terms and texts nothing names: two texts are all that there is, and all of each."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

WORDS = ("foo", "bar", "baz", "qux")


def listing(term: str, said: str, around: str = "{}{}") -> str:
    pairs = "".join(around.format(f"<dt>{term}</dt>", f"<dd>{said}</dd>").replace("WORD", word) for word in WORDS)
    return f"<main><h1>Options</h1><dl>{pairs}</dl></main>"


@pytest.mark.parametrize("around", ["{}{}", "<div>{}{}</div>"])
@pytest.mark.parametrize(
    ("term", "said", "option", "description"),
    [
        ("<b>-f</b> <b>--foo</b>", "Says <b>WORD</b> to <b>all</b>.", "-f --foo", "Says foo to all."),
        ("--WORD", "Says <code>WORD</code>", "--foo", "Says foo"),
        ("<code>--WORD</code> <em>n</em>", "<p>Says WORD.</p><p>More.</p>", "--foo n", "Says foo. More."),
        ("<a href=/WORD>WORD</a> (since 2)", "Says WORD to all.", "foo", "Says foo to all."),
    ],
)
def test_a_term_and_its_definition_whole(  # a list, and what is in it
    page: Page, spec: Spec, term: str, said: str, around: str, option: str, description: str
) -> None:
    """Pieces of a term were in doubt, a word in code was the description; a link that a term begins with names it."""
    got = read(page(listing(term, said, around)), spec({"option": "text", "description": "text"}))
    assert got.error("u") is None
    assert got.records[0].values == {"option": option, "description": description}
    assert [remark.column for remark in got.remarks if "left of a record" in remark.text] == ["description"]


def test_a_term_of_several_links_is_not_all_that_one_field_may_mean(page: Page, spec: Spec) -> None:
    """Its second link may be meant as well as the definition; and the definitions are no list beside the terms."""
    term = "<a href=/m/WORD>WORD()</a> - of <a href=/c/WORD>Class WORD</a>"
    got = read(page(listing(term, "Says WORD to all.")), spec({"name": "text", "owner": "text"}))
    assert got.problems or [record.values["owner"] for record in got.records] == [f"Class {word}" for word in WORDS]
    assert not [remark.text for remark in got.remarks if "not read: the" in remark.text]


def test_a_definition_with_fields_of_its_own_is_read_by_them(page: Page, spec: Spec) -> None:
    """A third field says that there is more than two texts."""
    said = "<p>Says WORD to all.</p><i class=author>Ann WORD</i><b class=count>3</b>"
    got = read(page(listing("--WORD", said)), spec({"option": "text", "author": "text", "count": "integer"}))
    assert [record.values["author"] for record in got.records] == [f"Ann {word}" for word in WORDS]
