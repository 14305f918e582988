"""Approves a statement that may run, and lists the tables and columns that it reads.

DuckDB's own parser answers: one statement, serialised as a tree, and every node, function and table of the tree must be
known to be harmless. The walk refuses what it doesn't know, so a new kind of node is closed until it is added here. The
parser's statement type alone decides nothing: a SELECT whose CTE inserts is typed SELECT.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import cast

import duckdb

from webdart_sandbox.jobs import Failed, Forbidden

Columns = frozenset[str] | None
"""Names of columns in lower case; None is all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approved:
    """A statement that may run: what it reads of the tables on offer, and the parameters that it names."""

    statement: duckdb.Statement
    reads: Mapping[str, Columns]
    parameters: frozenset[str]


def approve(connection: duckdb.DuckDBPyConnection, source: str, tables: Mapping[str, Sequence[str]]) -> Approved:
    """Judge `source`, one SELECT-shaped statement over `tables` (name → columns).

    Raises:
        Failed: it does not parse.
        Forbidden: it is no single SELECT, or holds something outside the allow-list.
    """
    statement = _only_statement(connection, source)
    tree = _tree(connection, source)
    walk = _Walk({name.lower(): name for name in tables})
    walk.visit(tree, frozenset())
    reads = {name: walk.columns(name) for name in sorted(walk.reads)}
    return Approved(statement=statement, reads=reads, parameters=frozenset(statement.named_parameters))


def _only_statement(connection: duckdb.DuckDBPyConnection, source: str) -> duckdb.Statement:
    try:
        statements = connection.extract_statements(source)
        kinds = [statement.type for statement in statements]
    except duckdb.Error as error:
        raise Failed(str(error)) from error
    except ValueError as error:  # a kind of statement that the driver has no name for
        raise Forbidden("only a SELECT may run here, and this kind of statement is none") from error
    if len(statements) != 1:
        raise Forbidden(f"one SELECT may run here, and these are {len(statements)} statements")
    if kinds[0] == duckdb.StatementType.MULTI:
        raise Forbidden("a PIVOT must list its values", "write PIVOT t ON column IN ('a', 'b') USING …")
    if kinds[0] != duckdb.StatementType.SELECT:
        raise Forbidden(f"only a SELECT may run here, and this is {kinds[0].name}")
    return statements[0]


def _tree(connection: duckdb.DuckDBPyConnection, source: str) -> object:
    serialise = "SELECT json_serialize_sql($source, skip_null := true, skip_empty := true, skip_default := true)"
    try:
        rows = connection.execute(serialise, {"source": source}).fetchall()  # to the end: half-read results block
    except duckdb.Error as error:
        raise Failed(str(error)) from error
    tree = cast("dict[str, object]", json.loads(cast("list[tuple[str]]", rows)[0][0]))
    if tree["error"]:
        raise Forbidden(f"only a plain SELECT may run here: {tree.get('error_message', '')}")
    return tree["statements"]


_NODE_NAMES = """
SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE
BASE_TABLE SUBQUERY JOIN TABLE_FUNCTION EXPRESSION_LIST EMPTY PIVOT SHOW_REF
ORDER_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER DISTINCT_MODIFIER ORDER_DEFAULT ASCENDING DESCENDING
"""
_EXPRESSION_NAMES = """
BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA LAMBDA_REF OPERATOR PARAMETER
POSITIONAL_REFERENCE STAR SUBQUERY TYPE WINDOW
"""
_NODES = frozenset(_NODE_NAMES.split())
_EXPRESSIONS = frozenset(_EXPRESSION_NAMES.split())
_SHOWS = frozenset(["SUMMARY", "DESCRIBE"])
_NEEDS_EVERY_COLUMN = frozenset(["STAR", "PIVOT", "SHOW_REF", "NATURAL"])


def _function_names() -> tuple[frozenset[str], frozenset[str]]:
    lines = (files("webdart_sandbox") / "sql_functions.txt").read_text("utf-8").splitlines()
    anywhere, in_from = set[str](), set[str]()
    for line in lines:
        words = line.split()
        if line.startswith("[table]"):
            in_from.update(words[1:])
        elif not line.startswith("# "):
            anywhere.update(words)
    return frozenset(anywhere), frozenset(in_from)


_FUNCTIONS, _TABLE_FUNCTIONS = _function_names()


