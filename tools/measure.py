"""Measures how labelled pages are read: record sets, columns, and the mapping of declared fields.

    python -m tools.measure FOLDER... [-v] [--only NAME] [--plain] [--jobs 2] [--cache DIR] [--out FILE]
    python -m tools.measure --from FILE... [-v]

Each folder has `pages/` and `truth/`. Without folders, those of the environment variable WEBDART_LABELS are read
(separated by colons). A fifth of the sites, told by their names, is held out: only `--part held` or `all` reads them.
`--out` keeps the readings with all features: `tools.fit` fits on such files, and `--from` prints
their table again.
"""

import argparse
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.labels import chosen
from tools.reading import Options, Outcome, Reading, kept, loaded, read_pages
from tools.snapshots import default_cache, take


def main() -> None:
    """Read the pages and print the table."""
    options = arguments()
    readings: list[Reading] = []
    for reading in _readings(options):
        readings.append(reading)
        if options.v:
            print(line(reading), flush=True)
    print(table(readings))


def _readings(options: argparse.Namespace) -> Iterator[Reading]:
    if options.readings:
        for place in options.readings:
            yield from loaded(place)
        return
    pages = chosen(options.folders, options.part, options.only or ())
    if not options.plain:
        take(pages, options.cache)
    how = Options(
        cache=options.cache, boxes=not options.plain, features=options.out is not None, variations=options.variations
    )
    readings = read_pages(pages, how, options.jobs)
    yield from kept(readings, options.out) if options.out else readings


def arguments() -> argparse.Namespace:
    """The arguments of this script."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("folders", nargs="*", type=Path, help="folders with pages/ and truth/")
    given.add_argument("--cache", type=Path, default=default_cache(), help="where snapshots are kept")
    given.add_argument("--only", action="append", help="page name (repeat; * as in file names)")
    given.add_argument("--plain", action="store_true", help="without a browser: no geometry")
    given.add_argument("--part", choices=("all", "fit", "held"), default="fit", help="of which sites [fit]")
    given.add_argument("--variations", type=int, default=0, help="other declarations of each page that are kept [0]")
    given.add_argument("--jobs", type=int, default=2, help="processes [2]")
    given.add_argument("--out", type=Path, help="keep the readings in this file")
    given.add_argument("--from", dest="readings", action="append", type=Path, help="readings kept before (repeat)")
    given.add_argument("-v", action="store_true", help="a line for each page")
    return given.parse_args()


def line(one: Reading) -> str:
    """What became of one page."""
    rank = one.rank
    place = f"set {rank + 1}" if rank >= 0 else "no set"
    first = f"{one.set_kinds[0]} of {one.set_counts[0]}" if one.set_kinds else "nothing"
    parts = [f"{one.folder}/{one.name:24} {one.kind:6} {place:7} first: {first:16} {one.seconds:5.2f} s"]
    parts.append(f"columns {one.columns_found}/{one.columns_true}")
    if one.columns_missing:
        parts.append("missing " + ", ".join(one.columns_missing))
    for outcome in one.end_to_end:
        verdict = verdict_of(outcome)
        if verdict != "right":
            parts.append(
                f"{outcome.name}: {verdict} ({outcome.probability:.2f}, +{outcome.margin:.2f}; {outcome.column})"
            )
    if one.error:
        parts.append(one.error)
    return "; ".join(parts)


def verdict_of(outcome: Outcome) -> str:
    """`right`, `ask` or `wrong`; a field without a column is asked for."""
    if outcome.verdict != "sure":
        return "ask"
    return "right" if outcome.right else "wrong"


def table(readings: Sequence[Reading]) -> str:
    """The figures of all pages, lists and tables apart from detail pages."""
    groups = {
        "lists": [one for one in readings if one.kind == "list"],
        "tables": [one for one in readings if one.kind == "table"],
        "lists and tables": [one for one in readings if not one.detail],
        "detail pages": [one for one in readings if one.detail],
    }
    lines: list[str] = []
    for title, group in groups.items():
        if group:
            lines += [f"{title}: {len(group)} pages of {len({one.site for one in group})} sites", *_figures(group)]
    failed = [one.name for one in readings if one.error]
    if failed:
        lines.append(f"the reader failed on {len(failed)}: {', '.join(failed[:20])}")
    return "\n".join(lines)


def _figures(group: Sequence[Reading]) -> list[str]:
    ranks = [one.rank for one in group]
    found, wanted = sum(one.columns_found for one in group), sum(one.columns_true for one in group)
    reached = [one for one in group if one.rank >= 0]
    inside = sum(one.columns_found for one in reached), sum(one.columns_true for one in reached)
    times = sorted(one.seconds for one in group)
    sets = (
        f"  right set: candidates {_share(sum(rank >= 0 for rank in ranks), len(group))}, "
        f"first {_share(sum(rank == 0 for rank in ranks), len(group))}, "
        f"among three {_share(sum(0 <= rank < 3 for rank in ranks), len(group))}"
    )
    cost = (
        f"  CPU seconds a page: median {statistics.median(times):.3f}, "
        f"nine in ten {times[int(0.9 * (len(times) - 1))]:.3f}, most {times[-1]:.3f}"
    )
    return [
        sets,
        f"  columns: {_share(found, wanted)}; in right sets {_share(*inside)}",
        f"  mapping in the right set: {_verdicts([field for one in reached for field in one.in_right])}",
        f"  end to end: {_verdicts([field for one in group for field in one.end_to_end])}",
        cost,
    ]


def _verdicts(outcomes: Sequence[Outcome]) -> str:
    counts = {name: sum(verdict_of(one) == name for one in outcomes) for name in ("right", "ask", "wrong")}
    guess = sum(one.right for one in outcomes)
    sure = counts["right"] + counts["wrong"]
    share = f"{100 * counts['wrong'] / sure:.1f} % of the sure" if sure else "none sure"
    return (
        f"right {counts['right']} · ask {counts['ask']} · sure and wrong {counts['wrong']} ({share})"
        f" of {len(outcomes)}; best guess right {guess}"
    )


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f" ({100 * part / whole:.0f} %)" if whole else "")


if __name__ == "__main__":
    main()
