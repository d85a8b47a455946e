/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Zephyr's crypto API by libvambrace: sessions of AES-CCM and AES-GCM. In place or into another buffer; the tag
 * is apart from the message. A message whose tag is wrong leaves zeros in the output, and -EFAULT is returned.
 * out_len counts the tag too, in both directions, as in Zephyr's drivers of Mbed TLS and TinyCrypt.
 */
#define DT_DRV_COMPAT vambrace_crypto

#include <errno.h>
#include <string.h>

#include <zephyr/crypto/crypto.h>
#include <zephyr/device.h>
#include <zephyr/kernel.h>

#include "vambrace/aead.h"

enum { CAPABILITIES = CAP_RAW_KEY | CAP_SEPARATE_IO_BUFS | CAP_INPLACE_OPS | CAP_SYNC_OPS | CAP_NO_IV_PREFIX };

struct session {
    bool used;
    union {
        vmb_aes128_ccm_key ccm128;
        vmb_aes192_ccm_key ccm192;
        vmb_aes256_ccm_key ccm256;
        vmb_aes128_gcm_key gcm128;
        vmb_aes192_gcm_key gcm192;
        vmb_aes256_gcm_key gcm256;
    } key;
};

static struct session sessions[CONFIG_CRYPTO_VAMBRACE_SESSIONS];
static K_MUTEX_DEFINE(lock);

static int error_of(int done)
{
    switch (done) {
    case VMB_OK:
        return 0;
    case VMB_ERR_TAG:
        return -EFAULT;
    case VMB_ERR_DEVICE:
        return -EIO;
    default:
        return -EINVAL;
    }
}

/* The output, or NULL if it is too small. */
static uint8_t *output_of(const struct cipher_pkt *packet)
{
    if (packet->in_len < 0)
        return NULL;
    if (!packet->out_buf)
        return packet->in_buf;
    return packet->out_buf_max < packet->in_len ? NULL : packet->out_buf;
}

#define OPERATION(way, mode, bits)                                                                                \
    static int way##_##mode##bits(struct cipher_ctx *context, struct cipher_aead_pkt *aead, uint8_t *nonce)       \
    {                                                                                                             \
        struct session *session = context->drv_sessn_state;                                                       \
        uint8_t *out = output_of(aead->pkt);                                                                      \
        int done;                                                                                                 \
                                                                                                                  \
        aead->pkt->out_len = 0;                                                                                   \
        if (!out)                                                                                                 \
            return -EINVAL;                                                                                       \
        done = vmb_aes##bits##_##mode##_##way(&session->key.mode##bits, out, aead->tag,                           \
                                              context->mode_params.mode##_info.tag_len, nonce,                    \
                                              context->mode_params.mode##_info.nonce_len, aead->ad, aead->ad_len, \
                                              aead->pkt->in_buf, (size_t)aead->pkt->in_len);                      \
        if (done == VMB_OK)                                                                                       \
            aead->pkt->out_len = aead->pkt->in_len + context->mode_params.mode##_info.tag_len;                    \
        return error_of(done);                                                                                    \
    }

OPERATION(seal, ccm, 128)
OPERATION(open, ccm, 128)
OPERATION(seal, ccm, 192)
OPERATION(open, ccm, 192)
OPERATION(seal, ccm, 256)
OPERATION(open, ccm, 256)
OPERATION(seal, gcm, 128)
OPERATION(open, gcm, 128)
OPERATION(seal, gcm, 192)
OPERATION(open, gcm, 192)
OPERATION(seal, gcm, 256)
OPERATION(open, gcm, 256)

/* Expands a key, and sets the session's operation. */
#define BEGIN(mode, bits)                                                                                  \
    do {                                                                                                   \
        context->ops.mode##_crypt_hndlr = seals ? seal_##mode##bits : open_##mode##bits;                   \
        done = vmb_aes##bits##_##mode##_init(&session->key.mode##bits, context->key.bit_stream, bits / 8); \
    } while (0)

static int begin(struct session *session, struct cipher_ctx *context, enum cipher_mode mode, bool seals)
{
    bool ccm = mode == CRYPTO_CIPHER_MODE_CCM;
    int done;

    switch (context->keylen) {
    case 16:
        if (ccm)
            BEGIN(ccm, 128);
        else
            BEGIN(gcm, 128);
        break;
    case 24:
        if (ccm)
            BEGIN(ccm, 192);
        else
            BEGIN(gcm, 192);
        break;
    case 32:
        if (ccm)
            BEGIN(ccm, 256);
        else
            BEGIN(gcm, 256);
        break;
    default:
        return -EINVAL;
    }
    return error_of(done);
}

static struct session *take(void)
{
    struct session *found = NULL;

    k_mutex_lock(&lock, K_FOREVER);
    for (unsigned i = 0; i < ARRAY_SIZE(sessions) && !found; i++) {
        if (!sessions[i].used)
            found = &sessions[i];
    }
    if (found)
        found->used = true;
    k_mutex_unlock(&lock);
    return found;
}

static void give(struct session *session)
{
    vmb_wipe(&session->key, sizeof(session->key));
    k_mutex_lock(&lock, K_FOREVER);
    session->used = false;
    k_mutex_unlock(&lock);
}

static int begin_session(const struct device *device, struct cipher_ctx *context, enum cipher_algo algorithm,
                         enum cipher_mode mode, enum cipher_op operation)
{
    struct session *session;
    int error;

    ARG_UNUSED(device);
    if (algorithm != CRYPTO_CIPHER_ALGO_AES || (context->flags & ~CAPABILITIES) != 0 ||
        (mode != CRYPTO_CIPHER_MODE_CCM && mode != CRYPTO_CIPHER_MODE_GCM))
        return -ENOTSUP;
    session = take();
    if (!session)
        return -ENOSPC;
    error = begin(session, context, mode, operation == CRYPTO_CIPHER_OP_ENCRYPT);
    if (error) {
        give(session);
        return error;
    }
    context->ops.cipher_mode = mode;
    context->drv_sessn_state = session;
    return 0;
}

static int free_session(const struct device *device, struct cipher_ctx *context)
{
    ARG_UNUSED(device);
    give(context->drv_sessn_state);
    context->drv_sessn_state = NULL;
    return 0;
}

static int capabilities(const struct device *device)
{
    ARG_UNUSED(device);
    return CAPABILITIES;
}

static const struct crypto_driver_api api = {
    .query_hw_caps = capabilities,
    .cipher_begin_session = begin_session,
    .cipher_free_session = free_session,
};

DEVICE_DT_INST_DEFINE(0, NULL, NULL, NULL, NULL, POST_KERNEL, CONFIG_CRYPTO_INIT_PRIORITY, &api);
