"""The columns that stand in the page: every text, datum and varying class, and texts of several parts."""

from collections.abc import Iterator, Mapping

from webdart.extract.align import Template
from webdart.extract.columns.draft import Draft, Values
from webdart.extract.page.tree import TEXT

_DATA = frozenset({"href", "src", "datetime", "title", "alt", "content", "value", "aria-label", "style"})
"""Attributes that hold data, beside all that begin with `data-`."""
_LONGEST = 1000  # letters of a datum
_MEASURED = "width: "


def leaves(template: Template) -> Iterator[Draft]:
    """Every column of the template in document order, equal ones still apart."""
    counts = _count_texts(template)
    for part in template.preorder():
        instances = template.instances[part]
        if not instances:
            continue
        if template.tags[part] == TEXT:
            yield _texts(template, part, instances)
        else:
            yield from _data(template, part, instances)
            yield from _classes(template, part, instances)
            if counts[part] > 1:
                yield _whole(template, part, instances)


def _draft(template: Template, part: int, source: str, given: Mapping[int, str]) -> Draft:
    instances, count = template.instances[part], template.count
    values: Values = tuple([given.get(record) or None for record in range(count)])
    nodes = tuple([instances.get(record, -1) if values[record] is not None else -1 for record in range(count)])
    shown = template.page.shown
    hidden = sum(not shown[node] for node in nodes if node >= 0) * 2 > sum(node >= 0 for node in nodes)
    return Draft(key=f"{part}:{source}", source=source, values=values, nodes=nodes, parts=[part], hidden=hidden)


def _texts(template: Template, part: int, instances: Mapping[int, int]) -> Draft:
    texts = template.page.texts
    return _draft(template, part, "text", {record: texts[node] for record, node in instances.items()})


def _count_texts(template: Template) -> list[int]:
    """How many texts are below each part; parts come after those that hold them."""
    counts = [int(tag == TEXT) for tag in template.tags]
    for part in range(len(counts) - 1, 0, -1):
        counts[template.parents[part]] += counts[part]
    return counts


def _whole(template: Template, part: int, instances: Mapping[int, int]) -> Draft:
    text_of = template.page.text_of
    draft = _draft(template, part, "text", {record: text_of(node) for record, node in instances.items()})
    draft.composite = True
    return draft


def _data(template: Template, part: int, instances: Mapping[int, int]) -> Iterator[Draft]:
    given = template.page.attributes
    names: dict[str, None] = {}
    for node in instances.values():
        for name in given[node]:
            if name in _DATA or name.startswith("data-"):
                names[name] = None
    for name in names:
        values = {
            record: value
            for record, node in instances.items()
            if (value := given[node].get(name, "").strip()) and len(value) <= _LONGEST
        }
        if name == "style":
            values = {record: value.removeprefix(_MEASURED) for record, value in values.items() if _MEASURED in value}
        if values:
            yield _draft(template, part, f"@{name}", values)


def _classes(template: Template, part: int, instances: Mapping[int, int]) -> Iterator[Draft]:
    """The class tokens that differ between records, if some are everywhere."""
    given = template.page.attributes
    tokens = {record: given[node].get("class", "").split() for record, node in instances.items()}
    if len({tuple(one) for one in tokens.values()}) < 2:
        return
    everywhere = frozenset[str].intersection(*map(frozenset, tokens.values()))
    values = {record: " ".join(t for t in one if t not in everywhere) for record, one in tokens.items()}
    yield _draft(template, part, "@class", values)
