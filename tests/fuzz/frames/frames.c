/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The fuzz target of vambrace/frames/, for libFuzzer. An input's first byte chooses a protocol, the next ones its
 * numbers, and the rest is a frame in an allocation of its own size:
 *
 * - As a received frame it is never accepted, because the input does not know the keys. An error changes nothing but
 *   what is encrypted.
 * - As a frame to be sent, with room for a tag, it is protected if its lengths allow that. What was protected is
 *   accepted, with the content that was sent; with one bit of it changed it is not.
 *
 * A failure prints why and ends the program, as the sanitizers do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vambrace/frames/ble.h"
#include "vambrace/frames/dtls12.h"
#include "vambrace/frames/dtls13.h"
#include "vambrace/frames/ieee802154.h"
#include "vambrace/frames/lorawan.h"
#include "vambrace/frames/oscore.h"
#include "vambrace/frames/zigbee.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NUMBERS = 12, ROOM = 48 };

#define UNKNOWN ((size_t)-1)

/* What a protocol is called with. */
typedef struct {
    const uint8_t *n; /* NUMBERS bytes of the input */
    uint8_t *frame;
    size_t len;
    size_t content_at, content_len; /* results */
    size_t frame_len;
} call;

typedef struct {
    const char *name;
    int (*protect)(call *c, size_t size);
    int (*unprotect)(call *c);
} protocol;

static const uint8_t bytes[32] = {3, 1, 4, 1, 5, 9, 2, 6};
static vmb_aes128_ccm_key ccm;
static vmb_aes256_gcm_key gcm;
static vmb_chacha20_poly1305_key chacha;
static vmb_aes128_key aes;
static vmb_aes256_key aes256;
static vmb_aes128_cmac_key cmac;

static void fail(const char *name, const char *why)
{
    fprintf(stderr, "vambrace-fuzz: %s: %s\n", name, why);
    abort();
}

static int ble_protect(call *c, size_t size)
{
    int status = vmb_ble_protect(&ccm, bytes, c->n[0] & 1u, c->n[1], c->frame, size);

    if (status == VMB_OK) {
        c->content_at = (c->frame[0] & 0x20) != 0 ? 3 : 2;
        c->content_len = c->frame[1] - 4u;
        c->frame_len = c->content_at + c->frame[1];
    }
    return status;
}

static int ble_unprotect(call *c)
{
    int status = vmb_ble_unprotect(&ccm, bytes, c->n[0] & 1u, c->n[1], c->frame, c->len);

    if (status == VMB_OK) {
        c->content_len = c->frame[1];
    }
    return status;
}

/* Level, header and payload of a frame with that many bytes and a MIC. */
static int ieee802154_protect(call *c, size_t size)
{
    size_t mic_len = VMB_IEEE802154_MIC_LEN(c->n[0]);

    c->content_at = c->n[1];
    c->content_len = c->len - c->content_at;
    c->frame_len = c->len + mic_len;
    return c->n[1] > c->len
               ? VMB_ERR_LENGTH
               : vmb_ieee802154_protect(&ccm, c->n[0], bytes, c->n[2], c->frame, size, c->n[1], c->content_len);
}

static int ieee802154_unprotect(call *c)
{
    return vmb_ieee802154_unprotect(&ccm, c->n[0], bytes, c->n[2], c->frame, c->len, c->n[1]);
}

static const uint8_t *zigbee_source(const call *c)
{
    return (c->n[2] & 1) != 0 ? bytes : NULL;
}

static int zigbee_protect(call *c, size_t size)
{
    vmb_zigbee_header header;
    int status = vmb_zigbee_parse(&header, c->frame, c->len, c->n[1]);

    if (status != VMB_OK) {
        return status;
    }
    c->content_at = header.payload_at;
    c->content_len = c->len - header.payload_at;
    c->frame_len = c->len + VMB_ZIGBEE_MIC_LEN(c->n[0]);
    return vmb_zigbee_protect(&ccm, c->n[0], zigbee_source(c), c->frame, size, c->n[1], c->content_len);
}

static int zigbee_unprotect(call *c)
{
    return vmb_zigbee_unprotect(&ccm, c->n[0], zigbee_source(c), c->frame, c->len, c->n[1]);
}

static vmb_dtls12_keys dtls12_keys(const call *c)
{
    static const vmb_dtls12_keys suites[] = {{&vmb_aead_aes128_ccm, &ccm, {1}, 4, 8, 1},
                                             {&vmb_aead_aes128_ccm, &ccm, {1}, 4, 16, 1},
                                             {&vmb_aead_aes256_gcm, &gcm, {1}, 4, 16, 1},
                                             {&vmb_aead_chacha20_poly1305, &chacha, {1}, 12, 16, 1}};

    return suites[c->n[0] & 3];
}

static int dtls12_protect(call *c, size_t size)
{
    vmb_dtls12_keys keys = dtls12_keys(c);

    c->content_at = VMB_DTLS12_CONTENT_AT(keys.iv_len);
    if (c->len < c->content_at) {
        return VMB_ERR_LENGTH;
    }
    c->content_len = c->len - c->content_at;
    return vmb_dtls12_protect(&keys, c->n[1], c->n[2], c->frame, size, c->content_len, &c->frame_len);
}

