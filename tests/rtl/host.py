# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs host.c on a core that is not in configs/: memory behind its buses, and the results that the program has to leave
there."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from tests.rtl.dut import Dut, Model
from tests.rtl.engine import job_word
from tests.rtl.model_ascon import rounded
from vambrace.base.paths import root
from vambrace.hardware import rtl
from vambrace.software.oracles import oracle

HERE = Path(__file__).parent
RTL = root() / "rtl"
README = RTL / "couple" / "README.md"  # with the cycles of all measurements

RESULT, JOB = 0x8000, 0x7000
PARTS = {"key": (0x9000, 16), "nonce": (0x9100, 16), "ad": (0x9201, 25), "in": (0x9303, 86)}
OUT, TAG = 0x9402, 0x9500
CYCLES, STATES, REFUSED, DONE = 0, (16, 56), 96, 100  # in RESULT


def sources(*more: str) -> list[Path]:
    """The files of host_engine.sv, of Ascon's instructions, and of `more`, core files below rtl/."""
    cores = ("assert/vmb_assert", "assert/vmb_bus_checks", "ise/vmb_ise", "engine/vmb_engine", *more)
    files = [file for name in cores for file in rtl.core_files(RTL / f"{name}.core")]
    couplings = [RTL / "couple" / f"vmb_{name}.sv" for name in ("couple_wb", "couple_wb_bind")]
    return [*dict.fromkeys([*files, *couplings]), HERE / "host_engine.sv"]


def program(folder: Path, *flags: str) -> bytes:
    elf, image = folder / "host.elf", folder / "host.bin"
    target = ["-march=rv32im_zicsr", "-mabi=ilp32", "-Os", "-ffreestanding", "-nostdlib", "-Wl,-Ttext=0", "-Wl,-N"]
    source = str(HERE / "host.c")
    subprocess.run(["riscv64-unknown-elf-gcc", *target, *flags, source, "-o", str(elf)], check=True)
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", str(elf), str(image)], check=True)
    return image.read_bytes()


class Host:
    """Words at addresses from 0 on. The engine's port is answered in the next cycle; buses() serves those of the
    core."""

    def __init__(self, model: Model, image: bytes) -> None:
        self.dut = Dut(model)
        self.bytes = bytearray(image.ljust(1 << 16, b"\0"))
        self.owed: list[int] = []

    def word(self, address: int) -> int:
        return int.from_bytes(self.bytes[address : address + 4], "little")

    def write(self, address: int, enable: int, data: int) -> None:
        for i in range(4):
            if enable >> i & 1:
                self.bytes[address + i] = data >> 8 * i & 255

    def buses(self) -> None:
        """The step after an edge."""
        raise NotImplementedError

    def cycle(self) -> None:
        dut = self.dut
        dut.drive(mem_gnt_i=1, mem_rvalid_i=int(bool(self.owed)), mem_rdata_i=self.owed.pop() if self.owed else 0)
        if dut.mem_req_o:
            self.owed.append(self.word(dut.mem_addr_o))
            if dut.mem_we_o:
                self.write(dut.mem_addr_o, dut.mem_be_o, dut.mem_wdata_o)
        dut.cycle()
        self.buses()

    def run(self) -> None:
        """Run the program to its end."""
        rng = random.Random(5)
        for address, size in PARTS.values():
            self.bytes[address : address + size] = rng.randbytes(size)
        job = job_word("ascon-aead128", nonce_len=16, tag_len=16, ad_end=1, data_end=1)
        for i, word in enumerate((0x9000, 0x9100, 0x9201, 25, 0x9303, 86, OUT, TAG, 0, 0, 0, 0, job)):
            self.write(JOB + 4 * i, 15, word)
        self.dut.reset()
        for _ in range(100_000):
            self.cycle()
            if self.word(RESULT + DONE):
                return
        raise AssertionError("the program does not end")

    def cycles(self) -> list[int]:
        """Of the permutation in C and with Xascon, and of the engine's job."""
        return [self.word(RESULT + CYCLES + 4 * i) for i in range(3)]

    def check_states(self) -> None:
        """The same permutation in C and with the unit."""
        state = [0x0123456789ABCDEF * (i + 1) & (1 << 64) - 1 for i in range(5)]
        for constant in range(0xF0, 0x4A, -15):
            state = rounded(state, constant)
        for offset in STATES:
            places = range(RESULT + offset, RESULT + offset + 40, 8)
            assert [int.from_bytes(self.bytes[at : at + 8], "little") for at in places] == state

    def check_job(self) -> None:
        key, nonce, ad, message = (bytes(self.bytes[at : at + size]) for at, size in PARTS.values())
        sealed = oracle.seal("ascon-aead128", key, nonce, ad, message, 16)
        assert (bytes(self.bytes[OUT : OUT + 86]), bytes(self.bytes[TAG : TAG + 16])) == sealed
        assert self.word(RESULT + 12) & 0xFF == 0
