"""Names the intended list of a page and where a field stands in its records, once per page template.

This is the page selector and the extractor of WebDART (section 3), turned round: the model does not read rows; it names
the list and the places among those that exist, and code reads every row of every page by them. It is asked only where
the records leave a doubt: a field that no name and no type finds, two readings that are equally good, or two lists.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from webdart.model.roles.adviser import Adviser
from webdart.model.roles.vote import Ballot, vote
from webdart.model.roles.vote_checks import of_field, of_list
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, Ruling, read
from webdart.records.choice.alternatives import lists, places
from webdart.values import replace
from webdart.workflow.model import Field

FIELDS = 6
"""So many fields of a listing are asked about."""
_LIST, _FIELD = "pick_listing", "name_fields"


async def told(adviser: Adviser, view: PageView, spec: ListingSpec, found: Extraction, objective: str) -> Ruling | None:
    """What models decide of what records are unsure about; None where there is no doubt, or no advice that helps.

    The cheapest model is asked first, each further one on what those before it left open. What comes of it is read
    before it is handed on: it must find what was in doubt and stand the checks of `vote_checks`, or it is none.
    """
    if spec.kind != "listing" or not adviser.by_cost or not _in_doubt(found):
        return None
    before, decided = _open(spec, found), spec.ruling
    for one in adviser.by_cost:
        decided = await _Vote(one, view, spec, objective).on(decided)
        found = read(view, replace(spec, ruling=decided))
        if not _in_doubt(found):
            break
    decided = replace(_with_consequences(decided, found, before), read=_unplaced(spec, found))
    found = read(view, replace(spec, ruling=decided))
    if (
        decided == spec.ruling
        or found.verdict != "found"
        or found.problems
        or any(one.written for one in found.missing)
    ):
        return None
    return decided if decided.shape or len(_open(spec, found)) < len(before) else None


def _with_consequences(decided: Ruling, found: Extraction, before: Sequence[Field]) -> Ruling:
    """With the fields that were open and have a column for what others were voted to: they rest on those votes."""
    if not decided.columns or found.wrapper is None:
        return decided
    model = next(decided.by[name] for name in decided.columns)
    keys = {field.name: found.wrapper.anchor_of(field.name) for field in before if field.name not in decided.columns}
    more = {name: key for name, key in keys.items() if key}
    return replace(decided, columns={**decided.columns, **more}, by={**decided.by, **dict.fromkeys(more, model)})


class _Vote(Struct, frozen=True):
    """One model's votes on what is open of one page."""

    adviser: Adviser
    view: PageView
    spec: ListingSpec
    objective: str

    async def on(self, decided: Ruling) -> Ruling:
        """What was decided before, with the votes that stand."""
        found = self._read(decided)
        if found.verdict == "not found" or any(not problem.field for problem in found.problems):
            shape = await self._list(found)
            if shape is None:
                return decided
            chosen = replace(decided, shape=shape, by={**decided.by, "": self.adviser.name})
            found = self._read(chosen)
            if why := of_list(found):
                self.adviser.refuse(_LIST, why)
                return decided
            decided = chosen
        asked: set[str] = set()
        while len(asked) < FIELDS:
            field = next((one for one in _open(self.spec, found) if one.name not in asked), None)
            if field is None:
                break
            asked.add(field.name)
            decided = await self._on_field(field, decided, found)
            found = self._read(decided)
        return decided

    async def _on_field(self, field: Field, decided: Ruling, before: Extraction) -> Ruling:
        key = await self._place(replace(self.spec, ruling=decided), field, before)
        if key is None:
            return decided
        chosen = replace(
            decided,
            columns={**decided.columns, field.name: key},
            by={**decided.by, field.name: self.adviser.name},
        )
        if why := of_field(field, self.spec, self._read(chosen)):
            self.adviser.refuse(_FIELD, why)
            return decided
        return chosen

    def _read(self, decided: Ruling) -> Extraction:
        return read(self.view, replace(self.spec, ruling=decided))

    async def _list(self, found: Extraction) -> str | None:
        there = lists(self.view, self.spec)
        fields = ", ".join(f"{field.name.replace('_', ' ')} ({field.type.kind})" for field in self.spec.sought)
        looked_for = self.objective or self.spec.extract.into.replace("_", " ")
        values = {"fields": fields, "objective": looked_for}
        place = await self._picked(_LIST, [one.shown for one in there], values, _choices(found, ""))
        return None if place is None else there[place].shape

    async def _place(self, spec: ListingSpec, field: Field, found: Extraction) -> str | None:
        there = places(self.view, spec, field)
        named = [other.name.replace("_", " ") for other in spec.sought if other.name != field.name]
        values = {
            "field": f"{field.name.replace('_', ' ')} ({field.type.kind}) of each of {spec.extract.into}",
            "declared": ", ".join(named) or "none",
        }
        place = await self._picked(_FIELD, [one.shown for one in there], values, _choices(found, field.name))
        return None if place is None else there[place].key

    async def _picked(
        self, role: str, shown: Sequence[str], values: Mapping[str, str], likely: Sequence[str]
    ) -> int | None:
        ballot = Ballot(role=role, values=values, candidates=shown, likely=likely, title=self.view.title)
        return await vote(self.adviser, ballot)


def _choices(found: Extraction, field: str) -> tuple[str, ...]:
    """What the rules stood between."""
    return tuple(choice for problem in found.problems if problem.field == field for choice in problem.choices)


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
