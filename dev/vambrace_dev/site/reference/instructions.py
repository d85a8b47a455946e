# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The reference of the instructions: a page for each extension, with the bits and the result of every instruction, from
configs/instructions.toml."""

from __future__ import annotations

from collections.abc import Iterator

from vambrace.config.instructions import Encoding, Extension, Instruction, extensions
from vambrace_dev.site.reference.text import code, escaped, table

FOLDER = "reference/instructions"


def pages() -> dict[str, str]:
    """Return a page for each extension, and their list."""
    known = extensions()
    about = (
        "Instructions with their bits and results. [Extension instructions](../../docs/reference/ise.md) explains "
        "the guarantees of a function unit, and how Xascon, Xasconp and Xchacha work."
    )
    rows = (
        (f"[{_title(extension)}]({key}.md)", escaped(extension.title), ", ".join(map(code, extension.instructions)))
        for key, extension in known.items()
    )
    listed = "\n".join(known)
    index = (
        f"# Instructions\n\n{about}\n\n{table(('extension', 'what it is for', 'instructions'), rows)}\n"
        f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n"
    )
    return {f"{FOLDER}/index.md": index} | {f"{FOLDER}/{key}.md": "\n".join(_page(e)) for key, e in known.items()}


def _page(extension: Extension) -> Iterator[str]:
    yield f"# {_title(extension)}\n\n{escaped(extension.title)}. {_base(extension)}\n"
    yield f"Source: {escaped(extension.source)}.\n"
    if extension.where:
        yield f"{escaped(extension.where.strip())}\n"
    for instruction in extension.instructions.values():
        yield from _instruction(instruction, extension)


def _title(extension: Extension) -> str:
    return extension.name if extension.unit else f"{extension.name} on RV64"


def _base(extension: Extension) -> str:
    kind = "Instructions of this project" if extension.custom else "Instructions of a standard"
    header = f"`vambrace/detail/ise/{extension.header}.h`, which `vambrace/ise.h` includes"
    return f"{kind}; macros for assembly{' and functions in C' if extension.functions else ''} are in {header}."


def _instruction(instruction: Instruction, extension: Extension) -> Iterator[str]:
    yield f"## {instruction.mnemonic}\n"
    different = len(set(encoding.text for encoding in instruction.encodings.values())) > 1
    for xlen, encoding in instruction.encodings.items():
        if different:
            yield f"On RV{xlen}:\n"
        operands = ", ".join(encoding.operands)
        yield f"```text\n{instruction.mnemonic} {operands}\n```\n"
        yield _bits(encoding)
        yield f"`word & 0x{encoding.mask:08x} == 0x{encoding.match:08x}`\n"
        if not different:
            break
    if len(instruction.encodings) == 1:
        yield f"Only on RV{next(iter(instruction.encodings))}.\n"
    if instruction.last is not None:
        yield f"The immediate is 0 to {instruction.last}; other values are no legal instruction.\n"
    result = instruction.result
    written = result if "=" in result or " of " in result else f"rd = {result}"
    yield f"Result:\n\n```text\n{written}\n```\n"


def _bits(encoding: Encoding) -> str:
    fields = encoding.fields
    places = [str(f.low) if f.width == 1 else f"{f.high}:{f.low}" for f in fields]
    values = [code(f.name or f"{f.fixed:0{f.width}b}") for f in fields]
    return table(places, [values])
