# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A new kind of record, in a checkout: its own files from templates/kind, and its name in the files that list kinds and
commands. It is measured at once; `missing` lists what the project needs besides.
"""

from __future__ import annotations

import re
from pathlib import Path

from vambrace.base.errors import UsageError
from vambrace.base.output import write_error
from vambrace.config.additions import additions
from vambrace.scaffold.skeleton import filled_in

_NAME = re.compile("[a-z][a-z0-9]*")

#: Columns of a line of Python.
_WIDTH = 120

_REGISTRY, _MAIN = "src/vambrace/measure/registry.py", "src/vambrace/cli/main.py"


def write_kind(name: str, checkout: Path) -> list[str]:
    """Write the files of a kind, and change those that list it; return their names. UsageError for a wrong name, and
    WriteError if a file cannot be written: then nothing is changed.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"invalid name '{name}' of a kind: use lower-case letters and digits")
    files = filled_in("kind", {"name": name, "Name": name[0].upper() + name[1:]})
    there = [path for path in files if (checkout / path).exists()]
    if there:
        raise UsageError(f"{there[0]} exists already: choose another name")
    changed = {
        _REGISTRY: _registered((checkout / _REGISTRY).read_text(encoding="utf-8"), name),
        _MAIN: _listed((checkout / _MAIN).read_text(encoding="utf-8"), name),
    }
    before = {path: (checkout / path).read_text(encoding="utf-8") for path in changed}
    try:
        for path, text in {**files, **changed}.items():
            (checkout / path).write_text(text, encoding="utf-8")
    except OSError as error:
        for path in files:
            (checkout / path).unlink(missing_ok=True)
        for path, text in before.items():
            if (checkout / path).read_text(encoding="utf-8") != text:
                (checkout / path).write_text(text, encoding="utf-8")
        raise write_error(str(checkout), error) from None
    return [*files, *changed]


def missing(name: str, checkout: Path) -> list[str]:
    """Return the steps that a kind still lacks, one a line."""
    return [f"{file}: {what}" for file, what in additions()["kind"].missing(name, checkout)]


def _registered(text: str, name: str) -> str:
    """Return measure/registry.py with a kind among its imports, and last in its list."""
    head, names, tail = _split(text, r"(from vambrace\.measure\.kinds import \(\n)((?:    \w+,\n)+)(\)\n)")
    text = f"{head}{''.join(sorted({*names.splitlines(True), f'    {name},' + chr(10)}))}{tail}"
    head, names, tail = _split(text, r"(    for module in \(\n)((?:        \w+,\n)+)(    \)\n)")
    return f"{head}{names}        {name},\n{tail}"


def _listed(text: str, name: str) -> str:
    """Return cli/main.py with a command in its table, and last among those that measure."""
    line = f'    "{name}": ("vambrace.cli.{name}:{name}", "Measure how often a call accesses memory."),\n'
    head, lines, tail = _split(text, r"(_COMMANDS = \{\n)((?:    \"[^\n]+\n)+)(\}\n)")
    text = f"{head}{''.join(sorted([*lines.splitlines(True), line]))}{tail}"
    head, names, tail = _split(text, r"(    \"Measure\": \()([^)]*)(\),\n)")
    every = [*re.findall(r'"\w+"', names), f'"{name}"']
    one_line = ", ".join(every)
    if len(f'    "Measure": ({one_line}),') <= _WIDTH:
        return f"{head}{one_line}{tail}"
    return f"{head}\n{''.join(f'        {word},{chr(10)}' for word in every)}    {tail}"


def _split(text: str, pattern: str) -> tuple[str, str, str]:
    """Return the text up to the second group of a pattern that occurs once, this group, and the rest."""
    (match,) = re.finditer(pattern, text)
    return text[: match.start(2)], match[2], text[match.end(2) :]
