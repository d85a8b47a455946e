/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * vambrace/frames/ieee802154.h: the frames of the standard's annex C; payloads of 0 to 116 bytes at every level, whose
 * frames have the digests in EXPECTED, of another implementation (test_ieee802154.py); every bit of some frames
 * flipped, and every truncation of them; other nonces; arguments. Ends with 0, or the number of the check that failed.
 */
#include <string.h>

#include "vambrace/frames/ieee802154.h"

#define ANY VMB_IEEE802154_UNAUTHENTICATED
#define CHECK(number, condition) \
    do {                         \
        if (!(condition)) {      \
            return number;       \
        }                        \
    } while (0)

enum { LONGEST = 116, HEADERS = 24, GUARD = 4, ROOM = 256, LONG_ROOM = VMB_IEEE802154_MAX_BYTES + 1 };

static const uint32_t expected[8] = {EXPECTED};
static const uint8_t source[8] = {0xac, 0xde, 0x48, 0, 0, 0, 0, 1};
static vmb_aes128_ccm_key key;
/* Frames end where a buffer does, or are followed by bytes that must not change. */
static uint8_t buffer[ROOM], sealed[ROOM], plain[ROOM], large[LONG_ROOM];
static const uint8_t zeros[ROOM];

static size_t mic_of(unsigned level)
{
    static const size_t lengths[4] = {0, 4, 8, 16};

    return lengths[level % 4];
}

static void fill(uint8_t *p, size_t n, unsigned seed)
{
    size_t i;

    for (i = 0; i < n; i++) {
        p[i] = (uint8_t)(i * 7 + seed);
    }
}

static uint32_t digest(uint32_t hash, const uint8_t *p, size_t n)
{
    while (n-- != 0) {
        hash = (hash ^ *p++) * 16777619u;
    }
    return hash;
}

/* A frame of the standard: key C0 to CF, counter 5. */
static int is_sealed_as(const uint8_t *before, const uint8_t *after, size_t header_len, size_t payload_len,
                        unsigned level)
{
    size_t len = header_len + payload_len + mic_of(level);
    uint8_t *frame = buffer + ROOM - len;

    memcpy(frame, before, header_len + payload_len);
    if (vmb_ieee802154_protect(&key, level, source, 5, frame, len, header_len, payload_len) != VMB_OK ||
        memcmp(frame, after, len) != 0) {
        return 0;
    }
    return vmb_ieee802154_unprotect(&key, level, source, 5, frame, len, header_len) == VMB_OK &&
           memcmp(frame, before, header_len + payload_len) == 0;
}

/* IEEE 802.15.4-2006, C.2.1 to C.2.3: a beacon, a data frame and a MAC command, whose identifier is not encrypted. */
static int standard_frames(void)
{
    static const uint8_t beacon[] = {0x08, 0xd0, 0x84, 0x21, 0x43, 0x01, 0,    0,    0,    0,   0x48, 0xde,
                                     0xac, 0x02, 0x05, 0,    0,    0,    0x55, 0xcf, 0,    0,   0x51, 0x52,
                                     0x53, 0x54, 0x22, 0x3b, 0xc1, 0xec, 0x84, 0x1a, 0xb5, 0x53};
    static const uint8_t data[] = {0x69, 0xdc, 0x84, 0x21, 0x43, 0x02, 0,    0,    0, 0, 0x48, 0xde, 0xac, 0x01, 0,
                                   0,    0,    0,    0x48, 0xde, 0xac, 0x04, 0x05, 0, 0, 0,    0x61, 0x62, 0x63, 0x64};
    static const uint8_t data_payload[] = {0xd4, 0x3e, 0x02, 0x2b};
    static const uint8_t command[] = {0x2b, 0xdc, 0x84, 0x21, 0x43, 0x02, 0, 0, 0,    0,
                                      0x48, 0xde, 0xac, 0xff, 0xff, 0x01, 0, 0, 0,    0,
                                      0x48, 0xde, 0xac, 0x06, 0x05, 0,    0, 0, 0x01, 0xce};
    static const uint8_t command_end[] = {0xd8, 0x4f, 0xde, 0x52, 0x90, 0x61, 0xf9, 0xc6, 0xf1};
    uint8_t after[64];

    CHECK(1, is_sealed_as(beacon, beacon, 18, sizeof beacon - 18 - 8, VMB_IEEE802154_MIC_64));
    memcpy(after, data, sizeof data);
    memcpy(after + 26, data_payload, sizeof data_payload);
    CHECK(2, is_sealed_as(data, after, 26, 4, VMB_IEEE802154_ENC | ANY));
    memcpy(after, command, sizeof command);
    memcpy(after + 29, command_end, sizeof command_end);
    CHECK(3, is_sealed_as(command, after, 29, 1, VMB_IEEE802154_ENC_MIC_64));
    return 0;
}

