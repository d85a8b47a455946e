# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""examples/packet, bare-metal: built by CMake and by Make, run on a core's RTL, on Spike and on QEMU."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from tests.system.programs import core_model
from tests.system.test_cmake import (
    LIB,
    PACKET,
    RISCV,
    SOURCES,
    build,
    cmake,
    expected_output,
    expected_packet,
    installed,
    kept,
)
from vambrace.base import tools
from vambrace.base.errors import BuildError
from vambrace.software.running.simulate import Machine, Memory, simulate
from vambrace.software.toolchain import program

BOARDS = ["qemu", "spike", "vambrace"]
TAMPERED = f"sealed: {expected_packet()}\nforged: refused, body zeroed\n"
FORGED, WRONG, TRAPPED = 3, 4, 5  # exit codes of packet.c and start/trap.c


def run(board: str, elf: Path, xlen: int = 32, zkned: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a program on a board; the core has Zkne and Zknd or not."""
    if board == "spike":
        isa = f"rv{xlen}imac{'_zkne_zknd' if zkned else ''}"
        command = [str(tools.spike_program()), f"--isa={isa}", str(elf)]
    elif board == "qemu":
        tools.version("qemu-system-riscv32")
        cpu = f"rv{xlen}{',zkne=true,zknd=true' if zkned else ''}"
        command = [
            f"qemu-system-riscv{xlen}",
            "-M",
            "virt",
            "-cpu",
            cpu,
            "-bios",
            "none",
            "-nographic",
            "-kernel",
            str(elf),
        ]
    else:
        point = "ibex-ref/zkned" if zkned else "ibex-ref/none"
        command = [sys.executable, "-m", "vambrace", "run", str(elf), "--point", point]
    most = 300 if board == "vambrace" else 120  # seconds; the first may have to build its model
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=most)


def check_segments(file: Path) -> None:
    """Nothing is both written and executed, the stack included."""
    with file.open("rb") as f:
        flags = {(s["p_type"], s["p_flags"]) for s in ELFFile(f).iter_segments() if s["p_memsz"]}
        (stack,) = [s["p_flags"] for s in ELFFile(f).iter_segments("PT_GNU_STACK")]
    assert {f for kind, f in flags if kind == "PT_LOAD"} == {5, 4, 6} and stack == 6  # R+X, R, R+W


def copied(folder: Path) -> Path:
    """A copy of the example, at its place next to the library. The library's file list is cut to the files that the
    example needs; tests/system/test_cmake.py builds the whole list."""
    (folder / "lib").mkdir()
    for file in LIB.iterdir():
        if file.name != "sources.txt":
            (folder / "lib" / file.name).symlink_to(file)
    needed = [name for name in SOURCES if name.startswith(("src/aes/", "src/common/"))]
    (folder / "lib" / "sources.txt").write_text("".join(f"{name}\n" for name in needed))
    return Path(shutil.copytree(PACKET, folder / "examples" / "packet", ignore=shutil.ignore_patterns("build")))


@pytest.fixture
def example(tmp_path) -> Path:
    """A copy of the example in which it is built; its Makefile has already built the library for 32 bits."""

    def make_library(work: Path) -> None:
        make(copied(work), "BOARD=spike", "build/lib32/libvambrace.a")

    created = kept("lib32", [LIB, PACKET], make_library) / "examples" / "packet" / "build"
    folder = copied(tmp_path)
    shutil.copytree(created, folder / "build")
    return folder


def make(folder: Path, *variables: str) -> None:
    done = subprocess.run(["make", "-s", "-j2", *variables], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


SIMULATOR = pytest.mark.long("the same package and sources; QEMU always runs them")


@pytest.mark.long("nine seconds: the commands of its README always run")
@pytest.mark.parametrize("board", [pytest.param(b, marks=SIMULATOR if b == "vambrace" else ()) for b in BOARDS])
def test_the_example_by_cmake(board, tmp_path):
    """With an installed library that uses Zkned, a message is sealed and opened, and rejected if changed on the way; on
    a core without Zkned the exception is reported."""
    options = RISCV, f"-DBOARD={board}", f"-DCMAKE_PREFIX_PATH={installed('zkned')}"
    elf = build(PACKET, tmp_path, *options) / "packet.elf"
    done = run(board, elf, zkned=True)
    assert (done.stdout, done.returncode) == (expected_output(), 0), done.stderr
    check_segments(elf)
    done = run(board, elf)
    assert re.fullmatch("trap: mcause 00000002, mepc 8000[0-9a-f]{4}, mtval [0-9a-f]{8}\n", done.stdout), done.stdout
    assert done.returncode == TRAPPED
    build(PACKET, tmp_path, "-DTAMPER=ON")
    done = run(board, elf, zkned=True)
    assert (done.stdout, done.returncode) == (TAMPERED, FORGED), done.stderr


@pytest.mark.long("the same sources for another width, by another build of the package")
@pytest.mark.parametrize("board", ["qemu", pytest.param("spike", marks=SIMULATOR)])
def test_the_example_by_cmake_for_64_bits(board, tmp_path):
    options = RISCV, "-DXLEN=64", f"-DBOARD={board}", f"-DCMAKE_PREFIX_PATH={installed('rv64')}"
    elf = build(PACKET, tmp_path, *options) / "packet.elf"
    done = run(board, elf, xlen=64)
    assert (done.stdout, done.returncode) == (expected_output(), 0), done.stderr
    check_segments(elf)


@pytest.mark.long("six seconds: the commands of its README always run")
def test_the_example_by_make(example):
    """Only what other flags affect is compiled again; with every board in the README's commands."""
    elf = example / "build" / "spike32" / "packet.elf"
    archive = example / "build" / "lib32" / "libvambrace.a"
    make(example, "BOARD=spike")
    done = run("spike", elf)
    assert (done.stdout, done.returncode) == (expected_output(), 0), done.stderr
    check_segments(elf)
    created = archive.stat().st_mtime_ns
    make(example, "BOARD=spike", "TAMPER=1")
    done = run("spike", elf)
    assert (done.stdout, done.returncode) == (TAMPERED, FORGED), done.stderr
    assert archive.stat().st_mtime_ns == created
    make(example, "BOARD=spike", "BACKEND=-DVMB_ISE_ZKNED=1")
    assert archive.stat().st_mtime_ns > created and run("spike", elf).returncode == TRAPPED


def test_the_commands_of_the_readme(example):
    """Its commands, with their output. An exception's address and instruction depend on the compiler."""
    bins = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{bins}{os.pathsep}{os.environ['PATH']}"}
    blocks = re.findall(r"```(sh|console)\n(.*?)```", (example / "README.md").read_text(), re.DOTALL)
    assert len(blocks) > 5
    for kind, text in blocks:
        steps = re.findall(r"^\$ (.*\n)((?:(?!\$ ).*\n)*)", text, re.MULTILINE) if kind == "console" else [(text, None)]
        for command, printed in steps:
            shell = ["sh", "-ec" if kind == "sh" else "-c", command]
            done = subprocess.run(
                shell,
                cwd=example,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=300,
            )
            assert done.returncode == 0, (command, done.stderr)
            assert "warning" not in done.stderr
            if printed is not None:
                assert without_places(done.stdout) == without_places(printed), (command, done.stderr)


def without_places(text: str) -> str:
    return re.sub(r"(mepc|mtval) [0-9a-f]+", r"\1 *", text)


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ([], "BOARD: unknown board ''; known are: qemu spike vambrace"),
        (["BOARD=arty"], "BOARD: unknown board 'arty'; known are: qemu spike vambrace"),
        (["BOARD=qemu", "XLEN=16"], "XLEN: unknown width '16'; known are: 32 64"),
    ],
)
def test_unknown_names_are_rejected(variables, words, example, tmp_path):
    with pytest.raises(BuildError, match=re.escape(words)):
        tools.run(["make", *variables], cwd=example)
    defined = [f"-D{v}" for v in variables]
    pattern = re.escape(words).replace(r"\ ", r"\s+")  # CMake breaks lines
    with pytest.raises(BuildError, match=pattern):
        cmake("-S", example, "-B", tmp_path / "cmake", RISCV, f"-DVAMBRACE_SOURCE={LIB}", *defined)


