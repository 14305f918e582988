"""Assembles the settled pieces into a workflow file; words of the page stand in quoted values, never as keys."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

import yaml
from msgspec import Struct

from webdart.identifier import WORD
from webdart.inspect.proposal import field_keys, place_keys
from webdart.model.planning.pieces import Asked, Change, Source, name_of
from webdart.workflow.model import Field, Python, Sql
from webdart.workflow.templates import without_templates

_COLUMN = re.compile(rf"\{{\{{?\s*({WORD})\s*\}}?\}}")

_LIMIT = re.compile(r"\bLIMIT\s+(\d+)\s*$", re.IGNORECASE)
_LONG = 70
_MOST_ROWS = 20
"""Rows that a planned change may touch where its SQL has no bound; a person may raise it in the file."""


class _Dumper(yaml.SafeDumper):
    """No anchors: format 1 has none; a text of several lines is a block."""

    def ignore_aliases(self, data: object) -> bool:
        del data
        return True


def _as_text(dumper: yaml.SafeDumper, data: str) -> yaml.ScalarNode:
    style = "|" if "\n" in data or len(data) > _LONG else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style=style)  # pyright: ignore[reportUnknownMemberType]  # no types


_Dumper.add_representer(str, _as_text)


class Head(Struct, frozen=True):
    """What stands above the stages: the chore's sentence, and how each site is declared."""

    task: str
    sites: Mapping[str, object]


def file_text(head: Head, stages: list[object]) -> str:
    """The file."""
    return _dumped({"webdart": 1, "description": _plain(head.task), "sites": dict(head.sites), "stages": stages})


def stages_text(stages: list[object]) -> str:
    """The stages alone, for a file that has its own head."""
    return _dumped({"stages": stages})


def _dumped(value: object) -> str:
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)


def reading(source: Source, used: Iterable[str] | None = None, site: str = "") -> list[object]:
    """The stages that read the records; of the fields those that are `used` (None: all), of several sites on `site`."""
    return [{"navigate": {**_on(site), "start": _plain(source.start)}}, {"extract": extract_of(source, used)}]


def table_of(source: Source) -> str:
    """The name of the table that is read."""
    return source.into or ("page" if source.found is None else source.found.extract.into)


def extract_of(source: Source, used: Iterable[str] | None = None) -> dict[str, object]:
    """The `extract` of a source."""
    keep = None if used is None else set(used)
    if source.found is None:
        return {
            "into": table_of(source),
            "each": "page",
            "fields": {name_of(one.label): _asked(one) for one in source.asked},
        }
    listing = source.found.extract
    fields = {one.name: _field(one) for one in listing.fields if keep is None or one.name in keep or one.name == "url"}
    asked = [one for one in source.asked if keep is None or name_of(one.label) in keep]
    fields |= {name_of(one.label): {**_asked(one), "page": "detail"} for one in asked}
    told: dict[str, object] = {"into": table_of(source), **place_keys(source.found.extract), "fields": fields}
    if source.child is not None:
        child = source.child.extract
        inner = {one.name: _field(one) for one in child.fields}
        told["tables"] = {child_name(source): {**place_keys(source.child.extract), "fields": inner}}
    return told


def child_name(source: Source) -> str:
    """The name of the child table: its own, unless the listing has that, or has to be told apart itself."""
    assert source.child is not None
    name = source.child.extract.into
    if source.into:
        return f"{source.into}_{name}"
    return name if name != table_of(source) else f"{name}_rows"


def computing(written: Sql | Python) -> dict[str, object]:
    """The stage that computes the answer."""
    if isinstance(written, Python):
        return {"execute": {"python": _block(written.source)}}
    return {"execute": _block(written.sql) if len(written.sql) <= _LONG else {"sql": _block(written.sql)}}


def writing(change: Change, rows: str, columns: Iterable[str], site: str = "") -> dict[str, object]:
    """The stage that writes: once, or once a row of the SELECT `rows` (which then has a `url`)."""
    known = set(columns)
    filled = {_plain(label): _value(value, known) for label, value in change.values.items()}
    opened = "{{ row.url }}" if not change.start else _plain(change.start)
    limit = _LIMIT.search(rows)
    bound = limit[1] if limit else _MOST_ROWS
    act: dict[str, object] = _on(site) | ({"for_each": _block(rows), "rows": f"<= {bound}"} if rows else {})
    act["writes"] = [change.form.shape]
    fill: list[object] = [{"fill": filled}] if filled else []
    act["steps"] = [{"open": opened}, *fill, {"click": _plain(change.form.button)}]
    lists = {one.label for one in change.form.fields if one.options}
    wanted = [(label, value) for label, value in filled.items() if label in lists]
    if not change.start and wanted:  # a record's own form shows afterwards what it was set to
        act["verify"] = [{"open": opened}, *({"expect": {"at": label, "value": value}} for label, value in wanted)]
    return {"execute": {"act": act}}


def _on(site: str) -> dict[str, object]:
    return {"site": site} if site else {}


def _asked(one: Asked) -> dict[str, object]:
    if name_of(one.label).replace("_", " ") == one.label.casefold():
        return {"type": one.type}
    return {"type": one.type, "label": _plain(one.label)}


def _field(field: Field) -> object:
    keys = field_keys(field)
    return keys if len(keys) > 1 else keys["type"]


def _value(value: str, columns: set[str]) -> str:
    """A value with the columns that it names as templates; any other brace is the value's own."""
    parts: list[str] = []
    place = 0
    for found in _COLUMN.finditer(value):
        if found[1] in columns:
            parts += [_plain(value[place : found.start()]), f"{{{{ row.{found[1]} }}}}"]
            place = found.end()
    return "".join([*parts, _plain(value[place:])])


def _plain(words: str) -> str:
    """Words that are themselves: braces of a page are no template."""
    return without_templates(words)


def _block(text: str) -> str:
    lines = [line.rstrip() for line in text.strip().splitlines()]
    return "\n".join(lines) + ("\n" if len(lines) > 1 else "")


def declared_site(origin: str, locale: str, login: Mapping[str, str] | None) -> object:
    """A site as a file declares it."""
    if locale == "en-US" and not login:
        return origin
    told: dict[str, object] = {"url": origin}
    if locale != "en-US":
        told["locale"] = locale
    if login:
        told["login"] = dict(cast("Mapping[str, object]", login))
    return told
