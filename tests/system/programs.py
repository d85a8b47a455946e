# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Small programs for the simulated system, written and run by tests."""

from pathlib import Path

from tests.builds import BUILDS
from vambrace import config
from vambrace.config import Build
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, Outcome, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

NO_EXTENSIONS = BUILDS["none"]


def link(folder: Path, text: str, suffix: str = ".S", build: Build = NO_EXTENSIONS, ram: int = 1 << 20) -> Elf:
    """Compile one source text."""
    source = folder / f"program{suffix}"
    source.write_text(text)
    return program.link([source], build, ram)


def core_model(core: str = "ibex-ref", units: tuple[str, ...] | None = None, **options: bool) -> Path:
    """Return a model of a core, with all units when none are named."""
    chosen = model.ALL_UNITS if units is None else frozenset(units)
    return model.build(model.ModelSpec(config.cores()[core], chosen, **options))


def run(
    folder: Path,
    text: str,
    core: str = "ibex-ref",
    windows: tuple[str, ...] = (),
    machine: Machine | None = None,
    suffix: str = ".S",
) -> Outcome:
    """Compile and run one source text; it must end by its exit."""
    elf = link(folder, text, suffix)
    addresses = {name: elf.symbol(name) for name in windows}
    outcome = simulate(core_model(core), elf, machine or Machine(max_cycles=5_000_000), addresses, cached=True)
    assert outcome.end == "exit", outcome.describe(elf)
    return outcome
