"""Test modules with their assertions rewritten, kept as bytecode: made once for all workers, not once by each.

In a fresh checkout every worker comes to the same modules at the same time, and would rewrite each of them. Here each
begins with another one, and passes over what is there already.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def fill(config: pytest.Config, modules: Sequence[Path], begin: int) -> None:
    """Rewrite those that are not kept, beginning with the one at that place."""
    if sys.dont_write_bytecode:
        return
    state = config.stash[rewrite.assertstate_key]
    for path in (*modules[begin:], *modules[:begin]):
        folder = rewrite.get_cache_dir(path)
        kept = folder / f"{path.stem}{rewrite.PYC_TAIL}"
        if kept.exists() or not rewrite.try_makedirs(folder):
            continue
        stat, code = rewrite._rewrite_test(path, config)  # pyright: ignore[reportPrivateUsage] - as its loader does
        rewrite._write_pyc(state, code, stat, kept)  # pyright: ignore[reportPrivateUsage] - as above
