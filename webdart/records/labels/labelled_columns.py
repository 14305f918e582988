"""Gives the columns of values that stand beside the labels that are asked for, and lists all labels for messages.

Ties first (`dt`/`dd`, a row head and its cell, a control's label), then `Label: value` in one text, then the text that
follows the label where nothing stands between. Only labels that are asked for are looked for;
`visible_labels` lists all that look like labels.
"""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from webdart.page.model import Node
from webdart.page.text_match import COLONS
from webdart.records.coerce.numbers import same_stem
from webdart.records.coerce.signs import parted_sign
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.labels.inline_labels import inline_labels, without_sign
from webdart.records.labels.label_blocks import block_lines
from webdart.records.labels.label_text import (
    Gathered,
    Hits,
    Shared,
    before_year,
    depth,
    goes_on,
    inside,
    name_in,
    usual_in_lines,
)
from webdart.records.labels.label_values import VALUE_TAGS, is_pair, is_yes_or_no, tied_control, values_of
from webdart.records.labels.next_label import first_of_kind
from webdart.records.labels.value_extent import carried_on, items_below
from webdart.records.labels.value_position import seen_beside, under_head
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.words import is_spelled_as, plain
from webdart.values import replace

_COLONS = frozenset(COLONS)
_SIGN = re.compile(f"[{''.join(COLONS)}]")
_COMMAS = (",", ";", "、", "，")
_MAX_LABEL = 60
_LABELLING = frozenset({"dt", "th", "label"})
_ONE = "1"
_RARE = 4  # one record in so many may lack its value
_LABELS = ("data-label", "data-th", "data-title", "data-colname", "data-heading", "data-header")
_NAMED = ("title", "aria-label", "alt")
_PRESSED = frozenset({"a", "button"})
_CONTROLS = frozenset({"input", "select", "textarea", "button"})


def labelled_columns(
    page: Outline, region: Region, records: Sequence[int], wanted: Mapping[str, bool], *, surely: bool = False
) -> list[Column]:
    """A column for every wanted label (plain form → whether the file writes it) that the records have.

    `surely`: only what a colon or the mark-up says to be a label.
    """
    hits: dict[str, list[list[Hit]]] = {label: [[] for _ in records] for label in wanted}
    shared: Shared = {label: [{} for _ in records] for label in wanted}
    loose: dict[str, list[list[Hit]]] = {label: [[] for _ in records] for label in wanted}
    heads = {name for names in region.grid.labels for name in names} if region.grid is not None else set[str]()
    dated: dict[str, list[list[Hit]]] = {label: [[] for _ in records] for label in wanted}
    found_in = Gathered(hits, dated, loose, shared, usual_in_lines(page, region, records))
    for place, number in enumerate(records):
        for root in region.records[number]:
            _gather(page, root, place, found_in, alone=len(region.records) == 1, formal=bool(heads))
    _add_signed(found_in)
    _add_other_forms(page, region, records, found_in)
    found: list[Column] = []
    for label, written in wanted.items():
        columns = [
            _controlled(page, list(dict.fromkeys(column)))
            for column in _of_one_kind(page, hits[label] if any(hits[label]) else dated[label], shared[label])
        ]
        # "Stage 1" in the column "Stage" is what the cell says, whole
        if not any(columns) and label not in heads and not surely:
            # without a colon the words must be template: in most records, unless the file wrote them
            having = sum(1 for column in loose[label] if column)
            if having and (written or (len(records) > 1 and having * 2 >= len(records))):
                columns = [list(dict.fromkeys(column)) for column in _of_one_kind(page, loose[label], shared[label])]
                columns = [] if (_template(page, columns) and not written) or _are_actions(page, columns) else columns
        if any(columns):
            found.append(Column(f"label:{label}", "label", tuple(map(tuple, columns)), frozenset({label}), label))
    return found


def other_spellings(page: Outline, region: Region, records: Sequence[int], labels: Collection[str]) -> Iterator[str]:
    """The labels of records that are parted otherwise than those asked for: "Web site:" for `website`.

    Only what is shown, and neither link nor button: "Log in" is no label of a `login`.
    """
    roots = [root for number in records for root in region.records[number]] if labels else []
    shown = (index for root in roots for index in page.below(root) if page.nodes[index].shown)
    for index in shown:
        if page.leaves[index] != 1 or any(page.nodes[place].tag in _PRESSED for place in _here(page, index)):
            continue
        said = _SIGN.split(page.text[index], maxsplit=1)[0]
        name = plain(said) if len(said) <= _MAX_LABEL else ""
        if name and name not in labels and is_spelled_as(name, labels):
            yield name


