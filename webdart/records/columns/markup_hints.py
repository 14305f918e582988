"""Finds names of columns in the mark-up: in a class, a test id, an item property, a data attribute.

A whole name (`class="price"`, `itemprop=author`) names the column. A name of several words that ends in the field's
("product-title", "jobTitle", "topictitle") only weighs between columns that are alike: authors of pages, not readers,
wrote it.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from urllib.parse import unquote_plus, urlsplit

from webdart.lexicon import lexicon, words_of
from webdart.lexicon.phrases import bare
from webdart.page.markup import TEST_MARKS
from webdart.page.model import Node
from webdart.records.coerce.numbers import same_stem
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.columns.sole_values import PAID
from webdart.records.columns.synonyms import calls_records, means_in_code
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.words import plain

LAST, KIN, PART = 1.4, 1.3, 1.15
"""What a column weighs whose mark ends in the field's name, or in a word that means the same, or has it somewhere."""
_SAYING = frozenset(
    {*TEST_MARKS, "itemprop", "name", "data-field", "data-name", "data-role", "data-column", "data-col", "col-id",
     "property"}
)  # fmt: skip
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")
_SIGNS = re.compile(r"[\W_]+")
_HOLDERS = frozenset((*lexicon("layout_words")["holder"], *lexicon("mark_names")["called"]))
_BELOW = frozenset(lexicon("mark_names")["below"])
_LOOKS, _FOLDERS, _FORMS = (frozenset(lexicon("mark_names")[name]) for name in ("looks", "folders", "forms"))
_TITLES = words_of("record_names")  # of whatever folder: "/name/7" may lead to a film's director
_GLUED = 4  # letters that a name must have to be looked for inside a word
_FILE = re.compile(r"\.[a-z]{3,5}$")
_LITTLE = 2  # texts
_IN_A_LINE = 3  # texts of a line of a record: a label, a value, its unit
_AROUND = 3  # wrappers of one text that are asked


def whole_names(node: Node, text: str) -> Iterator[str]:
    """The names that an element with a text gives itself, in plain form.

    A data attribute with a value names that value: the text only where it shows it (`data-price="9.99"` of "$9.99").
    """
    for name, value in node.attributes.items():
        if name == "class":
            tokens = value.split()
        elif name in _SAYING:
            tokens = [value]
        elif name.startswith("data-"):
            tokens = [name[5:]] if _shows(text, value) else []
        else:
            continue
        for token in tokens:
            yield plain(token.replace("-", " ").replace("_", " "))


def _shows(text: str, value: str) -> bool:
    """Whether a text shows the value of an attribute, or there is no value to show.

    A value may go on after what is shown ("9.9900" of "9.99"); a word out of a sentence ("Follow" of "Stop following
    this") does not show it.
    """
    shown, said = ("".join(filter(str.isalnum, one)).casefold() for one in (text, value))
    return not said or said in {"true", "1"} or said in shown or (bool(shown) and _has_words(value, text, shown))


def _has_words(value: str, text: str, shown: str) -> bool:
    """Whether a value begins with the letters of a text, or has its words one after another."""
    mine, theirs = (f" {' '.join(_SIGNS.split(one.casefold()))} " for one in (text, value))
    return "".join(filter(str.isalnum, value)).casefold().startswith(shown) or mine in theirs


def hinted_elements(page: Outline, region: Region, records: Sequence[int], label: str) -> Column | None:
    """The elements of records that are called by a label, wherever they stand: one thing may be wrapped in two ways."""
    called = _called(page).get(label, ())
    if not called:
        return None
    hits: list[tuple[Hit, ...]] = []
    for number in records:
        found = [
            index
            for root in region.records[number]
            for index in called[bisect_left(called, root) : bisect_left(called, page.nodes[root].end)]
            if page.reaches(root, index)
        ]
        hits.append(tuple((index, None) for index in page.innermost(found)))
    return Column(f"mark:{label}", "only", tuple(hits)) if any(hits) else None


def is_marked(page: Outline, column: Column, label: str) -> bool:
    """Whether the mark-up calls a column by a label: itemprop, a class, a data attribute."""
    first = next((hits[0][0] for hits in column.hits if hits), None)
    if column.key == f"mark:{label}":
        return True
    if column.key == PAID:  # each wherever it stands
        around = (page.nodes[page.nodes[node].parent] for own in column.nodes for node in own[:1])
        return all(label in whole_names(node, page.text[node.index]) for node in around)
    if first is None or column.source not in {"path", "either", "loose"}:
        return False
    return label in whole_names(page.nodes[first], page.text[first])


