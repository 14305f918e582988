"""Reads a GraphQL document with graphql-core: what it runs, and what its operations are called.

Imported when the first such document is sent: graphql-core is large, and few sites speak GraphQL.
"""

import re

from graphql import (
    FragmentDefinitionNode,
    GraphQLError,
    OperationDefinitionNode,
    OperationType,
    parse,
)
from msgspec import Struct

_MOST_TOKENS = 20_000  # of a document: some 200 kB, read in half a second; pages send a hundredth of it
_AMBIGUOUS = re.compile("\r(?!\n)|[\0\v\f\x1c-\x1e\x85\u2028\u2029\ufeff]")
"""Line ends and blanks on which GraphQL servers disagree, and with them on where a comment ends."""


class Operations(Struct, frozen=True):
    """What a document runs: whether queries and nothing else (at least one), and the names of its operations."""

    only_query: bool
    names: frozenset[str]


def operations_of(text: str) -> Operations | None:
    """The operations of a document; None for a text that is none, or that servers may read differently."""
    if _AMBIGUOUS.search(text):
        return None
    try:
        parts = parse(text, no_location=True, max_tokens=_MOST_TOKENS).definitions
    except (GraphQLError, RecursionError):
        return None
    operations = [one for one in parts if isinstance(one, OperationDefinitionNode)]
    others = [one for one in parts if not isinstance(one, OperationDefinitionNode)]
    return Operations(
        only_query=bool(operations)
        and all(one.operation is OperationType.QUERY for one in operations)
        and all(isinstance(one, FragmentDefinitionNode) for one in others),
        names=frozenset(one.name.value for one in operations if one.name),
    )