/* One frame at an offset: protected, compared, unprotected. */
static int round_trip(unsigned level, size_t header_len, size_t payload_len, size_t offset, uint32_t *hash)
{
    size_t text_len = header_len + payload_len, mic_len = mic_of(level), len = text_len + mic_len;
    uint8_t *frame = buffer + offset;
    uint32_t counter = (uint32_t)payload_len * 0x01020304u;

    fill(plain, ROOM, level);
    memcpy(buffer, plain, ROOM);
    memmove(frame, plain, text_len);
    CHECK(10,
          vmb_ieee802154_protect(&key, level | ANY, source, counter, frame, len, header_len, payload_len) == VMB_OK);
    *hash = digest(*hash, frame, len);
    CHECK(11, memcmp(frame, plain, header_len) == 0 && memcmp(buffer, plain, offset) == 0);
    CHECK(12, memcmp(frame + len, plain + offset + len, GUARD) == 0);
    CHECK(13, (level >= 4 && payload_len > 7) == (memcmp(frame, plain, text_len) != 0) || payload_len - 1 < 7);
    memcpy(sealed, frame, len);
    if (level == VMB_IEEE802154_ENC) { /* the same by the call for this level alone, both ways */
        CHECK(17, vmb_ieee802154_crypt(&key, source, counter, frame, len, header_len) == VMB_OK);
        CHECK(18, memcmp(frame, plain, text_len) == 0 && memcmp(frame + len, plain + offset + len, GUARD) == 0);
        CHECK(19, vmb_ieee802154_crypt(&key, source, counter, frame, len, header_len) == VMB_OK);
        CHECK(20, memcmp(frame, sealed, len) == 0 && memcmp(buffer, plain, offset) == 0);
    }
    CHECK(14, vmb_ieee802154_unprotect(&key, level | ANY, source, counter, frame, len, header_len) == VMB_OK);
    CHECK(15, memcmp(frame, plain, text_len) == 0 && memcmp(frame + text_len, sealed + text_len, mic_len) == 0);
    CHECK(16, memcmp(frame + len, plain + offset + len, GUARD) == 0);
    return 0;
}

static int every_length(void)
{
    unsigned level;
    size_t n, offset;

    for (level = 0; level < 8; level++) {
        uint32_t hash = 2166136261u;

        for (n = 0; n <= LONGEST; n++) {
            size_t header_len = (5 * n + level) % HEADERS;
            uint32_t again = hash;
            int status = round_trip(level, header_len, n, (n + level) % 4, &hash);

            CHECK(status, status == 0);
            for (offset = 0; offset < 8 && n % 29 < 2; offset++) {
                uint32_t other = again;

                status = round_trip(level, header_len, n, offset, &other);
                CHECK(status, status == 0);
                CHECK(17, other == hash);
            }
        }
        CHECK(20 + (int)level, hash == expected[level]);
    }
    return 0;
}

