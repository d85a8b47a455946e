# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""FAC-V's calls: vectors of an independent implementation for three key sizes, every error, and times
that depend on no secret."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

from tests.builds import BUILDS
from tests.host import runner
from tests.system import rocket
from vambrace import config
from vambrace.base import store
from vambrace.base.paths import root
from vambrace.config import Build
from vambrace.hardware import model
from vambrace.software import oracle, program
from vambrace.software.simulate import Machine, Outcome, simulate

SOURCE = root() / "tests" / "aead" / "facv.c"


def vectors(count: int, seed: int) -> Path:
    """A header with so many vectors, of each key size in turn, under the hash of its content."""
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
def test_facv_here(host):
    flags = [f'-DVECTORS="{vectors(30, 1)}"', "-DSOME=1"]
    done = subprocess.run([runner.build(host.name, host.flags, flags, [SOURCE])], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


def run(core: str, build: Build, seed: int) -> Outcome:
    """The program on a core, with one vector of each key size: it must end with 0."""
    flags = ["-O2", f'-DVECTORS="{vectors(3, seed)}"', "-DSOME=15"]
    elf = program.link([SOURCE], build, 1 << 20, flags)
    path = model.build(model.shared(config.cores()[core], build.extensions))
    names = ("vmb_facv_encrypt", "vmb_facv_decrypt", "vmb_facv_wipe")
    outcome = simulate(path, elf, Machine(max_cycles=20_000_000), {n: elf.symbol(n) for n in names}, kept=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    return outcome


CHOSEN = [
    ("ibex-ref", BUILDS["none"]),
    ("ibex-ref", BUILDS["zkn:size"]),
    ("ibex-ref", BUILDS["engine"]),
    ("ibex-ref", BUILDS["engine-obi-pio"]),
]


@pytest.mark.parametrize(("core", "build"), CHOSEN, ids=lambda v: v if isinstance(v, str) else v.label)
def test_facv_on_a_core(core, build):
    """With other keys and blocks the same instructions take the same cycles at the same addresses."""
    outcome = run(core, build, 1)
    if build.label in ("none", "engine"):
        assert outcome.windows == run(core, build, 2).windows


@rocket.needed
def test_facv_on_rocket():
    """The other couplings compute in the test of their latency."""
    run("rocket", rocket.build("engine-port-pio"), 1)


def test_a_context_of_another_build_does_not_link(tmp_path):
    """Its size depends on the build, so the name of what writes it does too."""
    caller = tmp_path / "caller.c"
    caller.write_text(
        '#include "vambrace/facv.h"\nvmb_facv c;\n'
        "int main(void) { return vmb_facv_init(&c, (const uint8_t *)main, 16); }\n"
    )
    none = BUILDS["none"]
    for name in ("none", "none:size", "engine", "zkn"):
        other = program.library(BUILDS[name])
        if name != "none":
            with pytest.raises(Exception, match="vmb_facv_init"):
                program.link([caller], none, 1 << 20, [], other)
        else:
            program.link([caller], none, 1 << 20, [], other)
