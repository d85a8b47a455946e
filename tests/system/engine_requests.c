/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts, NMIs and debug requests during an engine's job: each comes 1, 2, ... cycles
 * after the beginning of a call, is taken soon, and changes no result.
 *
 * WHAT: 0 the timer's interrupt, 1 an external NMI, 2 a debug request, 3 an NMI caused by
 * an error of the data bus (CV32E40X). TURNS: the number of delays; STEP: the cycles between two of them.
 * CHASED: the maximum number of interrupts in a call, each directly after the handler of the last. STACK: then the
 * distance of the stack before all data in Rocket's data cache of 4 KiB: by default they use different lines.
 * COLD: 1 to count the first call too, whose code is not in the cache yet.
 * CALL: the number of the call in the order of `seal`; OFFSET: of its buffers in a word.
 * ROCKET: 1 on that core.
 * Ends with the most cycles from a request to its handler, times 256, plus the number of the error.
 */
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vambrace/engine.h"
#include "vambrace/engine_regs.h"
#include "vambrace/hash.h"
#include "vambrace/mac.h"
#include "vmb_sim.h"

#ifndef CALL
#define CALL 0
#endif
#if VMB_AES_UNIT
#define BYTES 208 /* and up to two blocks less one byte if a mode accepts any length */
#elif VMB_ENGINE_PIO || VMB_ENGINE_PORT_PIO
#define BYTES 200
#else
#define BYTES 1504
#endif
#ifndef OFFSET
#define OFFSET 0
#endif
#ifndef CHASED
#define CHASED 0
#endif
#ifndef ROCKET
#define ROCKET 0
#endif
#ifndef COLD
#define COLD 0
#endif
#ifndef STACK
#define STACK 80
#endif
#define WAITED 100 /* minimum cycles to a handler if interrupts were off */
#define BETWEEN (ROCKET ? 150 : 61) /* while interrupts are on: more than a handler takes */
/* Sometimes: more than it takes to let an interrupt in, as the key may be loaded after it. */
#define RELIEF (ROCKET ? VMB_AES_UNIT ? 600 : 200 : 16)
#define REGISTER(name) (VMB_ENGINE_REG_##name / 4)
#define NOWHERE 0x20000000u

enum { CALL_FAILED = 1, OTHER_RESULT, NOT_TAKEN, WRONG_CAUSE, MISPLACED, NOT_WAITING, WRONG_WORDS };

static uint8_t text[BYTES + 4] __attribute__((aligned(4)));
static uint8_t out[BYTES + 4] __attribute__((aligned(4))), expected[BYTES + 4] __attribute__((aligned(4)));
static uint8_t tag[20] __attribute__((aligned(4))), expected_tag[20] __attribute__((aligned(4)));
#if VMB_AES_UNIT
#ifndef BITS
#define BITS 256
#endif
#define JOINED(a, b, c) a##b##c
#define OF(bits, what) JOINED(vmb_aes, bits, what)
static OF(BITS, _key) key;
static OF(BITS, _ccm_key) ccm_key;
static OF(BITS, _gcm_key) gcm_key;
static OF(BITS, _cmac_key) cmac_key;
static OF(BITS, _gcm_siv_key) siv_key;
#else
static vmb_ascon_aead128_key key;
static vmb_chacha20_poly1305_key chacha_key;
static vmb_aes128_key aes_key;
static vmb_aes128_ccm_key ccm_key;
#define BLOCKS (BYTES & ~15u)
static uint8_t sealed[BLOCKS + 4] __attribute__((aligned(4))), sealed_tag[20] __attribute__((aligned(4)));
#endif
volatile uint32_t taken, taken_at, cause_seen;
static uint32_t raised_at, longest;

