/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Seals one packet of a sensor with AES-128-CCM, opens it, and lets an attacker change
 * it. The packet lies in memory as it is sent: header in the clear, encrypted body, tag.
 *
 * Exit code: GOOD, or FORGED if the packet is rejected on arrival (as with TAMPER=1, which changes its tag in transit),
 * or WRONG if the library returns a wrong result.
 */
#include "board.h"
#include "print.h"
#include "vambrace/aead.h"

#ifndef TAMPER
#define TAMPER 0
#endif

enum { GOOD = 0, FORGED = 3, WRONG = 4 };
enum { HEADER = 8, BODY = 21, TAG = 8, PACKET = HEADER + BODY + TAG };

/* A real key comes from key storage, and each packet needs a different nonce. */
static const uint8_t key_bytes[16] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
                                      0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f};
static const uint8_t nonce[13] = {0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xab, 0xac};
static const char text[HEADER + BODY] = "HEADER: temperature 21.5 C";

/* In place: the body is decrypted in its buffer. */
static int open_packet(const vmb_aes128_ccm_key *key, uint8_t *packet)
{
    uint8_t *body = packet + HEADER;
    return vmb_aes128_ccm_open(key, body, body + BODY, TAG, nonce, sizeof nonce, packet, HEADER, body, BODY);
}

static int body_is_zero(const uint8_t *packet)
{
    uint8_t any = 0;
    for (int i = 0; i < BODY; i++) {
        any |= packet[HEADER + i];
    }
    return any == 0;
}

static int wrong(const char *what)
{
    print_text("WRONG: ");
    print_text(what);
    print_text("\n");
    return WRONG;
}

static int send_and_receive(const vmb_aes128_ccm_key *key)
{
    uint8_t packet[PACKET], forged[PACKET];
    uint8_t *body = packet + HEADER;
    int status;

    for (int i = 0; i < HEADER + BODY; i++) {
        packet[i] = (uint8_t)text[i];
    }
    if (vmb_aes128_ccm_seal(key, body, body + BODY, TAG, nonce, sizeof nonce, packet, HEADER, body, BODY) != VMB_OK) {
        return wrong("not sealed");
    }
    print_text("sealed: ");
    for (int i = 0; i < PACKET; i++) {
        print_hex(packet[i], 2);
    }
    print_text("\n");

    packet[PACKET - 1] ^= TAMPER;
    for (int i = 0; i < PACKET; i++) {
        forged[i] = packet[i];
    }
    forged[HEADER] ^= 1;

    status = open_packet(key, packet);
    if (status == VMB_ERR_TAG && body_is_zero(packet)) {
        print_text("forged: refused, body zeroed\n");
        return FORGED;
    }
    if (status != VMB_OK) {
        return wrong("not opened");
    }
    for (int i = 0; i < HEADER + BODY; i++) {
        if (packet[i] != (uint8_t)text[i]) {
            return wrong("opened to another text");
        }
    }
    print_text("opened: ");
    print_text((const char *)packet);
    print_text("\n");

    if (open_packet(key, forged) != VMB_ERR_TAG || !body_is_zero(forged)) {
        return wrong("a forged packet was not refused, or its body not zeroed");
    }
    print_text("forged: refused, body zeroed\n");
    return GOOD;
}

int main(void)
{
    vmb_aes128_ccm_key key;
    int result = WRONG;

    if (vmb_aes128_ccm_init(&key, key_bytes, sizeof key_bytes) == VMB_OK) {
        result = send_and_receive(&key);
    }
    vmb_aes128_ccm_wipe(&key);
    return result;
}
