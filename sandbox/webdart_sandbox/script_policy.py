"""Translates a script's text into code that can only do what the guards allow.

RestrictedPython rewrites every access to attributes and items into a call of a guard, and refuses what it does not
know. On top of that, what people and models commonly write (`counts[key] += 1`, annotations, `_names` of their own)
works, and what can't be allowed is refused with the line and a rewrite.
"""

import ast
import re
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any, cast

from RestrictedPython.transformer import IOPERATOR_TO_STR, RestrictingNodeTransformer, copy_locations

from webdart_sandbox.jobs import Failed, Forbidden
from webdart_sandbox.script_modules import MODULES

FILE = "<script>"
"""The file name of a script's code, which tells its own lines from ours in a traceback."""

_REWRITES = {
    "Match": "write it with if and elif",
    "TryStar": "write except without the star",
    "AsyncFunctionDef": "write a plain def; nothing here waits",
    "Await": "call the function plainly; nothing here waits",
    "AsyncFor": "write a plain for",
    "AsyncWith": "write a plain with",
}
_GUARDS_OWN = re.compile(r"__|_.*_$|_tmp\d|_aug\d|_print$")
_OPEN_DUNDERS = frozenset({"__name__", "__class__", "__init__"})
NAMEDTUPLE_NAMES = frozenset({"_asdict", "_replace", "_fields", "_make"})
_MAGIC_NAMES = """
__init__ __repr__ __str__ __len__ __iter__ __next__ __getitem__ __setitem__ __contains__ __call__ __bool__ __hash__
__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __floordiv__
__mod__ __neg__ __abs__ __int__ __float__ __index__
"""
_MAGIC_METHODS = frozenset(_MAGIC_NAMES.split())


