"""Asks the model small questions while a chore is planned, and checks each reply against the page."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import cast

from msgspec import Struct

from webdart.errors import ContextOverflow, ModelError
from webdart.extract.proposal.table_proposal import Found
from webdart.inspect.proposal import Sighting
from webdart.model.door.port import ChatModel
from webdart.model.door.prompts import load_prompt
from webdart.model.planning import page_digest as sight
from webdart.model.planning.examples import BUILT_IN, told
from webdart.model.planning.exploration import Place
from webdart.model.planning.grounding import is_said
from webdart.model.planning.page_digest import NOTHING, Choice
from webdart.model.planning.pieces import Asked, Kind, Part, Pieces, Split, name_of
from webdart.model.planning.write_forms import Form
from webdart.navigate.similarity import covered, words_of

_TRIES = 2
_FEW = 12  # links that are shown at first: those most like what is looked for
_MANY = (60, 25, 10)  # that are shown where none of the few leads there; fewer, when the model's context is short
_ALL = 0.9  # of a sentence's words in a value: then the value is the sentence
_PLACES = 4  # that are offered where several explain a sentence equally well
_MISSING = 3  # fields of a record's own page that one question may need
NONE = "none of these"


class Advisor(Struct, frozen=True):
    """The roles of planning. A reply that is not on the page is refused once, then it is an error."""

    model: ChatModel
    task: str

    async def decompose(self, sighting: Sighting, examples: tuple[tuple[str, Pieces], ...]) -> Pieces:
        """What the chore is about. What is to be computed or changed is said by the sentence itself."""
        prompt = load_prompt("decompose")
        values = {"site": sight.headline(sighting), "examples": told((*BUILT_IN, *examples)), "task": self.task}
        said = (await self.model.complete(prompt.fill(values), prompt.schema)).value
        kind = cast("Kind", said["kind"])
        change = self.task if kind == "change" else ""
        return Pieces(kind=kind, records=str(said["records"]).strip(), question=self.task, change=change)

    async def split(self, sightings: Mapping[str, Sighting]) -> Split:
        """A chore about several sites in parts; parts of sites that there are not are left out.

        Raises:
            ModelError: nothing is read or changed on any of them.
        """
        prompt = load_prompt("split_sites")
        told = "\n".join(f"{name}: {sight.headline(one)}" for name, one in sightings.items())
        schema = _of_sites(prompt.schema, tuple(sightings))
        said = (await self.model.complete(prompt.fill({"sites": told, "task": self.task}), schema)).value
        parts = [
            Part(site=one["site"].strip(), records=one["records"].strip())
            for one in cast("Sequence[Mapping[str, str]]", said["parts"])
        ]
        where = str(said["where"]).strip()
        change = str(said["change"]).strip()
        known = tuple(part for part in parts if part.site in sightings and part.records)
        if (change and where not in sightings) or not (known or change):
            hint = f"name them in the sentence: {', '.join(sightings)}"
            raise ModelError("the model can't say which site is for what", hint=hint)
        question = str(said["question"]).strip() or self.task
        return Split(parts=known, question=question, change=change, where=where if change else "")

    async def find(
        self, sighting: Sighting, records: str, *, forms: bool, tried: Sequence[str], all_links: bool = False
    ) -> Choice:
        """The line of a page that leads to the records; addresses that were `tried` are not offered again."""
        for most in _MANY if all_links else (_FEW, _MANY[-1]):
            offered = [
                choice
                for choice in sight.choices(sighting, f"{records} {self.task}", forms=forms, most=most)
                if choice.href not in tried or not choice.href
            ]
            plain = None if forms else sight.plain(offered, sighting, records)
            if plain is not None:
                return plain
            try:
                return await self._copied(sighting, records, offered)
            except ContextOverflow:
                if most == _MANY[-1]:
                    raise
        raise AssertionError

    async def _copied(self, sighting: Sighting, records: str, offered: Sequence[Choice]) -> Choice:
        prompt = load_prompt("find_listing")
        names = {choice.name: choice for choice in offered}
        schema = _limited(prompt.schema, "line", tuple(names))
        lines = "\n".join(choice.line for choice in offered)
        values = {"page": sight.headline(sighting), "lines": lines, "records": records, "task": self.task}
        reply = await self.model.complete(prompt.fill(values), schema)
        return names.get(_near(str(reply.value["line"]), tuple(names)), names[NOTHING])

    async def among(self, places: Sequence[Place], records: str) -> Place | None:
        """One of several places, which may be on several pages; None where the model says that it is none."""
        prompt = load_prompt("find_listing")
        lines = {f"{one.choice.name} on {sight.headline(one.sighting)}": one for one in places[:_PLACES]}
        names = (*lines, NOTHING)
        told = "\n".join([*(one.choice.line.replace(one.choice.name, name, 1) for name, one in lines.items()), NOTHING])
        values = {"page": "Several pages", "lines": told, "records": records, "task": self.task}
        reply = await self.model.complete(prompt.fill(values), _limited(prompt.schema, "line", names))
        return lines.get(_near(str(reply.value["line"]), names))

    async def rephrase(self, sighting: Sighting, records: str) -> str:
        """Other words for the records, in the page's own."""
        prompt = load_prompt("rephrase")
        lines = [choice.line for choice in sight.choices(sighting, f"{records} {self.task}", most=_MANY[1])]
        values = {"page": sight.headline(sighting), "lines": "\n".join(lines), "records": records, "task": self.task}
        return str((await self.model.complete(prompt.fill(values), prompt.schema)).value["records"]).strip()

    async def design(
        self, columns: Sequence[str], tables: Sequence[Found], own: Sequence[Asked], question: str
    ) -> tuple[tuple[Asked, ...], Found | None]:
        """What a question needs besides some columns: fields of a record's `own` page, or one of the tables there."""
        prompt = load_prompt("design_schema")
        columns = list(columns)
        fields = {sight.field_line(one): one for one in own if name_of(one.label) not in columns}
        named = {f"TABLE {found.extract.into}": found for found in tables}
        asked: list[Asked] = []
        while (fields or named) and len(asked) < _MISSING:
            lines = (*fields, *(f"{name}: {sight.column_names(found)}" for name, found in named.items()), NONE)
            values = {"columns": ", ".join(columns), "lines": "\n".join(lines), "question": question}
            names = (*fields, *named, NONE)
            reply = await self.model.complete(prompt.fill(values), _limited(prompt.schema, "line", names))
            line = _near(str(reply.value["line"]), names)
            if line in named:
                return tuple(asked), named[line]
            if line not in fields:
                break
            one = fields.pop(line)
            asked.append(one)
            columns.append(name_of(one.label))
        return tuple(asked), None

    async def change(
        self, forms: Sequence[Form], columns: Sequence[str], change: str
    ) -> tuple[Form, Mapping[str, str]]:
        """The form that makes a change, and its values by label.

        Raises:
            ModelError: it names a form, field or option that is not there, twice.
        """
        prompt = load_prompt("plan_change")
        names = _names(forms)
        fields = dict.fromkeys(field.label for form in forms for field in form.fields)
        schema = _of_fields(_limited(prompt.schema, "form", tuple(names)), tuple(fields))
        if len(names) == 1:  # nobody has to choose
            schema = _without(schema, "form")
        told = "\n".join(form.line.replace(_called(form), name, 1) for name, form in names.items())
        error = ""
        for _ in range(_TRIES):
            values = {"forms": told, "columns": ", ".join(columns) or "none", "error": error, "change": change}
            reply = await self.model.complete(prompt.fill(values), schema)
            only = next(iter(names)) if len(names) == 1 else _near(str(reply.value["form"]), tuple(names))
            form = names.get(only)
            if form is None:
                error = "That form is not on the page.\n"
                continue
            said = cast("Sequence[Mapping[str, str]]", reply.value["values"])
            kept = [one for one in said if is_said(one["field"], one["value"], change)]
            for one in said:  # a weak model takes all of the sentence: it is asked for the words of that box alone
                if one not in kept and covered(words_of(change), one["value"]) >= _ALL:
                    kept += await self._typed(one["field"], change)
            filled, problem = _filled(form, kept)
            if not problem:
                return form, filled
            more = "" if len(kept) == len(said) else " Copy as a value those words of the change that it is, no others."
            error = f"{problem}{more}\n"
        raise ModelError(f"the model's plan of the change can't be used: {error.strip()}", hint="say it in other words")

    async def _typed(self, box: str, change: str) -> Sequence[Mapping[str, str]]:
        """What has to be typed into one box, as a field and its value; nothing where it is not said."""
        prompt = load_prompt("act_value")
        reply = await self.model.complete(prompt.fill({"box": box, "objective": change, "wrong": ""}), prompt.schema)
        value = str(reply.value["words"]).strip()
        return [{"field": box, "value": value}] if is_said(box, value, change) else []

    async def mend(self, file: str, problems: str) -> str:
        """The file anew, after the loader refused it."""
        prompt = load_prompt("mend_plan")
        reply = await self.model.complete(
            prompt.fill({"file": file, "problems": problems, "task": self.task}), prompt.schema
        )
        return str(reply.value["file"])


