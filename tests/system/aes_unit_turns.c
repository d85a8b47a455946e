/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Two contexts on one AES unit: the program and the handler of the timer's interrupt
 * (turns.h). Ends with 0, or the number of the error.
 */
#include "vambrace/aead.h"
#include "vambrace/aes.h"

#include "turns.h"

#define BYTES 160

static uint8_t text[BYTES];
static vmb_aes128_key own;
static vmb_aes256_ccm_key handlers;
static uint8_t expected[4][BYTES], found[4][BYTES];
static uint8_t handlers_expected[48], handlers_found[48];

/* Every mode, one after the other. */
static int calls(uint8_t to[4][BYTES])
{
    uint8_t iv[16] = {1}, same[16] = {1}, counter[16] = {2};
    int status = vmb_aes128_ecb_encrypt(&own, to[0], text, BYTES);

    status |= vmb_aes128_cbc_encrypt(&own, iv, to[1], to[0], BYTES);
    status |= vmb_aes128_cbc_decrypt(&own, same, to[2], to[1], BYTES);
    status |= vmb_aes128_ctr(&own, counter, to[3], to[2], BYTES - 5);
    return status | vmb_aes128_ecb_decrypt(&own, to[2], to[2], BYTES);
}

static int handlers_calls(uint8_t to[48])
{
    return vmb_aes256_ccm_seal(&handlers, to, to + 32, 16, text, 13, text, 9, text + 5, 32);
}

static int again(void)
{
    return calls(found);
}

static int right(void)
{
    return !differ(found, expected, sizeof found);
}

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    serve(cause, pc, value);
    if (handlers_calls(handlers_found) != VMB_OK) {
        wrong = HANDLER_FAILED;
    } else if (differ(handlers_found, handlers_expected, sizeof handlers_found)) {
        wrong = HANDLERS_OTHER_RESULT;
    }
    return pc;
}

int main(void)
{
    unsigned i;

    for (i = 0; i < BYTES; i++) {
        text[i] = (uint8_t)(37 * i + 11);
    }
    if (vmb_aes128_init(&own, text + 1, 16) != VMB_OK ||
        vmb_aes256_ccm_init(&handlers, text + 2, 32) != VMB_OK || calls(expected) != VMB_OK ||
        handlers_calls(handlers_expected) != VMB_OK) {
        return CALL_FAILED;
    }
    if (differ(expected[2], text, BYTES)) { /* encrypted, and decrypted again */
        return OTHER_RESULT;
    }
    return turns(again, right);
}
