"""Measures what a run says of labelled pages: exact, an error, told by a doubt, or silently wrong.

    python -m tools.outcomes [FOLDER...] [--part fit|held|all] [-v] [--out FILE]

Every page is read once by the real browser, scripts off, and kept; then as the first page of a walk is: by the rules,
with the second opinion. A whole run over a live page adds what its scripts and the site do.

exact: number of records and every compared cell; error: no answer; told: an answer that differs, and a doubt or a
remark on each field that does; silent: an answer that differs, of which nothing is said. `needless` are doubts on
answers that are exact.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tools.judge import NOW, same_value
from tools.labels import Labelled, TruthColumn, chosen
from tools.snapshots import default_cache, take, view_of
from webdart.extract.reader import read
from webdart.extract.second_opinion import second_opinion
from webdart.page.model import PageView
from webdart.plan import Inputs, build
from webdart.plan.model import ListingStage
from webdart.records import Extraction, ListingSpec
from webdart.records.model import Remark
from webdart.values import asdict
from webdart.workflow import loads
from webdart.workflow.model import Value

Verdict = Literal["exact", "error", "told", "silent"]
_VERDICTS: tuple[Verdict, ...] = ("exact", "error", "told", "silent")
_DOUBTS = frozenset({"by type", "found later", "other column", "other records", "one record", "paragraphs", "apart"})
"""Remarks that make an answer doubtful (`webdart.execute.appraisal`)."""
_LEAST_EMPTY = 3  # rows without any value that are a doubt, as there
_SHOWN = 60  # letters of a value in a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a page: the fields that differ, the doubts, the error."""

    name: str
    site: str
    kind: str
    verdict: Verdict
    doubts: Sequence[str] = ()
    differs: Sequence[str] = ()
    error: str = ""

    @property
    def needless(self) -> bool:
        """An exact answer with a doubt."""
        return self.verdict == "exact" and bool(self.doubts)


def main() -> None:
    """Read the pages and print the table."""
    options = _arguments()
    pages = chosen(options.folders, options.part, options.only or ())
    take(pages, options.cache)
    found: list[Outcome] = []
    for page in pages:
        view = view_of(page, options.cache)
        if view is None:
            print(f"{page.name}: no snapshot")
            continue
        one = outcome(page, view)
        found.append(one)
        if options.v:
            print(line(one), flush=True)
        if options.out:
            options.out.write_text(json.dumps([asdict(each) for each in found], ensure_ascii=False, indent=1))
    print(table(found))


def _arguments() -> argparse.Namespace:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("folders", nargs="*", type=Path, help="folders with pages/ and truth/")
    given.add_argument("--cache", type=Path, default=default_cache(), help="where snapshots are kept")
    given.add_argument("--only", action="append", help="page name (repeat; * as in file names)")
    given.add_argument("--part", choices=("all", "fit", "held"), default="fit", help="of which sites [fit]")
    given.add_argument("--out", type=Path, help="keep the outcomes in this file")
    given.add_argument("-v", action="store_true", help="a line for each page")
    return given.parse_args()


def spec_of(page: Labelled) -> ListingSpec:
    """What the workflow that a user would write by the words of the page asks of it."""
    site = {"url": page.url, "locale": page.locale, "zone": page.zone}
    extract = {"into": "records", "fields": page.declare, **({"each": "page"} if page.detail else {})}
    stages = [
        {"navigate": {"start": f"/{page.name}.html", "pages": "one"}},
        {"extract": extract},
        {"execute": {"sql": "SELECT * FROM records"}},
    ]
    text = json.dumps({"webdart": 1, "name": "page", "sites": {"site": site}, "stages": stages}, ensure_ascii=False)
    (stage,) = (one for one in build(loads(text), Inputs()).stages if isinstance(one, ListingStage))
    kind = "page" if page.detail else "listing"
    return ListingSpec(extract=stage.extracts[0], locale=page.locale, zone=page.zone, now=NOW, kind=kind)


