"""A listing of as many light pages as are asked for, in a process of its own: `python tests/bench/long_site.py PAGES`.

Each page brings five things along: styles, a script, pictures.

It prints its address, and serves `/parts?page=N` until it is ended.
"""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

ROWS = 10
HEAD = "<tr><th>No.</th><th>Name</th><th>Price</th><th>Stock</th></tr>"


def page(number: int, pages: int) -> str:
    """One page of the listing."""
    places = range((number - 1) * ROWS + 1, number * ROWS + 1)
    rows = "".join(
        f"<tr><td>{place}</td><td><a href='/part/{place}'>Part {place} of the store</a></td>"
        f"<td>${place % 900 + 1}.50</td><td>{place % 70}</td></tr>"
        for place in places
    )
    onward = f"<a rel=next href='/parts?page={number + 1}'>Next</a>" if number < pages else ""
    # what pages bring along, each at an address of its own, as where it is never kept
    brought = f"<link rel=stylesheet href='/style-{number}.css'><script src='/script-{number}.js'></script>"
    pictures = "".join(f"<img src='/picture-{number}-{place}.png' width=9 height=9>" for place in range(3))
    top = f"<!doctype html><html lang=en><title>Parts</title>{brought}<h1>Parts</h1>{pictures}"
    return f"{top}<table>{HEAD}{rows}</table>{onward}"


KINDS = {"css": "text/css", "js": "text/javascript", "png": "image/png"}


class Answering(BaseHTTPRequestHandler):
    """Answers every address with the page of its number."""

    protocol_version = "HTTP/1.1"
    pages = 0

    def do_GET(self) -> None:
        """A page of the listing, or something that pages bring along."""
        kind = KINDS.get(self.path.rpartition(".")[2])
        if kind is not None:
            self.answer(b"", kind)
            return
        number = int(parse_qs(urlsplit(self.path).query).get("page", ["1"])[0])
        self.answer(page(number, self.pages).encode(), "text/html; charset=utf-8")

    def answer(self, body: bytes, kind: str) -> None:
        """Send a body of that kind."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Nothing is printed."""


if __name__ == "__main__":
    Answering.pages = int(sys.argv[1])
    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        server.serve_forever()