def with_items(page: Outline, columns: Sequence[Column], labels: frozenset[str]) -> Iterator[Column]:
    """The columns of a page that is one record, where those of these labels are lists: of each the list's items.

    A column for each of several lists behind one label: which is meant, is open.
    """
    for column in columns:
        values = [node for own in column.hits for node, _ in own] if not column.labels.isdisjoint(labels) else []
        said: dict[tuple[str, ...], tuple[int, ...]] = {}
        for items in filter(None, (items_below(page, value, column.labels) for value in values)):
            said.setdefault(tuple(page.text[item] for item in items), items)
        for place, items in enumerate(said.values()):
            key = f"{column.key}/{place}" if place else column.key
            yield replace(column, key=key, hits=(tuple((item, None) for item in items),))
        if not said:
            yield column


def _add_other_forms(page: Outline, region: Region, records: Sequence[int], found: Gathered) -> None:
    """Adds the one beside another form of a label in records that lack it: "1 answer" among many "2 answers".

    Any other number is that of another thing: a hotel's room 303 beside how many rooms the others have.
    """
    for label, loose in found.loose.items():
        lacking = [place for place, own in enumerate(loose) if not own and not found.hits[label][place]]
        if len(lacking) * 2 >= len(loose):
            continue
        for place in lacking:
            roots = region.records[records[place]]
            texts = (plain(page.text[index]) for root in roots for index in page.below(root) if page.leaves[index] == 1)
            forms = {text for text in texts if text != label and " " not in text and same_stem(text, label)}
            if len(forms) == 1 and not forms & found.hits.keys():
                form = forms.pop()
                other = Gathered({form: [[]]}, {form: [[]]}, {form: [[]]}, {form: [{}]}, found.usual)
                for root in roots:
                    _gather(page, root, 0, other, alone=False, formal=False)
                hits = [*other.hits[form][0], *other.loose[form][0]]
                counts = [hit for hit in hits if (page.text[hit[0]] if hit[1] is None else hit[1]) == _ONE]
                loose[place].extend(counts)
                found.shared[label][place].update({hit: other.shared[form][0][hit] for hit in counts})


def _add_signed(found: Gathered) -> None:
    """Adds what follows elements without a text that have a label; what others hold themselves is empty in these."""
    for label, place, sure, values in found.signed:
        if label not in found.holding:
            (found.hits if sure else found.loose)[label][place].extend(values)


def _of_one_kind(
    page: Outline, hits: Sequence[Sequence[Hit]], shared: Sequence[Mapping[Hit, int]]
) -> Iterator[Sequence[Hit]]:
    """The values of a label, without those that have less in common with it than in most records.

    What follows a label without a value is the next label or its line. Where values stand in two ways by turns,
    only what looks like another label goes.
    """
    depths = Counter(max(own.values()) for own in shared if own)
    depth, count = depths.most_common(1)[0] if depths else (0, 0)
    usual = depth if count * 2 > depths.total() else 0
    rare = (depths.total() - count) * _RARE <= depths.total()
    for own, common in zip(hits, shared, strict=True):
        far = [hit for hit in own if common.get(hit, usual) < usual and (rare or is_pair(page, hit[0]))]
        yield [(node, "") for node, _ in own] if far and len(far) == len(own) else own


def _controlled(page: Outline, hits: list[Hit]) -> list[Hit]:
    """The values of a label without what a form says beside the control of that name: "Note: times are in UTC".

    Nor does anything count that nobody sees, such as a closed list of what the page's controls are called.
    """
    forms = {_form_around(page, node) for node, _ in hits if page.nodes[node].tag in _CONTROLS} - {None}
    if not forms or len(hits) == 1:
        return hits
    nodes = page.nodes
    return [
        hit
        for hit in hits
        if nodes[hit[0]].tag in _CONTROLS or (nodes[hit[0]].shown and _form_around(page, hit[0]) not in forms)
    ]


def _form_around(page: Outline, index: int) -> int | None:
    return next((place for place in page.ancestors(index) if page.nodes[place].tag == "form"), None)


def _template(page: Outline, columns: Sequence[Sequence[Hit]]) -> bool:
    """Whether what follows the words in their text is the same in all records: no docket is called "Number".

    A number with the unit behind it ("<b>4</b> km") is more than one text, and no such words.
    """
    rests = [part if part is None or part in page.text[node] else None for (node, part), *_ in filter(None, columns)]
    return len(rests) > 2 and None not in rests and len(set(rests)) == 1


