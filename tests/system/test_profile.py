# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace profile`: every cycle is in a step, bounds are below, marks change no code."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest
from elftools.elf.elffile import ELFFile

from tests.builds import BUILDS
from vambrace import config
from vambrace.analysis import profile
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.measure import bench
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import MARK

# Every kernel, mode and kind of algorithm; the size profile is ":size".
CASES = [
    ("aes-128-ccm", "ibex-ref/none", "seal"),
    ("aes-128-ccm", "ibex-ref/none:size", "seal"),
    ("aes-256-ccm", "ibex-ref/zkned", "open"),
    ("aes-192-ccm", "ibex-fast/zbkb", "seal"),
    ("aes-192-ccm", "ibex-ref/zkned:size", "seal"),
    ("aes-128-gcm", "ibex-fast/none", "seal"),
    ("aes-256-gcm", "ibex-ref/zbkb", "open"),
    ("aes-192-gcm", "ibex-ref/zkned+zbkc", "seal"),
    ("aes-128-gcm", "ibex-fast/all", "open"),
    ("aes-128-gcm", "ibex-ref/none:size", "seal"),
    ("aes-128-ccm", "cv32e40x/zkned", "seal"),
    ("chacha20-poly1305", "cv32e40x/none", "open"),
    ("aes-256-ecb", "ibex-ref/none", "encrypt"),
    ("aes-128-ecb", "ibex-ref/none", "decrypt"),
    ("aes-256-ecb", "ibex-ref/zkned", "decrypt"),
    ("aes-192-cbc", "ibex-ref/zkned", "encrypt"),
    ("aes-128-cbc", "ibex-fast/zkned", "decrypt"),
    ("aes-128-cbc", "ibex-ref/zbkb:size", "decrypt"),
    ("aes-192-ctr", "ibex-ref/zbkb", "encrypt"),
    ("aes-256-ctr", "ibex-fast/zkned", "decrypt"),
    ("aes-128-ctr", "ibex-ref/zkned:size", "encrypt"),
    ("ascon-128", "ibex-ref/none", "open"),
    ("ascon-128a", "ibex-ref/none:size", "open"),
    ("ascon-aead128", "ibex-ref/zbkb+xascon", "seal"),
    ("ascon-aead128", "ibex-ref/xasconp", "open"),
    ("ascon-aead128", "ibex-fast/zbkb", "seal"),
    ("ascon-hash256", "ibex-ref/none", "hash"),
    ("ascon-xof128", "ibex-fast/xascon", "hash"),
    ("ascon-cxof128", "ibex-ref/zbkb", "hash"),
    ("ascon-cxof128", "ibex-ref/xascon:size", "hash"),
    ("chacha20-poly1305", "ibex-ref/zbkb", "seal"),
    ("chacha20-poly1305", "ibex-fast/none", "open"),
    ("chacha20-poly1305", "ibex-ref/zbkb:size", "seal"),
    ("sha256", "ibex-ref/none", "hash"),
    ("sha256", "ibex-fast/zbkb+zknh", "hash"),
    ("hmac-sha256", "ibex-ref/zknh", "compute"),
]

#: One of each kind of kernel; the rest in the long run.
SHORT = {0, 2, 7, 10, 13, 15, 21, 23, 24, 26, 30, 32}
MORE = pytest.mark.long("more kernels of kinds that are always run")


@pytest.mark.parametrize(
    ("algorithm", "point", "operation"),
    [pytest.param(*case, marks=() if number in SHORT else MORE) for number, case in enumerate(CASES)],
)
def test_the_steps_are_the_whole_call(algorithm, point, operation):
    """The cycles of the steps add up exactly to those that `vambrace bench` counts for the call and for the key set-up;
    no step is below its bound, and every instruction belongs to a named step."""
    known, scenario = config.algorithms()[algorithm], config.scenarios()["zigbee"]
    name, _, size = point.partition(":")
    where = replace(config.points()[name], profile=size or "speed")
    actual = profile.measure(known, where, scenario, operation)
    measured = next(m for m in bench.measure(bench.Task(where, known, scenario)) if m.operation == operation)
    for steps, cycles, counts in (
        (actual.steps, actual.cycles, measured.counts),
        (actual.setup_steps, actual.key_setup, measured.key_setup),
    ):
        assert cycles == counts.cycles == sum(s.cycles for s in steps)
        assert counts.instret == sum(s.instructions for s in steps)
        assert all(s.bound <= s.cycles for s in steps), [s for s in steps if s.bound > s.cycles]
        assert {s.name for s in steps} <= set(profile.listed()["step"])
    assert 0 < actual.bound < actual.cycles
    assert 0 < actual.empty < actual.cycles and actual.text_byte > 0
    assert (actual.ad_byte or 0) > 0 if known.has_ad else actual.ad_byte is None
    assert (actual.output_byte or 0) > 0 if "squeeze" in known.features else actual.output_byte is None


def test_a_frame_is_profiled_in_place():
    known, point = config.algorithms()["ascon-aead128"], config.points()["ibex-ref/zbkb"]
    frame = config.scenarios()["zigbee-frame"]
    measured = bench.measure(bench.Task(point, known, frame))[0]
    assert profile.measure(known, point, frame, measured.operation).cycles == measured.counts.cycles
    packet = config.scenarios()["zigbee"]
    assert profile.measure(known, point, packet, measured.operation).cycles < measured.counts.cycles


