"""Chooses, of several pagers on a page, the one that turns the listing being read.

A page may have several listings, each with a pager of its own. One that a script answers stands in the innermost box
around its listing that has one. One that leads to other addresses turns the whole page, unless numbers behind the
records count other pages than those before their heading.
"""

from collections.abc import Sequence

from webdart.controls.arrow_link import in_pager
from webdart.controls.pager import numbered_turns
from webdart.controls.pager_link import address_of, is_bare, is_of_a_pager, leads_on
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, words_of
from webdart.page.text_match import loose
from webdart.page.vocabulary import NEXT


def stands_by(view: PageView, pressed: Node, region: int) -> bool:
    """Whether it stands behind the records in the node `region`, and nothing but what pagers say between the two.

    A text that a hand points at, or a link to nowhere, may as well turn a gallery, a player or a course of steps.
    """
    if region < 0:
        return True
    records = view.nodes[region]
    between = view.nodes[records.end : pressed.index]
    if records.index < pressed.index < records.end:  # what else stands in the part of the box that it is in
        part = next((one for one in view.children_of(region) if one.index <= pressed.index < one.end), pressed)
        between = view.nodes[part.index : pressed.index]
    behind = pressed.index > records.index
    return behind and all(is_of_a_pager(node.text) for node in between if node.tag == "#text" and node.shown)


def _is_lone(view: PageView, turn: Node) -> bool:
    """Whether it is words alone, no button and no link, and nothing around it is a pager or counts pages."""
    if not is_bare(view, turn) or not NEXT.worded(loose(words_of(view, turn))) or in_pager(view, turn):
        return False
    return not any(one.start <= turn.index < one.end for one in numbered_turns(view))


def own_turn(view: PageView, turn: Node, region: int) -> Node | None:
    """The element that turns the records in the node `region`, if `turn` may; None if their own pager is disabled."""
    if region < 0:
        return turn
    if _is_lone(view, turn) and not stands_by(view, turn, region):
        return None
    if address_of(view, turn):
        return _numbered_behind(view, turn, region)
    alike = [node for node in view.nodes if node.shown and is_clicked(node) and _alike(view, node, turn)]
    around = _box(view, view.nodes[region], alike)
    own = [node for node in alike if around is None or around.index < node.index < around.end]
    if around is None or turn in own or len(own) == len(alike):
        return turn
    return next((node for node in own if leads_on(view, node)), None)


def _numbered_behind(view: PageView, turn: Node, region: int) -> Node | None:
    """What the numbers right behind the records lead to, where those that `turn` is of are another listing's."""
    end = view.nodes[region].end
    runs = [one for one in numbered_turns(view) if not one.start <= region < one.end]
    holder = next((one for one in runs if one.start <= turn.index < one.end), None)
    behind = next((one for one in runs if one.start >= end), None)
    if holder is None or behind is None or behind == holder:
        return turn
    if holder.addresses and holder.addresses == behind.addresses:
        return turn  # one pager that stands above the records and below them
    before, after = sorted((holder.end, behind.start))
    between = any(node.role == "heading" for node in view.nodes[before:after])
    same = behind.following is not None and address_of(view, behind.following) == address_of(view, turn)
    return behind.following if between and not same else turn


def _alike(view: PageView, node: Node, turn: Node) -> bool:
    same = (node.tag, node.role, node.frame) == (turn.tag, turn.role, turn.frame)
    return same and not address_of(view, node) and loose(words_of(view, node)) == loose(words_of(view, turn))


def _box(view: PageView, region: Node, turns: Sequence[Node]) -> Node | None:
    """The innermost box around the records that holds one of these."""
    boxes = (region, *ancestors(view, region))
    return next((box for box in boxes if any(box.index < node.index < box.end for node in turns)), None)
