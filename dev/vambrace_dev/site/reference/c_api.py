# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The reference of the library's C interface: a page for each public header, which Doxygen reads.

Doxygen does not see functions that a macro declares for each algorithm, such as NAME_seal of vambrace/aead.h. The
headers are given to it with these functions written out once, each with its part of the macro's comment, and the page
lists the names that they have.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from vambrace.base import tools
from vambrace.base.paths import root

INCLUDE = "lib/include"
FOLDER = "reference/c"

#: Macros of a build that has every function.
_BUILD = {
    "VMB_ENGINE": 1, "VMB_ENGINE_GCM": 1, "VMB_ENGINE_INSTRUCTIONS": 1, "VMB_ENGINE_RING": 1, "VMB_ENGINE_LOCK": 1,
    "VMB_AES_UNIT": 1, "VMB_AES_UNIT_BASE": 0, "VMB_AES_UNIT_MEMORY": 1, "VMB_DMA_LINE": 64, "VMB_DMA_TRANSLATE": 1,
    "__riscv": 1, "VMB_MUST_CHECK": "", "VMB_AES_KEY_ALIGNED": "", "VMB_ENGINE_INLINE": "static inline",
}  # fmt: skip

#: What Breathe shows of a header, in this order.
_SECTIONS = "detaileddescription innerclass typedef enum func var user-defined define"

_COMMENT = re.compile(r"/\*\*(?!/).*?\*/", re.DOTALL)
_MACRO = re.compile(r"^#define (VMB_\w*DECLARE\w*)\((\w+)\)((?:[^\n]*\\\n)*[^\n]*)\n", re.MULTILINE)
_USE = re.compile(r"^ *(VMB_\w*DECLARE\w*)\((\w+)\) *\\?$", re.MULTILINE)
_RENAMED = re.compile(r"^#define (vmb_[a-z]\w*) \w+(\(.*\))?$", re.MULTILINE)  # the name in a build
_AFTER = re.compile(r"^(typedef struct \{[^{}]*\} \w+;) */\*\*< (@copydoc \w+) \*/", re.MULTILINE)
_FUNCTION = re.compile(r"(?:VMB_MUST_CHECK )?(?:void|int|uint32_t|size_t) \*?name##(\w+)\([^()]*\);")


@dataclass
class Header:
    """A header as Doxygen gets it, and the names of the functions that its macros declare."""

    path: str
    text: str
    names: dict[str, list[str]] = field(default_factory=dict)  # by the first of them

    @property
    def page(self) -> str:
        return f"{FOLDER}/{self.path.removesuffix('.h')}.md"