def translate(source: str, look: Callable[[ast.Module], None] = lambda _tree: None) -> CodeType:
    """The guarded code of `source`; `look` sees its tree as it was written.

    Raises:
        Failed: it is no Python.
        Forbidden: it holds something that can't run here; the message has the line and, where there is one, a rewrite.
    """
    try:
        tree = ast.parse(source, FILE)
        look(tree)
        policy = _Policy()
        guarded = policy.visit(tree)
        if policy.problems:
            raise Forbidden("\n".join(policy.problems))
        return compile(ast.fix_missing_locations(guarded), FILE, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise Failed(f"line {error.lineno}: {error.msg}: {(error.text or '').strip()}") from error
    except (RecursionError, MemoryError) as error:
        raise Failed("the script is nested too deeply to be compiled") from error
    except ValueError as error:  # null bytes, lone surrogates
        raise Failed(f"the script is no Python: {error}") from error


def private(name: str) -> bool:
    """Whether `name` is a script's own private name (`_rows`), not one of the language's or of the guards'."""
    return name.startswith("_") and _GUARDS_OWN.match(name) is None


class _Policy(RestrictingNodeTransformer):
    """RestrictedPython's rules with ours on top."""

    def __init__(self) -> None:
        super().__init__()
        self.problems: list[str] = []
        self._temporaries = 0

    def error(self, node: ast.AST, info: str) -> None:
        """Keep the problem with its line and, where there is one, a rewrite."""
        rewrite = _REWRITES.get(type(node).__name__, "")
        sentence = info.rstrip(".")
        self.problems.append(f"line {getattr(node, 'lineno', '?')}: {sentence}" + (f"; {rewrite}" if rewrite else ""))

    def check_name(self, node: Any, name: str | None, allow_magic_methods: bool = False) -> None:  # noqa: FBT001, FBT002 - the signature of the base class
        """Names of a script may begin with one underscore, except those that the guards use."""
        if name is None or private(name) or (allow_magic_methods and name in _MAGIC_METHODS and node.col_offset):
            return
        super().check_name(node, name, allow_magic_methods)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """`print` is a plain function here."""
        if node.id in {"print", "printed"} and isinstance(node.ctx, ast.Load):
            return node
        return cast("ast.AST", super().visit_Name(node))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Private names and a few harmless dunders compile; whether they may be read is the guard's decision."""
        reading = isinstance(node.ctx, ast.Load)
        name = node.attr
        if not private(name) and name not in NAMEDTUPLE_NAMES and not (reading and name in _OPEN_DUNDERS):
            return cast("ast.AST", super().visit_Attribute(node))
        node = self.node_contents_visit(node)
        if reading:
            read = _call("_getattr_", node.value, ast.Constant(name))
            copy_locations(read, node)
            return read
        node.value = _call("_write_", node.value)
        copy_locations(node.value, node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | Iterable[ast.AST] | None:
        """An annotation is a comment here."""
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        plain = ast.Assign(targets=[node.target], value=node.value)
        copy_locations(plain, node)
        return self.visit_Assign(plain)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Names of arguments are checked with their function; annotations are comments."""
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """As RestrictedPython has it, without the annotation of the result."""
        node.returns = None
        if getattr(node, "type_params", None):
            self.error(node, "type parameters are not allowed")
        return cast("ast.AST", super().visit_FunctionDef(node))

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.AST:
        """Variables of an enclosing function are a script's own."""
        for name in node.names:
            self.check_name(node, name)
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST:
        """Global variables are a script's own."""
        for name in node.names:
            self.check_name(node, name)
        return node

    def visit_Match(self, node: ast.AST) -> None:
        """Patterns read attributes past every guard."""
        self.not_allowed(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """As RestrictedPython has it; it drops keywords without a word, so they are refused."""
        if node.keywords or getattr(node, "type_params", None):
            self.error(node, "keywords and type parameters of a class are not allowed")
        return ast.copy_location(cast("ast.AST", super().visit_ClassDef(node)), node)

    def visit_Import(self, node: ast.Import) -> ast.AST:
        """Only modules that have a record."""
        for alias in node.names:
            self._check_module(node, alias.name)
        return cast("ast.AST", super().visit_Import(node))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """Only modules that have a record; `from __future__` says nothing that isn't so already."""
        if node.module == "__future__":
            return None
        name = node.module or "."
        self._check_module(node, name, level=node.level)
        known = dir(MODULES[name]) if name in MODULES else []
        for alias in node.names if known else []:
            if alias.name not in known:
                self.error(node, f"{name} has no {alias.name!r} here; it has {', '.join(known)}")
        return cast("ast.AST", super().visit_ImportFrom(node))

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        """`d[k] += v` reads and writes through the guards; object and key are evaluated once, in Python's order."""
        target = node.target
        if isinstance(target, ast.Name):
            return cast("ast.AST", super().visit_AugAssign(node))
        owner = self._keep(target.value)
        key = self._keep(_as_call(target.slice)) if isinstance(target, ast.Subscript) else None
        sign = ast.Constant(IOPERATOR_TO_STR[cast("Any", type(node.op))])
        old, new = (self.visit(_rebuilt(target, owner, key, context)) for context in (ast.Load(), ast.Store()))
        change = ast.Assign(targets=[new], value=_call("_inplacevar_", sign, old, self.visit(node.value)))
        statements: list[ast.stmt] = [kept for kept in (owner, key, change) if kept is not None]
        for statement in statements:
            copy_locations(cast("Any", statement), cast("Any", node))
        return statements

    def _keep(self, value: ast.expr) -> ast.Assign:
        """The value under a name that no script can have."""
        name = f"_aug{self._temporaries}"
        self._temporaries += 1
        return ast.Assign(targets=[ast.Name(name, ast.Store())], value=self.visit(value))

    def visit_Kept(self, node: ast.Name) -> ast.AST:
        """A name that `_keep` gave."""
        return ast.Name(node.id, ast.Load())

    def _check_module(self, node: ast.AST, name: str, *, level: int = 0) -> None:
        if level or name not in MODULES:
            self.error(node, f"there is no module {name!r} here; there are {', '.join(sorted(MODULES))}")


class Kept(ast.Name):
    """A temporary of ours, told from a script's names by its type."""


def _rebuilt(
    target: ast.Attribute | ast.Subscript, owner: ast.Assign, key: ast.Assign | None, context: ast.expr_context
) -> ast.expr:
    """The target over kept values."""
    thing = Kept(cast("ast.Name", owner.targets[0]).id, ast.Load())
    if key is None:
        node: ast.expr = ast.Attribute(thing, cast("ast.Attribute", target).attr, context)
    else:
        node = ast.Subscript(thing, Kept(cast("ast.Name", key.targets[0]).id, ast.Load()), context)
    return ast.fix_missing_locations(ast.copy_location(node, target))


def _as_call(key: ast.expr) -> ast.expr:
    """A slice as a call, so that it can be kept in a variable."""
    if not isinstance(key, ast.Slice):
        return key
    none = ast.Constant(None)
    call = ast.Call(ast.Name("slice", ast.Load()), [key.lower or none, key.upper or none, key.step or none], [])
    return ast.fix_missing_locations(ast.copy_location(call, key))


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
