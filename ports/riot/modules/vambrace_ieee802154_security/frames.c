/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Frames of RIOT's IEEE 802.15.4 security with a MIC, according to the standard, each by one call of libvambrace for the
 * whole frame. RIOT's own MIC has the tag length in the wrong bits of CCM's first block, and at levels 1 to 3 the payload
 * as CCM's message, so that only RIOT accepts it. Levels 0 and 4, and interfaces with their own operations, are passed
 * to RIOT's functions. An encrypted frame with a wrong MIC leaves no plaintext, and a received frame of a level without
 * a MIC is refused unless it is the level of the interface. At levels 1 to 3, frames that are longer than RIOT's
 * IEEE802154_FRAME_LEN_MAX are refused.
 */
#include <stdbool.h>
#include <string.h>

#include "byteorder.h"
#include "net/ieee802154_security.h"
#include "vambrace/frames/ieee802154.h"

int __wrap_ieee802154_sec_encrypt_frame(ieee802154_sec_context_t *ctx, const uint8_t *header, uint8_t *header_size,
                                        uint8_t *payload, uint16_t payload_size, uint8_t *mic, uint8_t *mic_size,
                                        const uint8_t *src_address);
int __wrap_ieee802154_sec_decrypt_frame(ieee802154_sec_context_t *ctx, uint16_t frame_size, uint8_t *header,
                                        uint8_t *header_size, uint8_t **payload, uint16_t *payload_size, uint8_t **mic,
                                        uint8_t *mic_size, const uint8_t *src_address);
int __real_ieee802154_sec_encrypt_frame(ieee802154_sec_context_t *ctx, const uint8_t *header, uint8_t *header_size,
                                        uint8_t *payload, uint16_t payload_size, uint8_t *mic, uint8_t *mic_size,
                                        const uint8_t *src_address);
int __real_ieee802154_sec_decrypt_frame(ieee802154_sec_context_t *ctx, uint16_t frame_size, uint8_t *header,
                                        uint8_t *header_size, uint8_t **payload, uint16_t *payload_size, uint8_t **mic,
                                        uint8_t *mic_size, const uint8_t *src_address);

/* Bytes of the auxiliary header by key mode: control, frame counter, key source and index. */
static const uint8_t aux_bytes[4] = {5, 6, 10, 14};

/* Whether a frame is ours: it has a MIC, and the operations are RIOT's own, not those of a radio. */
static bool ours(const ieee802154_sec_context_t *ctx, unsigned level)
{
    const ieee802154_radio_cipher_ops_t *ops = ctx->dev.cipher_ops;

    return level < 8 && level % 4 != 0 && ctx->cipher.interface == CIPHER_AES && ops->set_key == NULL &&
           ops->cbc == NULL && ops->ecb == NULL;
}

static int error_of(int done)
{
    switch (done) {
    case VMB_OK:
        return IEEE802154_SEC_OK;
    case VMB_ERR_TAG:
        return -IEEE802154_SEC_MAC_CHECK_FAILURE;
    case VMB_ERR_COUNTER:
        return -IEEE802154_SEC_FRAME_COUNTER_OVERFLOW;
    default:
        return -IEEE802154_SEC_UNSUPORTED;
    }
}

static uint8_t write_aux(const ieee802154_sec_context_t *ctx, uint8_t *aux)
{
    unsigned mode = ctx->key_id_mode & 3u, source = aux_bytes[mode] - 6u;

    aux[0] = (uint8_t)(ctx->security_level | mode << IEEE802154_SEC_SCF_KEYMODE_SHIFT);
    byteorder_htolebufl(aux + 1, ctx->frame_counter);
    if (mode != IEEE802154_SEC_SCF_KEYMODE_IMPLICIT) {
        memcpy(aux + 5, ctx->key_source, source);
        aux[5 + source] = ctx->key_index;
    }
    return aux_bytes[mode];
}

