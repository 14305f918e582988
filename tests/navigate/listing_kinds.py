"""Listings that go on in many ways, no two built alike, and the rows that each of them has."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from tests.conftest import Asked, Reply, SiteServer

Row = tuple[str, int]


def rows_of(count: int, word: str) -> list[Row]:
    """`count` rows, some of them equal in their number."""
    return [(f"{word} {place:03d}", place * 7 % 50) for place in range(1, count + 1)]


def table(rows: list[Row], after: str = "", title: str = "Goods") -> str:
    """A page of a plain table."""
    body = "".join(f"<tr><td>{name}</td><td>{size}</td></tr>" for name, size in rows)
    head = "<thead><tr><th>Name</th><th>Size</th></tr></thead>"
    return f"<!doctype html><title>{title}</title><h1>{title}</h1><table>{head}<tbody>{body}</tbody></table>{after}"


def paged(site: SiteServer, path: str, rows: list[Row], size: int, after: Callable[[int, int], str]) -> None:
    """`path?page=N`, a number past the end gives the last page; `after(page, pages)` is what stands below the table."""
    pages = -(-len(rows) // size)

    def answer(asked: Asked) -> Reply:
        page = min(int(asked.query.get("page", ["1"])[0]), pages)
        return Reply(table(rows[(page - 1) * size : page * size], after(page, pages)))

    site.on(path, answer)


def api(site: SiteServer, path: str, rows: list[Row]) -> None:
    """Rows as JSON: `path?from=…&n=…`."""

    def answer(asked: Asked) -> Reply:
        start, count = int(asked.query["from"][0]), int(asked.query["n"][0])
        return Reply(json.dumps(rows[start : start + count]), type="application/json")

    site.on(path, answer)


_ADD = """
  const add = rows => { for (const [name, size] of rows) {
    const row = document.querySelector('tbody').insertRow();
    row.insertCell().textContent = name; row.insertCell().textContent = size; } };
