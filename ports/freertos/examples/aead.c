/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* A task encrypts a message, decrypts it, and tries a changed one, which is rejected. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "FreeRTOS.h"
#include "task.h"
#include "vambrace/aead.h"
#include "vmb_devices.h"
#include "vmb_freertos.h"

void _exit(int code);

enum { KEY = 16, NONCE = 13, AD = 8, LENGTH = 64, TAG = 16, STACK_WORDS = 512 };

static const uint8_t key[KEY] = "a 128-bit key...";
static const uint8_t nonce[NONCE] = "never again.."; /* a new one for each message with a key */
static const uint8_t ad[AD] = "header..";
static const uint8_t message[LENGTH] = "A message of 64 bytes, which is a frame's payload, for example.";
static uint8_t sealed[LENGTH], tag[TAG], opened[LENGTH];

static uint32_t cycles(void)
{
    return VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME);
}

static void work(void *unused)
{
    vmb_aes128_ccm_key expanded;
    uint32_t begun;
    int done;

    (void)unused;
    if (vmb_aes128_ccm_init(&expanded, key, KEY) != VMB_OK)
        _exit(1);
    begun = cycles();
    done = vmb_aes128_ccm_seal(&expanded, sealed, tag, TAG, nonce, NONCE, ad, AD, message, LENGTH);
    printf("encrypted in %lu cycles\n", (unsigned long)(cycles() - begun));
    if (done != VMB_OK)
        _exit(2);
    begun = cycles();
    done = vmb_aes128_ccm_open(&expanded, opened, tag, TAG, nonce, NONCE, ad, AD, sealed, LENGTH);
    printf("decrypted in %lu cycles\n", (unsigned long)(cycles() - begun));
    if (done != VMB_OK || memcmp(opened, message, LENGTH) != 0)
        _exit(3);
    sealed[0] ^= 1;
    if (vmb_aes128_ccm_open(&expanded, opened, tag, TAG, nonce, NONCE, ad, AD, sealed, LENGTH) != VMB_ERR_TAG)
        _exit(4);
    vmb_aes128_ccm_wipe(&expanded);
    printf("a changed message is refused\n");
    _exit(0);
}

int main(void)
{
    xTaskCreate(work, "work", STACK_WORDS, NULL, 1, NULL);
    vmb_freertos_run();
}
