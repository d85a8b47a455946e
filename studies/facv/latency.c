/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Measures FAC-V's calls: one for each block as published (cipher.h), those with contexts and checks
 * (facv.h), and the bare commands of a coupling (commands.h): init, then 16, 32, ..., 80 bytes in
 * both directions, each VMB_LATENCY_RUNS times. A run is the code between two readings of mcycle.
 * Ends with 0 if every run was right, otherwise with 1 and the position of the first wrong one.
 *
 * The test bench writes key, plaintext and ciphertext to vmb_latency_hot, and reads
 * vmb_latency_series (the measured calls) and vmb_latency_pages (each run's cycles).
 * All are little-endian words.
 *
 * With VMB_LATENCY_COLD both caches are empty at the beginning of a run. Otherwise everything is
 * cached: the data of a run and the table of results never share a line of a 4 KiB cache, because
 * the data are in the first KiB of a page or on the stack, at the end of one.
 */
#include "cipher.h"
#include "commands.h"
#include "facv.h"

/* Runs before those that count, to train the branch predictor and fill the caches. */
#define WARM_UPS (VMB_LATENCY_COLD ? 2 : 16)
#define IDLE 50    /* iterations of waiting before a run, so that nothing is in progress */
#define LONGEST 80
#define PAGE 4096

struct hot {
    uint32_t key[8] __attribute__((aligned(64)));
    uint32_t text[2][LONGEST / 4] __attribute__((aligned(64))); /* plain, encrypted */
    uint32_t out[LONGEST / 4] __attribute__((aligned(64)));
    vmb_facv context __attribute__((aligned(64)));
};

/* Not cleared at the start, unlike other data. */
__attribute__((section(".data.latency"), aligned(PAGE))) struct hot vmb_latency_hot = {{1}, {{0}}, {0}, {{{0}}, 0, 0}};

/* The measured calls, and the number of series. */
enum { BY_CALLS, BY_COMMANDS, UNTIL_FREE, BY_BLOCKS, BY_BLOCKS_UNTIL_FREE };
enum { INIT, ENCRYPT, DECRYPT };
#define SERIES 55
struct { uint32_t way, operation, bytes; } vmb_latency_series[SERIES];
uint32_t vmb_latency_count;

#define PER_PAGE 256 /* results, after the first KiB */
struct page {
    uint32_t unused[PER_PAGE], runs[PER_PAGE], rest[2 * PER_PAGE];
} vmb_latency_pages[(SERIES * VMB_LATENCY_RUNS + PER_PAGE - 1) / PER_PAGE] __attribute__((aligned(PAGE)));

/* Sizes that are impossible. */
typedef char hot_is_too_large[sizeof(struct hot) <= PAGE / 4 ? 1 : -1];

static inline uint32_t now(void)
{
    uint32_t c;
    __asm__ volatile("csrr %0, mcycle" : "=r"(c) : : "memory");
    return c;
}

#if VMB_LATENCY_COLD
#define FORGET() __asm__ volatile(".word 0xfc000073\n\tfence.i" ::: "memory") /* Rocket's cflush.d.l1 */
#else
#define FORGET() ((void)0)
#endif

/* Waits until its last word has arrived. */
#define ARRIVED(word) __asm__ volatile("add x0, %0, x0" : : "r"(word) : "memory")

struct result { uint32_t cycles, status; };

/* One run: `what`, until status is available, with its arguments in registers. `behind` is not
 * counted, and leaves status 0 if all went well. */
#define REGISTER(x) __asm__ volatile("" : "+r"(x))
#define MEASURE(name, what, behind) MEASURE_FROM(uint32_t, name, what, behind)
#define MEASURE_FROM(reading, name, what, behind)                                                  \
    __attribute__((noinline, aligned(64))) static struct result name(uint32_t bytes, uint32_t job) \
    {                                                                                              \
        vmb_facv *context = &vmb_latency_hot.context;                                              \
        const uint32_t *key = vmb_latency_hot.key;                                                 \
        const uint32_t *plain = vmb_latency_hot.text[0], *cipher = vmb_latency_hot.text[1];        \
        uint32_t *out = vmb_latency_hot.out, status = 0;                                           \
        struct result r;                                                                           \
        reading begin;                                                                             \
                                                                                                   \
        REGISTER(context);                                                                         \
        REGISTER(key);                                                                             \
        REGISTER(plain);                                                                           \
        REGISTER(cipher);                                                                          \
        REGISTER(out);                                                                             \
        REGISTER(bytes);                                                                           \
        REGISTER(job);                                                                             \
        FORGET();                                                                                  \
        begin = now();                                                                             \
        what;                                                                                      \
        ARRIVED(status);                                                                           \
        r.cycles = now();                                                                          \
        r.cycles -= begin;                                                                         \
        behind;                                                                                    \
        r.status = status;                                                                         \
        return r;                                                                                  \
    }

#define BYTES(p) ((uint8_t *)(p))
#define CALL(f, ...) (status = (uint32_t)vmb_facv_##f(context, __VA_ARGS__))
MEASURE(call_init, CALL(init, BYTES(key), VMB_LATENCY_KEY_BYTES), )
MEASURE(call_encrypt, CALL(encrypt, BYTES(out), BYTES(plain), bytes), )
MEASURE(call_decrypt, CALL(decrypt, BYTES(out), BYTES(cipher), bytes), )

typedef struct result measure(uint32_t bytes, uint32_t job);

/* A run with zeros in `out` before it, where the expected text must be afterwards. */
static int right(measure *run, uint32_t operation, uint32_t bytes, uint32_t job, uint32_t *cycles)
{
    struct hot *h = &vmb_latency_hot;
    const uint32_t *expected = h->text[operation == ENCRYPT];
    uint32_t wrong = 0;
    struct result r;
    unsigned i;

    for (i = 0; i < LONGEST / 4; i++) {
        ((volatile uint32_t *)h->out)[i] = 0;
    }
    for (i = 0; i < IDLE; i++) {
        __asm__ volatile("");
    }
    r = run(bytes, job);
    *cycles = r.cycles;
    for (i = 0; i < LONGEST / 4; i++) {
        wrong |= h->out[i] ^ (4 * i < bytes ? expected[i] : 0);
    }
    return (r.status | wrong) == 0;
}

static int series(measure *run, uint32_t way, uint32_t operation, uint32_t bytes, uint32_t job)
{
    uint32_t cycles = 0, at = vmb_latency_count * VMB_LATENCY_RUNS, i;

    vmb_latency_series[vmb_latency_count].way = way;
    vmb_latency_series[vmb_latency_count].operation = operation;
    vmb_latency_series[vmb_latency_count].bytes = bytes;
    for (i = 0; i < WARM_UPS + VMB_LATENCY_RUNS; i++) {
        if (!right(run, operation, bytes, job, &cycles)) {
            return 0;
        }
        /* No branch distinguishes runs: because the last branches determine the next prediction. */
        vmb_latency_pages[at / PER_PAGE].runs[at % PER_PAGE] = cycles;
        at += i >= WARM_UPS;
    }
    vmb_latency_count++;
    return 1;
}

/* The measurements for each length. */
#define LENGTHS (LONGEST / 16)
typedef measure *const measures[LENGTHS];

static int experiment(uint32_t way, measure *init, measures encrypt, measures decrypt, const uint32_t job[2])
{
    unsigned n;
    int good = series(init, way, INIT, 0, 0);

    if (encrypt == NULL) {
        return good;
    }
    for (n = 0; good && n < LENGTHS; n++) {
        good = series(encrypt[n], way, ENCRYPT, 16 * (n + 1), job[0]);
    }
    for (n = 0; good && n < LENGTHS; n++) {
        good = series(decrypt[n], way, DECRYPT, 16 * (n + 1), job[1]);
    }
    return good;
}

#define SAME(run) {run, run, run, run, run}
static measures calls_encrypt = SAME(call_encrypt), calls_decrypt = SAME(call_decrypt);

#define EACH(run) {run##1, run##2, run##3, run##4, run##5}

#if VMB_COMMANDS
#define ASK() (status = vmb_commands_wrong(vmb_commands_end()))
MEASURE(commands_init, vmb_commands_load(key); status = vmb_commands_ask(), status = vmb_commands_wrong(status))
/* Straight code for each length: a loop's last branch may be predicted or not. */
#define COMMANDS(n)                                                                                                \
    MEASURE(commands_encrypt##n, status = vmb_commands_crypt(VMB_COMMANDS_WAY(job, 0), out, plain, 16 * n), ASK()) \
    MEASURE(commands_decrypt##n, status = vmb_commands_crypt(VMB_COMMANDS_WAY(job, 1), out, cipher, 16 * n), ASK())
COMMANDS(1)
COMMANDS(2)
COMMANDS(3)
COMMANDS(4)
COMMANDS(5)
static measures commands_encrypt = EACH(commands_encrypt), commands_decrypt = EACH(commands_decrypt);
MEASURE(free_init, vmb_commands_load(key), ASK())
static const uint32_t jobs[2] = {VMB_COMMANDS_ENCRYPT, VMB_COMMANDS_DECRYPT};
#if VMB_COMMANDS_FREE
#define BYTES_OF(n) VMB_COMMANDS_BYTES(bytes, 16 * n)
#define START(n)                                                                                            \
    MEASURE(start_encrypt##n, vmb_commands_start(VMB_COMMANDS_WAY(job, 0), out, plain, BYTES_OF(n)), ASK()) \
    MEASURE(start_decrypt##n, vmb_commands_start(VMB_COMMANDS_WAY(job, 1), out, cipher, BYTES_OF(n)), ASK())
START(1)
START(2)
START(3)
START(4)
START(5)
static measures free_encrypt = EACH(start_encrypt), free_decrypt = EACH(start_decrypt);
#else /* the processor moves every word: it is free when everything is done */
#define free_encrypt NULL
#define free_decrypt NULL
#endif
#endif

/* A call for each block, in a row. As in FAC-V's programs, the first reading of the counter is stored
 * to memory before the calls. */
#define MEASURE_CALLS(name, what, behind) MEASURE_FROM(volatile uint32_t, name, what, behind)
static cipher_context cipher_of_all;
#define INIT_CALL (void)cipher_init(&cipher_of_all, BYTES(key), VMB_LATENCY_KEY_BYTES)
#define ENCRYPT_CALL(n) (void)cipher_encrypt(&cipher_of_all, BYTES(plain + 4 * (n)), BYTES(out + 4 * (n)))
#define DECRYPT_CALL(n) (void)cipher_decrypt(&cipher_of_all, BYTES(cipher + 4 * (n)), BYTES(out + 4 * (n)))
#define CALLS1(call) call(0)
#define CALLS2(call) \
    CALLS1(call);    \
    call(1)
#define CALLS3(call) \
    CALLS2(call);    \
    call(2)
#define CALLS4(call) \
    CALLS3(call);    \
    call(3)
#define CALLS5(call) \
    CALLS4(call);    \
    call(4)

#if VMB_COMMANDS
#define WRONG() (status = vmb_commands_wrong(status))
MEASURE_CALLS(blocks_init, INIT_CALL; status = vmb_commands_end(), WRONG())
MEASURE_CALLS(free_blocks_init, INIT_CALL, ASK())
#else
#define ASK() ((void)0)
MEASURE_CALLS(blocks_init, INIT_CALL, )
#endif

/* A call that does not wait for its result is measured until it returns, and until a status after the last one. */
#define BLOCKS(name, n, end, behind)                                     \
    MEASURE_CALLS(name##_encrypt##n, CALLS##n(ENCRYPT_CALL) end, behind) \
    MEASURE_CALLS(name##_decrypt##n, CALLS##n(DECRYPT_CALL) end, behind)
#if VMB_COMMANDS_QUEUE
#define BLOCKS_BOTH(n)                                        \
    BLOCKS(blocks, n, ; status = vmb_commands_end(), WRONG()) \
    BLOCKS(free_blocks, n, , ASK())
#else
#define BLOCKS_BOTH(n) BLOCKS(blocks, n, , ASK())
#endif
BLOCKS_BOTH(1)
BLOCKS_BOTH(2)
BLOCKS_BOTH(3)
BLOCKS_BOTH(4)
BLOCKS_BOTH(5)
static measures blocks_encrypt = EACH(blocks_encrypt), blocks_decrypt = EACH(blocks_decrypt);
#if VMB_COMMANDS_QUEUE
static measures free_blocks_encrypt = EACH(free_blocks_encrypt), free_blocks_decrypt = EACH(free_blocks_decrypt);
#else
#define free_blocks_encrypt NULL
#define free_blocks_decrypt NULL
#endif

int main(void)
{
    static const uint32_t none[2] = {0, 0};
    int good = experiment(BY_CALLS, call_init, calls_encrypt, calls_decrypt, none);

#if VMB_COMMANDS
    vmb_commands_begin();
#endif
    good = good && experiment(BY_BLOCKS, blocks_init, blocks_encrypt, blocks_decrypt, none);
#if VMB_COMMANDS
    good = good && experiment(BY_BLOCKS_UNTIL_FREE, free_blocks_init, free_blocks_encrypt, free_blocks_decrypt, none);
    good = good && experiment(BY_COMMANDS, commands_init, commands_encrypt, commands_decrypt, jobs);
    good = good && experiment(UNTIL_FREE, free_init, free_encrypt, free_decrypt, jobs);
#endif
    return !good;
}
