# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Defects that are put into sources, to see that a proof or a test finds them."""

from vambrace.base.errors import VambraceError


def seed(name: str, text: str, find: str, put: str) -> str:
    """Return the text of file `name` with `put` instead of `find`, which has to be there once."""
    if text.count(find) != 1:
        raise VambraceError(f"{name} has {text.count(find)} times what has to be there once: {find}")
    return text.replace(find, put)
