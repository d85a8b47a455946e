# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace as modules of RIOT (ports/riot/modules): its own calls, RIOT's ciphers API, RIOT's PSA Crypto."""

from __future__ import annotations

import re

import pytest

from tests.called import called
from tests.system import riot_applications as applications
from vambrace import config
from vambrace.software.ports import riot
from vambrace.software.running.devices import Devices
from vambrace.software.running.simulate import RAM_BASE

AEAD = riot.port() / "examples" / "aead"

#: The cycles of ibex-ref/none: those of an extension set for AES or an engine are far fewer.
SOFTWARE_SEAL = 19_000


@applications.needed
@pytest.mark.parametrize("extensions", ["none", "zkned", "engine"])
def test_all_calls_give_the_same_bytes(capfd, extensions):
    done = called("run", str(AEAD), "--point", f"ibex-ref/{extensions}", "--os", "riot")
    printed = capfd.readouterr().out
    assert done.returncode == 0 and printed.endswith("the same bytes\n"), printed + done.stderr
    cycles = {name: int(count) for name, count in re.findall(r"(.+?) +(\d+) cycles\n", printed)}
    assert len(cycles) == 13
    for name in ("AES-128-CCM seal", "ciphers API encrypt", "PSA encrypt"):
        assert (cycles[name] < SOFTWARE_SEAL / 2) == (extensions != "none"), printed


#: RIOT's own test applications, the module that serves them, and their final output.
OF_RIOT = {
    "crypto": ("vambrace_ciphers", r"\nOK \(\d+ tests\)\n"),
    "crypto_aes_ccm": ("vambrace_ciphers", r"\nOK \(\d+ tests\)\n"),
    "psa_crypto_aead": ("vambrace_psa", r"\nAll Done\n"),
}


@applications.needed
@pytest.mark.parametrize("name", OF_RIOT)
def test_tests_of_riot_pass(tmp_path, name):
    """They wait for an `s`, and end with the other threads."""
    module, words = OF_RIOT[name]
    (tmp_path / "in").write_text("s\n")
    folder = riot.checkout() / "tests" / "sys" / name
    devices = Devices(uart_in=str(tmp_path / "in"))
    outcome, printed, elf = applications.let_run_with(folder, 10_000_000, {"USEMODULE": module}, devices)
    assert re.search(words, printed), outcome.describe(elf) + printed
    assert elf.symbol("vmb_aes128_ccm_seal" if "ccm" in name or "aead" in name else "vmb_aes128_ecb_encrypt")


