# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Functions that can report no error take a null object for nothing to do."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.host.runner import SANITIZED, SIZE, build
from vambrace.paths import root

HEADERS = "".join(f'#include "vambrace/{name}.h"\n' for name in ("aead", "aes", "hash"))


def silent_functions() -> list[str]:
    """The public functions without a result: they wipe a key or a stream."""
    command = ["gcc", "-E", "-P", f"-I{root() / 'lib' / 'include'}", "-"]
    text = subprocess.run(command, input=HEADERS, text=True, capture_output=True, check=True).stdout
    return re.findall(r"\bvoid (vmb_\w+)\(", text)


@pytest.mark.host
@pytest.mark.parametrize("runner", [SANITIZED, SIZE], ids=lambda runner: runner.name)
def test_null_is_nothing_to_wipe(runner, tmp_path):
    functions = silent_functions()
    assert len(functions) >= 29
    source = tmp_path / "null.c"
    calls = "".join(f"    {name}((void *)0);\n" for name in functions)
    source.write_text(f"{HEADERS}int main(void)\n{{\n{calls}    return 0;\n}}\n")
    subprocess.run([build("null", runner.flags, [], [source])], check=True)
