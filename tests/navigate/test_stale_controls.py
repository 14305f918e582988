"""A control belongs to the page it was seen on: where that has changed meanwhile, it is found again or missing."""

from pathlib import Path

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.failing_site import PER_PAGE, run

pytestmark = pytest.mark.browser


def changing(site: SiteServer, before: str, link: str) -> None:
    """A listing whose second page is gone, and whose first has `before` and `link` once it is loaded again."""
    opened: list[int] = []

    def answer(asked: Asked) -> Reply:
        if "page" in asked.query:
            return Reply("<h1>Not found</h1>", status=404)
        opened.append(1)
        lines = "".join(f"<tr><td>Lamp {n}<td>{n}.50" for n in range(PER_PAGE))
        more = (before, link) if len(opened) > 1 else ("", "<a rel=next href='/?page=2'>Next</a>")
        return Reply(f"{more[0]}<table><tr><th>Name<th>Price{lines}</table>{more[1]}")

    site.on("/", answer)


NEWS = "".join(f"<p>News <a href=/news/{n}>number {n}</a></p>" for n in range(30))
CHANGES = {
    "more before it": (NEWS, "<a rel=next href='/?page=2'>Next</a>"),
    "gone": ("", ""),
    "gone, and more before it": (NEWS, ""),
    "another in its place": ("", "<a rel=next href='/?page=3'>Further</a>"),
    "twice": ("<a href='/?page=2'>Next</a>", "<a rel=next href='/?page=2'>Next</a>"),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("change", CHANGES)
async def test_a_page_that_changes_while_the_next_is_gone(change: str, site_server: SiteServer, tmp_path: Path) -> None:
    """The next page answers 404 and the page before was redrawn: what is missing is told, the rows stay."""
    changing(site_server, *CHANGES[change])
    done, _ = await run(site_server, tmp_path)
    assert done.result.exit == 1
    assert "answers 404" in str(done.result.error)
    assert (done.result.tables[0].rows, done.result.tables[0].verdict) == (PER_PAGE, "incomplete")
