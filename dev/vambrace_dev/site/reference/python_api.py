# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The reference of the Python interface, whose texts Sphinx takes from the docstrings of vambrace.api."""

from __future__ import annotations

import inspect

from vambrace import api
from vambrace.base import errors

PAGE = "reference/python.md"

ERRORS = ("VambraceError", "UsageError", "MissingTool", "BuildError")


def pages() -> dict[str, str]:
    """Return the page."""
    parts = ["# Python interface\n\n[Measure from Python](../docs/user/python.md) has examples.\n\n## vambrace.api\n"]
    for name in api.__all__:
        kind = "autoclass" if inspect.isclass(getattr(api, name)) else "autofunction"
        parts.append(_directive(kind, f"vambrace.api.{name}"))
    parts.append("## vambrace.base.errors\n")
    parts += [_directive("autoexception", f"{errors.__name__}.{name}", members=False) for name in ERRORS]
    return {PAGE: "\n".join(parts)}


def _directive(kind: str, name: str, members: bool = True) -> str:
    options = "   :members:\n" if members and kind == "autoclass" else ""
    return f"```{{eval-rst}}\n.. {kind}:: {name}\n{options}```\n"