class _Walk:
    """One pass over the tree: refuses what is not allowed, and gathers what is read."""

    def __init__(self, tables: Mapping[str, str]) -> None:
        self._tables = tables
        self._words: set[str] = set()
        self._lone: set[str] = set()
        self._names: set[str] = set()
        self._everything = False
        self.reads: set[str] = set()

    def columns(self, table: str) -> Columns:
        """The columns of `table` that the statement can mean: every word of it that could be one."""
        whole_row = bool(self._names & self._lone) or table.lower() in self._lone
        return None if self._everything or whole_row else frozenset(self._words)

    def visit(self, value: object, ctes: frozenset[str]) -> None:
        """Walk `value`, where the common table expressions `ctes` are in scope."""
        if isinstance(value, str):
            self._words.add(value.lower())
        elif isinstance(value, list):
            for item in cast("list[object]", value):
                self.visit(item, ctes)
        elif isinstance(value, dict):
            self._node(cast("dict[str, object]", value), ctes)

    def _node(self, node: dict[str, object], ctes: frozenset[str]) -> None:
        self._judge(node, ctes)
        ctes = self._with(node.get("cte_map"), ctes)
        for key, value in node.items():
            if key == "cte_map":
                continue
            inside = ctes | {_lower(node, "cte_name")} if node.get("type") == "RECURSIVE_CTE_NODE" else ctes
            self.visit(value, inside if key == "right" else ctes)
        if "alias" in node and "class" not in node:
            self._names.add(_lower(node, "alias"))

    def _with(self, cte_map: object, ctes: frozenset[str]) -> frozenset[str]:
        """Visit the common table expressions in order; each sees those before it."""
        entries = cast("dict[str, list[dict[str, object]]]", cte_map or {}).get("map", [])
        for entry in entries:
            self.visit(entry["value"], ctes)
            ctes |= {_lower(entry, "key")}
        return ctes

    def _judge(self, node: dict[str, object], ctes: frozenset[str]) -> None:
        kind = node.get("class", node.get("type"))
        if not isinstance(kind, str):
            return
        if kind not in (_EXPRESSIONS if "class" in node else _NODES):
            raise Forbidden(f"{kind.replace('_', ' ')} may not stand in a statement here")
        if kind == "SHOW_REF" and node.get("show_type") not in _SHOWS:
            raise Forbidden("SHOW may not run here", "DESCRIBE table and SUMMARIZE table may")
        if kind == "TABLE_FUNCTION":
            self._function(cast("dict[str, object]", node["function"]), _TABLE_FUNCTIONS, " in FROM")
        if "function_name" in node:
            self._function(node, _FUNCTIONS | _TABLE_FUNCTIONS)
        if "table_name" in node:
            self._table(node, ctes)
        self._notice(kind, node)

    def _notice(self, kind: str, node: dict[str, object]) -> None:
        """Remember what decides which columns are read."""
        if kind in _NEEDS_EVERY_COLUMN or node.get("ref_type") == "NATURAL":
            self._everything = True
        if kind == "COLUMN_REF":
            names = cast("list[str]", node["column_names"])
            if len(names) == 1:
                self._lone.add(names[0].lower())

    def _function(self, node: dict[str, object], allowed: frozenset[str], place: str = "") -> None:
        name = _lower(node, "function_name")
        if "catalog" in node or _lower(node, "schema") not in {"", "main"}:
            raise Forbidden(f"the function {name}() may not be called by its schema here", f"write {name}(…)")
        if name not in allowed:
            raise Forbidden(
                f"the function {name}() may not be called here{place}",
                "functions that compute with their arguments may; those that read settings, files or catalogs may not",
            )

    def _table(self, node: dict[str, object], ctes: frozenset[str]) -> None:
        name, schema = _lower(node, "table_name"), _lower(node, "schema_name")
        if "catalog_name" in node or schema not in {"", "main", "recurring"}:
            raise Forbidden("a table of another schema or database may not be read here")
        self._names.add(name)
        if name in ctes and schema != "main":
            return
        if name not in self._tables or schema == "recurring":
            # The same words as DuckDB's for a typing slip; a file name or an internal view gets no better answer.
            raise Failed(f'Catalog Error: Table with name "{node.get("table_name", "")}" does not exist!')
        self.reads.add(self._tables[name])


def _lower(node: Mapping[str, object], key: str) -> str:
    return str(node.get(key, "")).lower()
