# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""C sources of the library as one text: includes are replaced by the files, each header once.

Headers keep their guards. A header included under a condition is repeated where it is needed unconditionally.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import macros

_INCLUDE = re.compile(r'#\s*include\s+"([^"]+)"')
_SYSTEM = re.compile(r"#\s*include\s+<[^>]+>")
_LICENCE = re.compile(r"\A/\* SPDX-FileCopyrightText:[^\n]*\n \* SPDX-License-Identifier:[^\n]*\*/\n")
_GUARD = re.compile(r"#ifndef (V\w*_H)\n#define \1\n")
_DEFINE = re.compile(r"^#define (\w+)", re.MULTILINE)
_LOCAL = re.compile(
    rf"^(?:{macros.PREFIX}\w+ )?"
    r"(?:static (?:(?!__)\w+[ *]+)*?(\w+)\s*(?=[(\[=;])|typedef [^;{}]*?(\w+)(?:\[[^;]*)?;)",
    re.MULTILINE,
)


def folders() -> tuple[Path, Path]:
    """Return the include folders."""
    return root() / "lib" / "include", root() / "lib" / "src"


def library_file(name: str) -> Path:
    """Return the library file for `#include "NAME"`."""
    for folder in folders():
        if (folder / name).is_file():
            return folder / name
    raise VambraceError(f'the library has no file for #include "{name}"')


def body(path: Path) -> str:
    """Return a file without its licence, which the whole text has once."""
    return _LICENCE.sub("", path.read_text())


def locals_of(path: Path) -> set[str]:
    """Return the file-local names of a source: functions, objects and types."""
    return {name for match in _LOCAL.finditer(body(path)) for name in match.groups() if name}


def repeated(sources: Iterable[Path]) -> set[str]:
    """Return the file-local names that occur in more than one source."""
    counts = Counter(name for path in sources for name in locals_of(path))
    return {name for name, count in counts.items() if count > 1}


@dataclass
class Flat:
    """A growing text; `seen` are the headers and system headers that it includes unconditionally."""

    seen: set[str] = field(default_factory=set)

    def text(self, path: Path, rename: Iterable[str] = ()) -> str:
        """Return a file with its includes, except those that the text already has. Names in `rename` get the file's own
        name as a suffix, within the file.
        """
        lines = body(path)
        for name in rename:
            lines = re.sub(rf"\b{name}\b", f"{name}_{path.stem}", lines)
        return self._inlined(lines, 0)

    def header(self, name: str, depth: int) -> str:
        path = library_file(name)
        if not depth:
            self.seen.add(name)
        return self._inlined(body(path), depth)

    def _inlined(self, text: str, outside: int) -> str:
        """Return the text with its includes replaced. `outside` conditions surround it."""
        guard = _GUARD.search(text)
        lines: list[str] = []
        depth = outside - (1 if guard else 0)
        neutral: list[bool] = []
        for line in text.splitlines(keepends=True):
            if re.match(r"#\s*if", line):
                plain = line.strip() == "#ifndef __ASSEMBLER__"
                neutral.append(plain)
                depth += 0 if plain else 1
            elif re.match(r"#\s*endif", line):
                depth -= 0 if neutral.pop() else 1
            if match := _INCLUDE.match(line):
                if match[1] not in self.seen:
                    lines.append(self.header(match[1], depth))
            elif _SYSTEM.match(line):
                if line.strip() not in self.seen:
                    lines.append(line)
                    if not depth:
                        self.seen.add(line.strip())
            else:
                lines.append(line)
        return "".join(lines)


def macros_of(path: Path) -> list[str]:
    """Return the macros that a source defines itself, in order."""
    return list(dict.fromkeys(_DEFINE.findall(body(path))))


def included(path: Path) -> list[str]:
    """Return the headers that a source includes unconditionally before any other code."""
    names = []
    for line in body(path).splitlines():
        if match := _INCLUDE.match(line):
            names.append(match[1])
        elif line.startswith("#") and not _SYSTEM.match(line):
            break
    return names
