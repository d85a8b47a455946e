# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""FAC-V's calls with contexts (studies/facv): vectors of an independent implementation for three key sizes, every
error, calls of others in between, and times that depend on no secret."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

from tests.builds import BUILDS
from tests.host import runner
from tests.system import rocket, test_engine_calls
from vambrace import config
from vambrace.base import store
from vambrace.base.paths import root
from vambrace.config import Build
from vambrace.hardware import model
from vambrace.software.oracles import oracle
from vambrace.software.running.simulate import Machine, Outcome, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

SOURCE = root() / "tests" / "aead" / "facv.c"
STUDY = root() / "studies" / "facv"
FLAGS = [f"-I{STUDY}", f"-I{root() / 'lib' / 'src'}"]


def vectors(count: int, seed: int) -> Path:
    """Return a header with this many vectors, of each key size in turn, under the hash of its content."""
    rng = random.Random(f"facv/{os.environ.get('VAMBRACE_TEST_SEED', '1')}/{seed}")
    lines = []
    for n in range(count):
        bits = (128, 192, 256)[n % 3]
        key, plain = rng.randbytes(bits // 8), rng.randbytes(80)
        cipher, _ = oracle.encrypt(f"aes-{bits}-ecb", key, b"", plain)
        fields = ("{" + ",".join(map(str, field)) + "}" for field in (key, plain, cipher))
        lines.append("{" + ",".join([str(bits // 8), *fields]) + "},\n")
    text = f"static const struct vector vectors[] = {{\n{''.join(lines)}}};\n"

    def write(folder: Path) -> None:
        (folder / "vectors.h").write_text(text)

    return store.entry("facv-vectors", store.digest(text), write) / "vectors.h"


@pytest.mark.parametrize("host", runner.RUNNERS, ids=lambda h: h.name)
def test_facv_on_the_host(host):
    flags = [*FLAGS, f'-DVECTORS="{vectors(30, 1)}"', "-DSOME=1"]
    sources = [SOURCE, STUDY / "facv.c"]
    done = subprocess.run([runner.build(host.name, host.flags, flags, sources)], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


def run(core: str, build: Build, seed: int) -> Outcome:
    """The program must end with 0 on a core, with one vector of each key size."""
    flags = ["-O2", *FLAGS, f'-DVECTORS="{vectors(3, seed)}"', "-DSOME=15"]
    contexts = program.compile_object(STUDY / "facv.c", program.source_flags(build))
    elf = program.link([SOURCE], build, 1 << 20, flags, more=[contexts])
    path = model.build(model.shared(config.cores()[core], build.extensions))
    names = ("vmb_facv_encrypt", "vmb_facv_decrypt", "vmb_facv_wipe")
    outcome = simulate(path, elf, Machine(max_cycles=20_000_000), {n: elf.symbol(n) for n in names}, cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    return outcome


CHOSEN = [
    ("ibex-ref", BUILDS["none"]),
    *(
        pytest.param("ibex-ref", BUILDS[name], marks=pytest.mark.long("the same unit and programs for another build"))
        for name in ("zkned:size", "engine", "engine-obi-pio", "aes-unit")
    ),
]


@pytest.mark.parametrize(("core", "build"), CHOSEN, ids=lambda v: v if isinstance(v, str) else v.label)
def test_facv_on_a_core(core, build):
    """With other keys and blocks the same instructions take the same cycles at the same addresses."""
    outcome = run(core, build, 1)
    if build.label in ("none", "engine", "aes-unit"):
        assert outcome.windows == run(core, build, 2).windows


@rocket.needed
def test_facv_on_rocket():
    """The other couplings compute in the test of their latency."""
    run("rocket", rocket.build("engine-port-pio"), 1)


ENGINE = pytest.mark.long("a long simulation of engines; one without a memory port always runs")


@pytest.mark.parametrize(
    ("build", "turns"), [("aes-unit", 150), pytest.param("engine", 150, marks=ENGINE), ("engine-obi-pio", 60)]
)
def test_a_handler_uses_its_own_context(build, turns):
    """Interrupts that make calls come at any time of the program."""
    elf = turns_of(BUILDS[build], turns)
    test_engine_calls.run(elf, BUILDS[build])


@rocket.needed
def test_a_handler_on_rocket():
    build = rocket.build("aes-unit")
    test_engine_calls.run(turns_of(build, 60), build, core="rocket")


def turns_of(build: Build, turns: int) -> Elf:
    contexts = program.compile_object(STUDY / "facv.c", program.source_flags(build))
    source = root() / "tests" / "aead" / "facv_turns.c"
    return program.link([source], build, 1 << 20, [*FLAGS, f"-DTURNS={turns}"], more=[contexts])
