/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Jobs on an engine without a memory port (engine_job.h): every word that a job reads
 * goes through DIN, every word that it writes comes from DOUT, in the engine's order:
 * key, nonce, context, associated data, message, tag; result, tag, context.
 *
 * An access waits for the engine, up to the patience of rtl/engine/vmb_pio.sv, and is
 * a bus error afterwards or without a job. So here a word of a message goes in before
 * the engine has to give one out, and comes out before there is no room left for the
 * next one to go in; and where a job may have ended early, STATUS is asked first.
 */
#include "engine/engine_job.h"

#if VMB_ENGINE_PIO || VMB_ENGINE_PORT_PIO

#if VMB_ENGINE_PORT_PIO
#define VMB_PIO_READ(name) vmb_engine_get(VMB_ENGINE_REG_##name / 4)
#define VMB_PIO_SET(name, value) vmb_engine_post(VMB_ENGINE_REG_##name / 4, value)
#define VMB_PIO_IN(word) vmb_engine_feed(word)
#define VMB_PIO_IN2(first, second) vmb_engine_feed2(first, second)
#define VMB_PIO_OUT() vmb_engine_take()
#else
#define VMB_PIO_REG(name) (*(volatile uint32_t *)(VMB_ENGINE_BASE + VMB_ENGINE_REG_##name))
#define VMB_PIO_READ(name) VMB_PIO_REG(name)
#define VMB_PIO_SET(name, value) (VMB_PIO_REG(name) = (value))
#define VMB_PIO_IN(word) (VMB_PIO_REG(DIN) = (word))
#define VMB_PIO_IN2(first, second) (VMB_PIO_REG(DIN) = (first), VMB_PIO_REG(DIN) = (second))
#define VMB_PIO_OUT() VMB_PIO_REG(DOUT)
#endif
#define VMB_PIO_BUSY VMB_ENGINE_REG_STATUS_BUSY_MASK
#define VMB_PIO_READY (VMB_ENGINE_REG_STATUS_DIN_READY_MASK | VMB_ENGINE_REG_STATUS_DOUT_VALID_MASK)

/* Words of a message that are in the engine at the most when the next one goes in: 6
 * fit, and 4 make sure that there is one to come out. */
#define VMB_PIO_AHEAD 5

/* Words of a context, by JOB.family. */
#define VMB_PIO_CONTEXT_WORDS(job) (VMB_JOB_IS_CHACHA(job) ? 7u : VMB_JOB_IS_AES(job) ? 10u : 12u)

/* What an output still wants: bytes, and how many of the next word belong to nobody. */
typedef struct {
    uint8_t *to;
    size_t left;
    uint32_t skip;
} vmb_pio_output;

/* Waits until the engine wants a word, or has one: 1, or 0 when the job has ended. */
static int vmb_pio_goes_on(void)
{
    uint32_t status;

    do {
        status = VMB_PIO_READ(STATUS);
    } while ((status & (VMB_PIO_BUSY | VMB_PIO_READY)) == VMB_PIO_BUSY);
    return (status & VMB_PIO_BUSY) != 0;
}

/* The next word of n > 0 bytes at p. What is behind the end is of no interest. */
static uint32_t vmb_pio_word(const uint8_t *p, size_t n)
{
    uint32_t word = 0;

    if (vmb_is_word_aligned(p)) {
        return *(const vmb_word *)(const void *)p;
    }
    if (n >= 4) {
        return vmb_load32_le(p);
    }
    while (n != 0) {
        word = word << 8 | p[--n];
    }
    return word;
}

static void vmb_pio_put(const void *from, size_t n)
{
    const uint8_t *p = (const uint8_t *)from;

#if !VMB_SIZE
    if (vmb_is_aligned(p)) {
        for (; n >= 8; n -= 8, p += 8) {
            VMB_PIO_IN2(vmb_get_word(p), vmb_get_word(p + 4));
        }
    }
#endif
    while (n != 0) {
        VMB_PIO_IN(vmb_pio_word(p, n));
        if (n <= 4) {
            break;
        }
        p += 4;
        n -= 4;
    }
}

