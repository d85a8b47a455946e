# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws unexpected mutants: ``python -m tests.mutants.pick COUNT SUITE FILE...`` prints entries for the list.

Operators change one place of a line of code: a comparison, an operator, a constant, a condition, an instruction, or a
whole statement. The places depend only on the seed and the names of the files.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import re
import tokenize
from collections.abc import Iterator

from vambrace.base.paths import root

_C_LIKE = [
    (r" == ", " != "), (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "), (r" & ", " | "), (r" \| ", " & "),
    (r" \^ ", " | "), (r" \^= ", " |= "), (r" \+ ", " - "), (r" - ", " + "), (r" << ", " >> "), (r" >> ", " << "),
    (r" >= ", " > "), (r" > ", " >= "), (r"!(?=[a-z(])", ""), (r" \+= ", " -= "), (r" -= ", " += "),
]  # fmt: skip
_OPERATORS: dict[str, list[tuple[str, str]]] = {
    ".c": [*_C_LIKE, (r" < ", " <= "), (r" <= ", " < "), (r"^(    +)[a-z].*\);$", r"\1;")],
    ".sv": [*_C_LIKE, (r" < ", " <= "), (r"1'b0", "1'b1"), (r"1'b1", "1'b0"), (r" \? (.+) : (.+);", r" ? \2 : \1;"),
            (r" && !?[a-z_.]+(?=[; )])", "")],
    ".S": [
        (r"^( +)add ", r"\1sub "), (r"^( +)sub ", r"\1add "), (r"^( +)xor ", r"\1or "), (r"^( +)or ", r"\1xor "),
        (r"^( +)and ", r"\1or "), (r"^( +)sltu ", r"\1slt "), (r"^( +)beq ", r"\1bne "), (r"^( +)bne ", r"\1beq "),
        (r"^( +)beqz ", r"\1bnez "), (r"^( +)bnez ", r"\1beqz "), (r"^( +)bltu ", r"\1bgeu "),
        (r"^( +)bgeu ", r"\1bltu "), (r"^( +)slli ", r"\1srli "), (r"^( +)srli ", r"\1slli "),
        (r"^( +)sw ([a-z0-9\\]+), .*$", r"\1nop"), (r"^( +)(?:mv|li|xor|add|addi) .*$", r"\1nop"),
    ],
    ".py": [
        (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
        (r" and ", " or "), (r" or ", " and "), (r" not in ", " in "),
        (r"\bnot (?!in)", ""), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" // ", " * "),
        (r"\bmin\(", "max("), (r"\bmax\(", "min("), (r"\bany\(", "all("), (r"\ball\(", "any("),
        (r"\bTrue\b", "False"), (r"\bFalse\b", "True"), (r"^( +)raise .*$", r"\1pass"), (r"\[0\]", "[-1]"),
        (r"\[-1\]", "[0]"), (r"\bsorted\(", "list("),
    ],
}  # fmt: skip
_OPERATORS[".h"] = _OPERATORS[".c"]
_OPERATORS[".inc"] = _OPERATORS[".S"]
#: A decimal number by itself grows by one; not a range of bits.
_NUMBER = re.compile(r"(?<![\w.'\"#:])(?<!\w\[)(\d{1,3})(?=[u;,) \]])(?!')")
#: Lines that begin so hold nothing to change.
_DECLARATIONS = (
    "#", ".", "//", "import ", "from ", "typedef", "localparam", "parameter", "static const", "input ", "output ",
    "logic ", "import", "module", "end", "genvar", "function", "enum", "@", "VMB_",
)  # fmt: skip
_COMMENT = {".py": "#", ".sv": "//"}


def _lines(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Where the lines of code begin and end, without comments, strings and what the preprocessor or a header holds."""
    suffix = name[name.rindex(".") :]
    if suffix == ".py":
        strings = {
            row
            for t in tokenize.generate_tokens(io.StringIO(text).readline)
            if t.type == tokenize.STRING
            for row in range(t.start[0], t.end[0] + 1)
        }
    else:
        text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", "~", m[0]), text, flags=re.DOTALL)
        strings = set()
    at = 0
    for row, line in enumerate(text.split("\n"), 1):
        begin, at = at, at + len(line) + 1
        code = line.split(_COMMENT.get(suffix, "~"))[0]
        body = code.strip()
        if row in strings or not body or body.startswith(_DECLARATIONS):
            continue
        yield begin, begin + len(code.rstrip())


def candidates(name: str) -> list[tuple[str, str]]:
    """Return the text to find and its replacement, for every place of a file that an operator matches."""
    text = (root() / name).read_text()
    mutations = []
    for begin, end in _lines(name, text):
        line = text[begin:end]
        changed = {
            (m.start(), line[: m.start()] + m.expand(new) + line[m.end() :])
            for old, new in _OPERATORS[name[name.rindex(".") :]]
            for m in re.finditer(old, line)
        }
        changed |= {(m.start(), f"{line[: m.start()]}{int(m[1]) + 1}{line[m.end() :]}") for m in _NUMBER.finditer(line)}
        mutations += [_unique(text, begin, end, new) for _, new in sorted(changed) if new != line]
    return [f for f in mutations if f is not None]


def _unique(text: str, begin: int, end: int, new: str) -> tuple[str, str] | None:
    """The line and what it becomes, with as many lines before and behind it as make it the only one."""
    first, last = begin, end
    for _ in range(6):
        if text.count(text[first:last]) == 1:
            return text[first:last], text[first:begin] + new + text[end:last]
        first = text.rfind("\n", 0, max(first - 1, 0)) + 1
        if text.count(text[first:last]) > 1:
            after = text.find("\n", last + 1)
            last = len(text) if after < 0 else after
    return None


def pick(names: list[str], count: int, seed: int) -> list[tuple[str, str, str]]:
    """`count` mutants of these files together: file, what to find, what to put."""
    every = [(name, *change) for name in names for change in candidates(name)]
    return random.Random(f"{seed} {' '.join(names)}").sample(every, min(count, len(every)))


def _shown(find: str, put: str) -> str:
    """The changed line, as it is and as it becomes."""
    pairs = zip(find.split("\n"), put.split("\n"), strict=True)
    old, new = next((a.strip(), b.strip()) for a, b in pairs if a != b)
    at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    begin = max(0, at - 30)
    return f"{old[begin : at + 25].strip()} -> {new[begin : at + 25].strip()}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.pick", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("count", type=int)
    parser.add_argument("suite")
    parser.add_argument("files", nargs="+")
    chosen = parser.parse_args()
    for number, (name, find, put) in enumerate(pick(chosen.files, chosen.count, chosen.seed), 1):
        stem = re.sub(r"\W+", "-", name.rsplit("/", 1)[-1].removeprefix("vmb_").rsplit(".", 1)[0])
        print(f"[drawn-{chosen.suite}-{number}-{stem.replace('_', '-')}]\nfile = {json.dumps(name)}")
        print(f"find = {json.dumps(find)}\nput = {json.dumps(put)}\nbreaks = {json.dumps(_shown(find, put))}")
        print(f'suite = "{chosen.suite}"\n')


if __name__ == "__main__":
    main()
