"""Prompt files and the scripted model."""

import pytest

from webdart.errors import ModelError
from webdart.model.door.port import Prompt
from webdart.model.door.prompts import load_prompt, prompt_roles
from webdart.model.door.scripted_model import ScriptedModel


@pytest.mark.parametrize("role", prompt_roles())
def test_every_prompt_file_renders(role: str):
    """A prompt file is filled by exactly the inputs of its header, and leaves no place open."""
    prompt = load_prompt(role)
    filled = prompt.fill({name: f"<{name}>" for name in prompt.inputs})
    assert all(f"<{name}>" in filled.system + filled.user for name in prompt.inputs)
    assert filled.role == role
    assert prompt.schema["type"] == "object"


def test_a_missing_input_is_refused():
    """A prompt is never sent with a hole in it."""
    with pytest.raises(ValueError, match="takes"):
        load_prompt("write_sql").fill({"tables": ""})


def test_a_value_that_looks_like_a_place_stays_as_it_is():
    """What one input says in braces is not filled with another: a page can't pull the parameters into its own text."""
    values = dict.fromkeys(load_prompt("write_sql").inputs, "")
    values |= {"tables": "shelves({question}, {parameters})", "parameters": "{error}", "question": "how many?"}
    filled = load_prompt("write_sql").fill(values)
    assert "shelves({question}, {parameters})" in filled.user
    assert "{error}" in filled.user


async def test_replies_come_in_order_and_end():
    """The script is followed, then says that it has ended."""
    model = ScriptedModel([{"sql": "SELECT 1"}])
    prompt = Prompt(role="write_sql", system="s", user="u")
    assert (await model.complete(prompt, {})).value == {"sql": "SELECT 1"}
    with pytest.raises(ModelError, match="no reply"):
        await model.complete(prompt, {})


async def test_a_reply_that_does_not_fit_is_an_error():
    """A reply without a required key is a ModelError, as with a real endpoint."""
    model = ScriptedModel(lambda prompt: {"answer": prompt.user})
    with pytest.raises(ModelError, match="lacks sql"):
        await model.complete(Prompt(role="r", system="", user=""), load_prompt("write_sql").schema)
