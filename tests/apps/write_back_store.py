"""What is written back to the shop, in Oscar's dashboard and in front of it?"""

from tests.apps.write_back import Chore, Place

SITE = """
  shop:
    url: "{{ env.SITE_URL }}"
    locale: en-GB
    login: {at: /dashboard/login/, user: "{{ secret.SITE_USER }}", password: "{{ secret.SITE_PASSWORD }}", check: Log out}
"""

CHORES = (
    Chore(
        name="note what is pending",
        stages="""
  - navigate: {start: /dashboard/orders/}
  - extract:
      into: orders
      key: number
      fields: {number: {type: integer, label: Order number}, status: text, total: {type: money, label: Total inc tax}}
  - execute:
      act:
        for_each: SELECT sum(total) AS takings, count(*) AS n FROM orders WHERE status = 'Pending'
        writes: ["POST /dashboard/orders/100001"]
        steps:
          - open: /dashboard/orders/100001/
          - click: Notes
          - fill: {Message: "{{ row.n }} orders of £{{ row.takings }} are pending."}
          - click: Save note
        verify: [open: /dashboard/orders/100001/, click: Notes, expect: {text: "{{ row.n }} orders of £{{ row.takings }} are pending"}]
""",
        query="SELECT n.message = (SELECT count(*) || ' orders of £' || printf('%.2f', sum(total_incl_tax)) FROM order_order"
        " WHERE status = 'Pending') || ' are pending.' FROM order_ordernote n",
        done=[(1,)],
    ),
    Chore(
        name="reject two of the worst reviews",
        stages="""
  - navigate: {start: /dashboard/reviews/}
  - extract:
      into: reviews
      fields: {title: text, product: text, user: text, score: rating, url: {type: link, at: {role: link, name: Edit}}}
  - execute:
      act:
        for_each: SELECT url FROM reviews WHERE score = 1 AND title LIKE '%Boris%' ORDER BY url LIMIT 2
        rows: "<= 2"
        writes: [{"POST /dashboard/reviews/*": {status: [Rejected]}}]
        steps: [open: "{{ row.url }}", fill: {Status: Rejected}, click: Save]
        verify: [open: "{{ row.url }}", expect: {at: Status, value: Rejected}]
""",
        query="SELECT count(*) FROM reviews_productreview WHERE status = 2",
        done=[(2,)],
        writes=2,
    ),
    Chore(
        name="add a partner",
        stages="""
  - execute:
      act:
        writes: ["POST /dashboard/partners/create"]
        steps: [open: /dashboard/partners/, click: Create new partner, fill: {Name: Harbour & Sons}, click: Save]
        verify: [open: /dashboard/partners/, expect: {text: Harbour & Sons}]
""",
        query="SELECT count(*) FROM partner_partner WHERE name = 'Harbour & Sons'",
        done=[(1,)],
    ),
    Chore(
        name="add a category",
        stages="""
  - execute:
      act:
        writes: ["POST /dashboard/catalogue/categories/create"]
        steps:
          - open: /dashboard/catalogue/categories/create/
          - fill: {Name: Lanterns, Position: First child of, Relative to: Garden}
          - click: Save
        verify: [open: /dashboard/catalogue/categories/5/, expect: {text: Lanterns}]
""",
        query="SELECT depth FROM catalogue_category WHERE name = 'Lanterns'",
        done=[(2,)],
    ),
    Chore(
        name="write down the stock",
        stages="""
  - execute:
      act:
        writes: ["POST /dashboard/catalogue/products/7"]
        steps:
          - open: /dashboard/catalogue/products/7/
          - click: Stock and pricing
          - {fill: "64", at: {label: Num in stock, nth: 1}}
          - click: Save
        verify: [open: /dashboard/catalogue/products/7/, expect: {at: {label: Num in stock, nth: 1}, value: "64"}]
""",
        query="SELECT num_in_stock FROM partner_stockrecord WHERE product_id = 7",
        done=[(64,)],
    ),
    Chore(
        name="put one in the basket",
        stages="""
  - execute:
      act:
        writes: ["POST /basket/add/*"]
        steps: [open: /catalogue/blue-pan-2_2/, click: Add to basket]
        verify: [open: /basket/, expect: {text: Blue Pan 2}]
""",
        query="SELECT quantity FROM basket_line WHERE product_id = 2",
        done=[(1,)],
    ),
    Chore(
        name="put one on the list",
        stages="""
  - execute:
      act:
        writes: ["POST /accounts/wishlists/add/*"]
        steps: [open: /catalogue/small-novel-1_1/, click: Add to wish list]
        verify: [open: /accounts/wishlists/, click: Default, expect: {text: Small Novel 1}]
""",
        query="SELECT product_id, quantity FROM wishlists_line",
        done=[(1, 1)],
    ),
)

STORE = Place(
    module="store",
    database="store.db",
    site=SITE,
    chores=CHORES,
    user="clerk@store.example",
    password="a-test-password",
    login="/dashboard/login/",
)