#if VMB_ENGINE_PORT_PIO && !VMB_SIZE
/* Four words from the engine: an instruction that has one waits for nothing but its use, so
 * all are asked for first. With `in` four go in, two before each two that come out. */
VMB_INLINE void vmb_pio_four(uint8_t *to, const uint8_t *in)
{
    uint32_t a, b, c, d, e = 0, f = 0;

    if (in != NULL) {
        e = vmb_get_word(in + 8);
        f = vmb_get_word(in + 12);
        VMB_PIO_IN2(vmb_get_word(in), vmb_get_word(in + 4));
    }
    a = VMB_PIO_OUT();
    b = VMB_PIO_OUT();
    if (in != NULL) {
        VMB_PIO_IN2(e, f);
    }
    c = VMB_PIO_OUT();
    d = VMB_PIO_OUT();
    vmb_put_word(to, a);
    vmb_put_word(to + 4, b);
    vmb_put_word(to + 8, c);
    vmb_put_word(to + 12, d);
}
#endif

/* A word to an output, if it wants any. */
VMB_INLINE void vmb_pio_get_word(vmb_pio_output *o)
{
    uint32_t word, n = 4 - o->skip;

    if (o->left == 0) {
        return;
    }
    word = VMB_PIO_OUT() >> 8 * o->skip;
    o->skip = 0;
    if (n > o->left) {
        n = (uint32_t)o->left;
    }
    o->left -= n;
    if (n == 4 && vmb_is_aligned(o->to)) {
        vmb_put_word(o->to, word);
        o->to += 4;
        return;
    }
    for (; n != 0; n--) {
        *o->to++ = (uint8_t)word;
        word >>= 8;
    }
}

static void vmb_pio_get(uint8_t *to, size_t n, uint32_t skip)
{
    vmb_pio_output o;
#if !VMB_SIZE
    uint32_t first, second; /* both asked for before either is waited for */

    if (skip == 0 && vmb_is_aligned(to)) {
#if VMB_ENGINE_PORT_PIO
        for (; n >= 16; n -= 16, to += 16) {
            vmb_pio_four(to, NULL);
        }
#endif
        for (; n >= 8; n -= 8, to += 8) {
            first = VMB_PIO_OUT();
            second = VMB_PIO_OUT();
            vmb_put_word(to, first);
            vmb_put_word(to + 4, second);
        }
    }
#endif
    o.to = to;
    o.left = n;
    o.skip = skip;
    while (o.left != 0) {
        vmb_pio_get_word(&o);
    }
}

/* The message in and its result out, which may be in its place. */
static void vmb_pio_exchange(const vmb_engine_job *j, uint32_t skip)
{
    const uint8_t *in = j->in;
    size_t left = j->len;
    vmb_pio_output o;
    unsigned ahead = 0;
#if !VMB_SIZE
    uint32_t first, second;
#endif

    o.to = j->out;
    o.left = j->len;
    o.skip = skip;
#if !VMB_SIZE
    if (left >= 16 && skip == 0 && vmb_is_aligned(in) && vmb_is_aligned(o.to)) {
        vmb_pio_put(in, 16);
        in += 16;
        left -= 16;
#if VMB_ENGINE_PORT_PIO
        for (; left >= 16; left -= 16, in += 16, o.left -= 16, o.to += 16) {
            vmb_pio_four(o.to, in);
        }
#endif
        for (; left >= 8; left -= 8, in += 8, o.left -= 8, o.to += 8) {
            VMB_PIO_IN2(vmb_get_word(in), vmb_get_word(in + 4));
            first = VMB_PIO_OUT();
            second = VMB_PIO_OUT();
            vmb_put_word(o.to, first);
            vmb_put_word(o.to + 4, second);
        }
        ahead = 4;
    }
#endif
    while (left != 0) {
        VMB_PIO_IN(vmb_pio_word(in, left));
        in += 4;
        left -= left < 4 ? left : 4;
        if (ahead == VMB_PIO_AHEAD) {
            vmb_pio_get_word(&o);
        } else {
            ahead++;
        }
    }
    vmb_pio_get(o.to, o.left, o.skip);
}

/* The bytes of the first output word that are none: a message or a digest that goes on
 * does so at its place in the block, one that begins at 0: behind what ends before. */