def _are_actions(page: Outline, columns: Sequence[Sequence[Hit]]) -> bool:
    """Whether all records have the same few links, which lead elsewhere: what can be done with them."""
    nodes = [page.nodes[node] for (node, part), *_ in filter(None, columns) if part is None]
    links = [[page.nodes[place].attributes.get("href", "") for place in _links_in(page, node)] for node in nodes]
    said = {page.text[node.index] for node in nodes}
    return len(nodes) > 2 and len(said) == 1 and min(map(len, links)) > 1 and len(set(map(tuple, links))) == len(nodes)


def _links_in(page: Outline, node: Node) -> Iterator[int]:
    return (place for place in range(node.index, node.end) if page.nodes[place].tag == "a")


def _gather(page: Outline, root: int, place: int, found: Gathered, *, alone: bool, formal: bool) -> None:
    """The labels of one root.

    `formal`: the region has heads, so that what cells repeat of them in attributes says nothing new.
    """
    hits, loose = found.hits, found.loose
    for index in page.below(root):
        node = page.nodes[index]
        text = page.text[index]
        if node.attributes:
            _gather_given(page, root, (index, place), found, formal=formal)
        if not text:
            if node.value and node.role and plain(node.name) in hits:
                hits[plain(node.name)][place].append((index, node.value))
            continue
        if (len(text) > _MAX_LABEL * 4 and node.tag != "#text") or _by_sign(page, index, place, loose):
            continue
        if _is_dated_head(page, root, (index, place), found):
            continue
        last = text if text[-1] not in _COLONS else _last_name(page, index, found)
        label = name_in(last, hits) if len(text) <= _MAX_LABEL else ""
        if label in hits and node.tag not in VALUE_TAGS and not _same_below(page, index):
            _behind(page, root, (index, label, place), found, alone=alone)
            if plain(text) != label:
                inside(page, index, place, found, alone=alone)
            continue
        if node.tag == "#text" or (page.leaves[index] > 1 and not _block_inside(page, index)):
            inside(page, index, place, found, alone=alone)


def _gather_given(page: Outline, root: int, said: tuple[int, int], found: Gathered, *, formal: bool) -> None:
    """The labels that an element (its node, its record) has as attributes: of its text, or of what follows it."""
    index, place = said
    for label, sure in _said(page, index, found.hits, formal=formal):
        if page.text[index]:
            found.holding.add(label)
            (found.hits if sure else found.loose)[label][place].append((index, None))
        else:
            found.signed.append((label, place, sure, values_of(page, index, root)))


def _behind(page: Outline, root: int, said: tuple[int, str, int], found: Gathered, *, alone: bool) -> None:
    """What stands behind a text (its node, its label, its record) that is a label or ends with one."""
    index, label, place = said
    if _is_enumerated(page, index):
        return
    if alone and (cell := under_head(page, index)) is not None:
        found.hits[label][place].append((cell, None))
        return
    values = seen_beside(page, index, values_of(page, index, root), found.hits)
    values = [_ended(page, hit, found) for hit in values]
    if len(values) == 1 and values[0][1] is None and (first := first_of_kind(page, index, values[0][0])) is not None:
        values = [(index, "")] if found.wanted(page.text[first]) else values
    if values:
        sure = _formal(page, index) or page.text[index][-1] in _COLONS or (alone and not _linked(page, index))
        (found.hits if sure else found.loose)[label][place].extend(values)
        tied = tied_control(page, index)  # however far from its label
        far = (hit for hit in values if hit[1] != "" and (tied is None or hit[0] != tied.index))
        depths = ((hit, depth(page, index, hit[0])) for hit in far)
        found.shared[label][place].update(depths)


def _is_dated_head(page: Outline, root: int, said: tuple[int, int], found: Gathered) -> bool:
    """Whether a text (its node, its record) is a head with a value beside it, of a label asked for and a year.

    The year, as in "Population (2021)", belongs to the label. A head that is just the label goes before.
    """
    index, place = said
    text = page.text[index]
    label = before_year(text, found.hits) if len(text) <= _MAX_LABEL and _is_head(page, index) else ""
    values = [hit for hit in values_of(page, index, root) if hit[1] != ""] if label else []
    if values:
        found.dated[label][place].extend(values)
    return bool(values)


def _is_enumerated(page: Outline, index: int) -> bool:
    """Whether a word is one of several in a sentence: what follows it begins with a comma."""
    parent = page.nodes[index].parent
    while parent > 0 and page.text[parent] == page.text[index]:
        parent = page.nodes[parent].parent
    after = (page.text[kid] for kid in page.kids[parent] if kid > index and page.text[kid])
    return next(after, "").startswith(_COMMAS)


