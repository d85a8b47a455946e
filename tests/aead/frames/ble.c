/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls of vambrace/frames/ble.h: numbers are direction, counter and length; strings are key and initialization vector.
 * A key without bytes was never initialised.
 */
#include "harness.h"

#include "vambrace/frames/ble.h"

static vmb_aes128_ccm_key key;

static int frames_call(frames_case *c, uint8_t *frame)
{
    const uint8_t *iv = c->string[1].len != 0 ? c->string[1].bytes : NULL;
    unsigned direction = (unsigned)c->number[0];
    size_t len = (size_t)c->number[2];

    vmb_aes128_ccm_wipe(&key);
    if (c->string[0].len != 0 && vmb_aes128_ccm_init(&key, c->string[0].bytes, c->string[0].len) != VMB_OK) {
        return 1;
    }
    switch (c->function) {
    case 0:
        return vmb_ble_protect(&key, iv, direction, c->number[1], frame, len);
    case 1:
        return vmb_ble_unprotect(&key, iv, direction, c->number[1], frame, len);
    case 2:
        return vmb_ble_protect(NULL, iv, direction, c->number[1], frame, len);
    case 3:
        return vmb_ble_unprotect(NULL, iv, direction, c->number[1], frame, len);
    case 4:
        return vmb_ble_protect(&key, iv, direction, c->number[1], NULL, len);
    case 5:
        return vmb_ble_unprotect(&key, iv, direction, c->number[1], NULL, len);
    default:
        return 1;
    }
}
