/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Mbed TLS behind the calls that firmware/jobs.c makes (the shape of
 * vambrace/aead.h). An expanded key is Mbed TLS's context, which holds the state of a
 * message too: a call changes it although it is const here.
 */
#ifndef VMB_PEERS_MBEDTLS_H
#define VMB_PEERS_MBEDTLS_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "mbedtls/aes.h"
#include "mbedtls/ccm.h"
#include "mbedtls/chachapoly.h"
#include "mbedtls/gcm.h"

#include "calls.h"

VMB_PEER_CALLS(vmb_mbedtls_aes128_ccm, mbedtls_ccm_context);
VMB_PEER_CALLS(vmb_mbedtls_aes192_ccm, mbedtls_ccm_context);
VMB_PEER_CALLS(vmb_mbedtls_aes256_ccm, mbedtls_ccm_context);
VMB_PEER_CALLS(vmb_mbedtls_aes128_gcm, mbedtls_gcm_context);
VMB_PEER_CALLS(vmb_mbedtls_aes192_gcm, mbedtls_gcm_context);
VMB_PEER_CALLS(vmb_mbedtls_aes256_gcm, mbedtls_gcm_context);
VMB_PEER_CALLS(vmb_mbedtls_chacha20_poly1305, mbedtls_chachapoly_context);

/* The modes of vambrace/aes.h. */
typedef struct {
    mbedtls_aes_context forward;
    mbedtls_aes_context backward;
} vmb_peer_aes;

#define VMB_PEER_MODE_CALLS(name)                                                                                    \
    typedef union {                                                                                                  \
        vmb_peer_aes context;                                                                                        \
        uint32_t words[(sizeof(vmb_peer_aes) + 3) / 4];                                                              \
    } name##_key;                                                                                                    \
    int name##_init(name##_key *expanded, const uint8_t *key, size_t key_len);                                       \
    int name##_ecb_encrypt(const name##_key *expanded, uint8_t *out, const uint8_t *in, size_t len);                 \
    int name##_ecb_decrypt(const name##_key *expanded, uint8_t *out, const uint8_t *in, size_t len);                 \
    int name##_cbc_encrypt(const name##_key *expanded, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len); \
    int name##_cbc_decrypt(const name##_key *expanded, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len); \
    int name##_ctr(const name##_key *expanded, uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t len);    \
    void name##_wipe(name##_key *expanded)

VMB_PEER_MODE_CALLS(vmb_mbedtls_aes128);
VMB_PEER_MODE_CALLS(vmb_mbedtls_aes192);
VMB_PEER_MODE_CALLS(vmb_mbedtls_aes256);

#endif

#endif
