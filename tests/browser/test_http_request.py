"""What a request says is judged by its method, its address and, for GraphQL, its document."""

import gzip
import hashlib
import json

import pytest

from webdart.browser.network.request_pattern import covers, may_be
from webdart.errors import SourceLine
from webdart.page.body_fields import fields_of
from webdart.page.graphql import carries_more, only_queries
from webdart.page.http_request import could_write, is_guarded, looks_destructive
from webdart.page.model import Held
from webdart.values import replace
from webdart.workflow.model import RequestShape

LINE = SourceLine("test.yaml", 1, 1)
SITE = "https://shop.example/app/"


@pytest.mark.parametrize(
    "address",
    [
        "/logout", "/log-out/", "/account/sign_out.php", "/items/7/delete", "/items/delete/7", "/cart?remove=7",
        "/index.php?action=delete&id=3", "/index.php?do=LogOut", "/user/unsubscribe/x", "/a?method=destroy",
        "/delete.do;jsessionid=1", "/logout.action", "/items/7/delete%20", "/items/delete%2f7", "/items/%2564elete",
        "/x?id=1;action=delete", "/x?a=b&amp;action=delete", "/x?delete[7]=1", "/x?action[delete]=7", "/x?action[]=delete",
        "/?r=site/logout", "/?route=account/logout", "/?q=user/logout", "/?page=logout", "/?action=deleteUser",
        "/?cmd=delete_item", "/?action=delete-item&id=3", "/x?task=item.delete", "/x/ｄｅｌｅｔｅ",
        "/deleteUser?id=7", "/admin/delete_user.php?id=7", "/item-delete.do", "/userLogout", "/v1/items/7:delete",
    ],
)  # fmt: skip
def test_addresses_that_log_out_or_delete_are_told(address: str) -> None:
    """However it is written, a whole segment, the value of an action, or the name of a parameter says it."""
    assert looks_destructive("https://shop.example" + address)


@pytest.mark.parametrize(
    "address",
    [
        "/", "/items/remove-stains-from-wood", "/deleted-scenes", "/r/undelete", "/search?q=delete", "/blog/about",
        "/docs/how-to-log-out-of-things", "/tags/logoutput", "/items?sort=removed", "/removers/", "/item/7?ref=delete",
        "/img/delete.png", "/static/js/logout.js", "/?action=remove_filter", "/?q=delete", "/?q=delete/insert",
        "/?page=how-to-delete", "/?route=product/remove-stains", "/x?filter[remove]=1", "/?action=showDeleted",
        "/?op=list_delete_requests", "/wiki/Delete: A Story", "/docs;v=1/delete-key",
        "/api/canDelete?id=7", "/removeFilter", "/deletedItems", "/how_to_delete_users.php", "/wiki/Help:Delete",
        "/undeleteItem", "/docs/deleteUser.html", "/remove_filter.php", "/removers.php", "/iPhone", "/help:deleting",
    ],
)  # fmt: skip
def test_addresses_that_only_mention_it_are_not(address: str) -> None:
    """A part of a longer word, a title, or a text that is searched for says nothing."""
    assert not looks_destructive("https://shop.example" + address)


def graphql(body: object, url: str = "https://shop.example/graphql", kind: str = "application/json") -> bool:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return could_write("POST", url, {"Content-Type": kind}, content)


QUERY = "query Items($n: Int) { items(first: $n) { name } }"


@pytest.mark.parametrize(
    ("query", "writes"),
    [
        ("post=21&action=trash&_wpnonce=5e1f", True),
        ("action=approvecomment&c=7&_wpnonce=5e1f", True),
        ("do=subscribe&sectok=5e1f", True),
        ("title=Lamp&action=rollback&token=5e1f%2B", True),
        ("action=mark_as_read&csrf_token=5e1f", True),
        ("action=trash", False),  # what lies there
        ("action=trash&_wpnonce=", False),
        ("s=lamp&action=-1&action2=-1&_wpnonce=5e1f", False),  # a search in a form that could do more
        ("do=search&q=lamp&sectok=5e1f", False),
        ("action=shop_search_products&term=lamp&nonce=5e1f", False),
        ("mode=grid&token=5e1f", False),
        ("action=archive&page_token=5e1f", False),
    ],
)
def test_a_token_against_forgery_says_that_an_action_writes(query: str, writes: bool) -> None:
    """Unless it is called by a word for reading: who only shows something has nothing to guard."""
    assert looks_destructive(f"https://shop.example/desk.php?{query}") is writes