"""


def load_more(site: SiteServer) -> list[Row]:
    """A button that fetches twelve more; it goes when there are no more. Facets above say *Show more* too."""
    rows = rows_of(41, "more")
    api(site, "/more/api", rows)
    facets = "<aside><h2>Colours</h2><ul><li>red</li></ul><button>Show more</button></aside>"
    script = f"""<button id=b>Load 12 more goods</button><script>{_ADD}
      let at = 12; const b = document.getElementById('b');
      b.onclick = async () => {{
        b.disabled = true;
        const rows = await (await fetch(`/more/api?from=${{at}}&n=12`)).json();
        setTimeout(() => {{ add(rows); at += rows.length; b.disabled = false; if (at >= 41) b.remove(); }}, 120); }};
    </script>"""
    page = table(rows[:12], script).replace("<table>", f"{facets}<table>")
    site.page("/more", page)
    return rows


def endless(site: SiteServer) -> list[Row]:
    """The window is scrolled: an observer at the end fetches fifteen more until there are none."""
    rows = rows_of(67, "scrolled")
    api(site, "/endless/api", rows)
    script = f"""<div id=end style="height:20px"></div><style>td {{ height: 60px }}</style><script>{_ADD}
      let at = 15, busy = false;
      new IntersectionObserver(async seen => {{
        if (!seen[0].isIntersecting || busy || at >= 67) return;
        busy = true;
        const rows = await (await fetch(`/endless/api?from=${{at}}&n=15`)).json();
        at += rows.length; add(rows); busy = false;
      }}).observe(document.getElementById('end'));
    </script>"""
    site.page("/endless", table(rows[:15], script))
    return rows


def container(site: SiteServer) -> list[Row]:
    """A box is scrolled; its rows grow on the scroll event, after a pause, and a heading says how many there are."""
    rows = rows_of(60, "boxed")
    site.page(
        "/container",
        f"""<!doctype html><title>Goods</title><h1>Goods</h1><p>60 goods</p>
        <div id=box style="height:300px; overflow-y:auto"><ul id=list></ul></div><script>
        const rows = {json.dumps(rows)}; let at = 0, timer = null;
        const list = document.getElementById('list'), box = document.getElementById('box');
        const add = () => {{ for (const [n, s] of rows.slice(at, at + 10)) {{
          const li = document.createElement('li'); li.style.height = '40px';
          li.innerHTML = `<h3>${{n}}</h3><p>Size: ${{s}}</p>`; list.append(li); }} at += 10; }};
        add();
        box.onscroll = () => {{ clearTimeout(timer); timer = setTimeout(() => {{
          if (box.scrollTop + box.clientHeight >= box.scrollHeight - 50 && at < rows.length) add(); }}, 150); }};
        </script>""",
    )
    return rows


def virtual(site: SiteServer) -> list[Row]:
    """Only the rows in view exist, in elements that are used again; several rows say the same."""
    rows = [(f"virtual {place // 2:03d}", place // 2 % 9) for place in range(300)]  # every row stands there twice
    site.page(
        "/virtual",
        f"""<!doctype html><title>Goods</title><h1>Goods</h1>
        <div id=box style="height:400px; overflow:auto"><div id=all style="position:relative"></div></div><script>
        const rows = {json.dumps(rows)}, H = 32, all = document.getElementById('all'), box = document.getElementById('box');
        all.style.height = rows.length * H + 'px';
        const pool = Array.from({{length: 18}}, () => {{ const d = document.createElement('div');
          d.className = 'row'; d.style.cssText = `position:absolute;height:${{H}}px;width:100%`;
          d.innerHTML = '<b class=n></b> <span class=s></span>'; all.append(d); return d; }});
        const draw = () => {{ const first = Math.max(0, Math.min(rows.length - 18, Math.floor(box.scrollTop / H) - 2));
          pool.forEach((d, i) => {{ const [n, s] = rows[first + i]; d.style.top = (first + i) * H + 'px';
            d.children[0].textContent = n; d.children[1].textContent = `Size: ${{s}}`; }}); }};
        box.onscroll = () => requestAnimationFrame(draw); draw();
        </script>""",
    )
    return rows


def single_page(site: SiteServer) -> list[Row]:
    """A single-page application: numbered buttons without addresses, pushState, Next is never off."""
    rows = rows_of(38, "spa")
    api(site, "/spa/api", rows)
    site.page(
        "/spa",
        """<!doctype html><title>Goods</title><div id=app></div><script>
        let page = 1; const pages = 4;
        const draw = async () => {
          const rows = await (await fetch(`/spa/api?from=${(page - 1) * 10}&n=10`)).json();
          document.getElementById('app').innerHTML = `<h1>Goods</h1><div role=table>
            <div role=row><span role=columnheader>Name</span> <span role=columnheader>Size</span></div>` +
            rows.map(([n, s]) => `<div role=row><span role=cell>${n}</span> <span role=cell>${s}</span></div>`).join('') +
            `</div><nav aria-label=Pagination>` + Array.from({length: pages}, (_, i) =>
              `<button ${i + 1 === page ? 'aria-current=page' : ''} data-p=${i + 1}>${i + 1}</button>`).join('') +
            `<button data-p=next aria-label="Next page">›</button></nav>`;
          for (const b of document.querySelectorAll('nav button')) b.onclick = () => {
            const to = b.dataset.p === 'next' ? Math.min(pages, page + 1) : +b.dataset.p;
            if (to !== page) { page = to; history.pushState({}, '', `/spa/list/${to}`); draw(); } };
        };
        draw();
        </script>""",
    )
    return rows


def list_box(site: SiteServer) -> list[Row]:
    """*Page 1 of 5* is a list box in a form with a button."""
    rows = rows_of(45, "boxes")

    def after(page: int, pages: int) -> str:
        options = "".join(
            f"<option value={n}{' selected' if n == page else ''}>Page {n} of {pages}</option>"
            for n in range(1, pages + 1)
        )
        return f"<form action=/select><select name=page aria-label=Page>{options}</select><button>Go</button></form>"

    paged(site, "/select", rows, 9, after)
    return rows


def jump(site: SiteServer) -> list[Row]:
    """A box for the page's number beside "of 3", sent with Enter."""
    rows = rows_of(30, "jump")
    paged(
        site,
        "/jump",
        rows,
        12,
        lambda page, pages: (
            f"<form action=/jump><label>Page <input name=page value={page} size=3></label> of {pages}</form>"
        ),
    )
    return rows


def letters(site: SiteServer) -> list[Row]:
    """A–Z, some letters without entries, one letter on two pages."""
    names = [f"{letter}{word} {n}" for letter in "ABDEFGZ" for word, n in (("ble", 1), ("cme", 2), ("xis", 3))]
    rows = [(name, place) for place, name in enumerate(names)]

    def answer(asked: Asked) -> Reply:
        letter, page = asked.query.get("letter", ["A"])[0], int(asked.query.get("page", ["1"])[0])
        mine = [row for row in rows if row[0][0] == letter]
        bar = " ".join(
            f"<strong>{one}</strong>" if one == letter else f"<a href='/az?letter={one}'>{one}</a>"
            for one in "ABCDEFGZ"
        )
        shown, after = mine, ""
        if letter == "D":
            shown = mine[:2] if page == 1 else mine[2:]
            after = "<a href='/az?letter=D&page=2'>Next</a>" if page == 1 else "<a href='/az?letter=D'>Previous</a>"
        body = table(shown, after) if shown else "<title>Goods</title><h1>Goods</h1><p>Nothing under this letter.</p>"
        return Reply(body.replace("<h1>Goods</h1>", f"<h1>Goods</h1><p>{bar}</p>"))

    site.on("/az", answer)
    return rows


