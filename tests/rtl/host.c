/*
 * SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs on host_vexriscv.sv, host_neorv32.sv and host_cva6.sv. Permutes a state with Ascon's twelve rounds in C and
 * with Xascon (SP 800-232, section 3), then seals a packet with the engine over Wishbone. Leaves cycles and states at
 * RESULT.
 */
#include <stdint.h>

struct result {
    uint32_t cycles[4]; /* plain, with Xascon; the engine's job from the first register to its end; its STATUS */
    uint64_t plain[5], unit[5];
    uint32_t refused; /* the answer to an unknown instruction */
    uint32_t done;
};

#define RESULT ((volatile struct result *)0x8000)
#define ENGINE ((volatile uint32_t *)0xf0000000)

static inline uint32_t cycles(void)
{
    uint32_t now;
    __asm__ volatile("csrr %0, mcycle" : "=r"(now)::"memory");
    return now;
}

static inline uint64_t turn(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

static const uint8_t turns[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};

#define PLAIN(i) s[i] ^= turn(s[i], turns[i][0]) ^ turn(s[i], turns[i][1])

/* Xascon's instructions; VexRiscv sends custom-0 to its CFU. */
#ifdef VEXRISCV
#define OPCODE "0x0b"
#else
#define OPCODE "0x2b"
#endif
#define UNIT(i)                                                                                          \
    do {                                                                                                 \
        uint32_t low = (uint32_t)s[i], high = (uint32_t)(s[i] >> 32), a, b;                              \
        __asm__(".insn r " OPCODE ", 7, %3, %0, %1, %2" : "=r"(a) : "r"(low), "r"(high), "i"(i));        \
        __asm__(".insn r " OPCODE ", 7, %3, %0, %1, %2" : "=r"(b) : "r"(low), "r"(high), "i"(32 + (i))); \
        s[i] = (uint64_t)b << 32 | a;                                                                    \
    } while (0)

#define PERMUTE(NAME, SIGMA)                                                                             \
    static void __attribute__((noinline)) NAME(uint64_t *s)                                              \
    {                                                                                                    \
        for (unsigned constant = 0xf0; constant >= 0x4b; constant -= 0x0f) {                             \
            s[2] ^= constant;                                                                            \
            s[0] ^= s[4], s[4] ^= s[3], s[2] ^= s[1];                                                    \
            uint64_t t0 = s[0] ^ (~s[1] & s[2]), t1 = s[1] ^ (~s[2] & s[3]), t2 = s[2] ^ (~s[3] & s[4]); \
            uint64_t t3 = s[3] ^ (~s[4] & s[0]), t4 = s[4] ^ (~s[0] & s[1]);                             \
            s[0] = t0 ^ t4, s[1] = t1 ^ t0, s[2] = ~t2, s[3] = t3 ^ t2, s[4] = t4;                       \
            SIGMA(0), SIGMA(1), SIGMA(2), SIGMA(3), SIGMA(4);                                            \
        }                                                                                                \
    }

#define PLAIN_STEP(i) (PLAIN(i))
#define UNIT_STEP(i) (__extension__({ UNIT(i); }))
PERMUTE(plain, PLAIN_STEP)
PERMUTE(with_unit, UNIT_STEP)

static uint32_t timed(void (*permute)(uint64_t *), volatile uint64_t *out)
{
    uint64_t state[5];
    uint32_t taken = 0;
    for (int run = 0; run < 2; run++) { /* the second one with warm caches */
        for (unsigned i = 0; i < 5; i++)
            state[i] = (i ? state[i - 1] : 0) + 0x0123456789abcdefULL;
        uint32_t begin = cycles();
        permute(state);
        taken = cycles() - begin;
    }
    for (unsigned i = 0; i < 5; i++)
        out[i] = state[i];
    return taken;
}

/* The values of KEY_ADDR to OUT_LEN and of JOB, which the test has written there. */
#define JOB ((const uint32_t *)0x7000)

int main(void)
{
#ifdef VEXRISCV
    __asm__ volatile("csrw 0xbc0, %0" ::"r"(1U << 31)); /* enables the CFU port, else illegal */
#endif
    RESULT->cycles[0] = timed(plain, RESULT->plain);
    RESULT->cycles[1] = timed(with_unit, RESULT->unit);
#ifdef VEXRISCV
    uint32_t refused;
    __asm__(".insn r 0x0b, 0, 0, %0, %1, %1" : "=r"(refused) : "r"(5));
    RESULT->refused = refused;
#endif
    uint32_t status = 1;
    for (int run = 0; run < 2; run++) {
        uint32_t begin = cycles();
        for (unsigned i = 0; i < 13; i++)
            ENGINE[i] = JOB[i];
        while ((status = ENGINE[13]) & 1) {
        }
        RESULT->cycles[2] = cycles() - begin;
    }
    RESULT->cycles[3] = status;
    RESULT->done = 1;
    for (;;) {
    }
}

/* Placed before all other code, at address 0. */
__asm__(".pushsection .text.unlikely\n.globl _start\n_start:\n li sp, 0x7000\n j main\n.popsection\n");