@pytest.mark.parametrize(
    ("query", "guarded"),
    [
        ("action=-1&role=editor&_wpnonce=5e1f", True),
        ("id=7&sesskey=5e1f", True),
        ("client_id=desk&state=a&nonce=5e1f", False),  # a login by another site
        ("route=orders&user_token=5e1f", False),  # every address of some sites has it
        ("q=lamp&csrf_token=", False),
    ],
)
def test_a_token_against_forgery_in_an_address(query: str, guarded: bool) -> None:
    """As a form has it that could change something."""
    assert is_guarded(f"https://shop.example/desk.php?{query}") is guarded


def test_a_graphql_query_reads() -> None:
    """As JSON or as a bare document, with fragments, comments and misleading strings."""
    assert not graphql({"query": QUERY, "variables": {"n": 3}})
    assert not graphql({"query": '{ items(q: "mutation { x }") { ...F } } # mutation\nfragment F on Item { name }'})
    assert not graphql(QUERY.encode(), kind="application/graphql")
    stored = {"persistedQuery": {"version": 1, "sha256Hash": hashlib.sha256(QUERY.encode()).hexdigest()}}
    assert not graphql({"query": QUERY, "extensions": stored})
    library = {"clientLibrary": {"name": "@apollo/client", "version": "4.0.1"}}
    assert not graphql({"query": QUERY, "extensions": library, "operationName": "Items"})
    assert not graphql({"query": QUERY, "extensions": {}, "variables": None, "operationName": None})


AS_JSON = json.dumps({"query": QUERY}).encode()
DELETING = "mutation Del { del }"
OTHERWISE: dict[str, bytes | object] = {
    "a carriage return ends a comment": {"query": "query A { a } #\rmutation B { del }", "operationName": "B"},
    "a carriage return that not every server takes for the end of a comment": {
        "query": '{ a(x: #\r """ \n 1) } mutation B { del } #""" ) }'
    },
    "a block string ends where an expression does not see it": {
        "query": 'query A { a(x: """\\""" """) } mutation B { del } #""" ) }',
        "operationName": "B",
    },
    "a line separator in a comment": {"query": "query A { a } #\u2028mutation B { del }"},
    "a list of operations": [{"query": QUERY}, {"query": "{ b }"}],
    "a key twice": b'{"query": "mutation { del }", "query": "{ a }"}',
    "a key twice, the mutation last in disguise": b'{"query": "{ a }", "qu\\u0065ry": "mutation { del }"}',
    "a key in capitals beside it": {"query": QUERY, "Query": DELETING},
    "variables that are a text": {"query": QUERY, "variables": '{"n": 1}'},
    "a stored operation": {"query": QUERY, "id": "17"},
    "a digest beside another": {
        "query": QUERY,
        "extensions": {
            "persistedQuery": {
                "version": 1,
                "sha256Hash": "ab" * 32,
                "was": hashlib.sha256(QUERY.encode()).hexdigest(),
            }
        },
    },
    "an extension that nobody knows": {"query": QUERY, "extensions": {"documentId": "17"}},
    "a type system": {"query": QUERY + " type Item { name: String }"},
    "UTF-16": json.dumps({"query": QUERY}).encode("utf-16"),
    "deeper than can be read": {"query": "{ a " * 100_000},
    "longer than can be read": {"query": "{" + " a" * 100_000 + "}"},
}


@pytest.mark.parametrize("way", OTHERWISE)
def test_what_can_be_read_in_two_ways_is_held(way: str) -> None:
    """A request passes only where every server would read the same queries in it."""
    assert graphql(OTHERWISE[way])


