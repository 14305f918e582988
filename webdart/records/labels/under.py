"""Which cell is a column head's on a record's own page, where a table tells of one thing in a row below its heads?"""

from webdart.records.structure.outline import Outline

_PAIR = 2  # rows: the heads, and what they are the heads of


def under_head(page: Outline, index: int) -> int | None:
    """The cell below a head (or a text in it); None unless its table is a row of heads and one row with as many cells.

    With a second row, nothing tells which of the two is meant.
    """
    nodes = page.nodes
    around = [index, *page.ancestors(index)]
    head = next((place for place in around if nodes[place].tag in {"th", "td", "table"}), None)
    table = next((place for place in around if nodes[place].tag == "table"), None)
    if head is None or table is None or nodes[head].tag != "th" or page.text[head] != page.text[index]:
        return None
    inside = range(table + 1, nodes[table].end)
    if any(nodes[place].tag == "table" for place in inside):
        return None
    rows = [place for place in inside if nodes[place].tag == "tr" and page.text[place]]
    if len(rows) != _PAIR or nodes[head].parent != rows[0]:
        return None
    heads, cells = ([kid for kid in page.kids[row] if nodes[kid].tag in {"th", "td"}] for row in rows)
    if any(nodes[kid].tag != "th" for kid in heads) or any(nodes[kid].tag != "td" for kid in cells):
        return None
    spanned = any("colspan" in nodes[kid].attributes for kid in (*heads, *cells))
    return cells[heads.index(head)] if len(heads) == len(cells) and not spanned else None
