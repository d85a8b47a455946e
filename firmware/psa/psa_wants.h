/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The algorithms of PSA Crypto that psa_config.h asks for: all that the driver has, and for tests one that it lacks.
 */
#ifndef VMB_PSA_WANTS_H
#define VMB_PSA_WANTS_H

#define PSA_WANT_KEY_TYPE_AES 1
#define PSA_WANT_KEY_TYPE_CHACHA20 1
#define PSA_WANT_ALG_CCM 1
#define PSA_WANT_ALG_GCM 1
#define PSA_WANT_ALG_CHACHA20_POLY1305 1
#define PSA_WANT_ALG_ASCON_AEAD128 1
#define PSA_WANT_ALG_ECB_NO_PADDING 1
#define PSA_WANT_ALG_CBC_NO_PADDING 1
#define PSA_WANT_ALG_CBC_PKCS7 1
#define PSA_WANT_ALG_CTR 1
#define PSA_WANT_ALG_CCM_STAR_NO_TAG 1
#if VMB_PSA_SELF_TESTS
#define PSA_WANT_ALG_STREAM_CIPHER 1
#endif

#endif
