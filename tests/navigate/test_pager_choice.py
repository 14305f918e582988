"""Several listings of a page, each with a pager of its own: the one beside the records that are read turns them."""

import asyncio

import pytest

from tests.conftest import SiteServer
from tests.navigate.pushdown_chores import Desk, chore

pytestmark = pytest.mark.browser

SCRIPT = """<script>
function list(box, from, to) {
  let page = 0
  const pages = Math.ceil((to - from) / 5)
  const show = () => {
    const rows = []
    for (let n = from + page * 5; n < Math.min(to, from + page * 5 + 5); n++)
      rows.push(`<tr><td>Lamp ${n}</td><td>${n * 3 % 17}</td></tr>`)
    box.querySelector('tbody').innerHTML = rows.join('')
    box.querySelectorAll('li')[0].className = page ? '' : 'disabled'
    box.querySelectorAll('li')[1].className = page < pages - 1 ? '' : 'disabled'
  }
  box.querySelectorAll('a')[0].onclick = () => { page = Math.max(page - 1, 0); show() }
  box.querySelectorAll('a')[1].onclick = () => { page = Math.min(page + 1, pages - 1); show() }
  show()
}
list(document.getElementById('old'), 100, 112)
list(document.getElementById('new'), 1, 24)
</script>"""


def part(name: str, words: str) -> str:
    """A listing below a heading, with its pager: links that only a script answers."""
    link = '<a href="javascript:void(0)" aria-label="%s" title="%s"><i></i>%s</a>'
    arrows = "".join(f"<li>{link % (word, word, sign)}</li>" for word, sign in (("Previous", "‹"), ("Next", "›")))
    heads = "<thead><tr><th>Name</th><th>Stock</th></tr></thead>"
    return (
        f"<div id={name}><h2>{words}</h2><table>{heads}<tbody></tbody></table><ul class=pagination>{arrows}</ul></div>"
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("words", "rows"), [("Old lamps", 12), ("New lamps", 23)])
def test_each_listing_is_turned_by_its_own(
    words: str, rows: int, desk: Desk, loop: asyncio.Runner, site_server: SiteServer
) -> None:
    """The first pager of the page is not the one of the second listing, and each ends where its own is off."""
    site_server.page("/", f"<h1>Lamps</h1>{part('old', 'Old lamps')}{part('new', 'New lamps')}{SCRIPT}")
    text = chore(site_server.url, "start: /", "fields: {name: text, stock: integer}", "SELECT name FROM rows")
    found = loop.run(desk.walk(text.replace("fields:", f"in: {words}, fields:")))
    assert found.table.num_rows == rows
    assert found.summary.verdict == "complete", found.summary.reasons
