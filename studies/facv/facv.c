/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * FAC-V's calls with contexts (facv.h): with the library's AES (vambrace/aes.h), whose backend checks
 * its own arguments, or with an accelerator that stores the key (keeper.h). Keys and blocks are byte
 * sequences. The length of a key is public.
 */
#include "facv.h"

#include "common/common.h"
#include "keeper.h"

/* ---- With the library ---- */

typedef union {
    vmb_aes128_key aes128;
    vmb_aes192_key aes192;
    vmb_aes256_key aes256;
} vmb_facv_key;

static int vmb_facv_expand(void *object, const uint8_t *key, unsigned rounds)
{
    switch (rounds) {
    case 10:
        return vmb_aes128_init(object, key, 16);
    case 12:
        return vmb_aes192_init(object, key, 24);
    default:
        return vmb_aes256_init(object, key, 32);
    }
}

static int vmb_facv_library(const void *object, unsigned rounds, int decrypt, uint8_t *out, const uint8_t *in,
                            size_t len)
{
    switch (rounds) {
    case 10:
        return decrypt ? vmb_aes128_ecb_decrypt(object, out, in, len) : vmb_aes128_ecb_encrypt(object, out, in, len);
    case 12:
        return decrypt ? vmb_aes192_ecb_decrypt(object, out, in, len) : vmb_aes192_ecb_encrypt(object, out, in, len);
    case 14:
        return decrypt ? vmb_aes256_ecb_decrypt(object, out, in, len) : vmb_aes256_ecb_encrypt(object, out, in, len);
    default:
        return VMB_ERR_STATE;
    }
}

VMB_NOINLINE static int vmb_facv_refused(vmb_facv *c, int status)
{
    vmb_facv_wipe(c);
    return status;
}

/* ---- With an accelerator ---- */

#if VMB_KEEPER

VMB_INLINE void vmb_facv_copy(uint32_t *to, const uint32_t *from, unsigned rounds)
{
    uint32_t w0 = from[0], w1 = from[1], w2 = from[2], w3 = from[3];

    to[0] = w0;
    to[1] = w1;
    to[2] = w2;
    to[3] = w3;
    if (rounds > 10) {
        w0 = from[4];
        w1 = from[5];
        to[4] = w0;
        to[5] = w1;
    }
    if (rounds > 12) {
        w2 = from[6];
        w3 = from[7];
        to[6] = w2;
        to[7] = w3;
    }
}

/* The number of its present key, or 0; and the last assigned number. Used by the call that holds the accelerator. */
static struct { uint32_t there, last; } vmb_facv_number;

/* Moves a key of whole words to the accelerator, and meanwhile into the context. */
VMB_INLINE int vmb_facv_keep(vmb_facv *c, const uint32_t *key, unsigned rounds)
{
    uint32_t turn = vmb_engine_acquire(), number, opened;
    int status = VMB_ERR_DEVICE;

    if (!VMB_RARELY(vmb_engine_off(turn))) {
        (void)vmb_keeper_begin(turn);
        number = vmb_facv_number.last + 1;
        number += number == 0;
        opened = vmb_keeper_open();
        vmb_facv_copy(c->key.kept, key, rounds);
        status = vmb_keeper_start(key, rounds, opened);
        c->rounds = rounds;
        c->number = number;
        vmb_facv_number.last = number;
        vmb_facv_number.there = number;
        status = status == VMB_OK ? vmb_keeper_loaded() : status;
        if (VMB_RARELY(status != VMB_OK)) {
            vmb_facv_number.there = 0;
        }
    }
    vmb_engine_release(turn);
    return VMB_RARELY(status != VMB_OK) ? vmb_facv_refused(c, status) : VMB_OK;
}

/* The same for a key at an unaligned address. */
VMB_NOINLINE static int vmb_facv_keep_bytes(vmb_facv *c, const uint8_t *key, unsigned rounds)
{
    uint32_t words[8];
    unsigned i;
    int status;

    for (i = 0; i < rounds - 6; i++) {
        words[i] = vmb_load32_le(key + 4 * i);
    }
    status = vmb_facv_keep(c, words, rounds);
    vmb_wipe(words, sizeof words);
    return status;
}

VMB_NOINLINE static int vmb_facv_again(const vmb_facv *c, int decrypt, uint8_t *out, const uint8_t *in, size_t len,
                                       size_t at, uint32_t turn, int done);

/* Up to VMB_KEEPER_BLOCKS blocks from `at` on. */
VMB_INLINE int vmb_facv_some(const vmb_facv *c, int decrypt, uint8_t *out, const uint8_t *in, size_t at, size_t some,
                             uint32_t turn)
{
    return vmb_keeper_crypt(c->rounds, decrypt, (uint32_t *)(void *)(out + at),
                            (const uint32_t *)(const void *)(in + at), some / 16, turn);
}

VMB_INLINE size_t vmb_facv_least(size_t left)
{
    return left < 16 * VMB_KEEPER_BLOCKS ? left : 16 * VMB_KEEPER_BLOCKS;
}

/* The blocks from `at` on, if there are any. Rare cases are handled elsewhere, so that no registers are saved. */
VMB_INLINE int vmb_facv_blocks(const vmb_facv *c, int decrypt, uint8_t *out, const uint8_t *in, size_t len, size_t at)
{
    uint32_t turn;
    size_t some;
    int done;

    do {
        some = vmb_facv_least(len - at);
        turn = vmb_engine_acquire();
        done = KEEPER_FAILED;
        if (!VMB_RARELY(vmb_engine_off(turn))) {
            done = KEEPER_LOST;
            if (!VMB_RARELY(vmb_keeper_begin(turn)) && !VMB_RARELY(vmb_facv_number.there != c->number)) {
                done = vmb_facv_some(c, decrypt, out, in, at, some, turn);
            }
        }
        if (VMB_RARELY(done != KEEPER_DONE)) {
            return vmb_facv_again(c, decrypt, out, in, len, at, turn, done);
        }
        vmb_engine_release(turn);
        at += some;
    } while (at != len);
    return VMB_OK;
}

