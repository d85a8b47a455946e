/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * CBC and CTR (NIST SP 800-38A) on whole blocks, for the backends that have none of
 * their own (aes_backend.h): made of the functions that encrypt and decrypt
 * blocks each by itself. Blocks are little-endian words.
 */
#include "aes/portable/aes_software_names.h"

#include "aes/modes/aes_modes.h"
#include "aes/aes_swap.h"
#include "vambrace/detail/backend/engine.h"

#if !VMB_AES_OWN_MODES

/* Blocks handed over at a time: an even number, as backends may do two at once. */
#define VMB_TOGETHER 4

#if !VMB_ENGINE

void vmb_aes_cbc_encrypt_blocks(const uint32_t *rk, unsigned rounds, uint32_t iv[4], uint8_t *out, const uint8_t *in,
                                size_t blocks)
{
    unsigned i;

    for (; blocks != 0; blocks--, in += 16, out += 16) {
        for (i = 0; i < 4; i++) {
            iv[i] ^= vmb_get_word(in + 4 * i);
        }
        vmb_aes_encrypt_blocks(rk, rounds, (uint8_t *)iv, (const uint8_t *)iv, 1);
        for (i = 0; i < 4; i++) {
            vmb_put_word(out + 4 * i, iv[i]);
        }
    }
}

void vmb_aes_cbc_decrypt_blocks(const uint32_t *rk, unsigned rounds, uint32_t iv[4], uint8_t *out, const uint8_t *in,
                                size_t blocks)
{
    uint32_t last[4 * VMB_TOGETHER]; /* ciphertext: out may be in. Not secret. */
    uint32_t x;
    size_t n, i;

    for (; blocks != 0; blocks -= n, in += 16 * n, out += 16 * n) {
        n = blocks < VMB_TOGETHER ? blocks : VMB_TOGETHER;
        for (i = 0; i < 4 * n; i++) {
            x = vmb_get_word(in + 4 * i);
            VMB_OPAQUE(x); /* or the compiler calls memcpy */
            last[i] = x;
        }
        vmb_aes_decrypt_blocks(rk, rounds, out, in, n);
        for (i = 0; i < 4 * n; i++) {
            x = i < 4 ? iv[i] : last[i - 4];
            vmb_put_word(out + 4 * i, vmb_get_word(out + 4 * i) ^ x);
        }
        for (i = 0; i < 4; i++) {
            iv[i] = last[4 * n - 4 + i];
        }
    }
}

#endif

#if VMB_AES_CTR_KEYSTREAM
void vmb_aes_ctr_blocks(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    uint32_t count = vmb_aes_swap(ctr[3]);
    size_t i;

    (void)in;
    for (i = 0; i != 16 * blocks; i += 16) {
        vmb_put_word(out + i, ctr[0]);
        vmb_put_word(out + i + 4, ctr[1]);
        vmb_put_word(out + i + 8, ctr[2]);
        vmb_put_word(out + i + 12, vmb_aes_swap(count));
        count++;
        VMB_OPAQUE(count); /* no loop that ends by its value: as below */
    }
    ctr[3] = vmb_aes_swap(count);
    vmb_aes_encrypt_blocks(rk, rounds, out, out, blocks);
}
#else
void vmb_aes_ctr_blocks(const uint32_t *rk, unsigned rounds, uint32_t ctr[4], uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    uint32_t ks[4 * VMB_TOGETHER], count = vmb_aes_swap(ctr[3]);
    size_t n, i;

    /* No branch: with some nonces of GCM the counter is a secret. */
    for (; blocks != 0; blocks -= n) {
        n = blocks < VMB_TOGETHER ? blocks : VMB_TOGETHER;
        for (i = 0; i < 4 * n; i += 4) {
            ks[i] = ctr[0];
            ks[i + 1] = ctr[1];
            ks[i + 2] = ctr[2];
            ks[i + 3] = vmb_aes_swap(count);
            count++;
        }
        vmb_aes_encrypt_blocks(rk, rounds, (uint8_t *)ks, (const uint8_t *)ks, n);
        for (i = 0; i < 4 * n; i++, in += 4, out += 4) {
            vmb_put_word(out, vmb_get_word(in) ^ ks[i]);
        }
    }
    ctr[3] = vmb_aes_swap(count);
    vmb_wipe(ks, sizeof ks);
}
#endif

#endif