def headers() -> list[Header]:
    """Return the public headers, and those whose functions they promise."""
    folder = root() / INCLUDE / "vambrace"
    paths = [*sorted(folder.glob("*.h")), *sorted(folder.glob("frames/*.h")), folder / "detail" / "lock.h"]
    return [prepared(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


def prepared(path: str, text: str) -> Header:
    """Return a header with the functions of its macros written out, with the first name that they have."""
    contracts = dict(_contracts(text))
    macros = {match[1]: (match[2], match[3]) for match in _MACRO.finditer(text)}
    users = _users(text, macros)
    header = Header(path, "")
    declared: dict[str, str] = {}  # the name of each function, by its declaration

    def written(match: re.Match[str]) -> str:
        macro, parameter, body = match.groups()
        body = re.sub(r"\\\n\s*", "", body).replace(f"{parameter}##", "name##")
        functions = []
        for function in _FUNCTION.finditer(body):
            names = [f"{user}{function[1]}" for user in users[macro]]
            if function[0] not in declared:
                declared[function[0]] = names[0]
                functions.append(_declaration(function, contracts, users[macro][0]))
            header.names.setdefault(declared[function[0]], []).extend(names)
        return "\n".join(functions) + "\n"

    outside = _MACRO.sub(written, _COMMENT.sub(lambda match: _without_functions(match[0]), text))
    header.text = _AFTER.sub(r"/** \2 */\n\1", _RENAMED.sub("", _USE.sub("", outside)))
    return header


def _users(text: str, macros: dict[str, tuple[str, str]]) -> dict[str, list[str]]:
    """Return the names that each macro is used with, through other macros too."""
    bare = _MACRO.sub("", text)
    direct = [(match[1], match[2]) for match in _USE.finditer(bare)]
    users: dict[str, list[str]] = {macro: [] for macro in macros}

    def add(macro: str, name: str) -> None:
        users[macro].append(name)
        for inner, _ in re.findall(r"(VMB_\w*DECLARE\w*)\((\w+)\)", macros[macro][1]):
            add(inner, name)

    for macro, name in direct:
        if macro in macros:
            add(macro, name)
    return users


def _contracts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the functions of macros with their parts of the comments."""
    for comment in _COMMENT.findall(text):
        for entry in re.split(r"^ \* @fn ", comment, flags=re.MULTILINE)[1:]:
            name, _, rest = entry.partition("\n")
            yield name.strip(), rest.rstrip().removesuffix("*/").rstrip().removesuffix("*").rstrip()


def _without_functions(comment: str) -> str:
    """Return a comment as the title of a group of functions, if it has parts for functions."""
    head, *entries = re.split(r"^ \* @fn ", comment, flags=re.MULTILINE)
    if not entries:
        return comment
    return head.rstrip().rstrip("*").rstrip().replace("/**", "/** @par", 1).replace("@par\n *", "@par\n *") + "\n */\n"


def _declaration(function: re.Match[str], contracts: dict[str, str], name: str) -> str:
    contract = contracts.get(f"NAME{function[1]}", "").replace("NAME_", f"{name}_")
    declared = re.sub(r"\s+", " ", function[0]).replace("name##", name)
    return f"/**\n{contract}\n */\n{declared}\n" if contract else declared


def pages(xml: Path) -> dict[str, str]:
    """Run Doxygen, and return a page for each header and their list."""
    every = headers()
    doxygen(every, xml)
    made = {header.page: _page(header) for header in every}
    listed = "\n".join(f"/{header.page.removesuffix('.md')}" for header in every)
    made[f"{FOLDER}/index.md"] = (
        "# C interface\n\nThe public headers of libvambrace, in `lib/include/vambrace`. The rules that all share are "
        f"those of [status.h](status.md).\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    )
    return made


def doxygen(every: Iterable[Header], xml: Path) -> None:
    """Write what Doxygen reads in these headers as XML."""
    tools.version("doxygen")
    xml.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="vambrace-doxygen-") as name:
        folder = Path(name) / "vambrace"
        for header in every:
            (folder / header.path).parent.mkdir(parents=True, exist_ok=True)
            (folder / header.path).write_text(header.text, encoding="utf-8")
        options = {
            "PROJECT_NAME": "vambrace", "INPUT": folder, "RECURSIVE": "YES", "FILE_PATTERNS": "*.h",
            "STRIP_FROM_PATH": folder, "GENERATE_HTML": "NO", "GENERATE_LATEX": "NO", "GENERATE_XML": "YES",
            "XML_OUTPUT": xml.resolve(), "XML_PROGRAMLISTING": "NO", "OPTIMIZE_OUTPUT_FOR_C": "YES",
            "EXTRACT_STATIC": "YES", "MACRO_EXPANSION": "YES", "EXPAND_ONLY_PREDEF": "YES", "SEARCH_INCLUDES": "NO",
            "SHOW_HEADERFILE": "NO", "AUTOLINK_SUPPORT": "NO", "QUIET": "YES", "WARN_IF_UNDOCUMENTED": "NO",
            "PREDEFINED": " ".join(f'"{macro}={value}"' for macro, value in _BUILD.items()),
        }  # fmt: skip
        file = Path(name) / "Doxyfile"
        file.write_text("".join(f"{key} = {value}\n" for key, value in options.items()))
        tools.run(["doxygen", str(file)])
    for written in xml.glob("*.xml"):
        written.write_text(_joined(written.read_text(encoding="utf-8")), encoding="utf-8")


def _joined(text: str) -> str:
    """Return XML with each paragraph on one line: Breathe takes a line for a paragraph."""
    parts = re.split(r"(<verbatim>.*?</verbatim>)", text, flags=re.DOTALL)
    return "".join(
        part if part.startswith("<verbatim>") else re.sub(r"(?<=[^>\n])\n(?=[^<\s])", " ", part) for part in parts
    )


def _page(header: Header) -> str:
    parts = [
        f'# {header.path}\n\n`#include "vambrace/{header.path}"`\n',
        f"```{{doxygenfile}} {Path(header.path).name}\n:sections: {_SECTIONS}\n```\n",
    ]
    if header.names:
        parts.append(
            "## The same for other algorithms\n\nFunctions that a macro declares for each algorithm are described once "
            "above, where NAME is the prefix of an algorithm:\n"
        )
        for function, names in header.names.items():
            parts.append(f"`{function}`\n: {', '.join(f'`{name}`' for name in dict.fromkeys(names))}\n")
    return "\n".join(parts)
