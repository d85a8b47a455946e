/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls with missing memory: each of a message's buffers in turn at an address without
 * memory, or just before one. A driver that passes words to the engine traps in the
 * middle of a job and does not return; if the engine fetches them, the call returns
 * VMB_ERR_DEVICE. Either way a call of another context, with another key, is right at once,
 * and so is the next one of the first. Ends with 0, or 100 * the case + the number of the error.
 */
#include <setjmp.h>

#include "vambrace/aead.h"
#include "vambrace/engine.h"
#include "vmb_sim.h"

#define NOWHERE ((uint8_t *)0x40000000)
#define BYTES 75
#define ACCESS_FAULTS ((1u << 5) | (1u << 7)) /* causes: load and store */

enum { OTHER_RESULT = 1, OTHER_CAUSE, NO_ERROR, NO_TRAP, CHECK_FAILED };

typedef struct {
    uint8_t sealed[BYTES], tag[16];
} result;

static uint8_t text[BYTES];
static const uint8_t nonce[16] = {9, 8, 7};
static vmb_aes128_ccm_key first;
static vmb_ascon_aead128_key second;
static result expected[2], found;
static jmp_buf back;
static volatile uint32_t cause;

static void recover(void)
{
    longjmp(back, 1);
}

uint32_t vmb_trap(uint32_t why, uint32_t pc, uint32_t value)
{
    (void)pc;
    (void)value;
    cause = why;
    return (uint32_t)(uintptr_t)recover;
}

static int same(const result *a, const result *b)
{
    const uint8_t *x = (const uint8_t *)a, *y = (const uint8_t *)b;
    unsigned i, differ = 0;

    for (i = 0; i < sizeof *a; i++) {
        differ |= (unsigned)x[i] ^ y[i];
    }
    return differ == 0;
}

static int seal_first(result *r)
{
    return vmb_aes128_ccm_seal(&first, r->sealed, r->tag, 16, nonce, 13, text, 9, text, BYTES);
}

static int seal_second(result *r)
{
    return vmb_ascon_aead128_seal(&second, r->sealed, r->tag, 16, nonce, 16, text, 9, text, BYTES);
}

/* One call of `first` with a missing buffer. `last` is the end of memory. */
static int faulty(unsigned number, uint8_t *last)
{
    switch (number) {
    case 0: return vmb_aes128_ccm_seal(&first, found.sealed, found.tag, 16, nonce, 13, NOWHERE, 9, text, BYTES);
    case 1: return vmb_aes128_ccm_seal(&first, found.sealed, found.tag, 16, nonce, 13, text, 9, NOWHERE, BYTES);
    case 2: return vmb_aes128_ccm_seal(&first, found.sealed, found.tag, 16, nonce, 13, text, 9, last - 32, BYTES);
    case 3: return vmb_aes128_ccm_seal(&first, NOWHERE, found.tag, 16, nonce, 13, text, 9, text, BYTES);
    case 4: return vmb_aes128_ccm_seal(&first, last - 40, found.tag, 16, nonce, 13, text, 9, text, BYTES);
    case 5: return vmb_aes128_ccm_seal(&first, found.sealed, NOWHERE, 16, nonce, 13, text, 9, text, BYTES);
    case 6: return vmb_aes128_ccm_open(&first, NOWHERE, expected[0].tag, 16, nonce, 13, text, 9,
                                       expected[0].sealed, BYTES);
    case 7: return vmb_aes128_ccm_open(&first, found.sealed, NOWHERE, 16, nonce, 13, text, 9,
                                       expected[0].sealed, BYTES);
    case 8: return vmb_aes128_ccm_seal(&first, found.sealed, found.tag, 16, NOWHERE, 13, text, 9, text, BYTES);
    default: return vmb_engine_load_key(2, NOWHERE, 16);
    }
}
#define CASES 10

int main(void)
{
    static const uint8_t keys[2][16] = {{1, 2, 3}, {4, 5, 6}};
    uint8_t *last = (uint8_t *)(uintptr_t)LAST;
    volatile unsigned number;
    volatile int status;

    if (vmb_aes128_ccm_init(&first, keys[0], 16) != VMB_OK || vmb_ascon_aead128_init(&second, keys[1], 16) != VMB_OK ||
        seal_first(&expected[0]) != VMB_OK || seal_second(&expected[1]) != VMB_OK) {
        return OTHER_RESULT;
    }
    for (number = 0; number < CASES; number++) {
        cause = 0;
        status = VMB_OK;
        if (setjmp(back) == 0) {
            status = faulty(number, last);
        }
        if (cause != 0 && (ACCESS_FAULTS >> cause & 1) == 0) {
            return (int)(100 * number + OTHER_CAUSE);
        }
        if (cause == 0 && status != VMB_ERR_DEVICE) {
            return (int)(100 * number + NO_ERROR);
        }
        if (TRAPS && cause == 0) {
            return (int)(100 * number + NO_TRAP);
        }
        if ((number & 1) != 0 && vmb_engine_check() != VMB_OK) {
            return (int)(100 * number + CHECK_FAILED);
        }
        if (seal_second(&found) != VMB_OK || !same(&found, &expected[1]) || seal_first(&found) != VMB_OK ||
            !same(&found, &expected[0])) {
            return (int)(100 * number + OTHER_RESULT);
        }
    }
    return 0;
}
