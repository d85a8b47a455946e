# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""IEEE 802.15.4 frames of RIOT by libvambrace (ports/riot/modules/vambrace_ieee802154_security), and by RIOT alone."""

from __future__ import annotations

import re

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from tests.called import called
from tests.system import riot_applications as applications

#: Levels, key modes and payload lengths of the frames.
CASES = [(level, mode, length) for level in range(1, 8) for mode in range(4) for length in (0, 1, 16, 43, 80)]
KEY, COUNTER, SOURCE = b"pizza_margherita", 0x12345678, bytes.fromhex("acde480000000001")
KEY_SOURCE, KEY_INDEX = bytes(range(100, 108)), 7


def header_of(level: int, mode: int, number: int) -> bytes:
    """Return a MAC header of any length, with an auxiliary security header (section 9.4)."""
    key_id = (b"", bytes([KEY_INDEX]), KEY_SOURCE[:4] + bytes([KEY_INDEX]), KEY_SOURCE + bytes([KEY_INDEX]))[mode]
    mac_header = bytes([0x09]) + bytes(i * 37 % 256 for i in range(8 + 2 * mode))
    return mac_header + bytes([level | mode << 3]) + (COUNTER + number).to_bytes(4, "little") + key_id


def payload_of(length: int) -> bytes:
    return bytes((i * 41 + 11) % 256 for i in range(length))


def frame_of(level: int, mode: int, length: int, number: int) -> bytes:
    """Return a protected frame, by PyPI cryptography (sections 9.2 and 9.3)."""
    header, payload = header_of(level, mode, number), payload_of(length)
    nonce = SOURCE + (COUNTER + number).to_bytes(4, "big") + bytes([level])
    if level == 4:  # CCM* without a tag: the ciphertext of any tag length
        return header + AESCCM(KEY, 4).encrypt(nonce, payload, header)[:length]
    ccm = AESCCM(KEY, 2 << level % 4)
    return header + (
        ccm.encrypt(nonce, payload, header) if level > 4 else payload + ccm.encrypt(nonce, b"", header + payload)
    )


