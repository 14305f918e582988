"""Reads fields that have no place of their own in a record, only words in a running text.

This is the one place where a model reads values itself: record by record, and only fields that no place of the records
holds. It copies words of the record; what is not in the record's own lines is refused, and the cell stays empty (small
models take a neighbour's number, plausibly and silently). Code converts the words to a value of the field's type.
"""

from collections.abc import Sequence

from msgspec import Struct

from webdart.model.door.port import Reply
from webdart.model.roles.adviser import Adviser, Question, Unusable, text_in
from webdart.model.roles.page_excerpt import Page
from webdart.page.page_text import Line, clean
from webdart.page.text_match import holds
from webdart.records import ListingSpec
from webdart.records.coerce import RawCell, coerce_column
from webdart.records.model import Record, Remark
from webdart.values import replace
from webdart.workflow.model import Field


class Filled(Struct, frozen=True):
    """Records with the cells that a model read, and what there is to say about them."""

    records: tuple[Record, ...]
    remarks: tuple[Remark, ...] = ()


async def filled(adviser: Adviser | None, spec: ListingSpec, records: Sequence[Record], url: str) -> Filled:
    """The records with the fields that `spec.ruling.read` names; what each says stands in its `raw` until then."""
    made = Filled(tuple(records))
    for field in spec.extract.fields:
        if field.name in spec.ruling.read:
            made = await _column(adviser, spec, field, made, url)
    return made


async def _column(adviser: Adviser | None, spec: ListingSpec, field: Field, made: Filled, url: str) -> Filled:
    texts = [await _said(adviser, field, record.raw.get(field.name, ""), url) for record in made.records]
    cells = [RawCell(text or "", there=bool(text)) for text in texts]
    coerced = coerce_column(field, cells, spec.locality)
    records: list[Record] = []
    for record, value, raw in zip(made.records, coerced.values, coerced.raws, strict=True):
        own = {name: text for name, text in record.raw.items() if name != field.name}
        if raw is not None and raw != str(value):
            own[field.name] = raw
        records.append(replace(record, values={**record.values, field.name: value}, raw=own))
    said = [replace(remark, table=spec.extract.into) for remark in coerced.remarks]
    said += _remarks(spec, field, texts)
    return Filled(tuple(records), (*made.remarks, *said))


def _remarks(spec: ListingSpec, field: Field, texts: Sequence[str | None]) -> list[Remark]:
    read = sum(1 for text in texts if text)
    unread = sum(1 for text in texts if text is None)
    own = "read by the model, record by record, out of the record's own words; a `match` would settle it"
    lost = "not read: what the model said does not stand in the record, or it was not asked any more; the cell is empty"
    found = [Remark(code="by model", text=own, table=spec.extract.into, column=field.name, count=read)] if read else []
    if unread:
        found.append(Remark(code="unread", text=lost, table=spec.extract.into, column=field.name, count=unread))
    return found


async def _said(adviser: Adviser | None, field: Field, text: str, url: str) -> str | None:
    """The words of a record that are a field's value, "" where it has none; None where nothing usable was said."""
    if adviser is None:
        return None
    lines = [adviser.mask(clean(line)) for line in text.splitlines()]

    def read(reply: Reply) -> str:
        words = text_in(reply, "text", most=300)
        if words and not any(holds(line, words) for line in lines):
            raise Unusable(f"{words[:80]!r} does not stand in the record")
        return words

    question = Question(
        role="read_values",
        values={"field": f"{field.name.replace('_', ' ')} ({field.type.kind})"},
        page=Page(url=url, title="", lines=tuple(Line(line, -1, "text") for line in lines if line)),
    )
    return await adviser.ask(question, read)
