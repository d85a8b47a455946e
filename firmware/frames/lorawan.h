/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Data frames of LoRaWAN. Keys: NwkSKey for the MIC, AppSKey; FRMPayload with FPort 0 has no key. Public: the frame
 * counter (4 bytes, little-endian).
 */
#include "frame.h"
#include "vambrace/frames/lorawan.h"

typedef struct {
    vmb_lorawan_keys keys;
    vmb_aes128_cmac_key nwk_mac;
    vmb_aes128_key app;
} vmb_frame_key;

static int vmb_frame_init(vmb_frame_key *key, const uint8_t *bytes, size_t len)
{
    int status = len == 32 ? vmb_aes128_cmac_init(&key->nwk_mac, bytes, 16) : VMB_ERR_LENGTH;

    key->keys.nwk_mac = &key->nwk_mac;
    key->keys.nwk = NULL;
    key->keys.app = &key->app;
    return status == VMB_OK ? vmb_aes128_init(&key->app, bytes + 16, 16) : status;
}

static void vmb_frame_wipe(vmb_frame_key *key)
{
    vmb_frame_clear(key, sizeof *key);
}

static int vmb_frame_protect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    return vmb_lorawan_protect(&key->keys, (uint32_t)vmb_frame_number(with, 4), frame, len, len - VMB_FRAME_TAG);
}

static int vmb_frame_unprotect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    vmb_lorawan_frame found;

    return vmb_lorawan_unprotect(&key->keys, (uint32_t)vmb_frame_number(with, 4), frame, len, &found);
}
