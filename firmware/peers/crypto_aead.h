/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Software with the interface of SUPERCOP and of NIST's lightweight cryptography, crypto_aead,
 * behind the calls that firmware/jobs.c makes. It expands no key: `init` copies it.
 */
#ifndef VMB_PEERS_CRYPTO_AEAD_H
#define VMB_PEERS_CRYPTO_AEAD_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "calls.h"

typedef struct { uint32_t words[(VMB_PEER_KEY_BYTES + 3) / 4]; } vmb_peer_crypto_aead_key;

VMB_PEER_CALLS(vmb_crypto_aead, vmb_peer_crypto_aead_key);

#endif

#endif
