# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of level 4 of IEEE 802.15.4 with and without a MIC, as docs/user/protocols.md states them."""

import re

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

CALLS = ("vmb_ieee802154_protect", "vmb_ieee802154_crypt")
TEXT = """
#include "vambrace/frames/ieee802154.h"

static vmb_aes128_ccm_key key;
static uint8_t frame[128] __attribute__((aligned(4)));
static const uint8_t source[8] = {1, 2, 3};

int main(void)
{
    unsigned level = VMB_IEEE802154_ENC | VMB_IEEE802154_UNAUTHENTICATED, i;

    for (i = 0; i < 107; i++) frame[i] = (uint8_t)i;
    if (vmb_aes128_ccm_init(&key, frame, 16) != VMB_OK) return 1;
    if (vmb_ieee802154_protect(&key, level, source, 5, frame, 107, 21, 86) != VMB_OK) return 2;
    if (vmb_ieee802154_crypt(&key, source, 5, frame, 107, 21) != VMB_OK) return 3;
    for (i = 0; i < 107; i++) {
        if (frame[i] != i) return 4;
    }
    return 0;
}
"""


@pytest.mark.long("models of engines for one figure each")
@pytest.mark.parametrize("label", ["none", "zkned", "engine", "aes-unit"])
def test_cycles_of_level_4(label, tmp_path):
    source = tmp_path / "level4.c"
    source.write_text(TEXT)
    build = BUILDS[label]
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    elf = program.link([source], build, 1 << 20)
    outcome = simulate(path, elf, Machine(max_cycles=1_000_000), {c: elf.symbol(c) for c in CALLS}, cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    guide = " ".join((root() / "docs" / "user" / "protocols.md").read_text().split())
    (stated,) = re.findall(rf"([\d,]+) and ([\d,]+) on {label}[,;:]", guide)
    assert [f"{outcome.windows[c][0].cycles:,}" for c in CALLS] == list(stated)
