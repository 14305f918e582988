"""Does the JSON Schema describe the keys that the loader reads?"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from webdart.errors import WorkflowErrors
from webdart.workflow import loads
from webdart.workflow.schema import json_schema


def test_the_schema_is_closed_json(good_file: Path) -> None:
    """It is JSON, every reference in it is defined, and every map refuses unknown keys."""
    del good_file
    text = json.dumps(json_schema())
    schema: Any = json.loads(text)
    for name in re.findall(r'"#/\$defs/([a-z_]+)"', text):
        assert name in schema["$defs"]
    assert all(part.get("additionalProperties") is False for part in schema["$defs"].values())
    assert set(schema["$defs"]["workflow"]["required"]) == {"webdart"}


def test_every_key_of_the_schema_is_read_by_the_loader() -> None:
    """A key that the schema names is no unknown key to the loader, and the loader's list of keys is the schema's."""
    schema: Any = json_schema()
    head = "webdart: 1\nsites: {shop: https://shop.example/}\nstages:\n"
    with pytest.raises(WorkflowErrors) as caught:
        loads(head + "  - navigate: {unknwon_key: 1}\n")
    told = next(one for one in caught.value.problems if "unknwon_key" in one.problem).hint
    assert set(told.removeprefix("there are ").split(", ")) == set(schema["$defs"]["navigate"]["properties"])


def test_it_has_every_key_of_the_format_page() -> None:
    """The keys that the format page lists for sites, navigate, extract, fields, act and locators."""
    keys = {name: set(part["properties"]) for name, part in _definitions().items()}
    assert keys["site"] >= {"url", "login", "allow", "reads", "locale", "zone", "pace", "private", "sockets"}
    assert keys["navigate"] >= {"site", "start", "query", "path", "set", "objective", "for_each", "pages", "pushdown"}
    assert keys["extract"] >= {"into", "each", "in", "key", "fields", "detail", "tables", "expect"}
    assert keys["field"] >= {"type", "label", "page", "at", "from", "match", "values", "value", "required", "of"}
    assert keys["field"] >= {"format", "digits", "split", "approximate"}
    assert keys["act"] >= {"site", "for_each", "rows", "steps", "objective", "writes", "verify", "on_error"}
    assert keys["locator"] == {"role", "name", "text", "label", "css", "has", "in", "nth"}
    assert keys["child_table"] == (keys["extract"] - {"into", "source"}) | {"through"}


def _definitions() -> Any:
    return json_schema()["$defs"]
