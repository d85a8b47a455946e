# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The circuit of a proof: RTL, specification and properties as one and-inverter graph, by Yosys."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.paths import root
from vambrace.base.sources import without_comments
from vambrace.silicon import fields, yosys
from vambrace_dev.proofs import aiger, two_circuits, upstream_core
from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.plan import Defect, Proof, folder_for

#: How sums become gates in proofs that compare sums: a file of formal/.
_SUMS = "vmb_formal_sums.v"

#: Part of the keys; incremented when a circuit's folder has new contents.
_VERSION = 2


def _to_gates(proof: Proof) -> list[str]:
    """Return commands for the initial state: registers without a reset, undefined values and undriven nets are
    unconstrained, so that no optimisation chooses them. In two circuits that are compared, undefined values are equal:
    0.
    """
    undefined = f"setundef {'-zero' if proof.cases else '-anyseq'} -undriven"
    return [
        undefined,
        "memory_map",
        "async2sync",  # a reset takes effect at the clock edge, and in the values of its own cycle
        *(["autoname"] if proof.cases or proof.method == "control" else []),  # registers are identified by name
        "opt -full -nodffe -nosdff",
        "dffunmap",
        *([f"techmap -map {_SUMS}"] if proof.method == "induction" else []),
        "techmap",
        "opt_clean",
        undefined,
        "aigmap",  # ABC merges equal gates, and removes unneeded ones
    ]


def commands(proof: Proof, sources: list[str], texts: Mapping[str, str], folders: Collection[str] = ()) -> list[str]:
    """Return the commands that convert sources to circuit.aig; outputs of modules in `left_out` become inputs. `texts`:
    our own sources by their stems. `folders`: options for the folders of upstream sources.
    """
    options = [
        f"--top {proof.top} --threads 1 -D SYNTHESIS",
        *(upstream_core.options(proof.core, proof.units, proof.stock) if proof.core else []),
        *(f"-G {name}={value}" for name, value in proof.parameters),
        *(f"--blackboxed-module {name}" for name in proof.left_out),
    ]
    public = (
        ["w:*u_prove.public_*", "w:*u_prove.assumed_*", "w:*u_prove.when_*"] if proof.secrets or proof.cases else []
    )
    wires = [
        *(f"w:*u_prove.{name}" for name in proof.properties if name != two_circuits.REGISTERS),
        *public,
        *(f"w:{name}" for name in proof.watch),
    ]
    return [
        "read_slang " + " ".join([*options, *folders, *sources]),
        f"hierarchy -check -top {proof.top}",
        "proc",
        "flatten",
        *fields.commands(proof.top, texts, aliases=True),
        *(f"{'expose -input' if proof.cases or name in proof.free else 'cutpoint'} w:{name}" for name in proof.cuts),
        *(f"expose -evert t:{name}*" for name in proof.left_out),
        *([f"expose {' '.join(wires)}"] if wires else []),
        *_to_gates(proof),
        "write_aiger -zinit -symbols circuit.aig",
    ]


def circuit_key(proof: Proof, sources: list[tuple[str, str]]) -> str:
    """Return the hash of a circuit's inputs."""
    more = [upstream_core.key(proof.core)] if proof.core else []
    if proof.method == "induction":
        more.append((root() / "formal" / _SUMS).read_text())
    return store.digest(
        _VERSION, tools.version("pyosys"), commands(proof, ["SOURCES"], _texts(sources)), code_of(sources), *more
    )


def code_of(sources: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the names of sources and their texts without comments, for keys."""
    return [(name, without_comments(name, text.encode(), lines=False).decode()) for name, text in sources]


def _texts(sources: list[tuple[str, str]]) -> dict[str, str]:
    return {Path(name).stem: text for name, text in sources if not name.startswith(upstream_core.UPSTREAM)}


def fields_of(proof: Proof) -> list[str]:
    """Return the commands that give the top a port for each field of its struct ports."""
    return fields.commands(proof.top, _texts(proof.sources()), aliases=True)


def make(proof: Proof, defect: Defect | None = None) -> tuple[Aig, str]:
    """Return the circuit, cached, and its key."""
    folder, key = _built(proof, defect)
    return aiger.read(folder / "circuit.aig"), key


def seconds(proof: Proof) -> float:
    """Return Yosys's processor seconds for the circuit."""
    return float((_built(proof, None)[0] / yosys.SECONDS).read_text())


def _built(proof: Proof, defect: Defect | None) -> tuple[Path, str]:
    sources = proof.sources(defect)
    key = circuit_key(proof, sources)
    folders = upstream_core.folders(proof.core) if proof.core else []

    def build(work: Path) -> None:
        for name, text in sources:
            folder_for(name, work).write_text(text)
        (work / _SUMS).write_text((root() / "formal" / _SUMS).read_text())
        yosys.run(commands(proof, [f"sources/{name}" for name, _ in sources], _texts(sources), folders), work)
        store.remove(work / "sources")

    return store.entry("proof-circuit", key, build), key
