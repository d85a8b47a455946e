# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench --with`: a small Ascon-AEAD128 with the crypto_aead interface is measured next to ours, and
errors in such software are found.
"""

import json
import os
import subprocess
import sys

import pytest

from vambrace.config import own

TOML = """\
name = "small"
constant_time = true
sources = ["small.c"]

[algorithms.ascon-aead128]
interface = "crypto_aead"
"""

SOURCE = """\
#include <stdint.h>
#include <string.h>

#include "api.h"

typedef unsigned long long u64;

static u64 turned(u64 x, int n) { return x ^ (x >> n | x << (64 - n)); }
static u64 ror(u64 x, int n) { return x >> n | x << (64 - n); }

static void permute(u64 *s, int rounds)
{
    u64 t[5];
    int i, j;

    for (i = 12 - rounds; i < 12; i++) {
        s[2] ^= 0xf0 - i * 0x0f;
        s[0] ^= s[4], s[4] ^= s[3], s[2] ^= s[1];
        for (j = 0; j < 5; j++) {
            t[j] = s[j] ^ (~s[(j + 1) % 5] & s[(j + 2) % 5]);
        }
        t[1] ^= t[0], t[0] ^= t[4], t[3] ^= t[2], t[2] = ~t[2];
        s[0] = turned(t[0], 19) ^ ror(t[0], 28);
        s[1] = turned(t[1], 61) ^ ror(t[1], 39);
        s[2] = turned(t[2], 1) ^ ror(t[2], 6);
        s[3] = turned(t[3], 10) ^ ror(t[3], 17);
        s[4] = turned(t[4], 7) ^ ror(t[4], 41);
    }
}

static void begin(u64 *s, const u64 *k, const unsigned char *n, const unsigned char *ad, u64 adlen)
{
    unsigned char *b = (unsigned char *)s;
    u64 i;

    s[0] = 0x00001000808c0001ull, s[1] = k[0], s[2] = k[1];
    memcpy(s + 3, n, 16);
    permute(s, 12);
    s[3] ^= k[0], s[4] ^= k[1];
    for (i = 0; i < adlen; i++) {
        b[i % 16] ^= ad[i];
        if (i % 16 == 15) permute(s, 8);
    }
    if (adlen) {
        b[adlen % 16] ^= 1;
        permute(s, 8);
    }
    s[4] ^= 1ull << 63;
}

static void end(u64 *s, const u64 *k)
{
    s[2] ^= k[0], s[3] ^= k[1];
    permute(s, 12);
    s[3] ^= k[0], s[4] ^= k[1];
}

int crypto_aead_encrypt(unsigned char *c, u64 *clen, const unsigned char *m, u64 mlen, const unsigned char *ad,
                        u64 adlen, const unsigned char *nsec, const unsigned char *n, const unsigned char *key)
{
    u64 s[5], k[2], i;
    unsigned char *b = (unsigned char *)s;

    memcpy(k, key, CRYPTO_KEYBYTES);
    begin(s, k, n, ad, adlen);
    for (i = 0; i < mlen; i++) {
        c[i] = b[i % 16] ^= m[i];
        if (i % 16 == 15) permute(s, 8);
    }
    b[mlen % 16] ^= 1;
    end(s, k);
    memcpy(c + mlen, s + 3, 16);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, u64 *mlen, unsigned char *nsec, const unsigned char *c, u64 clen,
                        const unsigned char *ad, u64 adlen, const unsigned char *n, const unsigned char *key)
{
    u64 s[5], k[2], i;
    unsigned char *b = (unsigned char *)s, wrong = 0;

    memcpy(k, key, CRYPTO_KEYBYTES);
    *mlen = clen - CRYPTO_ABYTES;
    begin(s, k, n, ad, adlen);
    for (i = 0; i < *mlen; i++) {
        m[i] = b[i % 16] ^ c[i];
        b[i % 16] = c[i];
        if (i % 16 == 15) permute(s, 8);
    }
    b[*mlen % 16] ^= 1;
    end(s, k);
    for (i = 0; i < 16; i++) {
        wrong |= ((unsigned char *)(s + 3))[i] ^ c[*mlen + i];
    }
    return wrong ? -1 : 0;
}
"""

API = "#define CRYPTO_KEYBYTES 16\n#define CRYPTO_NSECBYTES 0\n#define CRYPTO_NPUBBYTES 16\n#define CRYPTO_ABYTES 16\n"

# The calls of our peers' adaptors, for the same functions under other names.
GLUE_H = """\
#ifndef GLUE_H
#define GLUE_H
#ifndef __ASSEMBLER__
#include "calls.h"
typedef struct { uint8_t bytes[16]; } glue_bytes;
VMB_PEER_CALLS(glue, glue_bytes);
#endif
#endif
"""

GLUE_C = """\
#include "glue.h"
#include "vambrace/status.h"

typedef unsigned long long u64;
int crypto_aead_encrypt(uint8_t *c, u64 *clen, const uint8_t *m, u64 mlen, const uint8_t *ad, u64 adlen,
                        const uint8_t *nsec, const uint8_t *n, const uint8_t *k);
int crypto_aead_decrypt(uint8_t *m, u64 *mlen, uint8_t *nsec, const uint8_t *c, u64 clen, const uint8_t *ad,
                        u64 adlen, const uint8_t *n, const uint8_t *k);

static vmb_peer_joined joined;

int glue_init(glue_key *e, const uint8_t *key, size_t key_len)
{
    vmb_peer_copy(e->context.bytes, key, key_len);
    return VMB_OK;
}

