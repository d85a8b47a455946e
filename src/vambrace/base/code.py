# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Hashes of Python code in the packages and tests, for cache keys: a cached result is valid only for the code that
computed it. Comments, docstrings and formatting do not count (vambrace.base.sources).
"""

import ast
import inspect
import textwrap
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import sources, store
from vambrace.base.paths import root


def digest(module: str) -> str:
    """Return the hash of a module and of all project modules that it imports, directly or indirectly, including imports
    inside functions.
    """
    return store.digest([(name, sources.python(path.read_bytes())) for name, path in sorted(imports(module).items())])


def files(*modules: str) -> str:
    """Return the hash of these modules of this package, without their imports."""
    return store.digest([(name, sources.python(_source(name).read_bytes())) for name in modules])


def of(*parts: Callable[..., Any] | type) -> str:
    """Return the hash of the source of functions and classes, without the functions that they call."""
    return store.digest([sources.python(textwrap.dedent(inspect.getsource(part)).encode()) for part in parts])


def imports(module: str) -> dict[str, Path]:
    """Return a project module and all project modules that it imports, by name."""
    _source(module)  # fails if it is missing
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _path(name)
        if path is not None and name not in found:
            found[name] = path
            waiting += _imported(path)
    return found


def _source(module: str) -> Path:
    path = _path(module)
    assert path is not None, f"no module {module}"
    return path


@cache
def _path(module: str) -> Path | None:
    """Return the file of a project module; None if the name belongs to an object in a module."""
    package, *rest = module.split(".")
    folders = {"tests": root() / "tests", "vambrace_dev": root() / "dev" / "vambrace_dev"}
    base = folders.get(package, Path(__file__).parents[1]).joinpath(*rest)
    return next((p for p in (base.with_suffix(".py"), base / "__init__.py") if p.is_file()), None)


@cache
def _imported(path: Path) -> list[str]:
    return [name for name in names(path.read_bytes()) if name.split(".")[0] in ("vambrace", "vambrace_dev", "tests")]


def names(source: bytes) -> list[str]:
    """Return the modules imported anywhere in a source, and the names imported from them, which may also be modules."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
    return found
