/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/** @file PDUs of Bluetooth Low Energy. Public: initialization vector (8 bytes), counter (5, little-endian). */
#include "ccm.h"
#include "vambrace/frames/ble.h"

static int vmb_frame_protect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    return vmb_ble_protect(key, with, VMB_BLE_FROM_CENTRAL, vmb_frame_number(with + 8, 5), frame, len);
}

static int vmb_frame_unprotect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    return vmb_ble_unprotect(key, with, VMB_BLE_FROM_CENTRAL, vmb_frame_number(with + 8, 5), frame, len);
}
