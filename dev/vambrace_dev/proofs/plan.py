# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The proofs of formal/*.toml, and their sources, with a defect on request."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base.errors import VambraceError, choose, unknown
from vambrace.base.paths import root
from vambrace.hardware import rtl
from vambrace_dev import defects
from vambrace_dev.proofs import assumed, upstream_core

#: How a property is decided: SAT or PDR by ABC, depending on whether the circuit has registers; SAT of a circuit
#: rewritten by ABC; as polynomials over GF(2); by induction over cycles, with the proof's invariants; or, for two runs,
#: by induction over the registers that are the same in both.
METHODS = ("abc", "rewritten", "polynomials", "induction", "control")


@dataclass(frozen=True)
class Defect:
    """A defect: `put` replaces `find`, which occurs once in `file`. The property `caught_by` must find it."""

    file: str
    find: str
    put: str
    caught_by: str


@dataclass(frozen=True)
class Proof:
    """A proof. `properties` maps outputs of the circuit to their meaning: outputs bad_* are never 1; outputs reach_*
    can be 1, which shows that the assumptions are not contradictory; outputs same_* do not depend on the inputs that
    match `secrets` (runs.py). Outputs of modules in `left_out` have any value at any time, and so have wires of `cuts`.
    `checkers` are modules of rtl/assert, without their prefix vmb_check_. Outputs and wires of `watch` are shown with a
    counterexample. `long`: the reason why only the long run has it, if it is so. `core`: a core of configs/cores.toml
    whose system is read instead of `files`, with `units`. `cases`: with these, outputs same_* are those of the stock
    core (two_circuits.py), and every value of these wires is a case of its own; `stock`: of the core without its
    overlay, as the other side of these is. `invariants`: the properties that induction relies on, in an order in which
    each may rely on those before it. `differ`: patterns of the names of registers that same_registers leaves out
    (control.py, two_circuits.py), and how many registers each names. `assumes_any`: parameters in which proofs that
    `assumes` names may differ, and why (assumed.py). `deep`: a run that reaches something may need more cycles than are
    searched one by one, so PDR finds it. `without_defect`: properties that no defect violates, and why.
    """

    name: str
    title: str
    files: tuple[str, ...]  # FuseSoC core files; empty with `core`
    formal: tuple[str, ...]
    top: str
    properties: dict[str, str]
    defects: tuple[Defect, ...]
    parameters: tuple[tuple[str, int], ...] = ()
    checkers: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    assumes_any: tuple[tuple[str, str], ...] = ()
    watch: tuple[str, ...] = ()
    method: str = "abc"
    long: str = ""
    secrets: tuple[str, ...] = ()
    cuts: tuple[str, ...] = ()
    core: str = ""
    units: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    stock: bool = False
    invariants: tuple[str, ...] = ()
    differ_bits: tuple[tuple[str, int], ...] = ()
    deep: bool = False
    without_defect: tuple[tuple[str, str], ...] = ()

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def differ(self) -> tuple[str, ...]:
        """Return the patterns of `differ`."""
        return tuple(pattern for pattern, _ in self.differ_bits)

    @property
    def free(self) -> tuple[str, ...]:
        """Return the undriven wires of `cuts`, which belong to the module with the properties: the circuit has inputs
        of these names.
        """
        return tuple(name for name in self.cuts if name.startswith("u_prove."))

    def sources(self, defect: Defect | None = None) -> list[tuple[str, str]]:
        """Return the files in reading order: path below the checkout, text. Upstream files of a core have paths below
        upstream_core.UPSTREAM.
        """
        formal = [root() / "formal" / name for name in self.formal]
        checkers = [root() / "rtl" / "assert" / f"vmb_check_{name}.sv" for name in self.checkers]
        cores = [path for core in self.files for path in rtl.core_files(root() / core, checks=False)]
        upstream: list[tuple[str, str]] = []
        own: list[Path] = []
        if self.core:
            overlay = upstream_core.overlay(self.core)
            put = defect and overlay.get(defect.file) and _seeded(defect.file, overlay[defect.file], defect)
            upstream, own = upstream_core.sources(self.core, self.units, self.stock, put or None)
            defect = None if put else defect
            if defect and defect.file.startswith(upstream_core.UPSTREAM) and defect.file not in dict(upstream):
                upstream.append(upstream_core.text(self.core, defect.file))
        paths = [*dict.fromkeys(cores), *own, *checkers, *formal]
        files = [*upstream, *((str(p.relative_to(root())), p.read_text()) for p in paths)]
        return files if defect is None else [(name, _seeded(name, text, defect)) for name, text in _has(files, defect)]


