/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Every kind of job on an engine that does not see the core's data cache, and uses other addresses
 * (cached_ibex.sv). All parts of a job are in lines that the program has just changed, next to
 * each other and to bytes that must not change; expected.h has the results.
 *
 * Ends with 0 or an error code: the line of a check, or 1000 plus the number of a function of
 * which a call was left out without a wrong result.
 */
#include "vambrace/aes.h"
#include "vambrace/dma.h"
#include "vambrace/engine.h"
#include "vambrace/generic.h"
#include "vambrace/hash.h"

#include "expected.h"
#include "interrupted.h"

#define LINE 64 /* of the cache, even if the library is built for a system without one */
#define CACHE(offset) (*(volatile uint32_t *)(0x70000000u + (offset)))
#define GUARD 3

/* ---- Functions that the program provides ---- */

enum { EVERY, NO_CLEAN, NO_INVALIDATE };
static volatile unsigned left_out;
static const void *volatile left_part;

#if VMB_DMA_LINE
static void each_line(unsigned which, unsigned offset, const void *p, size_t n)
{
    uintptr_t at = (uintptr_t)p & ~(uintptr_t)(LINE - 1);

#if NO_HOOKS
    return;
#endif
    if (left_out == which && (left_part == NULL || left_part == p)) {
        return;
    }
    for (; at < (uintptr_t)p + n; at += LINE) {
        CACHE(offset) = (uint32_t)at;
    }
}

void vmb_dma_clean(const void *p, size_t n)
{
    each_line(NO_CLEAN, 0, p, n);
}

void vmb_dma_invalidate(void *p, size_t n)
{
    each_line(NO_INVALIDATE, 4, p, n);
}
#endif

#if VMB_DMA_TRANSLATE
uint32_t vmb_dma_address(const void *p)
{
    return (uint32_t)(uintptr_t)p + 0x40000000u;
}
#endif

/* ---- A handler that interrupts calls and makes calls ---- */

static uint8_t __attribute__((aligned(LINE))) handlers[LINE];
static volatile unsigned handlers_error;

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    static unsigned delay = 100;

    serve(cause, pc, value);
    handlers_error |= (unsigned)vmb_ascon_hash256(handlers, 32, handlers + 32, 32);
    delay = (delay * 5 + 333) % 4096;
    VMB_SIM_REGISTER(VMB_SIM_TIMER) = 4000 + delay;
    return pc;
}

/* ---- Memory of a job ---- */

enum { PARTS = 8 };
static uint8_t __attribute__((aligned(LINE))) arena[1536];
static uint8_t *parts[PARTS], *next;
static unsigned sizes[PARTS], used, apart;

/* Byte i := i ^ with. */
static void fill(uint32_t with)
{
    volatile uint32_t *to = (volatile uint32_t *)arena;
    uint32_t i;

    for (i = 0; i < sizeof arena; i += 4) {
        to[i / 4] = ((i & 0xff) * 0x01010101u + 0x03020100u) ^ with * 0x01010101u;
    }
}

static void lay_out(unsigned shift, unsigned each_in_lines_of_its_own)
{
    unsigned i;

    fill(0xa5); /* the contents of memory, */
    for (i = 0; i < sizeof arena; i += LINE) {
        CACHE(0) = (uint32_t)(uintptr_t)(arena + i);
    }
    fill(0x5a); /* and those that the program reads */
    apart = each_in_lines_of_its_own;
    next = arena + shift;
    used = 0;
}

/* The next n bytes, which begin as 37 i + from. */
static uint8_t *part(unsigned n, unsigned from)
{
    uint8_t *p = next + GUARD;
    unsigned i;

    for (i = 0; i < n; i++) {
        ((volatile uint8_t *)p)[i] = (uint8_t)(37 * i + from);
    }
    parts[used] = p;
    sizes[used++] = n;
    next = p + n + GUARD;
    if (apart) {
        next = (uint8_t *)(((uintptr_t)next + LINE) & ~(uintptr_t)(LINE - 1));
    }
    return p;
}

