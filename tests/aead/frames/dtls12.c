/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls of vambrace/frames/dtls12.h. Numbers begin with iv_len, tag_len, epoch and length, then type, sequence number
 * and length of the content, or the window. Strings are the algorithm's name with its end, key and IV; without bytes
 * there is no algorithm, or the key was never initialised.
 */
#include "harness.h"

#include "vambrace/frames/dtls12.h"

static vmb_aead_key key;

static int protect(frames_case *c, const vmb_dtls12_keys *keys, uint8_t *record)
{
    size_t record_len = 0;
    int status = vmb_dtls12_protect(keys, (unsigned)c->number[4], c->number[5], record, (size_t)c->number[3],
                                    (size_t)c->number[6], &record_len);

    c->result[0] = record_len;
    return status;
}

static int unprotect(frames_case *c, const vmb_dtls12_keys *keys, uint8_t *record, int with_window)
{
    vmb_replay_window window = {c->number[4], c->number[5]};
    vmb_dtls12_record result = {0, 0, 0, 0, 0};
    int status = vmb_dtls12_unprotect(keys, with_window ? &window : NULL, record, (size_t)c->number[3], &result);

    c->result[0] = window.next;
    c->result[1] = window.seen;
    c->result[2] = result.sequence;
    c->result[3] = result.content_at;
    c->result[4] = result.content_len;
    c->result[5] = result.record_len;
    c->result[6] = result.type;
    return status;
}

static int frames_call(frames_case *c, uint8_t *frame)
{
    vmb_dtls12_keys keys = {NULL, &key, {0}, (uint8_t)c->number[0], (uint8_t)c->number[1], (uint16_t)c->number[2]};

    memset(&key, 0, sizeof key);
    if (c->string[0].len != 0) {
        keys.aead = vmb_aead_find(vmb_aeads, (const char *)c->string[0].bytes);
        if (c->string[1].len != 0 && keys.aead->init(&key, c->string[1].bytes, c->string[1].len) != VMB_OK) {
            return 1;
        }
    }
    memcpy(keys.iv, c->string[2].bytes, c->string[2].len);
    switch (c->function) {
    case 0:
        return protect(c, &keys, frame);
    case 1:
        return unprotect(c, &keys, frame, 1);
    case 2:
        return unprotect(c, &keys, frame, 0);
    case 3:
        return protect(c, NULL, frame);
    case 4:
        return unprotect(c, NULL, frame, 1);
    case 5:
        return protect(c, &keys, NULL);
    case 6:
        return unprotect(c, &keys, NULL, 1);
    case 7:
        return vmb_dtls12_protect(&keys, 23, 1, frame, (size_t)c->number[3], 5, NULL);
    case 8:
        return vmb_dtls12_unprotect(&keys, NULL, frame, (size_t)c->number[3], NULL);
    case 9:
        c->result[0] = vmb_dtls12_record_len(frame, (size_t)c->number[3]);
        return VMB_OK;
    case 10:
        keys.key = NULL;
        return protect(c, &keys, frame);
    case 11:
        keys.key = NULL;
        return unprotect(c, &keys, frame, 1);
    case 12:
        return protect(c, &keys, (uint8_t *)&key);
    default:
        return 1;
    }
}