@pytest.mark.parametrize(
    "url",
    [
        "/graphql?query=mutation{del}", "/graphql?query={a}", "/graphql?extensions={}", "/graphql?documentId=1",
        "/graphql?_method=DELETE", "/graphql?x=1;_method=DELETE", "/graphql?do=delete", "/graphql%2f..%2fsave",
        "/graphql?op=" + "ab" * 16, "/graphql?op={a}",
    ],
)  # fmt: skip
def test_a_second_place_for_a_document_is_held(url: str) -> None:
    """The address may label a request, with its operation's name or a version, and no more."""
    assert graphql({"query": QUERY}, url="https://shop.example" + url)
    assert not graphql({"query": QUERY}, url="https://shop.example/api/graphql?op=Items&v=2.1")


@pytest.mark.parametrize(
    "kind",
    [
        "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=B", "text/json",
        "application/json; charset=utf-7", "application/json, text/plain",
    ],
)  # fmt: skip
def test_json_in_another_envelope_is_held(kind: str) -> None:
    """A server that goes by the content type would read something else than JSON."""
    assert graphql({"query": QUERY}, kind=kind)
    assert not graphql({"query": QUERY}, kind='Application/JSON; charset="UTF-8"')


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X-HTTP-Method-Override", "DELETE"), ("X-Method-Override", "patch"), ("x-http-method", "PUT"),
        ("_method", "delete"), ("X-Original-URL", "/items/7/delete"), ("X-Rewrite-Url", "/"),
        ("Content-Encoding", "gzip"), ("content-type", "text/plain"),
    ],
)  # fmt: skip
def test_a_header_that_makes_another_request_of_it_is_held(name: str, value: str) -> None:
    """Another method, another address, another encoding, or the type of the body twice."""
    assert could_write(
        "POST", "https://shop.example/graphql", {"Content-Type": "application/json", name: value}, AS_JSON
    )


def test_no_reads_of_a_file_let_a_mutation_pass() -> None:
    """`reads: [POST /graphql]`, for an application that sends lists: wherever a mutation stands, it is seen."""
    url = "https://shop.example/graphql"
    for body in (
        b'[{"query": "{ a }"}, {"query": "mutation { del }"}]',
        b'{"query": "mutation { del }", "query": "{ a }"}',
        b"query=mutation%7Bdel%7D",
        b"query A { a } #\rmutation B { del }",
        b'{"query": "\\u006dutation { del }"}',
        b'\xef\xbb\xbf{"query": "\\u006dutation { del }"}',
        b'{"query": "\\u006dutation { del }",}',
        b'operations={"query": "\\u006dutation \\u007b del }"}',
        b'{"payload": "{\\"query\\": \\"\\\\u006dutation { del }\\"}"}',
        b'{"query": "\\u{6d}utation { del }"}',
        '{"query": "mutation { del }"}'.encode("utf-16"),
        '{"query": "mutation { del }"}'.encode("utf-16-le"),
        '{"query": "mutation { del }"}'.encode("utf-7"),
        gzip.compress(b'{"query": "mutation { del }"}'),
    ):
        assert carries_more(url, body), body
    assert carries_more("https://shop.example/graph%71l", b'{"query": "mutation { del }"}')
    assert not carries_more(url, b'\xef\xbb\xbf{"query": "{ a(x: \\"\\\\u006dutation {\\") }"}')
    assert not carries_more(url, b"")
    assert carries_more(url + "?query=mutation{del}", b"{}")
    assert not carries_more(url, b'[{"query": "{ a(x: \\"mutation\\") }"}, {"query": "query B { b }"}]')
    assert not carries_more("https://shop.example/save", b"mutation { del }")


def test_an_endpoint_of_any_name_carries_more_by_its_whole_document():
    url = "https://shop.example/admin-api?lang=en"
    assert carries_more(url, b'{"operationName": "Save", "query": "mutation Save($n: String!) { save(n: $n) { id } }"}')
    assert carries_more(url, b'[{"query": "{ a }"}, {"query": "query A { a } mutation B { b }"}]')
    assert not carries_more(url, b'{"query": "query List { items(search: \\"mutation {\\") { id } }"}')
    assert not carries_more(url, b'{"query": "what is a mutation {of genes}?"}')
    assert not carries_more(url, b"q=mutation+%7B+del+%7D")


