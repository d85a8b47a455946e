/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Mbed TLS 3.6 includes this file for the contexts of an accelerator driver
 * (psa/crypto_driver_contexts_primitives.h and _composites.h): those of libvambrace.
 */
#ifndef VMB_MBEDTLS_CONTEXTS_H
#define VMB_MBEDTLS_CONTEXTS_H

#include "vambrace/psa_contexts.h"

#define LIBTESTDRIVER1_MBEDTLS_PSA_BUILTIN_CIPHER
#define LIBTESTDRIVER1_MBEDTLS_PSA_CIPHER_OPERATION_INIT {.mode = 0}
typedef vambrace_transparent_cipher_operation_t libtestdriver1_mbedtls_psa_cipher_operation_t;

#define LIBTESTDRIVER1_MBEDTLS_PSA_BUILTIN_AEAD
#define LIBTESTDRIVER1_MBEDTLS_PSA_AEAD_OPERATION_INIT {.algorithm = 0}
typedef vambrace_transparent_aead_operation_t libtestdriver1_mbedtls_psa_aead_operation_t;

#endif
