"""The defaults that the reference states are those of a file that leaves everything out."""

import re

import pytest

from webdart.workflow import loads
from webdart.workflow.manual import sections
from webdart.workflow.model import Act, Navigate

MINIMAL = """webdart: 1
sites: {s: "https://s.example/"}
stages:
  - navigate: {}
  - extract: {into: t, fields: {x: text}}
  - execute: {act: {steps: [{click: Save}], writes: ["POST /x"]}}
"""


def defaults() -> dict[str, object]:
    """What a minimal file means, by the names of its keys."""
    workflow = loads(MINIMAL)
    site = workflow.sites["s"]
    navigate, act = workflow.stages
    assert isinstance(navigate, Navigate)
    assert isinstance(act, Act)
    table = navigate.extracts[0]
    field = table.fields[0]
    return {
        "site.locale": site.locale,
        "site.zone": site.zone,
        "site.private": site.private,
        "site.sockets": "allow" if site.sockets else "closed",
        "navigate.pages": "one" if navigate.pages.one else "auto",
        "navigate.pushdown": navigate.pushdown,
        "search.strategy": navigate.search.strategy,
        "search.policy": navigate.search.policy,
        "detail.fetch": table.detail.fetch,
        "expect.rows": f'"{table.expect.operator} {table.expect.rows}"',
        "expect.complete": table.expect.complete,
        "field.page": field.page,
        "field.from": field.source,
        "field.required": field.required,
        "field.digits": field.digits,
        "field.approximate": field.approximate,
        "act.on_error": act.on_error,
        "step.optional": act.steps[0].optional,
    }


@pytest.mark.parametrize(("key", "value"), defaults().items())
def test_a_default_is_as_stated(key: str, value: object) -> None:
    """The first words behind `*Default:*`."""
    body = next(part.body for part in sections() if key in part.names)
    stated = re.search(r"\*Default:\* `?([^`.;:]+)", body)
    assert stated is not None
    assert stated[1] == (str(value).lower() if isinstance(value, bool) else str(value))
