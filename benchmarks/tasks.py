"""Reads the task files of WebArena and WebChoreArena: a list of tasks, whose addresses name sites in capitals."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from webdart.errors import UsageError

_PLACEHOLDER = re.compile(r"__([A-Z_]+?)__")
_OR = "|OR|"


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """One check of a page (`program_html`): its address (`last`: where the run ended), where the text is, the text.

    `scripts` says that the published check runs scripts in the page before it looks; `others` are checks of which one
    will do instead.
    """

    url: str
    locator: str
    exact: tuple[str, ...] = ()
    included: tuple[tuple[str, ...], ...] = ()
    scripts: bool = False
    others: tuple["Content", ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task. Alternatives (`|OR|`) are lists; what is empty is not asked for.

    `begins` is the site of `start`, `others` are the further ones that it is about, with their addresses.
    """

    id: str
    sites: tuple[str, ...]
    start: str
    intent: str
    kind: str
    kinds: tuple[str, ...]  # of evaluators
    exact: tuple[str, ...] = ()
    included: tuple[tuple[str, ...], ...] = ()
    fuzzy: tuple[str, ...] = ()
    url: tuple[str, ...] = ()
    contents: tuple[Content, ...] = ()
    image: bool = False
    begins: str = ""
    others: tuple[tuple[str, str], ...] = ()


def read_tasks(file: Path, sites: Mapping[str, str]) -> tuple[Task, ...]:
    """The tasks of a file; `sites` has the address of each by its name (`shopping`, `shopping_admin`, …).

    Raises:
        UsageError: the file can't be read, or is no list of tasks.
    """
    try:
        said: object = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} can't be read as a task file: {error}", hint=_FORM) from error
    if not isinstance(said, list):
        raise UsageError(f"{file} is no list of tasks", hint=_FORM)
    return tuple(_task(file, number, one, sites) for number, one in enumerate(cast("list[object]", said)))


def _task(file: Path, number: int, said: object, sites: Mapping[str, str]) -> Task:
    one = _map(said)
    asked = _map(one.get("eval"))
    if "intent" not in one or not asked:
        raise UsageError(f"{file}: task {number} has no intent or no eval", hint=_FORM)
    answers = _map(_filled(asked.get("reference_answers"), sites))
    named = tuple(map(str, _list(one.get("sites"))))
    start = str(one.get("start_url") or one.get("start_url_lite") or f"__{(named or ('',))[0].upper()}__")
    begins = _PLACEHOLDER.match(start)
    first = begins[1].lower() if begins is not None and begins[1].lower() in named else (named or ("",))[0]
    return Task(
        id=str(one.get("task_id", number)),
        sites=named,
        start=_addressed(start.partition(" |AND| ")[0], sites),
        intent=str(one["intent"]),
        kind=str(one.get("type_main") or "task"),
        kinds=tuple(map(str, _list(asked.get("eval_types")))),
        exact=_either(answers.get("exact_match")),
        included=tuple(_either(text) for text in _texts(answers.get("must_include"))),
        fuzzy=tuple(_texts(answers.get("fuzzy_match"))),
        url=tuple(_addressed(text, sites) for text in _places(asked)),
        contents=tuple(_contents(_list(asked.get("program_html")), sites)),
        image=one.get("required_obs") == "image",
        begins=first,
        others=tuple((name, _addressed(f"__{name.upper()}__/", sites)) for name in named if name != first),
    )


def _places(asked: Mapping[str, object]) -> Iterator[str]:
    yield from _either(asked.get("reference_url"))
    for one in map(_map, _list(asked.get("or"))):
        yield from _either(one.get("reference_url"))


def _contents(said: Sequence[object], sites: Mapping[str, str]) -> Iterator[Content]:
    for entry in map(_map, said):
        wanted = _map(_filled(entry.get("required_contents"), sites))
        yield Content(
            url=_addressed(str(entry.get("url", "last")), sites),
            locator=str(entry.get("locator", "")),
            exact=("",) if wanted.get("exact_match") == "" else _either(wanted.get("exact_match")),
            included=tuple(_either(text) for text in _texts(wanted.get("must_include"))),
            scripts=bool(entry.get("prep_actions")),
            others=tuple(_contents(_list(entry.get("or")), sites)),
        )


def _addressed(text: str, sites: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: sites.get(found[1].lower(), found[0]).rstrip("/"), text)


def _filled(said: object, sites: Mapping[str, str]) -> object:
    """The same with the addresses of the sites in every text."""
    if isinstance(said, str):
        return _addressed(said, sites)
    if isinstance(said, list):
        return [_filled(one, sites) for one in cast("list[object]", said)]
    if isinstance(said, dict):
        return {name: _filled(one, sites) for name, one in cast("dict[str, object]", said).items()}
    return said


def _either(said: object) -> tuple[str, ...]:
    return () if said in (None, "") else tuple(part.strip() for part in str(said).split(_OR))


def _texts(said: object) -> list[str]:
    several = _list(said)
    return [str(one) for one in several] if several or said in (None, "", []) else [str(said)]


def _map(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _list(value: object) -> Sequence[object]:
    return cast("Sequence[object]", value) if isinstance(value, list) else ()


_FORM = (
    "a JSON list of objects with task_id, sites, start_url, intent and eval, as WebArena and WebChoreArena have them"
)
