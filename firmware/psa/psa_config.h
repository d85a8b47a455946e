/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Mbed TLS as the programs of tests and of `vambrace study psa` have it: PSA Crypto with symmetric keys alone, in RAM,
 * and random numbers that the program brings. VMB_PSA_COPIES: it copies what a program passes, as it does by default.
 * VMB_PSA_SELF_TESTS: with its modules for CCM and GCM and their tests, and ChaCha20 alone, which the driver lacks.
 * VMB_PSA_BUILTIN: there is no driver.
 */
#ifndef VMB_PSA_CONFIG_H
#define VMB_PSA_CONFIG_H

#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_CONFIG
#define MBEDTLS_PSA_CRYPTO_CONFIG_FILE "psa_wants.h"
#define MBEDTLS_PSA_CRYPTO_EXTERNAL_RNG
#define MBEDTLS_PSA_STATIC_KEY_SLOTS
#define MBEDTLS_PSA_STATIC_KEY_SLOT_BUFFER_SIZE 32
#define MBEDTLS_PSA_KEY_SLOT_COUNT 8
#define MBEDTLS_PLATFORM_C
#if !VMB_PSA_COPIES
#define MBEDTLS_PSA_ASSUME_EXCLUSIVE_BUFFERS
#endif
#if VMB_PSA_SELF_TESTS /* modules that call PSA Crypto for AES */
#define MBEDTLS_SELF_TEST
#define MBEDTLS_CIPHER_C
#define MBEDTLS_CCM_C
#define MBEDTLS_GCM_C
#endif
#if VMB_PSA_BUILTIN
#define MBEDTLS_CIPHER_C
#define MBEDTLS_HAVE_ASM
#define MBEDTLS_AES_ROM_TABLES
#endif

#endif
