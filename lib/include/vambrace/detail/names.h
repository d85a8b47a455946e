/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The size of an AES key object, and with an engine that of every stream, depends on the
 * build (vambrace/backend.h). So that callers are not linked with a library of another
 * build, the functions that initialise such keys or streams have the build in their names:
 * a mismatch is a linker error.
 */
#ifndef VAMBRACE_NAMES_H
#define VAMBRACE_NAMES_H

#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/backend/zkned.h"

/* With an AES unit: by its key length and, because software does the other lengths, the
 * profile. */
#if VMB_AES_UNIT
#if VMB_AES_UNIT_KEY_BITS == 0
#define VMB_UNIT_NAME(name) name##_unit
#else
#if VMB_SIZE
#define VMB_UNIT_JOINED(name, bits) name##_unit##bits##_size
#else
#define VMB_UNIT_JOINED(name, bits) name##_unit##bits
#endif
#define VMB_UNIT_OF(name, bits) VMB_UNIT_JOINED(name, bits)
#define VMB_UNIT_NAME(name) VMB_UNIT_OF(name, VMB_AES_UNIT_KEY_BITS)
#endif
#endif

#if VMB_ENGINE
#define vmb_aes128_init vmb_aes128_init_engine
#define vmb_aes192_init vmb_aes192_init_engine
#define vmb_aes256_init vmb_aes256_init_engine
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_engine
#define vmb_aes192_ccm_init vmb_aes192_ccm_init_engine
#define vmb_aes256_ccm_init vmb_aes256_ccm_init_engine
#define vmb_ascon_aead128_init vmb_ascon_aead128_init_engine
#define vmb_ascon128_init vmb_ascon128_init_engine
#define vmb_ascon128a_init vmb_ascon128a_init_engine
#define vmb_chacha20_poly1305_init vmb_chacha20_poly1305_init_engine
#define vmb_xchacha20_poly1305_init vmb_xchacha20_poly1305_init_engine
#elif VMB_AES_UNIT
#define vmb_aes128_init VMB_UNIT_NAME(vmb_aes128_init)
#define vmb_aes192_init VMB_UNIT_NAME(vmb_aes192_init)
#define vmb_aes256_init VMB_UNIT_NAME(vmb_aes256_init)
#define vmb_aes128_ccm_init VMB_UNIT_NAME(vmb_aes128_ccm_init)
#define vmb_aes192_ccm_init VMB_UNIT_NAME(vmb_aes192_ccm_init)
#define vmb_aes256_ccm_init VMB_UNIT_NAME(vmb_aes256_ccm_init)
#elif VMB_ISE_ZKNED
#define vmb_aes128_init vmb_aes128_init_zkned
#define vmb_aes192_init vmb_aes192_init_zkned
#define vmb_aes256_init vmb_aes256_init_zkned
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_zkned
#define vmb_aes192_ccm_init vmb_aes192_ccm_init_zkned
#define vmb_aes256_ccm_init vmb_aes256_ccm_init_zkned
#elif VMB_SIZE
#define vmb_aes128_init vmb_aes128_init_size
#define vmb_aes192_init vmb_aes192_init_size
#define vmb_aes256_init vmb_aes256_init_size
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_size
#define vmb_aes192_ccm_init vmb_aes192_ccm_init_size
#define vmb_aes256_ccm_init vmb_aes256_ccm_init_size
#endif

/* AES-GCM and GMAC, which only some engines support. */
#if VMB_ENGINE_GCM
#define vmb_aes128_gcm_init vmb_aes128_gcm_init_engine
#define vmb_aes192_gcm_init vmb_aes192_gcm_init_engine
#define vmb_aes256_gcm_init vmb_aes256_gcm_init_engine
#define vmb_aes128_gmac_init vmb_aes128_gmac_init_engine
#define vmb_aes192_gmac_init vmb_aes192_gmac_init_engine
#define vmb_aes256_gmac_init vmb_aes256_gmac_init_engine
#elif VMB_AES_UNIT
#define vmb_aes128_gcm_init VMB_UNIT_NAME(vmb_aes128_gcm_init)
#define vmb_aes192_gcm_init VMB_UNIT_NAME(vmb_aes192_gcm_init)
#define vmb_aes256_gcm_init VMB_UNIT_NAME(vmb_aes256_gcm_init)
#define vmb_aes128_gmac_init VMB_UNIT_NAME(vmb_aes128_gmac_init)
#define vmb_aes192_gmac_init VMB_UNIT_NAME(vmb_aes192_gmac_init)
#define vmb_aes256_gmac_init VMB_UNIT_NAME(vmb_aes256_gmac_init)
#elif VMB_ISE_ZKNED
#define vmb_aes128_gcm_init vmb_aes128_gcm_init_zkned
#define vmb_aes192_gcm_init vmb_aes192_gcm_init_zkned
#define vmb_aes256_gcm_init vmb_aes256_gcm_init_zkned
#define vmb_aes128_gmac_init vmb_aes128_gmac_init_zkned
#define vmb_aes192_gmac_init vmb_aes192_gmac_init_zkned
#define vmb_aes256_gmac_init vmb_aes256_gmac_init_zkned
#elif VMB_SIZE
#define vmb_aes128_gcm_init vmb_aes128_gcm_init_size
#define vmb_aes192_gcm_init vmb_aes192_gcm_init_size
#define vmb_aes256_gcm_init vmb_aes256_gcm_init_size
#define vmb_aes128_gmac_init vmb_aes128_gmac_init_size
#define vmb_aes192_gmac_init vmb_aes192_gmac_init_size
#define vmb_aes256_gmac_init vmb_aes256_gmac_init_size
#endif

/* AES-GCM-SIV and CMAC, which engines do not support. */
#if VMB_AES_UNIT
#define vmb_aes128_gcm_siv_init VMB_UNIT_NAME(vmb_aes128_gcm_siv_init)
#define vmb_aes256_gcm_siv_init VMB_UNIT_NAME(vmb_aes256_gcm_siv_init)
#define vmb_aes128_cmac_init VMB_UNIT_NAME(vmb_aes128_cmac_init)
#define vmb_aes192_cmac_init VMB_UNIT_NAME(vmb_aes192_cmac_init)
#define vmb_aes256_cmac_init VMB_UNIT_NAME(vmb_aes256_cmac_init)
#elif VMB_ISE_ZKNED
#define vmb_aes128_gcm_siv_init vmb_aes128_gcm_siv_init_zkned
#define vmb_aes256_gcm_siv_init vmb_aes256_gcm_siv_init_zkned
#define vmb_aes128_cmac_init vmb_aes128_cmac_init_zkned
#define vmb_aes192_cmac_init vmb_aes192_cmac_init_zkned
#define vmb_aes256_cmac_init vmb_aes256_cmac_init_zkned
#elif VMB_SIZE
#define vmb_aes128_gcm_siv_init vmb_aes128_gcm_siv_init_size
#define vmb_aes256_gcm_siv_init vmb_aes256_gcm_siv_init_size
#define vmb_aes128_cmac_init vmb_aes128_cmac_init_size
#define vmb_aes192_cmac_init vmb_aes192_cmac_init_size
#define vmb_aes256_cmac_init vmb_aes256_cmac_init_size
#endif

#endif
