# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The project with the selected plug-ins, for `vambrace.base.paths.root`: adds their files (vambrace.base.merged), and
generates what depends on their instructions: encodings, headers, and the function units in vmb_ise.

python -m vambrace.hardware.plugged    prints the folder
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vambrace.base import merged, paths, plugins
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.plugins import Plugin

if TYPE_CHECKING:  # it reads the project's files, so `folder` chooses their folder first
    from vambrace.config.instructions import Extension

#: Lines of rtl/ise/vmb_ise.sv and vmb_ise.core, as macros.UNITS_END. The additions are placed before them.
_CHOICES, _FILES = "  logic unused_request;", "      - vmb_ise.sv\n"

#: The opcodes of custom instructions: custom-0 to custom-3.
_CUSTOM = (0x0B, 0x2B, 0x5B, 0x7B)

#: Opcodes of the engine: docs/reference/port.md.
_ENGINE = (0x0B, 0x5B)


class Unusable(Exception):
    """The instructions of a plug-in cannot be added; the message gives the reason."""


def write(folder: Path, added: list[str]) -> None:
    """Write the generated files of a folder in which `paths.root` finds the joined configs/instructions.toml. Unusable
    if the extensions `added` cannot be used.
    """
    check(added)
    from vambrace.config import instructions, macros
    from vambrace.hardware import encodings

    texts = encodings.files(folder)
    behind = {e.key: e.name for e in instructions.extensions().values() if e.key in added}
    ise = folder / "rtl" / "ise"
    modules = sorted(path.name for path in ise.glob("*.sv"))
    listed = (ise / "vmb_ise.core").read_text()
    more = [name for name in modules if not any(f" {name}\n" in text.read_text() for text in ise.glob("*.core"))]
    more.sort(key=lambda name: (not name.endswith("_pkg.sv"), name))
    texts[ise / "vmb_ise.core"] = _before(listed, _FILES, "".join(f"      - {name}\n" for name in more))
    units = "".join(f"  {macros.unit(key, name)}\n" for key, name in behind.items())
    choices = "".join(f"  assign choose[Unit{name}] = accept[Unit{name}];\n" for name in behind.values())
    texts[ise / "vmb_ise.sv"] = _before(
        _before((ise / "vmb_ise.sv").read_text(), macros.UNITS_END, units), _CHOICES, choices
    )
    for path, text in texts.items():
        path.unlink(missing_ok=True)  # a link to the project's own
        path.write_text(text)


def _before(text: str, place: str, more: str) -> str:
    """Return a text with lines added before a place, which occurs once."""
    assert text.count(place) == 1, f"'{place.strip()}' occurs {text.count(place)} times"
    return text.replace(place, more + place)


def check(added: list[str]) -> None:
    """Raise Unusable if an extension cannot be a function unit behind the accelerator port, or if its instructions
    are not distinct.
    """
    try:
        from vambrace.config import instructions

        every = instructions.extensions()
        both_lengths = [(e.key, i.mnemonic, i.encodings) for e in every.values() for i in e.instructions.values()]
        words = {(key, mnemonic): encodings[32] for key, mnemonic, encodings in both_lengths if 32 in encodings}
        for encoding in words.values():
            encoding.mask  # noqa: B018  raises ValueError
    except (ValueError, TypeError, KeyError) as error:
        raise Unusable(_reason(error)) from None
    for key in added:
        _check_extension(every[key])
    for (key, mnemonic), encoding in words.items():
        if key in added and (encoding.mask & 0x7F != 0x7F or encoding.opcode not in _CUSTOM):
            raise Unusable(f"{mnemonic}: bits 6 to 0 must be an opcode of custom instructions, for example 1111011")
        if key in added and encoding.opcode in _ENGINE:
            raise Unusable(f"{mnemonic}: opcode {encoding.opcode:07b} belongs to the engine; use 1111011 or 0101011")
    for (own, first), (other, second) in itertools.combinations(words.items(), 2):
        both = first.mask & second.mask
        if (own[0] in added or other[0] in added) and not (first.match ^ second.match) & both:
            raise Unusable(f"{other[1]} has the encoding of {own[1]}: change fixed bits")


def _check_extension(extension: Extension) -> None:
    """Raise Unusable if an extension of a plug-in is no function unit behind the accelerator port."""
    key = extension.key
    if not re.fullmatch("[a-z][a-z0-9]*", key) or extension.name.lower() != key or extension.header != key:
        raise Unusable(f"[{key}]: use lower-case letters and digits, the same as name, and no header")
    if not extension.port or extension.xlen == 64 or not extension.custom:
        raise Unusable(f"[{key}]: write custom = true, and neither port nor xlen: a plug-in adds function units alone")
    if not (paths.root() / "rtl" / "ise" / f"vmb_{key}.sv").is_file():
        raise Unusable(f"[{key}]: the plug-in lacks its function unit, rtl/ise/vmb_{key}.sv")


def _reason(error: Exception) -> str:
    """Return Python's message on a wrong entry without the names of our functions."""
    if isinstance(error, KeyError):
        return f"an entry lacks: {error.args[0]}"
    text = re.sub(r"^[\w.]+\(\) got an unexpected keyword argument", "unknown field", str(error))
    return re.sub(r"^[\w.]+\(\) missing \d+ required positional arguments?:", "an entry lacks:", text)


def folder(chosen: Sequence[Plugin]) -> Path:
    """Return the folder of the project with plug-ins, which is made if the cache lacks it. UsageError, in one line, if
    a plug-in cannot be added. For a process that does nothing else: it reads the instructions of the new folder.
    """
    added = [name for plugin in chosen for name in plugin.entries("instructions.toml")]

    def generate(work: Path) -> None:
        if not added:
            return
        paths.use(work)
        try:
            write(work, added)
        except Unusable as error:
            places = (str(p.folder / "configs" / "instructions.toml") for p in chosen if p.entries("instructions.toml"))
            raise UsageError(f"{', '.join(places)}: {error}") from None
        finally:
            paths.use(paths.home())

    generators = [Path(__file__), *sorted(Path(__file__).with_name("encodings").glob("*.py"))]
    return merged.folder(paths.home(), chosen, generate, [path.read_text() for path in generators])


def main() -> int:
    """Print the folder of the project with the selected plug-ins; return the exit status."""
    paths.use(paths.home())
    try:
        print(folder(plugins.selected()))
    except VambraceError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
