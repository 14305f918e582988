"""Serves the bundled site until Ctrl-C (`python -m webdart.demo`)."""

import argparse
import sys
import threading

from webdart.demo import serve


def main() -> int:
    """Serve, say where, wait for Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m webdart.demo", description="Serve webdart's bundled site on loopback."
    )
    parser.add_argument("--port", type=int, default=8765, help="0 is any free port (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7, help="another seed is another stock (default: %(default)s)")
    options = parser.parse_args()
    try:
        site = serve(options.port, seed=options.seed)
    except OSError as error:
        parser.error(f"port {options.port} can't be used: {error.strerror}; --port 0 takes a free one")
    with site:
        sys.stdout.write(
            f"{site.url}\nThe tracker's user is {site.user}, the password {site.password}. Ctrl-C ends it.\n"
        )
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
