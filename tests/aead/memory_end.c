/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Seals with each buffer, at each offset from a word of the size of a register, at the end of memory, where an access
 * after the last word of the buffer is an exception. END is the end of memory; the program is far below. Ends with 0, or
 * with 1 for a result that differs from that of aligned buffers.
 */
#include <string.h>

#include "vambrace/aead.h"

#define LONGEST 80

static const uint8_t key_bytes[32] = {1, 2, 3}, nonce[16] = {4, 5};
static uint32_t text[LONGEST / 4 + 1], right[LONGEST / 4 + 1], right_tag[4], out[LONGEST / 4 + 1], tag[4];

static vmb_chacha20_poly1305_key chacha;
static vmb_ascon_aead128_key ascon;
static vmb_aes128_ccm_key ccm;

static int seal(int which, void *to, void *mac, const void *ad, const void *in, size_t len)
{
    switch (which) {
    case 0: return vmb_chacha20_poly1305_seal(&chacha, to, mac, 16, nonce, 12, ad, len, in, len);
    case 1: return vmb_ascon_aead128_seal(&ascon, to, mac, 16, nonce, 16, ad, len, in, len);
    default: return vmb_aes128_ccm_seal(&ccm, to, mac, 16, nonce, 13, ad, len, in, len);
    }
}

int main(void)
{
    static const size_t longest[3] = {LONGEST, 40, 20};
    uint8_t *last, *at;
    size_t len, gap, i;
    int which, wrong = 0;

    /* At addresses whose contents the compiler does not know. */
    __asm__("" : "=r"(last) : "0"((uintptr_t)END));
    for (i = 0; i < sizeof text; i++) {
        ((uint8_t *)text)[i] = (uint8_t)(7 * i + 1);
    }
    wrong |= vmb_chacha20_poly1305_init(&chacha, key_bytes, 32);
    wrong |= vmb_ascon_aead128_init(&ascon, key_bytes, 16);
    wrong |= vmb_aes128_ccm_init(&ccm, key_bytes, 16);
    for (which = 0; which < 3; which++) {
        for (len = 0; len <= longest[which]; len++) {
            wrong |= seal(which, right, right_tag, text, text, len);
            for (gap = 0; gap < sizeof(size_t); gap++) {
                at = last - gap - len;
                memcpy(at, text, len);
                wrong |= seal(which, out, tag, text, at, len);
                wrong |= memcmp(out, right, len) | memcmp(tag, right_tag, 16);
                wrong |= seal(which, out, tag, at, text, len);
                wrong |= memcmp(out, right, len) | memcmp(tag, right_tag, 16);
                wrong |= seal(which, at, tag, text, text, len);
                wrong |= memcmp(at, right, len) | memcmp(tag, right_tag, 16);
            }
        }
    }
    return wrong != 0;
}
