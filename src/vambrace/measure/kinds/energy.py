# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `energy`: energy of calls of the library, from the toggles of a netlist."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import arguments, silicon
from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity
from vambrace.silicon import READ_FJ, WRITE_FJ

#: The default transition time of inputs, and the default frequency of leakage.
SLEW_NS, MHZ = 0.24, 100.0


@dataclass(frozen=True, kw_only=True)
class Model:
    delays: str = detail("omitted: none, so no glitches")
    wires: str = detail("omitted: a net's capacitance is that of its input pins")
    clock_tree: str = detail("omitted: one net with all clock pins")
    flow: str = detail("`area`: the flow of synthesis")
    library: str = common.liberty()
    library_hash: str = common.liberty_hash()
    voltage: float | None = detail("supply voltage of the library", "V")
    slew_ns: float = identity("transition time of all inputs of cells", unit="ns")
    leakage_at_mhz: float = identity("frequency at which leakage is counted", unit="MHz")
    memory: str = detail("where the energies of memories come from")
    read_fj_per_bit: float = identity("of a memory", unit="fJ")
    write_fj_per_bit: float = identity("of a memory", unit="fJ")
    window: str = detail("the cycles that are counted")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    part: str = identity("the module that was synthesised, and its parameters")
    core_parameters: common.Parameters = common.core_parameters()
    units: list[str] = common.units()


@dataclass(frozen=True, kw_only=True)
class Energy(Record):
    record: ClassVar[str] = "energy"

    core: str = common.core()
    extensions: str = common.extensions()
    block: None = detail("null")
    engine: str | None = detail("engine or AES unit in the netlist, with parameters; null if there is none")
    coupling: str | None = common.coupling()
    profile: str = common.profile()
    accesses: str = common.accesses()
    algorithm: str = common.algorithm()
    kind: str = common.algorithm_kind()
    scenario: str = common.scenario()
    operation: str = common.operation()
    ad_bytes: int = common.ad_bytes()
    message_bytes: int = common.message_bytes()
    cycles: int = figure(
        "cycles", "cycles of the call, without key set-up: the netlist ends in the same cycle as the RTL"
    )
    total_nj: float | None = figure("nJ", "`core_nj` and all memories")
    core_nj: float | None = figure(
        "nJ", "`clock_nj`, `registers_nj`, `logic_nj` and `leakage_nj`; or `internal_nj`, `switching_nj`, `leakage_nj`"
    )
    clock_nj: float | None = figure("nJ", "the clock's net, and the clock pins of cells")
    registers_nj: float | None = figure("nJ", "flip-flops and the nets that they drive")
    logic_nj: float | None = figure("nJ", "all other cells and nets")
    leakage_nj: float | None = figure("nJ", "leakage of all cells")
    internal_nj: float | None = figure("nJ", "inside of cells")
    switching_nj: float | None = figure("nJ", "of the capacitance of nets")
    instruction_memory_nj: float = figure("nJ", "energy of the accesses to the instruction memory")
    data_memory_nj: float = figure("nJ", "the same for the data memory")
    engine_memory_nj: float | None = figure(
        "nJ", "the same for the engine's unverified plaintext buffer; null without an engine"
    )
    key_setup_nj: float | None = figure("nJ", "total energy of the call that sets up the key; null for a hash")
    bits: dict[str, int] = detail(
        "bits read and written during the call at the instruction, data and engine ports, and in the unverified "
        "plaintext buffer",
        "bits",
    )
    modules_nj: dict[str, float | None] | None = detail(
        "with `--modules`, energy of each module's own cells and the nets they drive, in a netlist that preserves "
        "modules; otherwise null",
        "nJ",
    )
    kge: float | None = detail(
        "area of the whole netlist, a system with one engine; not the sum of parts that `area` has", "kGE"
    )
    checked: bool = common.checked()
    missing: dict[str, str] = detail("data that the library lacks, by effect: `internal`, `switching`, `leakage`")
    model: Model = detail("what is modelled, and with which figures")
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the netlist")


def _every_unit(record: Fields) -> bool:
    """Return whether the engine in the netlist has more cipher units than the algorithm uses."""
    return "Units=15" in (record["engine"] or "")


def variant(record: Fields) -> str:
    model = record["model"]
    usual = {
        "slew_ns": (SLEW_NS, "slew {:g} ns"),
        "leakage_at_mhz": (MHZ, "leakage at {:g} MHz"),
        "read_fj_per_bit": (READ_FJ, "{:g} fJ a bit read"),
        "write_fj_per_bit": (WRITE_FJ, "{:g} fJ a bit written"),
    }
    unusual = [words.format(model[name]) for name, (value, words) in usual.items() if model[name] != value]
    every = ["every unit"] * _every_unit(record)
    return ", ".join([*silicon.other_cells(model), *every, *unusual])


def _options(record: Fields) -> Iterator[str]:
    model = record["model"]
    yield from arguments.of_call(record)
    yield from silicon.options(model)
    usual = {
        "slew_ns": (SLEW_NS, "--slew"),
        "leakage_at_mhz": (MHZ, "--frequency"),
        "read_fj_per_bit": (READ_FJ, "--read-energy"),
        "write_fj_per_bit": (WRITE_FJ, "--write-energy"),
    }
    for name, (value, option) in usual.items():
        if model[name] != value:
            yield f"{option} {model[name]:g}"
    if _every_unit(record):
        yield "--every-unit"


#: The components of the total.
PARTS = {
    "clock": "clock_nj",
    "flip-flops": "registers_nj",
    "logic": "logic_nj",
    "leakage": "leakage_nj",
    "instruction memory": "instruction_memory_nj",
    "data memory": "data_memory_nj",
    "engine's memory": "engine_memory_nj",
}


def _microjoules(field: str) -> Callable[[Fields], float | None]:
    return lambda record: None if record[field] is None else record[field] / 1000


def _call(record: Fields) -> tuple[str, ...]:
    names = ("core", "profile", "accesses", "algorithm", "scenario", "operation")
    return *(record[field] for field in names), variant(record)


def _saved(record: Fields, every: Sequence[Fields]) -> float | None:
    """Return the energy saved, in percent of the same call on the core without extensions."""
    if record["extensions"] == "none" or record["total_nj"] is None:
        return None
    call = _call(record)
    plain = next((r["total_nj"] for r in every if r["extensions"] == "none" and _call(r) == call), None)
    return 100 * (1 - record["total_nj"] / plain) if plain else None


KIND = Kind(
    record=Energy,
    title="energy and power",
    command="energy",
    options=_options,
    generated=False,
    variant=variant,
    scenarios=("named", "length"),
    columns=(
        *shared.CALL,
        shared.CYCLES,
        Column("clock", _microjoules("clock_nj"), form="uJ"),
        Column("flops", _microjoules("registers_nj"), form="uJ", note="flip-flops and the nets that they drive"),
        Column("logic", _microjoules("logic_nj"), form="uJ"),
        Column("leak", _microjoules("leakage_nj"), form="uJ", note="leakage"),
        Column("core", _microjoules("core_nj"), form="uJ", note="sum of these, including an engine"),
        Column("instr. mem", _microjoules("instruction_memory_nj"), form="uJ", note="the instruction memory"),
        Column("data mem", _microjoules("data_memory_nj"), form="uJ"),
        Column("engine's mem", _microjoules("engine_memory_nj"), form="uJ", note="its unverified plaintext buffer"),
        Column("total", _microjoules("total_nj"), form="uJ"),
        Column("saved", places=1, unit=" %", note="compared with the core without extensions", against=_saved),
    ),
)
