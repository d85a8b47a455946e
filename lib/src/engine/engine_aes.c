/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES in the modes ECB, CBC and CTR (NIST SP 800-38A) on the engine, one shot: the
 * public functions of vambrace/aes.h. The engine takes an initialization vector or a
 * counter block and gives none back: what the next call on a message needs is a block
 * of ciphertext, or a sum. One body serves the three key sizes.
 */
#include "engine/engine_mode.h"
#include "vambrace/aes.h"

#if VMB_ENGINE

#include "aes/modes/aes_check.h"

VMB_NOINLINE static int vmb_engine_ecb(uint32_t job, const uint32_t *key, unsigned rounds, uint8_t *out,
                                       const uint8_t *in, size_t len)
{
    int status = vmb_aes_check_ecb(key, rounds, out, in, len);

    if (status == VMB_OK && len != 0) {
        status = vmb_engine_mode(job, key, rounds, NULL, out, in, len);
    }
    return status;
}

/* Copies a block; not by a call of memcpy. */
static void vmb_engine_copy_block(uint8_t *to, const uint8_t *from)
{
    uint32_t x;
    unsigned i;

#if !VMB_SIZE
    if (vmb_is_aligned(to) && vmb_is_aligned(from)) {
        for (i = 0; i < 16; i += 4) {
            x = vmb_get_word(from + i);
            VMB_OPAQUE(x);
            vmb_put_word(to + i, x);
        }
        return;
    }
#endif
    for (i = 0; i < 16; i++) {
        x = from[i];
        VMB_OPAQUE(x);
        to[i] = (uint8_t)x;
    }
}

VMB_NOINLINE static int vmb_engine_cbc(uint32_t job, const uint32_t *key, unsigned rounds, uint8_t *iv, uint8_t *out,
                                       const uint8_t *in, size_t len)
{
    int status = vmb_aes_check_chain(key, rounds, iv, out, in, len, 16);
    const int opens = (job & VMB_JOB_FLAG(DECRYPT)) != 0;
    uint32_t next[4]; /* a block of ciphertext */

    if (status == VMB_OK && len != 0) {
        if (opens) {
            vmb_engine_copy_block((uint8_t *)next, in + len - 16); /* overwritten if in place */
        }
        status = vmb_engine_mode(job, key, rounds, iv, out, in, len);
        if (status == VMB_OK) {
            vmb_engine_copy_block(iv, opens ? (const uint8_t *)next : out + len - 16);
        }
    }
    return status;
}

/* counter += blocks, a big-endian number. Only where its low 32 bits overflow it takes longer. */
static void vmb_engine_count(uint8_t *counter, uint32_t blocks)
{
    uint8_t *low = counter + 12;
    uint32_t was = (uint32_t)low[0] << 24 | (uint32_t)low[1] << 16 | (uint32_t)low[2] << 8 | low[3];
    uint32_t now = was + blocks, carry = now < was;

    low[0] = (uint8_t)(now >> 24);
    low[1] = (uint8_t)(now >> 16);
    low[2] = (uint8_t)(now >> 8);
    low[3] = (uint8_t)now;
    while (carry != 0 && low != counter) {
        carry += *--low;
        *low = (uint8_t)carry;
        carry >>= 8;
    }
}

VMB_NOINLINE static int vmb_engine_ctr(const uint32_t *key, unsigned rounds, uint8_t *counter, uint8_t *out,
                                       const uint8_t *in, size_t len)
{
    int status = vmb_aes_check_chain(key, rounds, counter, out, in, len, 1);

    if (status == VMB_OK && len != 0) {
        status = vmb_engine_mode(VMB_JOB_AES_CTR(rounds), key, rounds, counter, out, in, len);
        if (status == VMB_OK) {
            vmb_engine_count(counter, (uint32_t)((len + 15) / 16));
        }
    }
    return status;
}

#define VMB_ENGINE_AES_DEFINE(name, rounds)                                                                            \
    int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len)                                             \
    {                                                                                                                  \
        return vmb_engine_key((uint32_t *)key, bytes, key_len, 4 * (rounds) - 24, VMB_MARK_AES);                       \
    }                                                                                                                  \
    int name##_init_slot(name##_key *key, unsigned slot)                                                               \
    {                                                                                                                  \
        return vmb_engine_key_in_slot((uint32_t *)key, slot, 4 * (rounds) - 24, VMB_MARK_AES);                         \
    }                                                                                                                  \
    void name##_wipe(name##_key *key)                                                                                  \
    {                                                                                                                  \
        vmb_wipe_object(key, sizeof *key);                                                                             \
    }                                                                                                                  \
    int name##_ecb_encrypt(const name##_key *key, uint8_t *out, const uint8_t *in, size_t len)                         \
    {                                                                                                                  \
        return vmb_engine_ecb(VMB_JOB_AES_ECB(rounds), (const uint32_t *)key, rounds, out, in, len);                   \
    }                                                                                                                  \
    int name##_ecb_decrypt(const name##_key *key, uint8_t *out, const uint8_t *in, size_t len)                         \
    {                                                                                                                  \
        return vmb_engine_ecb(VMB_JOB_AES_ECB(rounds) | VMB_JOB_FLAG(DECRYPT), (const uint32_t *)key, rounds, out, in, \
                              len);                                                                                    \
    }                                                                                                                  \
    int name##_cbc_encrypt(const name##_key *key, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len)         \
    {                                                                                                                  \
        return vmb_engine_cbc(VMB_JOB_AES_CBC(rounds), (const uint32_t *)key, rounds, iv, out, in, len);               \
    }                                                                                                                  \
    int name##_cbc_decrypt(const name##_key *key, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len)         \
    {                                                                                                                  \
        return vmb_engine_cbc(VMB_JOB_AES_CBC(rounds) | VMB_JOB_FLAG(DECRYPT), (const uint32_t *)key, rounds, iv, out, \
                              in, len);                                                                                \
    }                                                                                                                  \
    int name##_ctr(const name##_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t len)            \
    {                                                                                                                  \
        return vmb_engine_ctr((const uint32_t *)key, rounds, counter, out, in, len);                                   \
    }

VMB_ENGINE_AES_DEFINE(vmb_aes128, 10)
VMB_ENGINE_AES_DEFINE(vmb_aes192, 12)
VMB_ENGINE_AES_DEFINE(vmb_aes256, 14)

#endif
