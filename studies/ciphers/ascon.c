/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-128 (Ascon v1.2, section 2.4) with the interface of ciphers.h, implemented by libvambrace.
 * One block without associated data; the nonce is that of the designers' known answers.
 */
#include "ciphers.h"

#define BLOCK 16
#define TAG 16

static const uint8_t vmb_study_nonce[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* The arguments below are valid: another status is a fault of the program. */
static void vmb_study_must(int status)
{
    if (status != VMB_OK) {
        __builtin_trap();
    }
}

void vmb_study_ascon_setup(vmb_study_ascon_key *key, const uint8_t *bytes)
{
    vmb_study_must(vmb_ascon128_init(&key->key, bytes, 16));
}

void vmb_study_ascon_setup_decrypt(vmb_study_ascon_key *key, const uint8_t *bytes)
{
    vmb_study_must(vmb_ascon128_init(&key->key, bytes, 16));
}

void vmb_study_ascon_encrypt(const vmb_study_ascon_key *key, uint8_t *out, const uint8_t *in)
{
    vmb_study_must(vmb_ascon128_seal(&key->key, out, out + BLOCK, TAG, vmb_study_nonce, 16, 0, 0, in, BLOCK));
}

int vmb_study_ascon_decrypt(const vmb_study_ascon_key *key, uint8_t *out, const uint8_t *in)
{
    return vmb_ascon128_open(&key->key, out, in + BLOCK, TAG, vmb_study_nonce, 16, 0, 0, in, BLOCK);
}
