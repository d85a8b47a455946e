# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The circuit of a proof: RTL, specification and properties as one and-inverter graph, by Yosys."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from vambrace.base import store, tools
from vambrace.dev.proofs import aiger
from vambrace.dev.proofs.aiger import Aig
from vambrace.dev.proofs.plan import Defect, Proof, folder_for
from vambrace.silicon import fields, yosys

#: Registers without a reset, and what is left undefined, are anything at first, and not what suits an optimisation.
_TO_GATES = [
    "memory_map",
    "async2sync",  # a reset is seen at the clock edge, and in the values of its own cycle
    "opt -full -nodffe -nosdff",
    "dffunmap",
    "techmap",
    "opt_clean",
    "setundef -anyseq",
    "aigmap",  # ABC makes one gate of equal ones, and leaves out what no output needs
]


def commands(proof: Proof, sources: list[str], texts: Mapping[str, str]) -> list[str]:
    """The commands that convert sources to circuit.aig; outputs of modules in `left_out` become inputs. `texts`: the
    sources by their stems."""
    options = [
        f"--top {proof.top} --threads 1 -D SYNTHESIS",
        *(f"-G {name}={value}" for name, value in proof.parameters),
        *(f"--blackboxed-module {name}" for name in proof.left_out),
    ]
    public = ["w:*u_prove.public_*", "w:*u_prove.assumed_*"] if proof.secrets else []
    wires = [*(f"w:*u_prove.{name}" for name in proof.properties), *public, *(f"w:{name}" for name in proof.watch)]
    return [
        "read_slang " + " ".join([*options, *sources]),
        f"hierarchy -check -top {proof.top}",
        "proc",
        "flatten",
        *fields.commands(proof.top, texts),
        *(f"cutpoint w:{name}" for name in proof.cuts),
        *(f"expose -evert t:{name}*" for name in proof.left_out),
        *([f"expose {' '.join(wires)}"] if wires else []),
        "setundef -anyseq",  # what is undefined is not what suits
        *_TO_GATES,
        "write_aiger -zinit -symbols circuit.aig",
    ]


def circuit_key(proof: Proof, sources: list[tuple[str, str]]) -> str:
    """Return the hash of the inputs of a circuit."""
    return store.digest(tools.version("pyosys"), commands(proof, ["SOURCES"], _texts(sources)), sources)


def _texts(sources: list[tuple[str, str]]) -> dict[str, str]:
    return {Path(name).stem: text for name, text in sources}


def make(proof: Proof, defect: Defect | None = None) -> tuple[Aig, str]:
    """Return the circuit, cached, and its key."""
    sources = proof.sources(defect)
    key = circuit_key(proof, sources)

    def build(work: Path) -> None:
        for name, text in sources:
            folder_for(name, work).write_text(text)
        yosys.run(commands(proof, [f"sources/{name}" for name, _ in sources], _texts(sources)), work)
        store.remove(work / "sources")

    return aiger.read(store.entry("proof-circuit", key, build) / "circuit.aig"), key