static int dtls12_unprotect(call *c)
{
    vmb_dtls12_keys keys = dtls12_keys(c);
    vmb_replay_window window = {c->n[3], c->n[4] & 1u};
    vmb_dtls12_record record;
    size_t record_len = vmb_dtls12_record_len(c->frame, c->len);
    int status = vmb_dtls12_unprotect(&keys, (c->n[5] & 1) != 0 ? &window : NULL, c->frame, c->len, &record);

    if (status == VMB_OK && record.record_len != record_len) {
        fail("dtls12", "two lengths of a record");
    }
    if (status == VMB_OK) {
        c->content_len = record.content_len;
    }
    return status;
}

static vmb_dtls13_keys dtls13_keys(const call *c)
{
    static const vmb_dtls13_keys suites[] = {
        {&vmb_aead_aes128_ccm, &ccm, vmb_dtls13_mask_aes128, &aes, bytes, 3, 8, 3, {1}},
        {&vmb_aead_aes128_ccm, &ccm, vmb_dtls13_mask_aes128, &aes, NULL, 0, 16, 3, {1}},
        {&vmb_aead_aes256_gcm, &gcm, vmb_dtls13_mask_aes256, &aes256, bytes, 32, 16, 2, {1}},
        {&vmb_aead_chacha20_poly1305, &chacha, vmb_dtls13_mask_chacha20, bytes, NULL, 0, 16, 1, {1}}};

    return suites[c->n[0] & 3];
}

static int dtls13_protect(call *c, size_t size)
{
    vmb_dtls13_keys keys = dtls13_keys(c);

    c->content_at = VMB_DTLS13_CONTENT_AT(keys.cid_len, c->n[6]);
    if (c->len < c->content_at) {
        return VMB_ERR_LENGTH;
    }
    c->content_len = c->len - c->content_at;
    return vmb_dtls13_protect(&keys, c->n[6], c->n[1], c->n[2], c->frame, size, c->content_len, &c->frame_len);
}

static int dtls13_unprotect(call *c)
{
    vmb_dtls13_keys keys = dtls13_keys(c);
    vmb_replay_window window = {c->n[3], c->n[4] & 1u};
    vmb_dtls13_record record;
    size_t record_len = vmb_dtls13_record_len(c->frame, c->len, keys.cid_len);
    int status = vmb_dtls13_unprotect(&keys, &window, c->frame, c->len, &record);

    if (status == VMB_OK && (record.record_len != record_len || record.type == 0)) {
        fail("dtls13", "two lengths of a record, or no type");
    }
    if (status == VMB_OK) {
        c->content_len = record.content_len;
    }
    return status;
}

static vmb_oscore_message oscore_message(const call *c)
{
    vmb_oscore_message m = {bytes, bytes, c->n[0] & 15u, c->n[1], bytes, c->n[2] & 15u, c->n[3]};

    return m;
}

static int oscore_protect(call *c, size_t size)
{
    vmb_oscore_message m = oscore_message(c);

    c->content_at = 0;
    c->content_len = c->len;
    c->frame_len = c->len + VMB_OSCORE_TAG_LEN;
    return vmb_oscore_protect(&ccm, &m, c->frame, size, c->len);
}

/* The frame is also read as an option, and written again. */
static int oscore_unprotect(call *c)
{
    vmb_oscore_message m = oscore_message(c);
    vmb_oscore_option option;
    uint8_t value[255];
    size_t len;

    if (vmb_oscore_parse_option(&option, c->frame, c->len) == VMB_OK &&
        (vmb_oscore_write_option(value, sizeof value, &option, &len) != VMB_OK || len != c->len ||
         memcmp(value, c->frame, len) != 0)) {
        fail("oscore", "an option is written in another form");
    }
    return vmb_oscore_unprotect(&ccm, &m, c->frame, c->len);
}

static const vmb_lorawan_keys lorawan_keys = {&cmac, &aes, &aes};

static uint32_t lorawan_counter(const call *c)
{
    return c->n[0] | (uint32_t)c->n[1] << 8 | (uint32_t)c->n[2] << 16;
}

static int lorawan_protect(call *c, size_t size)
{
    size_t at = c->len > 8 ? 9 + (c->frame[5] & 15u) : 9;

    c->content_at = at < c->len ? at : c->len;
    c->content_len = c->len - c->content_at;
    c->frame_len = c->len + VMB_LORAWAN_MIC_LEN;
    return vmb_lorawan_protect(&lorawan_keys, lorawan_counter(c), c->frame, size, c->len);
}

static int lorawan_unprotect(call *c)
{
    vmb_lorawan_frame found;
    int status;

    if (vmb_lorawan_join_verify(&cmac, c->frame, c->len) == VMB_OK) {
        fail("lorawan", "a join is accepted");
    }
    status = vmb_lorawan_unprotect(&lorawan_keys, lorawan_counter(c), c->frame, c->len, &found);
    if (status == VMB_OK) {
        c->content_len = found.payload_len;
    }
    return status;
}