@pytest.mark.parametrize(("algorithm", "rounds"), [("aes-128", 10), ("aes-192", 12), ("aes-256", 14)])
def test_the_number_of_rounds_depends_on_the_key(algorithm, rounds):
    """Zigbee with Zkned: 80 or 86 bytes, and 2 + 5 or 6 blocks of CCM to authenticate alone or with data."""
    point, scenario = config.points()["ibex-ref/zkned"], config.scenarios()["zigbee"]

    def steps(mode: str, operation: str) -> dict[str, profile.Step]:
        known = config.algorithms()[f"{algorithm}-{mode}"]
        return {s.name: s for s in profile.measure(known, point, scenario, operation).steps}

    # Of the last round the output is a part, and CTR's first one is partly done before.
    assert steps("cbc", "encrypt")["aes_rounds1"].repetitions == 5 * (rounds - 1)
    assert steps("ecb", "decrypt")["aes_rounds2"].repetitions == 2 * (rounds - 1)
    assert steps("ctr", "encrypt")["aes_rounds2"].repetitions == 3 * (rounds - 2)
    assert steps("ecb", "encrypt")["aes_last2"].bound == 2 * (32 + 12 * 2)
    # 25 + 2 bytes of associated data and 86 of message: B0 and both counters of the ends go together.
    pair, alone = steps("ccm", "seal")["aes_pair"], steps("ccm", "seal")["aes_mac"]
    assert (pair.repetitions, alone.repetitions) == (1 + 6, 2)
    assert pair.bound == 7 * (32 * rounds - 17 + 2 * (4 * rounds + 11) + 3)
    assert alone.bound == 2 * (16 * rounds + 4 + 2 * (4 * rounds + 3))


def test_ghash_is_counted_by_blocks_and_products():
    """Zigbee: 2 + 6 blocks and one of lengths, of 9 products of 32 bits each."""
    point, scenario = config.points()["ibex-ref/none"], config.scenarios()["zigbee"]
    actual = profile.measure(config.algorithms()["aes-128-gcm"], point, scenario, "seal")
    steps = {s.name: s for s in actual.steps}
    assert (steps["ghash_block"].repetitions, steps["ghash_product"].repetitions) == (9, 81)


def test_repetitions_count_rounds_and_blocks():
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


@pytest.mark.parametrize("of", config.PROFILES)
@pytest.mark.parametrize("extensions", ["none", "all"])
def test_marks_change_no_code(tmp_path, extensions, of):
    """Every section that is loaded is the same without the marks."""
    build = replace(BUILDS[extensions], profile=of)
    flags = ["-O2", f"-I{root() / 'lib' / 'src'}", *macros.of(build)]

    def compiled(source, *more):
        """Return the loaded bytes, the symbols, and the marks among them."""
        out = tmp_path / "one.o"
        command = [program.GCC, *program.target_flags(), *flags, *more, *program._include_flags(), "-c", str(source)]
        tools.run([*command, "-o", str(out)])
        with out.open("rb") as f:
            elf = ELFFile(f)
            loaded = {s.name: s.data() for s in elf.iter_sections() if s["sh_flags"] & 2}
            names = [s.name for s in elf.get_section_by_name(".symtab").iter_symbols()]
        marks = [n for n in names if n.startswith(MARK)]
        return loaded, [n for n in names if n not in marks], marks

    marked = 0
    for source in sorted((root() / "lib" / "src").rglob("*.S")):
        *with_marks, marks = compiled(source)
        if marks:  # the macro below changes nothing else: only steps.h knows it
            *without, none = compiled(source, "-DVMB_NO_STEPS")
            assert with_marks == without and not none, source.name
            marked += len(marks)
    assert marked > (100 if of == "speed" else 8)


def test_only_steps_h_uses_the_macro_that_removes_marks():
    known = [p.name for p in (root() / "lib").rglob("*") if p.is_file() and "VMB_NO_STEPS" in p.read_text()]
    assert known == ["steps.h"]


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "vambrace", "profile", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.split("\n"))) <= 100
    return done.stdout


def test_the_command(tmp_path):
    file = tmp_path / "profile.json"
    shown = run("aes-128-gcm", "--point", "ibex-ref/zkned+zbkc", "-s", "zigbee", "--json", str(file))
    (written,) = json.loads(file.read_text())
    assert sum(s["cycles"] for s in written["steps"]) == written["cycles"]
    assert sum(s["cycles"] for s in written["setup_steps"]) == written["key_setup"]
    for words in (
        "GHASH: block",
        "AES: round of two blocks",
        "AES: key schedule",
        "key set-up, not part of the call",
        "cycles per byte of AD",
        "cycles per byte of message",
        "CPI",
        "bound",
        str(written["cycles"]),
    ):
        assert words in shown
    assert "byte of output" not in shown


def test_the_command_with_other_kinds():
    """The first operation is the default, and parts that a kind lacks are not shown."""
    xof = run("ascon-cxof128", "--point", "ibex-ref/zbkb", "-s", "zigbee")
    assert ", hash, on ibex-ref/zbkb" in xof and "key set-up" not in xof
    assert "customization 25 bytes, message 86 bytes" in xof
    assert "cycles per byte of customization" in xof and "cycles per byte of output" in xof
    cbc = run("aes-128-cbc", "--point", "ibex-ref/zkned", "-s", "zigbee", "--profile", "size")
    assert ", encrypt, on ibex-ref/zkned:size" in cbc and "\nmessage 80 bytes" in cbc
    assert "byte of AD" not in cbc and "byte of output" not in cbc
