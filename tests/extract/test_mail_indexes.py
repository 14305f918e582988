"""What is read and offered of lists of messages: titles that begin with "Re:", threads within threads."""

from collections.abc import Callable

import pytest

from webdart.extract.proposal import proposals
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

WHO = ("Ann Lee", "Bo Chan", "Cy Dole", "dee@example.org", "Eve Adams")
WHAT = ("build fails on arm", "New release plan", "Question about locks", "Weekly notes")


def message(number: int, within: str = "", *, reply: bool = False, day: bool = False) -> str:
    said = f"{'Re: ' if reply else ''}{WHAT[number // 3 % 4]} {number // 3}"
    sent = f" <em>{number % 28 + 1} Mar 2024</em>" if day else ""
    return (
        f'<li><strong><a name="{number:05d}" href="msg{number:05d}.html">{said}</a></strong>, '
        f"<em>{WHO[number % 5]}</em>{sent}{f'<ul>{within}</ul>' if within else ''}</li>"
    )


def thread(number: int, *, day: bool) -> str:
    """A message, its answer, and the answer to that; every other one has an answer that only may belong to it."""
    answers = message(number + 1, message(number + 2, reply=True, day=day), reply=True, day=day)
    return message(number, answers + ("<li>&lt;Possible follow-ups&gt;</li>" if number % 2 else ""), day=day)


@pytest.mark.parametrize("day", [False, True])
def test_threads_are_one_listing(page: Page, spec: Spec, *, day: bool) -> None:
    """All messages, answers within answers included, with their whole titles."""
    threads = "".join(thread(number, day=day) for number in range(0, 30, 3))
    found = read(page(f"<h1>dev</h1><ul>{threads}</ul>"), spec({"name": "text"}))
    assert len(found.records) == 30
    names = [record.values["name"] for record in found.records]
    assert names[:3] == ["build fails on arm 0", "Re: build fails on arm 0", "Re: build fails on arm 0"]


def test_one_long_thread(page: Page, spec: Spec) -> None:
    """Each message within the one before it."""
    inner = ""
    for number in range(12, -1, -1):
        inner = message(number, inner, reply=number > 0)
    found = read(page(f"<h1>dev</h1><ul>{inner}</ul>"), spec({"name": "text"}))
    assert len(found.records) == 13
    assert found.records[1].values["name"] == "Re: build fails on arm 0"


def test_a_label_within_a_linked_card_is_one(page: Page, spec: Spec) -> None:
    """What stands in a link beside other texts may have a label."""
    cards = "".join(
        f"<li><a href=/b/{n}><h3>{name}</h3><p>Author: {WHO[n]}</p></a></li>" for n, name in enumerate(WHAT)
    )
    found, *_ = proposals(page(f"<h1>Books</h1><ul>{cards}</ul>"), spec({"name": "text"}))
    assert [record.values["author"] for record in found.records] == list(WHO[:4])
