/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * libsodium behind the calls that firmware/jobs.c makes (the shape of
 * vambrace/aead.h). libsodium expands no key: `init` copies it.
 */
#ifndef VMB_PEERS_LIBSODIUM_H
#define VMB_PEERS_LIBSODIUM_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "calls.h"

typedef struct { uint32_t words[8]; } vmb_libsodium_bytes;

VMB_PEER_CALLS(vmb_libsodium_chacha20_poly1305, vmb_libsodium_bytes);

#endif

#endif
