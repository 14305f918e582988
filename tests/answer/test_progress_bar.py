"""The progress of a run in a notebook: one picture after another, seldom, and a site's words as text."""

from webdart.answer.progress_bar import ProgressBar, listeners
from webdart.trace import Event, EventKind


def event(kind: EventKind, seconds: float, text: str = "", **data: object) -> Event:
    return Event(kind=kind, text=text, stage=0, seconds=seconds, data=data)


def test_a_bar_where_the_site_says_how_many_there_are():
    """It grows with the rows that were read, and is gone at the end; a title of a page stays text."""
    shown: list[str] = []
    bar = ProgressBar(shown.append)
    bar.listen(event("stage", 0.0, "<b>Lamps</b>"))
    for page in range(1, 5):
        bar.listen(event("page", page / 10, rows=20, read=20 * page, stated=100))
    bar.listen(event("end", 2.0))
    assert len(shown) == 3
    assert "<progress" not in shown[0]
    assert '<progress max="100" value="60"></progress>' in shown[1]
    assert "3 pages · 60 rows" in shown[1]
    assert "<progress" not in shown[2]
    assert all("&lt;b&gt;Lamps&lt;/b&gt;" in one for one in shown)


def test_a_process_without_a_notebook_shows_none():
    """Nothing is imported for it, either."""
    assert listeners() == ()
