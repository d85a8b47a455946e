# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The boot program of a board (firmware/board): it tests itself, and serves jobs on the serial line."""

from __future__ import annotations

from pathlib import Path

from vambrace import config
from vambrace.base import store
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.config import Algorithm, Point, macros
from vambrace.config.board import Board
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

#: The algorithms that the program has, as far as the point has them.
ALGORITHMS = ("aes-128-ccm", "ascon-aead128", "chacha20-poly1305")

#: The base of the RAM (soc/board/vmb_board_system.sv), and the bytes of the stack, instead of those of
#: firmware/common/link.ld.
_BASE, _STACK = 0x8000_0000, 4096


def algorithms(point: Point) -> list[Algorithm]:
    """Return the algorithms of the program on a point."""
    known = config.algorithms()
    return [known[name] for name in ALGORITHMS if not known[name].missing_in(point.extensions)]


def table(board: Board, point: Point) -> str:
    """Return the C source of the program's name and of its algorithms."""
    names = [(a.name, a.name.replace("-", "_"), a.prefix.removeprefix("vmb_")) for a in algorithms(point)]
    lines = ['#include "board/boot.h"', '#include "serial_jobs.h"', '#include "vmb_sim.h"']
    lines.append(f'const char vmb_board_name[] = "{board.name} {point.name}";')
    lines.append(f'__asm__(".globl __stack_bytes\\n.set __stack_bytes, {_STACK}");')
    lines.append(f"const uint32_t vmb_board_room_end = {_BASE + board.ram - _STACK:#x};")
    lines.append("const vmb_board_algorithm vmb_board_algorithms[] = {")
    lines += [f'    {{"{name}", &vmb_aead_{short}}},' for name, _, short in names]
    lines.append("    {NULL, NULL}};")
    for _, own, _ in names:
        lines += [
            f"int serve_{own}(void *image);",
            f"static int triggered_{own}(void *image)",
            "{",
            "    int status;",
            "    vmb_sim_window(1);",
            f"    status = serve_{own}(image);",
            "    vmb_sim_window(0);",
            "    return status;",
            "}",
        ]
    lines.append("const vmb_serial_algorithm vmb_serial_algorithms[] = {")
    lines += [f'    {{"{name}", triggered_{own}}},' for name, own, _ in names]
    return "\n".join([*lines, "    {NULL, NULL}};", ""])


def build(board: Board, point: Point) -> Elf:
    """Return the boot program of a board with a point. UsageError if it does not fit the RAM."""
    firmware = root() / "firmware"
    flags = [*program.PROGRAM_FLAGS, *macros.of(point.build), f"-I{firmware}"]
    jobs = []
    for algorithm in algorithms(point):
        own = algorithm.name.replace("-", "_")
        renamed = [f"-Dvmb_jobs_run=serve_{own}", f"-Dvmb_job_run=serve_job_{own}"]
        options = [*flags, *macros.algorithm(algorithm), *renamed]
        jobs.append(program.compile_object(firmware / "jobs.c", options, point.build.xlen))
    sources = [firmware / "board" / "boot.c", firmware / "serial_jobs.c", _table(board, point)]
    elf = program.link(sources, point.build, board.ram, [f"-I{firmware}"], more=jobs)
    if elf.symbol("vmb_job_image") + _ROOM > _BASE + board.ram - _STACK:
        raise UsageError(
            f"{board.name}: the boot program with {point.name} leaves less than {_ROOM} of the {board.ram} bytes of RAM"
        )
    return elf


#: Bytes for jobs that the program must leave.
_ROOM = 4096


def _table(board: Board, point: Point) -> Path:
    text = table(board, point)

    def write(work: Path) -> None:
        (work / "table.c").write_text(text)

    return store.entry("boot-table", store.digest(text), write) / "table.c"


def contents(elf: Elf, ram_bytes: int) -> list[str]:
    """Return the texts of program0.hex to program3.hex, the RAM's initial contents by bytes of a word (soc/board)."""
    memory = bytearray(ram_bytes)
    for address, data in elf.segments():
        memory[address - _BASE : address - _BASE + len(data)] = data
    return ["".join(f"{byte:02x}\n" for byte in memory[lane::4]) for lane in range(4)]
