# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The reference of the files of configs/: what the comment at the top of each says, and every key that it uses.

A comment has paragraphs and keys. A key has a line of its own, its name and what it means with two blanks between them,
or several names with commas; the lines below it that are indented belong to it. A line such as "[NAME.steps]:" says to
which tables the keys below it belong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vambrace.base.paths import root
from vambrace_dev.site.reference.text import code, escaped, table, terms

FOLDER = "reference/configs"

_KEY = re.compile(r"^ {0,4}`?([A-Za-z_]\w*(?:, \w+)*)`?(?: {2,}|: )(\S.*)$")
#: Keys whose meaning begins on the next line.
_KEYS = re.compile(r"^ {0,4}([a-z_]\w*(?:, \w+)*)$")


@dataclass
class Part:
    """A paragraph of a comment, or a list of keys with their meanings."""

    text: str = ""
    keys: list[tuple[str, str]] = field(default_factory=list)


def files() -> list[Path]:
    """Return the files of configs/."""
    return sorted((root() / "configs").glob("*.toml"))


def comment(text: str) -> list[str]:
    """Return the lines of the comment at the top of a file, without its licence."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line[2:].rstrip())
    return [line for line in lines if not line.startswith("SPDX-")]


def parts(lines: list[str]) -> list[Part]:
    """Return the paragraphs and lists of keys of a comment."""
    found: list[Part] = []
    indent = 0
    for at, line in enumerate(lines):
        below = lines[at + 1] if at + 1 < len(lines) else ""
        match = _KEY.match(line) or (_KEYS.match(line) if below.startswith("    ") else None)
        if match:
            if not found or not found[-1].keys:
                found.append(Part())
            found[-1].keys.append((match[1], match[2] if match.re is _KEY else ""))
            indent = len(line) - len(line.lstrip())
        elif found and found[-1].keys and line and len(line) - len(line.lstrip()) > indent:
            name, meaning = found[-1].keys[-1]
            found[-1].keys[-1] = (name, f"{meaning} {line.strip()}".strip())
        elif not line:
            found.append(Part())
        else:
            if not found or found[-1].keys:
                found.append(Part())
            found[-1].text = f"{found[-1].text} {line.strip()}".strip()
    return [part for part in found if part.text or part.keys]


def described(text: str) -> set[str]:
    """Return the keys that the comment of a file describes, or that of a file whose fields it refers to."""
    lines = comment(text)
    own = {name for part in parts(lines) for names, _ in part.keys for name in names.split(", ")}
    for other in re.findall(r"the fields of (configs/\w+\.toml)", " ".join(lines)):
        own |= described((root() / other).read_text(encoding="utf-8"))
    return own


def used(value: Mapping[str, Any], names: set[str]) -> dict[str, list[Any]]:
    """Return the keys of a file with their values. Names that a user chooses, which are those of tables in which no
    key is in `names`, are written as NAME.
    """
    found: dict[str, list[Any]] = {}

    def collect(table: Mapping[str, Any], place: tuple[str, ...]) -> None:
        for key, item in table.items():
            here = (*place, key if key in names else "NAME")
            inner = item if isinstance(item, list) else [item]
            tables = [
                t for t in inner if isinstance(t, dict) and any(isinstance(v, dict) or k in names for k, v in t.items())
            ]
            if item == {}:
                continue
            if tables:
                for one in tables:
                    collect(one, here)
            else:
                found.setdefault(".".join(here), []).append(item)

    collect(value, ())
    return found


def pages() -> dict[str, str]:
    """Return a page for each file, and their list."""
    listed = "\n".join(path.stem for path in files())
    about = (
        "The files of `configs/` name everything that is measured and built. Each page has what the file says of its "
        "keys, and the keys that it has."
    )
    index = f"# Configuration files\n\n{about}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    return {f"{FOLDER}/index.md": index} | {f"{FOLDER}/{path.stem}.md": _page(path) for path in files()}


def _page(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    result = [f"# {path.name}\n"]
    for part in parts(comment(text)):
        result.append(
            terms((code(name), meaning) for name, meaning in part.keys) if part.keys else f"{escaped(part.text)}\n"
        )
    result.append(f"## Keys of {path.name}\n\n{table(('key', 'entries', 'kind', 'example'), _rows(text))}")
    return "\n".join(result)


def _rows(text: str) -> Iterator[tuple[str, str, str, str]]:
    for key, values in used(tomllib.loads(text), described(text)).items():
        yield code(key), str(len(values)), " or ".join(sorted({_kind(v) for v in values})), code(_example(values[0]))


def _kind(value: Any) -> str:
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "list", dict: "table"}
    return kinds[type(value)]


def _example(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {_example(item)}" for key, item in value.items())
        return _short(f"{{ {inner} }}")
    if isinstance(value, list):
        return _short(f"[{', '.join(map(_example, value))}]")
    return _short({True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("`", "'"))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."
