"""Finds the records' own link, the part of its address that is a key, and the kind of page that it leads to.

The main link is in every record, differs between them, and its text is the record's title; an empty link laid over the
card counts too. Fragments, the listing itself and actions are none.

Addresses of one kind, as those of a blog's articles, have host and folder in common (numbers in it may differ: those of
years), the script or ending, the names of parameters; and where nearly all have words with dashes between them, or a
number, one without is of another kind.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from webdart.page.model import Node
from webdart.records.cells.cell_text import without_fragment
from webdart.records.columns.mined_columns import Column
from webdart.records.structure.outline import Outline

_PAIR = 2  # addresses, of which one may lead up
_GOOD = 0.5  # quality that a main link has
_SHARED = 0.75  # of the addresses: with no more different ones, the link is not the records' own
_SESSIONS = frozenset({"sid", "phpsessid", "jsessionid", "sessionid", "session_id", "oscsid", "cfid", "cftoken"})
_SCHEMES = frozenset({"http", "https", "file"})
_MOST = 0.8  # of the addresses, that are of one kind
_NUMBER = re.compile(r"\d+")
_TWO_WORDS, _WORDS = (re.compile(rf"(?:(?:[-_+]|%20).*?){{{count}}}") for count in (1, 2))

Kind = tuple[str, tuple[str, ...], str, tuple[str, ...]]
"""Host, folder, script or ending, names of parameters."""


def address_at(page: Outline, column: Column, record: int) -> str:
    """The address of a link column's first hit, "" where there is none."""
    hits = column.hits[record]
    if not hits:
        return ""
    return without_fragment(page.nodes[hits[0][0]].attributes.get("href", ""))


def leads_to_page(node: Node) -> bool:
    """Whether an element leads to a page: an address to write to, or a number to call, is none."""
    return urlsplit(node.attributes.get("href", "")).scheme in _SCHEMES


def is_link(page: Outline, column: Column) -> bool:
    """Whether the hits are links that lead somewhere else."""
    first = next((hits[0][0] for hits in column.hits if hits), None)
    if first is None or page.nodes[first].tag not in {"a", "area"}:
        return False
    address = page.nodes[first].attributes.get("href", "")
    here = without_fragment(page.view.url)
    return leads_to_page(page.nodes[first]) and without_fragment(address) not in (here, here.partition("#")[0])


def link_quality(page: Outline, column: Column) -> float:
    """How much a link column looks like the records' main link, 0 to 1."""
    addresses = [address_at(page, column, record) for record in range(len(column.hits))]
    there = [address for address in addresses if address]
    if not there:
        return 0.0
    distinct = len(set(there)) / len(there)
    if len(there) > 1 and len(set(there)) == 1:
        return 0.0
    quality = len(there) / len(addresses) * distinct / column.multiplicity
    node = next(hits[0][0] for hits in column.hits if hits)
    return quality * _standing(page, node)


def _standing(page: Outline, node: int) -> float:
    """A heading's link, a link that wraps a heading, then any with words, then one without."""
    inner = range(node, page.nodes[node].end)
    around = list(page.ancestors(node))[:3]
    if any(page.level(place) for place in (*inner, *around)):
        return 1.0
    if "#" in page.nodes[node].attributes.get("href", ""):
        return 0.6  # a part of the record's page
    return 0.9 if page.text[node] else 0.8


def main_link(
    page: Outline, columns: Sequence[Column], preferred: str = "", title: Column | None = None
) -> Column | None:
    """The records' main link; the first of equals, or the one that earlier pages had.

    Of several links with nothing to tell them apart but their order, the one that is in every record with another text.
    Where the records' `title` leads nowhere, an icon goes before links with other words.
    """
    best, found = 0.0, None
    links = [column for column in columns if is_link(page, column)]
    apart = [column for column in links if column.source != "place"]
    for column in apart:
        quality = link_quality(page, column) + (0.5 if preferred and column.key == preferred else 0.0)
        if quality > best + 1e-9:
            best, found = quality, column
    if title is not None and found is not None and names_another(page, found):
        icons = by_icons(page, title, links)
        if icons:  # to see it, to change it: which of several is the record's own, nothing tells
            return icons[0] if len(icons) == 1 else None
    placed = [column for column in links if column.source == "place"]
    if found is not None and best >= _GOOD and not _is_anothers(page, found, placed):
        return found
    ordered = [column for column in placed if _each_another(page, column)]
    return max(ordered, key=lambda column: link_quality(page, column), default=None)


