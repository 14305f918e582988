"""What a request says is judged by its method, its address and, for GraphQL, its document."""

import hashlib
import json

import pytest

from webdart.errors import SourceLine
from webdart.pages.port import Held
from webdart.pages.shapes import covers
from webdart.pages.wire import could_write, fields_of, looks_destructive, only_queries
from webdart.workflow.model import RequestShape

LINE = SourceLine("test.yaml", 1, 1)
SITE = "https://shop.example/app/"


@pytest.mark.parametrize(
    "address",
    [
        "/logout", "/log-out/", "/account/sign_out.php", "/items/7/delete", "/items/delete/7", "/cart?remove=7",
        "/index.php?action=delete&id=3", "/index.php?do=LogOut", "/user/unsubscribe/x", "/a?method=destroy",
    ],
)  # fmt: skip
def test_addresses_that_log_out_or_delete_are_told(address: str) -> None:
    """A whole segment, the value of an action, or the name of a parameter says it."""
    assert looks_destructive("https://shop.example" + address)


@pytest.mark.parametrize(
    "address",
    [
        "/", "/items/remove-stains-from-wood", "/deleted-scenes", "/r/undelete", "/search?q=delete", "/blog/about",
        "/docs/how-to-log-out-of-things", "/tags/logoutput", "/items?sort=removed", "/removers/", "/item/7?ref=delete",
        "/img/delete.png", "/static/js/logout.js",
    ],
)  # fmt: skip
def test_addresses_that_only_mention_it_are_not(address: str) -> None:
    """A part of a longer word, a title, or a text that is searched for says nothing."""
    assert not looks_destructive("https://shop.example" + address)


def graphql(body: object, url: str = "https://shop.example/graphql", kind: str = "application/json") -> bool:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return could_write("POST", url, {"Content-Type": kind}, content)


QUERY = "query Items($n: Int) { items(first: $n) { name } }"


def test_a_graphql_query_reads() -> None:
    """As JSON or as a bare document, with fragments, comments and misleading strings."""
    assert not graphql({"query": QUERY, "variables": {"n": 3}})
    assert not graphql({"query": '{ items(q: "mutation { x }") { ...F } } # mutation\nfragment F on Item { name }'})
    assert not graphql(QUERY.encode(), kind="application/graphql")
    stored = {"persistedQuery": {"version": 1, "sha256Hash": hashlib.sha256(QUERY.encode()).hexdigest()}}
    assert not graphql({"query": QUERY, "extensions": stored})


def test_a_list_of_queries_is_a_read() -> None:
    """Several operations in one request, each of which only queries."""
    assert not graphql([{"query": QUERY}, {"query": "{ b }"}])


def test_everything_else_by_post_could_write() -> None:
    """A mutation, also behind a query or in a list; a bare hash; an empty list; a query field of another service."""
    assert graphql({"query": "mutation { buy }"})
    assert graphql({"query": QUERY + " mutation Buy { buy }"})
    assert graphql({"query": "subscription { x }"})
    assert graphql({"query": "{ a } }"})
    assert graphql({"query": ""})
    assert graphql({"extensions": {"persistedQuery": {"sha256Hash": "ab"}}})
    assert graphql({"query": QUERY, "extensions": {"persistedQuery": {"sha256Hash": "ab"}}})
    assert graphql([{"query": QUERY}, {"query": "mutation { buy }"}])
    assert graphql([{"query": QUERY}, {"extensions": {"persistedQuery": {"sha256Hash": "ab"}}}])
    assert graphql([{"query": QUERY}, "x"])
    assert graphql([])
    assert graphql({"query": QUERY}, url="https://shop.example/save")
    assert could_write("PUT", "https://shop.example/graphql", {}, json.dumps({"query": QUERY}).encode())
    assert could_write("POST", SITE, {}, None)


def test_safe_methods_pass_unless_they_say_otherwise() -> None:
    """GET, HEAD and OPTIONS are safe; a header that makes another method of them is believed."""
    assert not could_write("GET", SITE, {}, None)
    assert not could_write("OPTIONS", SITE, {}, None)
    assert could_write("GET", SITE, {"X-HTTP-Method-Override": "DELETE"}, None)


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