def is_called(page: Outline, label: str) -> bool:
    """Whether any element of a page is called by a label."""
    return label in _called(page)


def _called(page: Outline) -> Mapping[str, Sequence[int]]:
    """The elements with a text by the names that they give themselves, in order: gone over once for all labels."""
    if page.marks is None:
        page.marks = {}
        for index, (node, text) in enumerate(zip(page.nodes, page.text, strict=True)):
            if text and node.attributes:
                for name in dict.fromkeys(whole_names(node, text)):
                    page.marks.setdefault(name, []).append(index)
    return page.marks


def are_pieces(page: Outline, region: Region, labels: Collection[str]) -> bool:
    """Whether these are the parts of one record: one of them is called as a field is, each of the others otherwise."""
    if region.grid is not None or any(len(record) > 1 for record in region.records):
        return False
    named = [tuple(whole_names(page.nodes[root], page.text[root])) for (root,) in region.records]
    own = [names for names in named if not set(names).isdisjoint(labels)]
    return len(own) == 1 and len(set(named)) == len(named) > 1


def are_labels(page: Outline, region: Region) -> bool:
    """Whether these are lines of several records that begin with the same labels in turn: "Price", "Seller"."""
    if region.grid is not None or len(region.records) < 2 * _LITTLE:
        return False
    first = next(_said(page, region.records[:1]))
    turn = next((place for place, text in enumerate(_said(page, region.records)) if place and text == first), 0)
    if turn < _LITTLE or len(region.records) % turn:
        return False
    said = list(_said(page, region.records))
    in_turn = all(text == said[place % turn] for place, text in enumerate(said)) and len(set(said)) == turn
    return in_turn and not _are_things(page, region.records)


def _are_things(page: Outline, records: Sequence[Sequence[int]]) -> bool:
    """Whether what comes in turn is no line of a label and its value: the same films in the same order on every day.

    What they begin with leads elsewhere on each day, or most say more than a label, a value and its unit.
    """
    led: dict[str, set[str]] = {}
    for text, roots in zip(_said(page, records), records, strict=True):
        led.setdefault(text, set()).update(
            page.nodes[place].attributes.get("href", "") for place in _to_first(page, roots)
        )
    elsewhere = any(len(hrefs - {""}) > 1 for hrefs in led.values())
    texts = [sum(page.leaves[root] for root in roots) for roots in records]
    return elsewhere or sum(count > _IN_A_LINE for count in texts) * 2 > len(texts)


def _to_first(page: Outline, roots: Sequence[int]) -> Iterator[int]:
    """The elements from the beginning of a record down to its first text."""
    for place in (place for root in roots for place in page.below(root)):
        if page.nodes[place].tag == "#text" and page.text[place]:
            return
        if page.text[place]:
            yield place


def _said(page: Outline, records: Sequence[Sequence[int]]) -> Iterator[str]:
    """The text that each record begins with."""
    for roots in records:
        inner = (index for root in roots for index in page.below(root))
        yield next((page.text[i] for i in inner if page.nodes[i].tag == "#text" and page.text[i]), "")


def hint(page: Outline, node: int, label: str) -> float:
    """How much more a text weighs for a label, by what the mark-up calls the element and the wrappers of that text."""
    best = 1.0
    for place in _wrappers(page, node):
        for name in page.nodes[place].attributes:
            if name == "class" or name in _SAYING:
                for token in page.nodes[place].attributes[name].split():
                    best = max(best, hint_of_name(token, label))
            elif name == "href":
                said = _leads_to(page.nodes[place].attributes[name], page.text[node])
                best = max(best, *(_hint_of_word(word, label) for word in said if word), 1.0)
            if best == LAST:
                return PART if label in _TITLES and _holds_heading(page, node) else best
    return max(best, _beside(page, node, label))


def are_marked(page: Outline, column: Column, label: str, *, links: bool = False) -> bool:
    """Whether the mark-up calls all texts of a column by a label ("match-status") or what it means, or addresses do."""
    told = hint_of_link if links else hint
    firsts = [hits[0] for hits in column.hits if hits]
    nodes = [node for node, part in firsts if part is None]
    marked = all(told(page, node, label) >= KIN for node in nodes)
    return len(nodes) == len(firsts) and (marked or is_by_address(page, nodes, label))


def _leads_to(address: str, text: str) -> list[str]:
    """What an address says of the text that leads there: "…/forks" of a count, "…/author/ann" of Ann."""
    parts = urlsplit(address)
    said = (unquote_plus(part) for part in parts.path.split("/") if part)
    steps = [plain(part.replace("-", " ").replace("_", " ")) for part in said]
    if any(letter.isdigit() for letter in text):
        return [*steps[-1:], plain(parts.fragment)]
    return steps[-2:-1] if steps and _letters(text) in {_letters(steps[-1]), _letters(_FILE.sub("", steps[-1]))} else []


