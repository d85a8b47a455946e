/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls of vambrace/frames/oscore.h: numbers are Partial IV, the request's, bytes of the buffer and of the message;
 * strings are key, Common IV, ID and the request's ID. A key without bytes was never initialised, a Common IV is null,
 * and the IDs of function 8 are. Options: numbers are Partial IV, whether it is there, bytes of the buffer, and whether
 * ID Context and ID are there; these are the strings.
 */
#include "harness.h"

#include "vambrace/frames/oscore.h"

static vmb_aes128_ccm_key key;

static uint64_t at_of(const uint8_t *field, const uint8_t *frame)
{
    return field == NULL ? 1000 : (uint64_t)(field - frame);
}

static int parse(frames_case *c, const uint8_t *value)
{
    vmb_oscore_option option = {0, NULL, NULL, 0, 0, 0};
    int status = vmb_oscore_parse_option(&option, value, (size_t)c->number[2]);

    c->result[0] = option.piv;
    c->result[1] = (uint64_t)option.has_piv;
    c->result[2] = at_of(option.kid_context, value);
    c->result[3] = option.kid_context_len;
    c->result[4] = at_of(option.kid, value);
    c->result[5] = option.kid_len;
    return status;
}

static int write_option(frames_case *c, uint8_t *value, int into_nothing)
{
    vmb_oscore_option option = {c->number[0], NULL, NULL, c->string[0].len, c->string[1].len, (int)c->number[1]};
    size_t len = 0;
    int status;

    option.kid_context = c->number[3] != 0 ? c->string[0].bytes : NULL;
    option.kid = c->number[4] != 0 ? c->string[1].bytes : NULL;
    status = vmb_oscore_write_option(value, (size_t)c->number[2], into_nothing == 1 ? NULL : &option,
                                     into_nothing == 2 ? NULL : &len);
    c->result[0] = len;
    return status;
}

static int of_options(frames_case *c, uint8_t *frame)
{
    switch (c->function) {
    case 20:
        return parse(c, frame);
    case 21:
        return write_option(c, frame, 0);
    case 22:
        return vmb_oscore_parse_option(NULL, frame, (size_t)c->number[2]);
    case 23:
        return parse(c, NULL);
    case 24:
        return write_option(c, frame, 1);
    case 25:
        return write_option(c, frame, 2);
    default:
        return write_option(c, NULL, 0);
    }
}

static int frames_call(frames_case *c, uint8_t *frame)
{
    size_t size = (size_t)c->number[2], len = (size_t)c->number[3];
    vmb_oscore_message m;

    if (c->function >= 20) {
        return of_options(c, frame);
    }
    m.common_iv = c->string[1].len != 0 ? c->string[1].bytes : NULL;
    m.id = c->function == 8 ? NULL : c->string[2].bytes;
    m.id_len = c->string[2].len;
    m.piv = c->number[0];
    m.request_id = c->function == 9 ? NULL : c->string[3].bytes;
    m.request_id_len = c->string[3].len;
    m.request_piv = c->number[1];
    vmb_aes128_ccm_wipe(&key);
    if (c->string[0].len != 0 && vmb_aes128_ccm_init(&key, c->string[0].bytes, c->string[0].len) != VMB_OK) {
        return 1;
    }
    switch (c->function) {
    case 0:
    case 8:
    case 9:
        return vmb_oscore_protect(&key, &m, frame, size, len);
    case 1:
        return vmb_oscore_unprotect(&key, &m, frame, len);
    case 2:
        return vmb_oscore_protect(NULL, &m, frame, size, len);
    case 3:
        return vmb_oscore_unprotect(NULL, &m, frame, len);
    case 4:
        return vmb_oscore_protect(&key, NULL, frame, size, len);
    case 5:
        return vmb_oscore_unprotect(&key, NULL, frame, len);
    case 6:
        return vmb_oscore_protect(&key, &m, NULL, size, len);
    case 7:
        return vmb_oscore_unprotect(&key, &m, NULL, len);
    case 10:
        return vmb_oscore_protect(&key, &m, (uint8_t *)&key, sizeof key, len);
    default:
        return 1;
    }
}
