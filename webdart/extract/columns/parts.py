"""Columns made of several parts: lists, lines of a cell, alternatives of which a record has one."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from webdart.extract.align import Template
from webdart.extract.columns.draft import Draft, Values
from webdart.extract.page.tree import TEXT
from webdart.lexicon import lexicon
from webdart.page.markup import STRUCK

_NEAR, _NEAR_TYPED = 4, 8  # steps in the template between alternatives, and between two numbers, dates or amounts
_WORD = re.compile(r"[^\W\d_]+")
_MOST = 120  # columns among which alternatives are looked for


def lists(template: Template) -> Iterator[Draft]:
    """Adjacent siblings of one tag and class that not every record has alike: tags, paragraphs."""
    for part in template.preorder():
        children = template.children[part]
        if len(children) < 2:
            continue
        group: list[int] = []
        for child in [*children, -1]:
            if child >= 0 and template.tags[child] == TEXT and group:
                continue  # a comma between two of them
            if child >= 0 and group and _twins(template, group[-1], child):
                group.append(child)
                continue
            if len(group) > 1:
                counts = {len(template.instances[one]) for one in group}
                if len(counts) > 1 or template.count == 1:
                    yield _joined(template, children, group, "list")
            group = [child] if child >= 0 and template.tags[child] not in {TEXT, "br"} else []


def _twins(template: Template, left: int, right: int) -> bool:
    page, faces = template.page, template.faces
    return template.tags[left] == template.tags[right] and page.classes[faces[left]] == page.classes[faces[right]]


def lines(template: Template) -> Iterator[Draft]:
    """What stands between the line breaks of an element, where a line has several parts."""
    for part in template.preorder():
        children = template.children[part]
        if not any(template.tags[child] == "br" for child in children):
            continue
        line: list[int] = []
        for child in [*children, -1]:
            if child >= 0 and template.tags[child] != "br":
                line.append(child)
                continue
            if len(line) > 1:
                yield _joined(template, children, line, "line")
            line = []


def _joined(template: Template, siblings: Sequence[int], group: Sequence[int], derived: str) -> Draft:
    """The texts of a group of siblings, with what stands between the first and the last of them."""
    between = siblings[siblings.index(group[0]) : siblings.index(group[-1]) + 1]
    page, chosen = template.page, set(group)
    values: list[str | None] = []
    nodes: list[int] = []
    for record in range(template.count):
        own = [(one, node) for one in between if (node := template.instances[one].get(record, -1)) >= 0]
        while own and own[0][0] not in chosen:
            own.pop(0)
        while own and own[-1][0] not in chosen:
            own.pop()
        found = [node for _, node in own if page.text_of(node)]
        parts = [("" if page.joined[node] else " ") + page.text_of(node) for node in found]
        values.append("".join(parts).strip() or None)
        nodes.append(found[0] if found and values[-1] else -1)
    key = f"{group[0]}-{group[-1]}:{derived}"
    made_of = tuple(f"{one}:text" for one in group)
    return Draft(
        key=key, source="text", values=tuple(values), nodes=tuple(nodes), parts=list(group), derived=derived,
        composite=True, made_of=made_of,
    )  # fmt: skip


def alternatives(template: Template, drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Two columns of one kind of which each record has one: a regular and a special price.

    Where the other records have a former price beside the special one, the former is none of the two.
    """
    some = [one for one in drafts if 0 < one.fill < 1 and _is_single(one) and one.source == "text"][:_MOST]
    held = [_held(one.values) for one in some]
    former = [_former_words(template, one.parts[0]) for one in some]
    pairs = [
        (place, other)
        for place, left in enumerate(some)
        for other, right in enumerate(some[place + 1 :], place + 1)
        if left.kind == right.kind and not held[place] & held[other] and _near(template, left, right)
    ]
    beside: dict[int, set[int]] = defaultdict(set)
    for place, other in pairs:
        beside[place].add(other)
        beside[other].add(place)
    for place, other in pairs:
        told = any(
            former[theirs] - former[mine]
            and any(held[third] & held[theirs] and not former[third] - former[mine] for third in beside[mine])
            for mine, theirs in ((place, other), (other, place))
        )
        if not told:
            yield _either(some[place], some[other])


def _is_single(draft: Draft) -> bool:
    """Whether a column is no text of several parts, or an amount, whose sign may be a part."""
    return not draft.composite or (draft.kind == "money" and draft.share == 1.0)


def _former_words(template: Template, part: int) -> set[str]:
    """What the elements around a part say of a former price."""
    known = {*lexicon("price_words")["former"], *STRUCK}
    page, faces = template.page, template.faces
    path = [one for one in template.path(part) if faces[one] >= 0]
    given = (word for one in path for name in page.classes[faces[one]] for word in _WORD.findall(name.lower()))
    return {*given, *(template.tags[one] for one in path)} & known


def _held(values: Values) -> int:
    """The records that have a value, as bits."""
    return int("".join("0" if value is None else "1" for value in values), 2)


def _near(template: Template, left: Draft, right: Draft) -> bool:
    """Whether two texts stand a few steps from each other; elements of one name around both amounts are no steps."""
    ours, theirs = template.path(left.parts[0]), template.path(right.parts[0])
    shared = sum(1 for one, other in zip(ours, theirs, strict=False) if one == other)
    ours, theirs = list(ours[shared:]), list(theirs[shared:])
    while left.kind == "money" and ours and theirs and _has_name_of(template, ours[-1], theirs[-1]):
        ours.pop()
        theirs.pop()
    return len(ours) + len(theirs) <= (_NEAR_TYPED if left.typed else _NEAR)


def _has_name_of(template: Template, one: int, other: int) -> bool:
    classes, faces = template.page.classes, template.faces
    return template.tags[one] == template.tags[other] and classes[faces[one]] == classes[faces[other]]


def _either(left: Draft, right: Draft) -> Draft:
    pairs = zip(left.values, right.values, left.nodes, right.nodes, strict=True)
    chosen = [(one, here) if one is not None else (other, there) for one, other, here, there in pairs]
    return Draft(
        key=f"{left.key}|{right.key}",
        source="text",
        values=tuple(value for value, _ in chosen),
        nodes=tuple(node for _, node in chosen),
        parts=[*left.parts, *right.parts],
        derived="or",
        made_of=(left.key, right.key),
    )
