# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No branch and no address of the portable library depends on a secret, whatever a compiler makes of it: Valgrind."""

from __future__ import annotations

import pytest

from vambrace import config
from vambrace.base.paths import root
from vambrace.dev.defects import seed
from vambrace.dev.verify import host_secrets, secret_calls
from vambrace.dev.verify.host_secrets import Compiled, follow

SHAPES = secret_calls.FEW[2:3]


@pytest.mark.parametrize("algorithm", host_secrets.QUICK)
def test_nothing_depends_on_a_secret(algorithm):
    """`vambrace verify constant-time --long` has every algorithm with every compiler and level."""
    findings, calls = follow(Compiled("gcc", ("-O2",)), config.algorithms()[algorithm], SHAPES)
    assert findings == [] and calls >= 4


#: Defects: the file, what is replaced, the algorithm that has it, and what must be found where.
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
        "vmb_chacha20_poly1305_init (chacha20_poly1305.c:",
        "Conditional jump",
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_leak_is_found(name, tmp_path):
    file, find, put, algorithm, where, what = DEFECTS[name]
    source = root() / file
    (tmp_path / source.name).write_text(seed(file, source.read_text(), find, put))
    made = Compiled("gcc", ("-O2",), ((source, tmp_path / source.name),))
    findings, _ = follow(made, config.algorithms()[algorithm], SHAPES)
    assert any(where in line and what in line for line in findings), findings
