"""Does anything but a WebdartError ever come out of the loader or the template language, or take long?"""

import random
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webdart.errors import SourceLine, WebdartError
from webdart.workflow import loads
from webdart.workflow.templates import parse

GOOD = Path(__file__).parents[1] / "cases" / "workflow" / "good"
TEXTS = [path.read_text() for path in sorted(GOOD.glob("*.yaml"))]
PIECES = sorted({piece for text in TEXTS for line in text.splitlines() for piece in (line.strip(), *line.split())})
ODD = ["{{", "}}", "*", "&a", "!!x", "<<:", "\t", "\x00", "\ud800", "é", "#", "- ", ": ", "[", "{", "'", '"', "|", "\r"]
AT = SourceLine("file.yaml", 1, 1)


def refuse_or_read(text: str) -> None:
    """Load a text; only a WebdartError may come out, and within a second."""
    started = time.process_time()
    with suppress(WebdartError):
        loads(text, "file.yaml")
    assert time.process_time() - started < 1.0, text


def damaged(chance: random.Random) -> str:
    """An example of the format page with a few pieces taken out, doubled, exchanged or put in."""
    text = chance.choice(TEXTS)
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.randint(0, 20))
        put = chance.choice(["", text[start:end] * 2, chance.choice(PIECES), chance.choice(ODD)])
        text = text[:start] + put + text[end:]
    return text


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(10))
def test_damaged_files_are_refused_or_read(seed: int) -> None:
    """A thousand files near to right ones, ten times."""
    chance = random.Random(seed)
    for _ in range(1000):
        refuse_or_read(damaged(chance))


@settings(max_examples=100, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(st.sampled_from(PIECES + ODD), st.text(max_size=8)), max_size=30))
def test_any_text_is_refused_or_read(parts: list[str]) -> None:
    """Texts put together from pieces of workflow files and from anything."""
    refuse_or_read("webdart: 1\n" + "".join(parts))


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.text(alphabet="{}|%#'\"().,_ ab1-\n\\", max_size=60))
def test_any_template_is_refused_or_read(text: str) -> None:
    """Texts over the signs of templates."""
    with suppress(WebdartError):
        parse("{{" + text, AT)


@pytest.mark.proof
def test_a_million_damaged_files() -> None:
    """The full number, for `make proof`."""
    chance = random.Random(1)
    for _ in range(1_000_000):
        refuse_or_read(damaged(chance))
