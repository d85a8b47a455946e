# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes the files that contain encodings of the extension instructions, from configs/instructions.toml.

python -m vambrace_dev.instructions          writes them
python -m vambrace_dev.instructions --check  prints which of them are out of date
"""

from pathlib import Path

from vambrace.base.paths import root
from vambrace.config import instructions
from vambrace_dev.instructions.headers import header
from vambrace_dev.instructions.parts import renewed
from vambrace_dev.instructions.rtl import package
from vambrace_dev.instructions.spike import spike
from vambrace_dev.instructions.switches import switch
from vambrace_dev.instructions.text import SOURCE


def files() -> dict[Path, str]:
    """Return every generated file and its text."""
    library = root() / "lib"
    headers = library / "include" / "vambrace"
    partly = (
        headers / "backend.h",
        headers / "ise.h",
        library / "CMakeLists.txt",
        root() / "docs" / "reference" / "ise.md",
    )
    return {
        root() / "rtl" / "ise" / "vmb_ise_encodings_pkg.sv": package(),
        **{headers / "detail" / "ise" / f"{e.header}.h": header(e) for e in instructions.extensions().values()},
        **{headers / "detail" / "backend" / f"{e.name.lower()}.h": switch(e) for e in instructions.units().values()},
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