static const protocol protocols[] = {{"ble", ble_protect, ble_unprotect},
                                     {"ieee802154", ieee802154_protect, ieee802154_unprotect},
                                     {"zigbee", zigbee_protect, zigbee_unprotect},
                                     {"dtls12", dtls12_protect, dtls12_unprotect},
                                     {"dtls13", dtls13_protect, dtls13_unprotect},
                                     {"oscore", oscore_protect, oscore_unprotect},
                                     {"lorawan", lorawan_protect, lorawan_unprotect}};

/* Nonzero for levels without a MIC, whose frames anyone can make. */
static int is_unauthenticated(const protocol *p, const uint8_t *n)
{
    return (p->unprotect == ieee802154_unprotect || p->unprotect == zigbee_unprotect) && (n[0] & 3) == 0;
}

static uint8_t *copied(const uint8_t *from, size_t len, size_t room)
{
    uint8_t *to = malloc(len + room);

    if (to == NULL) {
        abort();
    }
    memset(to, 0, len + room);
    memcpy(to, from, len);
    return to;
}

/* Hands a frame to the receiver. The length of its content is UNKNOWN unless the receiver finds it. */
static int received(const protocol *p, const uint8_t *n, const uint8_t *from, size_t len, call *got)
{
    call c = {n, copied(from, len, 0), len, 0, UNKNOWN, 0};
    int status = p->unprotect(&c);

    if (status != VMB_OK && status != VMB_ERR_TAG && status != VMB_ERR_COUNTER && memcmp(c.frame, from, len) != 0) {
        fail(p->name, "an error changes the frame");
    }
    *got = c;
    return status;
}

static void hostile(const protocol *p, const uint8_t *n, const uint8_t *from, size_t len)
{
    call got;
    int status = received(p, n, from, len, &got);

    if (status == VMB_OK && !is_unauthenticated(p, n)) {
        fail(p->name, "a frame is accepted that was not protected");
    }
    free(got.frame);
}

/* As hostile, with one bit of what was protected changed. */
static void changed(const protocol *p, const uint8_t *n, uint8_t *from, size_t len, size_t content_at)
{
    size_t bit = (n[7] | (size_t)n[8] << 8) % (8 * (len - content_at));

    from[content_at + bit / 8] ^= (uint8_t)(1 << bit % 8);
    hostile(p, n, from, len);
}

static void sent(const protocol *p, const uint8_t *n, const uint8_t *from, size_t len)
{
    size_t room = n[9] % ROOM;
    call c = {n, copied(from, len, room), len, 0, 0, 0};
    int status = p->protect(&c, len + room);
    uint8_t *before = copied(from, len, room);
    call got;

    if (status != VMB_OK) {
        if (memcmp(c.frame, before, len + room) != 0) {
            fail(p->name, "an error changes a frame that was to be sent");
        }
        free(c.frame);
        free(before);
        return;
    }
    if (c.frame_len > len + room) {
        fail(p->name, "a frame is longer than its buffer");
    }
    status = received(p, n, c.frame, c.frame_len, &got);
    if (status != VMB_OK &&
        !(status == VMB_ERR_COUNTER && (p->protect == dtls12_protect || p->protect == dtls13_protect)) &&
        !(status == VMB_ERR_TAG && p->protect == dtls13_protect)) { /* another number is nearer to the window */
        fail(p->name, "a protected frame is rejected");
    }
    if (status == VMB_OK && memcmp(got.frame + c.content_at, before + c.content_at, c.content_len) != 0) {
        fail(p->name, "a protected frame has another content");
    }
    if (status == VMB_OK && got.content_len != UNKNOWN && got.content_len != c.content_len) {
        fail(p->name, "a protected frame has a content of another length");
    }
    free(got.frame);
    free(before);
    if (!is_unauthenticated(p, n)) {
        changed(p, n, c.frame, c.frame_len, c.content_at);
    }
    free(c.frame);
}

static int prepare(void)
{
    return vmb_aes128_ccm_init(&ccm, bytes, 16) != VMB_OK || vmb_aes256_gcm_init(&gcm, bytes, 32) != VMB_OK ||
           vmb_chacha20_poly1305_init(&chacha, bytes, 32) != VMB_OK || vmb_aes128_init(&aes, bytes, 16) != VMB_OK ||
           vmb_aes256_init(&aes256, bytes, 32) != VMB_OK || vmb_aes128_cmac_init(&cmac, bytes, 16) != VMB_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int ready;
    const protocol *p;

    if (!ready && prepare() != 0) {
        fail("all", "a key is refused");
    }
    ready = 1;
    if (size < 1 + NUMBERS) {
        return 0;
    }
    p = &protocols[data[0] % (sizeof protocols / sizeof *protocols)];
    hostile(p, data + 1, data + 1 + NUMBERS, size - 1 - NUMBERS);
    sent(p, data + 1, data + 1 + NUMBERS, size - 1 - NUMBERS);
    return 0;
}
