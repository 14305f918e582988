"""Boats on pages of a listing, each with a page of its own, and the ways in which these may differ."""

from dataclasses import dataclass

from tests.conftest import Asked, Reply, SiteServer

PER_PAGE, PAGES = 12, 2
CHORE = """webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /boats, pushdown: off}}
  - extract:
      source: auto
      into: parts
      key: no
      fields:
        no: {{type: integer, label: "No."}}
        name: text
        price: {{type: money, page: detail}}
        stock: {{type: integer, page: detail, label: Berths}}
  - execute: SELECT * FROM parts ORDER BY no
"""
RAISED = "const e = document.querySelector('.price'); if (e.dataset.up) e.textContent = '$' + e.dataset.up"


@dataclass
class Harbour:
    """Boats, each with a page of its own, which draws a picture: the log tells which of them a browser has shown.

    From boat `raised` on, up to `until`, a script shows another price; the price of boat `marked` has a class that no
    other has. The page of boat `gone` is not there. `pages` are those of the listing.
    """

    server: SiteServer
    pages: int = PAGES
    raised: int = 999
    until: int = 999
    marked: int = 0
    gone: int = 0
    scripted: bool = True

    def __post_init__(self) -> None:
        self.server.on("/boats", self.listing)
        self.server.answers("/drawn.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>", type="image/svg+xml")
        for number in range(1, PER_PAGE * self.pages + 1):
            self.server.on(f"/boat/{number}", self.boat)

    def listing(self, asked: Asked) -> Reply:
        number = int(asked.query.get("page", ["1"])[0])
        first = (number - 1) * PER_PAGE + 1
        rows = "".join(
            f"<tr><td>{no}</td><td><a href='/boat/{no}'>{self.name(no)}</a></td></tr>"
            for no in range(first, first + PER_PAGE)
        )
        onward = f"<a rel=next href='/boats?page={number + 1}'>Next</a>" if number < self.pages else ""
        return Reply(
            f"<title>Boats</title><h1>Boats</h1><table><tr><th>No.</th><th>Name</th></tr>{rows}</table><p>Page {number}"
            f" of {self.pages} {onward}</p>"
        )

    def boat(self, asked: Asked) -> Reply:
        number = int(asked.path.rsplit("/", 1)[1])
        if number == self.gone:
            return Reply("<title>Gone</title><h1>Gone</h1>", status=404)
        up = f" data-up='{self.price(number) + 1}.00'" if self.raised <= number <= self.until else ""
        mark = " new" if number == self.marked else ""
        return Reply(
            f"<!doctype html><html lang=en><head><title>{self.name(number)}</title><style>.new{{color:red}}</style>"
            f"</head><body><nav><a href='/boats'>Boats</a></nav><main><h1>{self.name(number)}</h1>"
            f"<img src='/drawn.svg?no={number}' alt=''><dl><dt>Price</dt><dd class='price{mark}'{up}>"
            f"${self.price(number)}.00</dd><dt>Berths</dt><dd>{number % 5 + 1}</dd></dl></main>"
            f"{f'<script>{RAISED}</script>' if self.scripted else ''}</body></html>"
        )

    def name(self, number: int) -> str:
        return f"{('Heron', 'Curlew', 'Plover')[number % 3]} {number}"

    def price(self, number: int) -> int:
        return 100 + number * 7

    @property
    def chore(self) -> str:
        """The file that reads them."""
        return CHORE.format(url=self.server.url)

    @property
    def drawn(self) -> int:
        """How many own pages a browser has shown."""
        return len(self.server.seen("/drawn.svg"))

    @property
    def truth(self) -> list[tuple[str, ...]]:
        """What a browser shows."""
        found: list[tuple[str, ...]] = []
        for no in range(1, PER_PAGE * self.pages + 1):
            price = self.price(no) + (self.raised <= no <= self.until)
            own = ("None", "None") if no == self.gone else (f"{price}.00", str(no % 5 + 1))
            found.append((str(no), self.name(no), *own))
        return sorted(found)
