"""Columns made of several parts: lists, lines of a cell, alternatives of which a record has one."""

from collections.abc import Iterator, Sequence

from webdart.extract.align import Template
from webdart.extract.columns.draft import Draft, Values
from webdart.extract.page.tree import TEXT

_NEAR, _NEAR_TYPED = 4, 8  # steps in the template between alternatives, and between two numbers, dates or amounts
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
    """Two columns of one kind of which each record has one: a regular and a special price."""
    some = [one for one in drafts if 0 < one.fill < 1 and not one.composite and one.source == "text"][:_MOST]
    held = [_held(one.values) for one in some]
    for place, left in enumerate(some):
        for other, right in enumerate(some[place + 1 :], place + 1):
            if left.kind == right.kind and not held[place] & held[other] and _near(template, left, right):
                yield _either(left, right)


def _held(values: Values) -> int:
    """The records that have a value, as bits."""
    return int("".join("0" if value is None else "1" for value in values), 2)


def _near(template: Template, left: Draft, right: Draft) -> bool:
    ours, theirs = template.path(left.parts[0]), template.path(right.parts[0])
    shared = sum(1 for one, other in zip(ours, theirs, strict=False) if one == other)
    return len(ours) + len(theirs) - 2 * shared <= (_NEAR_TYPED if left.typed else _NEAR)


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