static uint32_t vmb_pio_skip(const vmb_engine_job *j, uint32_t ends)
{
    return (j->job & (VMB_JOB_FLAG(RESUME) | ends)) == VMB_JOB_FLAG(RESUME) ? j->context[0] & 3u : 0;
}

/* Of a key from memory; one in a slot is there. */
static size_t vmb_pio_key_bytes(uint32_t job)
{
    if ((job & VMB_ENGINE_REG_JOB_KEY_SLOT_MASK) != 0) {
        return 0;
    }
    if (VMB_JOB_IS_CHACHA(job)) {
        return 32;
    }
    return 16 + (VMB_JOB_IS_AES(job) ? 8 * ((job & VMB_ENGINE_REG_JOB_KEY_LEN_MASK) >> VMB_ENGINE_REG_JOB_KEY_LEN_SHIFT)
                                     : 0);
}

/* The words of a job that runs, but for the last ones of one that has ended early. */
static void vmb_pio_words(const vmb_engine_job *j)
{
    uint32_t job = j->job;
    int hashes = !VMB_JOB_IS_CHACHA(job) && !VMB_JOB_IS_AES(job) &&
                 (job & VMB_ENGINE_REG_JOB_ALGORITHM_MASK) - VMB_JOB(ALGORITHM, 1) <= VMB_JOB(ALGORITHM, 2);
    size_t tag_len = (job & VMB_JOB_FLAG(DATA_END)) != 0
                         ? (job & VMB_ENGINE_REG_JOB_TAG_LEN_MASK) >> VMB_ENGINE_REG_JOB_TAG_LEN_SHIFT
                         : 0;
    size_t context_len = 4 * VMB_PIO_CONTEXT_WORDS(job);
    int verifies = tag_len != 0 && (job & VMB_JOB_FLAG(DECRYPT)) != 0;
    int early = (job & VMB_JOB_FLAG(EARLY)) != 0;
    int discards = (job & VMB_JOB_FLAG(DISCARD)) != 0;

    if (!hashes) {
        vmb_pio_put(j->key, vmb_pio_key_bytes(job));
        vmb_pio_put(j->nonce, (job & VMB_ENGINE_REG_JOB_NONCE_LEN_MASK) >> VMB_ENGINE_REG_JOB_NONCE_LEN_SHIFT);
    }
    if ((job & VMB_JOB_FLAG(RESUME)) != 0) {
        vmb_pio_put(j->context, 4);
        if (!vmb_pio_goes_on()) {
            return; /* it is not of such a message */
        }
        vmb_pio_put(j->context + 1, context_len - 4);
        if (!vmb_pio_goes_on()) {
            return;
        }
    }
    vmb_pio_put(j->ad, j->ad_len);
    if (hashes || discards || (verifies && !early)) {
        vmb_pio_put(j->in, j->len);
    } else {
        vmb_pio_exchange(j, vmb_pio_skip(j, VMB_JOB_FLAG(AD_END)));
    }
    if (verifies) {
        vmb_pio_put(j->tag, tag_len);
        if (!early && !discards && vmb_pio_goes_on()) {
            vmb_pio_get(j->out, j->len, 0);
        }
    } else {
        vmb_pio_get((uint8_t *)(uintptr_t)j->tag, tag_len, 0);
    }
    if (hashes) {
        vmb_pio_get(j->out, j->out_len, vmb_pio_skip(j, VMB_JOB_WHOLE));
    }
    if ((job & VMB_JOB_FLAG(SAVE)) != 0) {
        vmb_pio_get((uint8_t *)j->context, context_len, 0);
    }
}

