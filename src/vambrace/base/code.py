# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The hash of Python code of this package, of the developers' tools and of the tests, for cache keys: a cached result
is only valid for the code that computed it."""

import ast
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import store
from vambrace.base.paths import root


def digest(module: str) -> str:
    """Return the hash of a module and of all our modules that it imports, directly or not, also inside functions."""
    return store.digest([(name, store.digest(path.read_bytes())) for name, path in sorted(imports(module).items())])


def files(*modules: str) -> str:
    """Return the hash of the code of these modules of this package, without what they import."""
    return store.digest([(name, _source(name).read_bytes().decode()) for name in modules])


def of(*parts: Callable[..., Any] | type) -> str:
    """Return the hash of the source of functions and classes, without what they call."""
    return store.digest([inspect.getsource(part) for part in parts])


def imports(module: str) -> dict[str, Path]:
    """Return a module of ours and all modules of ours that it imports, by name."""
    _source(module)  # which must exist
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
    """The file of a module of ours; None where the name is of something in a module."""
    package, *rest = module.split(".")
    folders = {"tests": root() / "tests", "vambrace_dev": root() / "dev" / "vambrace_dev"}
    base = folders.get(package, Path(__file__).parents[1]).joinpath(*rest)
    return next((p for p in (base.with_suffix(".py"), base / "__init__.py") if p.is_file()), None)


@cache
def _imported(path: Path) -> list[str]:
    return [name for name in names(path.read_bytes()) if name.split(".")[0] in ("vambrace", "vambrace_dev", "tests")]


def names(source: bytes) -> list[str]:
    """Return the modules that some code imports, anywhere in it, and the names from them, which may be modules, too."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
    return found