def test_a_get_that_carries_a_mutation_is_held() -> None:
    """The specification forbids servers to carry it out; not all of them obey. What is searched for is no document."""
    for sent in ("mutation{del}", "query A{a}mutation B{del}", "{a}%23%0Dmutation{del}", "subscription{a}"):
        assert could_write("GET", f"https://shop.example/graphql?query={sent}", {}, None)
    for sent in ("{a}", "query{a}", "gene+mutation", "mutation", "%7B"):
        assert not could_write("GET", f"https://shop.example/graphql?query={sent}", {}, None)
    for named in ("a=1;query", "Query", "query[]", "query%00", "doc"):
        assert could_write("GET", f"https://shop.example/graphql?{named}=mutation{{d}}", {}, None), named
    assert not could_write("GET", "https://shop.example/search?doc=mutation{d}", {}, None)
    assert could_write("GET", SITE + "?_method[]=DELETE", {}, None)


def test_everything_else_by_post_could_write() -> None:
    """A mutation, also behind a query or in a list; a bare hash; an empty list; a query field of another service."""
    assert graphql({"query": "mutation { buy }"})
    assert graphql({"query": QUERY + " mutation Buy { buy }"})
    assert graphql({"query": "subscription { x }"})
    assert graphql({"query": "{ a } }"})
    assert graphql({"query": ""})
    assert graphql({"extensions": {"persistedQuery": {"sha256Hash": "ab"}}})
    assert graphql({"query": QUERY, "extensions": {"persistedQuery": {"sha256Hash": "ab"}}})
    assert graphql([])
    for elsewhere in ("save", "save-graphql", "graphql-queries", "graphqls", "graphql%2fsave", "graphql;x"):
        assert graphql({"query": QUERY}, url=f"https://shop.example/{elsewhere}")
    for endpoint in ("graphql/", "api/gql", "2024-01/graphql.json", "public-graphql-v2"):
        assert not graphql({"query": QUERY}, url=f"https://shop.example/{endpoint}")
    assert could_write("PUT", "https://shop.example/graphql", {}, json.dumps({"query": QUERY}).encode())
    assert could_write("POST", SITE, {}, None)


def test_safe_methods_pass_unless_they_say_otherwise() -> None:
    """GET, HEAD and OPTIONS are safe; a header that makes another method of them is believed."""
    assert not could_write("GET", SITE, {}, None)
    assert not could_write("OPTIONS", SITE, {}, None)
    assert could_write("GET", SITE, {"X-HTTP-Method-Override": "DELETE"}, None)
    assert could_write("GET", SITE + "?_method=put", {}, None)
    assert could_write("GET", SITE + "?a=1;x-http-method-override=POST", {}, None)
    assert not could_write("GET", SITE + "?method=post&_method=get", {}, None)
    assert could_write("GET", SITE, {"X-Original-URL": "/items/7/delete"}, None)


def test_only_queries_needs_one() -> None:
    """A document of fragments alone runs nothing that we can vouch for."""
    assert not only_queries("fragment F on Item { name }")


def test_fields_are_read_from_every_kind_of_body() -> None:
    """Forms, forms with files, and JSON; anything else has none."""
    assert fields_of("application/x-www-form-urlencoded", b"a=1&a=2&b=") == {"a": ("1", "2"), "b": ("",)}
    assert fields_of("application/json", b'{"a": "x", "n": 3, "l": [1, "y"], "o": {"k": 1}}') == {
        "a": ("x",), "n": ("3",), "l": ("1", "y"), "o": ('{"k": 1}',),
    }  # fmt: skip
    parts = b'--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--B\r\nContent-Disposition: form-data; name="f"; filename="y.txt"\r\n\r\n\r\n--B--\r\n'
    assert fields_of("multipart/form-data; boundary=B", parts) == {"a": ("x",), "f": ("y.txt",)}
    assert fields_of("text/plain", b"a=1") == {}
    assert fields_of("application/json", b"[" * 100_000) == {}
    assert fields_of("application/json", b'{"a": {"x": 1}, "b": 1, "b": 2}') == {"a": ('{"x": 1}',), "b": ("1", "2")}


def held(method: str = "POST", path: str = "/orders/7/", host: str = "https://shop.example", **fields: str) -> Held:
    return Held("1", "t", method, host + path, "Document", fields={name: (value,) for name, value in fields.items()})


