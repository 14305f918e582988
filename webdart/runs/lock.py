"""Keeps what a sure run has learned of a chore's listings, in `chore.lock.yaml` beside the file.

A lock has the address that each listing was reached by, and per table the reader's template with the looks of the
pages: enough to read the listing again from its source, without a search, a trial of controls or a browser. It has no
rows and no secrets. A stage of which the file now says something else is not replayed: its fingerprint differs.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, cast

import yaml
from msgspec import Struct, field

from webdart.browser.snapshot.looks import Looks
from webdart.errors import SourceLine, UsageError
from webdart.plan.model import ListingStage, Predicate, SitePlan
from webdart.records import Anchor, Wrapper
from webdart.records.coerce import Convention
from webdart.records.data import DataSource
from webdart.records.query.template import Template
from webdart.records.query.wrapper import Frame
from webdart.runs.lock_place import path_of
from webdart.secret import Secret
from webdart.values import asdict, field_names, is_value, replace
from webdart.workflow.templates import Scalar

VERSION = 1
_DIGITS = 16  # of a fingerprint
_SETTLED = 2  # pages that a template is made of before it is relied on; a locked one was proven
_LOADER: type[yaml.SafeLoader | yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_HEAD = "# Written by `webdart lock`; checked in beside the chore, it is replayed by later runs.\n"


class LockedTable(Struct, frozen=True, kw_only=True):
    """How a table is read: its template, and how many rows a whole page has (0: the listing has one page).

    `own_pages` is how many of its records' own pages were rendered, and read alike from their source; 0 if one was not.
    """

    wrapper: Wrapper
    size: int
    missing: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    own_pages: int = 0


ControlKind = Literal["filter", "sort", "size", "search"]


class LockedControl(Struct, frozen=True, kw_only=True):
    """A control behind which the address shows the listing: the part of the SQL that it stands for.

    Every row satisfies `keeps`. `grade` and `evidence` say how that was verified when it was locked.
    """

    kind: ControlKind
    control: str
    does: str
    grade: str
    evidence: str
    keeps: tuple[Predicate, ...] = ()


class LockedSettings(Struct, frozen=True, kw_only=True):
    """The controls that the file sets: `on` the page at an address; what is shown of them behind that, by label.

    `moved` are other controls that show something else there, with what.
    """

    on: str
    shown: Mapping[str, str]
    moved: tuple[str, ...] = ()


class LockedStage(Struct, frozen=True, kw_only=True):
    """One listing: the stage's fingerprint, its address, what its page is called, how it is read.

    A stage has one for each of its walks; the fingerprint tells them apart. `form` is what these have in common: the
    fingerprint of the stage whatever its templates are filled with. `settings` are the controls of the file that were
    set to get there.
    `pushed` are the controls behind which the address shows it, and `plain` is where it is shown whole. `source` is
    `html` where the source of pages was proven to say the same as these; then `tables` and `looks` are there. It is
    `json` where their JSON was: then `data` is, and of the looks the code. `why` says why neither.
    """

    stage: int
    fingerprint: str
    address: str
    form: str = ""
    source: str = "rendered"
    why: str = ""
    heading: str = ""
    closed: bool = True
    tables: Mapping[str, LockedTable] = field(default_factory=dict[str, LockedTable])
    looks: Looks = field(default_factory=Looks)
    settings: LockedSettings | None = None
    pushed: tuple[LockedControl, ...] = ()
    plain: str = ""
    data: DataSource | None = None


class Lock(Struct, frozen=True, kw_only=True):
    """The lock of a chore; `agent` is what the browser called itself.

    `tried` is a digest of the file of which the SQL was tried, and of what it was tried with.
    """

    webdart: str
    agent: str
    stages: tuple[LockedStage, ...] = ()
    tried: str = ""

    def of(self, stage: int, fingerprint: str = "") -> LockedStage | None:
        """What is locked of a stage's walk with a fingerprint; where it has none such, of another one."""
        own = [one for one in self.stages if one.stage == stage]
        fitting = next((one for one in own if one.fingerprint == fingerprint), None)
        return fitting or next((one for one in own if one.source != "rendered"), own[0] if own else None)

    def like(self, stage: int, form: str) -> LockedStage | None:
        """What is locked of another walk of a stage of that form, if its pages are read from their source."""
        others = (one for one in self.stages if one.stage == stage and one.form and one.form == form)
        return next((one for one in others if one.source == "html"), None)

    def compared_with(self, other: "Lock") -> "Lock":
        """This lock as it is held against another.

        What tells of a day or of a machine is the other's: the evidence, where it is the same, and what was tried.
        """
        stages: list[LockedStage] = []
        for one in self.stages:
            there = other.of(one.stage, one.fingerprint)
            known = {} if there is None else {(put.control, put.does, put.grade): put.evidence for put in there.pushed}
            pushed = (
                replace(put, evidence=known.get((put.control, put.does, put.grade), put.evidence)) for put in one.pushed
            )
            stages.append(replace(one, pushed=tuple(pushed)))
        return replace(self, stages=tuple(stages), tried=other.tried)

    @property
    def digest(self) -> str:
        """What tells it from other locks, and from itself once it is written anew with something else in it."""
        return hashlib.sha256(self.to_text().encode()).hexdigest()[:_DIGITS]

    def to_text(self) -> str:
        """As YAML."""
        plain = {
            "lock": VERSION,
            "webdart": self.webdart,
            "agent": self.agent,
            "tried": self.tried,
            "stages": [_plain(one) for one in self.stages],
        }
        return _HEAD + yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=120)

    @classmethod
    def from_text(cls, text: str, place: str) -> "Lock":
        """From YAML.

        Raises:
            UsageError: it is no lock of this version.
        """
        try:
            given = cast("dict[str, Any]", yaml.load(text, Loader=_LOADER))  # noqa: S506 - a safe one
            _ = {VERSION: True}[given["lock"]]  # another version is none that is known here
            return cls(
                webdart=str(given["webdart"]),
                agent=str(given["agent"]),
                stages=tuple(_stage(one) for one in given["stages"]),
                tried=str(given.get("tried", "")),
            )
        except (yaml.YAMLError, ValueError, TypeError, KeyError, AttributeError) as error:
            hint = "write it anew: webdart lock FILE"
            why = f"it is of another version of webdart ({error})" if isinstance(error, KeyError) else str(error)
            raise UsageError(f"{place} can't be read: {why}", hint=hint) from error


