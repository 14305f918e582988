"""Texts that runs side by side make once, on a folder that they share."""

import asyncio
import stat
from pathlib import Path

from webdart.browser.network.shared_text import FolderTexts


async def test_a_text_is_made_once_by_all_who_want_it(tmp_path: Path):
    """Whoever comes while it is made waits for it; one that is void is made anew, once; nobody else can read it."""
    made: list[str] = []

    async def make() -> str:
        await asyncio.sleep(0)
        made.append(f"text {len(made)}")
        return made[-1]

    folder = tmp_path / "kept"
    all_of_them = [FolderTexts(folder) for _ in range(4)]
    assert await asyncio.gather(*(one.once("a", make) for one in all_of_them)) == ["text 0"] * 4
    assert await asyncio.gather(*(one.once("a", make, "text 0") for one in all_of_them)) == ["text 1"] * 4
    assert [await one.kept("a") for one in (*all_of_them, FolderTexts(folder, good_for=0))] == ["text 1"] * 4 + [None]
    assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())} == {0o700, 0o600}


async def test_a_text_that_is_not_to_be_kept_is_made_again(tmp_path: Path):
    """So is one whose maker failed."""
    made: list[str | None] = [None, "text"]

    async def make() -> str | None:
        return made.pop(0)

    async def fail() -> str:
        raise ValueError

    texts = FolderTexts(tmp_path)
    failed = await asyncio.gather(texts.once("a", fail), return_exceptions=True)
    assert isinstance(failed[0], ValueError)
    assert [await texts.once("a", make), await texts.once("a", make), await texts.kept("a")] == [None, "text", "text"]