/* Header, payload and MIC are in buffers of their own, so these are the AEAD's calls with the frame's nonce. */
static int protect(const vmb_aes128_ccm_key *key, const ieee802154_sec_context_t *ctx, const uint8_t *header,
                   size_t header_len, uint8_t *payload, size_t len, uint8_t *mic, size_t mic_len, const uint8_t *source)
{
    uint8_t nonce[13], both[IEEE802154_FRAME_LEN_MAX];

    memcpy(nonce, source, 8);
    byteorder_htobebufl(nonce + 8, ctx->frame_counter);
    nonce[12] = ctx->security_level;
    if (ctx->security_level > VMB_IEEE802154_ENC)
        return vmb_aes128_ccm_seal(key, payload, mic, mic_len, nonce, sizeof nonce, header, header_len, payload, len);
    if (header_len + len > sizeof both)
        return VMB_ERR_LENGTH;
    memcpy(both, header, header_len);
    memcpy(both + header_len, payload, len);
    return vmb_aes128_ccm_seal(key, NULL, mic, mic_len, nonce, sizeof nonce, both, header_len + len, NULL, 0);
}

int __wrap_ieee802154_sec_encrypt_frame(ieee802154_sec_context_t *ctx, const uint8_t *header, uint8_t *header_size,
                                        uint8_t *payload, uint16_t payload_size, uint8_t *mic, uint8_t *mic_size,
                                        const uint8_t *src_address)
{
    unsigned level = ctx->security_level;
    vmb_aes128_ccm_key key;
    uint8_t header_len, mic_len;
    int done;

    if (!ours(ctx, level))
        return __real_ieee802154_sec_encrypt_frame(ctx, header, header_size, payload, payload_size, mic, mic_size,
                                                   src_address);
    if (ctx->frame_counter == VMB_IEEE802154_LAST_COUNTER)
        return -IEEE802154_SEC_FRAME_COUNTER_OVERFLOW;
    mic_len = VMB_IEEE802154_MIC_LEN(level);
    /* RIOT's prototype has a const header whose end it writes. */
    header_len = *header_size + write_aux(ctx, (uint8_t *)(uintptr_t)header + *header_size);
    done = vmb_aes128_ccm_init(&key, ctx->cipher.context.context, IEEE802154_SEC_KEY_LENGTH);
    if (done == VMB_OK)
        done = protect(&key, ctx, header, header_len, payload, payload_size, mic, mic_len, src_address);
    vmb_aes128_ccm_wipe(&key);
    if (done == VMB_OK) {
        *header_size = header_len;
        *mic_size = mic_len;
        ctx->frame_counter++;
    }
    return error_of(done);
}

int __wrap_ieee802154_sec_decrypt_frame(ieee802154_sec_context_t *ctx, uint16_t frame_size, uint8_t *header,
                                        uint8_t *header_size, uint8_t **payload, uint16_t *payload_size, uint8_t **mic,
                                        uint8_t *mic_size, const uint8_t *src_address)
{
    const uint8_t *aux = header + *header_size;
    vmb_aes128_ccm_key key;
    unsigned level, header_len, mic_len;
    int done;

    if (frame_size <= *header_size)
        return -IEEE802154_SEC_UNSUPORTED;
    level = aux[0] & IEEE802154_SEC_SCF_SECLEVEL_MASK;
    if (level % 4 == 0 && level != ctx->security_level)
        return -IEEE802154_SEC_UNSUPORTED;
    header_len = *header_size + aux_bytes[aux[0] >> IEEE802154_SEC_SCF_KEYMODE_SHIFT & 3u];
    mic_len = VMB_IEEE802154_MIC_LEN(level);
    if (level != VMB_IEEE802154_NONE && frame_size < header_len + mic_len)
        return -IEEE802154_SEC_UNSUPORTED;
    if (!ours(ctx, level))
        return __real_ieee802154_sec_decrypt_frame(ctx, frame_size, header, header_size, payload, payload_size, mic,
                                                   mic_size, src_address);
    done = vmb_aes128_ccm_init(&key, ctx->cipher.context.context, IEEE802154_SEC_KEY_LENGTH);
    if (done == VMB_OK)
        done = vmb_ieee802154_unprotect(&key, level, src_address, byteorder_lebuftohl(aux + 1), header, frame_size,
                                        header_len);
    vmb_aes128_ccm_wipe(&key);
    if (done == VMB_OK) {
        *header_size = (uint8_t)header_len;
        *payload = header + header_len;
        *payload_size = (uint16_t)(frame_size - header_len - mic_len);
        *mic = header + frame_size - mic_len;
        *mic_size = (uint8_t)mic_len;
    }
    return error_of(done);
}