int glue_seal(const glue_key *e, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
              const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    u64 n;

    crypto_aead_encrypt(joined.bytes, &n, in, len, ad, ad_len, NULL, nonce, e->context.bytes);
    vmb_peer_part(&joined, out, len, tag);
    return VMB_OK;
}

int glue_open(const glue_key *e, uint8_t *out, const uint8_t *tag, size_t tag_len, const uint8_t *nonce,
              size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    u64 n;

    vmb_peer_join(&joined, in, len, tag);
    return crypto_aead_decrypt(out, &n, NULL, joined.bytes, len + 16, ad, ad_len, nonce, e->context.bytes)
               ? VMB_ERR_TAG : VMB_OK;
}

void glue_wipe(glue_key *e)
{
    static const uint8_t zeros[sizeof *e];

    vmb_peer_copy(e->context.bytes, zeros, sizeof *e);
}
"""


def written(folder, old: str = "", new: str = "", toml: str = TOML):
    """Write the software, with a part of its source replaced, and return its file."""
    assert old in SOURCE
    files = {"small.c": SOURCE.replace(old, new) if old else SOURCE, "api.h": API, "small.toml": toml}
    for name, text in {**files, "glue.c": GLUE_C, "glue.h": GLUE_H}.items():
        (folder / name).write_text(text)
    return folder / "small.toml"


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vambrace", "bench", "ibex-ref/none", "-s", "zigbee", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=dict(os.environ))


def test_own_software_is_measured_next_to_ours(tmp_path):
    file, stored = written(tmp_path), tmp_path / "r.json"
    done = bench("--with", str(file), "--json", str(stored))
    assert done.returncode == 0, done.stderr
    assert "small" in done.stdout and "without key set-up: ahead in 2 of 2" in done.stdout
    records = json.loads(stored.read_text())
    theirs = [r for r in records if r["library"] == "small"]
    ours = [r for r in records if r["library"] == "vambrace"]
    assert [r["operation"] for r in theirs] == ["seal", "open"] == [r["operation"] for r in ours]
    for a, b in zip(theirs, ours, strict=True):
        assert a["checked"] and a["cycles"] > b["cycles"] and a["code_bytes"] > 0 and a["key_bytes"] == 16
        assert a["tools"]["small"] == own.read(file)[0].version
    # an adaptor of the user's counts with the software: it copies the texts
    glued = written(tmp_path, toml=TOML.replace('interface = "crypto_aead"', 'adaptor = "glue.c"\ncalls = "glue"'))
    done = bench("--with", str(glued), "--json", str(stored))
    assert done.returncode == 0, done.stderr
    copied = [r for r in json.loads(stored.read_text()) if r["library"] == "small"]
    assert all(0 < a["cycles"] - b["cycles"] < 3000 for a, b in zip(copied, theirs, strict=True))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("turned(t[0], 19)", "turned(t[0], 18)", "wrong result: status 0, output differs"),
        ("return wrong ? -1 : 0;", "return 0;", "accepts a wrong tag: status 0"),
        ("*clen = mlen + CRYPTO_ABYTES;", "*clen = mlen;", "wrong result: status"),
        (
            "int crypto_aead_decrypt(",
            "int my_decrypt(",
            "small: its sources lack crypto_aead_decrypt for ascon-aead128",
        ),
    ],
)
def test_wrong_software_is_reported_and_not_measured(tmp_path, old, new, words):
    stored = tmp_path / "r.json"
    done = bench("--with", str(written(tmp_path, old, new)), "--json", str(stored))
    assert done.returncode == 1 and words in done.stderr, done.stderr
    assert max(map(len, done.stderr.splitlines())) < 200 and "Traceback" not in done.stderr
    assert {r["library"] for r in json.loads(stored.read_text())} == {"vambrace"}


def test_a_wrong_checkout_is_reported_and_the_others_are_measured(tmp_path):
    """One implementation in a checkout of ascon-c has a wrong result; --peers measures the other."""
    for name in ("opt32", "opt64", "asm_rv32i"):
        folder = tmp_path / "there" / "ascon-c" / "crypto_aead" / "asconaead128" / name
        folder.mkdir(parents=True)
        wrong = ("turned(t[0], 19)", "turned(t[0], 18)") if name == "opt32" else ("", "")
        (folder / "aead.c").write_text(SOURCE.replace(*wrong))
        (folder / "api.h").write_text(API)
    (folder / "ascon.S").write_text("")
    stored = tmp_path / "r.json"
    done = bench("--peers", str(tmp_path / "there"), "-a", "ascon-aead128", "--json", str(stored))
    assert done.returncode == 1 and "ascon-c-opt32 ascon-aead128 zigbee: wrong result" in done.stderr, done.stderr
    assert {r["library"] for r in json.loads(stored.read_text())} == {"vambrace", "ascon-c-asm"}
    assert "ahead in 2 of 2" in done.stdout and "ascon-c-opt" not in done.stdout


def test_two_files_with_one_name_are_rejected(tmp_path):
    file = str(written(tmp_path))
    done = bench("--with", file, "--with", file)
    assert done.returncode == 2 and "the name 'small' is in another --with file" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--cluster", "local", "--workers", "1"], "--with measures on this computer: omit --cluster"),
        (["--by", "offset"], "--with is for --by packet"),
        (["-a", "aes-128-ccm"], "small has only ascon-aead128: name it with -a"),
    ],
)
def test_contradictory_options_are_rejected(tmp_path, arguments, words):
    done = bench("--with", str(written(tmp_path)), *arguments)
    assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr, done.stderr