def read_lock(file: str | Path) -> Lock | None:
    """The lock beside a workflow file; None where there is none.

    Raises:
        UsageError: it can't be read.
    """
    path = path_of(file)
    if not path.is_file():
        return None
    return Lock.from_text(path.read_text(encoding="utf-8"), str(path))


# -- fingerprints ---------------------------------------------------------------------------------------------


def fingerprint(stage: ListingStage, site: SitePlan, filled: Iterable[str], names: Mapping[str, object]) -> str:
    """A digest of all that what a stage reads depends on: its part of the file, its site, its texts as `filled`.

    Of `names`, the values that templates may name, only those count that the stage names somewhere. Which other walks
    there are beside one (`for_each`) does not.
    """
    navigate = replace(stage.navigate, extracts=(), for_each=None)
    parts = (navigate, stage.extracts, sorted(stage.needs.items()), stage.limits, site, tuple(filled))
    text = "\n".join(_said(parts))
    used = sorted((name, str(value)) for name, value in names.items() if name in text)
    return hashlib.sha256(f"{text}\n{used}".encode()).hexdigest()[:_DIGITS]


def _said(value: object) -> Iterable[str]:
    """A value as texts, places of the file and secrets left out."""
    match value:
        case SourceLine() | Secret():
            return
        case Mapping():
            for key, one in cast("Mapping[object, object]", value).items():
                yield f"{key}:"
                yield from _said(one)
        case str() | int() | float() | None:
            yield repr(value)
        case AbstractSet():
            yield repr(sorted(cast("AbstractSet[str]", value)))
        case Sequence():
            for one in cast("Sequence[object]", value):
                yield "-"
                yield from _said(one)
        case _ if is_value(value):
            yield type(value).__name__
            for name in field_names(value):
                yield f".{name}"
                yield from _said(getattr(value, name))
        case _:
            yield repr(value)


# -- plain values ---------------------------------------------------------------------------------------------


def _plain(one: LockedStage) -> dict[str, Any]:
    found: dict[str, Any] = {
        "stage": one.stage + 1,
        "fingerprint": one.fingerprint,
        "form": one.form,
        "address": one.address,
        "source": one.source,
    }
    if one.why:
        found["why"] = one.why
    if one.settings is not None:
        found["set"] = {"on": one.settings.on, "shown": dict(one.settings.shown), "moved": list(one.settings.moved)}
    if one.pushed:
        found |= {"plain": one.plain, "pushed_down": [_plain_control(control) for control in one.pushed]}
    if one.data is not None:
        return found | {"heading": one.heading, "data": one.data.to_json(), "code": sorted(one.looks.code)}
    if one.source != "html":
        return found
    return found | {
        "heading": one.heading,
        "closed": one.closed,
        "tables": {name: _plain_table(table) for name, table in one.tables.items()},
        "looks": one.looks.to_json(),
    }


def _plain_control(one: LockedControl) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": one.kind, "control": one.control, "does": one.does}
    if one.keeps:
        found["keeps"] = [
            {"column": keep.column, "operator": keep.operator, "operands": list(map(_written, keep.operands))}
            for keep in one.keeps
        ]
    return found | {"verified": one.grade, "evidence": one.evidence}


