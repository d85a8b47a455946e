/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * CRYPTOGAMS' ChaCha20 and Poly1305 behind the calls that firmware/jobs.c makes. It has no authenticated encryption,
 * so RFC 8439, section 2.8, is in the adaptor. It expands no key: `init` copies it.
 */
#ifndef VMB_PEERS_CHECKOUT_CRYPTOGAMS_H
#define VMB_PEERS_CHECKOUT_CRYPTOGAMS_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "calls.h"

typedef struct { uint32_t words[8]; } vmb_cryptogams_bytes;

VMB_PEER_CALLS(vmb_cryptogams_chacha20_poly1305, vmb_cryptogams_bytes);

#endif

#endif
