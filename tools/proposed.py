"""Measures which true columns of labelled pages `webdart new` proposes, with right values.

    python -m tools.proposed [FOLDER...] [--part fit|held|all] [-v]

Every page is read once by the real browser, scripts off, and kept. A column counts as found where a field of a
proposed table has its values at every checked record; of the proposed tables the one with most of them counts.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from tools.judge import same_value
from tools.labels import Labelled, TruthColumn, chosen
from tools.snapshots import default_cache, take, view_of
from webdart.inspect.proposal import Sighting, to_object
from webdart.page.model import PageView


def main() -> None:
    """Read the pages and print the share."""
    options = _arguments()
    pages = [page for page in chosen(options.folders, options.part, options.only or ()) if not page.detail]
    take(pages, options.cache)
    shares: list[tuple[int, int]] = []
    for page in pages:
        view = view_of(page, options.cache)
        if view is None:
            print(f"{page.name}: no snapshot")
            continue
        missing = missed(page, view)
        wanted = len(list(_wanted(page)))
        shares.append((wanted - len(missing), wanted))
        if options.v:
            print(
                f"{page.name:26} {page.kind:6} {wanted - len(missing):2} of {wanted:2} {' '.join(missing)}", flush=True
            )
    found, every = (sum(each) for each in zip(*shares, strict=True))
    whole = sum(one == other for one, other in shares)
    print(f"{found} of {every} columns ({found / every:.1%}); all of them on {whole} of {len(shares)} pages")


def _arguments() -> argparse.Namespace:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("folders", nargs="*", type=Path, help="folders with pages/ and truth/")
    given.add_argument("--cache", type=Path, default=default_cache(), help="where snapshots are kept")
    given.add_argument("--only", action="append", help="page name (repeat; * as in file names)")
    given.add_argument("--part", choices=("all", "fit", "held"), default="fit", help="of which sites [fit]")
    given.add_argument("-v", action="store_true", help="a line for each page")
    return given.parse_args()


def missed(page: Labelled, view: PageView) -> Sequence[str]:
    """The true columns that no field of the best proposed table has."""
    told = cast("Mapping[str, Any]", to_object(Sighting.of(view, page.locale), "", None))
    tables = cast("Sequence[Mapping[str, Any]]", told["tables"])
    wanted = dict(_wanted(page))
    found = [{name for name, readings in wanted.items() if _is_in(page, readings, table)} for table in tables]
    best = max(found, key=len, default=set[str]())
    return [name for name in wanted if name not in best]


def _wanted(page: Labelled) -> Iterator[tuple[str, Sequence[TruthColumn]]]:
    """Every true column with its readings: one that is another's second reading does not count again."""
    others = {column.other for column in page.columns.values()}
    for name in page.columns:
        if name not in others:
            yield name, page.readings(name)


def _is_in(page: Labelled, readings: Sequence[TruthColumn], table: Mapping[str, Any]) -> bool:
    rows = cast("Sequence[Mapping[str, object]]", table["rows"])
    names = [cast("str", one["name"]) for one in table["fields"]]
    return any(_has(page, one, [row.get(name) for row in rows]) for one in readings for name in names)


def _has(page: Labelled, column: TruthColumn, cells: Sequence[object]) -> bool:
    checked = [(value, cells[place]) for place, value in column.values.items() if place < len(cells)]
    filled = any(value is not None for value, _ in checked)
    return filled and all(same_value(column.type, value, cell, page.base) for value, cell in checked)


if __name__ == "__main__":
    main()
