"""Finds controls that come into view once a fold, "More filters" or an advanced search page is opened.

It is asked only for what no control in view could take over, once per listing: it opens a few things at most, in the
page by a click (any write this would cause is refused on the wire), a page by its address. What it finds is offered
like every other control, and believed on the same evidence; what was opened in vain is not opened again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from webdart.browser.port import Browser, DoClick
from webdart.controls.disclosure import Opener, openers, out_of_sight
from webdart.errors import SiteError
from webdart.navigate.address import stays_on, without_fragment
from webdart.navigate.context import Tools
from webdart.navigate.page_load import load
from webdart.navigate.pushdown.baseline import Base, keys_of
from webdart.navigate.pushdown.offer import Disclosure, Offer
from webdart.navigate.pushdown.offers import offers
from webdart.navigate.row_filter import Wanted, order_sql, sql_of
from webdart.navigate.walk.page_reader import Reading
from webdart.page.effects import form_of, method_of
from webdart.page.locator import element
from webdart.page.model import PageView
from webdart.page.roles import is_clicked, words_of
from webdart.page.text_match import says
from webdart.plan.model import SitePlan
from webdart.values import replace

MOST_CLICKS = 4
"""Things in the page that are opened for one listing at most."""

LEAST_FOR_FORM = 8
"""Pages of a listing from which on a page with a form may be worth the look."""

FARTHER = 0.9
"""How much less sure a control behind something is than one in view."""


@dataclass(slots=True, kw_only=True)
class Behind:
    """Looks behind what can be opened on the first page of one listing, which `tab` shows.

    `wanted` is all that is wanted of it: a form on a page of its own has to take over what controls in view could.
    `moved` says afterwards that the listing's page is not what it was, `away` that the tab shows a page with a form: it
    has to be loaded again. `looked` are the words of all that was opened.
    """

    site: SitePlan
    tools: Tools
    reading: Reading
    tab: Browser
    base: Base
    wanted: Wanted
    moved: bool = False
    away: bool = False
    looked: tuple[str, ...] = ()

    async def offers(self, there: Sequence[Offer]) -> list[Offer]:
        """The offers of hidden controls for the part of the query that the visible ones (`there`) leave over.

        Raises:
            Incomplete: the budget is spent.
        """
        view, order = self.base.view, self.base.spares(self.wanted)
        left = unserved(self.wanted if order else replace(self.wanted, limit=None), there)
        if left is None:
            return []
        pages = int(self.base.spare) if self.base.extent.pages >= LEAST_FOR_FORM else 0
        found: list[Offer] = []
        clicks = 0
        for opener in openers(view):
            still = unserved(left, found)
            if still is None or self.moved:
                break
            if self._in_vain(opener, still):
                continue
            if opener.href:
                found += await self._in_form(view, opener, still) if pages > 0 else []
                pages -= 1
            else:
                clicks += 1
                found += await self._in_page(view, opener, still) if clicks <= MOST_CLICKS else []
        return found

    # -- in the page ------------------------------------------------------------------------------------------

    async def _in_page(self, view: PageView, opener: Opener, wanted: Wanted) -> list[Offer]:
        """Open it and look; it stays open for whoever uses what it showed, else it is closed again."""
        self._say(view, opener)
        try:
            await self.tab.act(DoClick(element(view, view.nodes[opener.node])))
            now = await self.tab.view(self.reading.marks)
        except SiteError:
            self.moved = True
            return self._told(opener, view, [], wanted, lasting=False)
        if without_fragment(now.url) != without_fragment(view.url) or keys_of(self.reading.look(now)) != keys_of(
            self.base.found
        ):
            self.moved = True
            return self._told(opener, now, [], wanted)
        seen = {offer.name for offer in self._offered(view, wanted)}  # one of them may be distrusted: it stays so
        came = [offer for offer in self._offered(now, wanted) if offer.name not in seen]
        if not came:
            await self._close(now, opener)
        return self._told(opener, now, came, wanted)

    def _offered(self, view: PageView, wanted: Wanted) -> list[Offer]:
        found = offers(view, wanted, self.site.locale, self.base.found.records)
        return [offer for offer in found if in_view(view, offer)]

    async def _close(self, now: PageView, opener: Opener) -> None:
        """Close what was opened in vain; what can't be closed and lies over the page is left by loading it again."""
        open_ = [
            node
            for node in now.nodes
            if "expanded" in node.states and node.shown and is_clicked(node) and says(words_of(now, node), opener.label)
        ]
        if len(open_) == 1:
            try:
                await self.tab.act(DoClick(element(now, open_[0])))
            except SiteError:
                self.moved = True
        elif any(node.role in ("dialog", "alertdialog") and node.shown for node in now.nodes):
            self.moved = True

    # -- on another page --------------------------------------------------------------------------------------

    async def _in_form(self, view: PageView, opener: Opener, wanted: Wanted) -> list[Offer]:
        """Look at the page."""
        if not stays_on(self.site, opener.href):
            return []
        form = self.tools.forms.get(opener.href)
        if form is None:
            self._say(view, opener)
            self.tools.budget.spend("pages")
            self.away = True
            try:
                form = await load(self.tab, opener.href, self.reading.marks, self.tools)
            except SiteError:
                form = replace(view, nodes=(), controls=(), status=0)
            self.tools.forms[opener.href] = form
        came = _of_one_form(form, offers(form, self.wanted, self.site.locale, self.base.found.records))
        if not _columns(came) & {one.column for one in wanted.predicates}:
            came = []
        return self._told(opener, form, came, wanted, lasting=form.status > 0)

    # -- what comes of it -------------------------------------------------------------------------------------

    def _told(
        self, opener: Opener, now: PageView, came: Sequence[Offer], wanted: Wanted, *, lasting: bool = True
    ) -> list[Offer]:
        """What was found, as it is reached through the opener; if it is `lasting`, a later run knows of none, too."""
        if not came:
            text = f"behind {opener.label!r} there is no control for {said(wanted)}"
            self.tools.trace("action", text, url=now.url)
            name = (opener.label, _look(wanted))
            self.tools.distrusted.add((self.site.name, *name))
            if lasting:
                self.tools.memories.of(self.site).refuse(name, "nothing for it came into view")
            return []
        shown = Disclosure(label=opener.label, node=opener.node, href=opener.href, view=now)
        return [through(shown, offer) for offer in came]

    def _say(self, view: PageView, opener: Opener) -> None:
        self.looked = (*self.looked, opener.label)
        self.tools.trace("action", f"look behind {opener.label!r} for more controls", url=view.url)

    def _in_vain(self, opener: Opener, wanted: Wanted) -> bool:
        """Whether it was looked at before, for the same, and had nothing."""
        name = (opener.label, _look(wanted))
        if (self.site.name, *name) in self.tools.distrusted:
            return True
        refusal = self.tools.memories.of(self.site).skipped(name)
        if refusal is not None:
            self.tools.trace("noted", f"{opener.label!r} is not opened to {name[1]}: {refusal}")
        return refusal is not None


