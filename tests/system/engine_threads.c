/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Two threads and an interrupt handler on one engine, or one AES unit, with the library's
 * own lock, or with function units: the timer's interrupt switches threads, and the software interrupt's handler
 * makes calls. Both come after a number of cycles from a shift register, so they occur at
 * every point of a call, and in calls whose job another context has ended for them.
 *
 * Runs for CYCLES cycles. Ends with 0, or the number of the error.
 */
#include "vambrace/aead.h"
#include "vambrace/engine.h"
#include "vmb_sim.h"

#define BYTES 203
#define TAG 16
#define BUFFER 220 /* of a message and a tag, in words; the words after them stay 0 */
#define INTERRUPT_TIMER 0x80000007u
#define INTERRUPT_SOFTWARE 0x80000003u
#define INTERRUPTS 0x88u /* mie: the timer's and the software interrupt */

enum { CALL_FAILED = 1, OTHER_RESULT, FORGERY_ACCEPTED, PLAINTEXT_LEFT, THREAD_STOOD, HANDLER_STOOD, NO_JOB_TAKEN_OVER };

/* Seal and open of one algorithm, their expected results, and the number of calls. */
typedef struct {
    int (*seal)(const void *key, uint8_t *out, uint8_t *tag);
    int (*open)(const void *key, uint8_t *out, const uint8_t *in, const uint8_t *tag);
    const void *key;
    unsigned done;
    uint8_t expected[BUFFER], found[BUFFER], opened[BUFFER];
} work;

static uint8_t text[BUFFER] __attribute__((aligned(4)));

/* An algorithm for each context: one that the engine or the unit has, or a fast one with function units. */
#if VMB_AES_UNIT
#define FIRST aes128_ccm
#define FIRST_NONCE 13
#define SECOND aes192_ccm
#define SECOND_NONCE 13
#define THIRD aes256_ccm
#define THIRD_NONCE 13
#define THIRD_KEY 32
#elif VMB_ENGINE
#define SECOND aes128_ccm
#define SECOND_NONCE 13
#define THIRD chacha20_poly1305
#define THIRD_NONCE 12
#define THIRD_KEY 32
#else
#define SECOND ascon128
#define SECOND_NONCE 16
#define THIRD ascon128a
#define THIRD_NONCE 16
#define THIRD_KEY 16
#endif
#ifndef FIRST
#define FIRST ascon_aead128
#define FIRST_NONCE 16
#endif
#define FIRST_KEY 16
#define SECOND_KEY (VMB_AES_UNIT ? 24 : 16)
#define JOINED(a, b, c) a##b##c
#define OF(name, what) JOINED(vmb_, name, what)

static OF(FIRST, _key) first_key;
static OF(SECOND, _key) second_key;
static OF(THIRD, _key) third_key;

#define CALLS(who, name, nonce_len)                                                                 \
    static int who##_seal(const void *key, uint8_t *out, uint8_t *tag)                              \
    {                                                                                               \
        return OF(name, _seal)(key, out, tag, TAG, text, nonce_len, text, 11, text, BYTES);         \
    }                                                                                               \
    static int who##_open(const void *key, uint8_t *out, const uint8_t *in, const uint8_t *tag)     \
    {                                                                                               \
        return OF(name, _open)(key, out, tag, TAG, text, nonce_len, text, 11, in, BYTES);           \
    }

CALLS(first, FIRST, FIRST_NONCE)
CALLS(second, SECOND, SECOND_NONCE)
CALLS(third, THIRD, THIRD_NONCE)

static work first = {.seal = first_seal, .open = first_open, .key = &first_key};
static work second = {.seal = second_seal, .open = second_open, .key = &second_key};
static work handlers = {.seal = third_seal, .open = third_open, .key = &third_key};

static volatile unsigned taken_over;
static volatile int wrong;
static uint32_t stacks[2]; /* the stack pointer of the thread that does not run */
static uint32_t stack_of_second[1024] __attribute__((aligned(16)));
static unsigned running;

#if VMB_ENGINE_PIO || VMB_ENGINE_PORT_PIO
extern void *vmb_engine_paused; /* lib/src/engine/engine_pio_turn.h */
#define JOB_UNREAD (vmb_engine_paused != NULL)
#define LEAST_TAKEN_OVER (CYCLES / 5000)
#define LEAST_ROUNDS (CYCLES / 200000)
#elif VMB_ENGINE
extern struct {
    volatile uint32_t *status;
} vmb_engine_unread; /* lib/src/engine/engine_turn.h, its first member */
#define JOB_UNREAD (vmb_engine_unread.status != NULL)
#define LEAST_TAKEN_OVER (CYCLES / 5000)
#define LEAST_ROUNDS (CYCLES / 40000)
#elif VMB_AES_UNIT
extern const char vmb_aes_unit_let_in[]; /* lib/src/aes/unit/aes_unit_turn.S: where calls let interrupts in */
#define JOB_UNREAD (pc - (uint32_t)(uintptr_t)vmb_aes_unit_let_in < 256)
#define LEAST_TAKEN_OVER (CYCLES / 5000)
#define LEAST_ROUNDS (CYCLES / 200000)
#else
#define JOB_UNREAD 0
#define LEAST_TAKEN_OVER 0
#define LEAST_ROUNDS (1 + CYCLES / 100000)
#endif

/* Returns 0 if all words of two buffers are equal. */
static uint32_t differences(const uint8_t *a, const uint8_t *b)
{
    typedef uint32_t __attribute__((may_alias)) word;
    const word *x = (const void *)a, *y = (const void *)b;
    uint32_t differ = 0;
    unsigned i;

    for (i = 0; i < BUFFER / 4; i++) {
        differ |= x[i] ^ (y != NULL ? y[i] : 0);
    }
    return differ;
}

