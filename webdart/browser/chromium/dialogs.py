"""Answers the dialogs that a page opens (`confirm()` and the like).

The answer is no on tabs that only read. In a tab of an `act` stage that declares writes, a dialog that a step brings up
is answered yes: the step asked for it, and what the page then sends is held on the wire like everything else. Where
sockets are open nothing would hold it, so there the answer stays no, and the report says so. A text that a page asks
for (`prompt()`) is in no file: it is not given, which is reported too.
"""

from playwright.async_api import Dialog
from playwright.async_api import Error as PlaywrightError

from webdart.browser.cdp import typed
from webdart.browser.network.guard import Watch
from webdart.surrogates import well_formed
from webdart.trace import Trace

_KEPT = 20


class Dialogs:
    """The dialogs of one tab. `caused` is whether something was done to the page since it was opened."""

    def __init__(self, watch: Watch, trace: Trace) -> None:
        self._watch = watch
        self._trace = trace
        self._said: list[str] = []
        self.caused = False

    def taken(self) -> tuple[str, ...]:
        """What dialogs have said since this was asked last."""
        said, self._said = tuple(self._said), []
        return said

    async def meet(self, dialog: Dialog) -> None:
        """Answer one; leaving a page is never stopped."""
        yes = dialog.type == "beforeunload" or self._consents(dialog)
        if dialog.type != "beforeunload" and len(self._said) < _KEPT:
            self._said.append(well_formed(dialog.message))
        try:
            await (dialog.accept() if yes else dialog.dismiss())
        except PlaywrightError as error:
            if typed(error) is None and "dialog" not in error.message.lower():
                raise

    def _consents(self, dialog: Dialog) -> bool:
        site = self._watch.site
        if self._watch.mode != "act" or not site.writes or not self.caused or dialog.type not in ("confirm", "prompt"):
            return False
        asked = f'the page asked "{dialog.message}"'
        if dialog.type == "prompt":
            self._trace("warning", f"{asked} and wants a text: no step can give it, so it was cancelled")
        elif site.sockets:
            self._trace(
                "warning", f"{asked}: answered no, for nothing holds what it sends while `sockets: allow` stands"
            )
        else:
            self._trace(
                "action", f"{asked}: answered yes; what it sends is held", url=dialog.page.url if dialog.page else ""
            )
            return True
        return False
