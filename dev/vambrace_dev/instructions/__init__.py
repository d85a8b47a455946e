# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes the files that contain encodings of the extension instructions, from configs/instructions.toml.

python -m vambrace_dev.instructions          writes them
python -m vambrace_dev.instructions --check  prints which of them are out of date
"""

from pathlib import Path

from vambrace.base.paths import root
from vambrace.hardware import encodings
from vambrace.hardware.encodings.text import SOURCE
from vambrace_dev.instructions.parts import renewed
from vambrace_dev.instructions.spike import spike


def files() -> dict[Path, str]:
    """Return every generated file and its text."""
    partly = (root() / "lib" / "CMakeLists.txt", root() / "docs" / "reference" / "ise.md")
    return {
        **encodings.files(root()),
        root() / "soc" / "spike" / "encodings.h": spike(),
        **{path: renewed(path.read_text()) for path in partly},
    }


def main(arguments: list[str]) -> int:
    """Write or check the files; return the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    stale = {path: text for path, text in files().items() if not path.exists() or path.read_text() != text}
    for path, text in stale.items():
        name = path.relative_to(root())
        if arguments:
            print(f"{name} does not match {SOURCE}: run python -m vambrace_dev.instructions")
        else:
            path.write_text(text)
            print(f"wrote {name}")
    return int(bool(stale and arguments))
