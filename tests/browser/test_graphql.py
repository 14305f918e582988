"""No GraphQL request that passes as a read runs anything but queries, however a server reads it."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, cast
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import graphql
import pytest
from graphql import GraphQLError, OperationDefinitionNode, OperationType
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from webdart.page.graphql import only_queries
from webdart.page.http_request import could_write

T = TypeVar("T")
NAMES = ["a", "b", "query", "mutation", "subscription", "fragment", "on", "Items"]
BLANKS = ["", " ", " ", " ", "\n", "\r", "\r\n", "\t", ",", "\ufeff", "\u2028", "\x85", "\v"]
SNIPPETS = ["mutation B{del}", "} mutation{x} {", '"""', '"', "\\", "#", "}", "{", "subscription{s}", "\n", "\r", "a"]
HEADS = ["", "query ", "query A", "query", "query B", "mutation B", "mutation ", "subscription ", "fragment F on Item "]


class Writer:
    """Writes a document; each choice is a byte of a tape (one draw for a document: thousands of them are fast)."""

    def __init__(self, tape: bytes) -> None:
        self._tape = iter(tape)

    def pick(self, choices: Sequence[T]) -> T:
        """One of them; the first when the tape is at its end."""
        return choices[next(self._tape, 0) % len(choices)]

    def noise(self) -> str:
        """What looks like a part of a document."""
        return "".join(self.pick(SNIPPETS) for _ in range(self.pick(range(5))))

    def between(self) -> str:
        """Blanks, or a comment."""
        if self.pick(range(4)) == 1:
            return f" #{self.noise()}{self.pick(BLANKS)}"
        return self.pick(BLANKS) or " "

    def value(self) -> str:
        """An argument: a string of every kind, with noise in it, or something plain."""
        noise = self.noise()
        return self.pick(["1", "$n", "{x: [E]}", json.dumps(noise), f'"""{noise}"""', f'"{noise}"'])

    def selection(self, depth: int = 2) -> str:
        """`{ … }`."""
        fields: list[str] = []
        for _ in range(self.pick([1, 2])):
            field = self.pick(NAMES)
            if self.pick([False, True]):
                field += f"(x:{self.between()}{self.value()}{self.between()})"
            if depth and self.pick([False, True]):
                field += self.selection(depth - 1)
            fields.append(field)
        return "{" + self.between().join(fields) + self.between() + "}"

    def document(self) -> str:
        """Some definitions, sometimes damaged."""
        parts = [self.pick(HEADS) + self.selection() for _ in range(self.pick([1, 2, 3]))]
        text = self.between().join(parts)
        for _ in range(self.pick([0, 0, 1, 2])):
            place = self.pick(range(256)) * len(text) // 255
            text = text[:place] + self.pick(SNIPPETS) + text[place + self.pick([0, 1]) :]
        return text


DOCUMENTS = st.binary(min_size=8, max_size=200).map(lambda tape: Writer(tape).document())


def in_json(*texts: str) -> bytes:
    """An object with `query`, as often as there are texts."""
    return b"{" + b",".join(b'"query":' + json.dumps(text).encode() for text in texts) + b"}"


Request = tuple[str, str, bytes]
ENVELOPES: dict[str, Callable[[str, str], Request]] = {
    "json": lambda one, _: ("", "application/json", in_json(one)),
    "json twice": lambda one, other: ("", "application/json", in_json(one, other)),
    "list": lambda one, other: ("", "application/json", b"[" + in_json(one) + b"," + in_json(other) + b"]"),
    "bare": lambda one, _: ("", "application/graphql", one.encode()),
    "both places": lambda one, other: ("?query=" + quote(other), "application/json", in_json(one)),
    "form": lambda one, _: ("", "application/x-www-form-urlencoded", urlencode({"query": one}).encode()),
    "json as form": lambda one, other: (
        "",
        "application/x-www-form-urlencoded",
        in_json(one) + b"&query=" + quote(other).encode(),
    ),
}


def ways_to_read(request: Request) -> Iterator[str]:
    """Every document that some server may find in a request."""
    address, _, body = request
    yield from parse_qs(urlsplit(address).query).get("query", ())
    text = body.decode()
    yield text
    yield from parse_qs(text).get("query", ())
    for kept in (_last, _first):
        try:
            sent: object = json.loads(text, object_pairs_hook=kept)
        except ValueError:
            return
        for one in cast("list[object]", sent) if isinstance(sent, list) else [sent]:
            query = cast("dict[str, object]", one).get("query") if isinstance(one, dict) else None
            if isinstance(query, str):
                yield query


def _last(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    return dict(pairs)


def _first(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    return dict(reversed(pairs))


def writes(document: str) -> bool:
    """Whether graphql-core finds a mutation or a subscription in it."""
    try:
        found = graphql.parse(document).definitions
    except GraphQLError:
        return False
    return any(isinstance(one, OperationDefinitionNode) and one.operation is not OperationType.QUERY for one in found)


def check(one: str, other: str, envelope: str) -> None:
    """No document of a request that passes writes."""
    request = ENVELOPES[envelope](one, other)
    address, kind, body = request
    passes = not could_write("POST", "https://shop.example/graphql" + address, {"Content-Type": kind}, body)
    event(f"{envelope}: {'passes' if passes else 'held'}")
    if passes:
        assert not any(map(writes, ways_to_read(request)))


PAIRS = {"one": DOCUMENTS, "other": DOCUMENTS, "envelope": st.sampled_from(list(ENVELOPES))}


@given(**PAIRS)
@settings(max_examples=300, derandomize=True, deadline=None)
def test_no_mutation_passes(one: str, other: str, envelope: str) -> None:
    """However the document is written and wherever it stands."""
    check(one, other, envelope)


@pytest.mark.proof
@pytest.mark.timeout(1800)
@given(**PAIRS)
@settings(max_examples=20_000, derandomize=True, deadline=None)
def test_no_mutation_passes_in_many(one: str, other: str, envelope: str) -> None:
    """The same, 20,000 times."""
    check(one, other, envelope)


@given(document=DOCUMENTS)
@settings(max_examples=200, derandomize=True, deadline=None)
def test_what_reads_alike_everywhere_passes(document: str) -> None:
    """The generator makes queries, too: those without doubtful blanks pass."""
    doubtful = any(sign in document.replace("\r\n", "\n") for sign in "\r\v\x85\u2028\ufeff")
    try:
        kinds = [getattr(one, "operation", None) for one in graphql.parse(document).definitions]
    except GraphQLError:
        kinds = []
    assume(not doubtful and kinds)
    assert only_queries(document) == (OperationType.QUERY in kinds and set(kinds) <= {OperationType.QUERY, None})
