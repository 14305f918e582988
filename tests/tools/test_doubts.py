"""Doubts on what the rules read are fitted on readings: what was read wrongly outweighs what was read well."""

from collections.abc import Iterator

import numpy as np
import pytest

from tools.doubts import fit_doubts
from tools.models import Linear
from tools.reading import Checked, Pairing, Reading
from webdart.extract.match import FIELD_FEATURES
from webdart.extract.score import load

SITES = 12


def pairings() -> Iterator[Pairing]:
    """A field that a label tells, and one that a class tells beside a label's value."""
    rows = [{"type": 1.0, "name_label": 1.0}, {"type": 1.0, "name_class": 1.0}]
    alone = Checked("label", doubted=False, wrong=False, meanings=[0, 1], same=[True, False])
    yield Pairing("price", rows, [True, False], [0, 1], alone)
    beside = Checked("mark", doubted=False, wrong=True, meanings=[0, 1], same=[False, True])
    yield Pairing("cost", rows, [True, False], [0, 1], beside)


def reading(number: int) -> Reading:
    return Reading(
        name=f"page{number}", site=f"site{number}", folder="pages", kind="detail", seconds=0.0, sets=(), set_scores=(),
        set_kinds=("page",), set_counts=(1,), set_right=(True,), columns_true=2, columns_found=2, columns_missing=(),
        in_right=(), end_to_end=(), pairings=list(pairings()),
    )  # fmt: skip


def weight(_one: Reading) -> float:
    return 1.0


def test_what_is_read_wrongly_is_doubted_on_sites_left_out(capsys: pytest.CaptureFixture[str]):
    nothing = Linear(0.0, np.zeros(len(FIELD_FEATURES)))
    weights = fit_doubts("page_misreading", [reading(number) for number in range(SITES)], nothing, weight, 4)
    assert weights["by_mark"] > 0 > weights["by_label"]
    assert weights["rival"] > 0
    assert weights["told"] == load("page_misreading")["told"]
    assert f"of the right ones, {SITES} of the wrong ones" in capsys.readouterr().out
