/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Records of DTLS 1.2 of epoch 1. Keys: that of the AEAD, then the IV of 4 or 12 bytes. Public: the sequence number (6
 * bytes, little-endian).
 */
#include "frame.h"
#include "vambrace/frames/dtls12.h"

enum { VMB_FRAME_IV = VMB_FRAME_HEADER == VMB_DTLS12_HEADER_LEN ? 12 : 4, VMB_FRAME_APPLICATION_DATA = 23 };

typedef struct {
    vmb_dtls12_keys keys;
    VMB_FRAME_ALG(_key) key;
} vmb_frame_key;

static int vmb_frame_init(vmb_frame_key *key, const uint8_t *bytes, size_t len)
{
    unsigned i;

    key->keys.aead = &VMB_FRAME_OBJECT;
    key->keys.key = &key->key;
    key->keys.iv_len = VMB_FRAME_IV;
    key->keys.tag_len = VMB_FRAME_TAG;
    key->keys.epoch = 1;
    for (i = 0; i < sizeof key->keys.iv; i++) {
        key->keys.iv[i] = i < VMB_FRAME_IV ? bytes[len - VMB_FRAME_IV + i] : 0;
    }
    return VMB_FRAME_ALG(_init)(&key->key, bytes, len - VMB_FRAME_IV);
}

static void vmb_frame_wipe(vmb_frame_key *key)
{
    vmb_frame_clear(key, sizeof *key);
}

static int vmb_frame_protect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    size_t record_len;

    return vmb_dtls12_protect(&key->keys, VMB_FRAME_APPLICATION_DATA, vmb_frame_number(with, 6), frame, len,
                              len - VMB_FRAME_HEADER - VMB_FRAME_TAG, &record_len);
}

static int vmb_frame_unprotect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    vmb_replay_window window = {0, 0};
    vmb_dtls12_record record;

    (void)with;
    return vmb_dtls12_unprotect(&key->keys, &window, frame, len, &record);
}