/* The debugger: a request enters it by its address before the program. */
__asm__(".section .vectors, \"ax\"\n"
        ".option push\n"
        ".option norvc\n"
        ".globl debug_vector\n"
        "debug_vector: j debugger\n"
        ".option pop\n"
        ".text\n"
        "debugger:\n"
        "    csrw 0x7b2, t0\n"
        "    csrw 0x7b3, t1\n"
        "    csrr t0, mcycle\n"
        "    la t1, taken_at\n"
        "    sw t0, 0(t1)\n"
        "    lw t0, taken\n"
        "    addi t0, t0, 1\n"
        "    la t1, taken\n"
        "    sw t0, 0(t1)\n"
        "    li t1, 0x10000000\n"
        "    sw zero, 0x20(t1)\n"
        "    csrr t0, 0x7b2\n"
        "    csrr t1, 0x7b3\n"
        "    .word 0x7b200073\n"); /* dret */
extern const char debug_vector[];

#if ROCKET
/* On Rocket vmb_trap gets the cycle of the handler's first instruction: its stores may wait for those of the engine. */
__asm__(".text\n"
        ".balign 256\n"
        "entry: csrw mscratch, t0\n"
        "    csrr t0, mcycle\n"
        "    csrw mtval, t0\n"
        "    csrr t0, mscratch\n"
        "    j vmb_vectors\n");
extern const char entry[];
#endif

static inline uint32_t cycles(void)
{
    uint32_t now;

    __asm__ volatile("csrr %0, mcycle" : "=r"(now) : : "memory");
    return now;
}

/* Requests the event after this number of cycles. */
static inline void raise(uint32_t delay)
{
    raised_at = cycles() + delay;
    VMB_SIM_REGISTER(WHAT == 0 ? VMB_SIM_TIMER : WHAT == 1 ? VMB_SIM_NMI : VMB_SIM_DEBUG) = delay;
}

static void note(uint32_t late)
{
    if ((int32_t)late > (int32_t)longest) {
        longest = late;
    }
}

#if CHASED
/* The number of further interrupts. */
static volatile uint32_t chasing;

/* Every interrupt requests another one, directly after the instruction that it lets pass: a call that checks for
 * interrupts has just turned them off again, and the next one waits for as long as any can at that point. */
static void chase(uint32_t late, uint32_t pc)
{
    static uint32_t last_pc, delay = 30;
    uint32_t at_once = late < WAITED;

    if (chasing == 0) {
        return;
    }
    chasing--;
    note(late);
    if (!at_once) {
        delay--;
    } else if (pc == last_pc) {
        delay++; /* no other interrupt came between the two */
    }
    if (chasing % 64 == 0) {
        delay += RELIEF; /* nor may interrupts repeat forever without an instruction between two */
    } else if (delay > 200) {
        delay = 30;
    }
    raise(chasing % 64 != 0 && at_once && pc != last_pc ? BETWEEN : delay);
    last_pc = pc;
}
#endif

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    taken_at = ROCKET ? value : cycles();
    VMB_SIM_REGISTER(VMB_SIM_TIMER) = 0;
    VMB_SIM_REGISTER(VMB_SIM_NMI) = 0;
    cause_seen = cause;
    taken++;
#if CHASED
    chase(taken_at - raised_at, pc);
#endif
    return pc;
}

static int judge(uint32_t before)
{
    const uint32_t causes[] = {0x80000007u, 0x8000001fu, 0, 0x80000401u};
    uint32_t late = taken_at - raised_at;

    if (taken != before + 1) {
        return NOT_TAKEN;
    }
    note(late);
    return cause_seen != causes[WHAT] ? WRONG_CAUSE : 0;
}

/* Compares n bytes, a multiple of 4, at aligned addresses, by words: this would otherwise take most of the run. */
static int same(const uint8_t *a, const uint8_t *b, unsigned n)
{
    typedef uint32_t __attribute__((may_alias)) word;
    const word *x = (const void *)a, *y = (const void *)b;
    uint32_t differ = 0;

    for (n /= 4; n-- != 0;) {
        differ |= x[n] ^ y[n];
    }
    return differ == 0;
}

