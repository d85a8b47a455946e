/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls of vambrace/frames/dtls13.h. Numbers begin with tag_len, epoch, length and the way that keys are wrong, then
 * header, type, sequence number and length of the content, or the window. Strings are the algorithm's name with its
 * end, key, IV, the key for sequence numbers and the connection ID; without bytes a key was never initialised.
 */
#include "harness.h"

#include "vambrace/frames/dtls13.h"

static vmb_aead_key key;
static union {
    vmb_aes128_key aes128;
    vmb_aes256_key aes256;
    uint8_t bytes[32];
} sn_key;

/* Ways that keys are wrong. */
enum { RIGHT, NO_AEAD, NO_MASK, NO_SN_KEY, NO_CID, NO_KEY };

static int protect(frames_case *c, const vmb_dtls13_keys *keys, uint8_t *record)
{
    size_t record_len = 0;
    int status = vmb_dtls13_protect(keys, (unsigned)c->number[4], (unsigned)c->number[5], c->number[6], record,
                                    (size_t)c->number[2], (size_t)c->number[7], &record_len);

    c->result[0] = record_len;
    return status;
}

static int unprotect(frames_case *c, const vmb_dtls13_keys *keys, uint8_t *record)
{
    vmb_replay_window window = {c->number[4], c->number[5]};
    vmb_dtls13_record result = {0, 0, 0, 0, 0};
    int status = vmb_dtls13_unprotect(keys, &window, record, (size_t)c->number[2], &result);

    c->result[0] = window.next;
    c->result[1] = window.seen;
    c->result[2] = result.sequence;
    c->result[3] = result.content_at;
    c->result[4] = result.content_len;
    c->result[5] = result.record_len;
    c->result[6] = result.type;
    return status;
}

static int mask_of_nothing(unsigned which)
{
    uint8_t room[32] = {0}, *mask = room;
    static const uint8_t sample[16] = {1};
    uint8_t *last = (uint8_t *)&sn_key + 31;

    switch (which) {
    case 0:
        return vmb_dtls13_mask_aes128(NULL, mask, sample);
    case 1:
        return vmb_dtls13_mask_aes256(NULL, mask, sample);
    case 2:
        return vmb_dtls13_mask_chacha20(NULL, mask, sample);
    case 3:
        return vmb_dtls13_mask_chacha20(&sn_key, NULL, sample);
    case 4:
        return vmb_dtls13_mask_chacha20(&sn_key, mask, NULL);
    case 5:
        return vmb_dtls13_mask_chacha20(&sn_key, last, sample);
    default:
        return vmb_dtls13_mask_chacha20(&sn_key, mask, room + 15);
    }
}

/* The key objects of a case, and the function for masks. */
static int prepare(const frames_case *c, vmb_dtls13_keys *keys)
{
    const frames_string *sn = &c->string[3];

    memset(&key, 0, sizeof key);
    memset(&sn_key, 0, sizeof sn_key);
    keys->aead = vmb_aead_find(vmb_aeads, (const char *)c->string[0].bytes);
    if (c->string[1].len != 0 && keys->aead->init(&key, c->string[1].bytes, c->string[1].len) != VMB_OK) {
        return 1;
    }
    if (keys->aead == &vmb_aead_chacha20_poly1305) {
        keys->mask = vmb_dtls13_mask_chacha20;
        memcpy(sn_key.bytes, sn->bytes, sn->len);
    } else if (keys->aead->key_len == 32) {
        keys->mask = vmb_dtls13_mask_aes256;
        return sn->len != 0 && vmb_aes256_init(&sn_key.aes256, sn->bytes, sn->len) != VMB_OK;
    } else {
        keys->mask = vmb_dtls13_mask_aes128;
        return sn->len != 0 && vmb_aes128_init(&sn_key.aes128, sn->bytes, sn->len) != VMB_OK;
    }
    return 0;
}

static int frames_call(frames_case *c, uint8_t *frame)
{
    vmb_dtls13_keys keys = {NULL, &key, NULL, &sn_key, NULL, 0, 0, 0, {0}};
    size_t ignored, len = (size_t)c->number[2];
    vmb_replay_window window = {0, 0};
    vmb_dtls13_record result;

    if (prepare(c, &keys) != 0) {
        return 1;
    }
    memcpy(keys.iv, c->string[2].bytes, c->string[2].len);
    keys.cid_len = (uint8_t)c->string[4].len;
    keys.cid = c->number[3] == NO_CID ? NULL : c->string[4].bytes;
    keys.tag_len = (uint8_t)c->number[0];
    keys.epoch = (uint8_t)c->number[1];
    keys.aead = c->number[3] == NO_AEAD ? NULL : keys.aead;
    keys.mask = c->number[3] == NO_MASK ? NULL : keys.mask;
    keys.sn_key = c->number[3] == NO_SN_KEY ? NULL : keys.sn_key;
    keys.key = c->number[3] == NO_KEY ? NULL : keys.key;
    switch (c->function) {
    case 0:
        return protect(c, &keys, frame);
    case 1:
        return unprotect(c, &keys, frame);
    case 2:
        return protect(c, NULL, frame);
    case 3:
        return unprotect(c, NULL, frame);
    case 4:
        return protect(c, &keys, NULL);
    case 5:
        return unprotect(c, &keys, NULL);
    case 6:
        return vmb_dtls13_protect(&keys, 0, 23, 1, frame, len, 5, NULL);
    case 7:
        return vmb_dtls13_unprotect(&keys, NULL, frame, len, &result);
    case 8:
        return vmb_dtls13_unprotect(&keys, &window, frame, len, NULL);
    case 9:
        c->result[0] = vmb_dtls13_record_len(frame, len, (size_t)c->number[4]);
        return VMB_OK;
    case 10:
        return vmb_dtls13_protect(&keys, 0, 23, 1, (uint8_t *)&key, sizeof key, 5, &ignored);
    case 11:
        return mask_of_nothing((unsigned)c->number[4]);
    default:
        return 1;
    }
}
