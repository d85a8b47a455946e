# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The sources of a whole core: upstream files, unmodified or edited by its overlay, and our own modules."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from vambrace.base import store
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import cores, macros
from vambrace.config import parameters as given
from vambrace.hardware import rtl

#: The path of upstream files among the sources.
UPSTREAM = "upstream"


def parameters(core: str, units: Collection[str]) -> dict[str, int]:
    """Return the parameters of the core's module with these units."""
    known = cores()[core]
    return {**known.parameters, **given.of(units, known.units)}


def overlay(core: str) -> dict[str, str]:
    """Return the core's overlay: path below the checkout, and text."""
    path = root() / "cores" / cores()[core].upstream / "overlay.toml"
    return {str(path.relative_to(root())): path.read_text()}


def sources(
    core: str, units: Collection[str], stock: bool, edits: str | None = None
) -> tuple[list[tuple[str, str]], list[Path]]:
    """Return the upstream files that are read before our own, by path and text, and our own. Further upstream files are
    found in the folders of `options`. `edits`: the text of another overlay.
    """
    design = rtl.design(cores()[core].upstream, stock=stock, units=units, netlist=True, edits=edits)
    packages = [(f"{UPSTREAM}/{p.name}", p.read_text()) for p in design.packages]
    return [*packages, *((f"{UPSTREAM}/{name}", text) for name, text in design.edited.items())], design.files


def text(core: str, name: str) -> tuple[str, str]:
    """Return an upstream file that no edit changes, by its path among the sources, and its text. VambraceError if the
    core has no such file.
    """
    for folder in rtl.design(cores()[core].upstream, netlist=True).library_dirs:
        if (path := folder / name.removeprefix(f"{UPSTREAM}/")).is_file():
            return name, path.read_text()
    raise VambraceError(f"{name} is not an upstream file of {core}")


def options(core: str, units: Collection[str], stock: bool) -> list[str]:
    """Return the read_slang options of a core, except its folders, with the retired instruction included."""
    return ["--libext .sv --allow-use-before-declare", *(f"-D {macro}" for macro in _defined(units, stock))]


def defines(units: Collection[str], stock: bool) -> list[str]:
    """Return the same macros, for Verilator."""
    return ["+libext+.sv", *(f"-D{macro}" for macro in _defined(units, stock))]


def _defined(units: Collection[str], stock: bool) -> list[str]:
    return ["SYNTHESIS", "YOSYS", "RVFI", *macros.verilog(units), *(macros.stock() if stock else [])]


def folders(core: str) -> list[str]:
    """Return the options for the folders of upstream files."""
    design = rtl.design(cores()[core].upstream, netlist=True)
    return [*(f"-I {d}" for d in design.include_dirs), *(f"-y {d}" for d in design.library_dirs)]


def key(core: str) -> str:
    """Return the hash of all upstream files."""
    return store.digest_files(rtl.design(cores()[core].upstream, netlist=True).digest_inputs())