def shape(path: str, method: str = "POST", **fields: tuple[str, ...]) -> RequestShape:
    return RequestShape(method=method, path=path, fields=fields, at=LINE)


def test_a_shape_covers_its_requests() -> None:
    """`*` is one segment, the final slash and the query do not count, fields must have one of their values."""
    assert covers(shape("/orders/*"), held(), SITE)
    assert covers(shape("/orders/*/"), held(path="/orders/7?next=1"), SITE)
    assert covers(shape("/orders/*"), held(host="https://www.shop.example"), SITE)
    assert covers(shape("/orders/*", status=("Shipped", "Sent")), held(status="Sent", other="x"), SITE)


def test_a_star_ends_a_segment() -> None:
    """Many sites number their records within one: a star stands for the rest of it, which is not nothing."""
    assert covers(shape("/issue*"), held(path="/issue12"), SITE)
    assert covers(shape("/api/issue*/close"), held(path="/api/issue12/close/"), SITE)
    assert covers(shape("/a%20b*"), held(path="/a%20bc"), SITE)
    for path in ("/issue", "/issue/12", "/issues/12", "/other12", "/issue12/delete"):
        assert not covers(shape("/issue*"), held(path=path), SITE), path


@pytest.mark.parametrize("path", ["/orders/*", "/orders/7*"])
@pytest.mark.parametrize(
    "way_out", ["%2f..%2fadmin", "%2Fx", "%252fx", "%25252f", "%5c..", "..%2f", "%2e%2e", "..", "x..", "%00"]
)
def test_a_star_never_covers_a_way_out_of_its_segment(path: str, way_out: str) -> None:
    """A slash is a slash however often it is encoded: some servers decode twice."""
    begun = path.removeprefix("/orders/").rstrip("*")
    assert not covers(shape(path), held(path=f"/orders/{begun}{way_out}"), SITE)
    assert covers(shape(path), held(path=f"/orders/{begun}1%20a"), SITE)


def test_a_value_may_be_said_in_the_words_of_the_page() -> None:
    """What a list box sends as `2` a person reads as *Shipped*; either may stand in the shape."""
    words = {("status", "2"): "Shipped"}
    assert covers(shape("/orders/*", status=("Shipped",)), held(status="2"), SITE, words)
    assert covers(shape("/orders/*", status=("2",)), held(status="2"), SITE, words)
    assert not covers(shape("/orders/*", status=("Shipped",)), held(status="3"), SITE, words)
    assert not covers(shape("/orders/*", status=("Shipped",)), held(other="2"), SITE, words)


def test_a_shape_covers_nothing_else() -> None:
    """Another method, host, port, length of path or value."""
    assert not covers(shape("/orders/*"), held(method="DELETE"), SITE)
    assert not covers(shape("/orders/*"), held(host="https://evil.example"), SITE)
    assert not covers(shape("/orders/*"), held(host="https://shop.example:8443"), SITE)
    assert not covers(shape("/orders/*"), held(host="http://shop.example"), SITE)
    assert not covers(shape("/orders/*"), held(path="/orders/7/delete"), SITE)
    assert not covers(shape("/orders/*"), held(path="/orders/"), SITE)
    assert not covers(shape("/orders/*", status=("Shipped",)), held(status="Lost"), SITE)
    assert not covers(shape("/orders/*", status=("Shipped",)), held(), SITE)


@pytest.mark.parametrize(
    "path",
    [
        "/orders/7%2fdelete", "/orders/7%2Fpay", "/orders/%2e%2e", "/orders/..", "/orders/7;x=1", "/orders/7%3bx", "/orders/7%5c8",
        "/orders/7%252f8", "/orders/7%25252525252f8", "/orders/7%00", "/orders/%ef%bc%8f8", "/orders/%c0%af", "/orders/delete",
        "/orders/log-out", "//orders/7", "/orders//7", "/orders/7%e2%88%958",
        "/orders/7\u20448", "/orders/7%c2%85", "/orders/7%e2%80%a8", "/orders/7?_method[]=DELETE", "/orders/7?do=delete", "/orders/7?a=1;_method=DELETE", "/orders/7%3f_method=DELETE",
    ],
)  # fmt: skip
def test_a_star_is_one_plain_segment(path: str) -> None:
    """However often a server decodes it, and whatever it takes for a separator."""
    assert not covers(shape("/orders/*"), held(path=path), SITE)