static int seal(uint8_t *to, uint8_t *tag_to)
{
    uint8_t chain[16] = {9};
    const uint8_t *in = text + OFFSET;

    (void)chain;
    to += OFFSET;
    tag_to += OFFSET;
#if VMB_AES_UNIT
    switch (CALL) {
    case 0: return OF(BITS, _ecb_encrypt)(&key, to, in, BYTES);
    case 1: return OF(BITS, _ecb_decrypt)(&key, to, in, BYTES);
    case 2: return OF(BITS, _cbc_encrypt)(&key, chain, to, in, BYTES);
    case 3: return OF(BITS, _cbc_decrypt)(&key, chain, to, in, BYTES);
    case 4: return OF(BITS, _ctr)(&key, chain, to, in, BYTES - 1);
    case 5: return OF(BITS, _ccm_seal)(&ccm_key, to, tag_to, 16, in, 13, in, 61, in, BYTES - 1);
    case 6: return OF(BITS, _ccm_open)(&ccm_key, to, in, 16, in, 13, in, 23, in, BYTES - 1) != VMB_ERR_TAG;
    case 7: return OF(BITS, _gcm_seal)(&gcm_key, to, tag_to, 16, in, 13, in, 23, in, 70);
    case 8: {
        OF(BITS, _ccm_stream) s;
        int status = OF(BITS, _ccm_seal_start)(&s, &ccm_key, in, 13);

        status |= OF(BITS, _ccm_lengths)(&s, 35, 47, 16);
        status |= OF(BITS, _ccm_ad)(&s, in, 5) | OF(BITS, _ccm_ad)(&s, in + 5, 30);
        status |= OF(BITS, _ccm_update)(&s, to, in, 33) | OF(BITS, _ccm_update)(&s, to + 33, in, 14);
        return status | OF(BITS, _ccm_seal_finish)(&s, tag_to, 16);
    }
    case 9: {
        OF(BITS, _ctr_stream) s;
        int status = OF(BITS, _ctr_start)(&s, &key, chain);

        status |= OF(BITS, _ctr_update)(&s, to, in, 33) | OF(BITS, _ctr_update)(&s, to + 33, in, 2);
        status |= OF(BITS, _ctr_update)(&s, to + 35, in, 48);
        OF(BITS, _ctr_finish)(&s);
        return status;
    }
    case 10: return OF(BITS, _cmac_compute)(&cmac_key, to, 16, in, BYTES - 1);
    case 11: return OF(BITS, _gcm_siv_seal)(&siv_key, to, tag_to, 16, in, 12, in, 23, in, 37);
    case 12: return OF(BITS, _gcm_open)(&gcm_key, to, in, 16, in, 13, in, 23, in, 70) != VMB_ERR_TAG;
    default: {
        OF(BITS, _gcm_stream) s;
        int status = OF(BITS, _gcm_seal_start)(&s, &gcm_key, in, 12);

        status |= OF(BITS, _gcm_ad)(&s, in, 5) | OF(BITS, _gcm_ad)(&s, in + 5, 30);
        status |= OF(BITS, _gcm_update)(&s, to, in, 33) | OF(BITS, _gcm_update)(&s, to + 33, in, 14);
        return status | OF(BITS, _gcm_seal_finish)(&s, tag_to, 16);
    }
    }
#else
    switch (CALL) {
    case 0: return vmb_ascon_aead128_seal(&key, to, tag_to, 16, in, 16, in, 40, in, BYTES);
    case 1: return vmb_ascon_aead128_open(&key, to, in, 16, in, 16, in, 41, in, BYTES - 1) != VMB_ERR_TAG;
    case 2: return vmb_chacha20_poly1305_seal(&chacha_key, to, tag_to, 16, in, 12, in, 39, in, BYTES);
    case 3: return vmb_ascon_hash256(to, 32, in, BYTES);
    case 4: return vmb_aes128_ecb_encrypt(&aes_key, to, in, BYTES & ~15u);
    case 5: return vmb_aes128_cbc_decrypt(&aes_key, chain, to, in, BYTES & ~15u);
    case 6: return vmb_aes128_ctr(&aes_key, chain, to, in, BYTES - 1);
    case 7: return vmb_aes128_ccm_seal(&ccm_key, to, tag_to, 16, in, 13, in, 61, in, BYTES - 1);
    case 8: return vmb_aes128_ccm_open(&ccm_key, to, in, 16, in, 13, in, 23, in, BYTES - 1) != VMB_ERR_TAG;
    case 9: {
        vmb_ascon_aead128_stream s;
        int status = vmb_ascon_aead128_seal_start(&s, &key, in, 16);

        status |= vmb_ascon_aead128_ad(&s, in, 5) | vmb_ascon_aead128_ad(&s, in + 5, 30);
        status |= vmb_ascon_aead128_update(&s, to, in, 33) | vmb_ascon_aead128_update(&s, to + 33, in, 66);
        return status | vmb_ascon_aead128_seal_finish(&s, tag_to, 16);
    }
    case 10: return vmb_ascon_aead128_seal(&key, to, tag_to, 16, in, 16, NULL, 0, in, BLOCKS);
    case 11: return vmb_ascon_aead128_open(&key, to, sealed_tag + OFFSET, 16, in, 16, NULL, 0, sealed + OFFSET, BLOCKS);
    case 12: return vmb_aes128_ccm_seal(&ccm_key, to, tag_to, 16, in, 12, in, 24, in, BLOCKS);
    default: return vmb_aes128_ccm_open(&ccm_key, to, sealed_tag + OFFSET, 16, in, 12, in, 24, sealed + OFFSET, BLOCKS);
    }
#endif
}