/* One message sealed and opened, and a forged one opened. */
static int round_of(work *w)
{
    if (w->seal(w->key, w->found, w->found + BYTES) != VMB_OK) return CALL_FAILED;
    if (differences(w->found, w->expected) != 0) return OTHER_RESULT;
    if (w->open(w->key, w->opened, w->found, w->found + BYTES) != VMB_OK) return CALL_FAILED;
    if (differences(w->opened, text) != 0) return OTHER_RESULT;
    w->found[w->done % BYTES] ^= 1;
    if (w->open(w->key, w->opened, w->found, w->found + BYTES) != VMB_ERR_TAG) return FORGERY_ACCEPTED;
    if (differences(w->opened, NULL) != 0) return PLAINTEXT_LEFT;
    w->done++;
    return 0;
}

/* 1 to 1,024, from a shift register of 32 bits (taps 32, 22, 2, 1). */
static uint32_t delay(void)
{
    static uint32_t state = 0x1badf00d;

    state = state >> 1 ^ (0u - (state & 1) & 0x80200003u);
    return 1 + (state & 1023);
}

/* void swap(uint32_t *from, uint32_t to): the callee-saved registers and the stack pointer. */
__asm__(".text\n"
        "swap:\n"
        "    addi sp, sp, -64\n"
        "    sw ra, 0(sp); sw s0, 4(sp); sw s1, 8(sp); sw s2, 12(sp); sw s3, 16(sp); sw s4, 20(sp); sw s5, 24(sp)\n"
        "    sw s6, 28(sp); sw s7, 32(sp); sw s8, 36(sp); sw s9, 40(sp); sw s10, 44(sp); sw s11, 48(sp)\n"
        "    sw sp, 0(a0)\n"
        "    mv sp, a1\n"
        "    lw ra, 0(sp); lw s0, 4(sp); lw s1, 8(sp); lw s2, 12(sp); lw s3, 16(sp); lw s4, 20(sp); lw s5, 24(sp)\n"
        "    lw s6, 28(sp); lw s7, 32(sp); lw s8, 36(sp); lw s9, 40(sp); lw s10, 44(sp); lw s11, 48(sp)\n"
        "    addi sp, sp, 64\n"
        "    ret\n");
void swap(uint32_t *from, uint32_t to);

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    unsigned before = running;
    int found;

    taken_over += JOB_UNREAD;
    if (cause == INTERRUPT_SOFTWARE) {
        found = round_of(&handlers);
        if (found != 0) {
            wrong = found + 100;
        }
        VMB_SIM_REGISTER(VMB_SIM_SOFTWARE) = 16 * delay();
    } else if (cause == INTERRUPT_TIMER) {
        VMB_SIM_REGISTER(VMB_SIM_TIMER) = delay();
        running = 1 - before;
        swap(&stacks[before], stacks[running]);
    } else {
        VMB_SIM_REGISTER(VMB_SIM_TRAP_CAUSE) = cause;
        VMB_SIM_REGISTER(VMB_SIM_TRAP_PC) = pc;
        VMB_SIM_REGISTER(VMB_SIM_TRAP_VALUE) = value; /* ends the run */
    }
    return pc;
}

static void second_thread(void)
{
    int found;

    __asm__ volatile("csrsi mstatus, 8");
    for (;;) {
        found = round_of(&second);
        if (found != 0) {
            wrong = found + 50;
        }
    }
}

static uint32_t cycles(void)
{
    uint32_t now;

    __asm__ volatile("csrr %0, mcycle" : "=r"(now) : : "memory");
    return now;
}

int main(void)
{
    work *all[] = {&first, &second, &handlers};
    uint32_t start;
    unsigned i;
    int found;

    for (i = 0; i < BYTES; i++) {
        text[i] = (uint8_t)(37 * i + 11);
    }
    if (OF(FIRST, _init)(&first_key, text + 1, FIRST_KEY) != VMB_OK ||
        OF(SECOND, _init)(&second_key, text + 2, SECOND_KEY) != VMB_OK ||
        OF(THIRD, _init)(&third_key, text + 3, THIRD_KEY) != VMB_OK) {
        return CALL_FAILED;
    }
    for (i = 0; i < 3; i++) {
        if (all[i]->seal(all[i]->key, all[i]->expected, all[i]->expected + BYTES) != VMB_OK) return CALL_FAILED;
    }
    stacks[1] = (uint32_t)(uintptr_t)(stack_of_second + 1024 - 16);
    stack_of_second[1024 - 16] = (uint32_t)(uintptr_t)second_thread;
    VMB_SIM_REGISTER(VMB_SIM_TIMER) = delay();
    VMB_SIM_REGISTER(VMB_SIM_SOFTWARE) = delay();
    __asm__ volatile("csrci 0x320, 1; csrs mie, %0; csrsi mstatus, 8" : : "r"(INTERRUPTS));
    start = cycles();
    do {
        found = round_of(&first);
    } while (found == 0 && wrong == 0 && cycles() - start < CYCLES);
    __asm__ volatile("csrci mstatus, 8");
    if (found != 0 || wrong != 0) return found != 0 ? found : wrong;
    if (first.done < LEAST_ROUNDS || second.done < LEAST_ROUNDS) return THREAD_STOOD;
    if (handlers.done < LEAST_ROUNDS) return HANDLER_STOOD;
    return taken_over < LEAST_TAKEN_OVER ? NO_JOB_TAKEN_OVER : 0;
}
