# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Seeds defects in sources, to show that a proof or a test finds them."""

from vambrace.base.errors import VambraceError


def seed(name: str, text: str, find: str, put: str) -> str:
    """Return the text of file `name` with `put` instead of `find`, which must occur exactly once."""
    if text.count(find) != 1:
        raise VambraceError(f"{name} contains {text.count(find)} times the text that must occur once: {find}")
    return text.replace(find, put)
