"""Measures a run on pages whose sites took no part in the fit of its weights: what a stranger's page meets.

    python -m tools.left_out [FOLDER...] --readings FILE... [--folds 8] [-v]

For every part of the sites the weights of sets and of columns are fitted on the readings of the others (`tools.measure
--out` keeps these), and the pages of that part are read by a copy of the package that has them (`tools.outcomes`).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns

import numpy as np

import webdart
from tools.fit import fitted_fields, fitted_sets
from tools.labels import Labelled, chosen
from tools.outcomes import Outcome, line, table
from tools.reading import Reading, loaded
from tools.snapshots import default_cache, take

_SEED = 47
_FOLDS = 8


def main() -> None:
    """Fit and read part by part, and print the table of all."""
    options = _arguments()
    pages = chosen(options.folders, "all", ())
    take(pages, options.cache)
    readings = [one for place in options.readings for one in loaded(place)]
    part_of = _parts(sorted({page.site for page in pages} | {one.site for one in readings}), options.folds)
    found: list[Outcome] = []
    for part in range(options.folds):
        read = _read([page for page in pages if part_of[page.site] == part], readings, part_of, part, options)
        if options.v:  # at once: a run of an hour may not come to its end
            print("\n".join(line(one) for one in read), flush=True)
        found += read
    print(table(found))


def _arguments() -> argparse.Namespace:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("folders", nargs="*", type=Path, help="folders with pages/ and truth/")
    given.add_argument("--readings", nargs="+", type=Path, required=True, help="files of readings with features")
    given.add_argument("--cache", type=Path, default=default_cache(), help="where snapshots are kept")
    given.add_argument("--folds", type=int, default=_FOLDS, help=f"parts of the sites [{_FOLDS}]")
    given.add_argument("-v", action="store_true", help="a line for each page")
    return given.parse_args()


def _parts(sites: Sequence[str], count: int) -> Mapping[str, int]:
    order = np.random.default_rng(_SEED).permutation(len(sites))
    return {sites[int(place)]: number % count for number, place in enumerate(order)}


def _read(
    pages: Sequence[Labelled],
    readings: Sequence[Reading],
    part_of: Mapping[str, int],
    part: int,
    options: argparse.Namespace,
) -> list[Outcome]:
    """What becomes of the pages by the weights that the other parts give."""
    others = [one for one in readings if part_of[one.site] != part]
    with tempfile.TemporaryDirectory() as place:
        package = Path(place) / "webdart"
        copytree(Path(webdart.__file__).parent, package, ignore=ignore_patterns("__pycache__"))
        for name, weights in (("sets", fitted_sets(others)), ("fields", fitted_fields(others))):
            told = json.dumps({"note": "fitted without the sites of a part", "weights": weights})
            (package / "extract" / "weights" / f"{name}.json").write_text(told, encoding="utf-8")
        out = Path(place) / "outcomes.json"
        names = [word for page in pages for word in ("--only", page.name)]
        folders = [str(folder.resolve()) for folder in dict.fromkeys(page.folder for page in pages)]
        command = [sys.executable, "-m", "tools.outcomes", *folders, "--part", "all", *names]
        command += ["--cache", str(options.cache.resolve()), "--out", str(out)]
        paths = os.pathsep.join((place, str(Path(webdart.__file__).parents[1]), os.environ.get("PYTHONPATH", "")))
        env = {**os.environ, "PYTHONPATH": paths}
        subprocess.run(command, check=True, cwd=place, env=env, stdout=subprocess.DEVNULL)
        return [Outcome(**one) for one in json.loads(out.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    main()
