"""Are pages kept whole, without secrets, within bounds, and never at the price of the run?"""

import json
from pathlib import Path

import pytest

from webdart.browser.snapshot.reader import INDEX, STORE, KeptPages
from webdart.browser.snapshot.saved_page import SavedSite, read, save
from webdart.browser.snapshot.thumbnails import MOST, Album
from webdart.browser.snapshot.writer import PageKeeper
from webdart.errors import Incomplete, StoreError
from webdart.page.model import PageView
from webdart.plan.model import SitePlan
from webdart.secret import Mask, Secret
from webdart.values import replace


def page(url: str, text: str) -> PageView:
    """A page of one paragraph, as the page's script would give it."""
    columns: dict[str, object] = {
        "title": text,
        "url": url,
        "language": "en",
        "ready": "complete",
        "size": [800, 600, 800, 600, 0, 0],
        "path": [],
        "cut": {},
        "words": ["", "p", "#text", text],
        "shapes": [1, 0, 0, 2, 0, 0],
        "looks": [0, 1],
        "above": [1, 1],
        "sizes": [2, 1],
        "texts": [0, 3],
        "names": [0, 0],
        "given": [],
        "boxes": [],
        "values": {},
        "frames": {},
        "marked": {},
        "wrong": {},
    }
    return replace(PageView(url=url, title=text, language="en", status=200, nodes=()), documents=(json.dumps(columns),))


def keeper(folder: Path, said: list[str], *, most: int = 1 << 20, secret: str = "") -> PageKeeper:
    mask = Mask([Secret("WORD", secret)] if secret else [])
    return PageKeeper(folder / "pages", mask, said.append, most=most)


async def test_pages_are_kept_once_and_found_by_their_address(tmp_path: Path):
    """The same page again takes no room; a second keeper goes on where the first one stopped."""
    said: list[str] = []
    first = keeper(tmp_path, said)
    assert await first.keep(page("http://x/1", "one"), asked="http://x/1") == 1
    size = (tmp_path / "pages" / STORE).stat().st_size
    await first.keep(page("http://x/1", "one"), asked="http://x/1#part")
    assert (tmp_path / "pages" / STORE).stat().st_size == size
    with (tmp_path / "pages" / INDEX).open("a") as index:
        index.write('{"id": 3, "torn')
    assert await keeper(tmp_path, said).keep(page("http://x/2", "two"), asked="http://x/go") == 3
    pages = KeptPages.of(tmp_path / "pages")
    assert pages.page("http://x/1#other").text_of(0) == "one"
    assert pages.page("http://x/go").text_of(0) == pages.page("http://x/2").text_of(0) == "two"
    with pytest.raises(Incomplete, match="http://x/3"):
        pages.page("http://x/3")
    assert said == []


async def test_no_secret_is_in_a_kept_page_and_its_numbers_stay_whole(tmp_path: Path):
    """A secret of digits is blanked in texts, not in the places and sizes of which a page is made."""
    said: list[str] = []
    await keeper(tmp_path, said, secret="8000").keep(page("http://x/?pin=8000", "pin 8000"), asked="http://x/")
    assert "8000" not in (tmp_path / "pages" / INDEX).read_text()
    assert KeptPages.of(tmp_path / "pages").page("http://x/").text_of(0) == "pin <secret WORD>"
    await keeper(tmp_path, said, secret='é"\\x').keep(page("http://x/2", 'say é"\\x'), asked="http://x/2")
    assert KeptPages.of(tmp_path / "pages").page("http://x/2").text_of(0) == "say <secret WORD>"


async def test_what_cannot_be_kept_is_said_once(tmp_path: Path):
    """Neither a full quota nor a folder that can't be made ends a run."""
    said: list[str] = []
    small = keeper(tmp_path, said, most=300)
    for number in range(9):
        await small.keep(page(f"http://x/{number}", f"text {number} " * 9), asked=f"http://x/{number}")
    assert len(said) == 1
    assert "later ones are not kept" in said[0]
    (tmp_path / "file").write_text("")
    nowhere = keeper(tmp_path / "file", said)
    assert await nowhere.keep(page("http://x/", "x")) == 0
    assert len(said) == 2


async def test_a_damaged_page_is_told(tmp_path: Path):
    """With its address; an empty folder says what to do."""
    await keeper(tmp_path, []).keep(page("http://x/", "x"))
    (tmp_path / "pages" / STORE).write_bytes(b"nothing of the kind")
    with pytest.raises(StoreError, match="http://x/ is damaged"):
        KeptPages.of(tmp_path / "pages").page("http://x/")
    with pytest.raises(StoreError, match="no pages were kept"):
        KeptPages.of(tmp_path)


class _Camera:
    """A tab that can be pictured."""

    def __init__(self) -> None:
        self.taken = 0

    async def picture(self) -> bytes:
        self.taken += 1
        return b"jpeg"


async def test_few_pages_are_pictured_and_none_with_a_secret(tmp_path: Path):
    """The first, the third, the ninth …; at most a dozen in a run."""
    tab = await SavedSite({}).tab(SitePlan(name="x", url="http://x/"))
    camera = _Camera()
    tab.picture = camera.picture  # type: ignore[attr-defined]
    album = Album(Mask([Secret("WORD", "hush-hush")]))
    for stage in range(5):
        album.stage = stage
        for number in range(1, 30):
            await album.consider(tab, read(save(page("http://x/", "hush-hush" if number == 1 else "open"))))
    assert [picture.number for picture in album.pictures[:3]] == [3, 9, 27]
    assert len(album.pictures) == camera.taken == MOST