def _limited(schema: Mapping[str, object], key: str, lines: Sequence[str]) -> Mapping[str, object]:
    """The schema with one of its texts limited to lines that exist: servers that keep schemas can't miss then."""
    properties = dict(cast("Mapping[str, object]", schema["properties"]))
    return {**schema, "properties": {**properties, key: {"enum": list(lines)}}}


def _without(schema: Mapping[str, object], key: str) -> Mapping[str, object]:
    """The schema with one of its texts left out."""
    properties = cast("Mapping[str, object]", schema["properties"])
    required = [name for name in cast("Sequence[str]", schema["required"]) if name != key]
    return {
        **schema,
        "properties": {name: one for name, one in properties.items() if name != key},
        "required": required,
    }


def _called(form: Form) -> str:
    """The name of a form: the beginning of its line."""
    return form.line.partition(": ")[0]


def _names(forms: Sequence[Form]) -> Mapping[str, Form]:
    """The forms by name; several of one name are numbered."""
    named: dict[str, Form] = {}
    for form in forms:
        name = _called(form)
        more = (f"{name} ({number})" for number in range(2, len(forms) + 2))
        named[name if name not in named else next(one for one in more if one not in named)] = form
    return named


def _of_sites(schema: Mapping[str, object], names: Sequence[str]) -> Mapping[str, object]:
    """The schema of a split with the sites that there are."""
    limited = cast("dict[str, object]", json.loads(json.dumps(schema)))
    properties = cast("dict[str, dict[str, object]]", limited["properties"])
    properties["where"] = {"type": "string", "enum": [*names, ""]}
    item = cast("dict[str, dict[str, object]]", properties["parts"]["items"])
    item["properties"]["site"] = {"type": "string", "enum": list(names)}
    return limited


