"""Lists and places that a model names where records are unsure; code reads every row by them."""

from collections.abc import Callable, Mapping

import pytest

from tests.model.roles.guide import lines
from tests.records.conftest import make_field, make_spec
from webdart.model.door.port import Prompt
from webdart.model.door.scripted_model import ScriptedModel
from webdart.model.roles.adviser import Adviser
from webdart.model.roles.cell_reading import filled
from webdart.model.roles.field_naming import told
from webdart.page.model import PageView
from webdart.records import read
from webdart.trace import Event, Trace

Page = Callable[..., PageView]
PRICES = "".join(f"<li><h3>Lamp {n}</h3><p class=a>${n}0.00</p><p class=b>${n}5.00</p></li>" for n in range(1, 9))
TWO = "".join(f"<li><b>Ann {n}</b><i>2024-01-0{n}</i><u>2024-02-0{n}</u></li>" for n in range(1, 9))


def adviser(answer: Callable[[Prompt], Mapping[str, object]]) -> tuple[Adviser, ScriptedModel, list[Event]]:
    """A scripted model as a stage asks it, and what the trace says."""
    events: list[Event] = []
    model = ScriptedModel(answer)
    return Adviser(model=model, trace=Trace(lambda: 0.0, events.append)), model, events


def picking(words: str) -> Callable[[Prompt], Mapping[str, object]]:
    """Names the line that holds these words."""
    return lambda prompt: {"line": next((line for line in lines(prompt) if words in line), "none of these")}


async def test_of_two_equal_readings_the_named_one_is_read(page: Page):
    """Two prices that nothing tells apart: one question, and all rows of this and the next page by its answer."""
    view, spec = page(f"<ul>{PRICES}</ul>"), make_spec({"name": "text", "price": "money"})
    found = read(view, spec)
    assert [problem.field for problem in found.problems] == ["price"]
    asked, model, _ = adviser(picking("$15.00"))
    decided = await told(asked, view, spec, found, "")
    assert decided is not None
    assert len(model.prompts) == 1
    named = make_spec({"name": "text", "price": "money"}, ruling=decided)
    first = read(view, named)
    assert not first.problems
    assert [str(one.values["price"]) for one in first.records[:2]] == ["15.00", "25.00"]
    assert any(remark.code == "by model" and "'$15.00'" in remark.text for remark in first.remarks)
    later = page(f"<ul>{PRICES.replace('Lamp', 'Chair').replace('$', '$1')}</ul>")
    second = read(later, named, first.wrapper)
    assert [str(one.values["price"]) for one in second.records[:2]] == ["115.00", "125.00"]
    assert len(model.prompts) == 1


async def test_a_field_that_no_name_finds_is_read_where_it_was_named(page: Page):
    """The second date has no label and no type of its own: the place is named, the column read."""
    view = page(f"<ul>{TWO}</ul>")
    fields = {"author": "text", "posted": "date", "edited": "date"}
    found = read(view, make_spec(fields))
    assert found.problems
    asked, _, _ = adviser(
        lambda prompt: picking("2024-02-01" if "Field: edited" in prompt.user else "2024-01-01")(prompt)
    )
    decided = await told(asked, view, make_spec(fields), found, "")
    assert decided is not None
    rows = read(view, make_spec(fields, ruling=decided)).records
    assert [str(rows[0].values[name]) for name in fields] == ["Ann 1", "2024-01-01", "2024-02-01"]


async def test_of_two_lists_the_picked_one_is_read(page: Page):
    """Two lists of one kind side by side: the one that the model picks, and a remark that it did."""
    one = "".join(f"<section><a href=/a/{n}>Apple {n}</a> <i>${n}.00</i></section>" for n in range(1, 7))
    other = "".join(f"<article><a href=/b/{n}>Pear {n}</a> <i>${n}.50</i></article>" for n in range(1, 7))
    view = page(f"<h2>Sold here</h2><div>{one}</div><h2>Sold there</h2><div class=t>{other}</div>")
    spec = make_spec({"name": "text", "price": "money"})
    found = read(view, spec)
    assert [problem.field for problem in found.problems] == [""]
    asked, _, _ = adviser(picking("Sold there"))
    decided = await told(asked, view, spec, found, "pears")
    assert decided is not None
    rows = read(view, make_spec({"name": "text", "price": "money"}, ruling=decided))
    assert [one.values["name"] for one in rows.records][:2] == ["Pear 1", "Pear 2"]
    assert any("the model picked" in remark.text for remark in rows.remarks)


