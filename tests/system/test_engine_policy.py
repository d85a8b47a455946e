# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Restrictions and locks of an engine: vmb_engine_allow, vmb_engine_lock_policy, vmb_engine_lock_slot."""

from __future__ import annotations

import pytest

from tests.builds import BUILDS
from tests.system.test_engine_calls import program_of, run

TEXT = """
#include "vambrace/aead.h"
#include "vambrace/engine.h"

static uint8_t bytes[32] = {1, 2, 3}, text[64], out[64], tag[16];
static vmb_ascon_aead128_key key, slot;
static vmb_ascon_aead128_stream stream;

static int seal(const vmb_ascon_aead128_key *k)
{
    return vmb_ascon_aead128_seal(k, out, tag, 16, text, 16, text, 5, text, 40);
}

static int open(void)
{
    return vmb_ascon_aead128_open(&key, out, tag, 16, text, 16, text, 5, out, 40);
}

/* Unverified plaintext of a stream: `update` gives it out before open_finish. */
static int early(void)
{
    int status = vmb_ascon_aead128_open_start(&stream, &key, text, 16);

    if (status == VMB_OK) {
        status = vmb_ascon_aead128_update(&stream, out, text, 40);
    }
    vmb_ascon_aead128_abort(&stream);
    return status;
}

int main(void)
{
    const uint32_t usual = VMB_ENGINE_ALLOW_EARLY | VMB_ENGINE_ALLOW_MEMORY_KEYS;

    if (vmb_engine_check() != VMB_OK) return 1;
    if (vmb_ascon_aead128_init(&key, bytes, 16) != VMB_OK || vmb_ascon_aead128_init_slot(&slot, 1) != VMB_OK) return 2;
    if (vmb_engine_load_key(1, bytes, 16) != VMB_OK) return 3;
    if (seal(&key) != VMB_OK || open() != VMB_OK || early() != VMB_OK) return 4;

    if (vmb_engine_allow(16) != VMB_ERR_ARGUMENT) return 5;
    if (vmb_engine_allow(usual | VMB_ENGINE_ALLOW_SHORT_TAGS) != VMB_OK || seal(&key) != VMB_OK) return 19;
    if (vmb_engine_allow(VMB_ENGINE_ALLOW_MEMORY_KEYS) != VMB_OK) return 6;
    if (early() != VMB_ERR_DEVICE || seal(&key) != VMB_OK || open() != VMB_OK) return 7;
    if (vmb_engine_allow(VMB_ENGINE_ALLOW_EARLY) != VMB_OK) return 8;
    if (seal(&key) != VMB_ERR_DEVICE || seal(&slot) != VMB_OK) return 9;
    if (vmb_engine_allow(usual | VMB_ENGINE_ALLOW_TWO_PASSES) != VMB_OK) return 10;

    if (vmb_engine_lock_slot(0) != VMB_ERR_ARGUMENT || vmb_engine_lock_slot(4) != VMB_ERR_ARGUMENT) return 11;
    if (vmb_engine_lock_slot(3) != VMB_ERR_DEVICE || vmb_engine_lock_slot(1) != VMB_OK) return 12;
    if (vmb_engine_load_key(1, bytes, 16) != VMB_ERR_DEVICE || vmb_engine_load_key(2, bytes, 32) != VMB_OK) return 13;
    if (seal(&slot) != VMB_OK || open() != VMB_OK) return 14;
    vmb_engine_wipe_keys();
    if (seal(&slot) != VMB_ERR_DEVICE || vmb_engine_load_key(1, bytes, 16) != VMB_ERR_DEVICE) return 15;

    if (vmb_engine_lock_policy() != VMB_OK || vmb_engine_allow(0) != VMB_ERR_DEVICE) return 16;
    if (vmb_engine_lock_policy() != VMB_OK || vmb_engine_allow(usual) != VMB_ERR_DEVICE) return 17;
    if (seal(&key) != VMB_OK || open() != VMB_OK || early() != VMB_OK) return 18;
    return 0;
}
"""


@pytest.mark.parametrize("name", ["engine", "engine:size", "engine-axi4l", "engine-obi-pio"])
def test_policy_and_locks(name, tmp_path):
    """With instructions, and over a bus, where a rejected write would be an error that traps."""
    build = BUILDS[name]
    run(program_of(tmp_path, TEXT, build), build)