def _of_fields(schema: Mapping[str, object], labels: Sequence[str]) -> Mapping[str, object]:
    """The schema of a change with the fields that there are."""
    limited = cast("dict[str, object]", json.loads(json.dumps(schema)))
    properties = cast("dict[str, dict[str, dict[str, dict[str, object]]]]", limited["properties"])
    properties["values"]["items"]["properties"]["field"] = {"type": "string", "enum": list(labels)}
    return limited


def _near(said: str, lines: Sequence[str]) -> str:
    """The line that was meant: the same, else the only one that begins with its whole words; none is the empty text.

    A name of a line may be followed by the rest of the line.
    """
    folded = " ".join(said.split()).casefold()
    same = [line for line in lines if folded == line.casefold() or folded.startswith(f"{line.casefold()}: ")]
    begun = [line for line in lines if folded and line.casefold().startswith(folded)]
    whole = [line for line in begun if not re.match(r"\w", line[len(folded) :])]
    only = whole if len(whole) == 1 else begun
    return same[0] if same else only[0] if len(only) == 1 else ""


def _filled(form: Form, said: Sequence[Mapping[str, str]]) -> tuple[Mapping[str, str], str]:
    """The values by the form's own labels, or what is wrong with them."""
    fields = {field.label.casefold(): field for field in form.fields}
    filled: dict[str, str] = {}
    for one in said:
        field = fields.get(" ".join(one["field"].strip('"').split()).casefold())
        if field is None:
            return {}, f"There is no field {one['field']}; there are {', '.join(known.label for known in form.fields)}."
        options = {option.casefold(): option for option in field.options}
        value = one["value"].strip() if options else one["value"]
        if options and value.casefold() not in options and "{" not in value:
            return {}, f"{field.label} has no option {value}; it has {', '.join(field.options)}."
        filled[field.label] = options.get(value.casefold(), value)
    if lacking := [field.label for field in form.fields if field.needed and field.label not in filled]:
        return {}, f"The form is not sent without {', '.join(lacking)}."
    return filled, "" if filled else "No field was filled in."