async def test_what_is_sure_is_not_asked(page: Page):
    """Every field has its column: no question."""
    view, spec = page(f"<ul>{PRICES.replace('<p class=b>', '<p hidden>')}</ul>"), make_spec({"name": "text"})
    asked, model, _ = adviser(picking("Lamp"))
    assert await told(asked, view, spec, read(view, spec), "") is None
    assert model.prompts == []


@pytest.mark.parametrize("line", ["none of these", "7. '$99.00'", "'$10.00', '$20.00'"])
async def test_a_place_that_is_none_changes_nothing(page: Page, line: str):
    """A line that is not there is refused with the reason, asked once more, and then it stays as it was."""
    view, spec = page(f"<ul>{PRICES}</ul>"), make_spec({"name": "text", "price": "money"})
    asked, model, events = adviser(lambda _: {"line": line})
    assert await told(asked, view, spec, read(view, spec), "") is None
    refused = [event for event in events if event.kind == "warning"]
    assert len(model.prompts) == (1 if line == "none of these" else 2)
    assert bool(refused) is (line != "none of these")


async def test_what_the_file_names_is_not_for_a_model(page: Page):
    """A label that is not on the page is an error of the file, whatever a model would say."""
    view = page(f"<ul>{PRICES}</ul>")
    spec = make_spec([make_field("name"), make_field("weight", "number", label="Weight")])
    asked, _, _ = adviser(picking("$"))
    assert await told(asked, view, spec, read(view, spec), "") is None


NOTES = "".join(
    f"<li><h3><a href=/{n}>Parcel {name}</a></h3><p>Sent on a Monday, it weighs {n}.5 kg and holds {n} books.</p></li>"
    for n, name in enumerate("ABCDEF", 1)
)


def reading(lie: str = "") -> Callable[[Prompt], Mapping[str, object]]:
    """Finds no place, and copies the weight out of the words; of the third parcel it says something else."""

    def answer(prompt: Prompt) -> Mapping[str, object]:
        if prompt.role != "read_values":
            return {"line": "none of these"}
        text = next(line for line in lines(prompt) if "weighs" in line)
        return {"text": lie if lie and "Parcel C" in prompt.user else text.split("weighs ")[1].split(" kg")[0]}

    return answer


@pytest.mark.parametrize("lie", ["", "9.5"])
async def test_a_value_that_is_read_stands_in_its_record(page: Page, lie: str):
    """What no place holds is copied record by record; a value from elsewhere is refused, its cell stays empty."""
    view = page(f"<ul>{NOTES}</ul>")
    fields = [make_field("name"), make_field("url", "link"), make_field("weight", "number")]
    spec = make_spec(fields)
    asked, model, events = adviser(reading(lie))
    decided = await told(asked, view, spec, read(view, spec), "")
    assert decided is not None
    assert decided.read == ("weight",)
    named = make_spec(fields, ruling=decided)
    found = read(view, named)
    assert not found.missing
    made = await filled(asked, named, found.records, view.url)
    weights = [str(record.values["weight"]) for record in made.records]
    assert weights == ["1.5", "2.5", "None" if lie else "3.5", "4.5", "5.5", "6.5"]
    assert {remark.code: remark.count for remark in made.remarks}["by model"] == (5 if lie else 6)
    assert [remark.count for remark in made.remarks if remark.code == "unread"] == ([1] if lie else [])
    assert any("does not stand in the record" in event.text for event in events) is bool(lie)
    assert all(
        "Parcel B" not in prompt.user
        for prompt in model.prompts
        if "Parcel C" in prompt.user and prompt.role == "read_values"
    )