static void *object(unsigned n)
{
    next += (4 - ((uintptr_t)next + GUARD) % 4) % 4;
    return part(n, 0);
}

/* Returns whether the bytes around all parts are unchanged. */
static int kept(void)
{
    unsigned i, k, wrong = 0;

    for (i = 0; i < used; i++) {
        for (k = 1; k <= GUARD; k++) {
            const volatile uint8_t *before = parts[i] - k, *after = parts[i] + sizes[i] + k - 1;

            wrong |= *before ^ ((unsigned)(before - arena) ^ 0x5a);
            wrong |= *after ^ ((unsigned)(after - arena) ^ 0x5a);
        }
    }
    return (wrong & 0xff) == 0;
}

/* FNV-1a. */
static uint32_t hash(uint32_t h, const uint8_t *p, unsigned n)
{
    const volatile uint8_t *from = p;

    while (n-- != 0) {
        h = (h ^ *from++) * 0x01000193u;
    }
    return h;
}
#define HASH(p, n) hash(0x811c9dc5u, p, n)

static int is_text(const uint8_t *p, unsigned n, unsigned from)
{
    const volatile uint8_t *at = p;
    unsigned i, wrong = 0;

    for (i = 0; i < n; i++) {
        wrong |= at[i] ^ (37 * i + from);
    }
    return (wrong & 0xff) == 0;
}

static int is_zero(const uint8_t *p, unsigned n)
{
    unsigned wrong = 0;

    while (n-- != 0) {
        wrong |= *(const volatile uint8_t *)p++;
    }
    return wrong == 0;
}

#define CHECK(condition)     \
    do {                     \
        if (!(condition)) {  \
            return __LINE__; \
        }                    \
    } while (0)

/* ---- Jobs ---- */

static const vmb_aead *const algorithms[] = {ALGORITHMS};

typedef struct {
    void *key;
    uint8_t *nonce, *ad, *in, *out, *tag;
    unsigned ad_len;
} job;

static int set_up(job *j, const vmb_aead *a, unsigned len, unsigned slot)
{
    uint8_t bytes[32];
    unsigned i;

    for (i = 0; i < a->key_len; i++) {
        bytes[i] = (uint8_t)(37 * i + 3);
    }
    j->ad_len = (5 * len + 3) % 23;
    j->key = object((unsigned)a->key_size);
    j->nonce = part(a->nonce_len, 50);
    j->ad = part(j->ad_len, 90);
    j->in = part(len, 130);
    j->out = part(len, 7);
    j->tag = part(16, 9);
    if (slot != 0) {
        CHECK(vmb_engine_load_key(slot, bytes, a->key_len) == VMB_OK && a->init_slot(j->key, slot) == VMB_OK);
    } else {
        CHECK(a->init(j->key, bytes, a->key_len) == VMB_OK);
    }
    return 0;
}

static int sealed(const job *j, const vmb_aead *a, unsigned len)
{
    return a->seal(j->key, j->out, j->tag, 16, j->nonce, a->nonce_len, j->ad, j->ad_len, j->in, len);
}

static int opened(const job *j, const vmb_aead *a, uint8_t *out, unsigned len)
{
    return a->open(j->key, out, j->tag, 16, j->nonce, a->nonce_len, j->ad, j->ad_len, j->out, len);
}

