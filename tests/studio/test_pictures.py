"""The pictures of the manual: the studio in light and dark, wide and narrow, with an answer; nothing lies outside."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.studio.conftest import Person, Studio
from webdart.demo import DemoSite

pytestmark = [pytest.mark.browser, pytest.mark.proof, pytest.mark.asyncio(loop_scope="session")]

IMAGES = Path(__file__).parents[2] / "docs" / "images"
OUTSIDE = """() => [...document.querySelectorAll("main *, header *")].filter((one) => {
  const box = one.getBoundingClientRect();
  const scrolls = one.closest("svg, .editor, .rows, #columns, #controls, #names, [hidden]");
  return !scrolls && box.width > 0 && box.right > document.documentElement.clientWidth + 1;
}).map((one) => one.id || one.tagName)"""
"""What a person would have to scroll sideways for, but for what has a scroll bar of its own."""


@pytest_asyncio.fixture(loop_scope="session")
async def answered(studio: Studio, person: Person, demo_site: DemoSite) -> AsyncIterator[Page]:
    """A question that has been answered."""
    async with studio(f"{demo_site.url}shop/electronics/headphones/") as url, person(url) as page:
        await page.locator("#sql").fill("SELECT name, price FROM headphones ORDER BY price, name LIMIT 3")
        await page.locator("#run").click()
        await expect(page.locator(".verdict")).to_have_attribute("data-exit", "0", timeout=180_000)
        await page.locator("#stage").focus()
        yield page


async def test_pictures_of_the_manual(answered: Page) -> None:
    """They are taken anew whenever this runs; a person looks at them before they are kept."""
    for width in (1280, 800):
        await answered.set_viewport_size({"width": width, "height": 1000})
        for scheme in ("light", "dark"):
            await answered.emulate_media(color_scheme=scheme)
            await expect(answered.locator("#picture")).to_be_visible()
            assert await answered.evaluate(OUTSIDE) == []
            await answered.screenshot(
                path=IMAGES / f"studio-{scheme}-{width}.jpg", full_page=True, type="jpeg", quality=72
            )