def test_a_board_needs_its_compiler(tmp_path):
    with pytest.raises(BuildError, match=r"BOARD=qemu\s+needs\s+-DCMAKE_TOOLCHAIN_FILE="):
        cmake("-S", PACKET, "-B", tmp_path, "-DBOARD=qemu", f"-DVAMBRACE_SOURCE={LIB}")


def test_tampered_packets_on_the_host(tmp_path):
    build(PACKET, tmp_path, "-DTAMPER=ON", f"-DCMAKE_PREFIX_PATH={installed('host')}")
    done = subprocess.run([str(tmp_path / "packet")], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == (TAMPERED, FORGED)


@pytest.mark.parametrize(
    ("init", "seal", "opened", "words"),
    [
        (-2, 0, "0", ""),
        (0, -2, "0", "WRONG: not sealed\n"),
        (0, 0, "-2", "WRONG: not opened\n"),
        (0, 0, "0", "WRONG: a forged packet was not refused, or its body not zeroed\n"),
        (0, 0, "calls++ ? -1 : 0", "WRONG: a forged packet was not refused, or its body not zeroed\n"),
        (0, 0, "(out[0] ^= 1, 0)", "WRONG: opened to another text\n"),
        (0, 0, "-1", "WRONG: not opened\n"),
    ],
)
def test_a_broken_library_is_detected(init, seal, opened, words, tmp_path):
    """A library that fails, or accepts or omits something wrongly, gives another exit code."""
    (tmp_path / "broken.c").write_text(f"""
#include "vambrace/aead.h"
int vmb_aes128_ccm_init(vmb_aes128_ccm_key *k, const uint8_t *b, size_t n) {{ return {init}; }}
void vmb_aes128_ccm_wipe(vmb_aes128_ccm_key *k) {{ }}
#define REST const uint8_t *n, size_t nn, const uint8_t *a, size_t na, const uint8_t *in, size_t len
int vmb_aes128_ccm_seal(const vmb_aes128_ccm_key *k, uint8_t *out, uint8_t *tag, size_t nt, REST) {{ return {seal}; }}
int vmb_aes128_ccm_open(const vmb_aes128_ccm_key *k, uint8_t *out, const uint8_t *tag, size_t nt, REST)
{{ static int calls; (void)calls; return {opened}; }}
""")
    tools.run(
        [
            "gcc",
            f"-I{LIB / 'include'}",
            f"-I{PACKET}",
            str(PACKET / "packet.c"),
            str(PACKET / "host.c"),
            str(tmp_path / "broken.c"),
            "-o",
            str(tmp_path / "packet"),
        ]
    )
    done = subprocess.run([str(tmp_path / "packet")], capture_output=True, text=True)
    assert (re.sub("(sealed|opened): .*\\n", "", done.stdout), done.returncode) == (words, WRONG)


START = r"""
#include <stddef.h>
#include <stdint.h>
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
static volatile uint32_t before = 0x12345678; /* .data */
static volatile uint8_t cleared[1003];        /* .bss */
static volatile uint8_t five = 5;
int main(void)
{
    uint8_t a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, b[9];
    uintptr_t sp;
    __asm__ volatile("mv %0, sp" : "=r"(sp));
    if (sp % 16 != 0) return 10;
    if (before != 0x12345678) return 11;
    for (unsigned i = 0; i < sizeof cleared; i++) if (cleared[i]) return 12;
    if (memset(b, 0x1aa, sizeof b) != b || memcpy(b + 1, a + 2, five) != b + 1) return 13;
    if (memcpy(b, a, five - 5) != b || memset(b, 0, five - 5) != b) return 14;
    for (int i = 0; i < 9; i++) if (b[i] != (i >= 1 && i <= 5 ? a[i + 1] : 0xaa)) return 15;
    return 20;
}
"""


def test_the_start_up_code(example):
    """On a RAM of garbage: .data and .bss as C wants them, the stack aligned, memcpy and memset."""
    (example / "packet.c").write_text(START)
    make(example, "BOARD=vambrace")
    elf = program.Elf(example / "build" / "vambrace32" / "packet.elf")
    bss, end = elf.symbol("__bss_start"), elf.symbol("__stack_top")
    garbage = Memory(load={bss: b"\xa5" * (end + 4096 - bss)})
    outcome = simulate(core_model(), elf, Machine(max_cycles=1_000_000), {}, garbage)
    assert (outcome.end, outcome.exit_code) == ("exit", 20), outcome.describe(elf)


def test_an_exception_without_a_console_ends_the_program(example):
    """A console that itself traps, as on another board: the program still ends, with the exit code."""
    board = example / "boards" / "spike.c"
    text, changes = re.subn(r"tohost = ", '__asm__ volatile("ebreak");\ntohost = ', board.read_text(), count=1)
    assert changes == 1
    board.write_text(text)
    make(example, "BOARD=spike")
    assert run("spike", example / "build" / "spike32" / "packet.elf").returncode == TRAPPED