def by_icons(page: Outline, title: Column, columns: Sequence[Column]) -> list[Column]:
    """The links that each record has for itself, on this site, without words or with the same in all; in order.

    None where the titles lead somewhere.
    """
    for hits in title.hits:
        node = hits[0][0] if hits else 0
        around = (*list(page.ancestors(node))[:2], *range(node, page.nodes[node].end)) if hits else ()
        if any(page.nodes[place].tag == "a" for place in around):
            return []
    count = len(title.hits)
    found = [column for column in columns if _is_own_icon(page, column, count)]
    found.sort(key=lambda column: column.hits[0][0][0])
    return list({address_at(page, column, 0): column for column in reversed(found)}.values())[::-1]


def _is_own_icon(page: Outline, column: Column, count: int) -> bool:
    addresses = {address_at(page, column, record) for record in range(count)} - {""}
    if not 1 < count == len(addresses) or len({page.text[hits[0][0]] for hits in column.hits}) > 1:
        return False
    host = urlsplit(page.view.url).netloc
    return is_link(page, column) and all(urlsplit(address).netloc == host for address in addresses)


def names_another(page: Outline, column: Column) -> bool:
    """Whether the links have words that differ: beside a title without a link, those of whom or what they lead to.

    Numbers may well be the records' own.
    """
    texts = {page.text[hits[0][0]] for hits in column.hits if hits} - {""}
    return len(texts) > 1 and not all(sum(map(str.isdigit, text)) > sum(map(str.isalpha, text)) for text in texts)


def _is_anothers(page: Outline, found: Column, placed: Sequence[Column]) -> bool:
    """Whether many records share a link, and each has one of its own beside it: icons to view and to edit it."""
    there = [address for record in range(len(found.hits)) if (address := address_at(page, found, record))]
    if len(set(there)) > _SHARED * len(there):
        return False
    count = len(found.hits)
    return any(len({address_at(page, column, record) for record in range(count)} - {""}) == count for column in placed)


def _each_another(page: Outline, column: Column) -> bool:
    """Whether a link is in every record, and no two have its text or its address."""
    texts = {page.text[hits[0][0]] for hits in column.hits if hits}
    addresses = {address_at(page, column, record) for record in range(len(column.hits))}
    return len(column.hits) > 1 and "" not in texts and len(texts) == len(addresses) == len(column.hits)


def leads_up(addresses: Sequence[str | None], listing: str) -> bool:
    """Whether the first of a folder's links leads to a folder above it, and all others to what the folder has.

    "Parent Directory" is on the page to go there, and is none of its files.
    """
    around = urlsplit(listing)
    if len(addresses) < _PAIR or not _is_above(addresses[0], around):
        return False
    folder = around.path.rpartition("/")[0] + "/"
    others = (urlsplit(address) if address else None for address in addresses[1:])
    return all(one is not None and one.netloc == around.netloc and one.path.startswith(folder) for one in others)


def entries_from(addresses: Iterable[str | None], listing: str) -> int:
    """How many of a folder's links stand before its entries: those that sort it, and then the one that leads up.

    0 where not all others are in the folder; of other lists no more addresses are taken than tell that.
    """
    around, taken = urlsplit(listing), iter(addresses)
    before = list(_until(taken, lambda address: not _sorts(address, around)))
    sorting = len(before) - 1
    if sorting < _PAIR and not _is_above(next(iter(before), None), around):
        return 0
    others = [*before[sorting:], *taken]
    if leads_up(others, listing):
        return sorting + 1
    return sorting if all(_is_below(address, around) for address in others) else 0


def _until(addresses: Iterator[str | None], ends: Callable[[str | None], bool]) -> Iterator[str | None]:
    """The addresses up to the first at which it ends, that one among them."""
    for address in addresses:
        yield address
        if ends(address):
            return


def _sorts(address: str | None, around: SplitResult) -> bool:
    """Whether an address is the listing itself with a query: in another order, as a rule."""
    there = urlsplit(address or "")
    return bool(there.query) and (there.netloc, there.path) == (around.netloc, around.path)


def _is_above(address: str | None, around: SplitResult) -> bool:
    """Whether an address is a folder above that of the listing."""
    there = urlsplit(address or "")
    folder = around.path.rpartition("/")[0] + "/"
    same = there.netloc == around.netloc and there.path.endswith("/")
    return same and folder != there.path and folder.startswith(there.path)


def _is_below(address: str | None, around: SplitResult) -> bool:
    """Whether an address is in the folder of the listing, and not the listing itself."""
    there = urlsplit(address or "")
    folder = around.path.rpartition("/")[0] + "/"
    return there.netloc == around.netloc and there.path.startswith(folder) and there.path != around.path


