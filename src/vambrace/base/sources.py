# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Sources without comments, for cache keys: an edited comment leaves builds and records valid.

Comments that a tool reads remain. A source that this module does not understand completely remains unchanged, and so
does every file that is neither C, C++, SystemVerilog nor Python.
"""

import ast
import hashlib
import os
import re
from functools import lru_cache

_C = (".c", ".cpp", ".h")
_VERILOG = (".sv", ".svh", ".v", ".vh")

#: Words in comments that tools read.
_READ_BY_TOOLS = re.compile(
    rb"\A/[/*]@|verilator|verible|verilog_|clang-|nolint|lint_o|\bsynthesis\b|synopsys|translate_o|full_case|parallel_case|yosys|"
    rb"slang|pragma|coverage|fall.?thr|\bgcc\b|cbmc",
    re.IGNORECASE,
)

#: The tokens of C that may contain the beginning of a comment, or a quotation mark.
_C_TOKEN = re.compile(
    rb"""(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'"""
    rb"""|(?P<unknown>/\*|["']|[A-Za-z_]*R"|<[^>\n]*/[/*][^>\n]*>)|[A-Za-z_]\w*|[0-9][\w.]*(?:'\w+)*""",
    re.DOTALL,
)
#: The same of SystemVerilog, whose apostrophes begin no text. Unknown: quotation marks in macros, escaped names.
_VERILOG_TOKEN = re.compile(
    rb"""(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|"(?:[^"\\\n]|\\.)*"|(?P<unknown>/\*|"|`["\\]|\\[^\n])""", re.DOTALL
)

#: A line without code, after comments have become /**/.
_BLANK = re.compile(rb"[ \t]*(?:/\*\*/[ \t]*)*")


def without_comments(name: str, data: bytes, lines: bool = True) -> bytes:
    """Return a file's contents without comments. With `lines`, all code stays in its line and column, as messages and
    generated names need it; without, lines that contain no code are removed too.
    """
    suffix = os.path.splitext(name)[1]
    if suffix not in _C + _VERILOG:
        return data
    return _scanned(data, suffix in _C, lines)


@lru_cache(maxsize=2048)
def python(data: bytes) -> str:
    """Return the hash of a Python source that ignores comments, docstrings and formatting. The hash differs between
    versions of Python. SyntaxError if the source is invalid.
    """
    tree = ast.parse(data)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and _is_text(node.body):
            node.body = node.body[1:]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:32]


def _is_text(body: list[ast.stmt]) -> bool:
    first = body[0] if body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)


@lru_cache(maxsize=4096)
def _scanned(data: bytes, is_c: bool, lines: bool) -> bytes:
    parts: list[bytes] = []
    done = 0
    for token in (_C_TOKEN if is_c else _VERILOG_TOKEN).finditer(data):
        if token["unknown"]:
            return data
        comment = token["line"] or token["block"]
        if comment is None or _READ_BY_TOOLS.search(comment):
            continue
        before = data[done : token.start()]
        done = token.end()
        if token["line"]:
            before = before.rstrip(b" \t")
            if before.endswith(b"\\") or comment.rstrip().endswith(b"\\"):
                return data
            parts.append(before)
        elif b"\\\n" in comment:
            return data
        else:
            parts += [before, _short(comment, data, done) if lines else b"/**/"]
    text = b"".join([*parts, data[done:]])
    return text if lines else _without_blank_lines(text)


def _short(comment: bytes, data: bytes, end: int) -> bytes:
    """Return a /* */ comment without its text, but with its lines, and its width if code follows in the last line."""
    following = data[end:].partition(b"\n")[0].strip()
    inside = comment[2:-2]
    last = inside.rpartition(b"\n")[2]
    return b"/*" + b"\n" * inside.count(b"\n") + b" " * (len(last) if following else 0) + b"*/"


def _without_blank_lines(text: bytes) -> bytes:
    lines: list[bytes] = []
    continued = False  # a blank line ends a macro or a text that the line before continues
    for line in text.split(b"\n"):
        if continued or not _BLANK.fullmatch(line):
            lines.append(line)
        continued = line.endswith(b"\\")
    return b"\n".join(lines)
