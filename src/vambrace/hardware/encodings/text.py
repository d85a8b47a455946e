# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The common parts of generated files."""

import re

SOURCE = "configs/instructions.toml"
SPDX = ("SPDX-FileCopyrightText: Vambrace contributors", "SPDX-License-Identifier: Apache-2.0")
FROM = f"From {SOURCE} by `python -m vambrace_dev.instructions`: do not edit."


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"\W+", name))