static int whole(unsigned algorithm, unsigned number, unsigned slot)
{
    const vmb_aead *a = algorithms[algorithm];
    const unsigned len = lengths[number];
    job j;
    int line;

    lay_out((7 * number + 5 * algorithm) % (2 * LINE), number % 3 == 2);
    CHECK((line = set_up(&j, a, len, slot)) == 0);
    CHECK(sealed(&j, a, len) == VMB_OK);
    CHECK(hash(HASH(j.out, len), j.tag, 16) == whole_expected[algorithm][number] && kept());
    CHECK(is_text(j.in, len, 130) && is_text(j.nonce, a->nonce_len, 50) && is_text(j.ad, j.ad_len, 90));
    *(volatile uint8_t *)(j.out - 1) ^= 0; /* a neighbour is changed again */
    CHECK(opened(&j, a, j.out, len) == VMB_OK); /* in place */
    CHECK(is_text(j.out, len, 130) && kept());
    CHECK(sealed(&j, a, len) == VMB_OK);
    ((volatile uint8_t *)j.tag)[number % 16] ^= 1;
    CHECK(opened(&j, a, j.in, len) == VMB_ERR_TAG);
    CHECK(is_zero(j.in, len) && kept());
    return 0;
}

/* The same with results on the stack, as close as possible to the data that library calls store there. */
static __attribute__((noinline)) int on_the_stack(unsigned number, unsigned depth)
{
    const vmb_aead *a = algorithms[0];
    const unsigned len = lengths[number] % 20;
    volatile uint8_t above[16 * depth];
    uint8_t found[len + 16];
    job j;

    above[0] = 0;
    lay_out(number, 0);
    CHECK(set_up(&j, a, len, 0) == 0);
    CHECK(a->seal(j.key, found + 16, found, 16, j.nonce, a->nonce_len, j.ad, j.ad_len, j.in, len) == VMB_OK);
    CHECK(a->open(j.key, found + 16, found, 16, j.nonce, a->nonce_len, j.ad, j.ad_len, found + 16, len) == VMB_OK);
    CHECK(is_text(found + 16, len, 130) && kept());
    return 0;
}

static int in_pieces(unsigned algorithm, unsigned number)
{
    const vmb_aead *a = algorithms[algorithm];
    const unsigned len = lengths[number];
    static vmb_aead_stream s;
    unsigned at, n;
    job j;

    lay_out((3 * number + 11 * algorithm) % LINE, 0);
    CHECK(set_up(&j, a, len, 0) == 0);
    CHECK(a->seal_start(&s, j.key, j.nonce, a->nonce_len) == VMB_OK);
    CHECK(a->lengths == NULL || a->lengths(&s, j.ad_len, len, 16) == VMB_OK);
    CHECK(a->ad(&s, j.ad, j.ad_len / 2) == VMB_OK);
    CHECK(a->ad(&s, j.ad + j.ad_len / 2, j.ad_len - j.ad_len / 2) == VMB_OK);
    for (at = 0; at < len; at += n) {
        n = len - at < 13 ? len - at : 13;
        CHECK(a->update(&s, j.out + at, j.in + at, n) == VMB_OK);
    }
    CHECK(a->seal_finish(&s, j.tag, 16) == VMB_OK);
    CHECK(hash(HASH(j.out, len), j.tag, 16) == whole_expected[algorithm][number] && kept());
    CHECK(a->open_start(&s, j.key, j.nonce, a->nonce_len) == VMB_OK);
    CHECK(a->lengths == NULL || a->lengths(&s, j.ad_len, len, 16) == VMB_OK);
    CHECK(a->ad(&s, j.ad, j.ad_len) == VMB_OK);
    for (at = 0; at < len; at += n) {
        n = len - at < 19 ? len - at : 19;
        CHECK(a->update(&s, j.out + at, j.out + at, n) == VMB_OK);
    }
    CHECK(a->open_finish(&s, j.tag, 16) == VMB_OK);
    CHECK(is_text(j.out, len, 130) && kept());
    return 0;
}

