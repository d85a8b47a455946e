/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The size of an AES key, and with an engine that of every stream, depends on the
 * build (vambrace/backend.h). Callers and library of different builds must not meet:
 * the names of the functions that write such keys, or that come before such streams,
 * say which build they are of, and are missing when a caller of the other is linked.
 */
#ifndef VAMBRACE_NAMES_H
#define VAMBRACE_NAMES_H

#include "vambrace/backend/aes_unit.h"
#include "vambrace/backend/engine.h"
#include "vambrace/backend/size.h"
#include "vambrace/backend/zkn.h"

#if VMB_ENGINE
#define vmb_aes128_init vmb_aes128_init_engine
#define vmb_aes192_init vmb_aes192_init_engine
#define vmb_aes256_init vmb_aes256_init_engine
#define vmb_facv_init vmb_facv_init_engine
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_engine
#define vmb_aes192_ccm_init vmb_aes192_ccm_init_engine
#define vmb_aes256_ccm_init vmb_aes256_ccm_init_engine
#define vmb_ascon_aead128_init vmb_ascon_aead128_init_engine
#define vmb_ascon128_init vmb_ascon128_init_engine
#define vmb_ascon128a_init vmb_ascon128a_init_engine
#define vmb_chacha20_poly1305_init vmb_chacha20_poly1305_init_engine
#elif VMB_AES_UNIT
#define vmb_aes128_init vmb_aes128_init_unit
#define vmb_aes192_init vmb_aes192_init_unit
#define vmb_aes256_init vmb_aes256_init_unit
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_unit
#define vmb_aes192_ccm_init vmb_aes192_ccm_init_unit
#define vmb_aes256_ccm_init vmb_aes256_ccm_init_unit
#elif VMB_ISE_ZKN
#define vmb_aes128_init vmb_aes128_init_zkn
#define vmb_aes192_init vmb_aes192_init_zkn
#define vmb_aes256_init vmb_aes256_init_zkn
#define vmb_facv_init vmb_facv_init_zkn
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_zkn
#define vmb_aes192_ccm_init vmb_aes192_ccm_init_zkn
#define vmb_aes256_ccm_init vmb_aes256_ccm_init_zkn
#elif VMB_SIZE
#define vmb_aes128_init vmb_aes128_init_size
#define vmb_aes192_init vmb_aes192_init_size
#define vmb_aes256_init vmb_aes256_init_size
#define vmb_facv_init vmb_facv_init_size
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_size
#define vmb_aes192_ccm_init vmb_aes192_ccm_init_size
#define vmb_aes256_ccm_init vmb_aes256_ccm_init_size
#endif

/* Of AES-GCM, which no engine does. */
#if VMB_AES_UNIT
#define vmb_aes128_gcm_init vmb_aes128_gcm_init_unit
#define vmb_aes192_gcm_init vmb_aes192_gcm_init_unit
#define vmb_aes256_gcm_init vmb_aes256_gcm_init_unit
#elif VMB_ISE_ZKN
#define vmb_aes128_gcm_init vmb_aes128_gcm_init_zkn
#define vmb_aes192_gcm_init vmb_aes192_gcm_init_zkn
#define vmb_aes256_gcm_init vmb_aes256_gcm_init_zkn
#elif VMB_SIZE
#define vmb_aes128_gcm_init vmb_aes128_gcm_init_size
#define vmb_aes192_gcm_init vmb_aes192_gcm_init_size
#define vmb_aes256_gcm_init vmb_aes256_gcm_init_size
#endif

#endif
