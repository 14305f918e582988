"""Writes generated pages with their truth into a folder: `python -m tools.generator FOLDER [--seeds 0-19]`."""

import argparse
import json
from pathlib import Path

from tools.generator import LAYOUTS, page

given = argparse.ArgumentParser(description=__doc__)
given.add_argument("folder", type=Path)
given.add_argument("--seeds", default="0-9", help="first and last seed; each makes one page of every layout [0-9]")
options = given.parse_args()
first, last = map(int, options.seeds.split("-"))
for part in ("pages", "truth"):
    (options.folder / part).mkdir(parents=True, exist_ok=True)
for seed in range(first, last + 1):
    for layout in (*LAYOUTS, "detail"):
        made = page(seed, layout)
        (options.folder / "pages" / f"{made.name}.html").write_text(made.html, encoding="utf-8")
        truth = json.dumps(made.truth, ensure_ascii=False, indent=1)
        (options.folder / "truth" / f"{made.name}.json").write_text(truth, encoding="utf-8")
