"""Labelled pages: the generator, mutations, the judge, and the fit of weights."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.records.conftest import build, make_spec
from tools.declarations import absent, variations
from tools.fit import fit_only
from tools.generator import LAYOUTS, page
from tools.judge import Judge, same_value
from tools.labels import Labelled, TruthColumn, is_held, plain
from tools.models import Group, Linear, fit_choice, folds
from tools.mutate import mutate
from tools.outcomes import Outcome, outcome, table
from tools.reading import Options, kept, loaded, read_page
from tools.tested import SITE, Kept, judged
from webdart.extract import Column, page_from_html
from webdart.extract.score import load
from webdart.records import read
from webdart.values import replace

SEED = 11


def labelled(layout: str) -> tuple[Labelled, str]:
    made = page(SEED, layout)
    truth = made.truth
    columns = {
        one["name"]: TruthColumn(
            one["name"], one["type"], one["label"], {int(record): value for record, value in one["values"].items()}
        )
        for one in truth["columns"]
    }
    about = Labelled(
        name=made.name,
        folder=Path(),
        site=truth["site"],
        kind=truth["kind"],
        locale=truth["locale"],
        records=truth["records"],
        columns=columns,
        declare=truth["declare"],
    )
    return about, made.html


@pytest.mark.parametrize("layout", [*LAYOUTS, "detail"])
def test_a_seed_makes_the_same_page_again_and_its_texts_stand_in_it(layout: str) -> None:
    made = page(SEED, layout)
    assert made == page(SEED, layout)
    about, html = labelled(layout)
    shown = page_from_html(html, about.url)
    texts = plain(" ".join(shown.texts))
    wanted = [one for one in about.columns.values() if one.type == "text"]
    assert wanted
    for column in wanted:
        assert all(plain(value) in texts for value in column.values.values() if value is not None)


@pytest.mark.parametrize("layout", ["cards", "table_with_head", "definition_list"])
def test_a_mutation_keeps_every_text_in_order(layout: str) -> None:
    about, html = labelled(layout)
    for seed in range(4):
        changed = mutate(html, Random(seed))
        assert changed != html
        before, after = page_from_html(html, about.url), page_from_html(changed, about.url)
        assert [text for text in after.texts if text] == [text for text in before.texts if text]


def column(*values: str | None) -> Column:
    return Column(key="x", source="text", values=values, nodes=tuple(range(len(values))))


@pytest.mark.parametrize(
    ("kind", "locale", "truth", "texts", "right"),
    [
        ("text", "en", {0: "A b", 2: None}, ("a  B", "x", None), True),
        ("text", "en", {0: "A b", 2: "c"}, ("a  B", "x", None), False),
        ("money", "de", {0: "1234.50", 1: "5.00"}, ("1.234,50 €", "5 €"), True),
        ("money", "de", {0: "1234.50", 1: "5.00"}, ("1.234,50 €", "6 €"), False),
        ("date", "en-GB", {0: "2024-03-02", 1: "2024-12-25"}, ("02/03/2024", "25/12/2024"), True),
        ("date", "ja", {0: "2013-05-01"}, ("2013/5/1",), True),
        ("link", "en", {0: "/a?b=1"}, ("http://labels.invalid/a?b=1#top",), True),
    ],
)
def test_a_column_is_right_when_every_checked_value_is(
    kind: str, locale: str, truth: dict[int, str], texts: tuple[str, ...], right: bool
) -> None:
    about = Labelled(
        name="x",
        folder=Path(),
        site="x",
        kind="list",
        locale=locale,
        records=len(texts),
        columns={"field": TruthColumn("field", kind, None, truth)},
        declare={"field": kind},
    )
    object.__setattr__(about, "source", "<p>")  # the page that would be read from the folder
    judge = Judge(about, page_from_html("<p>", about.url))
    assert judge.holds(column(*texts), "field") is right


def test_weights_learn_what_tells_the_right_candidate_and_stay_near_their_prior() -> None:
    """The first feature tells; the second is chance, the third never speaks."""
    random = np.random.default_rng(5)
    groups: list[Group] = []
    for number in range(60):
        rows = random.random((6, 3))
        rows[:, 2] = 0.0
        right = rows[:, 0] == rows[:, 0].max()
        groups.append(Group(rows, right, f"site{number}", 1.0))
    model = fit_choice(groups, Linear(-1.0, np.array([0.0, 0.0, 0.7])))
    first, second, third = model.weights
    assert first > 3
    assert abs(second) < 1
    assert third == pytest.approx(0.7)
    hits = [group.right[np.argmax(model.odds(group.rows))] for group in groups]
    assert sum(map(bool, hits)) >= 57


def test_of_weights_that_are_held_only_the_free_ones_are_fitted() -> None:
    random = np.random.default_rng(7)
    rows = [random.random((6, 3)) for _ in range(60)]
    groups = [Group(each, each[:, 1] == each[:, 1].max(), f"site{n}", 1.0) for n, each in enumerate(rows)]
    prior = Linear(-1.0, np.array([0.4, 0.0, 0.7]))
    model = fit_choice(groups, prior, np.array([False, True, False]))
    assert (model.bias, model.weights[0], model.weights[2]) == (-1.0, 0.4, 0.7)
    assert model.weights[1] > 0.5


def test_weights_stay_as_near_to_the_prior_as_they_are_held() -> None:
    random = np.random.default_rng(7)
    rows = [random.random((6, 2)) for _ in range(60)]
    groups = [Group(each, each[:, 1] == each[:, 1].max(), f"site{n}", 1.0) for n, each in enumerate(rows)]
    groups.append(Group(np.zeros((0, 2)), np.zeros(0, dtype=np.bool_), "none", 1.0))
    prior = Linear(-1.0, np.array([0.4, 0.0]))
    loose, tight = (fit_choice(groups, prior, strengths=np.array([1.0, held])) for held in (0.1, 1000.0))
    assert loose.weights[1] > 2
    assert abs(tight.weights[1]) < 0.1


def test_all_pages_of_a_site_are_on_one_side_of_a_fold() -> None:
    groups = [Group(np.zeros((1, 1)), np.zeros(1, dtype=np.bool_), f"site{number % 7}", 1.0) for number in range(40)]
    tested: list[int] = []
    for outside, inside in folds(groups, 3):
        assert not {groups[place].site for place in outside} & {groups[place].site for place in inside}
        tested += inside
    assert sorted(tested) == list(range(40))


def test_a_fifth_of_the_sites_is_held_out_by_name_alone() -> None:
    held = [is_held(f"site{number}.example") for number in range(1000)]
    assert 150 <= sum(held) <= 250
    assert held == [is_held(f"site{number}.example") for number in range(1000)]


def test_other_declarations_name_true_columns_and_are_the_same_again() -> None:
    about, _ = labelled("cards")
    made = list(variations(about, 4))
    assert made == list(variations(about, 4))
    assert len({tuple(one.spec.name for one in fields) for fields in made}) > 1
    for fields in made:
        assert len({one.spec.name for one in fields}) == len(fields) > 0
        assert all(one.column in about.columns for one in fields)


@pytest.mark.parametrize(
    ("kind", "truth", "given", "same"),
    [
        ("link", "/a b#top", "http://s.example/a%20b", True),
        ("integer", 7, "7", True),
        ("money", "7.50", 7.4, False),
        ("date", "2024-02-03", "2024-02-03", True),
        ("text", "Red  Lamp", "red lamp", True),
        ("text", None, "", False),
    ],
)
def test_values_are_the_same_by_what_they_mean(kind: str, truth: str | None, given: object, same: bool) -> None:
    assert same_value(kind, truth, given, "http://s.example/list") is same


def test_an_outcome_is_exact_an_error_or_silent() -> None:
    about, html = labelled("table_with_head")
    view = build(html, url=about.url)

    def of(**changes: object) -> Outcome:
        other = replace(about, **changes)  # type: ignore[arg-type]  # the keys of Labelled
        object.__setattr__(other, "source", html)  # the page that would be read from the folder
        return outcome(other, view)

    assert of().verdict == "exact"
    assert of(declare={"colour_of_the_moon": "date"}).verdict == "error"
    fewer = of(records=about.records - 1)
    assert fewer.differs == (f"rows: {about.records} instead of {about.records - 1}",)
    assert fewer.verdict in {"silent", "told"}
    assert "total      1 pages: exact 0" in table([fewer])


def test_a_page_is_asked_for_fields_of_pages_of_another_kind() -> None:
    shop, ship, mixed = (_of(name, columns) for name, columns in _KINDS.items())
    strange = absent([shop, ship, mixed])
    assert [one.name for one in strange["shop"]] == ["tonnage"]
    assert {one.name for one in strange["ship"]} == {"price", "brand"}
    assert not strange["mixed"]
    asked = [{one.spec.name: one.column for one in made} for made in variations(shop, 2, strange["shop"])]
    assert [made.get("tonnage") for made in asked] == ["", None]


_KINDS = {
    "shop": {"name": "text", "price": "money", "brand": "text"},
    "ship": {"captain": "text", "tonnage": "integer"},
    "mixed": {"captain": "text", "name": "text", "vessel_tonnage": "integer"},
}
"""Pages by what they have; of the last one others have all, or something that is called alike."""


def _of(name: str, columns: Mapping[str, str]) -> Labelled:
    told = {one: TruthColumn(name=one, type=kind, label=None, values={0: "7"}) for one, kind in columns.items()}
    return Labelled(
        name=name, folder=Path(), site=name, kind="list", locale="en", records=1, columns=told, declare=dict(columns)
    )


def test_readings_are_kept_with_other_declarations_for_a_fit(tmp_path: Path) -> None:
    about, html = labelled("cards")
    truth = {"site": about.site, "kind": about.kind}
    for name, text in (("pages", html), ("truth", json.dumps(truth))):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{about.name}.{'html' if name == 'pages' else 'json'}").write_text(text, encoding="utf-8")
    here = replace(about, folder=tmp_path)
    options = Options(cache=tmp_path, boxes=False, features=True, variations=2)
    (read,) = kept([read_page(here, options)], tmp_path / "readings")
    assert not read.error
    assert read.rank >= 0
    assert len(read.varied) == 2
    assert all(any(one.right) for fields in read.varied for one in fields)
    (again,) = loaded(tmp_path / "readings")
    assert [one.name for one in again.varied[1]] == [one.name for one in read.varied[1]]


def test_a_feature_is_fitted_alone_beside_the_weights_of_the_package() -> None:
    rows = "".join(f"<tr><td>Lamp {n}</td><td>{n}.50 EUR</td></tr>" for n in range(1, 6))
    view = build(f"<table><tr><th>Name</th><th>Price</th></tr>{rows}</table>")
    spec = make_spec({"name": "text", "price": "money"})
    reading = judged(Kept("tests/a.py::test_prices", view, spec, read(view, spec)))
    assert reading is not None
    present = load("fields")
    fitted = fit_only(["in_order"], [reading], lambda _: 1.0, 2)
    assert list(fitted) == list(present)
    assert {name for name, value in fitted.items() if value != present[name]} == {"in_order"}


def test_what_a_test_reads_is_true_of_its_page():
    rows = "".join(f"<tr><td>Lamp {n}</td><td>{n}.50 EUR</td></tr>" for n in range(1, 6))
    view = build(f"<table><tr><th>Name</th><th>Price</th></tr>{rows}</table>")
    spec = make_spec({"name": "text", "price": "money"})
    reading = judged(Kept("tests/a.py::test_prices[1]", view, spec, read(view, spec)))
    assert reading is not None
    assert reading.site == f"{SITE}a.py::test_prices"
    assert reading.set_right[0]
    assert [one.name for one in reading.pairings if any(one.right)] == ["name", "price"]
    assert not all(any(column) for column in zip(*(one.right for one in reading.pairings), strict=True))
