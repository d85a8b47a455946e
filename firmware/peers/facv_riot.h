/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * RIOT's AES, as FAC-V's repository has it, behind the calls of ECB that firmware/jobs.c makes
 * (vambrace/aes.h), for keys of VMB_PEER_KEY_BYTES. A context has the key alone: each call of RIOT's expands it.
 */
#ifndef VMB_PEERS_FACV_RIOT_H
#define VMB_PEERS_FACV_RIOT_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include <stddef.h>
#include <stdint.h>

typedef struct { uint32_t words[VMB_PEER_KEY_BYTES / 4]; } vmb_facv_riot_key;

int vmb_facv_riot_init(vmb_facv_riot_key *expanded, const uint8_t *key, size_t key_len);
int vmb_facv_riot_ecb_encrypt(const vmb_facv_riot_key *expanded, uint8_t *out, const uint8_t *in, size_t len);
int vmb_facv_riot_ecb_decrypt(const vmb_facv_riot_key *expanded, uint8_t *out, const uint8_t *in, size_t len);
void vmb_facv_riot_wipe(vmb_facv_riot_key *expanded);

#endif

#endif
