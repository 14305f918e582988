"""Generated listings: layouts × locales × labels × noise, seeded. No cell is ever silently wrong."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time

import pytest

from tests.records.generated_pages import (
    BARE,
    HEADED,
    LABELLED,
    LOCALES,
    URL,
    Made,
    Maker,
    declare,
)
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, read
from webdart.values import replace
from webdart.workflow.model import Field

Build = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


@dataclass
class Score:
    """What came of many pages."""

    pages: int = 0
    exact: int = 0
    cells: Counter[str] = field(default_factory=Counter[str])
    wrong: list[str] = field(default_factory=list[str])
    failed: list[str] = field(default_factory=list[str])

    def add(self, what: str, made: Made, got: Extraction) -> None:
        """Compare a page's rows with the truth, cell by cell."""
        self.pages += 1
        if got.problems or got.verdict != "found":
            self.failed.append(f"{what}: {got.verdict} {[str(p) for p in got.problems]}")
            return
        rows = [dict(record.values) for record in got.records]
        if len(rows) != len(made.truth):
            self.wrong.append(f"{what}: {len(rows)} records of {len(made.truth)}")
            return
        self.exact += 1
        unread = {remark.column for remark in got.remarks if remark.code in {"unreadable", "drift"}}
        unread |= {missing.field for missing in got.missing}
        for row, truth in zip(rows, made.truth, strict=True):
            for name in made.fields:
                if row[name] == truth[name]:
                    self.cells["right"] += 1
                elif row[name] is None and name in unread:
                    self.cells["unread"] += 1
                else:
                    self.cells["wrong"] += 1
                    self.wrong.append(f"{what}: {name} {row[name]!r}, not {truth[name]!r}")


def run(seeds: Sequence[int], layouts: Sequence[str], page: Build, spec: Spec, declared: Declare) -> Score:
    """Read one page per seed and layout."""
    score = Score()
    for layout in layouts:
        for seed in seeds:
            random = Random(f"{layout} {seed}")
            noise = frozenset(n for n in ("menu", "facets", "side", "ad", "was", "empty") if random.random() < 0.4)
            locale = random.choice(list(LOCALES))
            rows = random.choice([2, 3, 10, 25])
            made = Maker(random, locale, layout, rows, noise).make()
            got = read(page(made.html, URL), spec(declare(made, declared), locale=locale))
            score.add(f"{layout} {seed} {locale} {rows} {sorted(noise)}", made, got)
    return score


@pytest.mark.sampled(3)
@pytest.mark.parametrize("layouts", [HEADED, LABELLED, BARE], ids=["headed", "labelled", "bare"])
def test_no_cell_is_silently_wrong(layouts: Sequence[str], page: Build, spec: Spec, declared: Declare) -> None:
    """Over all layouts, locales and noises: the record set is exact on at least 99% of pages, no cell is wrong."""
    score = run(range(25), layouts, page, spec, declared)
    print(  # noqa: T201 - the figures of the run, shown with -s
        f"{layouts[0]} …: pages {score.pages}, exact {score.exact}, cells {dict(score.cells)}, failed {len(score.failed)}"
    )
    assert not score.wrong, "\n".join(score.wrong[:20])
    assert score.exact >= 0.99 * score.pages, "\n".join(score.failed[:20])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("layout", [*HEADED, *LABELLED])
