/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Calls RIOT's AES for each block, as FAC-V's test bench does. */
#include "facv_riot.h"

#include "crypto/aes.h"

#include "vambrace/status.h"

/* Their context has the length of the key, in bytes. */
#define CONTEXT(expanded) ((cipher_context_t *)(expanded))
typedef char another_context[sizeof(cipher_context_t) == sizeof(vmb_facv_riot_key) ? 1 : -1];

int vmb_facv_riot_init(vmb_facv_riot_key *expanded, const uint8_t *key, size_t key_len)
{
    return aes_init(CONTEXT(expanded), key, (uint8_t)key_len) == CIPHER_INIT_SUCCESS ? VMB_OK : VMB_ERR_LENGTH;
}

int vmb_facv_riot_ecb_encrypt(const vmb_facv_riot_key *expanded, uint8_t *out, const uint8_t *in, size_t len)
{
    int good = 1;

    for (size_t i = 0; i < len; i += AES_BLOCK_SIZE) {
        good &= aes_encrypt(CONTEXT(expanded), in + i, out + i) == 1;
    }
    return good ? VMB_OK : VMB_ERR_ARGUMENT;
}

int vmb_facv_riot_ecb_decrypt(const vmb_facv_riot_key *expanded, uint8_t *out, const uint8_t *in, size_t len)
{
    int good = 1;

    for (size_t i = 0; i < len; i += AES_BLOCK_SIZE) {
        good &= aes_decrypt(CONTEXT(expanded), in + i, out + i) == 1;
    }
    return good ? VMB_OK : VMB_ERR_ARGUMENT;
}

void vmb_facv_riot_wipe(vmb_facv_riot_key *expanded)
{
    for (size_t i = 0; i < sizeof expanded->words / 4; i++) {
        ((volatile uint32_t *)expanded->words)[i] = 0;
    }
}
