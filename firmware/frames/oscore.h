/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Requests protected by OSCORE. Public: Common IV (13 bytes), Partial IV (5, little-endian), Sender ID (1).
 */
#include "ccm.h"
#include "vambrace/frames/oscore.h"

static vmb_oscore_message vmb_frame_message(const uint8_t *with)
{
    uint64_t piv = vmb_frame_number(with + 13, 5);
    vmb_oscore_message m = {with, with + 18, 1, piv, with + 18, 1, piv};

    return m;
}

static int vmb_frame_protect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    vmb_oscore_message m = vmb_frame_message(with);

    return vmb_oscore_protect(key, &m, frame, len, len - VMB_FRAME_TAG);
}

static int vmb_frame_unprotect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    vmb_oscore_message m = vmb_frame_message(with);

    return vmb_oscore_unprotect(key, &m, frame, len);
}
