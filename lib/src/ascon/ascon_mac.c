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

#if VMB_ASCON_PERMUTES_RV32 || VMB_ASCON_PERMUTES_RV64
#define VMB_AMAC_BODY VMB_MAC_BODY
#define VMB_AMAC_WIPED VMB_MAC_KEPT
#else
#define VMB_AMAC_BODY VMB_MAC_SPILLED_BODY
#define VMB_AMAC_WIPED vmb_wiped
#endif

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

/* The functions on words of the state are not inlined: secrets would stay behind in registers that belong to the caller,
 * and the permutation, which comes next, saves those on the stack. */

/* Adds n bytes behind the `used` ones of the current block, of which they are part. */
VMB_NOINLINE static void vmb_amac_add(uint32_t state[10], uint32_t used, const uint8_t *in, uint32_t n)
{
    uint32_t raw[2], i, at;

    for (; n != 0; in += i, n -= i, used += i) {
        if (used % 8 == 0 && n >= 8) {
            raw[0] = vmb_load32_le(in);
            raw[1] = vmb_load32_le(in + 4);
            i = 8;
        } else { /* bytes up to the end of a word of the state */
            raw[0] = 0;
            raw[1] = 0;
            for (i = 0; i < n && i < 8 - used % 8; i++) {
                at = used % 8 + i;
                raw[at / 4] |= (uint32_t)in[i] << (8 * (at & 3));
            }
        }
        vmb_ascon_add_raw(state + used / 8 * 2, raw, 1);
    }
    vmb_wipe_here(raw, sizeof raw);
}

/* Adds the byte 0x80 behind the `used` ones, and marks the end of the message. */
VMB_NOINLINE static void vmb_amac_pad(uint32_t state[10], uint32_t used)
{
    uint32_t raw[2] = {0, 0}, at = used % 8;

    raw[at / 4] = 0x80u << (8 * (at & 3));
    vmb_ascon_add_raw(state + used / 8 * 2, raw, 1);
    vmb_ascon_add_word(state + 8, 1, 0); /* after the message */
}

VMB_NOINLINE static void vmb_amac_tag(uint32_t t[4], const uint32_t state[10])
{
    uint32_t raw[2], i;

    for (i = 0; i < 4; i += 2) {
        vmb_ascon_get_raw(raw, state + i, 1);
        vmb_store32_le((uint8_t *)&t[i], raw[0]);
        vmb_store32_le((uint8_t *)&t[i + 1], raw[1]);
    }
    vmb_wipe_here(raw, sizeof raw);
}

/* The state before the first permutation. */
VMB_NOINLINE static void vmb_amac_load(uint32_t state[10], const uint8_t *bytes)
{
    uint32_t raw[2], i;

    vmb_wipe_here(state, 40);
    vmb_ascon_add_word(state, VMB_ASCON_MAC_IV_LO, VMB_ASCON_MAC_IV_HI);
    for (i = 0; i < 2; i++) {
        raw[0] = vmb_load32_le(bytes + 8 * i);
        raw[1] = vmb_load32_le(bytes + 8 * i + 4);
        vmb_ascon_add_raw(state + 2 + 2 * i, raw, 1);
    }
    vmb_wipe_here(raw, sizeof raw);
}

VMB_NOINLINE static int vmb_amac_take(vmb_mac_body *s, unsigned which, const uint8_t *in, size_t n)
{
    uint32_t used = s->used, some;

    (void)which;
    while (n != 0) {
        some = VMB_ASCON_MAC_RATE - used;
        some = n < some ? (uint32_t)n : some;
        vmb_amac_add(s->state, used, in, some);
        in += some;
        n -= some;
        used += some;
        if (used == VMB_ASCON_MAC_RATE) {
            vmb_ascon_permute(s->state, 12);
            used = 0;
        }
    }
    s->used = used;
    return VMB_OK;
}

VMB_INLINE void vmb_amac_adds(vmb_mac_body *s, uint32_t at, uint32_t byte)
{
    uint32_t x = vmb_ascon_get_byte(s->state, at, 1);

    vmb_ascon_replace_byte(s->state, at, x, x ^ byte, 1);
}

VMB_NOINLINE static int vmb_amac_end(vmb_mac_body *s, unsigned which, uint32_t t[4])
{
    (void)which;
    vmb_amac_pad(s->state, s->used);
    vmb_ascon_permute(s->state, 12);
    vmb_amac_tag(t, s->state);
    return VMB_OK;
}

static int vmb_amac_message(const uint32_t *key, unsigned which, const uint8_t *in, size_t n, uint32_t t[4])
{
    vmb_mac_body s;

    s.key = key;
    s.used = 0;
    vmb_amac_begin(&s);
    (void)vmb_amac_take(&s, which, in, n);
    (void)vmb_amac_end(&s, which, t);
    vmb_wipe_here(s.state, sizeof s.state);
    return VMB_OK;
}

VMB_NOINLINE static int vmb_amac_expand(uint32_t state[10], const uint8_t *bytes)
{
    vmb_amac_load(state, bytes);
    vmb_ascon_permute(state, 12);
    return VMB_OK;
}

int vmb_ascon_mac_init(vmb_ascon_mac_key *key, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, sizeof *key, bytes, key_len, 16);

    if (status == VMB_OK) {
        status = VMB_AMAC_WIPED(vmb_amac_expand(key->words, bytes));
        vmb_set_mark(key->words, sizeof *key, VMB_MARK_ASCON_MAC);
    }
    return status;
}

#define vmb_amac_is_whole(s, in, n) 0
#define vmb_amac_take_whole(s, which, in, n) VMB_OK
#define vmb_amac_writes(s, tag, tag_len) 0
VMB_MAC_FAMILY(vmb_amac, VMB_MARK_ASCON_MAC, 16, VMB_ASCON_MAC_RATE - 1, VMB_AMAC_BODY, VMB_AMAC_WIPED)
VMB_MAC_DEFINE(vmb_ascon_mac, vmb_amac, 0)
