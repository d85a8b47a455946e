# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Proofs for SymbiYosys, which run without this package: for each a folder with its sources, and a .sby file with the
tasks `prove` (bad_* is never 1) and `cover` (reach_* can be 1).

Only proofs that need just Yosys and PDR are supported: not two runs, whole cores, inductions with our invariants, or
polynomials. Reading SystemVerilog needs Yosys 0.70 or newer with `read_slang`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from vambrace.base.errors import VambraceError
from vambrace_dev.proofs import circuit, runs
from vambrace_dev.proofs.plan import Defect, Proof

#: Cycles within which reach_* can be 1.
_DEPTH = 100


def plain(proof: Proof) -> bool:
    """Return whether a proof can be written."""
    compared = any(name.startswith("same_") for name in proof.properties)
    return proof.method in ("abc", "rewritten") and not (proof.core or compared)


def files(proof: Proof, defect: Defect | None = None) -> dict[str, str]:
    """Return the files of a proof's folder, by name. Source names contain their path in the checkout."""
    if not plain(proof):
        raise VambraceError(f"{proof.name} is more than Yosys and PDR decide: it cannot be written for SymbiYosys")
    place = _place(proof)
    sources = {}
    for name, text in proof.sources(defect):
        # A bound module cannot be bound to: the module with the properties gets its assertions.
        asserted = re.sub(
            rf"(\bmodule {place}\b.*?)\nendmodule", rf"\1\n{_checks(proof)}\nendmodule", text, flags=re.DOTALL
        )
        sources[name.replace("/", "-")] = asserted
    return {f"{proof.name}.sby": _sby(proof, list(sources)), **sources}


def script(proof: Proof, sources: Sequence[str]) -> list[str]:
    """Return the Yosys commands that read a proof, from files in the current folder."""
    options = [
        f"--top {proof.top} --threads 1 -D SYNTHESIS",
        *(f"-G {name}={value}" for name, value in proof.parameters),
        *(f"--blackboxed-module {name}" for name in proof.left_out),
    ]
    return [
        f"read_slang {' '.join([*options, *sources])}",
        f"hierarchy -check -top {proof.top}",
        "proc",
        "flatten",
        *(f"cutpoint w:{name}" for name in proof.cuts),
        *(f"expose -evert t:{name}*" for name in proof.left_out),
        "setundef -undriven -anyseq",
    ]


def _sby(proof: Proof, sources: Sequence[str]) -> str:
    title = f"# {proof.title}. Written by: vambrace-dev test proofs --sby\n"
    assumed = "".join(f"# Assumes: {text}\n" for text in proof.assumes)
    says = "".join(f"# {name}: {text}\n" for name, text in proof.properties.items())
    covers = any(name.startswith("reach_") for name in proof.properties)
    sections = {
        "tasks": ["prove", *(["cover"] if covers else [])],
        "options": ["prove: mode prove", *([f"cover: mode cover\ncover: depth {_DEPTH}"] if covers else [])],
        "engines": ["prove: abc pdr", *(["cover: smtbmc"] if covers else [])],
        "script": script(proof, sources),
        "files": list(sources),
    }
    return title + assumed + says + "".join(f"\n[{name}]\n" + "\n".join(text) + "\n" for name, text in sections.items())


def _checks(proof: Proof) -> str:
    """Return the assertions that bad_* are 0, and the cover of each bit of reach_*."""
    aig, _ = circuit.make(proof)
    widths = {name: sum(runs.base(n) == name for n, _ in aig.outputs) for name in proof.properties}
    lines = []
    for name, width in widths.items():
        if name.startswith("bad_"):
            lines.append(f"    never_{name}: assert ({name} == '0);")
        elif width == 1:
            lines.append(f"    can_{name}: cover ({name});")
        else:
            lines += [f"    can_{name}_{i}: cover ({name}[{i}]);" for i in range(width)]
    return "\n".join(["  always_comb begin  // for SymbiYosys", *lines, "  end"])


def _place(proof: Proof) -> str:
    """Return the module that has the outputs: the top, or the module bound to it as u_prove."""
    for _, text in proof.sources():
        if match := re.search(rf"\bbind\s+{proof.top}\s+(\w+)[^;]*\bu_prove\b", text):
            return match[1]
    return proof.top


def write(chosen: Sequence[Proof], folder: Path) -> list[Proof]:
    """Write the supported proofs, each into a folder of its name; return them."""
    written = [proof for proof in chosen if plain(proof)]
    for proof in written:
        place = folder / proof.name
        place.mkdir(parents=True, exist_ok=True)
        for name, text in files(proof).items():
            (place / name).write_text(text)
    return written