def _letters(text: str) -> str:
    """A text as an address has it: its letters alone, bare."""
    return "".join(filter(str.isalnum, bare(text.casefold())))


def _hint_of_word(word: str, label: str) -> float:
    """What a word that stands for itself says of a label."""
    if same_stem(word, label):
        return LAST
    return KIN if word not in _FOLDERS and means_in_code(word, label) else 1.0


def _hint_of_meaning(words: Sequence[str], label: str) -> float:
    """What the words of a class say of a label that means the same as the last of them.

    What stands before it may say of what ("comment-author"), unless it is what records are called, or a mere form.
    """
    if words[-1] in _LOOKS or not means_in_code(words[-1], label):
        return 1.0
    return KIN if all(word in _HOLDERS or word in _FORMS or calls_records(word) for word in words[:-1]) else PART


def hint_of_link(page: Outline, node: int, label: str) -> float:
    """The same for a link: its address may say by the folder of a number what it leads to, as "/game/20324" does."""
    return LAST if _is_in_folder(page.nodes[node].attributes.get("href", ""), label) else hint(page, node, label)


def is_by_address(page: Outline, nodes: Sequence[int], label: str) -> bool:
    """Whether texts are links to what a label names and what several records have: "Algebra" twice to "/course/1316".

    A link of each record to another such address may be the record's own, whatever it says: "Ann" to "/course/7".
    """
    if label in _TITLES or any(any(map(str.isdigit, page.text[node])) for node in nodes):
        return False
    led = [next((href for href in _addresses(page, node) if _is_in_folder(href, label)), "") for node in nodes]
    return all(led) and _LITTLE <= len(set(led)) < len(led) and len({page.text[node] for node in nodes}) >= _LITTLE


def _addresses(page: Outline, node: int) -> Iterator[str]:
    """Where an element leads, and what is around it and has no other text."""
    for place in _wrappers(page, node):
        yield page.nodes[place].attributes.get("href", "")


def _is_in_folder(address: str, label: str) -> bool:
    """Whether the folder of what begins with a digit is called by a label; "/news/sports" may be of many things."""
    parts = urlsplit(address)
    steps = [plain(part.replace("-", " ").replace("_", " ")) for part in parts.path.split("/") if part]
    numbered = len(steps) > 1 and steps[-1][:1].isdecimal() and not parts.fragment
    return numbered and bool(steps[-2]) and same_stem(steps[-2], label)


def _beside(page: Outline, node: int, label: str) -> float:
    """What the element says that holds a text and a little more, such as a badge before a title.

    What is called a title is the heading in it, where that is what a record is called.
    """
    place = next((above for above in page.ancestors(node) if page.text[above] != page.text[node]), -1)
    if place < 0 or page.leaves[place] - page.leaves[node] > _LITTLE:
        return 1.0
    classes = page.nodes[place].attributes.get("class", "").split()
    if not any(hint_of_name(token, label) == LAST for token in classes):
        return 1.0
    return LAST if label in _TITLES and any(page.level(one) for one in _wrappers(page, node)) else PART


def _holds_heading(page: Outline, node: int) -> bool:
    """Whether an element has a heading and other texts."""
    inner = range(node + 1, page.nodes[node].end)
    return any(page.level(place) and page.text[place] not in {"", page.text[node]} for place in inner)


def _wrappers(page: Outline, node: int) -> Iterator[int]:
    """An element and those around it that have no other text."""
    if page.nodes[node].tag != "#text":
        yield node
    for count, above in enumerate(page.ancestors(node)):
        if count == _AROUND or page.text[above] != page.text[node] or page.chrome[above]:
            break
        yield above


def hint_of_name(token: str, label: str) -> float:
    """What one class or id says of a label."""
    words = [word.casefold() for word in _WORDS.findall(token)]
    wanted = label.split()
    if not words or not wanted:
        return 1.0
    count = len(wanted)
    for start in range(len(words) - count + 1):
        if all(same_stem(one, other) for one, other in zip(words[start : start + count], wanted, strict=True)):
            return LAST if _HOLDERS.issuperset(words[start + count :]) else PART
    if count == 1 and len(label) >= _GLUED:
        if words[-1].endswith(label):
            return 1.0 if words[-1].removesuffix(label) in _BELOW else LAST
        if any(word.startswith(label) for word in words):
            return PART
    return _hint_of_meaning(words, label)