/* Begins a job: 1, or 0 when it has ended already. */
static int vmb_pio_begin(const vmb_engine_job *j)
{
    uint32_t status;

    while (((status = VMB_PIO_READ(STATUS)) & VMB_PIO_BUSY) != 0) {
        /* It is this call's turn: who wanted these words trapped, and will not come back. */
        if ((status & VMB_PIO_READY) != 0) {
            VMB_PIO_SET(CONTROL, VMB_ENGINE_REG_CONTROL_ABORT_MASK);
        }
    }
#if VMB_ENGINE_PORT_PIO
    vmb_engine_set(1, 0, (uint32_t)j->ad_len);
    vmb_engine_set(2, 0, (uint32_t)j->len);
    vmb_engine_set(4, 0, (uint32_t)j->out_len);
    vmb_engine_set(5, j->ad_total, j->total);
#else
    VMB_PIO_SET(AD_LEN, (uint32_t)j->ad_len);
    VMB_PIO_SET(DATA_LEN, (uint32_t)j->len);
    VMB_PIO_SET(CTX_ADDR, 0);
    VMB_PIO_SET(OUT_LEN, (uint32_t)j->out_len);
    if ((j->job & VMB_JOB_FLAG(TOTALS)) != 0) { /* a store on a bus is not for nothing */
        VMB_PIO_SET(AD_TOTAL, j->ad_total);
        VMB_PIO_SET(DATA_TOTAL, j->total);
    }
#endif
    VMB_PIO_SET(JOB, j->job);
    return vmb_pio_goes_on();
}

static int vmb_pio_end(void)
{
    uint32_t status;

    do {
        status = VMB_PIO_READ(STATUS);
    } while ((status & VMB_PIO_BUSY) != 0);
    return vmb_engine_result(status);
}

static int vmb_pio_job(const vmb_engine_job *j)
{
    if (vmb_pio_begin(j)) {
        vmb_pio_words(j);
    }
    return vmb_pio_end();
}

#if !VMB_SIZE
/* A whole message of AES in ECB, CBC or CTR. */
#define VMB_PIO_IS_CIPHER(job)                                                                  \
    (VMB_JOB_IS_AES(job) && !VMB_JOB_IS_CCM(job) && ((job) & VMB_JOB_WHOLE) == VMB_JOB_WHOLE && \
     ((job) & (VMB_JOB_FLAG(RESUME) | VMB_JOB_FLAG(SAVE))) == 0)

/* The same as vmb_pio_job for one, where blocks are few and what surrounds them counts. */
static int vmb_pio_cipher(const vmb_engine_job *j)
{
    if (vmb_pio_begin(j)) {
        vmb_pio_put(j->key, vmb_pio_key_bytes(j->job));
        if (j->nonce != NULL) {
            vmb_pio_put(j->nonce, 16);
        }
        vmb_pio_exchange(j, 0);
    }
    return vmb_pio_end();
}
#endif

/* A message that the engine cannot withhold goes through it twice, where POLICY allows
 * that: the first pass verifies it, the second one gives it out. Both tag checks count,
 * because the message may change in between. */
int vmb_engine_do(const vmb_engine_job *j)
{
    const uint32_t withheld = VMB_JOB_WHOLE | VMB_JOB_FLAG(DECRYPT);
    const uint32_t allowed = VMB_ENGINE_ALLOW_TWO_PASSES | VMB_ENGINE_ALLOW_EARLY;
    uint32_t turn = vmb_engine_acquire();
    vmb_engine_job pass;
    uint32_t words;
    int status = VMB_OK;

    if (vmb_engine_off(turn)) {
        vmb_engine_release(turn);
        return VMB_ERR_DEVICE;
    }
#if !VMB_SIZE
    if (VMB_PIO_IS_CIPHER(j->job)) {
        status = vmb_pio_cipher(j);
        vmb_engine_release(turn);
        return status;
    }
#endif
    pass = *j;
    if ((j->job & withheld) == withheld && (j->job & VMB_ENGINE_REG_JOB_TAG_LEN_MASK) != 0) {
        words = VMB_PIO_READ(FEATURES) >> VMB_ENGINE_REG_FEATURES_HOLD_WORDS_SHIFT;
        if (j->len > 4 * (words != 0 ? words - 1 : 0)) {
            pass.job = j->job | VMB_JOB_FLAG(DISCARD);
            status = VMB_ERR_DEVICE;
            if ((VMB_PIO_READ(POLICY) & allowed) == allowed) {
                status = vmb_pio_job(&pass);
            }
            pass.job = j->job | VMB_JOB_FLAG(EARLY);
        }
    }
    if (status == VMB_OK) {
        status = vmb_pio_job(&pass);
    }
    vmb_engine_release(turn);
    return status;
}

#endif
