"""Runs the command line for `python -m webdart`; Ctrl-C at any point, even during import, exits with 130."""

import gc
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line."""
    try:
        from webdart.cli.main import main as command_line  # noqa: PLC0415 - an import may be interrupted too

        command_line()
    except KeyboardInterrupt:  # while it was imported, or once more while it said that it was interrupted
        sys.exit(130)
    finally:
        gc.freeze()  # a sixth of a short run was a last look for cycles, through all modules


if __name__ == "__main__":
    main()
