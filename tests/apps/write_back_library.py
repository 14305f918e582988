"""What is written back to the library, in the admin of Django?"""

from tests.apps.write_back import Chore, Place

SITE = """
  library:
    url: "{{ env.SITE_URL }}"
    login: {at: /admin/login/, user: "{{ secret.SITE_USER }}", password: "{{ secret.SITE_PASSWORD }}", check: Log out}
"""

BOOKS = """
  - navigate: {start: /admin/library/book/}
  - extract:
      into: books
      fields: {title: text, author: text, pages: integer, price: money, status: text, reserved: boolean, url: link}
"""


CHORES = (
    Chore(
        name="change a price",
        stages=BOOKS
        + """
  - execute:
      act:
        for_each: SELECT url, 100 + pages / 10 AS price FROM books ORDER BY pages DESC, title LIMIT 1
        rows: 1
        writes: ["POST /admin/library/book/*/change"]
        steps: [open: "{{ row.url }}", fill: {Price: "{{ row.price }}"}, click: Save]
        verify: [open: "{{ row.url }}", expect: {at: Price, value: "{{ row.price }}"}]
""",
        query="SELECT count(*) FROM library_book WHERE price > 100",
        done=[(1,)],
    ),
    Chore(
        name="add a book",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/library/book/add"]
        steps:
          - open: /admin/library/book/
          - click: Add book
          - fill: {Title: The Added One, Author: A. Hand, Pages: 77, Price: 12.50, Status: On loan, Published: "2001-02-03", Reserved: true}
          - click: Save
        verify: [open: "/admin/library/book/?q=The+Added+One", expect: {text: A. Hand}]
""",
        query="SELECT author, pages, price, status, published, reserved FROM library_book WHERE title = 'The Added One'",
        done=[("A. Hand", 77, 12.5, "loan", "2001-02-03", 1)],
    ),
    Chore(
        name="release the longest books",
        stages=BOOKS
        + """
  - execute:
      act:
        for_each: SELECT url FROM books WHERE reserved ORDER BY pages DESC, title LIMIT 3
        rows: "<= 3"
        on_error: next
        writes: ["POST /admin/library/book/*/change"]
        steps: [open: "{{ row.url }}", fill: {Reserved: false}, click: Save and continue editing]
        verify: [open: "{{ row.url }}", expect: {at: Reserved, value: "false"}]
""",
        query="SELECT count(*) FROM (SELECT * FROM library_book WHERE id % 11 = 0 AND NOT reserved)",
        done=[(3,)],
        writes=3,
        again=3,
    ),
    Chore(
        name="rename by search",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/library/book/*/change"]
        steps:
          - open: /admin/library/book/
          - fill: {Search: "vol. 640"}
          - click: Search
          - expect: {text: 1 book}
          - open: /admin/library/book/640/change/
          - fill: {Author: "Noor Aziz, ed."}
          - click: Save
        verify: [open: /admin/library/book/640/change/, expect: {at: Author, value: "Noor Aziz, ed."}]
""",
        query="SELECT author FROM library_book WHERE id = 640",
        done=[("Noor Aziz, ed.",)],
    ),
    Chore(
        name="note when it was borrowed",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/library/book/5/change"]
        steps: [open: /admin/library/book/5/change/, fill: {"Date": "2024-05-06", "Time": "07:08:00"}, click: Save]
        verify: [open: /admin/library/book/5/change/, expect: {at: "Date", value: "2024-05-06"}]
""",
        query="SELECT strftime('%Y-%m-%d %H:%M', borrowed) FROM library_book WHERE id = 5",
        done=[("2024-05-06 07:08",)],
    ),
    Chore(
        name="count the lost in a title",
        stages=BOOKS
        + """
  - execute: {into: lost, sql: "SELECT count(*) AS n FROM books WHERE status = 'Lost'"}
  - execute:
      act:
        writes: ["POST /admin/library/book/7/change"]
        steps: [open: /admin/library/book/7/change/, fill: {Title: "{{ lost.n }} books are lost"}, click: Save]
        verify: [open: /admin/library/book/7/change/, expect: {at: Title, value: "{{ lost.n }} books are lost"}]
""",
        query="SELECT title = (SELECT count(*) FROM library_book WHERE status = 'lost') || ' books are lost'"
        " FROM library_book WHERE id = 7",
        done=[(1,)],
    ),
    Chore(
        name="add a group",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/auth/group/add"]
        steps:
          - open: /admin/auth/group/
          - click: Add group
          - fill: {Name: Readers}
          - click: Save
        verify: [open: /admin/auth/group/, expect: {text: Readers}]
""",
        query="SELECT name FROM auth_group WHERE name = 'Readers'",
        done=[("Readers",)],
    ),
    Chore(
        name="add a group that sees books",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/auth/group/add"]
        steps:
          - open: /admin/auth/group/add/
          - fill: {Name: Lookers}
          - fill: {Available permissions: [Library | book | Can view book]}
          - click: Choose selected permissions
          - click: Save
        verify: [open: /admin/auth/group/, expect: {text: Lookers}]
""",
        query="SELECT p.codename FROM auth_group_permissions g JOIN auth_permission p ON p.id = g.permission_id",
        done=[("view_book",)],
    ),
    Chore(
        name="name a user",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/auth/user/3/change"]
        steps:
          - open: /admin/auth/user/3/change/
          - fill: {First name: Ingrid, Last name: Ø, Email address: ingrid@library.example, Staff status: true}
          - click: Save
        verify: [open: /admin/auth/user/3/change/, expect: {at: First name, value: Ingrid}]
""",
        query="SELECT first_name, last_name, email, is_staff FROM auth_user WHERE id = 3",
        done=[("Ingrid", "Ø", "ingrid@library.example", 1)],
    ),
    Chore(
        name="add a user",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/auth/user/add"]
        steps:
          - open: /admin/auth/user/add/
          - fill: {Username: newcomer, Password: "{{ secret.SITE_PASSWORD }}", Password confirmation: "{{ secret.SITE_PASSWORD }}"}
          - click: Save
        verify: [open: "/admin/auth/user/?q=newcomer", expect: {text: newcomer}, expect: {text: 0 users, gone: true}]
""",
        query="SELECT count(*) FROM auth_user WHERE username = 'newcomer'",
        done=[(1,)],
    ),
    Chore(
        name="mark the lost",
        stages="""
  - execute:
      act:
        for_each: {id: ["11", "12", "13"]}
        rows: 3
        writes: [{"POST /admin/library/book/*/change": {status: [Lost]}}]
        steps: [open: "/admin/library/book/{{ row.id }}/change/", fill: {Status: Lost}, click: Save]
        verify: [open: "/admin/library/book/{{ row.id }}/change/", expect: {at: Status, value: Lost}]
""",
        query="SELECT count(*) FROM library_book WHERE id IN (11, 12, 13) AND status = 'lost'",
        done=[(3,)],
        writes=3,
    ),
    Chore(
        name="delete the one that was asked for",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/library/book/20/delete"]
        steps:
          - open: /admin/library/book/20/change/
          - click: Delete
          - click: "Yes, I’m sure"
        verify: [open: "/admin/library/book/?id__exact=20", expect: {text: 0 books}]
""",
        query="SELECT count(*) FROM library_book WHERE id = 20",
        done=[(0,)],
    ),
)

LIBRARY = Place(
    module="library",
    database="library.db",
    site=SITE,
    chores=CHORES,
    user="librarian",
    password="a-test-password",
    login="/admin/login/",
)
