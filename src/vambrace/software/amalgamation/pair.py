# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The texts of an amalgamation: vambrace.c, vambrace.h, vambrace_config.h, and vambrace_riscv.S for
assembly backends.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from vambrace import __version__
from vambrace.base.errors import UsageError
from vambrace.base.output import Output, WriteError, write_error, write_folder
from vambrace.base.paths import root
from vambrace.config import Build, macros
from vambrace.software.amalgamation import assembly, choices, flatten
from vambrace.software.toolchain import program

#: The public headers that make up vambrace.h.
HEADERS = (
    "aead", "aes", "hash", "mac", "secure", "generic", "generic_mac", "chunks", "several", "kdf",
    "ascon_usage",
    "frames/ble", "frames/dtls12", "frames/dtls13", "frames/ieee802154",
    "frames/lorawan", "frames/oscore", "frames/replay", "frames/zigbee",
)  # fmt: skip

CONFIG, HEADER, SOURCE, ASSEMBLY = "vambrace_config.h", "vambrace.h", "vambrace.c", "vambrace_riscv.S"

_PREFIX = re.compile(r"[a-z][a-z0-9_]*")
_TABLES = ("generic/generic_table.c", "generic/generic_mac_table.c")
_TABLE = re.compile(r"^    &vmb_(?:aead|mac)_(\w+),\n", re.MULTILINE)
_DIGEST = "@DIGEST@"


def files(backends: Sequence[str] = (), prefix: str = "vmb") -> dict[str, str]:
    """Return the files by name. `backends` are names of `choices.builds`; the configuration selects the first, or
    portable C if there are none. `prefix` is the prefix of all names of the library.
    """
    named = {name: choices.build(name) for name in backends}
    in_assembly = {name: build for name, build in named.items() if not build.portable}
    if not _PREFIX.fullmatch(prefix) or prefix.endswith("_"):
        raise UsageError(
            f"'{prefix}' is not a valid prefix: use lower-case letters, digits and _; start with a letter and do not "
            "end with _"
        )
    every = {**choices.PORTABLE_BUILDS, **in_assembly}
    texts = {
        CONFIG: _configuration(every, next(iter(named), "portable")),
        HEADER: _header(every),
        SOURCE: _source(),
        **({ASSEMBLY: _assembly(every)} if in_assembly else {}),
    }
    texts = {name: renamed(text, prefix) for name, text in texts.items()}
    digest = hashlib.sha256("".join(text for name, text in texts.items() if name != CONFIG).encode()).hexdigest()[:8]
    return {name: text.replace(_DIGEST, f"0x{digest}u") for name, text in texts.items()}


def renamed(text: str, prefix: str) -> str:
    """Return the text with another prefix of names, and of macros in capitals."""
    if prefix == "vmb":
        return text
    text = re.sub(r"(?<![A-Za-z0-9])(_?)vmb(?=[_.])", rf"\1{prefix}", text)
    text = re.sub(r"(?:(?<=-D)|(?<![A-Za-z0-9]))VMB(?=_)", prefix.upper(), text)
    return re.sub(r"\bVAMBRACE(?=_\w*_H\b)", f"{prefix.upper()}_VAMBRACE", text)


def template(name: str, values: dict[str, str]) -> str:
    """Return a file of lib/amalgamation with its @NAMES@ filled in."""
    text = (root() / "lib" / "amalgamation" / name).read_text()
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


def _configuration(every: dict[str, Build], chosen: str) -> str:
    width = max(len(choices.identifier(name)) for name in every)
    listed = [f" *   {choices.identifier(name):{width}}  {meaning(build)}" for name, build in every.items()]
    families = []
    for name, title in choices.FAMILIES.items():
        macro = macros.with_family(name)
        families.append(f"#ifndef {macro} /* {title} */\n#define {macro} 1\n#endif\n")
    values = {"CHOICES": "\n".join(listed), "BACKEND": choices.identifier(chosen), "ALGORITHMS": "".join(families)}
    return template("vambrace_config.h.in", values)


def meaning(build: Build) -> str:
    """Return a short description of a backend."""
    size = ", small" if build.profile == "size" else ""
    if build.portable:
        return f"C99 for any little-endian processor{size}"
    with_what = f" with {', '.join(build.extensions.instructions)}" if build.extensions.instructions else ""
    return f"assembly for RV{build.xlen}IMC{with_what}{size}"


def _choice(every: dict[str, Build]) -> str:
    """Return the text that turns macros of the configuration into a choice, for C and assembly."""
    numbers = [f"#define {macros.BACKEND_IS}{choices.identifier(n)} {i}\n" for i, n in enumerate(every, start=1)]
    checks = []
    for i, build in enumerate(every.values(), start=1):
        lines = [f"#{'el' if i > 1 else ''}if {macros.BACKEND_CHOSEN} == {i}\n"]
        if not build.portable:
            needs = f"!defined(__riscv) || __riscv_xlen != {build.xlen} || !defined(__riscv_mul) || "
            lines.append(f"#if {needs}!defined(__riscv_compressed) || defined(__riscv_{build.xlen}e)\n")
            lines.append(f'#error "this backend is for RV{build.xlen} with M and C"\n#endif\n')
        for flag in macros.of(build):
            name, _, value = flag.removeprefix("-D").partition("=")
            lines.append(f"#undef {name}\n#define {name} {value}\n")
        checks += lines
    names = ", ".join(map(choices.identifier, every))
    values = {"NUMBERS": "".join(numbers), "NAMES": names, "CHECKS": "".join(checks) + "#endif"}
    return template("choice.h.in", values)


