/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/** @file The key of protocols whose only key is one of AES-128-CCM. */
#ifndef VMB_FRAME_CCM_H
#define VMB_FRAME_CCM_H

#include "frame.h"
#include "vambrace/aead.h"

typedef vmb_aes128_ccm_key vmb_frame_key;

static int vmb_frame_init(vmb_frame_key *key, const uint8_t *bytes, size_t len)
{
    return vmb_aes128_ccm_init(key, bytes, len);
}

static void vmb_frame_wipe(vmb_frame_key *key)
{
    vmb_aes128_ccm_wipe(key);
}

#endif