def _written(operand: Scalar) -> object:
    """An operand as YAML has it; what it has not, with its type."""
    match operand:
        case Decimal():
            return {"decimal": str(operand)}
        case timedelta():
            return {"seconds": operand.total_seconds()}
        case _:
            return operand


def _operand(given: Any) -> Scalar:
    match given:
        case {"decimal": text}:
            return Decimal(str(text))
        case {"seconds": seconds}:
            return timedelta(seconds=float(seconds))
        case str() | bool() | int() | float() | date() | None:
            return given
        case _:
            raise ValueError(f"no operand: {given!r}")


def _control(given: Mapping[str, Any]) -> LockedControl:
    return LockedControl(
        kind=given["kind"],
        control=str(given["control"]),
        does=str(given["does"]),
        grade=str(given["verified"]),
        evidence=str(given["evidence"]),
        keeps=tuple(
            Predicate(str(one["column"]), one["operator"], tuple(map(_operand, one["operands"])))
            for one in given.get("keeps", ())
        ),
    )


def _plain_table(table: LockedTable) -> dict[str, Any]:
    wrapper = table.wrapper
    return {
        "rows_of_a_page": table.size,
        "missing": list(table.missing),
        "remarks": list(table.remarks),
        "own_pages": table.own_pages,
        "shape": wrapper.shape,
        "kind": wrapper.kind,
        "keyed": wrapper.keyed,
        "link": wrapper.link,
        "columns": {
            name: {"at": one.key, "by": one.tier, "quality": one.quality, "other": one.other, "leads": one.leads}
            for name, one in wrapper.anchors.items()
        },
        "written": {
            name: asdict(one) for name, one in wrapper.conventions.items()
        },
        "above": dict(wrapper.headed),
        "roots": sorted(wrapper.frame.roots),
        "between": sorted(wrapper.frame.between),
        "skeletons": sorted(wrapper.frame.skeletons),
    } | ({"places": wrapper.template.to_json()} if wrapper.template.known else {})  # fmt: skip


def _stage(given: Mapping[str, Any]) -> LockedStage:
    html, data = given["source"] == "html", given["source"] == "json"
    return LockedStage(
        stage=int(given["stage"]) - 1,
        fingerprint=str(given["fingerprint"]),
        address=str(given["address"]),
        form=str(given.get("form", "")),
        source=str(given["source"]),
        why=str(given.get("why", "")),
        heading=str(given["heading"]) if html or data else "",
        closed=bool(given["closed"]) if html else True,
        tables={str(name): _table(one) for name, one in given["tables"].items()} if html else {},
        settings=_settings(given["set"]) if "set" in given else None,
        pushed=tuple(map(_control, given.get("pushed_down", ()))),
        plain=str(given.get("plain", "")),
        looks=Looks.from_json(given["looks"] if html else {"code": given.get("code", ())}),
        data=DataSource.from_json(given["data"]) if data else None,
    )


def _settings(given: Mapping[str, Any]) -> LockedSettings:
    return LockedSettings(
        on=str(given["on"]),
        shown={str(label): str(shown) for label, shown in given["shown"].items()},
        moved=tuple(map(str, given["moved"])),
    )


def _table(given: Mapping[str, Any]) -> LockedTable:
    frame = Frame(
        roots=frozenset(given["roots"]),
        between=frozenset(given["between"]),
        skeletons=frozenset(given["skeletons"]),
        pages=_SETTLED,
    )
    wrapper = Wrapper(
        shape=given["shape"],
        kind=given["kind"],
        anchors={
            name: Anchor(one["at"], one["by"], one["quality"], one["other"], one["leads"])
            for name, one in given["columns"].items()
        },
        conventions={name: Convention(**one) for name, one in given["written"].items()},
        headed={str(name): str(path) for name, path in given.get("above", {}).items()},
        keyed=given["keyed"],
        link=given["link"],
        frame=frame,
        template=Template.from_json(given["places"]) if "places" in given else Template(),
    )
    return LockedTable(
        wrapper=wrapper,
        size=int(given["rows_of_a_page"]),
        missing=tuple(given["missing"]),
        remarks=tuple(given["remarks"]),
        own_pages=int(given.get("own_pages", 0)),
    )


def settled(wrapper: Wrapper) -> Wrapper:
    """A template that was proven, to be relied on however few pages it was made of; nothing is carried over to it."""
    frame = replace(wrapper.frame, pages=max(wrapper.frame.pages, _SETTLED))
    template = wrapper.template if wrapper.template.known else Template()
    return replace(wrapper, version=1, frame=frame, template=template, above={})
