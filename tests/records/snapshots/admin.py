"""Back offices: data grids whose heads stand apart, roles instead of tables, virtual rows, forms that only show."""

from datetime import date
from decimal import Decimal as D
from typing import Any

from tests.records.snapshots.snapshot import Snapshot, at, each

POSTS: list[Any] = [
    (7, "Hello world", "admin", ["News"], 1, "Published", date(2024, 11, 5), ""),
    (9, "Price list 2025", "mara", ["Shop", "News"], 0, "Last Modified", date(2024, 11, 6), "Draft"),
    (12, "Imprint", "admin", [], 12, "Published", date(2022, 1, 31), ""),
]
WP_HEAD = '<tr><td class="manage-column column-cb check-column"><input type="checkbox"></td><th scope="col" class="manage-column column-title column-primary sortable desc"><a href="?orderby=title"><span>Title</span><span class="sorting-indicators"><span class="sorting-indicator asc"></span></span></a></th><th scope="col">Author</th><th scope="col">Categories</th><th scope="col" class="column-comments"><span><span class="vers comment-grey-bubble" title="Comments"><span class="screen-reader-text">Comments</span></span></span></th><th scope="col"><a href="?orderby=date"><span>Date</span></a></th></tr>'


def wp(row: Any) -> str:
    number, title, author, kinds, comments, word, day, state = row
    links = (
        ", ".join(f'<a href="edit.php?cat={k}">{k}</a>' for k in kinds)
        or '<span aria-hidden="true">—</span><span class="screen-reader-text">No categories</span>'
    )
    said = f' — <span class="post-state">{state}</span>' if state else ""
    bubble = (
        f'<a href="c?p={number}" class="post-com-count post-com-count-approved"><span class="comment-count-approved" aria-hidden="true">{comments}</span><span class="screen-reader-text">{comments} comments</span></a>'
        if comments
        else '<span aria-hidden="true">—</span><span class="screen-reader-text">No comments</span>'
    )
    return f"""<tr id="post-{number}" class="iedit author-self level-0 status-publish"><th scope="row" class="check-column"><label class="screen-reader-text">Select {title}</label><input id="cb-{number}" type="checkbox" name="post[]" value="{number}"></th>
      <td class="title column-title has-row-actions column-primary page-title" data-colname="Title"><div class="locked-info"><span class="locked-avatar"></span></div><strong><a class="row-title" href="post.php?post={number}" aria-label="“{title}” (Edit)">{title}</a>{said}</strong><div class="row-actions"><span class="edit"><a href="post.php?post={number}">Edit</a> | </span><span class="trash"><a href="post.php?trash={number}">Trash</a> | </span><span class="view"><a href="/{number}">View</a></span></div></td>
      <td class="author column-author" data-colname="Author"><a href="edit.php?author=1">{author}</a></td><td class="categories column-categories" data-colname="Categories">{links}</td><td class="comments column-comments" data-colname="Comments"><div class="post-com-count-wrapper">{bubble}</div></td><td class="date column-date" data-colname="Date">{word}<br>{day:%Y/%m/%d} at 3:04 pm</td></tr>"""


WP = Snapshot(
    name="CMS posts with row actions and bubbles",
    head="<style>.screen-reader-text{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}</style>",
    url="https://site.example/wp/edit.php",
    body=f"<div id=wpbody role=main><div class=wrap><h1>Posts</h1><ul class=subsubsub><li><a href=?all>All <span class=count>(48)</span></a> |</li><li><a href=?pub>Published <span class=count>(40)</span></a></li></ul><div class=tablenav><span class=displaying-num>48 items</span><span class=paging-input><input type=text value=1 size=1> of <span class=total-pages>16</span></span></div><table class='wp-list-table widefat fixed striped posts'><thead>{WP_HEAD}</thead><tbody id=the-list>{each(POSTS, wp)}</tbody><tfoot>{WP_HEAD}</tfoot></table></div></div>",
    fields={"title": "text", "author": "text", "categories": "[text]", "comments": "integer", "date": "date"},
    truth=[
        {"title": t, "author": a, "categories": tuple(k) or ("No categories",), "comments": c or None, "date": d}
        for _, t, a, k, c, _, d, _ in POSTS
    ],
    stated=48,
)

# number, customer, total, state, placed
ORDERS: list[Any] = [
    ("100017", "Ada Byron", "1,042.50", "Shipped", date(2024, 5, 31)),
    ("100018", "Li Na", "13.99", "Pending", date(2024, 6, 1)),
    ("100021", "José Sol", "250.00", "Shipped", date(2024, 6, 14)),
    ("100022", "O'Neil & Sons", "8.00", "Canceled", date(2024, 7, 2)),
]
ORDER_TRUTH: list[Any] = [
    {"id": n, "customer": c, "total": D(t.replace(",", "")), "status": s, "placed": d} for n, c, t, s, d in ORDERS
]
ORDER_FIELDS = {
    "id": ("text", {"label": "ID"}),
    "customer": "text",
    "total": "money",
    "status": "text",
    "placed": ("date", {"label": "Purchase Date"}),
}
HEADS: list[Any] = ["ID", "Customer", "Total", "Status", "Purchase Date"]


