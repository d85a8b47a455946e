/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Mbed TLS 3.6 on FreeRTOS: a server of DTLS 1.2 with keys that both sides know (PSK), without certificates. All of its
 * cryptography is that of PSA Crypto, which calls libvambrace; or with VMB_PSA_BUILTIN=1 its own code.
 */
#ifndef VMB_MBEDTLS_CONFIG_H
#define VMB_MBEDTLS_CONFIG_H

#define MBEDTLS_SSL_TLS_C
#define MBEDTLS_SSL_SRV_C
#define MBEDTLS_SSL_PROTO_TLS1_2
#define MBEDTLS_SSL_PROTO_DTLS
#define MBEDTLS_KEY_EXCHANGE_PSK_ENABLED
#define MBEDTLS_SSL_EXTENDED_MASTER_SECRET
#define MBEDTLS_SSL_MAX_FRAGMENT_LENGTH
#define MBEDTLS_SSL_ALL_ALERT_MESSAGES /* informs a client with a wrong key */
#define MBEDTLS_SSL_DTLS_ANTI_REPLAY
#define MBEDTLS_SSL_DTLS_HELLO_VERIFY
#define MBEDTLS_SSL_DTLS_CLIENT_PORT_REUSE
#define MBEDTLS_SSL_COOKIE_C
#define MBEDTLS_SSL_IN_CONTENT_LEN 1024
#define MBEDTLS_SSL_OUT_CONTENT_LEN 1024
#define MBEDTLS_SSL_DTLS_MAX_BUFFERING 2048

#define MBEDTLS_USE_PSA_CRYPTO
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_CONFIG
#define MBEDTLS_PSA_CRYPTO_CONFIG_FILE "vmb_psa_wants.h"
#define MBEDTLS_PSA_CRYPTO_EXTERNAL_RNG
#define MBEDTLS_PSA_ASSUME_EXCLUSIVE_BUFFERS
#define MBEDTLS_PSA_KEY_SLOT_COUNT 8
#define MBEDTLS_MD_C
#if VMB_PSA_BUILTIN
#define MBEDTLS_CIPHER_C
#define MBEDTLS_HAVE_ASM
#define MBEDTLS_AES_ROM_TABLES
#endif

/* The heap of FreeRTOS. */
#define MBEDTLS_PLATFORM_C
#define MBEDTLS_PLATFORM_MEMORY
#define MBEDTLS_PLATFORM_CALLOC_MACRO pvPortCalloc
#define MBEDTLS_PLATFORM_FREE_MACRO vPortFree

#include <stddef.h>

void *pvPortCalloc(size_t number, size_t bytes);
void vPortFree(void *memory);

#endif
