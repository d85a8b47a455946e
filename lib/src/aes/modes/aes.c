/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES in the modes ECB, CBC and CTR (NIST SP 800-38A), one shot: the public
 * functions of vambrace/aes.h. Each checks its arguments and runs a mode on blocks
 * (aes_modes.h); one body serves the three key sizes.
 */
#include "aes/modes/aes_modes.h"
#include "aes/aes_words.h"
#include "vambrace/aes.h"

#if !VMB_ENGINE

#include "aes/modes/aes_check.h"

static void vmb_ecb_encrypt(const uint32_t *rk, unsigned rounds, uint32_t chain[4], uint8_t *out, const uint8_t *in,
                            size_t blocks)
{
    (void)chain;
    vmb_aes_encrypt_blocks(rk, rounds, out, in, blocks);
}

static void vmb_ecb_decrypt(const uint32_t *rk, unsigned rounds, uint32_t chain[4], uint8_t *out, const uint8_t *in,
                            size_t blocks)
{
    (void)chain;
    vmb_aes_decrypt_blocks(rk, rounds, out, in, blocks);
}

VMB_NOINLINE static int vmb_aes_ecb(vmb_aes_mode *mode, const uint32_t *key, unsigned rounds, uint8_t *out,
                                    const uint8_t *in, size_t len)
{
    int status = vmb_aes_check_ecb(key, rounds, out, in, len);
    vmb_aes_turn turn;

    if (status == VMB_OK) {
        status = vmb_aes_begin(key, rounds, &turn);
    }
    if (status == VMB_OK) {
        vmb_aes_any(mode, key, rounds, NULL, out, in, len / 16);
        status = vmb_aes_end(rounds, &turn);
    }
    return vmb_aes_return(status, out, len);
}

VMB_NOINLINE static int vmb_aes_cbc(vmb_aes_mode *mode, const uint32_t *key, unsigned rounds, uint8_t *iv, uint8_t *out,
                                    const uint8_t *in, size_t len)
{
    int status = vmb_aes_check_chain(key, rounds, iv, out, in, len, 16);
    uint32_t chain[4]; /* a ciphertext block: not secret */
    vmb_aes_turn turn;

    if (status == VMB_OK) {
        vmb_aes_copy((uint8_t *)chain, iv, 16);
        status = vmb_aes_begin(key, rounds, &turn);
    }
    if (status == VMB_OK) {
        vmb_aes_any(mode, key, rounds, chain, out, in, len / 16);
        status = vmb_aes_end(rounds, &turn);
        if (status == VMB_OK) {
            vmb_aes_copy(iv, (const uint8_t *)chain, 16);
        }
    }
    return vmb_aes_return(status, out, len);
}

VMB_NOINLINE static int vmb_aes_ctr(const uint32_t *key, unsigned rounds, uint8_t *counter, uint8_t *out,
                                    const uint8_t *in, size_t len)
{
    int status = vmb_aes_check_chain(key, rounds, counter, out, in, len, 1);
    vmb_ctr_work w;
    vmb_aes_turn turn;

    if (status == VMB_OK) {
        vmb_aes_copy((uint8_t *)w.ctr, counter, 16);
        w.used = 16;
        status = vmb_aes_begin(key, rounds, &turn);
    }
    if (status == VMB_OK) {
        vmb_aes_ctr_bytes(vmb_aes_ctr_carry, key, rounds, &w, out, in, len);
        status = vmb_aes_end(rounds, &turn);
        vmb_wipe(w.ks, sizeof w.ks);
        if (status == VMB_OK) {
            vmb_aes_copy(counter, (const uint8_t *)w.ctr, 16);
        }
    }
    return vmb_aes_return(status, out, len);
}

VMB_NOINLINE static int vmb_aes_init(uint32_t *key, unsigned rounds, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, VMB_AES_KEY_SIZE(rounds), bytes, key_len, 4 * (rounds - 6));

    if (status == VMB_OK) {
        status = vmb_aes_return(vmb_aes_there(rounds), (uint8_t *)key, VMB_AES_KEY_SIZE(rounds));
    }
    if (status == VMB_OK) {
        vmb_aes_expand(key, bytes, rounds);
#if VMB_ISE_ZKNED
        vmb_aes_expand_inverse(key, rounds);
#endif
        vmb_set_mark(key, VMB_AES_KEY_SIZE(rounds), VMB_MARK_AES);
    }
    return status;
}

#define VMB_AES_DEFINE(name, rounds)                                                                                 \
    int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len)                                           \
    {                                                                                                                \
        return vmb_aes_wiped(rounds, vmb_aes_init((uint32_t *)key, rounds, bytes, key_len));                         \
    }                                                                                                                \
    void name##_wipe(name##_key *key)                                                                                \
    {                                                                                                                \
        vmb_wipe_object(key, sizeof *key);                                                                           \
    }                                                                                                                \
    int name##_ecb_encrypt(const name##_key *key, uint8_t *out, const uint8_t *in, size_t len)                       \
    {                                                                                                                \
        return vmb_aes_wiped(rounds, vmb_aes_ecb(vmb_ecb_encrypt, (const uint32_t *)key, rounds, out, in, len));     \
    }                                                                                                                \
    int name##_ecb_decrypt(const name##_key *key, uint8_t *out, const uint8_t *in, size_t len)                       \
    {                                                                                                                \
        return vmb_aes_wiped(rounds, vmb_aes_ecb(vmb_ecb_decrypt, (const uint32_t *)key, rounds, out, in, len));     \
    }                                                                                                                \
    int name##_cbc_encrypt(const name##_key *key, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len)       \
    {                                                                                                                \
        return vmb_aes_wiped(rounds, vmb_aes_cbc(vmb_aes_cbc_encrypt_blocks, (const uint32_t *)key, rounds, iv, out, \
                                                 in, len));                                                          \
    }                                                                                                                \
    int name##_cbc_decrypt(const name##_key *key, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len)       \
    {                                                                                                                \
        return vmb_aes_wiped(rounds, vmb_aes_cbc(vmb_aes_cbc_decrypt_blocks, (const uint32_t *)key, rounds, iv, out, \
                                                 in, len));                                                          \
    }                                                                                                                \
    int name##_ctr(const name##_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t len)          \
    {                                                                                                                \
        return vmb_aes_wiped(rounds, vmb_aes_ctr((const uint32_t *)key, rounds, counter, out, in, len));             \
    }

VMB_AES_DEFINE(vmb_aes128, 10)
VMB_AES_DEFINE(vmb_aes192, 12)
VMB_AES_DEFINE(vmb_aes256, 14)

#endif