static int modes(unsigned number)
{
    const unsigned len = 16 + 16 * (number % 4);
    uint8_t bytes[16], *iv, *in, *out;
    static vmb_aes128_ctr_stream s;
    vmb_aes128_key *key;
    unsigned i;

    for (i = 0; i < 16; i++) {
        bytes[i] = (uint8_t)(37 * i + 3);
    }
    lay_out(5 * number % LINE, number % 2);
    key = object(sizeof *key);
    iv = part(16, 50);
    in = part(len, 130);
    out = part(len, 7);
    CHECK(vmb_aes128_init(key, bytes, 16) == VMB_OK);
    CHECK(vmb_aes128_ecb_encrypt(key, out, in, len) == VMB_OK);
    CHECK(HASH(out, len) == modes_expected[0][len / 16 - 1] && kept());
    CHECK(vmb_aes128_ecb_decrypt(key, out, out, len) == VMB_OK);
    CHECK(is_text(out, len, 130));
    CHECK(vmb_aes128_cbc_encrypt(key, iv, out, in, len) == VMB_OK);
    CHECK(HASH(out, len) == modes_expected[1][len / 16 - 1] && kept());
    for (i = 0; i < 16; i++) {
        ((volatile uint8_t *)iv)[i] = (uint8_t)(37 * i + 50);
    }
    CHECK(vmb_aes128_cbc_decrypt(key, iv, out, out, len) == VMB_OK);
    CHECK(is_text(out, len, 130));
    for (i = 0; i < 16; i++) {
        ((volatile uint8_t *)iv)[i] = (uint8_t)(37 * i + 50);
    }
    CHECK(vmb_aes128_ctr_start(&s, key, iv) == VMB_OK);
    CHECK(vmb_aes128_ctr_update(&s, out, in, 5) == VMB_OK);
    CHECK(vmb_aes128_ctr_update(&s, out + 5, in + 5, len - 5) == VMB_OK);
    vmb_aes128_ctr_finish(&s);
    CHECK(HASH(out, len) == modes_expected[2][len / 16 - 1] && kept());
    CHECK(vmb_aes128_ctr(key, iv, out, out, len) == VMB_OK);
    CHECK(is_text(out, len, 130) && kept());
    return 0;
}

static int digests(unsigned number)
{
    const unsigned len = lengths[number];
    static vmb_ascon_cxof128_stream s;
    uint8_t *custom, *in, *out;

    lay_out(9 * number % LINE, number % 2);
    custom = part(11, 90);
    in = part(len, 130);
    out = part(48, 7);
    CHECK(vmb_ascon_hash256(out, 32, in, len) == VMB_OK);
    CHECK(HASH(out, 32) == digests_expected[0][number] && kept());
    CHECK(vmb_ascon_xof128(out, 48, in, len) == VMB_OK);
    CHECK(HASH(out, 48) == digests_expected[1][number] && kept());
    CHECK(vmb_ascon_cxof128(out, 48, custom, 11, in, len) == VMB_OK);
    CHECK(HASH(out, 48) == digests_expected[2][number] && kept());
    out[0] = 1;
    CHECK(vmb_ascon_cxof128_start(&s, custom, 11) == VMB_OK);
    CHECK(vmb_ascon_cxof128_update(&s, in, len / 3) == VMB_OK);
    CHECK(vmb_ascon_cxof128_update(&s, in + len / 3, len - len / 3) == VMB_OK);
    CHECK(vmb_ascon_cxof128_squeeze(&s, out, 21) == VMB_OK);
    CHECK(vmb_ascon_cxof128_squeeze(&s, out + 21, 27) == VMB_OK);
    CHECK(HASH(out, 48) == digests_expected[2][number] && kept());
    return 0;
}

/* ---- One call of a function is left out: the result is wrong ---- */

#if VMB_DMA_LINE && !NO_HOOKS

