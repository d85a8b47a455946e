/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * BearSSL behind the calls that firmware/jobs.c makes, with its constant-time implementations for the width of the
 * core's registers.
 */
#ifndef VMB_PEERS_CHECKOUT_BEARSSL_H
#define VMB_PEERS_CHECKOUT_BEARSSL_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "bearssl_aead.h"
#include "bearssl_block.h"

#include "calls.h"

#if __riscv_xlen == 64
#define VMB_BEARSSL_AES(name) br_aes_ct64_##name
#define VMB_BEARSSL_GHASH br_ghash_ctmul64
#define VMB_BEARSSL_POLY1305 br_poly1305_ctmulq_run
#else
#define VMB_BEARSSL_AES(name) br_aes_ct_##name
#define VMB_BEARSSL_GHASH br_ghash_ctmul
#define VMB_BEARSSL_POLY1305 br_poly1305_ctmul_run
#endif

typedef struct { uint32_t words[8]; } vmb_bearssl_bytes;

VMB_PEER_CALLS(vmb_bearssl_aes_ccm, VMB_BEARSSL_AES(ctrcbc_keys));
VMB_PEER_CALLS(vmb_bearssl_aes_gcm, VMB_BEARSSL_AES(ctr_keys));
VMB_PEER_CALLS(vmb_bearssl_chacha20_poly1305, vmb_bearssl_bytes);

#endif

#endif
