# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Hashes of Python code in the packages and tests, for cache keys: a cached result is valid only for the code that
computed it. Comments, docstrings and formatting do not count (vambrace.base.sources).
"""

import ast
import contextlib
import hashlib
import inspect
import json
import os
import sys
import textwrap
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import sources, store
from vambrace.base.paths import cache_dir, root


def digest(module: str) -> str:
    """Return the hash of a module and of all project modules that it imports, directly or indirectly, including imports
    inside functions.
    """
    return store.digest([(name, _parsed(path.read_bytes())[0]) for name, path in sorted(imports(module).items())])


def files(*modules: str) -> str:
    """Return the hash of these modules of this package, without their imports."""
    return store.digest([(name, _parsed(_source(name).read_bytes())[0]) for name in modules])


def of(*parts: Callable[..., Any] | type) -> str:
    """Return the hash of the source of functions and classes, without the functions that they call."""
    return store.digest([sources.python(textwrap.dedent(inspect.getsource(part)).encode()) for part in parts])


def imports(module: str) -> dict[str, Path]:
    """Return a project module and all project modules that it imports, by name."""
    _source(module)  # fails if it is missing
    paths: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _path(name)
        if path is not None and name not in paths:
            paths[name] = path
            waiting += _imported(path)
    return paths


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
    imported = _parsed(path.read_bytes())[1]
    return [name for name in imported if name.split(".")[0] in ("vambrace", "vambrace_dev", "tests")]


@cache
def _parsed(source: bytes) -> tuple[str, list[str]]:
    """Return the hash of a source that ignores comments, and the modules that it imports. Parsing all sources takes as
    long as a short command, so the cache keeps both by the contents of the source.
    """
    key = hashlib.sha256(f"{sys.version}\0{_version()}\0".encode() + source).hexdigest()
    file = cache_dir() / "code" / key[:2] / key
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):  # missing, or damaged
        cached = json.loads(file.read_bytes())
        return cached["hash"], cached["imports"]
    parsed = sources.python(source), names(source)
    with contextlib.suppress(OSError):  # a cache that cannot be written costs only time
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{key}.{os.getpid()}.{threading.get_ident()}")
        part.write_text(json.dumps({"hash": parsed[0], "imports": parsed[1]}))
        os.replace(part, file)
    return parsed


@cache
def _version() -> str:
    """Return the hash of the code that makes the kept hashes."""
    own = [Path(__file__), Path(sources.__file__)]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in own)).hexdigest()


def names(source: bytes) -> list[str]:
    """Return the modules imported anywhere in a source, and the names imported from them, which may also be modules."""
    modules = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules += [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules += [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
    return modules
