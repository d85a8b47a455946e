/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Monocypher behind the calls that firmware/jobs.c makes. It expands no key: `init` copies it.
 */
#ifndef VMB_PEERS_CHECKOUT_MONOCYPHER_H
#define VMB_PEERS_CHECKOUT_MONOCYPHER_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "calls.h"

typedef struct { uint32_t words[8]; } vmb_monocypher_bytes;

VMB_PEER_CALLS(vmb_monocypher_chacha20_poly1305, vmb_monocypher_bytes);
VMB_PEER_CALLS(vmb_monocypher_xchacha20_poly1305, vmb_monocypher_bytes);

#endif

#endif