def _has(sources: list[tuple[str, str]], defect: Defect) -> list[tuple[str, str]]:
    if defect.file not in dict(sources):
        raise VambraceError(f"{defect.file} is not a source of this proof")
    return sources


def _seeded(name: str, text: str, defect: Defect) -> str:
    return text if name != defect.file else defects.seed(name, text, defect.find, defect.put)


@cache
def proofs() -> dict[str, Proof]:
    """Return all proofs by name."""
    files = sorted((root() / "formal").glob("*.toml"), reverse=True)
    return listed([tomllib.loads(path.read_text()) for path in files])


def listed(files: list[dict[str, Any]]) -> dict[str, Proof]:
    """Return the proofs of these files, by name."""
    entries = {name: entry for text in files for name, entry in text.items()}
    entries = {name: _resolved(name, entries) for name in entries}
    entries = {name: with_defects_of(name, entry, entries) for name, entry in entries.items()}
    proofs = {name: _proof(name, dict(entry)) for name, entry in entries.items()}
    assumed.check(proofs)
    return proofs


def _resolved(name: str, entries: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the entry of a proof. With `like` it inherits the entry of another proof, except for its own keys; its
    parameters are added.
    """
    entry = dict(entries[name])
    if "like" not in entry:
        return entry
    base = entries[choose("proof", entry.pop("like"), [n for n in entries if "like" not in entries[n]])]
    return {**base, **entry, "parameters": {**base.get("parameters", {}), **entry.get("parameters", {})}}


def select(names: list[str]) -> list[Proof]:
    """Return the proofs of these names; without any, all."""
    return [proofs()[choose("proof", n, list(proofs()))] for n in names or proofs()]


def with_defects_of(name: str, entry: dict[str, Any], listed: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return an entry with the defects of the proof named by its `defects_of`, for properties without a defect of their
    own.
    """
    if "defects_of" not in entry:
        return entry
    own = {d["caught_by"] for d in entry.get("defects", ())}
    lacks = entry["properties"].keys() - own
    other = listed[choose(f"proof in {name}'s defects_of", entry["defects_of"], list(listed))]
    shared = [d for d in other.get("defects", ()) if d["caught_by"] in lacks]
    rest = {key: value for key, value in entry.items() if key != "defects_of"}
    return {**rest, "defects": [*entry.get("defects", ()), *shared]}


def _proof(name: str, entry: dict[str, Any]) -> Proof:
    lists: dict[str, Any] = {
        k: tuple(entry.pop(k))
        for k in (
            "formal",
            "checkers",
            "left_out",
            "assumes",
            "watch",
            "secrets",
            "cuts",
            "units",
            "cases",
            "invariants",
        )
        if k in entry
    }
    lists["assumes_any"] = tuple(entry.pop("assumes_any", {}).items())
    lists["differ_bits"] = tuple(entry.pop("differ", {}).items())
    files = entry.pop("files", ())
    lists["files"] = (files,) if isinstance(files, str) else tuple(files)
    parameters = entry.pop("parameters", {})
    if "core" in entry:
        lists.setdefault("units", ())
        parameters = {**upstream_core.parameters(entry["core"], lists["units"]), **parameters}
    lists["without_defect"] = tuple(entry.pop("without_defect", {}).items())
    seeded = tuple(Defect(**d) for d in entry.pop("defects", ()))
    proof = Proof(name, parameters=tuple(parameters.items()), defects=seeded, **lists, **entry)
    check(proof)
    return proof


def check(proof: Proof) -> None:
    """Reject unknown property names, an unknown method, and a property without a defect."""
    caught, excused = {d.caught_by for d in proof.defects}, {name for name, _ in proof.without_defect}
    missing = sorted({*caught, *excused, *proof.invariants} - proof.properties.keys())
    wrong = [p for p in proof.properties if not p.startswith(("bad_", "reach_", "same_"))]
    if missing or wrong:
        raise VambraceError(f"formal: {proof.name}: unknown properties: {', '.join(missing + wrong)}")
    if proof.method not in METHODS:
        raise VambraceError(f"formal: {proof.name}: {unknown('method', proof.method, METHODS)}")
    bare = [p for p in proof.properties if not p.startswith("reach_") and p not in caught | excused]
    if bare:
        raise VambraceError(
            f"formal: {proof.name}: no defect violates {', '.join(bare)}: add one to [[{proof.name}.defects]], or the "
            "reason why there is none to without_defect"
        )
    if caught & excused:
        wrong = sorted(caught & excused)
        raise VambraceError(f"formal: {proof.name}: without_defect lists {', '.join(wrong)}, which has a defect")


def folder_for(source: str, work: Path) -> Path:
    """Return the folder where a source is written for reading: below `work`, at its path below the checkout."""
    path = work / "sources" / source
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
