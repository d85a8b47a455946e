# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The files that contain the encodings of configs/instructions.toml: RTL, and headers of the library."""

from pathlib import Path

from vambrace.config import instructions
from vambrace.hardware.encodings.headers import header
from vambrace.hardware.encodings.parts import renewed
from vambrace.hardware.encodings.rtl import package
from vambrace.hardware.encodings.switches import switch, switches


def files(folder: Path) -> dict[Path, str]:
    """Return the generated files below a project's folder, and their texts. backend.h and ise.h of the library are
    read, because only parts of them are generated.
    """
    headers = folder / "lib" / "include" / "vambrace"
    parts = {"switches": switches, "includes": includes}
    return {
        folder / "rtl" / "ise" / "vmb_ise_encodings_pkg.sv": package(),
        **{headers / "detail" / "ise" / f"{e.header}.h": header(e) for e in instructions.extensions().values()},
        **{headers / "detail" / "backend" / f"{e.name.lower()}.h": switch(e) for e in instructions.units().values()},
        **{path: renewed(path.read_text(), parts) for path in (headers / "backend.h", headers / "ise.h")},
    }


def includes() -> list[str]:
    """Return the headers of all extensions, for vambrace/ise.h."""
    return [f'#include "vambrace/detail/ise/{e.header}.h"' for e in instructions.extensions().values()]