/* A frame of len bytes is rejected: VMB_ERR_TAG, a payload that was encrypted is zero, and the rest stays. */
static int is_rejected(unsigned level, uint32_t counter, const uint8_t *from, size_t len, size_t header_len)
{
    uint8_t *frame = buffer + ROOM - len;
    size_t end = len - mic_of(level), start = level < 4 ? end : header_len;

    memcpy(frame, from, len);
    return vmb_ieee802154_unprotect(&key, level, source, counter, frame, len, header_len) == VMB_ERR_TAG &&
           memcmp(frame, from, start) == 0 && memcmp(frame + start, zeros, end - start) == 0 &&
           memcmp(frame + end, from + end, len - end) == 0;
}

static int forgeries_of(unsigned level, size_t header_len, size_t payload_len)
{
    size_t len = header_len + payload_len + mic_of(level), i;
    unsigned other;

    fill(sealed, ROOM, 3);
    CHECK(40, vmb_ieee802154_protect(&key, level, source, 9, sealed, len, header_len, payload_len) == VMB_OK);
    for (i = 0; i < 8 * len; i++) {
        sealed[i / 8] ^= (uint8_t)(1 << i % 8);
        CHECK(41, is_rejected(level, 9, sealed, len, header_len));
        sealed[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    for (i = 0; i < len; i++) {
        uint8_t *frame = buffer + ROOM - i;

        if (i >= header_len + mic_of(level)) {
            CHECK(42, is_rejected(level, 9, sealed, i, header_len));
        } else {
            memcpy(frame, sealed, i);
            CHECK(43, vmb_ieee802154_unprotect(&key, level, source, 9, frame, i, header_len) == VMB_ERR_LENGTH);
            CHECK(44, memcmp(frame, sealed, i) == 0);
        }
    }
    for (i = 0; i < 32; i++) {
        CHECK(45, is_rejected(level, 9 ^ ((uint32_t)1 << i), sealed, len, header_len));
    }
    for (other = 1; other < 8; other++) {
        if (other != level && other != 4 && header_len + mic_of(other) <= len) {
            CHECK(46, is_rejected(other, 9, sealed, len, header_len));
        }
    }
    if (header_len > 0 && level >= 5) {
        CHECK(47, is_rejected(level, 9, sealed, len, header_len - 1));
    }
    return 0;
}

/* Each bit of the source address belongs to the nonce. */
static int other_sources(void)
{
    uint8_t other[8], *frame = buffer + ROOM - 26;
    unsigned i;

    for (i = 0; i < 64; i++) {
        memcpy(other, source, 8);
        other[i / 8] ^= (uint8_t)(1 << i % 8);
        fill(frame, 26, 3);
        CHECK(50, vmb_ieee802154_protect(&key, 5, source, 9, frame, 26, 9, 13) == VMB_OK);
        CHECK(51, vmb_ieee802154_unprotect(&key, 5, other, 9, frame, 26, 9) == VMB_ERR_TAG);
    }
    return 0;
}

static int forgeries(void)
{
    static const size_t payloads[] = {0, 1, 16, 33};
    unsigned level, i;

    for (level = 1; level < 8; level++) {
        for (i = 0; i < 4 && level != 4; i++) {
            int status = forgeries_of(level, 5 * i, payloads[i]);

            CHECK(status, status == 0);
        }
    }
    return other_sources();
}

/* Both calls with a frame of 9 + 13 bytes, level 5 and a buffer that is long enough: what a change to them returns, and
 * that the frame stays. */
#define REFUSED(number, status, protect, unprotect)                              \
    do {                                                                         \
        CHECK(number, (protect) == (status) && memcmp(f, plain, 26) == 0);       \
        CHECK(number + 1, (unprotect) == (status) && memcmp(f, plain, 26) == 0); \
    } while (0)
#define PROTECT vmb_ieee802154_protect
#define OPEN vmb_ieee802154_unprotect

static int lengths(uint8_t *f)
{
    static const size_t most = (size_t)-1;
    size_t n;

    for (n = 0; n < 26; n++) {
        CHECK(60, PROTECT(&key, 5, source, 9, f, n, 9, 13) == VMB_ERR_LENGTH && memcmp(f, plain, 26) == 0);
    }
    REFUSED(61, VMB_ERR_LENGTH, PROTECT(&key, 5, source, 9, f, most, most, 13), OPEN(&key, 5, source, 9, f, most, 9));
    REFUSED(63, VMB_ERR_LENGTH, PROTECT(&key, 5, source, 9, f, most, 9, most), OPEN(&key, 5, source, 9, f, 26, most));
    REFUSED(65, VMB_ERR_LENGTH, PROTECT(&key, 16, source, 9, f, 26, 27, 0), OPEN(&key, 16, source, 9, f, 26, 27));
    REFUSED(67, VMB_ERR_LENGTH, PROTECT(&key, 5, source, 9, f, 26, most - 12, 13), OPEN(&key, 5, source, 9, f, 26, 23));
    for (n = LONG_ROOM - 5; n <= LONG_ROOM - 3; n++) {
        int fits = n + 4 <= VMB_IEEE802154_MAX_BYTES;

        CHECK(70, PROTECT(&key, 5, source, 9, large, n + 4, 9, n - 9) == (fits ? VMB_OK : VMB_ERR_LENGTH));
        CHECK(71, OPEN(&key, 5, source, 9, large, n + 4, 9) == (fits ? VMB_OK : VMB_ERR_LENGTH));
    }
    return 0;
}

static int arguments(void)
{
    static vmb_aes128_ccm_key none;
    uint8_t *f = buffer + ROOM - 26;
    unsigned level;

    fill(plain, ROOM, 1);
    memcpy(f, plain, 26);
    for (level = 8; level != 0; level <<= 1) {
        unsigned wrong = level == ANY ? 8 | ANY : level;

        REFUSED(80, VMB_ERR_ARGUMENT, PROTECT(&key, wrong, source, 9, f, 26, 9, 1),
                OPEN(&key, wrong, source, 9, f, 26, 9));
        wrong |= 5;
        REFUSED(82, VMB_ERR_ARGUMENT, PROTECT(&key, wrong, source, 9, f, 26, 9, 1),
                OPEN(&key, wrong, source, 9, f, 26, 9));
    }
    for (level = 0; level < 8; level += 4) {
        REFUSED(84, VMB_ERR_ARGUMENT, PROTECT(&key, level, source, 9, f, 26, 9, 13),
                OPEN(&key, level, source, 9, f, 26, 9));
    }
    for (level = 1; level < 8; level++) {
        unsigned l = level | ANY;

        REFUSED(86, VMB_ERR_COUNTER, PROTECT(&key, l, source, 0xffffffff, f, 26, 9, 1),
                OPEN(&key, l, source, 0xffffffff, f, 26, 9));
        REFUSED(88, VMB_ERR_ARGUMENT, PROTECT(&key, l, NULL, 9, f, 26, 9, 1), OPEN(&key, l, NULL, 9, f, 26, 9));
        REFUSED(90, VMB_ERR_ARGUMENT, PROTECT(NULL, l, source, 9, f, 26, 9, 1), OPEN(NULL, l, source, 9, f, 26, 9));
        REFUSED(92, VMB_ERR_ARGUMENT, PROTECT(&key, l, source, 9, NULL, 26, 9, 1),
                OPEN(&key, l, source, 9, NULL, 26, 9));
        REFUSED(94, VMB_ERR_STATE, PROTECT(&none, l, source, 9, f, 26, 9, 1), OPEN(&none, l, source, 9, f, 26, 9));
    }
    CHECK(96, PROTECT(NULL, ANY, NULL, 0xffffffff, f, 26, 9, 17) == VMB_OK && memcmp(f, plain, 26) == 0);
    CHECK(97, OPEN(NULL, ANY, NULL, 0xffffffff, f, 26, 9) == VMB_OK && memcmp(f, plain, 26) == 0);
    CHECK(98, PROTECT(NULL, ANY, NULL, 9, NULL, 26, 9, 17) == VMB_ERR_ARGUMENT);
    CHECK(99, PROTECT(&key, 5, source, 9, (uint8_t *)&key, 26, 9, 13) == VMB_ERR_ARGUMENT);
    CHECK(100, PROTECT(&key, 5, source, 0xfffffffe, f, 26, 9, 13) == VMB_OK);
    CHECK(101, OPEN(&key, 5, source, 0xfffffffe, f, 26, 9) == VMB_OK && memcmp(f, plain, 22) == 0);
    memcpy(f, plain, 26);
    return lengths(f);
}

/* The address may be in the frame itself, also in what is encrypted. */
static int source_in_the_frame(void)
{
    fill(plain, 26, 1);
    memcpy(plain + 10, source, 8);
    memcpy(buffer, plain, 26);
    memcpy(sealed, plain, 26);
    CHECK(102, PROTECT(&key, 5, buffer + 10, 9, buffer, 26, 9, 13) == VMB_OK);
    CHECK(103, PROTECT(&key, 5, source, 9, sealed, 26, 9, 13) == VMB_OK && memcmp(buffer, sealed, 26) == 0);
    return 0;
}

/* The call for level 4 alone: what it refuses, and writes nothing then. */
static int arguments_of_crypt(void)
{
    vmb_aes128_ccm_key none;

    memset(&none, 0, sizeof none);
    memset(large, 0x5a, sizeof large);
    CHECK(100, vmb_ieee802154_crypt(&key, source, 1, large, LONG_ROOM, 9) == VMB_ERR_LENGTH);
    CHECK(101, vmb_ieee802154_crypt(&key, source, 1, large, 8, 9) == VMB_ERR_LENGTH);
    CHECK(102, vmb_ieee802154_crypt(&key, source, 1, NULL, 20, 9) == VMB_ERR_ARGUMENT);
    CHECK(103, vmb_ieee802154_crypt(&key, NULL, 1, large, 20, 9) == VMB_ERR_ARGUMENT);
    CHECK(104, vmb_ieee802154_crypt(NULL, source, 1, large, 20, 9) == VMB_ERR_ARGUMENT);
    CHECK(105, vmb_ieee802154_crypt(&key, source, 0xffffffffu, large, 20, 9) == VMB_ERR_COUNTER);
    CHECK(106, vmb_ieee802154_crypt(&none, source, 1, large, 20, 9) == VMB_ERR_STATE);
    CHECK(107, vmb_ieee802154_crypt(&key, source, 1, (uint8_t *)&key, 20, 0) == VMB_ERR_ARGUMENT);
    CHECK(108, vmb_ieee802154_crypt(&key, source, 1, large, 9, 9) == VMB_OK); /* no payload */
    CHECK(109, large[0] == 0x5a && memcmp(large, large + 1, sizeof large - 1) == 0);
    CHECK(110, vmb_ieee802154_crypt(&key, source, 0xfffffffeu, large, VMB_IEEE802154_MAX_BYTES, 0) == VMB_OK);
    CHECK(111, vmb_ieee802154_unprotect(&key, VMB_IEEE802154_ENC | ANY, source, 0xfffffffeu, large,
                                        VMB_IEEE802154_MAX_BYTES, 0) == VMB_OK);
    CHECK(112, large[0] == 0x5a && memcmp(large, large + 1, sizeof large - 1) == 0);
    return 0;
}

int main(void)
{
    static int (*const parts[])(void) = {standard_frames, every_length,        forgeries,
                                         arguments,       source_in_the_frame, arguments_of_crypt};
    uint8_t bytes[16];
    unsigned i;
    int status = 0;

    for (i = 0; i < 16; i++) {
        bytes[i] = (uint8_t)(0xc0 + i);
    }
    if (vmb_aes128_ccm_init(&key, bytes, 16) != VMB_OK) {
        return 127;
    }
    for (i = 0; i < sizeof parts / sizeof *parts && status == 0; i++) {
        status = parts[i]();
    }
    return status;
}