def years(site: SiteServer) -> list[Row]:
    """An archive by years, the newest first."""
    rows = [(f"post {year} {n}", year + n) for year in (2024, 2023, 2022, 2021) for n in range(year - 2019)]

    def answer(asked: Asked) -> Reply:
        year = int(asked.path.rsplit("/", 1)[-1]) if asked.path != "/archive" else 2024
        bar = "".join(
            f"<li>{one}</li>" if one == year else f"<li><a href='/archive/{one}'>{one}</a></li>"
            for one in (2024, 2023, 2022, 2021)
        )
        return Reply(table([row for row in rows if f" {year} " in row[0]], f"<ul>{bar}</ul>"))

    site.on("/archive", answer)
    site.on("/archive/*", answer)
    return rows


def cursors(site: SiteServer) -> list[Row]:
    """The next page is named by an opaque text; the last one's next leads to nothing at all (404)."""
    rows = rows_of(33, "cursor")
    marks = ["", "zq8", "k2d", "w9x", "gone"]

    def answer(asked: Asked) -> Reply:
        place = marks.index(asked.query.get("after", [""])[0])
        if place == 4:
            return Reply("<h1>Not found</h1>", status=404)
        total = "<p>33 goods in all</p>"
        return Reply(
            table(rows[place * 9 : place * 9 + 9], f"{total}<a href='/cursor?after={marks[place + 1]}'>Next »</a>")
        )

    site.on("/cursor", answer)
    return rows


def calendar(site: SiteServer) -> list[Row]:
    """Months without end: some have no events, after the last one none has."""
    events = {3: 2, 4: 0, 5: 3, 9: 1}
    rows = [(f"event {month}-{n}", month) for month, count in events.items() for n in range(count)]

    def answer(asked: Asked) -> Reply:
        months = int(asked.query.get("m", ["24290"])[0])  # since the year 0
        year, month = months // 12, months % 12 + 1
        mine = [row for row in rows if row[0].startswith(f"event {month}-")] if year == 2024 else []
        after = f"<a href='/calendar?m={months + 1}&y={(months + 1) // 12}'>Next month</a>"
        return Reply(table(mine, after))

    site.on("/calendar", answer)
    return rows


def shadowed(site: SiteServer) -> list[Row]:
    """Rows and pager are in an open shadow root; the pager clamps at the last page."""
    rows = rows_of(26, "shadow")
    site.page(
        "/shadow",
        f"""<!doctype html><title>Goods</title><h1>Goods</h1><goods-list></goods-list><script>
        const rows = {json.dumps(rows)};
        customElements.define('goods-list', class extends HTMLElement {{
          page = 1;
          connectedCallback() {{ this.attachShadow({{mode: 'open'}}); this.draw(); }}
          draw() {{
            const mine = rows.slice((this.page - 1) * 8, this.page * 8);
            this.shadowRoot.innerHTML = '<ul>' + mine.map(([n, s]) =>
              `<li><h3>${{n}}</h3><dl><dt>Size</dt><dd>${{s}}</dd></dl></li>`).join('') +
              `</ul><button ${{this.page * 8 >= rows.length ? 'disabled' : ''}}>Next</button>`;
            this.shadowRoot.querySelector('button').onclick = () => {{ this.page += 1; this.draw(); }};
          }}
        }});
        </script>""",
    )
    return rows


def clamped(site: SiteServer) -> list[Row]:
    """Numbers past the end give the last page again, and its Next stays."""
    rows = rows_of(25, "clamped")
    paged(site, "/clamped", rows, 10, lambda page, _: f"<a href='/clamped?page={page + 1}'>Next page</a>")
    return rows


