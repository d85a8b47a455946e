# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace profile`: every cycle is in a step, bounds are below, marks change no code."""

import json
import subprocess
import sys

import pytest
from elftools.elf.elffile import ELFFile

from vambrace import bench, config, profile, program, tools
from vambrace.paths import root

pytestmark = pytest.mark.rtl

CASES = [
    ("aes-128-ccm", "ibex-ref/none", "seal"),
    ("aes-128-ccm", "ibex-ref/zkn", "open"),
    ("ascon-128", "ibex-ref/none", "open"),
    ("ascon-aead128", "ibex-ref/zbkb+xascon", "seal"),
    ("ascon-aead128", "ibex-fast/zbkb", "seal"),
    ("chacha20-poly1305", "ibex-ref/zbkb", "seal"),
    ("chacha20-poly1305", "ibex-fast/none", "open"),
]


@pytest.mark.parametrize(("algorithm", "point", "operation"), CASES)
def test_the_steps_are_the_whole_call(algorithm, point, operation):
    """They add up to what `vambrace bench` counts, exactly; no step is below its bound."""
    known, where, scenario = config.algorithms()[algorithm], config.points()[point], config.scenarios()["zigbee"]
    found = profile.measure(known, where, scenario, operation)
    counts = bench.run_packet(bench.Task(where, known, scenario))[operation]["operation"]
    assert (found.cycles, found.instret) == (counts.cycles, counts.instret)
    assert sum(s.cycles for s in found.steps) == found.cycles
    assert sum(s.instructions for s in found.steps) == found.instret
    assert all(s.bound <= s.cycles for s in found.steps), [s for s in found.steps if s.bound > s.cycles]
    assert 0 < found.bound < found.cycles
    assert found.empty < found.cycles and found.text_byte > 0 and found.ad_byte > 0
    # Nothing that costs much is left without a name.
    named = {s.name for s in found.steps} & set(profile._config()["step"])
    assert sum(s.cycles for s in found.steps if s.name in named) > 0.97 * found.cycles


def test_repetitions_are_rounds_and_blocks():
    """Zigbee, 25 and 86 bytes: 12 + 2 x 8 + 5 x 8 + 12 rounds of Ascon; 2 + 6 + 1 blocks of Poly1305."""
    scenario = config.scenarios()["zigbee"]
    ascon = profile.measure(config.algorithms()["ascon-aead128"], config.points()["ibex-ref/zbkb"], scenario, "seal")
    rounds = {s.name: s.repetitions for s in ascon.steps}
    assert rounds["ascon_sbox"] == rounds["ascon_linear"] == rounds["ascon_constant"] == 12 + 16 + 40 + 12
    chacha = profile.measure(
        config.algorithms()["chacha20-poly1305"], config.points()["ibex-ref/none"], scenario, "seal"
    )
    blocks = {s.name: s.repetitions for s in chacha.steps}
    assert (blocks["poly1305_block"], blocks["chacha_rounds"]) == (9, 3)


@pytest.mark.parametrize("extensions", ["none", "all"])
def test_marks_change_no_code(tmp_path, extensions):
    """Every section that is loaded is the same without the marks."""
    flags = ["-O2", f"-I{root() / 'lib' / 'src'}", *program._macro_flags(config.extension_sets()[extensions])]
    marked = 0
    for source in sorted((root() / "lib" / "src").rglob("*.S")):
        objects = []
        for name, more in (("with", []), ("without", ["-DVMB_NO_STEPS"])):
            out = tmp_path / f"{source.stem}.{name}.o"
            command = [program.GCC, *program._TARGET, *flags, *more, *program._include_flags(), "-c", str(source)]
            tools.run([*command, "-o", str(out)])
            with out.open("rb") as f:
                elf = ELFFile(f)
                loaded = {s.name: s.data() for s in elf.iter_sections() if s["sh_flags"] & 2}
                names = [s.name for s in elf.get_section_by_name(".symtab").iter_symbols()]
            objects.append((loaded, [n for n in names if not n.startswith(program.MARK)]))
            marks = [n for n in names if n.startswith(program.MARK)]
            marked += len(marks)
            assert name == "with" or not marks
        assert objects[0] == objects[1], source.name
    assert marked > 100


def test_the_command(tmp_path):
    file = tmp_path / "profile.json"
    command = [sys.executable, "-m", "vambrace", "profile", "ascon-aead128", "--point", "ibex-ref/zbkb"]
    done = subprocess.run([*command, "-s", "zigbee", "--json", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    written = json.loads(file.read_text())
    assert sum(s["cycles"] for s in written["steps"]) == written["cycles"]
    for words in ("Ascon: S-box", "Ascon: linear layer", "cycles per byte of AD", "bound", str(written["cycles"])):
        assert words in done.stdout
    assert max(map(len, done.stdout.split("\n"))) <= 100