def link_keys(addresses: Sequence[str | None], listing: str) -> list[str | None]:
    """The addresses as keys: without fragment and without the parameters that the listing added."""
    return _without(addresses, _added([without_fragment(address) for address in addresses if address], listing))


def without_way_back(addresses: Sequence[str | None], listing: str) -> list[str | None]:
    """The addresses without the parameters that lead back to the listing: its query or its address as one value.

    Parameters that the listing itself has stay: they may say which record it is.
    """
    around = urlsplit(listing)
    own = set(parse_qsl(around.query, keep_blank_values=True))
    there = [address for address in addresses if address]
    back = frozenset(pair for pair in _in_most(there) if pair not in own and _leads_back(pair[1], around, own))
    return _without(addresses, back) if back else list(addresses)


def _without(addresses: Sequence[str | None], added: frozenset[tuple[str, str]]) -> list[str | None]:
    there = [without_fragment(address) for address in addresses if address]
    trimmed = [_trimmed(address, added) if address else None for address in addresses]
    if len({key for key in trimmed if key}) < len(set(there)):
        return [without_fragment(address) if address else None for address in addresses]
    return trimmed


def _added(addresses: Sequence[str], listing: str) -> frozenset[tuple[str, str]]:
    """The parameters that a listing put into its links: its own ones, or its query or address as one value.

    They stand in most links; a record whose own number happens to be the listing's keeps it. A session's number is
    another one at the next visit, and says nothing of a record.
    """
    around = urlsplit(listing)
    own = set(parse_qsl(around.query, keep_blank_values=True))
    return frozenset(
        pair
        for pair in _in_most(addresses)
        if pair in own or pair[0].casefold() in _SESSIONS or _leads_back(pair[1], around, own)
    )


def _in_most(addresses: Sequence[str]) -> list[tuple[str, str]]:
    """The parameters that most of some addresses have."""
    counts = Counter(pair for address in addresses for pair in set(_query(address)))
    return [pair for pair, count in counts.items() if count * 2 > len(addresses)]


def _leads_back(value: str, around: SplitResult, own: set[tuple[str, str]]) -> bool:
    """Whether a value is the listing itself: its query in any order, or its address."""
    for said in (value, unquote(value)):
        parts = urlsplit(said)
        if own and set(parse_qsl(said.lstrip("?"), keep_blank_values=True)) == own:
            return True
        if parts.path == around.path and (parts.netloc or around.netloc) == around.netloc and len(parts.path) > 1:
            return True
    return False


def _query(address: str) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(address).query, keep_blank_values=True)


def _trimmed(address: str, added: frozenset[tuple[str, str]]) -> str:
    parts, pairs = urlsplit(without_fragment(address)), _query(address)
    kept = [pair for pair in pairs if pair not in added]
    return urlunsplit(parts if len(kept) == len(pairs) else parts._replace(query=urlencode(kept)))


class AddressKind:
    """The kind of some addresses; none knows another where they are of several kinds.

    `certain`: they have more in common than that there is a word or two behind the host. `kind`: what it is.
    """

    def __init__(self, addresses: Sequence[str]) -> None:
        kinds = Counter(map(address_kind, addresses))
        kind, count = kinds.most_common(1)[0] if kinds else (None, 0)
        self.kind = kind if count >= _MOST * len(addresses) else None
        names = [_name(address) for address in addresses]
        signs = (_NUMBER, _TWO_WORDS, _WORDS)
        self._signs = [one for one in signs if sum(map(bool, map(one.search, names))) >= _MOST * len(names)]
        self.certain = self.kind is not None and (any(self.kind[1:]) or not {_NUMBER, _WORDS}.isdisjoint(self._signs))

    def knows(self, address: str) -> bool:
        """Whether an address is of the kind."""
        name = _name(address)
        return address_kind(address) == self.kind and all(sign.search(name) for sign in self._signs)


def address_kind(address: str) -> Kind:
    """What an address has in common with others of its kind."""
    parts = urlsplit(address)
    *folder, last = parts.path.strip("/").split("/")
    names = tuple(sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}))
    ending = last if names else last.rpartition(".")[2] if "." in last else ""
    return parts.netloc, tuple(_NUMBER.sub("0", step) for step in folder), ending, names


def _name(address: str) -> str:
    """What tells an address from others of its kind: its last step, or its parameters."""
    parts = urlsplit(address)
    return parts.query or parts.path.strip("/").rpartition("/")[2]
