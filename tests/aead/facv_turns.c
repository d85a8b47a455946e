/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Two contexts of FAC-V's calls on one accelerator: the program's and that of the handler of the
 * timer's interrupt, which comes after TURNS delays, from the first cycle of the program's calls
 * to their last. The handler calls the library too. Each gets what it gets alone. Ends with 0, or
 * what went wrong.
 */
#include "facv.h"
#include "vmb_sim.h"

#define BYTES 160

enum { CALL_FAILED = 1, OTHER_RESULT, HANDLER_FAILED, HANDLERS_OTHER_RESULT, NOT_SERVED };

static uint32_t words[BYTES / 4];
static vmb_facv own, handlers;
static vmb_aes128_key handlers_key;
static uint32_t expected[3][BYTES / 4], found[3][BYTES / 4];
static uint32_t handlers_expected[2][12], handlers_found[2][12];
static volatile unsigned served, wrong;

static int differ(const void *p, const void *q, unsigned n)
{
    const uint8_t *x = p, *y = q;
    unsigned other = 0;

    while (n-- != 0) {
        other |= (unsigned)*x++ ^ *y++;
    }
    return other != 0;
}

static uint32_t now(void)
{
    uint32_t cycle;

    __asm__ volatile("csrr %0, mcycle" : "=r"(cycle));
    return cycle;
}

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

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    if (cause != 0x80000007u) {
        VMB_SIM_REGISTER(VMB_SIM_TRAP_CAUSE) = cause;
        VMB_SIM_REGISTER(VMB_SIM_TRAP_PC) = pc;
        VMB_SIM_REGISTER(VMB_SIM_TRAP_VALUE) = value; /* ends the run */
    }
    VMB_SIM_REGISTER(VMB_SIM_TIMER) = 0;
    served++;
    if (handlers_calls(handlers_found) != VMB_OK) {
        wrong = HANDLER_FAILED;
    } else if (differ(handlers_found[0], handlers_expected[0], 48)) {
        wrong = HANDLERS_OTHER_RESULT;
    }
    return pc;
}

int main(void)
{
    unsigned i, turn;
    uint32_t cycles;

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
    cycles = now();
    if (calls(found) != VMB_OK) {
        return CALL_FAILED;
    }
    cycles = now() - cycles;
    __asm__ volatile("csrs mie, %0; csrsi mstatus, 8" : : "r"(0x80));
    for (turn = 0; turn < TURNS && wrong == 0; turn++) {
        i = served;
        VMB_SIM_REGISTER(VMB_SIM_TIMER) = 1 + cycles * turn / TURNS;
        if (calls(found) != VMB_OK) {
            return CALL_FAILED;
        }
        if (differ(found, expected, sizeof found)) {
            return OTHER_RESULT;
        }
        if (served != i + 1) {
            return NOT_SERVED;
        }
    }
    return (int)wrong;
}
