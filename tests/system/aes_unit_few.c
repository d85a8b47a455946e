/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks one by one through the AES unit, with an instruction for each and one status at the end.
 * The timer's interrupt comes after each of TURNS delays, from the first instruction to the
 * status. The handler does not use the unit: a core that cancels a waiting instruction executes
 * it again, and nothing is done twice or lost. Ends with 0, or the number of the error.
 */
#include "vambrace/aes.h"
#include "vambrace/aes_unit.h"

#include "interrupted.h"

#define BLOCKS 8

enum { CALL_FAILED = 1, STATUS, OTHER_RESULT, NOT_SERVED };

static uint32_t key[4] = {1, 2, 3, 4}, text[4 * BLOCKS];
static uint32_t expected[2][4 * BLOCKS], found[4 * BLOCKS];
static vmb_aes128_key library;

/* In reverse order, so that no result follows the previous one in memory. */
static uint32_t one_by_one(int decrypt)
{
    uint32_t status = 0, again;
    int i;

    vmb_engine_fence();
    for (i = BLOCKS - 1; i >= 0; i--) {
        if (decrypt) {
            VMB_AES_UNIT_FEW(1, 1, found + 4 * i, text + 4 * i);
        } else {
            VMB_AES_UNIT_FEW(1, 0, found + 4 * i, text + 4 * i);
        }
    }
    do {
        again = vmb_aes_unit_wait();
        status |= again;
    } while ((again & VMB_AES_UNIT_BUSY) != 0);
    vmb_engine_fence();
    return status & ~VMB_AES_UNIT_BUSY;
}

static int differ(const uint32_t *x, const uint32_t *y)
{
    uint32_t other = 0;
    unsigned i;

    for (i = 0; i < 4 * BLOCKS; i++) {
        other |= x[i] ^ y[i];
    }
    return other != 0;
}

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    serve(cause, pc, value);
    return pc;
}

static int turn(int decrypt, uint32_t delay)
{
    unsigned i, before = served;

    for (i = 0; i < 4 * BLOCKS; i++) {
        found[i] = 0;
    }
    VMB_SIM_REGISTER(VMB_SIM_TIMER) = delay;
    if (one_by_one(decrypt) != 0) {
        return STATUS;
    }
    if (differ(found, expected[decrypt])) {
        return OTHER_RESULT;
    }
    for (i = 0; i < 200 && served == before; i++) {
        __asm__ volatile("nop");
    }
    return served == before + 1 ? 0 : NOT_SERVED;
}

int main(void)
{
    uint32_t cycles;
    unsigned i;
    int wrong = 0;

    for (i = 0; i < 4 * BLOCKS; i++) {
        text[i] = 0x9e3779b9u * (i + 1);
    }
    if (vmb_aes128_init(&library, (const uint8_t *)key, 16) != VMB_OK ||
        vmb_aes128_ecb_encrypt(&library, (uint8_t *)expected[0], (const uint8_t *)text, 16 * BLOCKS) != VMB_OK ||
        vmb_aes128_ecb_decrypt(&library, (uint8_t *)expected[1], (const uint8_t *)text, 16 * BLOCKS) != VMB_OK) {
        return CALL_FAILED;
    }
    vmb_aes_unit_key(0, key);
    (void)one_by_one(0);
    cycles = now();
    (void)one_by_one(0);
    cycles = now() - cycles;
    __asm__ volatile("csrs mie, %0; csrsi mstatus, 8" : : "r"(0x80));
    for (i = 0; i < TURNS && wrong == 0; i++) {
        wrong = turn(0, 1 + cycles * i / TURNS);
        if (wrong == 0) {
            wrong = turn(1, 1 + cycles * i / TURNS);
        }
    }
    return wrong;
}
