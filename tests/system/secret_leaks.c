/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Functions whose timing depends on the variable `secret`, each in one way, and some whose timing does not.
 * test_taint.py lists the expected findings. */
#include <stddef.h>
#include <stdint.h>

#define LEAK __attribute__((noinline, used))
#define HIDE(x) __asm__ volatile("" : "+r"(x))
#define RET 0x00008067u
#define CLEAR_A0 0x00000513u /* li a0, 0 */
#define KEEP_A0 0x00050513u  /* mv a0, a0 */

volatile uint32_t secret[4] = {0x01020304u, 0x11121314u, 0x21222324u, 0x31323334u};
volatile uint32_t open[4] = {1, 2, 3, 4};
volatile uint32_t out;

static const uint8_t table[256] = {3, 1, 2};

LEAK static void table_lookup(void) { out = table[secret[0] & 255]; }

LEAK static void table_store(void)
{
    static volatile uint8_t written[256];

    written[secret[0] & 255] = 1;
}

LEAK static void early_exit(void)
{
    size_t i;

    for (i = 0; i < 4; i++) {
        if (secret[i] != open[i]) {
            return;
        }
    }
    out = 1;
}

LEAK static void key_bit(void)
{
    uint32_t x = secret[2] >> 7 & 1;

    HIDE(x);
    if (x) {
        out = open[0];
    }
}

LEAK static void remainder_of(void) { out = secret[1] % open[2]; }

static void one(void) { out = 1; }
static void two(void) { out = 2; }

LEAK static void jump(void)
{
    uintptr_t mask = -(uintptr_t)(secret[3] & 1);
    uintptr_t which = ((uintptr_t)one & mask) | ((uintptr_t)two & ~mask);

    HIDE(which);
    ((void (*)(void))which)();
}

LEAK static void multiplication(void) { out = secret[0] * open[1]; }
LEAK static void shift(void) { out = open[0] << (secret[0] & 31); }

LEAK static void rotation(void)
{
    uintptr_t x = open[0];

    __asm__ volatile(".insn r 0x33, 1, 0x30, %0, %0, %1" : "+r"(x) : "r"(secret[1])); /* rol */
    out = (uint32_t)x;
}

/* Through memory, a byte at a time, and back. */
LEAK static void by_memory(void)
{
    static volatile uint8_t copy[16];
    size_t i;

    for (i = 0; i < 16; i++) {
        copy[i] = ((volatile uint8_t *)secret)[i];
    }
    if (copy[13] == 7) {
        out = 0;
    }
}

/* A result that the caller learns is declared public. */
__attribute__((noinline, used)) uint32_t differ(void)
{
    uint32_t d = 0;
    size_t i;

    for (i = 0; i < 4; i++) {
        d |= secret[i] ^ open[i];
    }
    return d;
}

LEAK static void verdict(void)
{
    if (differ() != 0) {
        out = 0;
    }
}

/* Self-modifying code: executed once unchanged, then with other contents. */
__attribute__((aligned(16))) static volatile uint32_t code[2] = {CLEAR_A0, RET};

static uintptr_t run_code(uint32_t first, uintptr_t a0)
{
    code[0] = first;
    __asm__ volatile(".word 0x0000100f" ::: "memory"); /* fence.i */
    return ((uintptr_t(*)(uintptr_t))(uintptr_t)code)(a0);
}

/* An immediate that is the index into a table. */
LEAK static void immediate(void) { out = table[run_code(CLEAR_A0 | (secret[0] & 255) << 20, 0) & 255]; }

/* A whole instruction, which is invalid if the secret is 0. */
LEAK static void whole_instruction(void) { out = (uint32_t)run_code((secret[0] >> 2 & 1) * KEEP_A0, 0); }

/* The second time the same address contains another, public instruction, which keeps the secret. */
LEAK static void rewritten(void)
{
    uintptr_t x = run_code(CLEAR_A0, secret[0]) + run_code(KEEP_A0, secret[0]);

    HIDE(x);
    if (x & 1) {
        out = 0;
    }
}

/* None of these depends on a secret: public self-modifying code, masks, a public byte next to secret ones,
 * cleared bits, a sum whose secret bits are higher up. */
LEAK static void nothing(void)
{
    uint32_t mixed = secret[0] << 8 | (open[0] & 255);
    uint32_t cleared = secret[1] & 0xff00u;
    uint32_t sum = (secret[2] << 16) + open[1];

    HIDE(mixed);
    HIDE(cleared);
    HIDE(sum);
    out = table[run_code(CLEAR_A0 | (open[1] & 255) << 20, secret[0])];
    if ((mixed & 255) == 7 || (cleared & 255) || (sum & 0xffff) != 2) {
        out = table[mixed & 255];
    }
    if ((secret[3] | 1u) == 0) {
        out = 4;
    }
    out = (secret[0] ^ secret[1]) + (secret[2] & -(secret[3] & 1));
}

int main(void)
{
    table_lookup();
    table_store();
    early_exit();
    key_bit();
    remainder_of();
    jump();
    multiplication();
    shift();
    rotation();
    by_memory();
    verdict();
    immediate();
    rewritten();
    whole_instruction();
    nothing();
    return 0;
}
