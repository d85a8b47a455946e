# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes tests/ importable: its case lists, and the code that runs them. An installed `vambrace` does not find it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from vambrace.base.errors import MissingTool
from vambrace.base.paths import root


@contextmanager
def importable() -> Iterator[None]:
    """Make `tests` importable within the context; imported modules stay. MissingTool if a package that it imports is
    missing, with the command that installs all test packages.
    """
    sys.path.insert(0, str(root()))
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] in ("", "tests", "vambrace"):
            raise
        raise MissingTool(
            f"the Python package '{error.name}' is missing: this check takes its cases from tests/. Get the packages "
            "of the tests with: vambrace doctor --install --for test"
        ) from None
    finally:
        sys.path.remove(str(root()))