def cells(order: Any) -> list[str]:
    number, customer, total, state, day = order
    return [number, customer, f"${total}", state, f"{day:%b} {day.day}, {day.year}"]


GRID = Snapshot(
    name="admin grid with an action column",
    body=f"<div class=page-wrapper><h1>Orders</h1><div class=admin__data-grid-wrap><div class=admin__control-support-text>4 records found</div><div class=admin__data-grid-pager><select><option>20</option><option>50</option></select> per page <input type=number value=1> of 1</div><table class=data-grid data-role=grid><thead><tr><th class='data-grid-multicheck-cell'><input type=checkbox></th>{''.join(f'<th class=data-grid-th><span class=data-grid-cell-content>{h}</span></th>' for h in HEADS)}<th class=data-grid-actions-cell><span>Action</span></th></tr></thead><tbody>{each(ORDERS, lambda o: '<tr class=data-row><td class=data-grid-checkbox-cell><label><input type=checkbox></label></td>' + ''.join(f'<td><div class=data-grid-cell-content>{c}</div></td>' for c in cells(o)) + f'<td class=data-grid-actions-cell><a class=action-menu-item href=/order/{o[0]}/>View</a></td></tr>')}</tbody></table></div></div>",
    fields={**ORDER_FIELDS, "url": "link"},
    truth=[{**row, "url": at(f"/order/{row['id']}/")} for row in ORDER_TRUTH],
    stated=4,
)

ANT = Snapshot(
    name="grid whose head is a table of its own",
    body=f"<div class=ant-layout><div class=ant-table-wrapper><div class=ant-spin-container><div class='ant-table ant-table-fixed-header'><div class=ant-table-container><div class=ant-table-header style='overflow:hidden'><table style='table-layout:fixed'><colgroup><col><col></colgroup><thead class=ant-table-thead><tr>{''.join(f'<th class=ant-table-cell><div class=ant-table-column-sorters><span class=ant-table-column-title>{h}</span><span class=ant-table-column-sorter></span></div></th>' for h in HEADS)}<th class='ant-table-cell ant-table-cell-scrollbar'></th></tr></thead></table></div><div class=ant-table-body style='max-height:400px'><table style='table-layout:fixed'><tbody class=ant-table-tbody><tr aria-hidden=true class=ant-table-measure-row style='height:0;font-size:0'>{'<td style=padding:0><div>&nbsp;</div></td>' * 5}</tr>{each(ORDERS, lambda o: f'<tr data-row-key={o[0]} class=ant-table-row>' + ''.join(f'<td class=ant-table-cell>{c}</td>' for c in cells(o)) + '</tr>')}</tbody></table></div></div></div><ul class=ant-pagination><li class=ant-pagination-total-text>1-4 of 4 items</li></ul></div></div></div>",
    fields=ORDER_FIELDS,
    truth=ORDER_TRUTH,
    stated=4,
)

SCROLL_HEAD = "".join(
    f"<th class=sorting tabindex=0 aria-label='{h}: activate to sort column ascending'>{h}</th>" for h in HEADS
)
DUPLICATE = Snapshot(
    name="scrolling table with the head twice",
    body=f"<div class=container><div class=dataTables_wrapper><div class=dataTables_length><label>Show <select><option>10</option><option>25</option></select> entries</label></div><div class=dataTables_filter><label>Search:<input type=search></label></div><div class=dataTables_scroll><div class=dataTables_scrollHead><div><table class='table dataTable'><thead><tr role=row>{SCROLL_HEAD}</tr></thead></table></div></div><div class=dataTables_scrollBody><table class='table dataTable' id=example><thead><tr role=row style='height:0px'>{''.join(f'<th class=sorting style=padding:0;height:0><div class=dataTables_sizing style=height:0;overflow:hidden>{h}</div></th>' for h in HEADS)}</tr></thead><tbody>{each(ORDERS, lambda o: '<tr class=odd>' + ''.join(f'<td>{c}</td>' for c in cells(o)) + '</tr>')}</tbody></table></div></div><div class=dataTables_info role=status>Showing 1 to 4 of 57 entries</div></div></div>",
    fields=ORDER_FIELDS,
    truth=ORDER_TRUTH,
    stated=57,
)

