"""Orders the record sets of a page as a person lists them: entries before their days, and no labels."""

from collections.abc import Sequence
from itertools import islice

from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page
from webdart.extract.score import load

_WEIGHTS = "set_order"
_SEVERAL = 2  # records of another set within one


def ordered(page: Page, found: Sequence[RecordSet]) -> list[RecordSet]:
    """The sets, of which the first may give way to another.

    - Labels and values that come again in each record of another set are that set's columns: they are left out.
    - Days, or whatever else groups them, come behind their entries, where each of these leads to a page of its own.
    - What lies outside the page's main part comes behind a list within it that is as long.
    """
    found = _without_labels(page, found)
    if not found:
        return []
    first, *others = found
    entries = next((other for other in others if _are_entries(page, first, other)), None)
    if entries is None and not first.features.get("main"):
        entries = next((one for one in others if one.features.get("main") and len(one) >= len(first)), None)
    return [*found] if entries is None else [entries, *(one for one in found if one is not entries)]


def _without_labels(page: Page, found: Sequence[RecordSet]) -> Sequence[RecordSet]:
    """The sets without those of labels and their values, in all of the records around them or in one."""
    labels = [one for one in found if any(_are_labels_of(page, one, other) for other in found if other is not one)]
    rows = {record[0] for one in labels for record in one.roots}
    return [one for one in found if not {record[0] for record in one.roots} <= rows]


def _are_entries(page: Page, groups: RecordSet, entries: RecordSet) -> bool:
    """Whether a set's records hold several of another each, which alone lead on: days with their talks."""
    weights, inside = load(_WEIGHTS), _counts(page, groups, entries)
    several = sum(count >= _SEVERAL for count in inside)
    if sum(inside) < len(entries) or several < weights["mostly"] * len(groups) or not _lead_on(entries):
        return False
    said = [one for one in entries.columns if _is_text(one) and one.fill >= weights["every"] and not one.constant]
    if len(said) < weights["texts"]:
        return False
    spans = _spans(page, entries)
    outside = [one for one in groups.columns if not one.derived and not one.composite and not _lies_in(one, spans)]
    texts = [one for one in outside if _is_text(one) and any(map(_has_words, one.values))]
    return 0 < len(texts) <= weights["own_texts"] and not any(one.source == "@href" for one in outside)


def _are_labels_of(page: Page, labels: RecordSet, records: RecordSet) -> bool:
    """Whether records are a label and a value each, with the same labels in the records of another set."""
    weights = load(_WEIGHTS)
    texts = [one for one in labels.columns if _is_text(one) and one.fill >= weights["mostly"]]
    inside = _counts(page, records, labels)
    if not 0 < len(texts) <= weights["label_and_value"] or sum(inside) < len(labels) or max(inside) < _SEVERAL:
        return False
    linked = any(one.source == "@href" and one.fill >= weights["mostly"] for one in labels.columns)
    if len(records) < _SEVERAL or linked:
        return False
    turns = max(_SEVERAL, weights["turns"] * len(records))
    return any(_come_again(one, inside, turns) for one in texts)


def _come_again(column: Column, inside: Sequence[int], turns: float) -> bool:
    """Whether a column has few texts, each of them so many times, and never twice within a record around `inside`."""
    words = [value for value in column.values if value is not None and _has_words(value)]
    if len(words) < len(column.values) or column.kind != "text" or not 1 < len(set(words)) <= max(inside):
        return False
    rest = iter(words)
    apart = all(len(set(own)) == len(own) for own in ([*islice(rest, count)] for count in inside))
    return apart and all(words.count(word) >= turns for word in set(words))


def _lead_on(entries: RecordSet) -> bool:
    """Whether each record has a link to a page of its own."""
    least = load(_WEIGHTS)["apart"] * len(entries)
    links = (one for one in entries.columns if one.source == "@href" and one.fill == 1.0)
    return any(len(set(one.values)) >= least for one in links)


def _is_text(column: Column) -> bool:
    return column.source == "text" and not column.derived and not column.composite


def _has_words(value: str | None) -> bool:
    return any(map(str.isalnum, value or ""))


def _counts(page: Page, around: RecordSet, inner: RecordSet) -> list[int]:
    """How many records of a set lie within each of another; no record lies within itself."""
    begun = [record[0] for record in inner.roots]
    heads = {record[0] for record in around.roots}
    return [sum(first <= node < last and node not in heads for node in begun) for first, last in _spans(page, around)]


def _spans(page: Page, one: RecordSet) -> list[tuple[int, int]]:
    return [(record[0], page.ends[record[-1]]) for record in one.roots]


def _lies_in(column: Column, spans: Sequence[tuple[int, int]]) -> bool:
    nodes = [node for node in column.nodes if node >= 0]
    return all(any(first <= node < last for first, last in spans) for node in nodes)