def in_view(view: PageView, offer: Offer) -> bool:
    """Whether nothing has to be opened before an offer's controls can be used; links are followed by their address."""
    return not any(put.how != "follow" and out_of_sight(view, view.nodes[put.node]) for put in offer.puts)


def through(shown: Disclosure, offer: Offer) -> Offer:
    """An offer whose controls came into view by it."""
    puts = tuple(replace(put, disclosure=shown) for put in offer.puts)
    return replace(offer, control=f"{shown.label} › {offer.control}", puts=puts, score=offer.score * FARTHER)


def unserved(wanted: Wanted, found: Sequence[Offer]) -> Wanted | None:
    """The part of the query that no offer answers but a control might; None if nothing is left."""
    served = _columns(found)
    predicates = tuple(
        one for one in wanted.predicates if one.column not in served and one.operator not in ("<>", "contains")
    )
    order = None if any(offer.kind == "sort" for offer in found) else wanted.order
    if not predicates and (order is None or wanted.limit is None):
        return None
    return replace(wanted, predicates=predicates, order=order)


def said(wanted: Wanted) -> str:
    """The part of the query that is looked for, as SQL."""
    parts = [sql_of(one) for one in wanted.predicates]
    if wanted.order is not None and wanted.limit is not None:
        parts.append(f"ORDER BY {order_sql(wanted.order)}")
    return ", ".join(parts)


def _look(wanted: Wanted) -> str:
    """The key of what was looked for: its columns, whatever they are compared with."""
    columns = sorted({one.column for one in wanted.predicates})
    order = [f"order by {wanted.order.column}"] if wanted.order is not None and wanted.limit is not None else []
    return f"look for {', '.join([*columns, *order])}"


def _of_one_form(view: PageView, found: Sequence[Offer]) -> list[Offer]:
    """The filters that are sent together, by the form that takes over most columns and leads on by its address."""
    forms: dict[int, list[Offer]] = {}
    for offer in found:
        own = {_form(view, put.node) for put in offer.puts}
        if offer.kind in ("filter", "search") and len(own) == 1:
            forms.setdefault(own.pop(), []).append(offer)
    forms.pop(-1, None)
    return max(forms.values(), key=lambda offered: len(_columns(offered)), default=None) or []


def _columns(found: Sequence[Offer]) -> set[str]:
    return {one.column for offer in found for one in offer.serves}


def _form(view: PageView, place: int) -> int:
    """The node of the form that sends a control by GET; -1 of none."""
    form = form_of(view, view.nodes[place])
    return -1 if form is None or method_of(form) != "GET" else form.index
