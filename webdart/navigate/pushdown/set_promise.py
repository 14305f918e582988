"""Tells from sources what a page shows of the controls that a file sets, to be locked and to be held against the lock.

The address at which a page lies once its controls are set is replayed without setting them. It is theirs as long as:

1. the page on which they are set still offers each control with its choice;
2. the page at the address shows each of them as set; a link that shows nothing of it leads there still;
3. no other control shows something else there than before, but those that did when it was locked: a form also sends
   what its other fields hold by themselves, a day of today, say.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from webdart.browser.actions.setting import Setting
from webdart.browser.snapshot.looks import Looks
from webdart.browser.snapshot.source_page import SourcePage
from webdart.errors import NotFound
from webdart.navigate.address import without_fragment
from webdart.navigate.find.read_back import arrangement, label_of, read_back
from webdart.navigate.find.setting_target import link_of, target_of, value_text
from webdart.page.model import PageView, WasSet
from webdart.page.placeholder import spot_of


class Shown(Struct, frozen=True):
    """The page on which controls are set, what another one shows of them, and of others what it shows otherwise."""

    before: PageView
    was_set: tuple[WasSet, ...]
    moved: tuple[str, ...]


def shown_at(view: PageView, begun: SourcePage, looks: Looks, settings: Sequence[Setting]) -> Shown:
    """What a page shows of controls that are set on the page of which `begun` is the source.

    Raises:
        NotFound: that page lacks a control or its choice, or the other does not show that it is set.
    """
    before = begun.under(looks)
    was_set = tuple(_shown(before, view, setting, lone=len(settings) == 1) for setting in settings)
    labels = frozenset(map(label_of, settings))
    return Shown(before, was_set, (*_moved(before, view, labels), *_kept_otherwise(begun, view.url)))


def _shown(before: PageView, view: PageView, setting: Setting, *, lone: bool) -> WasSet:
    control = target_of(before, setting)
    found = read_back(before, view, setting, spot_of(before, control, setting.wanted))
    if found.shown:
        return found
    link = link_of(before, setting)
    href = "" if link is None else link.attributes.get("href", "")
    if lone and href and found.shown is None and without_fragment(href) == without_fragment(view.url):
        return found
    raise NotFound(f"the page does not show that {setting.wanted} is set to {value_text(setting)}", url=view.url)


def _moved(before: PageView, view: PageView, labels: frozenset[str]) -> list[str]:
    """The controls of both pages that show something else on the second, with that."""
    there, here = arrangement(before, labels), arrangement(view, labels)
    both = sorted(there.keys() & here.keys())
    return [f"{label}: {there[label]!r}, then {here[label]!r}" for label in both if there[label] != here[label]]


def _kept_otherwise(begun: SourcePage, address: str) -> list[str]:
    """The hidden fields that a page's forms send by themselves, and that an address has with another value."""
    sent: Mapping[str, list[str]] = parse_qs(urlsplit(address).query, keep_blank_values=True)
    hidden = [one.attributes for one in begun.parser.css("input[type=hidden][name]")]
    fields = [(str(one["name"] or ""), str(one.get("value") or "")) for one in hidden]
    return sorted({f"{name}: hidden" for name, value in fields if name in sent and value not in sent[name]})