static int set_up(void)
{
#if VMB_AES_UNIT
    return OF(BITS, _init)(&key, text + 1, BITS / 8) | OF(BITS, _ccm_init)(&ccm_key, text + 1, BITS / 8) |
           OF(BITS, _gcm_init)(&gcm_key, text + 1, BITS / 8) | OF(BITS, _cmac_init)(&cmac_key, text + 1, BITS / 8) |
           OF(BITS, _gcm_siv_init)(&siv_key, text + 1, BITS / 8);
#else
    const uint8_t *in = text + OFFSET;
    int status = vmb_ascon_aead128_init(&key, text + 1, 16) | vmb_chacha20_poly1305_init(&chacha_key, text + 1, 32) |
                 vmb_aes128_init(&aes_key, text + 1, 16) | vmb_aes128_ccm_init(&ccm_key, text + 1, 16);

    if (CALL == 11) {
        status |= vmb_ascon_aead128_seal(&key, sealed + OFFSET, sealed_tag + OFFSET, 16, in, 16, NULL, 0, in, BLOCKS);
    } else if (CALL == 13) {
        status |= vmb_aes128_ccm_seal(&ccm_key, sealed + OFFSET, sealed_tag + OFFSET, 16, in, 12, in, 24, in, BLOCKS);
    }
    return status;
#endif
}

#if VMB_ENGINE_LOCK
uint32_t vmb_engine_acquire(void) { return 0; }
void vmb_engine_release(uint32_t was) { (void)was; }
#endif

#if VMB_ENGINE_PORT_PIO && !ROCKET
/* A job that does not provide or accept the requested word: `take` waits while the job needs a key, `feed` while it
 * has no output. Both wait 1,023 cycles; the request comes in the middle of the wait. */
static int patience(void)
{
    uint32_t i, before, word;
    int wrong;

    vmb_engine_set(1, 0, 0);
    vmb_engine_set(2, 0, 64);
    vmb_engine_set(5, 0, 64);
    vmb_engine_post(REGISTER(JOB), JOB_WORD);
    before = taken;
    raise(300);
    if (vmb_engine_take() != 0) return WRONG_WORDS;
    if ((wrong = judge(before)) != 0) return wrong;
    if (cycles() - raised_at < 700) return NOT_WAITING;
    for (i = 0; i < 8 + 6; i++) {
        vmb_engine_feed(i);
    }
    while ((vmb_engine_get(REGISTER(STATUS)) & VMB_ENGINE_REG_STATUS_DOUT_VALID_MASK) == 0) {
    }
    do {
        word = vmb_engine_get(REGISTER(STATUS));
        if ((word & VMB_ENGINE_REG_STATUS_DIN_READY_MASK) != 0) vmb_engine_feed(i++);
    } while ((word & VMB_ENGINE_REG_STATUS_DIN_READY_MASK) != 0);
    for (word = 0; word < 2; word++) {
        before = taken;
        raise(300);
        if (word) vmb_engine_feed2(1, 2);
        else vmb_engine_feed(1);
        (void)vmb_engine_get(REGISTER(STATUS)); /* after it */
        if ((wrong = judge(before)) != 0) return wrong;
        if (cycles() - raised_at < 700) return NOT_WAITING;
    }
    vmb_engine_post(REGISTER(CONTROL), VMB_ENGINE_REG_CONTROL_ABORT_MASK);
    while ((vmb_engine_get(REGISTER(STATUS)) & 1) != 0) {
    }
    return 0;
}
#endif

