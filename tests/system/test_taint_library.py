# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No branch, address or division of the linked library depends on a secret, and a defect of its sources shows."""

from __future__ import annotations

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.analysis import taint
from vambrace.analysis.taint import Secret
from vambrace.base.paths import root
from vambrace.config.declassified import declassified
from vambrace.software.toolchain import program
from vambrace_dev.defects import seed
from vambrace_dev.verify import secret_calls
from vambrace_dev.verify.parts import constant_time

#: Of each pair the calls of `vambrace-dev verify constant-time`, which has every length and every build with --long.
CASES = [(label, name) for name, labels in constant_time.QUICK.items() for label in labels]
TARGETS = {(secret_calls.label(build), known.name): (build, known) for build, known in secret_calls.targets()}


@pytest.mark.parametrize(("label", "algorithm"), CASES)
def test_nothing_depends_on_a_secret(label, algorithm):
    result = secret_calls.follow(*TARGETS[label, algorithm], secret_calls.FEW)
    assert result.findings == [] and result.calls > 20


def test_every_backend_is_analysed():
    """`verify constant-time --long` has every build and algorithm that tests/aead runs on Spike, and all lengths."""
    checked = {name for check in constant_time.checks() if (name := check.name.partition("-")[2])}
    assert {known.name for _, known in TARGETS.values()} <= checked
    assert len(TARGETS) > 250 and len(secret_calls.all_lengths()) == 122
    assert {build.xlen for build, _ in TARGETS.values()} == {32, 64}


#: Defects: the file, the replaced text, the build and algorithm, and the expected findings with their places.
DEFECTS = {
    "early-exit": (
        "lib/src/common/common.c",
        "d |= vmb_get_word(a) ^ vmb_get_word(b);",
        "if (vmb_get_word(a) != vmb_get_word(b)) { return 1; }",
        ("rv32 zkned", "aes-128-ccm"),
        ("vmb_differ", "branch depends on key"),
    ),
    "table": (
        "lib/src/aes/portable/aes_fixslice_key.c",
        "    return VMB_SIZE ? x : x ^ VMB_ALL(0x63);",
        "    { static const volatile uint8_t none[4] = {0, 0, 0, 0};\n      x ^= none[w & 3]; }\n"
        "    return VMB_SIZE ? x : x ^ VMB_ALL(0x63);",
        ("rv32 portable", "aes-128-ccm"),
        ("vmb_", "address depends on key"),
    ),
    "key-bit": (
        "lib/src/chacha/chacha20_poly1305.c",
        "        key->words[i] = vmb_load32_le(bytes + 4 * i);",
        "        key->words[i] = vmb_load32_le(bytes + 4 * i);\n"
        '        if (key->words[i] & 1) { __asm__ volatile("nop"); }',
        ("rv64 none", "chacha20-poly1305"),
        ("vmb_chacha20_poly1305_init", "branch depends on key"),
    ),
    "assembly": (
        "lib/src/aes/zkned32/aes_zkned_key.S",
        "    lw W3, 12(a1)\n",
        "    lw W3, 12(a1)\n    bltz W3, 9f\n9:\n",
        ("rv32 zkned", "aes-128-ccm"),
        ("vmb_", "branch depends on key"),
    ),
    "division": (
        "lib/src/poly1305/poly1305.c",
        "    uint32_t s1 = r1 + (r1 >> 2),",
        '    __asm__ volatile("" : : "r"(r0 / (r1 | 1)));\n    uint32_t s1 = r1 + (r1 >> 2),',
        ("rv32 portable", "chacha20-poly1305"),
        ("vmb_", "division depends on key"),
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_leak_of_the_library_is_found(name, monkeypatch, tmp_path):
    file, find, put, target, (where, what) = DEFECTS[name]
    source = root() / file
    copy = tmp_path / source.name
    copy.write_text(seed(file, source.read_text(), find, put))
    folder, original = program.primitive(source), program.primitive
    sources = [copy if path == source else path for path in program.library_sources()]
    monkeypatch.setattr(program, "library_sources", lambda: sources)
    monkeypatch.setattr(program, "primitive", lambda path: folder if path == copy else original(path))
    monkeypatch.setattr(program, "library", program.library.__wrapped__)
    result = secret_calls.follow(*TARGETS[target], secret_calls.FEW[2:3])
    assert any(line.startswith(where) and what in line for line in result.findings), result.findings


def test_vmb_verify_depends_on_no_secret():
    """vmb_verify (vambrace/secure.h): not even its result decides a branch; nothing is declared public."""
    elf = program.link([root() / "tests" / "aead" / "secure.c"], BUILDS["none"].on_spike(32), 1 << 20, ["-DTIMED"])
    secrets = [Secret("a", 37, register=10), Secret("b", 37, register=11)]
    report = taint.run(elf, secrets, elf.symbol("vmb_verify"), calls=1, tohost=elf.symbol("vmb_spike"))
    assert report.findings == [] and report.secret > 20 and report.declared == 0


def test_functions_with_public_results_exist():
    """Each function is in its file, and nothing else is named."""
    for name, item in declassified().items():
        assert item.file.startswith("lib/src/") and name in (root() / item.file).read_text()
        assert "tag" in item.result or "status" in item.result
    assert len(declassified()) == 6 and config.algorithms()