def windowed(site: SiteServer) -> list[Row]:
    """Pages of thirty rows, of which a scrolled box has a dozen at a time; the heads are another table behind them."""
    rows = rows_of(75, "windowed")
    site.page(
        "/windowed",
        f"""<!doctype html><title>Goods</title><style>td{{height:29px;padding:0;width:200px}}table{{border-spacing:0}}</style>
<h1>Goods</h1><div role=progressbar style="height:0"></div>
<div role=grid aria-rowcount={len(rows) + 1} style="position:relative;padding-top:30px">
  <div style="position:absolute;top:0"><table><tr role=row aria-rowindex=1><td>Name</td><td>Size</td></tr></table></div>
  <div id=box style="height:200px;overflow:auto"><div id=all style="position:relative"><table id=t style="position:absolute"></table></div></div>
</div>
<div style="height:30px"><button id=n aria-label="Go to next page" style="width:40px">&gt;</button
><span style="margin-left:-40px;position:relative">a picture whose font is missing</span></div>
<script>
  const rows = {json.dumps(rows)}, size = 30; let page = 0;
  const draw = () => {{
    const first = Math.max(0, Math.floor(box.scrollTop / 30) - 3);
    const here = rows.slice(page * size, page * size + size);
    all.style.height = here.length * 30 + 'px'; t.style.top = first * 30 + 'px';
    t.innerHTML = here.slice(first, first + 12).map(([name, size], i) =>
      `<tr role=row aria-rowindex=${{page * 30 + first + i + 2}}><td>${{name}}</td><td>${{size}}</td></tr>`).join('');
    n.disabled = (page + 1) * size >= rows.length;
  }};
  box.onscroll = draw; n.onclick = () => {{ page += 1; box.scrollTop = 0; draw(); }}; draw();
</script>""",
    )
    return rows


def narrowed(site: SiteServer) -> list[Row]:
    """Only the columns in view are drawn, a moment after the box has got another width; sizes are far to the right."""
    rows = rows_of(34, "narrow")
    site.page(
        "/narrow",
        f"""<!doctype html><title>Goods</title><style>[role=row]{{display:flex}}[role=row]>*{{flex:none;width:160px}}</style>
<h1>Goods</h1><div style="width:420px"><div role=grid><div id=box style="overflow:auto"><div id=all style="width:1120px"></div></div>
</div></div><p><button id=n>Next page</button></p>
<script>
  const rows = {json.dumps(rows)}, heads = ["Name", "Colour", "Shelf", "Maker", "Checked", "By", "Size"]; let page = 0;
  const cells = ([name, size], n) => [name, "red green blue".split(" ")[n % 3], "S" + n, "Maker " + n % 4, "yes", "Ada", size];
  const line = (role, texts) => {{
    const drawn = texts.filter((_, column) => column * 160 < box.scrollLeft + box.clientWidth);
    return `<div role=row>${{drawn.map(text => `<div role=${{role}}>${{text}}</div>`).join('')}}</div>`;
  }};
  const draw = () => {{
    all.innerHTML = line("columnheader", heads) + rows.slice(page * 12, page * 12 + 12).map(
      (row, n) => line("gridcell", cells(row, page * 12 + n))).join('');
    n.disabled = (page + 1) * 12 >= rows.length;
  }};
  let later; new ResizeObserver(() => {{ clearTimeout(later); later = setTimeout(draw, 90); }}).observe(box);
  box.onscroll = draw; n.onclick = () => {{ page += 1; draw(); }}; draw();
</script>""",
    )
    return rows


def forgetful(site: SiteServer) -> list[Row]:
    """A grid of a few rows at a time, which draws the columns beyond the window only where its rows are not scrolled."""
    rows = rows_of(60, "forgetful")
    site.page(
        "/forgetful",
        f"""<!doctype html><title>Goods</title><style>[role=row]{{display:flex;height:30px}}[role=row]>*{{flex:none;width:160px}}
[role=cell]{{height:30px;overflow:hidden}}</style>
<h1>Goods</h1><div style="width:420px"><div id=box role=grid aria-rowcount={len(rows) + 1} style="height:200px;overflow:auto">
<div id=all style="width:640px;position:relative"></div></div></div>
<script>
  const rows = {json.dumps(rows)}, heads = ["Name", "Colour", "Shelf", "Size"]; let kept = 640;
  const cells = ([name, size], n) => [name, "red green blue".split(" ")[n % 3], "S" + n, size];
  const line = (role, texts, index) => {{
    const drawn = texts.filter((_, column) => role !== "cell" || column * 160 < box.scrollLeft + Math.max(kept, box.clientWidth));
    return `<div role=row aria-rowindex=${{index}}>${{drawn.map(text => `<div role=${{role}}>${{text}}</div>`).join('')}}</div>`;
  }};
  const draw = () => {{
    const first = Math.max(0, Math.floor(box.scrollTop / 30) - 2);
    all.style.height = (rows.length + 1) * 30 + 'px';
    all.innerHTML = `<div style="position:absolute;top:${{first * 30}}px">` + line("columnheader", heads, 1) +
      rows.slice(first, first + 11).map((row, n) => line("cell", cells(row, first + n), first + n + 2)).join('') + '</div>';
  }};
  box.onscroll = () => {{ kept = box.scrollTop ? 0 : 640; draw(); }}; new ResizeObserver(draw).observe(box); draw();
</script>""",
    )
    return rows