COMPARISON = r"""
#include <string.h>
#include "crypto/ciphers.h"
#include "crypto/modes/cbc.h"
#include "crypto/modes/ccm.h"
#include "crypto/modes/ctr.h"
#include "crypto/modes/ecb.h"

int __real_cipher_encrypt(const cipher_t *, const uint8_t *, uint8_t *);
int __real_cipher_decrypt(const cipher_t *, const uint8_t *, uint8_t *);
int __real_cipher_encrypt_ecb(const cipher_t *, const uint8_t *, size_t, uint8_t *);
int __real_cipher_decrypt_ecb(const cipher_t *, const uint8_t *, size_t, uint8_t *);
int __real_cipher_encrypt_cbc(const cipher_t *, uint8_t[16], const uint8_t *, size_t, uint8_t *);
int __real_cipher_decrypt_cbc(const cipher_t *, uint8_t[16], const uint8_t *, size_t, uint8_t *);
int __real_cipher_encrypt_ctr(const cipher_t *, uint8_t[16], uint8_t, const uint8_t *, size_t, uint8_t *);
int __real_cipher_encrypt_ccm(const cipher_t *, const uint8_t *, uint32_t, uint8_t, uint8_t, const uint8_t *, size_t,
                              const uint8_t *, size_t, uint8_t *);
int __real_cipher_decrypt_ccm(const cipher_t *, const uint8_t *, uint32_t, uint8_t, uint8_t, const uint8_t *, size_t,
                              const uint8_t *, size_t, uint8_t *);

static uint8_t in[100], ours[120], theirs[120], iv[2][16];
#define SAME(a, b) do { \
    int x = (a), y = (b); \
    if (x != y || memcmp(ours, theirs, sizeof(ours)) || memcmp(iv[0], iv[1], 16)) { \
        printf("line %d: %d, %d\n", __LINE__, x, y); exit(1); } } while (0)

static void counters(const cipher_t *c)
{
    for (unsigned nonce_len = 0; nonce_len <= 15; nonce_len += 5)
        for (unsigned low = 0; low < 3; low++)
            for (unsigned len = 1; len <= 49; len += 16) {
                memset(iv, 0xff, 32);
                iv[0][15] = iv[1][15] = (uint8_t)(0xfc + low);
                if (low == 2) iv[0][14] = iv[1][14] = 0;
                SAME(cipher_encrypt_ctr(c, iv[0], nonce_len, in, len, ours),
                     __real_cipher_encrypt_ctr(c, iv[1], nonce_len, in, len, theirs));
            }
}

static void ccm(const cipher_t *c)
{
    for (unsigned len = 0; len <= 33; len += 11)
        for (unsigned ad = 0; ad <= 20; ad += 20)
            for (unsigned field = 1; field <= 9; field += field == 2 ? 5 : 1)
                for (unsigned mac = 3; mac <= 18; mac += 5) {
                    int n;
                    SAME(n = cipher_encrypt_ccm(c, in + 1, ad, mac, field, in, 15 - field, in + 3, len, ours),
                         __real_cipher_encrypt_ccm(c, in + 1, ad, mac, field, in, 15 - field, in + 3, len, theirs));
                    if (n < 0) continue;
                    uint8_t sealed[120];
                    memcpy(sealed, ours, sizeof(sealed));
                    SAME(cipher_decrypt_ccm(c, in + 1, ad, mac, field, in, 15 - field, sealed, n, ours),
                         __real_cipher_decrypt_ccm(c, in + 1, ad, mac, field, in, 15 - field, sealed, n, theirs));
                    sealed[n - 1] ^= 0x80;
                    int bad = cipher_decrypt_ccm(c, in + 1, ad, mac, field, in, 15 - field, sealed, n, ours);
                    if (bad != CCM_ERR_INVALID_CBC_MAC) { printf("forged: %d\n", bad); exit(2); }
                    if (field >= 2 && field <= 8)
                        for (unsigned i = 0; i < len; i++)
                            if (ours[i]) { puts("plaintext is left"); exit(3); }
                    memcpy(ours, theirs, sizeof(ours));
                }
}

int main(void)
{
    cipher_t c;
    for (unsigned i = 0; i < sizeof(in); i++) in[i] = (uint8_t)(i * 37 + 11);
    for (unsigned size = 16; size <= 32; size += 8) {
        if (cipher_init(&c, CIPHER_AES, in + 40, size) != CIPHER_INIT_SUCCESS) exit(9);
        SAME(cipher_encrypt(&c, in, ours), __real_cipher_encrypt(&c, in, theirs));
        SAME(cipher_decrypt(&c, in, ours), __real_cipher_decrypt(&c, in, theirs));
        for (unsigned len = 16; len <= 65; len += 8) {
            SAME(cipher_encrypt_ecb(&c, in, len, ours), __real_cipher_encrypt_ecb(&c, in, len, theirs));
            SAME(cipher_decrypt_ecb(&c, in, len, ours), __real_cipher_decrypt_ecb(&c, in, len, theirs));
            SAME(cipher_encrypt_cbc(&c, iv[0], in, len, ours), __real_cipher_encrypt_cbc(&c, iv[1], in, len, theirs));
            SAME(cipher_decrypt_cbc(&c, iv[0], in, len, ours), __real_cipher_decrypt_cbc(&c, iv[1], in, len, theirs));
        }
        counters(&c);
        ccm(&c);
    }
    puts("the same");
    exit(0);
}
"""


@applications.needed
def test_the_ciphers_api_agrees_with_riot(tmp_path):
    """Also for lengths and counters that it leaves to RIOT, and for wrong lengths; only forged messages differ."""
    application = applications.write(tmp_path, COMPARISON)
    modules = "vambrace_ciphers crypto_aes_128 crypto_aes_192 crypto_aes_256"
    outcome, printed, elf = applications.let_run_with(application, 200_000_000, {"USEMODULE": modules})
    assert outcome.end == "exit" and outcome.exit_code == 0, outcome.describe(elf) + printed


@applications.needed
@pytest.mark.parametrize(
    ("name", "value"), [("VAMBRACE_ISE", "zbkb+zkx"), ("VAMBRACE_PROFILE", "fast"), ("VAMBRACE_ENGINE", "usb")]
)
def test_an_unknown_setting_is_rejected(name, value):
    from vambrace.base.errors import BuildError

    with pytest.raises(BuildError, match=f"{name}: unknown .*; known are: "):
        riot.build(AEAD, config.point("ibex-ref/none"), 1 << 20, settings={name: value})


@applications.needed
def test_settings_agree_with_the_point():
    """By hand, an application is the same as by `vambrace run`."""
    by_hand = {"VAMBRACE_DEFINES": "", "VAMBRACE_ISE": "zkned", "VAMBRACE_MISALIGNED": "1"}
    elf = riot.build(AEAD, config.point("ibex-ref/none"), 1 << 20, settings=by_hand)
    assert elf.image(RAM_BASE) == riot.build(AEAD, config.point("ibex-ref/zkned"), 1 << 20).image(RAM_BASE)
