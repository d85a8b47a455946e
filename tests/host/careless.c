/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The real ChaCha20-Poly1305 on RV32, except for a seal that changes s5 and leaves a
 * word of the key on the stack, and an open that changes tp: for tests of the tests.
 * Include broken.h first.
 */
#include "broken.h"

int vmb_broken_init(vmb_broken_key *key, const uint8_t *bytes, size_t key_len)
{
    return vmb_chacha20_poly1305_init(key, bytes, key_len);
}

void vmb_broken_wipe(vmb_broken_key *key)
{
    vmb_chacha20_poly1305_wipe(key);
}

int vmb_broken_seal(const vmb_broken_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    int status = vmb_chacha20_poly1305_seal(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);
    volatile uint32_t left = key->words[5];

    (void)left;
    __asm__ volatile("addi s5, s5, 1"); /* unknown to the compiler */
    return status;
}

int vmb_broken_open(const vmb_broken_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,
                    const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                    size_t len)
{
    int status = vmb_chacha20_poly1305_open(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);

    __asm__ volatile("addi tp, tp, 1");
    return status;
}