def _last_name(page: Outline, index: int, found: Gathered) -> str:
    """A text that is a label, or the label that it ends with: "3 km, Level:"."""
    text = page.text[index]
    if page.nodes[index].tag != "#text":
        return text
    *_, last = inline_labels(text, found.known) or [None]
    return text if last is None or last.value else last.label


def _ended(page: Outline, hit: Hit, found: Gathered) -> Hit:
    """A value as far as the next label of its own text, and without the sign that parts it from what follows."""
    node, part = hit
    text = page.text[node] if part is None else part
    if page.leaves[node] != 1 or not text:
        return hit
    if (whole := carried_on(page, node, text)) != text:
        return node, whole
    bare = page.nodes[node].tag == "#text"
    next_one = next(iter(inline_labels(text, found.known if bare else found.wanted)), None)
    value = text[: next_one.at].rstrip() if next_one is not None and next_one.at else text
    if value == text and bare and (goes_on(page, node) or not without_sign(text)):
        value = without_sign(text)
    return hit if value == text else (node, value)


def _by_sign(page: Outline, index: int, place: int, loose: Hits) -> bool:
    """Whether a label has its sign with it ("Dogs ✗", "☑ Wifi"): what follows is another thing's."""
    name, sign = parted_sign(page.text[index])
    label = name_in(name, loose) if len(name) <= _MAX_LABEL else ""
    node = page.nodes[index]
    if label not in loose or (sign and _same_below(page, index)):
        return False
    if sign and (node.tag == "#text" or page.leaves[index] > 1):
        loose[label][place].append((index, sign))
    return bool(sign) or (node.tag != "#text" and not _formal(page, index) and is_yes_or_no(page, index))


def _said(page: Outline, index: int, wanted: Container[str], *, formal: bool) -> Iterator[tuple[str, bool]]:
    """The labels that an element has in attributes, and whether they are there to be labels."""
    attributes, tag = page.nodes[index].attributes, page.nodes[index].tag
    for name in () if formal else _LABELS:
        if name in attributes and (label := name_in(attributes[name], wanted)) in wanted:
            yield label, True
    for name in () if tag in _CONTROLS else _NAMED:
        if name in attributes and len(attributes[name]) <= _MAX_LABEL:
            label = name_in(attributes[name], wanted)
            if label in wanted and label != plain(page.text[index]):
                yield label, False


def _same_below(page: Outline, index: int) -> bool:
    """Whether an element below has the same text: that one is the label."""
    below = [kid for kid in page.kids[index] if page.text[kid]]
    return len(below) == 1 and page.nodes[below[0]].tag != "#text"


def _block_inside(page: Outline, index: int) -> bool:
    inner = page.nodes[index + 1 : page.nodes[index].end]
    return any(node.tag in {"div", "p", "li", "dd", "dt", "td", "tr", "ul", "section", "table"} for node in inner)


def _formal(page: Outline, index: int) -> bool:
    """Whether the mark-up itself says that this is a label."""
    return _is_head(page, index) or any(page.nodes[place].tag == "label" for place in _here(page, index))


def _is_head(page: Outline, index: int) -> bool:
    """Whether an element is the head of a value, or the text of such a head."""
    return any(
        page.nodes[place].tag in {"dt", "th"} or page.nodes[place].role in {"term", "rowheader"}
        for place in _here(page, index)
    )


def _here(page: Outline, index: int) -> tuple[int, ...]:
    return tuple(place for place in (index, page.nodes[index].parent) if place >= 0)


def _linked(page: Outline, index: int) -> bool:
    return page.nodes[index].tag == "a" or page.nodes[page.nodes[index].parent].tag == "a" or page.chrome[index]


def visible_labels(page: Outline, region: Region | None, root: int, *, forms: bool = False) -> tuple[str, ...]:
    """What looks like a label: heads, terms, row heads, texts that end in a colon, on one record's page fact sheets.

    With `forms`, the labels of controls, too.
    """
    tags = _LABELLING if forms else _LABELLING - {"label"}
    found: dict[str, None] = {}
    if region is not None and region.grid is not None:
        found.update(dict.fromkeys(text for text in region.grid.shown if text))
    lines = block_lines(page, root) if region is None or len(region.records) == 1 else ()
    listed = {line.label for line in lines}
    for index in page.below(root):
        node, text = page.nodes[index], page.text[index]
        if not text or len(text) > _MAX_LABEL:
            continue
        if index in listed or node.tag in tags or (node.tag == "#text" and text.endswith(COLONS)):
            found.setdefault(text.strip(":： "), None)
    return tuple(found)
