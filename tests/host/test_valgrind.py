# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No branch or address of the portable library depends on a secret, with any compiler: Valgrind."""

from __future__ import annotations

import pytest

from vambrace import config
from vambrace.base.paths import root
from vambrace_dev.defects import seed
from vambrace_dev.verify import host_secrets, secret_calls
from vambrace_dev.verify.host_secrets import Compiled, follow

SHAPES = secret_calls.FEW[2:3]


#: Algorithms in which lower optimisation levels once caused branches.
AGAIN = pytest.mark.long("another algorithm or level, with seconds of the compiler")
CASES = [
    *(pytest.param(name, "-O2", marks=AGAIN if number else ()) for number, name in enumerate(host_secrets.QUICK)),
    pytest.param("aes-128-gcm-siv", "-O1", marks=AGAIN),
    ("ascon-aead128", "-O0"),
]


@pytest.mark.long("the same on Spike, by taint, always runs")
@pytest.mark.parametrize(("algorithm", "level"), CASES)
def test_nothing_depends_on_a_secret(algorithm, level):
    """`vambrace-dev verify constant-time --long` has every algorithm with every compiler and level."""
    findings, calls = follow(Compiled("gcc", (level,)), config.algorithms()[algorithm], SHAPES)
    assert findings == [] and calls >= 4


#: Defects: the file, the replaced text, the algorithm, the expected finding, and the level if not -O2.
DEFECTS = {
    "early exit": (
        "lib/src/common/common.c",
        "d |= vmb_get_word(a) ^ vmb_get_word(b);",
        "if (vmb_get_word(a) != vmb_get_word(b)) { return 1; }",
        "aes-128-ccm",
        "vmb_differ (common.c:",
        "Conditional jump",
    ),
    "table": (
        "lib/src/aes/portable/aes_fixslice_key.c",
        "    return VMB_SIZE ? x : x ^ VMB_ALL(0x63);",
        "    { static const volatile uint8_t none[4] = {0, 0, 0, 0};\n      x ^= none[w & 3]; }\n"
        "    return VMB_SIZE ? x : x ^ VMB_ALL(0x63);",
        "aes-128-ccm",
        "(aes_fixslice_key.c:",
        "Use of uninitialised value",
    ),
    "key bit": (
        "lib/src/chacha/chacha20_poly1305.c",
        "        key->words[i] = vmb_load32_le(bytes + 4 * i);",
        "        key->words[i] = vmb_load32_le(bytes + 4 * i);\n"
        '        if (key->words[i] & 1) { __asm__ volatile("nop"); }',
        "chacha20-poly1305",
        "vmb_cp_init (chacha20_poly1305.c:",
        "Conditional jump",
    ),
    "end of a loop": (
        "lib/src/aes/modes/gcm_siv.c",
        "VMB_OPAQUE(count);",
        "",
        "aes-128-gcm-siv",
        "vmb_siv_ctr_blocks (gcm_siv.c:",
        "Conditional jump",
        "-O1",
    ),
    "verdict": (
        "lib/src/ascon/ascon_stream.c",
        "-(int)(differ != 0) & VMB_ERR_TAG",
        "differ == 0 ? VMB_OK : VMB_ERR_TAG",
        "ascon-aead128",
        "vmb_ascon_stream_open_finish (ascon_stream.c:",
        "Conditional jump",
        "-O0",
    ),
}


@pytest.mark.long("the same on Spike, by taint, always runs")
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=AGAIN if number > 1 else ()) for number, n in enumerate(DEFECTS)]
)
def test_a_leak_is_found(name, tmp_path):
    file, find, put, algorithm, where, what, *level = DEFECTS[name]
    source = root() / file
    (tmp_path / source.name).write_text(seed(file, source.read_text(), find, put))
    compiled = Compiled("gcc", tuple(level or ["-O2"]), ((source, tmp_path / source.name),))
    findings, _ = follow(compiled, config.algorithms()[algorithm], SHAPES)
    assert any(where in line and what in line for line in findings), findings
