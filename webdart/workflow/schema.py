"""Generates the JSON Schema (draft 2020-12) of format 1, for editors and for models that write workflows.

pydantic makes it from the forms that the loader reads by, so the two cannot drift apart. A schema says less than the
loader: `check` reports which keys go together and which names exist.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from webdart.workflow.file import Contents
from webdart.workflow.forms import Form, JsonSchema


def json_schema() -> JsonSchema:
    """The schema of a workflow file."""
    made = TypeAdapter(Contents).json_schema(schema_generator=_Generator, ref_template="{model}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "webdart workflow, format 1",
        **_Names(made.pop("$defs")).schema_of(made),
    }


def schema_text() -> str:
    """The schema as the text of a file."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def editor_line(file: Path, schema: Path) -> str:
    """The first line of a workflow `file` that tells an editor (yaml-language-server) where its schema stands."""
    place = os.path.relpath(schema.absolute(), file.absolute().parent)
    return f"# yaml-language-server: $schema={place}\n"


class _Generator(GenerateJsonSchema):
    """Leaves out what a person who writes YAML does not see: nullable defaults, titles, unions with a tag."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        made = [self.generate_inner(choice) for choice in schema["choices"].values()]
        parts = [part for number, part in enumerate(made) if part not in made[:number]]
        return parts[0] if len(parts) == 1 else {"anyOf": parts}

    def literal_schema(self, schema: core_schema.LiteralSchema) -> JsonSchemaValue:
        return {"enum": list(schema["expected"])}

    def field_title_should_be_set(self, schema: Any) -> bool:
        del schema
        return False


class _Names:
    """Gives the definitions of a schema the names of the format, and leaves out the fields that no file has."""

    def __init__(self, made: JsonSchema) -> None:
        self._made = made
        self._about = {form.__name__: form.about for form in _forms(Form)}
        self._defined: JsonSchema = {}

    def schema_of(self, root: JsonSchema) -> JsonSchema:
        """A reference to the definition of the whole file, and all definitions."""
        self._made[Contents.__name__] = root
        reference = self._reference({"$ref": Contents.__name__})
        return {**reference, "$defs": self._defined}

    def _reference(self, part: JsonSchema) -> JsonSchema:
        """A reference to a definition, which is named on the way; beside it what a single value may be."""
        about = self._about[part["$ref"]]
        made = self._made[part["$ref"]]
        name = about.definition or about.path
        if name not in self._defined:
            self._defined[name] = {}  # before its parts: forms may be recursive
            self._defined[name].update(self._definition(made))
        reference = {**part, "$ref": f"#/$defs/{name}"}
        if not about.shorthand:
            return reference
        short = {key: value for key, value in made["properties"][about.shorthand].items() if key != "description"}
        means = {"description": reference.pop("description")} if "description" in reference else {}
        return {"anyOf": [self._part(short), reference], **means}

    def _definition(self, made: JsonSchema) -> JsonSchema:
        properties = {name: self._part(one) for name, one in made["properties"].items() if not name.startswith("(")}
        required = [name for name in made.get("required", ()) if name in properties]
        kept = {name: made[name] for name in ("type", "additionalProperties", "description")}
        return {**kept, "properties": properties, **({"required": required} if required else {})}

    def _part(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self._part(one) for one in cast("list[Any]", part)]
        if not isinstance(part, dict):
            return part
        shape = cast("JsonSchema", part)
        if "$ref" in shape:
            return self._reference(shape)
        return {name: self._part(value) for name, value in shape.items()}


def _forms(form: type[Form]) -> Iterator[type[Form]]:
    for one in form.__subclasses__():
        yield one
        yield from _forms(one)
