/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * RISCV-crypto's Ascon-128 behind the calls that firmware/jobs.c makes. It expands no key: `init`
 * copies it.
 */
#ifndef VMB_PEERS_RISCV_CRYPTO_ASCON_H
#define VMB_PEERS_RISCV_CRYPTO_ASCON_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "calls.h"

typedef struct { uint32_t bytes[4]; } vmb_peer_ascon_key;

VMB_PEER_CALLS(vmb_riscv_crypto_ascon128, vmb_peer_ascon_key);

#endif

#endif
