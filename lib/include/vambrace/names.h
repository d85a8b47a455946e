/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The size of an AES key depends on the build (vambrace/backend.h). Callers and
 * library of different builds must not meet: the names of the functions
 * that write such keys say which build they are of, and are missing when a caller
 * of the other is linked.
 */
#ifndef VAMBRACE_NAMES_H
#define VAMBRACE_NAMES_H

#include "vambrace/backend.h"

#if VMB_ISE_ZKN
#define vmb_aes128_init vmb_aes128_init_zkn
#define vmb_aes192_init vmb_aes192_init_zkn
#define vmb_aes256_init vmb_aes256_init_zkn
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_zkn
#define vmb_aes192_ccm_init vmb_aes192_ccm_init_zkn
#define vmb_aes256_ccm_init vmb_aes256_ccm_init_zkn
#define vmb_aes128_gcm_init vmb_aes128_gcm_init_zkn
#define vmb_aes192_gcm_init vmb_aes192_gcm_init_zkn
#define vmb_aes256_gcm_init vmb_aes256_gcm_init_zkn
#elif VMB_SIZE
#define vmb_aes128_init vmb_aes128_init_size
#define vmb_aes192_init vmb_aes192_init_size
#define vmb_aes256_init vmb_aes256_init_size
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_size
#define vmb_aes192_ccm_init vmb_aes192_ccm_init_size
#define vmb_aes256_ccm_init vmb_aes256_ccm_init_size
#define vmb_aes128_gcm_init vmb_aes128_gcm_init_size
#define vmb_aes192_gcm_init vmb_aes192_gcm_init_size
#define vmb_aes256_gcm_init vmb_aes256_gcm_init_size
#endif

#endif