int main(void)
{
    uint32_t delay, before;
    unsigned i;
    int wrong = 0;
#if ROCKET && CHASED
    extern char __bss_start[];
    uintptr_t apart = (uintptr_t)__builtin_frame_address(0) - (uintptr_t)__bss_start;
    volatile uint8_t *unused = __builtin_alloca((apart + STACK) & 4080);

    unused[0] = 0;
#endif

    if ((uintptr_t)debug_vector != 0x80000084u) return MISPLACED;
#if ROCKET
    __asm__ volatile("csrw mtvec, %0" : : "r"(entry));
#else
    __asm__ volatile("csrci 0x320, 1"); /* mcountinhibit: mcycle counts */
#endif
    for (i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)(37 * i + 11);
    }
    if (set_up() || seal(expected, expected_tag)) return CALL_FAILED;
    before = cycles();
    if (seal(out, tag) || !same(out, expected, BYTES)) return CALL_FAILED;
#if WHAT == 0
    __asm__ volatile("csrs mie, %0; csrsi mstatus, 8" : : "r"(0x80));
#endif
#if ROCKET
    raise(1); /* afterwards the handler is in the cache */
    while (!taken) {
    }
#endif
#if WHAT == 3
    /* the error occurs while the job runs: there is no code between the two */
    for (delay = 1; delay <= TURNS && wrong == 0; delay++) {
        uint32_t left;

        vmb_engine_set(0, (uint32_t)(uintptr_t)&key, (uint32_t)(uintptr_t)text);
        vmb_engine_set(1, (uint32_t)(uintptr_t)text, 40);
        vmb_engine_set(2, (uint32_t)(uintptr_t)text, BYTES);
        vmb_engine_set(3, (uint32_t)(uintptr_t)out, (uint32_t)(uintptr_t)tag);
        before = taken;
        raised_at = cycles();
        __asm__ volatile("sw zero, 0(%0)" : : "r"(NOWHERE) : "memory");
        left = vmb_engine_run(JOB_WORD);
        wrong = judge(before);
        if ((left & 1) == 0) return NOT_WAITING;
        while (((left = vmb_engine_wait()) & 1) != 0) {
        }
        if (!same(out, expected, BYTES) || !same(tag, expected_tag, sizeof tag)) return OTHER_RESULT;
    }
#else
    for (delay = 1; delay <= TURNS * STEP && wrong == 0; delay += STEP) {
        before = taken;
        out[OFFSET + delay % 13] ^= 1;
#if CHASED
        chasing = CHASED;
        raise(delay);
        if (seal(out, tag)) return CALL_FAILED;
        if (chasing == 0) return NOT_TAKEN;
        chasing = 0;
        while ((int32_t)(cycles() - raised_at) < 100) {
        }
        before = taken - 1;
#else
        raise(delay);
        if (seal(out, tag)) return CALL_FAILED;
#endif
        while (taken == before && (int32_t)(cycles() - raised_at) < 1000) { /* the call was shorter */
        }
        if (!same(out, expected, BYTES) || !same(tag, expected_tag, sizeof tag)) return OTHER_RESULT;
        wrong = judge(before);
        if (ROCKET && CHASED && !COLD && delay == 1) {
            longest = 0; /* all code that lets interrupts in is in the cache now */
        }
    }
#if VMB_ENGINE_PORT_PIO && !ROCKET
    if (wrong == 0) wrong = patience();
#endif
#endif
    return (int)(longest << 8) | wrong;
}
