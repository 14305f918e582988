"""Names the intended list of a page and where a field stands in its records, once per page template.

This is the page selector and the extractor of WebDART (section 3), turned round: the model does not read rows; it names
the list and the places among those that exist, and code reads every row of every page by them. It is asked only where
the records leave a doubt: a field that no name and no type finds, two readings that are equally good, or two lists.
"""

from collections.abc import Sequence
from dataclasses import replace

from webdart.model.roles.adviser import Adviser, Question, one_of
from webdart.model.roles.control_mapping import NONE
from webdart.model.roles.page_excerpt import Page
from webdart.page.model import PageView
from webdart.page.page_text import Line, clean
from webdart.records import Extraction, ListingSpec, Told, read
from webdart.records.places import lists, places
from webdart.workflow.model import Field

FIELDS = 6
"""So many fields of a listing are asked about."""


async def told(adviser: Adviser, view: PageView, spec: ListingSpec, found: Extraction, objective: str) -> Told | None:
    """What a model decides of what records are unsure about; None where there is no doubt, or no advice that helps.

    What comes of it is read before it is handed on: it must find what was in doubt, or it is none.
    """
    if spec.kind != "listing" or not _in_doubt(found):
        return None
    decided, before = spec.told, _open(spec, found)
    if found.verdict == "not found" or any(not problem.field for problem in found.problems):
        shape = await _list(adviser, view, spec, objective)
        if shape is None:
            return None
        decided = replace(decided, shape=shape)
        found = read(view, replace(spec, told=decided))
    asked: set[str] = set()
    while len(asked) < FIELDS:
        field = next((one for one in _open(spec, found) if one.name not in asked), None)
        if field is None:
            break
        asked.add(field.name)
        key = await _place(adviser, view, replace(spec, told=decided), field)
        if key is not None:
            decided = replace(decided, columns={**decided.columns, field.name: key})
            found = read(view, replace(spec, told=decided))
    decided = replace(decided, read=_unplaced(spec, found))
    found = read(view, replace(spec, told=decided))
    if decided == spec.told or found.verdict != "found" or found.problems or any(one.written for one in found.missing):
        return None
    return decided if decided.shape or len(_open(spec, found)) < len(before) else None


def _unplaced(spec: ListingSpec, found: Extraction) -> tuple[str, ...]:
    """The fields that stand nowhere of their own, and may be read out of the records' words: none of the key."""
    if found.verdict != "found" or found.problems or not found.keyed:
        return ()
    own = {field.name for field in _open(spec, found) if field.type.kind not in ("link", "image", "boolean")}
    there = {one.field for one in found.missing}
    return tuple(name for name in sorted(own & there) if name not in spec.extract.key)


def _in_doubt(found: Extraction) -> bool:
    return found.verdict == "not found" or bool(found.problems) or bool(found.missing)


def _open(spec: ListingSpec, found: Extraction) -> list[Field]:
    """The fields that nothing decides; what the file names by a label or a locator is not for a model to say."""
    if found.verdict == "not found":
        names = {field.name for field in spec.sought}
    else:
        names = {one.field for one in found.missing if not one.written} | {one.field for one in found.problems}
    return [field for field in spec.sought if field.name in names and field.label is None and field.target is None]


async def _list(adviser: Adviser, view: PageView, spec: ListingSpec, objective: str) -> str | None:
    there = lists(view, spec)
    fields = ", ".join(f"{field.name.replace('_', ' ')} ({field.type.kind})" for field in spec.sought)
    looked_for = objective or spec.extract.into.replace("_", " ")
    values = {"fields": fields, "objective": looked_for}
    place = await _picked(adviser, view, "pick_listing", [one.shown for one in there], values)
    return None if place is None else there[place].shape


async def _place(adviser: Adviser, view: PageView, spec: ListingSpec, field: Field) -> str | None:
    there = places(view, spec, field)
    named = [other.name.replace("_", " ") for other in spec.sought if other.name != field.name]
    values = {
        "field": f"{field.name.replace('_', ' ')} ({field.type.kind}) of each of {spec.extract.into}",
        "declared": ", ".join(named) or "none",
    }
    place = await _picked(adviser, view, "name_fields", [one.shown for one in there], values)
    return None if place is None else there[place].key


async def _picked(
    adviser: Adviser, view: PageView, role: str, shown: Sequence[str], values: dict[str, str]
) -> int | None:
    """Which of the lines the model names; None for none of them."""
    if not shown:
        return None
    lines = (*(f"{number}. {adviser.mask(clean(text))}" for number, text in enumerate(shown, 1)), NONE)
    page = Page(url=view.url, title=view.title, lines=tuple(Line(line, -1, "element") for line in lines))
    question = Question(role=role, values=values, page=page, choices={"line": lines})
    place = await adviser.ask(question, lambda reply: one_of(reply, "line", lines))
    return None if place is None or place == len(shown) else place
