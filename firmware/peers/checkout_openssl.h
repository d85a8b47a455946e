/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * OpenSSL's AES with Zkn, and GHASH with Zbc or Zbkc for RV64, behind the calls that firmware/jobs.c makes. These are
 * kernels for blocks; the adaptor has CCM and GCM.
 */
#ifndef VMB_PEERS_CHECKOUT_OPENSSL_H
#define VMB_PEERS_CHECKOUT_OPENSSL_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "calls.h"

/* As AES_KEY of OpenSSL. */
typedef struct {
    uint32_t round_keys[60];
    int rounds;
} vmb_openssl_aes;

/* GHASH's key, as its functions expect it: 2 of 16 entries of `u128`. */
typedef struct {
    vmb_openssl_aes aes;
    uint64_t hash[2];
} vmb_openssl_gcm;

VMB_PEER_CALLS(vmb_openssl_aes_ccm, vmb_openssl_aes);
#if __riscv_xlen == 64
VMB_PEER_CALLS(vmb_openssl_aes_gcm, vmb_openssl_gcm);
#endif

#endif

#endif
