"""What do the workflow room's tests share? Cases: a text, `--- expected`, and lines of `line: WF012 unknown-key`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from webdart.workflow import Workflow, loads

CASES = Path(__file__).parents[1] / "cases" / "workflow"


@dataclass(frozen=True, slots=True)
class Case:
    """One bad file: where the cases stand, its text, and the problems that must be told, in order."""

    name: str
    text: str
    expected: tuple[tuple[int, str], ...]


def read_cases(folder: Path) -> list[Case]:
    """Every case below a folder."""
    cases: list[Case] = []
    for path in sorted(folder.glob("*.cases")):
        for part in ("\n" + path.read_text()).split("\n=== ")[1:]:
            name, _, rest = part.partition("\n")
            text, _, expected = rest.partition("--- expected\n")
            wanted = (line.partition(": ") for line in expected.strip().splitlines())
            problems = tuple((int(number), words) for number, _, words in wanted)
            cases.append(Case(f"{path.stem}: {name}", text, problems))
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give every case to the tests that ask for a `bad_case`, every good file to those that ask for a `good_file`."""
    if "bad_case" in metafunc.fixturenames:
        cases = read_cases(CASES / "bad")
        metafunc.parametrize("bad_case", cases, ids=[case.name for case in cases])
    if "good_file" in metafunc.fixturenames:
        files = sorted((CASES / "good").glob("*.yaml"))
        metafunc.parametrize("good_file", files, ids=[path.stem for path in files])


@pytest.fixture
def read() -> Callable[[str], Workflow]:
    """Reads a text with every key of format 1 carried out."""

    def load_text(text: str) -> Workflow:
        return loads(text, "file.yaml")

    return load_text
