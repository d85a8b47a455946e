/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * TF-PSA-Crypto as psa_config.h has Mbed TLS, with the same macros.
 */
#ifndef VMB_TF_PSA_CONFIG_H
#define VMB_TF_PSA_CONFIG_H

#include "psa_wants.h"

#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_EXTERNAL_RNG
#define MBEDTLS_PSA_STATIC_KEY_SLOTS
#define MBEDTLS_PSA_STATIC_KEY_SLOT_BUFFER_SIZE 32
#define MBEDTLS_PSA_KEY_SLOT_COUNT 8
#define MBEDTLS_PLATFORM_C
#if !VMB_PSA_COPIES
#define MBEDTLS_PSA_ASSUME_EXCLUSIVE_BUFFERS
#endif
#if VMB_PSA_BUILTIN
#define MBEDTLS_HAVE_ASM
#define MBEDTLS_AES_ROM_TABLES
#endif

#endif
