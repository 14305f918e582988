"""Random programs out of dangerous parts: none gets out, none takes the sandbox along."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webdart_sandbox import Exceeded, Failed, Forbidden, Limits, Sandbox, ScriptJob, SqlJob

LIMITS = Limits(seconds=0.5, cpu_seconds=2, memory_mb=64, output_mb=1, rows=1_000)
NAMES = [
    "a",
    "b",
    "_c",
    "_getattr_",
    "__builtins__",
    "tables",
    "sql",
    "params",
    "len",
    "print",
    "getattr",
    "type",
    "str",
    "object",
    "super",
    "json",
    "re",
    "collections",
    "functools",
    "operator",
    "string",
    "open",
    "exec",
    "_aug0",
]
ATTRIBUTES = [
    "__class__",
    "__globals__",
    "__self__",
    "gi_frame",
    "f_back",
    "f_builtins",
    "format",
    "mro",
    "obj",
    "x",
    "_y",
    "__subclasses__",
    "__init__",
    "__dict__",
    "__code__",
    "loads",
    "compile",
    "partial",
    "attrgetter",
    "Template",
]
KEYS = ["0", "'x'", "'__builtins__'", "'open'", "-1", "1:2", "()"]

name = st.sampled_from(NAMES)
attribute = st.sampled_from(ATTRIBUTES)


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Larger expressions out of smaller ones."""
    return st.one_of(
        st.builds("{}.{}".format, inner, attribute),
        st.builds("{}[{}]".format, inner, st.sampled_from(KEYS)),
        st.builds("{}({})".format, inner, inner),
        st.builds("getattr({}, '{}')".format, inner, attribute),
        st.builds("({} for {} in {})".format, inner, name, inner),
        st.builds("[{} for {} in [{}]]".format, inner, name, inner),
        st.builds("(lambda {}: {})({})".format, name, inner, inner),
        st.builds("f'{{{}}}'".format, name),
        st.builds("'{{0.{}}}'.format({})".format, attribute, inner),
        st.builds("({} := {})".format, name, inner),
        st.builds("{} if {} else {}".format, inner, inner, inner),
        st.builds("{{**{}, 'k': {}}}".format, inner, inner),
    )


expression = st.recursive(st.one_of(name, st.sampled_from(["1", "'x'", "()", "[]", "{}"])), grown, max_leaves=8)
statement = st.one_of(
    st.builds("{} = {}".format, name, expression),
    st.builds("{}.{} = {}".format, expression, attribute, expression),
    st.builds("{}[0] += {}".format, expression, expression),
    st.builds("{}.{} += {}".format, expression, attribute, expression),
    st.builds("import {} as {}".format, st.sampled_from(["json", "os", "re", "sys", "collections"]), name),
    st.builds("from {} import {}".format, st.sampled_from(["json", "urllib", "collections", "re", "os"]), attribute),
    st.builds("def {}({}):\n    yield {}".format, name, name, expression),
    st.builds("class {}({}):\n    {} = {}".format, name, expression, name, expression),
    st.builds("try:\n    {}\nexcept Exception as {}:\n    answer = {}".format, expression, name, expression),
    st.builds("for {} in {}:\n    answer = {}".format, name, expression, expression),
    st.builds("with {} as {}:\n    answer = {}".format, expression, name, expression),
    st.builds("@{}\ndef {}():\n    return {}".format, expression, name, expression),
    st.builds("global {}\nanswer = {}".format, name, expression),
    st.builds("del {}".format, expression),
)
program = st.lists(statement, min_size=1, max_size=5).map("\n".join)

FUNCTIONS = ["read_text", "query", "sum", "list", "getenv", "range", "unnest", "json_execute_serialized_sql", "repeat"]
TABLES = ["t", "'/etc/hostname'", "duckdb_settings", "sqlite_master", "x", "(SELECT 1)", "read_text('/etc/hostname')"]
value = st.recursive(
    st.sampled_from(["1", "'/etc/hostname'", "a", "$p", "*", "NULL"]),
    lambda inner: st.one_of(
        st.builds("{}({})".format, st.sampled_from(FUNCTIONS), inner),
        st.builds("({} + {})".format, inner, inner),
        st.builds("(SELECT {} FROM {})".format, inner, st.sampled_from(TABLES)),
        st.builds("CAST({} AS {})".format, inner, st.sampled_from(["INT", "VARCHAR", "t", "ENUM('a')"])),
    ),
    max_leaves=6,
)
query = st.one_of(
    st.builds("SELECT {} FROM {}".format, value, st.sampled_from(TABLES)),
    st.builds("WITH x AS (SELECT {}) SELECT {} FROM x".format, value, value),
    st.builds("WITH x AS (INSERT INTO t SELECT {} RETURNING *) SELECT * FROM x".format, value),
    st.builds("SELECT {}; SELECT {}".format, value, value),
    st.builds("COPY (SELECT {}) TO 'never'".format, value),
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox()
    yield made
    made.close()


def answered(sandbox: Sandbox, job: ScriptJob | SqlJob) -> str:
    """What came of a job; any other end of it than these is a failure of the sandbox."""
    try:
        return repr(sandbox.start(job).result())
    except (Forbidden, Exceeded):
        return ""
    except Failed as error:
        problem = error.problem
    assert "without a result" not in problem, job
    return ""


def fuzz_scripts(sandbox: Sandbox, source: str) -> None:
    told = answered(sandbox, ScriptJob(source="answer = None\n" + source, tables={}, limits=LIMITS))
    for sign in ("<module 'os'", "<code object", "<frame ", "_io.TextIOWrapper", "built-in function open"):
        assert sign not in told


def fuzz_statements(sandbox: Sandbox, statement: str, hostname: str) -> None:
    job = SqlJob(statement=statement, tables={}, parameters={"p": 1}, limits=LIMITS)
    assert hostname not in answered(sandbox, job)


@pytest.fixture(scope="module")
def hostname() -> str:
    with open("/etc/hostname", encoding="utf-8") as file:  # noqa: PTH123 - what the statements try to read
        return file.read().strip() or "no name"


CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much]
SHORT = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=CHECKS, database=None)
LONG = settings(max_examples=3_000, deadline=None, suppress_health_check=CHECKS, database=None)


@pytest.mark.proof
@given(source=program)
@SHORT
def test_random_scripts_achieve_nothing(sandbox: Sandbox, source: str):
    """Programs of dangerous parts are refused or harmless, and the child always answers."""
    fuzz_scripts(sandbox, source)


@given(statement=query)
@SHORT
def test_random_statements_achieve_nothing(sandbox: Sandbox, hostname: str, statement: str):
    """Statements of dangerous parts are refused or harmless, and the child always answers."""
    fuzz_statements(sandbox, statement, hostname)


@pytest.mark.proof
@pytest.mark.timeout(3_600)
@given(source=program)
@LONG
def test_many_random_scripts_achieve_nothing(sandbox: Sandbox, source: str):
    """As above, with other programs in every run."""
    fuzz_scripts(sandbox, source)


@pytest.mark.proof
@pytest.mark.timeout(3_600)
@given(statement=query)
@LONG
def test_many_random_statements_achieve_nothing(sandbox: Sandbox, hostname: str, statement: str):
    """As above, with other statements in every run."""
    fuzz_statements(sandbox, statement, hostname)
