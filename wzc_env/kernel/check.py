"""What kernel source must not say, although Python and the compiler both accept it.

Each of these means one thing on plain twins and another in compiled code, or compiles into something slow or
wrong, so a project-wide test reads every kernel module with `forbid_aliasing`.
"""

import ast
from collections.abc import Iterator
from enum import IntEnum

from .record import Record

_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def forbid_aliasing(source: str, path: str = "<source>") -> list[str]:
    """The problems in the kernel functions of one module, each as "path:line: what"; empty when clean.

    Found are: a record stored into an array or field (compiled it copies, plain it makes two names of one
    twin), slices, negative indices, indices joined by a comma, `Enum(x)`, looping over and `len` of an enum,
    default arguments. Records, their fields and enums are those of the modules imported so far.
    """
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source, path)):
        if isinstance(node, _FunctionNode) and any(_named(mark) == "kernel" for mark in node.decorator_list):
            found += _Reader(node).problems()
    return [f"{path}:{line}: {text}" for line, text in sorted(found)]


def _named(node: ast.expr) -> str:
    """The last name of `a`, `b.a` or `b.a(...)`; else an empty text."""
    if isinstance(node, ast.Call):
        return _named(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


class _Reader:
    """Reads one kernel function."""

    def __init__(self, function: _FunctionNode) -> None:
        self._function = function
        self._records = {cls.__name__ for cls in Record.__subclasses__()}
        self._depths = {
            member.name: len(member.shape)
            for cls in Record.__subclasses__()
            for member in cls.__members__
            if member.record is not None
        }
        self._enums = {cls.__name__ for cls in IntEnum.__subclasses__()}
        self._locals: dict[str, int] = {}
        for argument in function.args.args:
            note = argument.annotation
            if note is not None and _named(note) in self._records:
                self._locals[argument.arg] = 0
            elif isinstance(note, ast.Subscript) and _named(note.slice) in self._records:
                self._locals[argument.arg] = 1

    def problems(self) -> Iterator[tuple[int, str]]:
        """(line, text) of every problem."""
        arguments = self._function.args
        if arguments.defaults or any(arguments.kw_defaults):
            yield self._function.lineno, "default argument: compiled calls cannot leave arguments out"
        nodes = [node for node in ast.walk(self._function) if isinstance(node, (ast.stmt, ast.expr))]
        for node in sorted(nodes, key=lambda node: node.lineno):
            if isinstance(node, ast.Assign):
                yield from self._assignment(node, node.targets)
            elif isinstance(node, ast.AnnAssign):
                yield from self._assignment(node, [node.target])
            elif isinstance(node, ast.Slice):
                yield node.lineno, "slice: write a loop, element by element"
            elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
                yield node.lineno, "index [i, j]: plain lists need [i][j]"
            elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.UnaryOp):
                yield node.lineno, f"index {ast.unparse(node.slice)}: compiled code does not count from the end"
            elif isinstance(node, ast.Call) and _named(node.func) in self._enums:
                yield (
                    node.lineno,
                    f"{_named(node.func)}(...): compiled code cannot make an enum from a number",
                )
            elif isinstance(node, ast.Call) and _named(node.func) == "len" and self._is_enum(node.args):
                yield node.lineno, "len of an enum: compiled code cannot count its members"
            elif isinstance(node, ast.For) and self._is_enum([node.iter]):
                yield node.lineno, "loop over an enum: compiled code cannot iterate it"

    def _is_enum(self, nodes: list[ast.expr]) -> bool:
        return len(nodes) == 1 and not isinstance(nodes[0], ast.Call) and _named(nodes[0]) in self._enums

    def _assignment(self, node: ast.Assign | ast.AnnAssign, targets: list[ast.expr]) -> Iterator[tuple[int, str]]:
        depth = None if node.value is None else self._depth(node.value)
        for target in targets:
            if isinstance(target, ast.Name) and depth is not None:
                self._locals[target.id] = depth
            elif isinstance(target, (ast.Subscript, ast.Attribute)) and depth is not None:
                text = ast.unparse(node)
                yield node.lineno, f"{text}: a copy when compiled, an alias when plain; copy its fields"

    def _depth(self, node: ast.expr) -> int | None:
        """Indices that lead from an expression to a record (0: it is one); None where none is involved."""
        if isinstance(node, ast.Name):
            return self._locals.get(node.id)
        if isinstance(node, ast.Attribute):
            return self._depths.get(node.attr)
        if isinstance(node, ast.Subscript):
            depth = self._depth(node.value)
            return None if not depth else depth - 1
        return None
