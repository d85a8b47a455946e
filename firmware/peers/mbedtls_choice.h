/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of Mbed TLS that are built: the measured algorithms, each with its
 * default settings (AES with T-tables in both directions, GCM with tables of 4
 * bits). One choice differs from the default and favours it: AES tables are
 * constants (MBEDTLS_AES_ROM_TABLES), not computed at the first key set-up.
 */
#ifndef VMB_PEERS_MBEDTLS_CHOICE_H
#define VMB_PEERS_MBEDTLS_CHOICE_H

#define MBEDTLS_HAVE_ASM
#define MBEDTLS_AES_C
#define MBEDTLS_AES_ROM_TABLES
#define MBEDTLS_CIPHER_MODE_CBC
#define MBEDTLS_CIPHER_MODE_CTR
#define MBEDTLS_CCM_C
#define MBEDTLS_GCM_C
#define MBEDTLS_CHACHA20_C
#define MBEDTLS_POLY1305_C
#define MBEDTLS_CHACHAPOLY_C

#endif
