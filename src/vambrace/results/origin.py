# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What records are made from: files, code of this package, and tools."""

from dataclasses import dataclass

#: Of every record: cores, buses, and the named configurations.
HARDWARE = ("rtl/**/*", "cores/**/*", "soc/**/*", "configs/*.toml")
#: Of a record that a program on a core makes.
FIRMWARE = ("lib/**/*", "firmware/**/*")

UPSTREAMS = ("ibex", "cv32e40x", "rocket")
COMPILERS = ("riscv64-unknown-elf-gcc", "picolibc", "verilator", "g++", *UPSTREAMS)
SYNTHESIS = ("pyosys", "osu018", *UPSTREAMS)


@dataclass(frozen=True)
class Origin:
    """What records of a kind are made from."""

    module: str  # which makes them: its code and that of all it imports from this package
    files: tuple[str, ...] = (*HARDWARE, *FIRMWARE)  # patterns, from the project's folder
    tools: tuple[str, ...] = COMPILERS  # of vambrace.base.tools, or a core's upstream