def outcome(page: Labelled, view: PageView) -> Outcome:
    """Read a page as the first one of a walk is read, and compare."""
    spec = spec_of(page)
    found = read(view, spec)
    problem = found.error(page.url) or found.lacking(page.url)
    if problem is not None:
        return _told(page, "error", error=problem.problem)
    remarks = (*found.remarks, *second_opinion(view, spec, found))
    doubts = tuple(_doubts(found, remarks))
    differs = tuple(differences(page, found))
    if not differs:
        return _told(page, "exact", doubts=doubts)
    spoken = doubts or all(_is_said(one, len(found.records), page, remarks) for one in differs)
    return _told(page, "told" if spoken else "silent", doubts=doubts, differs=differs)


def _told(page: Labelled, verdict: Verdict, **more: object) -> Outcome:
    return Outcome(name=page.name, site=page.site, kind=page.kind, verdict=verdict, **more)  # type: ignore[arg-type]  # the keys of Outcome


def _doubts(found: Extraction, remarks: Sequence[Remark]) -> Iterator[str]:
    """What an appraisal finds doubtful in the rows, as `kind: field`."""
    names = dict.fromkeys(name for record in found.records for name in record.values)
    for name in names:
        values = [record.values.get(name) for record in found.records]
        raws = [record.raw.get(name) for record in found.records]
        if any(value is None and raw for value, raw in zip(values, raws, strict=True)):
            yield f"unreadable: {name}"
        elif len(values) >= _LEAST_EMPTY and all(value is None for value in values):
            yield f"empty: {name}"
    yield from (f"{one.code}: {one.column}" for one in remarks if one.code in _DOUBTS)


def differences(page: Labelled, found: Extraction) -> Iterator[str]:
    """The fields that differ, each with a sample; `rows` for another number of records."""
    if len(found.records) != page.records:
        yield f"rows: {len(found.records)} instead of {page.records}"
    for name in page.declare:
        readings = page.readings(name)
        bad = [
            f"{name}: [{place}] {str(wanted)[:_SHOWN]!r} read as {str(given)[:_SHOWN]!r}"
            for place, wanted in readings[0].values.items()
            if not _is_right(page, readings, place, given := _value(found, place, name))
        ]
        yield from bad[:1]


def _value(found: Extraction, place: int, name: str) -> Value | str:
    return found.records[place].values.get(name) if place < len(found.records) else "(no row)"


def _is_right(page: Labelled, readings: Sequence[TruthColumn], place: int, given: Value) -> bool:
    return any(same_value(one.type, one.values[place], given, page.base) for one in readings if place in one.values)


def _is_said(differs: str, rows: int, page: Labelled, remarks: Sequence[Remark]) -> bool:
    """Whether a remark names the field that differs, or counts the records that are too many or too few."""
    name = differs.split(":", maxsplit=1)[0]
    if name != "rows":
        return any(name == one.column or re.search(rf"\W{re.escape(name)}\W", one.text) for one in remarks)
    gap = abs(rows - page.records)
    return any(not one.column and (gap in (1, one.count)) for one in remarks)


def line(one: Outcome) -> str:
    """What became of a page, in one line."""
    parts = [f"{one.name:26} {one.kind:6} {one.verdict:7}", *one.differs, *one.doubts]
    if one.error:
        parts.append(one.error[: 3 * _SHOWN])
    return "; ".join(parts)


def table(found: Sequence[Outcome]) -> str:
    """How many pages of each kind ended how."""
    lines: list[str] = []
    for kind in ("list", "table", "detail", "total"):
        part = [one for one in found if kind in (one.kind, "total")]
        if part:
            counts = Counter(one.verdict for one in part)
            said = " · ".join(f"{verdict} {counts[verdict]}" for verdict in _VERDICTS)
            needless = sum(one.needless for one in part)
            lines.append(f"{kind:7} {len(part):4} pages: {said}; needless doubts {needless}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
