"""Draws pages at a reduced scale when no person looks at them.

A walk needs what a page says, not what it looks like; yet drawing is a tenth of what the browser does. A canvas is
drawn at a fraction of its size until something is pointed at: a pointer goes to where the picture has it. The page
notices nothing (its window, layout and pixels keep their size), and a screenshot is drawn afresh at its own size.
"""

from webdart.browser.cdp import Line

_COARSE = 0.1


class Canvas:
    """What one page is drawn on.

    `size` is its width and height in CSS pixels. `spare` says whether it may be drawn coarsely: not where a person
    looks on.
    """

    def __init__(self, line: Line, size: tuple[int, int], *, spare: bool) -> None:
        self._line = line
        self._size = size
        self._spare = spare

    async def coarse(self) -> None:
        """From now on, until it is to be fine.

        Raises:
            Gone, Late: the page ended, or does not answer.
        """
        if self._spare:
            await self._scale(_COARSE)

    async def fine(self) -> None:
        """From now on; something is about to be pointed at.

        Raises:
            Gone, Late: as for `coarse`.
        """
        if self._spare:
            self._spare = False
            await self._scale(1.0)

    async def _scale(self, scale: float) -> None:
        width, height = self._size
        screen = {"screenWidth": width, "screenHeight": height}
        turned = {"type": "landscapePrimary", "angle": 0}
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        wanted = {**size, **screen, "screenOrientation": turned, "scale": scale}
        await self._line.send("Emulation.setDeviceMetricsOverride", wanted)
