# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The RISC-V architecture tests of the instructions that our function units execute, on each core in lockstep with
Spike. RISCV_ARCH_TEST names a checkout of https://github.com/riscv-non-isa/riscv-arch-test."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.system.lockstep_defects import DEFECTS
from vambrace import config
from vambrace.config import instructions
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, Memory
from vambrace.software.toolchain.elf import Elf
from vambrace.software.toolchain.program import GCC
from vambrace_dev.testing.lockstep import campaign, compare, extensions, report
from vambrace_dev.testing.lockstep.command import DEFAULT

HOME = os.environ.get("RISCV_ARCH_TEST", "")
SUITE = Path(HOME) / "riscv-test-suite"
WHERE = "no checkout of https://github.com/riscv-non-isa/riscv-arch-test (3.10.0 is tried)"
OURS = Path(__file__).parent / "arch_test"

#: The folders of the suite with these instructions.
FOLDERS = ("B", "K")
CANARY = 0xDEADBEEF  # a word of the signature before a test writes it (test_macros.h)

MACHINE = Machine(ram_bytes=1 << 22, max_cycles=5_000_000)

needed = pytest.mark.skipif(not HOME, reason=f"RISCV_ARCH_TEST names {WHERE}")


@cache
def names() -> frozenset[str]:
    """The instructions of RISC-V's own extensions that some unit executes."""
    units = [unit for unit in instructions.units().values() if not unit.custom]
    return frozenset(
        name.replace(".", "") for unit in units for name, known in unit.instructions.items() if 32 in known.encodings
    )


def sources() -> list[Path]:
    """Return the tests of these instructions: a file has the instruction's name, with `_32` if RV64 has another
    encoding.
    """
    results = [path for folder in FOLDERS for path in sorted((SUITE / "rv32i_m" / folder / "src").glob("*.S"))]
    return [path for path in results if path.name.split("-")[0].removesuffix("_32").replace(".", "") in names()]


def linked(source: Path, folder: Path) -> Elf:
    units = campaign.of("ibex-ref").units & {u.name for u in instructions.units().values() if not u.custom}
    command = [
        GCC,
        f"-march=rv32imc_zicsr_zifencei{extensions.isa(units)}",
        "-mabi=ilp32",
        *("-static", "-mcmodel=medany", "-nostdlib", "-nostartfiles", "-Wl,--no-warn-rwx-segments"),
        *("-DXLEN=32", "-DTEST_CASE_1=True", f"-I{OURS}", f"-I{SUITE / 'env'}", f"-T{OURS / 'link.ld'}"),
        str(source),
        "-o",
        str(folder / "test.elf"),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Elf(folder / "test.elf")


def run(core: str, source: Path, folder: Path, defects: tuple[tuple[str, str, str], ...] = ()) -> compare.Compared:
    """Compare a test with Spike, and check its signature; return what was compared."""
    chosen, elf = campaign.of(core), linked(source, folder)
    chosen = replace(chosen, spec=replace(chosen.spec, defects=defects))
    begin, end = elf.symbol("rvtest_sig_begin"), elf.symbol("rvtest_sig_end")
    memory = Memory(dump={"signature": (begin, end - begin)})
    compared, outcome = compare.run(model.build(chosen.spec), chosen.target, chosen.units, elf, MACHINE, memory)
    if compared.difference:
        pytest.fail(report.text(core, source.name, compared))
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    signature = outcome.dumps["signature"]
    words = [int.from_bytes(signature[i : i + 4], "little") for i in range(0, len(signature), 4)]
    written = [word for word in words if word != CANARY]
    assert len(set(written)) > 10 and not compared.traps
    return compared


@needed
def test_the_suite_has_tests_of_every_instruction():
    """A file with another name must not be left out."""
    results = {path.name.split("-")[0].removesuffix("_32").replace(".", "") for path in sources()}
    assert results == names(), f"RISCV_ARCH_TEST={HOME}: {names() ^ results}"


@needed
@pytest.mark.parametrize("core", DEFAULT)
@pytest.mark.parametrize("source", sources(), ids=lambda path: path.stem)
def test_architecture_tests_of_an_instruction(core, source, tmp_path):
    compared = run(core, source, tmp_path)
    print(core, source.name, compared.retired, "instructions")
    assert config.cores()[core].units >= campaign.of(core).units and compared.retired > 100


@needed
@pytest.mark.long("a model with a defect")
def test_a_defect_is_found(tmp_path):
    """An S-box that is wrong for one byte is reported."""
    (source,) = (path for path in sources() if path.stem == "aes32dsi-01")
    defect = DEFECTS["the inverse S-box is wrong for one byte"]
    with pytest.raises(pytest.fail.Exception, match="ibex-ref and Spike differ in aes32dsi"):
        run("ibex-ref", source, tmp_path, defect.edits)
