"""A grid of several panes, each scrolled by itself, goes on in the one that scrolls the others."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer

pytestmark = pytest.mark.browser

PAGE = """<title>Parts</title><h1>Parts</h1><style>
.pane{position:absolute;top:30px;height:270px;overflow:auto} .row{position:absolute;height:30px;white-space:nowrap}
.row span{display:inline-block;width:100px}
</style><div role=grid style="position:relative;height:300px;width:400px">
<div><div role=row class=row style="left:0"><span role=columnheader>No</span></div></div>
<div><div role=row class=row style="left:100px"><span role=columnheader>Name</span><span role=columnheader>Maker</span></div></div>
<div class=pane id=left style="left:0;width:100px;overflow:hidden"><div style="position:relative;height:3600px"></div></div>
<div class=pane id=right style="left:100px;width:290px"><div style="position:relative;height:3600px"></div></div>
</div><script>
const cell = text => `<span role=gridcell>${text}</span>`;
const row = (n, cells) => `<div role=row class=row style="top:${n * 30}px">${cells.map(cell).join('')}</div>`;
function draw() {
  left.scrollTop = right.scrollTop;
  const first = Math.floor(right.scrollTop / 30), shown = [...Array(120).keys()].slice(first, first + 12);
  left.firstChild.innerHTML = shown.map(n => row(n, ['P' + (n + 1)])).join('');
  right.firstChild.innerHTML = shown.map(n => row(n, ['Part ' + (n + 1), n % 2 ? 'Ida' : 'Ole'])).join('');
}
right.onscroll = draw;
draw();
</script>"""

CHORE = """
webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /parts}}
  - extract: {{into: parts, key: no, fields: {{no: text, name: text, maker: text}}}}
  - execute: SELECT no, name, maker FROM parts ORDER BY _n
"""


def test_rows_of_panes_are_read_to_the_end(site_server: SiteServer, tmp_path: Path) -> None:
    """The rows in view alone were the whole listing: no box around both panes is scrolled."""
    site_server.page("/parts", PAGE)
    file = tmp_path / "parts.yaml"
    file.write_text(CHORE.format(url=site_server.url))
    run = webdart.run(file, project=tmp_path)
    assert run.answer.rows == tuple((f"P{n}", f"Part {n}", "Ole" if n % 2 else "Ida") for n in range(1, 121))
