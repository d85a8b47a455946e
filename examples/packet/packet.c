/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Seals one packet of a sensor with AES-128-CCM, opens it, and lets an attacker
 * change it. Exit code 0 when all three give what they should. The packet lies in
 * memory as it goes out: header in the clear, body encrypted, tag.
 */
#include <stdio.h>
#include <string.h>

#include "vambrace/aead.h"

enum { HEADER = 8, BODY = 21, TAG = 8, PACKET = HEADER + BODY + TAG };

/* A real key comes from key storage, and a nonce never comes twice. */
static const uint8_t key_bytes[16] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
                                      0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f};
static const uint8_t nonce[13] = {0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6,
                                  0xa7, 0xa8, 0xa9, 0xaa, 0xab, 0xac};
static const char text[] = "HEADER: temperature 21.5 C";

static int open_packet(const vmb_aes128_ccm_key *key, uint8_t *packet)
{
    uint8_t *body = packet + HEADER;
    return vmb_aes128_ccm_open(key, body, body + BODY, TAG, nonce, sizeof nonce, packet,
                               HEADER, body, BODY);
}

int main(void)
{
    static const uint8_t nothing[BODY];
    vmb_aes128_ccm_key key;
    uint8_t packet[PACKET], forged[PACKET];
    uint8_t *body = packet + HEADER;
    int sealed, opened, refused, good;

    memset(packet, 0, sizeof packet);
    memcpy(packet, text, sizeof text);
    sealed = vmb_aes128_ccm_init(&key, key_bytes, sizeof key_bytes);
    if (sealed == VMB_OK) {
        sealed = vmb_aes128_ccm_seal(&key, body, body + BODY, TAG, nonce, sizeof nonce,
                                     packet, HEADER, body, BODY);
    }
    printf("sealed %d:", sealed);
    for (size_t i = 0; i < PACKET; i++) {
        printf("%02x", packet[i]);
    }
    memcpy(forged, packet, sizeof packet);
    forged[HEADER] ^= 1;
    opened = open_packet(&key, packet);
    refused = open_packet(&key, forged);
    vmb_aes128_ccm_wipe(&key);

    good = sealed == VMB_OK && opened == VMB_OK && refused == VMB_ERR_TAG &&
           memcmp(packet, text, sizeof text) == 0 &&
           memcmp(forged + HEADER, nothing, BODY) == 0;
    printf("\nopened %d: %s\nforged %d\n%s\n", opened, (const char *)packet, refused,
           good ? "good" : "WRONG");
    return good ? 0 : 1;
}
