/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls of vambrace/frames/zigbee.h: numbers are level, length, bytes before the auxiliary header and length of the
 * payload; strings are key and source address, which is null without bytes. A key without bytes was never initialised.
 */
#include "harness.h"

#include "vambrace/frames/zigbee.h"

static vmb_aes128_ccm_key key;

static int parse(frames_case *c, const uint8_t *frame, size_t len, size_t aux_at)
{
    vmb_zigbee_header header;
    int status;

    memset(&header, 0, sizeof header);
    status = vmb_zigbee_parse(&header, frame, len, aux_at);
    c->result[0] = header.counter;
    c->result[1] = header.key;
    c->result[2] = header.sequence;
    c->result[3] = (uint64_t)header.has_source;
    memcpy(&c->result[4], header.source, 8);
    c->result[5] = header.payload_at;
    return status;
}

static int frames_call(frames_case *c, uint8_t *frame)
{
    const uint8_t *source = c->string[1].len != 0 ? c->string[1].bytes : NULL;
    unsigned level = (unsigned)c->number[0];
    size_t len = (size_t)c->number[1], aux_at = (size_t)c->number[2], payload_len = (size_t)c->number[3];

    vmb_aes128_ccm_wipe(&key);
    if (c->string[0].len != 0 && vmb_aes128_ccm_init(&key, c->string[0].bytes, c->string[0].len) != VMB_OK) {
        return 1;
    }
    switch (c->function) {
    case 0:
        return vmb_zigbee_protect(&key, level, source, frame, len, aux_at, payload_len);
    case 1:
        return vmb_zigbee_unprotect(&key, level, source, frame, len, aux_at);
    case 2:
        return vmb_zigbee_protect(NULL, level, source, frame, len, aux_at, payload_len);
    case 3:
        return vmb_zigbee_unprotect(NULL, level, source, frame, len, aux_at);
    case 4:
        return vmb_zigbee_protect(&key, level, source, NULL, len, aux_at, payload_len);
    case 5:
        return vmb_zigbee_unprotect(&key, level, source, NULL, len, aux_at);
    case 6:
        return parse(c, frame, len, aux_at);
    case 7:
        return parse(c, NULL, len, aux_at);
    case 8:
        return vmb_zigbee_parse(NULL, frame, len, aux_at);
    case 9:
        return vmb_zigbee_protect(&key, level, source, (uint8_t *)&key, sizeof key, aux_at, payload_len);
    case 10:
        return vmb_zigbee_protect(&key, level, frame + 5, frame, len, aux_at, payload_len);
    default:
        return 1;
    }
}
