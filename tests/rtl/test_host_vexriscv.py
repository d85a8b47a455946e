# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""VexRiscv from its package as a host: Xascon behind its CFU port, an engine over Wishbone."""

from __future__ import annotations

import functools
import random
import subprocess
from pathlib import Path

import pytest

from tests.rtl import tables
from tests.rtl.dut import Dut, Model, build
from tests.rtl.engine import job_word
from tests.rtl.model_ascon import rounded
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.hardware import rtl
from vambrace.software import oracle

HERE = Path(__file__).parent
RTL = root() / "rtl"
README = RTL / "couple" / "README.md"
RESULT, JOB = 0x8000, 0x7000
CORES = ("assert/vmb_assert", "assert/vmb_bus_checks", "ise/vmb_ise", "engine/vmb_engine")


@functools.cache
def model() -> Model:
    core = tools.package_folder("pythondata_cpu_vexriscv") / "verilog" / "VexRiscv_FullCfu.v"
    files = dict.fromkeys(file for name in CORES for file in rtl.core_files(RTL / f"{name}.core"))
    couplings = [RTL / "couple" / f"vmb_{name}.sv" for name in ("cfu", "couple_wb", "couple_wb_bind")]
    return build("host_vexriscv", (HERE / "host_vexriscv.vlt", core, *files, *couplings, HERE / "host_vexriscv.sv"))


def program(folder: Path) -> bytes:
    flags = ["-march=rv32im_zicsr", "-mabi=ilp32", "-Os", "-ffreestanding", "-nostdlib", "-Wl,-Ttext=0", "-Wl,-N"]
    elf = folder / "host.elf"
    command = ["riscv64-unknown-elf-gcc", *flags, str(HERE / "host_vexriscv.c"), "-o"]
    subprocess.run([*command, str(elf)], check=True)
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", str(elf), str(folder / "host.bin")], check=True)
    return (folder / "host.bin").read_bytes()


class Host:
    """A Wishbone memory that answers in the cycle after a request, and the engine's port at the same words."""

    def __init__(self, image: bytes) -> None:
        self.dut = Dut(model())
        self.bytes = bytearray(image.ljust(1 << 16, b"\0"))
        self.answered = {"i": False, "d": False}
        self.owed: list[int] = []
        self.parts: dict[str, tuple[int, int]] = {}

    def word(self, address: int) -> int:
        return int.from_bytes(self.bytes[address : address + 4], "little")

    def write(self, address: int, enable: int, data: int) -> None:
        for i in range(4):
            if enable >> i & 1:
                self.bytes[address + i] = data >> 8 * i & 255

    def cycle(self) -> None:
        dut = self.dut
        dut.drive(mem_gnt_i=1, mem_rvalid_i=int(bool(self.owed)), mem_rdata_i=self.owed.pop() if self.owed else 0)
        if dut.mem_req_o:
            self.owed.append(self.word(dut.mem_addr_o))
            if dut.mem_we_o:
                self.write(dut.mem_addr_o, dut.mem_be_o, dut.mem_wdata_o)
        dut.cycle()
        for bus in ("i", "d"):
            asks = getattr(dut, f"{bus}bus_stb_o") and not self.answered[bus]
            address = 4 * getattr(dut, f"{bus}bus_adr_o")
            self.answered[bus] = bool(asks)
            data = self.word(address) if asks else 0
            if asks and bus == "d" and dut.dbus_we_o:
                self.write(address, dut.dbus_sel_o, dut.dbus_dat_o)
            dut.drive(**{f"{bus}bus_ack_i": int(asks), f"{bus}bus_dat_i": data})


@pytest.fixture(scope="module")
def host(tmp_path_factory) -> Host:
    """After its program."""
    rng = random.Random(5)
    host = Host(program(tmp_path_factory.mktemp("host")))
    host.parts = {"key": (0x9000, 16), "nonce": (0x9100, 16), "ad": (0x9201, 25), "in": (0x9303, 86)}
    for address, size in host.parts.values():
        host.bytes[address : address + size] = rng.randbytes(size)
    job = job_word("ascon-aead128", nonce_len=16, tag_len=16, ad_end=1, data_end=1)
    words = [0x9000, 0x9100, 0x9201, 25, 0x9303, 86, 0x9402, 0x9500, 0, 0, 0, 0, job]
    for i, word in enumerate(words):
        host.write(JOB + 4 * i, 15, word)
    host.dut.reset()
    for _ in range(60_000):
        host.cycle()
        if host.word(RESULT + 100):
            return host
    raise AssertionError("the program does not end")


def states(host: Host, offset: int) -> list[int]:
    return [int.from_bytes(host.bytes[at : at + 8], "little") for at in range(RESULT + offset, RESULT + offset + 40, 8)]


def test_xascon_over_cfu(host):
    """The same permutation in C and with the unit; an instruction that nobody knows answers and does nothing."""
    state = [0x0123456789ABCDEF * (i + 1) & (1 << 64) - 1 for i in range(5)]
    for constant in range(0xF0, 0x4A, -15):
        state = rounded(state, constant)
    assert states(host, 16) == states(host, 56) == state
    assert host.word(RESULT + 96) == 1 << 31


def test_the_engine_over_wishbone(host):
    key, nonce, ad, message = (bytes(host.bytes[at : at + size]) for at, size in host.parts.values())
    sealed = oracle.seal("ascon-aead128", key, nonce, ad, message, 16)
    assert (bytes(host.bytes[0x9402 : 0x9402 + 86]), bytes(host.bytes[0x9500:0x9510])) == sealed
    assert host.word(RESULT + 12) & 0xFF == 0


def test_the_cycles_in_the_readme(host):
    rows = tables.cycles(README, "cycles on VexRiscv")
    assert [cycles for (cycles,) in rows.values()] == [host.word(RESULT + 4 * i) for i in range(3)]