def head(about: str) -> str:
    """Return the beginning of each file."""
    return (
        "/* SPDX-FileCopyrightText: Vambrace contributors\n"
        " * SPDX-License-Identifier: Apache-2.0 */\n"
        f"/* libvambrace {__version__}: {about}\n"
        " * Written by `vambrace amalgamate`: do not edit; vambrace_config.h is for that. */\n"
    )


def write(folder: Path, texts: dict[str, str], preserved: Sequence[str] = (CONFIG,)) -> list[str]:
    """Write files to a folder, and return their names. A new folder appears atomically. In an existing folder each file
    is replaced atomically, except those in `preserved`; C of one run does not compile with headers of another.
    """
    if not folder.exists():
        try:
            write_folder(folder, texts)
            return list(texts)
        except WriteError:
            if not folder.is_dir():  # otherwise another command has created it meanwhile
                raise
    written = [name for name in texts if name not in preserved or not (folder / name).exists()]
    for name in written:
        try:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise write_error(str(folder), error) from None
        Output(folder / name).write(texts[name])
    return written


def _header(every: dict[str, Build]) -> str:
    flat = flatten.Flat()
    parts = [head("all public headers."), "#ifndef VAMBRACE_H\n#define VAMBRACE_H\n", _choice(every)]
    parts.append("#ifndef __ASSEMBLER__\n")
    parts += [flat.header(f"vambrace/{name}.h", 0) for name in HEADERS]
    parts.append("#endif\n\n#endif\n")
    return "".join(parts)


def _condition(source: str) -> str:
    """Return the condition of a part of a text: that a family that needs its source is included."""
    return " || ".join(macros.with_family(name) for name in choices.needed_by(source))


def _guarded(source: str, text: str) -> str:
    condition = _condition(source)
    return f"#if {condition}\n{text}#endif\n" if condition else text


def _sources(suffix: str) -> Iterable[tuple[str, Path]]:
    folder = flatten.folders()[1]
    for path in program.library_sources():
        name = path.relative_to(folder).as_posix()
        if path.suffix == suffix and not name.startswith(choices.LEFT_OUT):
            yield name, path


def _same_run() -> str:
    """Return the check that only files of the same run are compiled together."""
    name = macros.AMALGAMATION
    return f'#if {name} != {_DIGEST}\n#error "vambrace.h is of another run of vambrace amalgamate"\n#endif\n'


def _source() -> str:
    flat = flatten.Flat()
    for name in HEADERS:  # in vambrace.h
        flat.header(f"vambrace/{name}.h", 0)
    sources = dict(_sources(".c"))
    repeated = flatten.repeated(sources.values())
    internal, parts = [], []
    for name, path in sources.items():
        headers = [n for n in flatten.included(path) if n not in flat.seen]
        internal += [flat.header(n, 0) for n in headers if n not in flat.seen]
        text = flat.text(path, sorted(repeated & flatten.locals_of(path)))
        if name in _TABLES:
            text = _TABLE.sub(_table_line, text)
        ends = "".join(f"#undef {macro}\n" for macro in flatten.macros_of(path))
        parts.append(f"\n/* {name} */\n" + _guarded(name, text.strip("\n") + "\n" + ends))
    return head("its C.") + f'#include "{HEADER}"\n\n' + _same_run() + _QUIET.format("".join(internal)) + "".join(parts)


#: Around the internal headers: clang warns about unused inline functions unless they are in a header.
_QUIET = """#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-function"
#endif
{}
#ifdef __clang__
#pragma clang diagnostic pop
#endif
"""


def _table_line(line: re.Match[str]) -> str:
    return f"#if {macros.with_family(choices.object_family(line[1]))}\n{line[0]}#endif\n"


def _assembly(every: dict[str, Build]) -> str:
    parts = []
    for number, build in enumerate(every.values(), start=1):
        if build.portable:
            continue
        parts.append(f"\n#if {macros.BACKEND_CHOSEN} == {number} /* {meaning(build)} */\n")
        names = {path: name for name, path in _sources(".S")}
        for path, text in assembly.sections(list(names), build).items():
            parts.append(f"\n/* {names[path]} */\n" + _guarded(names[path], text))
        parts.append("#endif\n")
    about = "its assembly, preprocessed; lib/src has the sources to read."
    # With relaxation enabled at the end of a file, GNU as 2.40 fills code alignments with zeros where it was disabled
    # before: they would be executed. Each library file that disables it for such code ends with norelax, too.
    parts.append("\n.option norelax\n")
    note = '#ifdef __ELF__\n    .section .note.GNU-stack, "", %progbits\n    .text\n#endif\n'
    return head(about) + f'#include "{HEADER}"\n\n' + _same_run() + note + "".join(parts)
