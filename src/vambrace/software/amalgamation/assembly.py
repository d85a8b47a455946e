# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The assembly of one backend as one text.

Files of the library use the same names for macros and local labels. Each is preprocessed separately for the backend;
its labels then get the file's number, and its macros are undefined after it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vambrace.base.paths import root
from vambrace.config import Build, macros
from vambrace.software.toolchain import program

_MACRO = re.compile(r"^\s*\.macro\s+([\w.$]+)", re.MULTILINE)
_LABEL = re.compile(r"\.L(?=[A-Za-z_\\])")
_MARK = re.compile(r'^# \d+ "[^\n]*\n', re.MULTILINE)
_NOTE = re.compile(r"^\s*\.pushsection \.note\.GNU-stack[^\n]*\n\s*\.popsection\n", re.MULTILINE)


def preprocessed(sources: Sequence[Path], build: Build) -> dict[Path, str]:
    """Return assembly sources after the C preprocessor, for a backend."""
    flags = [*program.target_flags(build.xlen), *macros.of(build), *macros.no_steps()]
    folders = [f"-I{root() / 'lib' / name}" for name in ("include", "src")]
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        texts = program.preprocess_at_once(Path(name), [program.GCC, *flags, *folders], list(sources))
    return {source: _NOTE.sub("", _blank(_MARK.sub("", text))) for source, text in texts.items()}


def _blank(text: str) -> str:
    """Return the text without the blank lines left by comments and conditions."""
    return "".join(line.rstrip() + "\n" for line in text.splitlines() if line.strip())


def code_of(text: str) -> str:
    """Return the text without macros and blank lines: empty for a file that a backend does not use."""
    return re.sub(r"^\s*\.macro\b.*?^\s*\.endm\n", "", text, flags=re.MULTILINE | re.DOTALL).strip()


def sections(sources: Sequence[Path], build: Build) -> dict[Path, str]:
    """Return the assembly sources that a backend uses, each as a part of one text."""
    texts = {}
    for number, (source, text) in enumerate(preprocessed(sources, build).items()):
        if code_of(text):
            text = _LABEL.sub(f".L{number}_", text)
            dropped = "".join(f".purgem {name}\n" for name in dict.fromkeys(_MACRO.findall(text)))
            texts[source] = f".option push\n{text}{dropped}.option pop\n"
    return texts