@pytest.mark.parametrize("locale", LOCALES)
def test_a_field_that_the_page_lacks_never_takes_a_labelled_neighbours_text(
    layout: str, locale: str, page: Build, spec: Spec, declared: Declare
) -> None:
    """`was` beside a labelled price, `sold` beside labelled reviews: NULL in every row, and missing."""
    made = Maker(Random(f"{layout} {locale}"), locale, layout, 6, frozenset()).make()
    fields = [*declare(made, declared), declared("was", "money"), declared("sold", "integer")]
    got = read(page(made.html, URL), spec(fields, locale=locale))
    assert got.problems == ()
    assert [(r.values["was"], r.values["sold"]) for r in got.records] == [(None, None)] * 6
    assert [{n: r.values[n] for n in made.fields} for r in got.records] == [
        {n: row[n] for n in made.fields} for row in made.truth
    ]
    assert {item.field for item in got.missing} == {"was", "sold"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("layout", [*HEADED, *LABELLED, *BARE])
def test_what_stands_around_changes_no_row(layout: str, page: Build, spec: Spec, declared: Declare) -> None:
    """A wrapper, other class names, an advertisement, a menu: the same rows."""
    plain = Maker(Random(layout), "en-US", layout, 6, frozenset()).make()
    wanted = spec(declare(plain, declared))
    base = [dict(r.values) for r in read(page(plain.html, URL), wanted).records]
    assert base == [{name: row[name] for name in plain.fields} for row in plain.truth]
    noisy = Maker(Random(layout), "en-US", layout, 6, frozenset({"menu", "side", "facets"})).make()
    renamed = plain.html.replace('class="', 'class="zz')
    wrapped = f"<div><div>{plain.html}</div></div>"
    for changed in (noisy.html, renamed, wrapped):
        assert [dict(r.values) for r in read(page(changed, URL), wanted).records] == base


@pytest.mark.parametrize("layout", [*HEADED, *LABELLED, *BARE])
def test_a_later_page_reads_as_with_fresh_eyes(layout: str, page: Build, spec: Spec, declared: Declare) -> None:
    """The wrapper of page one changes nothing on page two that mining finds by itself, and reports no drift."""
    first = Maker(Random(1), "de-DE", layout, 10, frozenset({"menu"})).make()
    second = Maker(Random(2), "de-DE", layout, 4, frozenset({"menu"})).make()
    wanted = spec(declare(first, declared), locale="de-DE")
    wrapper = read(page(first.html, URL), wanted).wrapper
    assert wrapper is not None
    fresh, again = read(page(second.html, URL), wanted), read(page(second.html, URL), wanted, wrapper)
    assert [r.values for r in again.records] == [r.values for r in fresh.records]
    assert [remark for remark in again.remarks if remark.code == "drift"] == []


@pytest.mark.parametrize("layout", [*HEADED, *LABELLED, *BARE])
def test_one_record_on_the_last_page_is_read(layout: str, page: Build, spec: Spec, declared: Declare) -> None:
    """A last page with a single record, with the wrapper of the first."""
    first = Maker(Random(1), "en-US", layout, 10, frozenset()).make()
    last = Maker(Random(2), "en-US", layout, 1, frozenset()).make()
    wanted = spec(declare(first, declared))
    wrapper = read(page(first.html, URL), wanted).wrapper
    got = read(page(last.html, URL), wanted, wrapper)
    assert [dict(r.values) for r in got.records] == [{n: row[n] for n in last.fields} for row in last.truth]


@pytest.mark.proof
def test_a_page_of_a_thousand_elements_is_mined_quickly(page: Build, spec: Spec, declared: Declare) -> None:
    """Median of ten on a page of 100 cards, in processor time: a figure, so no part of every test run.

    Mined as the first two pages of a listing are; those of a known template are read without it (`make bench`).
    """
    made = Maker(Random(5), "en-US", "cards", 100, frozenset({"menu", "facets"})).make()
    view, wanted = page(made.html, URL), spec(declare(made, declared))
    elements = sum(node.tag != "#text" for node in view.nodes)
    wrapper = read(view, wanted).wrapper
    times: list[float] = []
    for _ in range(10):
        start = process_time()
        read(replace(view), wanted, wrapper)
        times.append(process_time() - start)
    median = sorted(times)[5] * 1000
    print(f"{elements} elements, {len(view.nodes)} nodes: {median:.1f} ms")  # noqa: T201 - a figure
    assert median < 150
