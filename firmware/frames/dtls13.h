/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Records of DTLS 1.3 of epoch 3, with a length and 16 bits of the sequence number. Keys: that of the AEAD, the IV of 12
 * bytes, the key for sequence numbers, which is as long as the first one. Public: the sequence number (8 bytes,
 * little-endian).
 */
#include "frame.h"
#include "vambrace/frames/dtls13.h"

enum {
    VMB_FRAME_IV = 12,
    VMB_FRAME_BITS = VMB_DTLS13_LENGTH | VMB_DTLS13_SEQUENCE_16,
    VMB_FRAME_APPLICATION_DATA = 23
};

/* How to make the key for sequence numbers. */
#define VMB_FRAME_SN_KEY_aes128(to, from, len) vmb_aes128_init(&(to)->aes128, from, len)
#define VMB_FRAME_SN_KEY_chacha20(to, from, len) vmb_frame_copy((to)->bytes, from, len)
#define VMB_FRAME_SN_KEY VMB_FRAME_PASTE(VMB_FRAME_SN_KEY_, VMB_FRAME_MASK, )

typedef struct {
    vmb_dtls13_keys keys;
    VMB_FRAME_ALG(_key) key;
    union {
        vmb_aes128_key aes128;
        uint8_t bytes[32];
    } sn_key;
} vmb_frame_key;

static inline int vmb_frame_copy(uint8_t *to, const uint8_t *from, size_t len)
{
    size_t i;

    for (i = 0; i < len; i++) {
        to[i] = from[i];
    }
    return VMB_OK;
}

static int vmb_frame_init(vmb_frame_key *key, const uint8_t *bytes, size_t len)
{
    size_t key_len = (len - VMB_FRAME_IV) / 2;
    int status = VMB_FRAME_SN_KEY(&key->sn_key, bytes + key_len + VMB_FRAME_IV, key_len);

    key->keys.aead = &VMB_FRAME_OBJECT;
    key->keys.key = &key->key;
    key->keys.mask = VMB_FRAME_PASTE(vmb_dtls13_mask_, VMB_FRAME_MASK, );
    key->keys.sn_key = &key->sn_key;
    key->keys.cid = NULL;
    key->keys.cid_len = 0;
    key->keys.tag_len = VMB_FRAME_TAG;
    key->keys.epoch = 3;
    (void)vmb_frame_copy(key->keys.iv, bytes + key_len, VMB_FRAME_IV);
    return status == VMB_OK ? VMB_FRAME_ALG(_init)(&key->key, bytes, key_len) : status;
}

static void vmb_frame_wipe(vmb_frame_key *key)
{
    vmb_frame_clear(key, sizeof *key);
}

static int vmb_frame_protect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    size_t record_len;

    return vmb_dtls13_protect(&key->keys, VMB_FRAME_BITS, VMB_FRAME_APPLICATION_DATA, vmb_frame_number(with, 8), frame,
                              len, len - VMB_FRAME_HEADER - 1 - VMB_FRAME_TAG, &record_len);
}

static int vmb_frame_unprotect(const vmb_frame_key *key, const uint8_t *with, uint8_t *frame, size_t len)
{
    vmb_replay_window window = {0, 0};
    vmb_dtls13_record record;

    (void)with;
    return vmb_dtls13_unprotect(&key->keys, &window, frame, len, &record);
}