NAMES: list[Any] = ["id", "customer", "total", "status", "placed"]
MUI = Snapshot(
    name="grid of roles without a table, rows placed absolutely",
    body=f"<div role=grid class=MuiDataGrid-root aria-rowcount=5 aria-colcount=5 style='height:300px'><div class=MuiDataGrid-main><div class=MuiDataGrid-columnHeaders role=presentation><div role=row aria-rowindex=1 class=MuiDataGrid-columnHeadersInner>{''.join(f'<div role=columnheader class=MuiDataGrid-columnHeader data-field={n} aria-label={chr(34)}{h}{chr(34)} aria-colindex={i + 1}><div class=MuiDataGrid-columnHeaderTitleContainer><div class=MuiDataGrid-columnHeaderTitle>{h}</div><button aria-label=Sort title=Sort></button></div><div class=MuiDataGrid-columnSeparator></div></div>' for i, (n, h) in enumerate(zip(NAMES, HEADS, strict=True)))}</div></div><div class=MuiDataGrid-virtualScroller><div role=rowgroup class=MuiDataGrid-virtualScrollerRenderZone>{each(ORDERS, lambda o: f'<div data-id={o[0]} role=row class=MuiDataGrid-row aria-rowindex=2>' + ''.join(f'<div role=gridcell class=MuiDataGrid-cell data-field={n} data-colindex={i}><div class=MuiDataGrid-cellContent title={chr(34)}{c}{chr(34)}>{c}</div></div>' for i, (n, c) in enumerate(zip(NAMES, cells(o), strict=True))) + '<div class=MuiDataGrid-cellEmpty></div></div>')}</div></div></div><div class=MuiTablePagination-root><p>Rows per page:</p><p class=MuiTablePagination-displayedRows>1–4 of 4</p></div></div>",
    fields=ORDER_FIELDS,
    truth=ORDER_TRUTH,
    stated=4,
)

DIVS = Snapshot(
    name="table of divs in a CSS grid, heads only above",
    head="<style>.r{display:grid;grid-template-columns:repeat(5,160px)}</style>",
    body=f"<div id=app><div class=page><h2>Orders</h2><div class=tbl><div class='r h'>{''.join(f'<div class=c>{h}</div>' for h in HEADS)}</div>{each(ORDERS, lambda o: '<div class=r>' + ''.join(f'<div class=c>{c}</div>' for c in cells(o)) + '</div>')}</div><p>Total orders: 4</p></div></div>",
    fields=ORDER_FIELDS,
    truth=ORDER_TRUTH,
    stated=4,
)

FLAT = Snapshot(
    name="heads and cells side by side in one CSS grid",
    head="<style>.g{display:grid;grid-template-columns:repeat(5,160px)}</style>",
    body=f"<div id=app><h2>Orders</h2><div class=g>{''.join(f'<div>{h}</div>' for h in HEADS)}{''.join(f'<div>{c}</div>' for o in ORDERS for c in cells(o))}</div></div>",
    fields=ORDER_FIELDS,
    truth=ORDER_TRUTH,
)

PLAIN = Snapshot(
    name="table without head cells, bold words in the first row, a sum below",
    body=f"<h2>Orders of the year</h2><table border=1><tbody><tr>{''.join(f'<td><b>{h}</b></td>' for h in HEADS)}</tr>{each(ORDERS, lambda o: '<tr>' + ''.join(f'<td>{c}</td>' for c in cells(o)) + '</tr>')}<tr><td colspan=2>Total</td><td>$1,314.49</td><td></td><td></td></tr></tbody></table>",
    fields=ORDER_FIELDS,
    truth=ORDER_TRUTH,
)

SKELETON = Snapshot(
    name="table with rows still to come and a note between",
    body=f"<main><h1>Orders</h1><table><thead><tr>{''.join(f'<th>{h}</th>' for h in HEADS)}</tr></thead><tbody>{each(ORDERS, lambda o: '<tr>' + ''.join(f'<td>{c}</td>' for c in cells(o)) + '</tr>')}{('<tr class=skeleton aria-hidden=true>' + '<td><span class=shimmer></span></td>' * 5 + '</tr>') * 3}</tbody></table></main>",
    fields=ORDER_FIELDS,
    truth=ORDER_TRUTH,
)

FORM = Snapshot(
    name="one order's page, labels beside their values by place only",
    head="<style>.f{position:relative;height:200px}.f>*{position:absolute}</style>",
    body="<main><h1>Order 100017</h1><div class=f><span style='left:0;top:0'>Customer</span><span style='left:0;top:30px'>Order total</span><span style='left:0;top:60px'>Purchase Date</span><span style='left:160px;top:0'>Ada Byron</span><span style='left:160px;top:30px'>$1,042.50</span><span style='left:160px;top:60px'>May 31, 2024</span></div><h2>Comments</h2><p>Order total was checked.</p></main>",
    fields={
        "customer": "text",
        "total": ("money", {"label": "Order total"}),
        "placed": ("date", {"label": "Purchase Date"}),
    },
    truth=[{"customer": "Ada Byron", "total": D("1042.50"), "placed": date(2024, 5, 31)}],
    options={"kind": "page"},
)

ADMIN = (WP, GRID, ANT, DUPLICATE, MUI, DIVS, FLAT, PLAIN, SKELETON, FORM)
