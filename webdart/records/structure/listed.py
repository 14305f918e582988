"""How is a list of a page shown to a person who may have meant it, or another?"""

from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.structure.table_names import table_names


def described(page: Outline, region: Region) -> str:
    """A listing as a person sees it: the heading above it, how many records, how the first two begin.

    What a table is called by itself goes before a heading further above.
    """
    start = region.records[0][0]
    above = [n.index for n in page.nodes[:start] if page.level(n.index) and page.text[n.index] and n.end <= start]
    texts = [" ".join(page.text[root] for root in record)[:40] for record in region.records[:2]]
    tables = table_names(page, [start])
    own = (tables.captions[0] or tables.cells[0]) if region.grid is not None else None
    heading = own or (page.text[above[-1]] if above else "")
    under = f" under the heading {heading!r}" if heading else ""
    count = len(region.records)
    many = f"the {count} records" if count > 1 else "the one record"
    return f"{many}{under} ({', '.join(map(repr, texts))})"
