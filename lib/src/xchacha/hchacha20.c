/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * HChaCha20 (draft-irtf-cfrg-xchacha-03, section 2.2) by the kernels of ChaCha20.
 *
 * HChaCha20 gives the first and the last row of the matrix after the rounds. A block of
 * keystream is that matrix plus the one before the rounds (RFC 8439, section 2.3), of
 * which these two rows, constants and nonce, are public: they are subtracted again.
 */
#include "xchacha/hchacha20.h"

/* The little-endian word at p, any alignment; fast for words of a little-endian machine. */
VMB_INLINE uint32_t vmb_xcp_word(const void *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (vmb_is_aligned(p)) {
        return vmb_get_word(p);
    }
#endif
    return vmb_load32_le((const uint8_t *)p);
}

void vmb_xchacha20_derive(vmb_chacha20_poly1305_key *sub, uint32_t sub_nonce[3], const uint32_t key[8],
                          const uint8_t *nonce)
{
    static const uint32_t constants[4] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u}; /* RFC 8439, 2.3 */
    uint32_t block[16];
    unsigned i;

    vmb_wipe(block, sizeof block); /* no loop that the compiler would make a call of memset of */
    /* The last row of the matrix is counter and nonce: here, the first 16 bytes of the long nonce. */
    vmb_chacha20_xor(key, nonce + 4, vmb_xcp_word(nonce), NULL, (uint8_t *)block, (const uint8_t *)block, sizeof block);
    for (i = 0; i < 4; i++) {
        sub->words[i] = vmb_xcp_word(&block[i]) - constants[i];
        sub->words[4 + i] = vmb_xcp_word(&block[12 + i]) - vmb_xcp_word(nonce + 4 * i);
    }
#if VMB_ENGINE
    sub->words[8] = 0; /* it is in no key slot */
#endif
    vmb_set_mark(sub->words, sizeof *sub, VMB_MARK_CHACHA20_POLY1305);
    vmb_wipe(block, sizeof block);

    sub_nonce[0] = 0;
    vmb_store32_le((uint8_t *)&sub_nonce[1], vmb_xcp_word(nonce + 16));
    vmb_store32_le((uint8_t *)&sub_nonce[2], vmb_xcp_word(nonce + 20));
}
