/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Masks of sequence numbers of DTLS 1.3 by ChaCha20 (RFC 9147, section 4.2.3): the first bytes of the block whose
 * counter and nonce are the sample.
 */
#include "vambrace/frames/dtls13.h"

#include "chacha/chacha20.h"
#include "common/common.h"

VMB_NOINLINE static void vmb_dtls13_block(const uint8_t *sn_key, uint8_t *mask, const uint8_t *sample)
{
    uint32_t key[8];
    unsigned i;

    for (i = 0; i < 8; i++) {
        key[i] = vmb_load32_le(sn_key + 4 * i);
    }
    for (i = 0; i < 16; i++) {
        mask[i] = 0;
    }
    vmb_chacha20_xor(key, sample + 4, vmb_load32_le(sample), NULL, mask, mask, 16);
    vmb_wipe(key, sizeof key);
}

int vmb_dtls13_mask_chacha20(const void *sn_key, uint8_t mask[16], const uint8_t sample[16])
{
    if (sn_key == NULL || mask == NULL || sample == NULL || VMB_OVERLAP(mask, 16, sn_key, 32) ||
        VMB_OVERLAP(mask, 16, sample, 16)) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_dtls13_block((const uint8_t *)sn_key, mask, sample);
    vmb_wipe_stack();
    return VMB_OK;
}