/* The same, in a call that holds the accelerator, if the key was missing or all is lost. */
static int vmb_facv_again(const vmb_facv *c, int decrypt, uint8_t *out, const uint8_t *in, size_t len, size_t at,
                          uint32_t turn, int done)
{
    size_t some = vmb_facv_least(len - at);
    int status = VMB_ERR_DEVICE;

    if (done == KEEPER_LOST && vmb_keeper_start(c->key.kept, c->rounds, vmb_keeper_open()) == VMB_OK &&
        vmb_keeper_loaded() == VMB_OK) {
        vmb_facv_number.there = c->number;
        if (vmb_facv_some(c, decrypt, out, in, at, some, turn) == KEEPER_DONE) {
            status = VMB_OK;
        }
    }
    if (status != VMB_OK) {
        vmb_facv_number.there = 0;
    }
    vmb_engine_release(turn);
    at += some;
    if (status == VMB_OK && at != len) {
        status = vmb_facv_blocks(c, decrypt, out, in, len, at);
    }
    if (status != VMB_OK) {
        vmb_wipe(out, len);
    }
    return status;
}

#endif

/* Handles unaligned arguments, and algorithms that the accelerator lacks. */
VMB_NOINLINE static int vmb_facv_otherwise(const vmb_facv *c, int decrypt, uint8_t *out, const uint8_t *in, size_t len)
{
#if VMB_KEEPER
    vmb_facv_key object;
    int status;

    if (c->number != 0) {
        status = vmb_facv_expand(&object, (const uint8_t *)c->key.kept, c->rounds);
        if (status == VMB_OK) {
            status = vmb_facv_library(&object, c->rounds, decrypt, out, in, len);
        }
        vmb_wipe_object(&object, sizeof object);
        return status;
    }
    if (c->rounds - 10 <= 4 && vmb_keeper_has(c->rounds)) {
        return VMB_ERR_STATE;
    }
#endif
    return vmb_facv_library(&c->key, c->rounds, decrypt, out, in, len);
}

/* ---- Calls ---- */

VMB_NOINLINE static int vmb_facv_by_library(vmb_facv *c, const uint8_t *key, unsigned rounds)
{
    int status;

    c->rounds = rounds;
    c->number = 0;
    status = vmb_facv_expand(&c->key, key, rounds);
    return status == VMB_OK ? VMB_OK : vmb_facv_refused(c, status);
}

int vmb_facv_init(vmb_facv *c, const uint8_t *key, size_t key_len)
{
    const unsigned rounds = (unsigned)key_len / 4 + 6;

    if (VMB_RARELY(key_len - 16 > 16 || (key_len & 7) != 0)) {
        return vmb_facv_refused(c, VMB_ERR_LENGTH);
    }
    if (VMB_RARELY(c == NULL || key == NULL || VMB_OVERLAP(c, sizeof *c, key, key_len))) {
        return vmb_facv_refused(c, VMB_ERR_ARGUMENT);
    }
#if VMB_KEEPER
    if (vmb_keeper_has(rounds)) {
        return VMB_RARELY(!vmb_is_word_aligned(key)) ? vmb_facv_keep_bytes(c, key, rounds)
                                                     : vmb_facv_keep(c, (const uint32_t *)(const void *)key, rounds);
    }
#endif
    return vmb_facv_by_library(c, key, rounds);
}

VMB_INLINE int vmb_facv_crypt(const vmb_facv *c, int decrypt, uint8_t *out, const uint8_t *in, size_t len)
{
    if (len - 1 >= VMB_MAX_BYTES || (len & 15) != 0) {
        return VMB_ERR_LENGTH;
    }
    if (c == NULL || in == NULL || out == NULL || VMB_OVERLAP(out, len, c, sizeof *c) ||
        (in != out && VMB_OVERLAP(out, len, in, len))) {
        return VMB_ERR_ARGUMENT;
    }
#if VMB_KEEPER
    if (!VMB_RARELY(c->number == 0) && !VMB_RARELY((((uintptr_t)out | (uintptr_t)in) & 3) != 0)) {
        return vmb_facv_blocks(c, decrypt, out, in, len, 0);
    }
#endif
    return vmb_facv_otherwise(c, decrypt, out, in, len);
}

int vmb_facv_encrypt(const vmb_facv *c, uint8_t *out, const uint8_t *in, size_t len)
{
    return vmb_facv_crypt(c, 0, out, in, len);
}

int vmb_facv_decrypt(const vmb_facv *c, uint8_t *out, const uint8_t *in, size_t len)
{
    return vmb_facv_crypt(c, 1, out, in, len);
}

void vmb_facv_wipe(vmb_facv *c)
{
#if VMB_KEEPER
    uint32_t turn;

    if (c != NULL && c->number != 0) {
        turn = vmb_engine_acquire();
        if (!vmb_engine_off(turn) && vmb_facv_number.there == c->number) {
            (void)vmb_keeper_begin(turn);
            vmb_keeper_wipe();
            vmb_facv_number.there = 0;
        }
        vmb_engine_release(turn);
    }
#endif
    vmb_wipe_object(c, sizeof *c);
}
