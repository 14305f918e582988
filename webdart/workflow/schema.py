"""Generates the JSON Schema (draft 2020-12) of format 1, for editors and for models that write workflows.

It is generated from the declarations that the loader reads by, so the two cannot drift apart. A schema says less than
the loader: `check` reports which keys go together and which names exist.
"""

from webdart.workflow.file import WORKFLOW
from webdart.workflow.reader import Definitions, Schema


def json_schema() -> Schema:
    """The schema of a workflow file."""
    definitions = Definitions()
    root = WORKFLOW.schema(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "webdart workflow, format 1",
        **root,
        "$defs": dict(definitions),
    }
