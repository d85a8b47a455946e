# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that assumptions of a proof that name other proofs are proved there with the same parameters.

The values of a proof are the parameters of its top module. If that is a module of formal/ around RTL instances,
parameters of these instances that it does not declare itself count too, with the instance's value or the default.
Parameters that only one of two proofs has cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import units

if TYPE_CHECKING:
    from vambrace_dev.proofs.plan import Proof

#: The end of an assumption that proofs discharge: (NAME, NAME) or (NAME: PROPERTY, PROPERTY). Other remarks, such as
#: "(checked in simulations)", have several words.
_NAMED = re.compile(r"\(([a-z0-9-]+(?:, [a-z0-9-]+)*)(?:: (\w+(?:, \w+)*))?\)$")

#: A module parameter: its name and default.
_PARAMETER = re.compile(r"\bparameter\b[^=]*?(\w+)\s*=\s*(.*)", re.DOTALL)

#: An instance: its module and its parameter values.
_INSTANCE = re.compile(r"^ *(vmb_\w+)\s+(?:#\s*\((.*?)\n? *\)\s*)?u_\w+\s*\(", re.DOTALL | re.MULTILINE)

#: A SystemVerilog number.
_NUMBER = re.compile(r"(?:\d*'([bdh]))?([0-9a-f_]+)")


def check(proofs: Mapping[str, Proof]) -> None:
    """Fail unless each proof named by an assumption exists, has the named properties, and has the same parameters as
    the assuming proof, except those of `assumes_any`.
    """
    for proof in proofs.values():
        values(proof)  # fails on a parameter that the module lacks
        differ = {name for text in proof.assumes for name in _excused(proof, text, proofs)}
        if stale := sorted({*dict(proof.assumes_any)} - differ):
            raise VambraceError(f"{proof.name}: assumes_any has {', '.join(stale)}, which no assumed proof differs in")


def named(text: str) -> tuple[list[str], list[str]]:
    """Return the proofs that an assumption names, and the properties of the last one."""
    match = _NAMED.search(text)
    return (match[1].split(", "), match[2].split(", ") if match[2] else []) if match else ([], [])


def _excused(proof: Proof, text: str, proofs: Mapping[str, Proof]) -> Iterator[str]:
    """Return the parameters of assumes_any in which a proof named by this assumption differs."""
    names, properties = named(text)
    for name in names:
        if name not in proofs:
            raise VambraceError(f"{proof.name}: assumes what {name} proves, which is not a proof: {text}")
        other = proofs[name]
        if missing := [p for p in properties if p not in other.properties]:
            raise VambraceError(f"{proof.name}: assumes {', '.join(missing)} of {name}, which has no such property")
        differing = list(_differing(proof, other))
        for parameter in differing:
            if parameter not in dict(proof.assumes_any):
                raise VambraceError(f"{proof.name}: {_difference(proof, other, parameter)}: {text}")
        _check_rest(proof, other, proofs)
        yield from differing


def _check_rest(proof: Proof, assumed: Proof, proofs: Mapping[str, Proof]) -> None:
    """Fail unless the properties that an assumed proof itself assumes are proved with the parameters of the assuming
    proof, by any proof of the same module.
    """
    for text in assumed.assumes:
        names, properties = named(text)
        for other in (proofs[name] for name in (names if properties else [])):
            like = [p for p in proofs.values() if p.top == other.top and {*properties} <= {*p.properties}]
            if all(next(_differing(proof, p), "") for p in (other, *like)):
                parameter = next(_differing(proof, other))
                raise VambraceError(
                    f"{proof.name}: {_difference(proof, other, parameter)}: {', '.join(properties)}, which "
                    f"{assumed.name} assumes"
                )


def _differing(proof: Proof, other: Proof) -> Iterator[str]:
    """Return the parameters whose value in one proof is not covered by the other."""
    own, its = values(proof), values(other)
    yield from (name for name in own if name in its and not own[name] <= its[name])


def _difference(proof: Proof, other: Proof, name: str) -> str:
    own, its = (" or ".join(sorted(values(p)[name])) for p in (proof, other))
    return f"has {name} = {own}, but assumes what {other.name} proves with {name} = {its}"


@cache
def values(proof: Proof) -> dict[str, frozenset[str]]:
    """Return the parameter values for which a proof holds, as numbers where possible."""
    parameters = {name: str(value) for name, value in proof.parameters}
    own = {name: parameters.get(name, default) for name, default in declared(proof.top).items()}
    if not proof.core and (unknown := parameters.keys() - own.keys()):
        raise VambraceError(f"{proof.name}: {proof.top} has no parameter {', '.join(sorted(unknown))}")
    seen = {name: {value} for name, value in own.items()}
    formal = root() / "formal"
    path = _files()[proof.top]
    # Checkers are not part of a design.
    inside = _INSTANCE.findall(_code(path)) if path.is_relative_to(formal) else []
    for module, passed in inside:
        if module in _files() and not _files()[module].is_relative_to(formal) and not module.startswith("vmb_check_"):
            there = dict(re.findall(r"\.(\w+)\s*\(\s*(.*?)\s*\)(?=,|\s*$)", passed, re.DOTALL))
            for name, default in declared(module).items():
                value = _number(there.get(name, default))
                seen.setdefault(name, set()).update([] if name in own else [own.get(value, value)])
    # The parameters of the engine's cipher units reach their modules in one structure: those of the top module, and the
    # defaults of the others.
    if seen.pop("Units", None):
        for name, parameter in units.parameters().items():
            seen.setdefault(name, {str(parameter.default)})
    if proof.core:
        seen["core"] = {proof.core}
    return {name: frozenset(values) for name, values in seen.items()}


@cache
def declared(module: str) -> dict[str, str]:
    """Return the parameters of a module and their defaults, in order."""
    if module not in _files():
        raise VambraceError(f"{module}: no file is called {module}.sv")
    text = _code(_files()[module])
    head = re.search(rf"\bmodule {module}\b\s*(?:import[^;]*;\s*)*#\s*\(", text)
    if head is None:
        return {}
    parts, depth = [""], 1
    for letter in text[head.end() :]:
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0:
            break
        if letter == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += letter
    matches = [m for part in parts if (m := _PARAMETER.search(part))]
    return {m[1]: _number(m[2].strip()) for m in matches}


def _number(text: str) -> str:
    """Return a constant as a decimal number, whatever its base; other expressions unchanged."""
    number = _NUMBER.fullmatch(text.lower())
    if number is None:
        return "0" if text == "'0" else text
    try:
        return str(int(number[2].replace("_", ""), {"b": 2, "d": 10, "h": 16, None: 10}[number[1]]))
    except ValueError:
        return text


def _code(path: Path) -> str:
    """Return the text of a file without its comments."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)


@cache
def _files() -> dict[str, Path]:
    """Return the files of our modules, by module."""
    return {path.stem: path for folder in ("rtl", "cores", "soc", "formal") for path in (root() / folder).rglob("*.sv")}
