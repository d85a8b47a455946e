/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls of vambrace/frames/lorawan.h: numbers are counter, bytes of the buffer and of the frame, and which of the keys
 * are null (bits); strings are network and application session key, or the application key. A key without bytes was
 * never initialised.
 */
#include "harness.h"

#include "vambrace/frames/lorawan.h"

enum { NO_MAC = 1, NO_NWK = 2, NO_APP = 4 };

static vmb_aes128_cmac_key mac;
static struct { vmb_aes128_key nwk, app; } keys;

static int prepare(const frames_case *c)
{
    const frames_string *nwk = &c->string[0], *app = &c->string[1];

    vmb_aes128_cmac_wipe(&mac);
    memset(&keys, 0, sizeof keys);
    if (nwk->len != 0 && (vmb_aes128_cmac_init(&mac, nwk->bytes, nwk->len) != VMB_OK ||
                          vmb_aes128_init(&keys.nwk, nwk->bytes, nwk->len) != VMB_OK)) {
        return 1;
    }
    return app->len != 0 && vmb_aes128_init(&keys.app, app->bytes, app->len) != VMB_OK;
}

static int unprotect(frames_case *c, const vmb_lorawan_keys *session, uint8_t *frame, int into_nothing)
{
    vmb_lorawan_frame result = {0, 0, 0};
    int status = vmb_lorawan_unprotect(session, (uint32_t)c->number[0], frame, (size_t)c->number[2],
                                       into_nothing ? NULL : &result);

    c->result[0] = result.payload_at;
    c->result[1] = result.payload_len;
    c->result[2] = (uint64_t)(result.port + 1);
    if (status != VMB_OK) {
        c->result[2] = 0;
    }
    return status;
}

/* A frame in the key object of the MIC, which looks like a data frame. */
static int into_the_key(const vmb_lorawan_keys *session, int receiving)
{
    uint8_t *frame = (uint8_t *)&mac;
    vmb_lorawan_frame result;

    memset(frame, 0, 32);
    frame[0] = 0x40;
    if (receiving) {
        return vmb_lorawan_unprotect(session, 0, frame, 32, &result);
    }
    return vmb_lorawan_protect(session, 0, frame, 32, 28);
}

static int of_joins(const frames_case *c, uint8_t *frame)
{
    size_t size = (size_t)c->number[1], len = (size_t)c->number[2];

    switch (c->function) {
    case 20:
        return vmb_lorawan_join_sign(&mac, frame, size, len);
    case 21:
        return vmb_lorawan_join_verify(&mac, frame, len);
    case 22:
        return vmb_lorawan_join_decrypt(&keys.nwk, frame, len);
    case 23:
        return vmb_lorawan_join_sign(NULL, frame, size, len);
    case 24:
        return vmb_lorawan_join_verify(NULL, frame, len);
    case 25:
        return vmb_lorawan_join_decrypt(NULL, frame, len);
    case 26:
        return vmb_lorawan_join_sign(&mac, NULL, size, len);
    case 27:
        return vmb_lorawan_join_verify(&mac, NULL, len);
    default:
        return vmb_lorawan_join_decrypt(&keys.nwk, NULL, len);
    }
}

static int frames_call(frames_case *c, uint8_t *frame)
{
    vmb_lorawan_keys session = {&mac, &keys.nwk, &keys.app};
    uint32_t counter = (uint32_t)c->number[0];
    size_t size = (size_t)c->number[1], len = (size_t)c->number[2];

    if (prepare(c) != 0) {
        return 1;
    }
    session.nwk_mac = (c->number[3] & NO_MAC) != 0 ? NULL : session.nwk_mac;
    session.nwk = (c->number[3] & NO_NWK) != 0 ? NULL : session.nwk;
    session.app = (c->number[3] & NO_APP) != 0 ? NULL : session.app;
    switch (c->function) {
    case 0:
        return vmb_lorawan_protect(&session, counter, frame, size, len);
    case 1:
        return unprotect(c, &session, frame, 0);
    case 2:
        return vmb_lorawan_protect(NULL, counter, frame, size, len);
    case 3:
        return unprotect(c, NULL, frame, 0);
    case 4:
        return vmb_lorawan_protect(&session, counter, NULL, size, len);
    case 5:
        return unprotect(c, &session, NULL, 0);
    case 6:
        return unprotect(c, &session, frame, 1);
    case 7:
    case 8:
        return into_the_key(&session, c->function == 8);
    default:
        return of_joins(c, frame);
    }
}
