/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The algorithms of PSA Crypto that DTLS needs here. */
#ifndef VMB_PSA_WANTS_H
#define VMB_PSA_WANTS_H

#define PSA_WANT_KEY_TYPE_AES 1
#define PSA_WANT_KEY_TYPE_CHACHA20 1
#define PSA_WANT_ALG_CCM 1
#define PSA_WANT_ALG_CHACHA20_POLY1305 1

/* Keys derived from the pre-shared one, cookies, and the handshake hash: Mbed TLS's own code. */
#define PSA_WANT_ALG_SHA_256 1
#define PSA_WANT_ALG_HMAC 1
#define PSA_WANT_KEY_TYPE_HMAC 1
#define PSA_WANT_KEY_TYPE_DERIVE 1
#define PSA_WANT_KEY_TYPE_RAW_DATA 1
#define PSA_WANT_ALG_TLS12_PRF 1
#define PSA_WANT_ALG_TLS12_PSK_TO_MS 1

#endif
