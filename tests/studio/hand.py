"""A person's hand at the studio: sees where a thing stands on the site, clicks it in the picture, counts the clicks."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.async_api import Locator, Page, expect

WIDTH = 1280  # pixels of the site's window

FOCUSED = "() => { const e = document.activeElement; return (e.innerText || e.value || e.id || '').trim(); }"
"""What has the focus, as a person sees it."""


@dataclass
class Hand:
    """Works in `page`, the studio's; `eyes` is a window of the same size on the site itself."""

    page: Page
    eyes: Page
    clicks: int = 0

    async def press(self, thing: Locator) -> None:
        """Click something of the studio's own page."""
        await thing.click()
        self.clicks += 1

    async def follow(self, name: str) -> None:
        """Click a link of the site in its picture, and wait until its page is there."""
        link = await self._seen(name)
        box, leads = await link.bounding_box(), await link.evaluate("link => link.href")
        picture = await self.page.locator("#picture").bounding_box()
        assert box is not None
        assert picture is not None
        scale = picture["width"] / WIDTH
        x, y = box["x"] + min(box["width"], 40) / 2, box["y"] + box["height"] / 2
        await self.page.mouse.click(picture["x"] + x * scale, picture["y"] + y * scale)
        self.clicks += 1
        await self.arrived(leads)

    async def follow_by_keys(self, name: str) -> None:
        """Reach a link of the site with Tab, and press Enter."""
        leads = await (await self._seen(name)).evaluate("link => link.href")
        await self.reach("stage")
        await self.page.keyboard.press("Enter")
        for _ in range(60):
            await self.eyes.keyboard.press("Tab")
            await self.page.keyboard.press("Tab")
            if await self.eyes.evaluate(FOCUSED) == name:
                break
        await self.page.keyboard.press("Enter")
        await self.arrived(leads)
        await self.page.keyboard.press("Escape")

    async def arrived(self, url: str) -> None:
        """Wait until the page of an address is there and has been looked at."""
        parts = urlsplit(url)
        await expect(self.page.locator("#url")).to_have_value(f"{parts.scheme}://{parts.netloc}{parts.path}")
        await expect(self.page.locator("#busy")).to_be_hidden()

    async def reach(self, name: str) -> None:
        """Move the focus with Tab to an element of the studio's page."""
        for _ in range(300):
            if await self.page.evaluate("() => document.activeElement.id") == name:
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {name}")

    async def column(self, sample: str) -> str:
        """The name of the column that shows a value."""
        column = self.page.locator(".column").filter(has=self.page.get_by_text(sample, exact=True)).first
        await expect(column).to_be_attached()
        return await column.locator("input").first.input_value()

    async def table(self) -> str:
        """The name of the table."""
        return await self.page.locator("#names button").first.inner_text()

    async def typed(self, kind: str) -> str:
        """The name of the first column of a type."""
        column = self.page.locator(".column").filter(has=self.page.locator(f"option[selected]:text-is('{kind}')")).first
        return await column.locator("input").first.input_value()

    async def question(self, sql: str, samples: Mapping[str, str], types: Mapping[str, str]) -> str:
        """A statement with the names of columns that show these values, or have these types; `table` is the table's."""
        names = {name: await self.column(sample) for name, sample in samples.items()}
        names |= {name: await self.typed(kind) for name, kind in types.items()}
        return sql.format(table=await self.table(), **names)

    async def rows(self) -> list[tuple[str, ...]]:
        """The answer, once it is there, and sure."""
        verdict = self.page.locator(".verdict")
        await expect(verdict).to_have_attribute("data-exit", "0", timeout=180_000)
        lines = await self.page.locator("#outcome tbody tr").all()
        return [tuple(await line.locator("td").all_inner_texts()) for line in lines]

    async def _seen(self, name: str) -> Locator:
        await self.eyes.goto(await self.page.locator("#url").input_value())
        return self.eyes.get_by_role("link", name=name).first
