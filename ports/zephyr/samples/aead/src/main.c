/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A message that is encrypted, decrypted, and refused after it was changed: AES-CCM and AES-GCM by Zephyr's crypto
 * API, and the same bytes by libvambrace's own calls.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <zephyr/crypto/crypto.h>
#include <zephyr/device.h>
#include <zephyr/kernel.h>

#include "vambrace/aead.h"
#include "vmb_devices.h"
#include "vmb_sim.h"

enum { KEY = 16, CCM_NONCE = 13, GCM_NONCE = 12, AD = 8, LENGTH = 64, TAG = 16 };

static uint8_t key[KEY] = "a 128-bit key...";
static uint8_t nonce[16] = "never used again"; /* a new one for each message with a key */
static uint8_t ad[AD] = "header..";
static uint8_t message[LENGTH] = "A message of 64 bytes, which is a frame's payload, for example.";
static uint8_t sealed[LENGTH], tag[TAG], opened[LENGTH];
static uint32_t begun;

static uint32_t cycles(void)
{
    return VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME);
}

static void report(const char *what, uint32_t ended, bool good)
{
    printf("%-16s %5u cycles%s\n", what, (unsigned)(ended - begun), good ? "" : ": WRONG");
    if (!good)
        vmb_sim_exit(1);
}

/* One message in a separate session. */
static int call(enum cipher_mode mode, enum cipher_op way, uint8_t *in, uint8_t *out)
{
    const struct device *device = DEVICE_DT_GET_ONE(vambrace_crypto);
    struct cipher_ctx context = {
        .keylen = KEY,
        .key.bit_stream = key,
        .flags = CAP_RAW_KEY | CAP_SEPARATE_IO_BUFS | CAP_SYNC_OPS,
    };
    struct cipher_pkt packet = {.in_buf = in, .in_len = LENGTH, .out_buf = out, .out_buf_max = LENGTH};
    struct cipher_aead_pkt aead = {.pkt = &packet, .ad = ad, .ad_len = AD, .tag = tag};
    int done;

    if (mode == CRYPTO_CIPHER_MODE_CCM)
        context.mode_params.ccm_info = (struct ccm_params){.tag_len = TAG, .nonce_len = CCM_NONCE};
    else
        context.mode_params.gcm_info = (struct gcm_params){.tag_len = TAG, .nonce_len = GCM_NONCE};
    if (!device_is_ready(device) || cipher_begin_session(device, &context, CRYPTO_CIPHER_ALGO_AES, mode, way) != 0)
        vmb_sim_exit(2);
    begun = cycles();
    done = mode == CRYPTO_CIPHER_MODE_CCM ? cipher_ccm_op(&context, &aead, nonce)
                                          : cipher_gcm_op(&context, &aead, nonce);
    report(mode == CRYPTO_CIPHER_MODE_CCM ? "CCM" : "GCM", cycles(), done == 0 || done == -EFAULT);
    cipher_free_session(device, &context);
    return done;
}

static void check(enum cipher_mode mode)
{
    static const uint8_t none[LENGTH];

    if (call(mode, CRYPTO_CIPHER_OP_ENCRYPT, message, sealed) != 0)
        vmb_sim_exit(3);
    if (call(mode, CRYPTO_CIPHER_OP_DECRYPT, sealed, opened) != 0 || memcmp(opened, message, LENGTH) != 0)
        vmb_sim_exit(4);
    sealed[0] ^= 1;
    if (call(mode, CRYPTO_CIPHER_OP_DECRYPT, sealed, opened) != -EFAULT || memcmp(opened, none, LENGTH) != 0)
        vmb_sim_exit(5);
    sealed[0] ^= 1;
}

static void compare(void)
{
    vmb_aes128_gcm_key expanded;
    uint8_t ours[LENGTH], our_tag[TAG];

    if (vmb_aes128_gcm_init(&expanded, key, KEY) != VMB_OK ||
        vmb_aes128_gcm_seal(&expanded, ours, our_tag, TAG, nonce, GCM_NONCE, ad, AD, message, LENGTH) != VMB_OK)
        vmb_sim_exit(6);
    vmb_aes128_gcm_wipe(&expanded);
    if (memcmp(ours, sealed, LENGTH) != 0 || memcmp(our_tag, tag, TAG) != 0)
        vmb_sim_exit(7);
    puts("the same bytes");
}

int main(void)
{
    int64_t before = k_uptime_get();

    check(CRYPTO_CIPHER_MODE_CCM);
    check(CRYPTO_CIPHER_MODE_GCM);
    compare();
    k_msleep(20);
    vmb_sim_exit(k_uptime_get() - before >= 20 ? 0 : 8);
    return 0;
}
