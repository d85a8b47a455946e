/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Poly1305 of one message in one call, with the padding of RFC 8439 section
 * 2.5.1: a byte 1 behind the message, then zeros. The AEAD does not need it,
 * other protocols and the RFC's test vectors do.
 */
#include "common/common.h"
#include "poly1305/poly1305.h"

void vmb_poly1305_mac(uint8_t *tag, const uint8_t *key, const uint8_t *data, size_t len)
{
    vmb_poly1305 p;
    vmb_piece piece;
    uint32_t last[4] = {0, 0, 0, 0};
    uint8_t *bytes = (uint8_t *)last;
    size_t i, full = len & ~(size_t)15, rest = len & 15;

    for (i = 0; i < 32; i++) {
        ((uint8_t *)p.key)[i] = key[i];
    }
    vmb_poly1305_init(&p);
    piece.data = data;
    piece.len = full;
    vmb_poly1305_absorb(&p, &piece, 1, 1);
    if (rest != 0) {
        for (i = 0; i < rest; i++) {
            bytes[i] = data[full + i];
        }
        bytes[rest] = 1;
        piece.data = bytes;
        piece.len = 16;
        vmb_poly1305_absorb(&p, &piece, 1, 0);
    }
    vmb_poly1305_final(&p, tag);
    vmb_wipe(&p, sizeof p);
    vmb_wipe(last, sizeof last);
}
