/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/** @file Frames of IEEE 802.15.4. Public: source address (8 bytes), frame counter (4, little-endian). */
#include "ccm.h"
#include "vambrace/frames/ieee802154.h"

static int vmb_frame_protect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    return vmb_ieee802154_protect(key, VMB_FRAME_LEVEL, with, (uint32_t)vmb_frame_number(with + 8, 4), frame, len,
                                  VMB_FRAME_HEADER, len - VMB_FRAME_HEADER - VMB_FRAME_TAG);
}

static int vmb_frame_unprotect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    return vmb_ieee802154_unprotect(key, VMB_FRAME_LEVEL, with, (uint32_t)vmb_frame_number(with + 8, 4), frame, len,
                                    VMB_FRAME_HEADER);
}
