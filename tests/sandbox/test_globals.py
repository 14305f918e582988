"""What can a script get hold of, by every public road from its globals?"""

import io
import os
import sys
import types
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, cast

import pyarrow as pa
import pytest

from webdart_sandbox import Limits, script_run
from webdart_sandbox.script_modules import MODULES

OUTSIDE = (types.ModuleType, types.CodeType, types.FrameType, types.TracebackType, types.CellType, io.IOBase)
STEPS = 200_000


def roots() -> dict[str, object]:
    script = script_run.Script(
        source="",
        tables={"t": ["a"]},
        parameters={"n": 1, "list": [1, {"k": "v"}]},
        limits=Limits(),
        now=datetime.now(UTC),
    )
    arrows = script_run.Arrows({"t": pa.Table.from_pylist([{"a": 1}])}, script.tables)
    return script_run.namespace(script, arrows, None, lambda _text: None)


def samples() -> list[object]:
    """Objects that scripts make: of classes, functions, generators, exceptions, matches, named tuples."""

    def module(name: str) -> Any:
        return MODULES[name]

    return [
        *[lambda: 0, (n for n in [1]), raised(), {}, [], set[int](), "", b"", 1, 1.5, range(3), slice(1)],
        module("re").compile("a(b)").match("ab"),
        module("collections").namedtuple("P", "x")(1),
        module("collections").defaultdict(list),
        module("decimal").getcontext(),
        module("decimal").localcontext(),
        module("zoneinfo").ZoneInfo("Europe/London"),
        module("string").Template("$a"),
        module("functools").lru_cache(len),
        module("functools").partial(len),
        module("statistics").NormalDist(0, 1),
        module("difflib").SequenceMatcher(None, "a", "b"),
        module("csv").reader(["a,b"]),
        module("csv").DictReader(["a,b"]),
        module("hashlib").sha256(),
        module("textwrap").TextWrapper(),
        module("urllib.parse").urlparse("https://a.example/"),
        module("datetime").datetime(2026, 1, 1),
        module("itertools").chain([1], [2]),
    ]


def raised() -> BaseException:
    """An exception that has been through a frame."""
    with pytest.raises(ZeroDivisionError) as caught:
        _ = 1 / 0
    return caught.value


def neighbours(thing: object, read: Callable[[object, str], object]) -> Iterable[tuple[str, object]]:
    """What the guard gives of `thing`, and what iterating and indexing give."""
    for name in dir(thing):
        try:
            yield f".{name}", read(thing, name)
        except (AttributeError, TypeError, ValueError, NotImplementedError, KeyError, IndexError):
            continue
    if isinstance(thing, Mapping):
        yield from ((f"[{key!r}]", value) for key, value in cast("Mapping[object, object]", thing).items())
        yield from (("key", key) for key in cast("Mapping[object, object]", thing))
    elif isinstance(thing, (list, tuple, set, frozenset, deque)):
        yield from (("item", item) for item in cast("Iterable[object]", thing))


def test_nothing_outside_is_reachable_over_public_attributes():
    """A breadth-first search from every global finds no module, code, frame, traceback or file."""
    names = roots()
    read = cast("Callable[[object, str], object]", names["_getattr_"])
    builtins = cast("dict[str, object]", names["__builtins__"])
    first = [(name, value) for name, value in (*names.items(), *builtins.items(), *MODULES.items())]
    queue = deque([*first, *((f"sample {type(each).__name__}", each) for each in samples())])
    seen: dict[int, object] = {}
    while queue and len(seen) < STEPS:
        path, thing = queue.popleft()
        if id(thing) in seen:
            continue
        seen[id(thing)] = thing  # kept, so that no other object gets its address
        assert not isinstance(thing, OUTSIDE), path
        assert thing is not open, path
        assert thing is not os.environ, path
        assert thing is not sys.modules, path
        if path.count(".") + path.count("[") < 6:
            queue.extend((path + step, value) for step, value in neighbours(thing, read))
    assert len(seen) > 1_000, "the search went nowhere"


@pytest.mark.parametrize(
    "name", ["__globals__", "__closure__", "__code__", "__self__", "__func__", "__wrapped__", "__dict__", "__class__"]
)
def test_no_function_shows_its_insides(name: str):
    """`__globals__` and its kin are closed for every function of every record, also by computed names."""
    names = roots()
    read = cast("Callable[[object, str], object]", names["_getattr_"])
    for title, module in MODULES.items():
        for member in dir(module):
            function = read(module, member)
            if isinstance(function, (types.FunctionType, types.BuiltinFunctionType)):
                with pytest.raises((AttributeError, TypeError)):
                    read(function, name)
                assert title


def test_the_tables_have_no_public_attribute_but_a_mapping_s():
    """What `tables` offers is a mapping of plain rows: no Arrow table, no connection."""
    names = roots()
    read = cast("Callable[[object, str], object]", names["_getattr_"])
    tables = cast("Mapping[str, object]", names["tables"])
    open_names = {step.lstrip(".") for step, _value in neighbours(tables, read) if step.startswith(".")}
    assert open_names == {"get", "items", "keys", "values"}
    assert list(tables.items()) == [("t", [{"a": 1}])]
