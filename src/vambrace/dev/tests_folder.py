# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes tests/ importable: its lists of cases, and what runs them. An installed `vambrace` does not find it alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from vambrace.base import extras
from vambrace.base.paths import root


@contextmanager
def importable() -> Iterator[None]:
    """Where `tests` can be imported. What is imported then stays."""
    extras.need("test")
    sys.path.insert(0, str(root()))
    try:
        yield
    finally:
        sys.path.remove(str(root()))
