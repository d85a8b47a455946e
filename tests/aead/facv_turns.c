/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Two contexts of FAC-V's calls on one accelerator: the program's and that of the handler of the
 * timer's interrupt (turns.h), which calls the library too. Ends with 0, or the number of the error.
 */
#include "facv.h"

#include "../system/turns.h"

#define BYTES 160

static uint32_t words[BYTES / 4];
static vmb_facv own, handlers;
static vmb_aes128_key handlers_key;
static uint32_t expected[3][BYTES / 4], found[3][BYTES / 4];
static uint32_t handlers_expected[2][12], handlers_found[2][12];

#define BYTES_OF(words) ((uint8_t *)(words))

/* Aligned and not, and in place. */
static int calls(uint32_t to[3][BYTES / 4])
{
    int status = vmb_facv_encrypt(&own, BYTES_OF(to[0]), BYTES_OF(words), BYTES);

    status |= vmb_facv_decrypt(&own, BYTES_OF(to[1]), BYTES_OF(to[0]), 16);
    status |= vmb_facv_encrypt(&own, BYTES_OF(to[2]) + 1, BYTES_OF(words) + 4, 32);
    return status | vmb_facv_decrypt(&own, BYTES_OF(to[0]), BYTES_OF(to[0]), BYTES);
}

static int handlers_calls(uint32_t to[2][12])
{
    int status = vmb_facv_encrypt(&handlers, BYTES_OF(to[0]), BYTES_OF(words), 48);

    return status | (served % 2 ? vmb_aes128_ecb_encrypt(&handlers_key, BYTES_OF(to[1]), BYTES_OF(words), 48) : 0);
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
    } else if (differ(handlers_found[0], handlers_expected[0], 48)) {
        wrong = HANDLERS_OTHER_RESULT;
    }
    return pc;
}

int main(void)
{
    unsigned i;

    for (i = 0; i < BYTES / 4; i++) {
        words[i] = 0x9e3779b9u * (i + 1);
    }
    if (vmb_facv_init(&own, BYTES_OF(words), 16) != VMB_OK ||
        vmb_facv_init(&handlers, BYTES_OF(words) + 4, 32) != VMB_OK ||
        vmb_aes128_init(&handlers_key, BYTES_OF(words) + 8, 16) != VMB_OK || calls(expected) != VMB_OK ||
        handlers_calls(handlers_expected) != VMB_OK) {
        return CALL_FAILED;
    }
    if (differ(expected[0], words, BYTES)) { /* encrypted, and decrypted again */
        return OTHER_RESULT;
    }
    return turns(again, right);
}