@pytest.mark.parametrize(
    "path", ["/orders/7", "/orders/A-7_b.c~d", "/orders/%C3%BC%20x", "/orders/100%25", "/orders/a:b@c,d"]
)
def test_a_star_is_any_plain_segment(path: str) -> None:
    """Letters of every language, and the signs that names have."""
    assert covers(shape("/orders/*"), held(path=path), SITE)


def test_a_field_in_the_address_counts_as_one_in_the_body() -> None:
    """Some servers look there first: what is declared must hold in both places."""
    assert covers(shape("/orders/*", status=("Sent",)), held(path="/orders/7?status=Sent", status="Sent"), SITE)
    assert not covers(shape("/orders/*", status=("Sent",)), held(path="/orders/7?status=Lost", status="Sent"), SITE)
    assert covers(shape("/orders/*", do=("delete",)), held(path="/orders/7?do=delete"), SITE)


@pytest.mark.parametrize("name", ["Action", " action", "action[]", "action[0]", "action\0", "ACTION ", "action\0x"])
def test_a_field_has_one_value_however_its_name_is_written(name: str) -> None:
    """Some servers take the last of these for `action`, or all of them."""
    sent = replace(held(), fields={"action": ("save",), name: ("drop",)})
    assert not covers(shape("/orders/*", action=("save",)), sent, SITE)
    assert covers(shape("/orders/*", action=("save", "drop")), sent, SITE)


def test_a_form_that_some_servers_part_at_semicolons() -> None:
    """A hidden field behind one asks for another method there."""
    assert not covers(shape("/orders/*"), held(note="a;_method=DELETE"), SITE)
    assert covers(shape("/orders/*"), held(note="a; the method=good"), SITE)


FORM, PARTS = (
    "application/x-www-form-urlencoded",
    b"--B\r\nContent-Disposition: form-data; %s\r\n\r\nDELETE\r\n--B--\r\n",
)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, b".method=DELETE"),  # PHP reads `_method`
        (FORM, b"_method%00x=DELETE"),
        (FORM, b"X.HTTP.Method.Override=DELETE"),
        (FORM, b'{"_method": "DELETE"}'),  # for a server that looks at the body alone
        (f"{FORM}; charset=utf-16le", "_method=DELETE".encode("utf-16le")),
        ("application/json", b"_method=DELETE"),
        ("multipart/form-data; boundary=B", PARTS % b'name="x"; name="_method"'),
        ("multipart/form-data; boundary=B", PARTS % b"name*=utf-8''_method"),
        ("multipart/form-data; boundary=A; boundary=B", b"--A\r\n\r\n--A--\r\n" + PARTS % b'name="_method"'),
    ],
)
def test_another_method_is_found_however_a_server_reads_a_body(kind: str, body: bytes) -> None:
    """A script of the page writes the content type and every byte of the body."""
    sent = replace(held(), headers={"Content-Type": kind}, body=body, fields=fields_of(kind, body))
    assert not covers(shape("/orders/*"), sent, SITE)


def test_another_method_is_declared_by_its_name() -> None:
    """A hidden field of a form is another request, unless it asks for the same one, or one that reads."""
    assert not covers(shape("/orders/*"), held(_method="patch"), SITE)
    assert covers(shape("/orders/*", "PATCH"), held(_method="patch"), SITE)
    assert covers(shape("/orders/*", _method=("patch",)), held(_method="patch"), SITE)
    assert covers(shape("/orders/*"), held(_method="post"), SITE)
    assert covers(shape("/orders/*"), held(_method="get"), SITE)
    assert not covers(shape("/orders/*", "PATCH"), held(path="/orders/7?_method=delete", _method="patch"), SITE)
    assert not covers(shape("/orders/*"), held("PUT", _method="post"), SITE)
    for body in (b"_method=delete", b'{"_method": "DELETE"}'):  # under a content type that says nothing
        assert not covers(shape("/orders/*"), replace(held(), body=body), SITE)
    assert not covers(shape("/orders/*", "DELETE"), held("PUT", _method="delete"), SITE)


