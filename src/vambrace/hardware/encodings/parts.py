# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generated parts of otherwise hand-written files."""

import re
from collections.abc import Callable, Mapping


def renewed(text: str, parts: Mapping[str, Callable[[], list[str]]]) -> str:
    """Return a file with its generated parts renewed, each between two comments; `parts` has their lines by name."""

    def replacement(match: re.Match[str]) -> str:
        return "\n".join([match[1], *parts[match[2]](), match[3]])

    begin, end = r"((?:<!--|/\*|#) generated: ([\w-]+)[^\n]*)", r"((?:<!--|/\*|#) end\b)"
    return re.sub(rf"{begin}\n.*?{end}", replacement, text, flags=re.DOTALL)
