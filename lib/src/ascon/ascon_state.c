/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Pieces of any length into an Ascon state in memory (ascon_state.h).
 *
 * Sources: NIST SP 800-232, sections 4 and 5; Ascon v1.2, section 2.4.
 */
#include "ascon/ascon_state.h"

/* The n bytes at `in` as bytes `used` to used + n - 1 <= rate of the block in
 * hand. Whatever the direction, it is plaintext that is added to the state: the
 * ciphertext that takes the place of a keystream byte is their sum. */
static void vmb_ascon_take_part(uint32_t state[10], uint32_t used, const vmb_ascon_kind *kind,
                                uint8_t *out, const uint8_t *in, uint32_t n, uint32_t mode)
{
    uint32_t block[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    uint32_t *text = block, *stream = block + 4;
    uint32_t i;

    for (i = 0; i < kind->rate / 4u; i += 2) {
        vmb_ascon_get_raw(stream + i, state + i, kind->big);
    }
    for (i = used; i != used + n; i++) {
        unsigned shift = 8u * (i & 3u);
        uint32_t b = *in++;

        if (mode != VMB_ASCON_ABSORB) {
            uint32_t other = (b ^ stream[i / 4] >> shift) & 0xffu;

            *out++ = (uint8_t)other;
            b = mode == VMB_ASCON_OPEN ? other : b;
        }
        text[i / 4] |= b << shift;
    }
    for (i = 0; i < kind->rate / 4u; i += 2) {
        vmb_ascon_add_raw(state + i, text + i, kind->big);
    }
    vmb_wipe(block, sizeof block);
}

void vmb_ascon_take(uint32_t state[10], uint32_t *used, const vmb_ascon_kind *kind,
                    uint8_t *out, const uint8_t *in, size_t len, uint32_t mode)
{
    while (len != 0) {
        uint32_t n = kind->rate - *used;

        n = len < n ? (uint32_t)len : n;
        vmb_ascon_take_part(state, *used, kind, out, in, n, mode);
        in += n;
        len -= n;
        if (mode != VMB_ASCON_ABSORB) {
            out += n;
        }
        *used += n;
        if (*used == kind->rate) {
            vmb_ascon_permute(state, kind->rounds);
            *used = 0;
        }
    }
}

void vmb_ascon_pad(uint32_t state[10], uint32_t used, int big)
{
    uint32_t raw[2] = {0, 0};

    raw[used / 4 & 1] = (big ? 0x80u : 0x01u) << 8 * (used & 3u);
    vmb_ascon_add_raw(state + used / 8 * 2, raw, big);
}