def concealed(site: SiteServer) -> list[Row]:
    """A box that hides what is beyond it, moved by a script; what left the view goes at once, what came is drawn late."""
    rows = rows_of(90, "concealed")
    site.page(
        "/concealed",
        f"""<!doctype html><title>Goods</title><h1>Goods</h1>
<div id=box style="height:240px;overflow:hidden"><div id=all style="position:relative"></div></div><script>
  const rows = {json.dumps(rows)}, H = 30; let later, shown = 0, end = 0; all.style.height = rows.length * H + 'px';
  const draw = (from, to) => {{ shown = from; end = to; all.innerHTML = rows.slice(from, to).map(([name, size], n) =>
    `<div class=row style="position:absolute;top:${{(from + n) * H}}px"><b>${{name}}</b> <span>Size: ${{size}}</span></div>`).join(''); }};
  box.onscroll = () => {{ const first = Math.floor(box.scrollTop / H);
    if (first < end && first + 8 > shown) draw(Math.max(first, shown), Math.min(end, first + 8));
    clearTimeout(later); later = setTimeout(() => draw(first, first + 10), 60); }}; draw(0, 10);
</script>""",
    )
    return rows


def up_and_down(site: SiteServer) -> list[Row]:
    """Links "More" that turn pages: above the rows one that leads back, from the second page on, below them one on."""
    rows = rows_of(33, "updown")

    def answer(asked: Asked) -> Reply:
        start = int(asked.query.get("b", asked.query.get("a", ["0"]))[0])
        up = f"<p><a href='/updown?a={max(start - 10, 0)}'>More&nbsp;↑</a></p>" if start else ""
        down = f"<p><a href='/updown?b={start + 10}'>More&nbsp;↓</a></p>" if start + 10 < len(rows) else ""
        return Reply(table(rows[start : start + 10], down).replace("<table>", f"{up}<table>"))

    site.on("/updown", answer)
    return rows


def settled(site: SiteServer) -> list[Row]:
    """Rows come and go as the page is scrolled, but for the first ones, which stay."""
    rows = rows_of(160, "settled")
    site.page(
        "/settled",
        f"""<!doctype html><title>Goods</title><h1>Goods</h1>
<div id=box style="height:300px;overflow:auto"><div id=all style="position:relative"></div></div><script>
  const rows = {json.dumps(rows)}, H = 30; all.style.height = rows.length * H + 'px';
  const line = n => `<div class=row style="position:absolute;top:${{n * H}}px"><b>${{rows[n][0]}}</b> <span>Size: ${{rows[n][1]}}</span></div>`;
  const draw = () => {{ const first = Math.floor(box.scrollTop / H), here = new Set();
    for (let n = 0; n < 8; n++) here.add(n);
    for (let n = Math.max(0, first - 4); n < Math.min(rows.length, first + 16); n++) here.add(n);
    all.innerHTML = [...here].sort((a, b) => a - b).map(line).join(''); }};
  box.onscroll = draw; draw();
</script>""",
    )
    return rows


@dataclass(frozen=True, slots=True)
class Way:
    """One listing: where it begins, what builds it, the verdict (or verdicts) that its walk deserves."""

    start: str
    build: Callable[[SiteServer], list[Row]]
    verdict: str = "complete"
    pages: str = ""


WAYS = {
    "load_more": Way("/more", load_more),
    "endless": Way("/endless", endless, "unknown"),
    "container": Way("/container", container),
    "virtual": Way("/virtual", virtual),
    "single_page": Way("/spa", single_page),
    "list_box": Way("/select", list_box),
    "jump": Way("/jump", jump),
    "letters": Way("/az", letters),
    "years": Way("/archive", years),
    "cursors": Way("/cursor", cursors),
    "calendar": Way("/calendar", calendar, "unknown"),
    "shadowed": Way("/shadow", shadowed),
    "clamped": Way("/clamped", clamped),
    "windowed": Way("/windowed", windowed),
    "narrowed": Way("/narrow", narrowed),
    "forgetful": Way("/forgetful", forgetful),
    "up_and_down": Way("/updown", up_and_down),
    "settled": Way("/settled", settled, "unknown complete"),  # whether its last step brings a row decides
    "concealed": Way("/concealed", concealed, "unknown complete"),  # how late rows come decides if the end is seen
}
