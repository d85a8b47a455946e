# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The functions that the public headers declare, those of macros included, with the contract that stands there.

A contract is a comment before a declaration. Before a macro that declares functions, one comment has all of them: `@fn
NAME_init` begins what is about the function that the macro declares as name##_init. `@copydoc` takes parameters and
results from another function. What all functions of a header share is a list at its top, with an item for each topic.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

from vambrace.base.paths import root

INCLUDE = root() / "lib" / "include" / "vambrace"

#: What the list at the top of a header with functions has.
TOPICS = ("Results", "Alignment", "Overlap", "Timing", "Wiping", "Threads", "Standard")
#: What the contract of a function says of the list.
REFERENCES = ("Contract: top of this file.", "Contract: vambrace/engine.h.")

_COMMENT = r"/\*.*?\*/"
_TYPE = r"(?:(?:const )?(?:void|int|uint32_t|size_t|vmb_\w+)(?: const)?) \*?"
_NAME = r"(?:vmb_\w+|name##_\w+)"
_FUNCTION = re.compile(rf"(?:^|[ ;\\])({_TYPE})({_NAME})\(([^()]*)\)\s*(?=[;{{])", re.MULTILINE)
_TAG = re.compile(r"^ *@(fn|copydoc|param|return)\b", re.MULTILINE)


@dataclass(frozen=True)
class Parameter:
    """A parameter: what a pointer is for, `in`, `out` or `in,out`, and "" of other types."""

    name: str
    direction: str
    pointer: bool = False
    constant: bool = False


@dataclass(frozen=True)
class Contract:
    """What a comment says of a function."""

    text: str  # what it does
    parameters: tuple[Parameter, ...] = ()
    returns: str | None = None
    other: str | None = None  # the function of @copydoc
    refers: bool = False  # to the list at the top


@dataclass(frozen=True)
class Function:
    """A declared function; `name` begins with NAME_ if a macro makes it."""

    name: str
    returns: str
    parameters: tuple[Parameter, ...]
    contract: Contract | None

    @property
    def results(self) -> set[str]:
        """The statuses that it returns, as its contract says."""
        text = (self.contract.returns if self.contract else None) or ""
        return set(re.findall(r"\bVMB_(?:OK|ERR_[A-Z]+)\b", re.sub(r"[Nn]ever\s+VMB_ERR_DEVICE", "", text)))


def plain(comment: str) -> str:
    """The text of a comment, without what makes it one."""
    inner = re.sub(r"^/\*\*?|\*/$", "", comment)
    return re.sub(r"^ *\* ?", "", inner, flags=re.MULTILINE).strip()


def _sentence(text: str) -> str:
    return " ".join(text.split())


def parsed(text: str, refers: bool) -> Contract:
    """A contract from its text."""
    at = [match.start() for match in _TAG.finditer(text)]
    does = text[: at[0]] if at else text
    parts = [text[start:end] for start, end in pairwise([*at, len(text)])]
    parameters, returns, other = [], None, None
    for part in map(_sentence, parts):
        word, rest = part.removeprefix("@").partition(" ")[::2]
        if match := re.match(r"@param(?:\[([a-z,]+)\])? (\w+) \S", part):
            parameters.append(Parameter(match[2], match[1] or ""))
        elif word == "return":
            returns = rest
        elif word == "copydoc":
            other = rest.split()[0]
    return Contract(_sentence(does), tuple(parameters), returns, other, refers)


def contracts(comment: str) -> dict[str, Contract]:
    """The contracts of a comment by function, with "" for one that names none."""
    text = plain(comment)
    refers = any(reference in _sentence(text) for reference in REFERENCES)
    head, *entries = re.split(r"^@fn ", text, flags=re.MULTILINE)
    if not entries:
        return {"": parsed(head, refers)}
    named = (entry.split("\n", 1) for entry in entries)
    return {name.strip(): parsed(rest, refers) for name, rest in named}


def parameters(text: str) -> tuple[Parameter, ...]:
    """The parameters of a declaration."""
    result = []
    for declaration in re.sub(r"[\\\s]+", " ", text).split(","):
        if declaration.strip() not in ("", "void"):
            name = re.findall(r"\w+", re.sub(r"\[\d+\]", "", declaration))[-1]
            result.append(
                Parameter(name, "", "*" in declaration or "[" in declaration, declaration.strip().startswith("const "))
            )
    return tuple(result)


def functions(text: str) -> list[Function]:
    """The functions that the text of a header declares or defines, each with its contract."""
    declared, shared = [], {}
    for comment in re.findall(_COMMENT, text, re.DOTALL):
        if "@fn " in comment:
            shared |= contracts(comment)
    bare = re.sub(_COMMENT, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.DOTALL)
    for match in _FUNCTION.finditer(bare):
        returns, name, arguments = match.groups()
        if name.startswith("name##_"):
            full = name.replace("name##", "NAME")
            contract = shared.get(full)
        else:
            full = name
            before = re.sub(r"(?:VMB_MUST_CHECK|VMB_ENGINE_INLINE)\s*$", "", text[: match.start(1)].rstrip()).rstrip()
            comment = re.search(rf"{_COMMENT}$", before[before.rfind("/*") :] if "/*" in before else "", re.DOTALL)
            contract = contracts(comment[0]).get("") if comment and comment[0].startswith("/**") else None
        declared.append(Function(full, returns.strip(), parameters(arguments), contract))
    return _resolved(declared)


def _resolved(declared: list[Function]) -> list[Function]:
    """With parameters and results of @copydoc, and of a function that stands twice the contract of its first place."""
    first = {}
    for function in declared:
        first.setdefault(function.name, function)
    resolved = []
    for function in declared:
        contract = function.contract
        source = first.get(contract.other) if contract and contract.other else None
        if contract and source and source.contract:
            inherited = source.contract
            contract = replace(
                inherited, text=contract.text or inherited.text, refers=contract.refers or inherited.refers
            )
        elif first[function.name] is not function and contract and not contract.refers:
            contract = first[function.name].contract
        resolved.append(replace(function, contract=contract))
    return resolved


def topics(text: str) -> dict[str, str]:
    """The list at the top of a header: what it says of each topic."""
    top = re.search(r"/\*\*\n \* @file.*?\*/", text, re.DOTALL)
    items = re.split(r"^ ?- (?=[A-Z]\w+: )", plain(top[0]) if top else "", flags=re.MULTILINE)
    split = (item.partition(": ") for item in items[1:])
    return {topic: _sentence(rest.split("\n\n")[0]) for topic, _, rest in split}


@cache
def headers() -> dict[str, list[Function]]:
    """The functions of each public header that has any, and of detail/lock.h, whose contract is in engine.h."""
    paths = [*sorted(INCLUDE.glob("*.h")), *sorted(INCLUDE.glob("frames/*.h")), INCLUDE / "detail" / "lock.h"]
    return {str(path.relative_to(INCLUDE)): actual for path in paths if (actual := functions(path.read_text()))}


def path(header: str) -> Path:
    """Where a header is."""
    return INCLUDE / header