def in_parts(depth: int) -> bytes:
    """Parts within parts, the outermost boundary `B`."""
    body = b"x"
    for level in range(depth):
        inner, own = b"B%d" % (level - 1), b"B" if level == depth - 1 else b"B%d" % level
        head = b"Content-Disposition: form-data; name=a\r\nContent-Type: multipart/mixed; boundary=" + inner
        body = b"--%s\r\n%s\r\n\r\n%s\r\n--%s--\r\n" % (own, head, body, own)
    return body


HEADS = (
    b'form-data; name="a"' + b'; name="a"' * 20_000,
    b"form-data; name=a; " + b"(" * 50_000,
    b"form-data; name=a\r\n ;x",
)


@pytest.mark.parametrize(
    "body", [in_parts(2_000), *(PARTS % head[11:] for head in HEADS)], ids=["nested", "names", "(", "fold"]
)
def test_a_form_that_is_hard_to_read_is_read_all_the_same(body: bytes):
    """The standard library's parser of mails needs minutes for such a form, or has no stack left."""
    assert "a" in fields_of("multipart/form-data; boundary=B", body)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data; boundary=B", (PARTS % b"name=a") * 1 + b"--B\r\n\r\n" * 30_000),
        ("application/x-www-form-urlencoded", b"a&" * 30_000 + b"_method=DELETE&" + b"b&" * 30_000),
        ("application/x-www-form-urlencoded", b"&" * 1_100_000 + b"_method=DELETE"),
        ("application/json", b'{"a": [' + b"1," * 1_100_000 + b'1], "_method": "DELETE"}'),
        ("text/plain", b"a&" * 30_000 + b"_m%65thod=DELETE"),
    ],
)
def test_a_form_of_too_many_fields_is_no_plain_post(kind: str, body: bytes):
    """What is not looked through could ask for anything: nothing that is declared covers it."""
    sent = replace(held(), headers={"Content-Type": kind}, body=body, fields=fields_of(kind, body))
    assert not covers(shape("/orders/*"), sent, SITE)


def test_many_fields_of_one_name_are_all_there():
    """They are gathered in time that grows with their number."""
    assert fields_of("application/x-www-form-urlencoded", b"a=1&" * 19_000) == {"a": ("1",) * 19_000}
    coded = (PARTS % b"name=a").replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: base64\r\n\r\n", 1)
    coded = coded.replace(b"DELETE", b"QQ==")
    assert len(fields_of("multipart/form-data; boundary=B", coded)["a"]) == 2  # as it is, and as few servers take it


@pytest.mark.parametrize(
    "path",
    [
        *("/orders/7/cancel", "/orders/7/cancel/", "/orders//7/cancel", "/Orders/7/Cancel", "/orders/7;x=1/cancel"),
        *(
            "/orders/7/%63ancel",
            "/orders/7/cancel%00",
            "/x/../orders/7/cancel",
            "/orders%2f7/cancel",
            "/orders/7/cancel.",
        ),
        *("/orders/7/cancel.json", "/./orders/7/cancel?x=1", "/orders\\7\\cancel", "/orders/7/%2563ancel"),
    ],
)
def test_a_get_that_the_file_says_writes_is_known_however_it_is_written(path: str):
    """What one server or another takes for the declared address is no read; what no server does is one."""
    assert may_be(shape("/orders/*/cancel", "GET"), held("HEAD", path), SITE)
    assert not may_be(shape("/orders/*/undo", "GET"), held("GET", path), SITE)
    assert not may_be(shape("/orders/*/cancel", "GET"), held("GET", path, "https://evil.example"), SITE)
    assert not may_be(shape("/orders/*/cancel", "GET", sure=("1",)), held("GET", path), SITE)


def test_fields_of_a_get_that_writes_count_by_name():
    """A vote is a vote, whichever way; the same address without it only shows."""
    vote = shape("/items/*", "GET", how=("up",))
    assert may_be(vote, held("GET", "/items/7?How[]=down"), SITE)
    assert not may_be(vote, held("GET", "/items/7?page=2"), SITE)