PROGRAM = r"""
#include <string.h>
#include "net/ieee802154_security.h"
#include "vmb_devices.h"

int __real_ieee802154_sec_encrypt_frame(ieee802154_sec_context_t *, const uint8_t *, uint8_t *, uint8_t *, uint16_t,
                                        uint8_t *, uint8_t *, const uint8_t *);

enum { MOST = 160 };
typedef struct { uint8_t level, mode, header, aux, len, size; uint8_t bytes[MOST]; } sample;
static const sample samples[] = {
SAMPLES
};
static const uint8_t source[8] = {0xac, 0xde, 0x48, 0, 0, 0, 0, 1};
static ieee802154_sec_context_t ctx;
static uint8_t frame[MOST], payload[MOST], plain[MOST];
static uint32_t begun, cycles;
static const sample *s;

#define CHECK(x) \
    do { if (!(x)) { printf("line %d, level %u, %u bytes\n", __LINE__, s->level, s->len); exit(1); } } while (0)

static uint32_t now(void)
{
    return VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME);
}

static void protect(bool riots)
{
    uint8_t mic[16], mic_len = 0, header_len = s->header;
    int (*call)(ieee802154_sec_context_t *, const uint8_t *, uint8_t *, uint8_t *, uint16_t, uint8_t *, uint8_t *,
                const uint8_t *) = riots ? __real_ieee802154_sec_encrypt_frame : ieee802154_sec_encrypt_frame;
    memset(frame, 0, MOST);
    memcpy(frame, s->bytes, s->header);
    memcpy(payload, plain, s->len);
    begun = now();
    int done = call(&ctx, frame, &header_len, payload, s->len, mic, &mic_len, source);
    cycles = now() - begun;
    CHECK(done == 0 && header_len == s->header + s->aux && header_len + s->len + mic_len == s->size);
    memcpy(frame + header_len, payload, s->len);
    memcpy(frame + header_len + s->len, mic, mic_len);
}

static int unprotect(unsigned size)
{
    uint8_t header_len = s->header, *text, *mic, mic_len;
    uint16_t len;
    begun = now();
    int done = ieee802154_sec_decrypt_frame(&ctx, size, frame, &header_len, &text, &len, &mic, &mic_len, source);
    cycles = now() - begun;
    if (done == 0)
        CHECK(header_len == s->header + s->aux && len == size - header_len - mic_len && text == frame + header_len &&
              (mic_len == 0 || mic == text + len));
    else
        CHECK(header_len == s->header);
    return done;
}

static void one(void)
{
    const uint8_t *text = frame + s->header + s->aux;
    ctx.security_level = s->level;
    ctx.key_id_mode = s->mode;
    protect(false);
    CHECK(memcmp(frame, s->bytes, s->size) == 0);
    CHECK(unprotect(s->size) == 0 && memcmp(text, plain, s->len) == 0);
    memcpy(frame, s->bytes, s->size);
    frame[s->size - 1] ^= 0x80;
    if (s->level != 4)
        CHECK(unprotect(s->size) == -IEEE802154_SEC_MAC_CHECK_FAILURE);
    for (unsigned i = 0; s->level > 4 && i < s->len; i++)
        CHECK(text[i] == 0);
    for (unsigned cut = s->header; cut < s->size; cut++) {
        memcpy(frame, s->bytes, s->size);
        int done = unprotect(cut);
        CHECK(s->level == 4 && cut >= (unsigned)s->header + s->aux ? done == 0 : done < 0);
    }
    ctx.security_level = 5;
    for (unsigned open = 0; open <= 4; open += 4) {
        memcpy(frame, s->bytes, s->size);
        frame[s->header] = (uint8_t)open;
        CHECK(unprotect(s->size) == -IEEE802154_SEC_UNSUPORTED);
    }
}

int main(void)
{
    uint8_t mic_len = 0, h;
    for (unsigned i = 0; i < sizeof(plain); i++) plain[i] = (uint8_t)(i * 41 + 11);
    ieee802154_sec_init(&ctx);
    for (unsigned i = 0; i < 8; i++) ctx.key_source[i] = (uint8_t)(100 + i);
    ctx.key_index = 7;
    ctx.frame_counter = 0x12345678;
    for (s = samples; s < samples + sizeof samples / sizeof *samples; s++) one();
    s = samples;
    ctx.frame_counter = 0xffffffff;
    h = s->header;
    CHECK(ieee802154_sec_encrypt_frame(&ctx, frame, &h, payload, 9, frame + 60, &mic_len, source) ==
          -IEEE802154_SEC_FRAME_COUNTER_OVERFLOW);
    CHECK(h == s->header && mic_len == 0);
    ctx.frame_counter = 1;
    ctx.security_level = 3;
    CHECK(ieee802154_sec_encrypt_frame(&ctx, frame, &h, payload, 126, frame + 60, &mic_len, source) ==
          -IEEE802154_SEC_UNSUPORTED);
    CHECK(h == s->header && mic_len == 0 && ctx.frame_counter == 1);
    s += sizeof samples / sizeof *samples - 1;
    ctx.security_level = 7;
    for (unsigned riots = 0; riots < 2; riots++) {
        ctx.frame_counter = 1;
        protect(riots);
        printf("%s protect %lu cycles\n", riots ? "RIOT" : "libvambrace", (unsigned long)cycles);
        CHECK(unprotect(s->size) == (riots ? -IEEE802154_SEC_MAC_CHECK_FAILURE : 0));
        if (!riots)
            printf("libvambrace unprotect %lu cycles\n", (unsigned long)cycles);
    }
    exit(0);
}
"""


def program() -> str:
    """Return the program with the frames that are expected."""
    rows = []
    for number, (level, mode, length) in enumerate(CASES):
        frame, header = frame_of(level, mode, length, number), 9 + 2 * mode
        aux = len(header_of(level, mode, number)) - header
        cells = ", ".join(map(str, frame))
        rows.append(f"    {{{level}, {mode}, {header}, {aux}, {length}, {len(frame)}, {{{cells}}}}},")
    return PROGRAM.replace("SAMPLES", "\n".join(rows))


@applications.needed
@pytest.mark.parametrize("extensions", ["none", "zkned", "engine"])
def test_frames_are_those_of_the_standard(capfd, monkeypatch, tmp_path, extensions):
    """At each level and key mode; RIOT's own MIC is another one."""
    application = applications.write(tmp_path, program())
    monkeypatch.setenv("USEMODULE", "vambrace_ieee802154_security")
    done = called("run", str(application), "--point", f"ibex-ref/{extensions}", "--os", "riot")
    printed = capfd.readouterr().out
    assert done.returncode == 0, printed + done.stderr
    cycles = {name: int(count) for name, count in re.findall(r"(\w+ \w+) +(\d+) cycles\n", printed)}
    assert cycles["libvambrace protect"] < cycles["RIOT protect"] / (1 if extensions == "none" else 8), printed
