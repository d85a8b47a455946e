/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What Mbed TLS or TF-PSA-Crypto leaves to the driver: without its own code for them, unless other code needs it. Included
 * by the configuration of either (vambrace_mbedtls.h, vambrace_tf_psa_crypto.h), before all other headers.
 */
#ifndef VAMBRACE_PSA_ACCELERATED_H
#define VAMBRACE_PSA_ACCELERATED_H

#define MBEDTLS_PSA_ACCEL_KEY_TYPE_AES 1
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_CHACHA20 1
#define MBEDTLS_PSA_ACCEL_ALG_CCM 1
#define MBEDTLS_PSA_ACCEL_ALG_GCM 1
#define MBEDTLS_PSA_ACCEL_ALG_CHACHA20_POLY1305 1
/* Without their own code for ECB, neither has ECB for other ciphers. Only TF-PSA-Crypto has its choice of ciphers here. */
#if !defined(PSA_WANT_KEY_TYPE_ARIA) && !defined(PSA_WANT_KEY_TYPE_CAMELLIA)
#define MBEDTLS_PSA_ACCEL_ALG_ECB_NO_PADDING 1
#endif
#define MBEDTLS_PSA_ACCEL_ALG_CBC_NO_PADDING 1
#define MBEDTLS_PSA_ACCEL_ALG_CBC_PKCS7 1
#define MBEDTLS_PSA_ACCEL_ALG_CTR 1
#define MBEDTLS_PSA_ACCEL_ALG_CCM_STAR_NO_TAG 1

#endif
