# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Small programs for the simulated system, written and run by tests."""

from pathlib import Path

from vambrace import config, model, program
from vambrace.config import Extensions
from vambrace.elf import Elf
from vambrace.simulate import Machine, Outcome, simulate

NO_EXTENSIONS = config.extension_sets()["none"]


def link(
    folder: Path, text: str, suffix: str = ".S", extensions: Extensions = NO_EXTENSIONS, ram: int = 1 << 20
) -> Elf:
    """Compile one source text."""
    source = folder / f"program{suffix}"
    source.write_text(text)
    return program.link([source], extensions, ram)


def core_model(core: str = "ibex-ref", units: tuple[str, ...] | None = None, **options: bool) -> Path:
    """Return a model of a core, with all units when none are named."""
    chosen = model.ALL_UNITS if units is None else frozenset(units)
    return model.build(model.ModelSpec(config.cores()[core], chosen, **options))


def run(folder: Path, text: str, core: str = "ibex-ref", windows: tuple[str, ...] = (), machine: Machine | None = None,
        suffix: str = ".S") -> Outcome:  # fmt: skip
    """Compile and run one source text; it must end by its exit."""
    elf = link(folder, text, suffix)
    addresses = {name: elf.symbol(name) for name in windows}
    outcome = simulate(core_model(core), elf, machine or Machine(max_cycles=5_000_000), addresses, kept=True)
    assert outcome.end == "exit", outcome.describe(elf)
    return outcome
