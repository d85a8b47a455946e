/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-Mac (Dobraunig, Eichlseder, Mendel, Schläffer: Ascon PRF, MAC, and Short-Input MAC,
 * section 3) on the permutation of the backend: 12 rounds for 32 bytes of message,
 * big-endian. A key object holds the state behind the first permutation.
 */
#include "ascon/ascon_state.h"
#include "ascon/ascon_word.h"
#include "common/mac.h"

#define VMB_ASCON_MAC_RATE 32

/* 128 bits of key, 128 bits of output at a time, 128 plus 12 rounds, 0 rounds less between blocks; then 32 bits:
 * 128 bits of tag. As a big-endian word: high half, low half. */
#define VMB_ASCON_MAC_IV_HI 0x80808c00u
#define VMB_ASCON_MAC_IV_LO 0x00000080u

static void vmb_amac_begin(vmb_mac_body *s)
{
    unsigned i;
    uint32_t x;

    for (i = 0; i < 10; i++) {
        x = s->key[i];
        VMB_OPAQUE(x); /* or the compiler calls memcpy */
        s->state[i] = x;
    }
    x = 0; /* where nothing is optimised it has a place on the stack, which the start of a stream does not wipe */
}

VMB_NOINLINE static int vmb_amac_take(vmb_mac_body *s, unsigned which, const uint8_t *in, size_t n)
{
    uint32_t raw[2], i, at;

    (void)which;
    while (n != 0) {
        if (s->used % 8 == 0 && n >= 8) {
            raw[0] = vmb_load32_le(in);
            raw[1] = vmb_load32_le(in + 4);
            i = 8;
        } else { /* bytes up to the end of a word of the state */
            raw[0] = 0;
            raw[1] = 0;
            for (i = 0; i < n && i < 8 - s->used % 8; i++) {
                at = s->used % 8 + i;
                raw[at / 4] |= (uint32_t)in[i] << (8 * (at & 3));
            }
        }
        vmb_ascon_add_raw(s->state + s->used / 8 * 2, raw, 1);
        in += i;
        n -= i;
        s->used += i;
        if (s->used == VMB_ASCON_MAC_RATE) {
            vmb_ascon_permute(s->state, 12);
            s->used = 0;
        }
    }
    vmb_wipe(raw, sizeof raw);
    return VMB_OK;
}

VMB_NOINLINE static int vmb_amac_end(vmb_mac_body *s, unsigned which, uint32_t t[4])
{
    uint32_t raw[2] = {0, 0}, at = s->used % 8;

    (void)which;
    raw[at / 4] = 0x80u << (8 * (at & 3));
    vmb_ascon_add_raw(s->state + s->used / 8 * 2, raw, 1);
    vmb_ascon_add_word(s->state + 8, 1, 0); /* after the message */
    vmb_ascon_permute(s->state, 12);
    vmb_ascon_get_raw(raw, s->state, 1);
    vmb_store32_le((uint8_t *)&t[0], raw[0]);
    vmb_store32_le((uint8_t *)&t[1], raw[1]);
    vmb_ascon_get_raw(raw, s->state + 2, 1);
    vmb_store32_le((uint8_t *)&t[2], raw[0]);
    vmb_store32_le((uint8_t *)&t[3], raw[1]);
    vmb_wipe(raw, sizeof raw);
    return VMB_OK;
}

VMB_NOINLINE static void vmb_amac_expand(uint32_t state[10], const uint8_t *bytes)
{
    uint32_t raw[2], i;

    vmb_wipe(state, 40);
    vmb_ascon_add_word(state, VMB_ASCON_MAC_IV_LO, VMB_ASCON_MAC_IV_HI);
    for (i = 0; i < 2; i++) {
        raw[0] = vmb_load32_le(bytes + 8 * i);
        raw[1] = vmb_load32_le(bytes + 8 * i + 4);
        vmb_ascon_add_raw(state + 2 + 2 * i, raw, 1);
    }
    vmb_wipe(raw, sizeof raw);
    vmb_ascon_permute(state, 12);
}

int vmb_ascon_mac_init(vmb_ascon_mac_key *key, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, sizeof *key, bytes, key_len, 16);

    if (status == VMB_OK) {
        vmb_amac_expand(key->words, bytes);
        vmb_wipe_stack();
        vmb_set_mark(key->words, sizeof *key, VMB_MARK_ASCON_MAC);
    }
    return status;
}

VMB_MAC_FAMILY(vmb_amac, VMB_MARK_ASCON_MAC, 16)
VMB_MAC_DEFINE(vmb_ascon_mac, vmb_amac, 0)
