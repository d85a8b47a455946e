/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/** @file Frames of Zigbee with the sender's address and the key's number in the auxiliary header of 14 bytes. */
#include "ccm.h"
#include "vambrace/frames/zigbee.h"

enum { VMB_FRAME_AUX = VMB_FRAME_HEADER - 14 };

static int vmb_frame_protect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    (void)with;
    return vmb_zigbee_protect(key, VMB_FRAME_LEVEL, NULL, frame, len, VMB_FRAME_AUX,
                              len - VMB_FRAME_HEADER - VMB_FRAME_TAG);
}

static int vmb_frame_unprotect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    (void)with;
    return vmb_zigbee_unprotect(key, VMB_FRAME_LEVEL, NULL, frame, len, VMB_FRAME_AUX);
}
