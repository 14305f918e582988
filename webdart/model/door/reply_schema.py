"""Validates a reply against its schema, and rewrites a schema for servers that want it strict."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, cast

LONGEST = 2000
"""Letters of a text of a reply where its schema says nothing: a weak model loops inside a text without an end."""

_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_FENCE = re.compile(r"```(?:json|JSON)?[^\S\n]*\n(.*?)```", re.DOTALL)


class _Error(Protocol):
    message: str
    absolute_path: Iterable[str | int]


class _Validator(Protocol):
    def iter_errors(self, instance: object) -> Iterable[_Error]: ...


class Unreadable(ValueError):
    """A reply that is no JSON object."""


def closed(schema: Mapping[str, object]) -> dict[str, object]:
    """The schema with an end to every text, and with objects that take no further keys."""
    made = {name: _closed_in(name, value) for name, value in schema.items()}
    if schema.get("type") == "string" and "enum" not in schema and "const" not in schema:
        made.setdefault("maxLength", LONGEST)
    if schema.get("type") == "object":
        made.setdefault("additionalProperties", False)
    return made


def _closed_in(name: str, value: object) -> object:
    if name == "properties" and isinstance(value, Mapping):
        return {key: closed(inner) for key, inner in cast("Mapping[str, Mapping[str, object]]", value).items()}
    if name == "items" and isinstance(value, Mapping):
        return closed(cast("Mapping[str, object]", value))
    if name in {"anyOf", "oneOf", "allOf"} and isinstance(value, list):
        return [closed(inner) for inner in cast("list[Mapping[str, object]]", value)]
    return value


def without(schema: object, *keywords: str) -> object:
    """The schema without some keywords, for a server that refuses them; properties of that name stay."""
    if isinstance(schema, list):
        return [without(one, *keywords) for one in cast("list[object]", schema)]
    if not isinstance(schema, Mapping):
        return schema
    pairs = cast("Mapping[str, object]", schema).items()
    return {
        name: {key: without(inner, *keywords) for key, inner in cast("Mapping[str, object]", value).items()}
        if name == "properties" and isinstance(value, Mapping)
        else without(value, *keywords)
        for name, value in pairs
        if name not in keywords
    }


def is_strict(schema: object) -> bool:
    """Whether every key of every object is required, as the strict mode of hosted servers wants it."""
    if isinstance(schema, list):
        return all(is_strict(one) for one in cast("list[object]", schema))
    if not isinstance(schema, Mapping):
        return True
    known = cast("Mapping[str, object]", schema)
    properties = known.get("properties")
    if isinstance(properties, Mapping):
        required = set(cast("list[str]", known.get("required", [])))
        if required != set(cast("Mapping[str, object]", properties)):
            return False
    return all(is_strict(value) for value in known.values())


def read(text: str, schema: Mapping[str, object]) -> dict[str, object]:
    """The object that a reply holds, fences and thoughts taken off; it fits the (closed) schema.

    Raises:
        Unreadable: there is no JSON object in it.
        ValueError: it does not fit; the message says where and why, for the model.
    """
    value = _parsed(text)
    problems = list(_problems(value, schema))
    if problems:
        raise ValueError("; ".join(problems[:5]))
    return value


def _parsed(text: str) -> dict[str, object]:
    body = _THOUGHT.sub("", text).strip()
    fenced = _FENCE.findall(body)
    for candidate in (body, *fenced, body[body.find("{") : body.rfind("}") + 1]):
        try:
            value = json.loads(candidate, strict=False)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return cast("dict[str, object]", value)
    raise Unreadable("it is not one JSON object")


def _problems(value: object, schema: Mapping[str, object]) -> Iterator[str]:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - 60 ms that a run without a model does not need

    validator = cast("_Validator", Draft202012Validator(schema))
    for error in validator.iter_errors(value):
        where = ".".join(str(part) for part in error.absolute_path)
        said = error.message if len(error.message) <= 200 else f"{error.message[:60]}… {error.message[-120:]}"
        yield f"{where}: {said}" if where else said