/* Returns whether a seal or open is right although `which` leaves out the part of the job with this number. */
static int right_without(unsigned which, unsigned number, int opens)
{
    const vmb_aead *a = algorithms[0];
    uint32_t found;
    int right;
    job j;

    lay_out(0, 1);
    if (set_up(&j, a, 40, 0) != 0 || (opens && sealed(&j, a, 40) != VMB_OK)) {
        return 1;
    }
    if (opens) { /* memory has other bytes */
        ((volatile uint8_t *)j.in)[7] ^= 1;
        ((volatile uint8_t *)j.tag)[3] ^= 0x80;
        vmb_dma_clean(j.tag, 16);
        ((volatile uint8_t *)j.tag)[3] ^= 0x80;
        ((volatile uint8_t *)j.out)[3] ^= 0x80;
        vmb_dma_clean(j.out, 40);
        ((volatile uint8_t *)j.out)[3] ^= 0x80;
    }
    left_part = parts[number];
    left_out = which;
    if (opens) {
        right = opened(&j, a, j.in, 40) == VMB_OK && is_text(j.in, 40, 130);
    } else {
        right = sealed(&j, a, 40) == VMB_OK;
        found = hash(HASH(j.out, 40), j.tag, 16);
        right = right && found == forty_expected;
    }
    right = right && kept();
    left_out = EVERY;
    left_part = NULL;
    return right;
}

/* The same for a stream's context, whose line contains other parts of the stream. */
static int stream_without(unsigned which)
{
    static vmb_aead_stream s;
    const vmb_aead *a = algorithms[0];
    int right;
    job j;

    lay_out(0, 1);
    if (set_up(&j, a, 40, 0) != 0 || a->seal_start(&s, j.key, j.nonce, 16) != VMB_OK) {
        return 1;
    }
    left_part = ((vmb_engine_stream *)&s)->context;
    left_out = which;
    right = a->ad(&s, j.ad, j.ad_len) == VMB_OK && a->update(&s, j.out, j.in, 9) == VMB_OK &&
            a->update(&s, j.out + 9, j.in + 9, 31) == VMB_OK && a->seal_finish(&s, j.tag, 16) == VMB_OK &&
            hash(HASH(j.out, 40), j.tag, 16) == forty_expected;
    left_out = EVERY;
    left_part = NULL;
    return right;
}

enum { KEY, NONCE, AD, IN, OUT, TAG };

static int all_are_needed(void)
{
    unsigned i;

    CHECK(right_without(EVERY, 0, 0) && right_without(EVERY, 0, 1));
    for (i = KEY; i <= OUT; i++) { /* of `out` too: the bytes around it were changed */
        if (right_without(NO_CLEAN, i, 0)) {
            return 1000 + (int)i;
        }
    }
    if (right_without(NO_CLEAN, TAG, 0) || right_without(NO_CLEAN, TAG, 1) || right_without(NO_CLEAN, OUT, 1)) {
        return 1000 + TAG;
    }
    if (right_without(NO_INVALIDATE, OUT, 0) || right_without(NO_INVALIDATE, TAG, 0) ||
        right_without(NO_INVALIDATE, IN, 1)) {
        return 1000 + OUT + 10;
    }
    CHECK(stream_without(EVERY));
    return stream_without(NO_CLEAN) || stream_without(NO_INVALIDATE) ? 1020 : 0;
}
#else
#define all_are_needed() 0
#endif

int main(void)
{
    unsigned i, algorithm, depth;
    int line;

    CHECK(vmb_engine_check() == VMB_OK);
    if ((line = all_are_needed()) != 0) {
        return line;
    }
    CACHE(8) = 1;
    __asm__ volatile("csrs mie, %0; csrsi mstatus, 8" : : "r"(0x80));
    VMB_SIM_REGISTER(VMB_SIM_TIMER) = 1000;
    for (i = 0; i < LENGTHS; i++) {
        for (algorithm = 0; algorithm < sizeof algorithms / sizeof *algorithms; algorithm++) {
            if ((line = whole(algorithm, i, i % 5 == 4 ? 1 : 0)) != 0 ||
                (i % 3 == 0 && (line = in_pieces(algorithm, i)) != 0)) {
                return line;
            }
        }
        for (depth = 1; depth <= LINE / 16; depth++) {
            CHECK((line = on_the_stack(i, depth)) == 0);
        }
        if ((line = modes(i)) != 0 || (line = digests(i)) != 0) {
            return line;
        }
    }
    CHECK(served > 20 && handlers_error == 0);
    CHECK(CACHE(0) > 20); /* the cache had an effect */
    return 0;
}
