# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/user/protocols.md."""

import re

from vambrace.base.paths import root


def example(header: str) -> str:
    """Return the only example of the guide that begins with this header."""
    text = (root() / "docs" / "user" / "protocols.md").read_text()
    start = f'#include "vambrace/{header}"\n'
    actual = [part for part in re.findall(r"```c\n(.*?)```", text, re.DOTALL) if part.startswith(start)]
    assert len(actual) == 1, header
    return str(actual[0])
