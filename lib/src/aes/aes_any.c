/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The modes on data of any alignment and length (aes_modes.h). Alignment and
 * lengths are public, and so are counters.
 */
#include "aes/aes_modes.h"

/* Blocks that go through the stack at a time when data is not aligned: enough
 * for backends that do two at once. */
#define VMB_BOUNCE 4

void vmb_aes_copy(uint8_t *to, const uint8_t *from, size_t n)
{
    uint32_t x;

    for (; n != 0; n--) {
        x = *from++;
        VMB_OPAQUE(x); /* or the compiler calls memcpy */
        *to++ = (uint8_t)x;
    }
}

void vmb_aes_any(vmb_aes_mode *mode, const uint32_t *rk, unsigned rounds,
                 uint32_t chain[4], uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint32_t buffer[4 * VMB_BOUNCE];
    size_t n;

    if (vmb_is_aligned(in) && vmb_is_aligned(out)) {
        mode(rk, rounds, chain, out, in, blocks);
        return;
    }
    for (; blocks != 0; blocks -= n, in += 16 * n, out += 16 * n) {
        n = blocks < VMB_BOUNCE ? blocks : VMB_BOUNCE;
        vmb_aes_copy((uint8_t *)buffer, in, 16 * n);
        mode(rk, rounds, chain, (uint8_t *)buffer, (const uint8_t *)buffer, n);
        vmb_aes_copy(out, (const uint8_t *)buffer, 16 * n);
    }
    vmb_wipe(buffer, sizeof buffer);
}

void vmb_aes_ctr_carry(const uint32_t *rk, unsigned rounds, uint32_t ctr[4],
                       uint8_t *out, const uint8_t *in, size_t blocks)
{
    size_t room = 0xffffffffu - vmb_aes_swap(ctr[3]); /* blocks before the one whose
                                                     * successor carries */
    unsigned i;

    if (blocks <= room) {
        vmb_aes_ctr_blocks(rk, rounds, ctr, out, in, blocks);
        return;
    }
    room++;
    vmb_aes_ctr_blocks(rk, rounds, ctr, out, in, room);
    i = 3;
    do {
        i--;
        ctr[i] = vmb_aes_swap(vmb_aes_swap(ctr[i]) + 1);
    } while (ctr[i] == 0 && i != 0);
    vmb_aes_ctr_blocks(rk, rounds, ctr, out + 16 * room, in + 16 * room, blocks - room);
}

void vmb_aes_keystream(vmb_aes_mode *ctr_mode, const uint32_t *rk, unsigned rounds,
                       uint32_t ctr[4], uint32_t ks[4])
{
    ks[0] = 0;
    ks[1] = 0;
    ks[2] = 0;
    ks[3] = 0;
    ctr_mode(rk, rounds, ctr, (uint8_t *)ks, (const uint8_t *)ks, 1);
}

void vmb_aes_ctr_bytes(vmb_aes_mode *ctr_mode, const uint32_t *rk, unsigned rounds,
                       vmb_ctr_work *w, uint8_t *out, const uint8_t *in, size_t len)
{
    const uint8_t *ks = (const uint8_t *)w->ks;
    size_t whole;

    while (len != 0) {
        if (w->used == 16) {
            whole = len & ~(size_t)15;
            if (whole != 0) {
                vmb_aes_any(ctr_mode, rk, rounds, w->ctr, out, in, whole / 16);
                out += whole;
                in += whole;
                len -= whole;
                continue;
            }
            vmb_aes_keystream(ctr_mode, rk, rounds, w->ctr, w->ks);
            w->used = 0;
        }
        *out++ = *in++ ^ ks[w->used++];
        len--;
    }
}
