"""The project's own Python files, read as syntax: what they import, what their docstrings and decorators say."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("wzc_env", "agents", "experiments")


def files(*folders: str) -> list[Path]:
    """Every Python file below these folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def module_of(path: Path) -> str:
    """`wzc_env/kernel/__init__.py` is wzc_env.kernel."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def project_name(name: str) -> str:
    """`wzc_env.agents` and `wzc_env.experiments` are other names of the two folders beside the package."""
    for folder in ("agents", "experiments"):
        if name == f"wzc_env.{folder}" or name.startswith(f"wzc_env.{folder}."):
            return name.removeprefix("wzc_env.")
    return name


def imports(path: Path, *, types: bool = True, inside: bool = True) -> Iterator[str]:
    """The modules that a file imports, absolute; without those for type checking alone or those inside functions."""
    package = module_of(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in _reached(tree(path), types, inside):
        if isinstance(node, ast.Import):
            yield from (project_name(item.name) for item in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            submodules = [f"{origin}.{item.name}" for item in node.names]
            known = [name for name in submodules if _is_module(name)]
            yield from (project_name(name) for name in known)
            if len(known) < len(submodules):
                yield project_name(origin)


def _is_module(name: str) -> bool:
    place = ROOT.joinpath(*project_name(name).split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def _reached(node: ast.AST, types: bool, inside: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not types and isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if not inside and isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        yield child
        yield from _reached(child, types, inside)


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """(place, docstring) of a module and of every class and function in it."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text is not None:
                yield f"{path.relative_to(ROOT)}:{getattr(node, 'name', '')}", text


def marks(path: Path, mark: str) -> Iterator[tuple[str, str]]:
    """(value, place) of every `pytest.mark.MARK("value")` in a test file."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == f"pytest.mark.{mark}":
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            assert len(node.args) == 1, f"{place}: one {mark} a mark"
            assert isinstance(node.args[0], ast.Constant), f"{place}: {mark} must be written out"
            yield str(node.args[0].value), place


def is_kernel_module(path: Path) -> bool:
    """Whether a file defines functions marked @kernel."""
    return any(
        isinstance(node, ast.FunctionDef) and any(ast.unparse(mark) == "kernel" for mark in node.decorator_list)
        for node in ast.walk(tree(path))
    )
