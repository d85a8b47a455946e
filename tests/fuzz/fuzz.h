/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The fuzz target of libvambrace, for libFuzzer. One input is one scenario: its bytes
 * choose the algorithm, lengths, contents, alignments, overlaps, pieces and errors.
 * The scenario is executed with two builds of the library, for speed and for size. The
 * allowed statuses of each call, and the bytes that it may change, are computed
 * beforehand from the contract (vambrace/status.h); both builds must behave the same.
 *
 *     target.c   chooses algorithm and scenario, compares the builds
 *     whole.c    scenario: one-shot calls
 *     steps.c    scenario: a stream, in and out of order; model.c has its contract
 *     chunks.c   scenario: messages in chunks with a tag each
 *     pieces.c   scenario: a mode of AES with a chaining value from call to call
 *     rules.c    the contract of a one-shot call
 *     call.c     one call of the library: traced, watched, logged
 *     memory.c   buffers that end where an allocation ends
 *     input.c    the reader of the input's bytes
 *     entry.c    one algorithm of one build; compiled for each
 *
 * Names of buffers, by kind of algorithm, are those of firmware/jobs.h. A failure
 * prints why and ends the program, as the sanitizers do.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "jobs.h"

/* Algorithms: configs/algorithms.toml. */

enum { FUZZ_AEAD, FUZZ_CIPHER, FUZZ_HASH, FUZZ_MAC };

/** Features, and: the nonce decides how long a message may be; there are keys under which messages share a tag. */
enum {
    FUZZ_STREAM = 1 << 0,
    FUZZ_LENGTHS = 1 << 1,
    FUZZ_BLOCKS = 1 << 2,
    FUZZ_IV = 1 << 3,
    FUZZ_SQUEEZE = 1 << 4,
    FUZZ_CUSTOMIZATION = 1 << 5,
    FUZZ_COUNTER = 1 << 6,
    FUZZ_NONCE = 1 << 7,
    FUZZ_WEAK_KEYS = 1 << 8
};

typedef struct {
    const char *name;
    int kind;
    int has;
    size_t key_size;    /**< bytes of the expanded key */
    size_t stream_size; /**< bytes of a stream */
    size_t key_len;
    size_t nonce_min, nonce_max;
    uint64_t tags; /**< bit n: there are tags of n bytes; all ones: of any length */
    int (*init)(void *key, const uint8_t *bytes, size_t len);
    void (*wipe)(void *key);
    int (*whole)(const vmb_job_arguments *a);
    int (*part)(uint32_t what, const vmb_job_arguments *a);
    size_t chunks_size; /**< bytes of a message in chunks; 0 where there are none */
    int (*chunks)(uint32_t what, const vmb_job_arguments *a);
    void (*chunks_number)(void *object, uint32_t number); /**< makes this the number of the next chunk */
} fuzz_algorithm;

/** Calls of vambrace/chunks.h: the prefix is `nonce`, the object `stream`. */
enum { FUZZ_CHUNKS_START, FUZZ_CHUNK, FUZZ_CHUNK_LAST, FUZZ_CHUNKS_FINISH };

/** Every algorithm of a build in one order, null behind the last. Each build is a shared
 *  library, so that the names of the two do not meet. */
const fuzz_algorithm *const *fuzz_speed(void);
const fuzz_algorithm *const *fuzz_size(void);

/** Nonzero where a message goes through it: AEADs and ciphers. */
static inline int fuzz_gives_text(const fuzz_algorithm *g)
{
    return g->kind == FUZZ_AEAD || g->kind == FUZZ_CIPHER;
}

/** Nonzero where a tag is checked: AEADs and MACs. */
static inline int fuzz_verifies(const fuzz_algorithm *g)
{
    return g->kind == FUZZ_AEAD || g->kind == FUZZ_MAC;
}

/** Nonzero where calls get a nonce and its length. */
static inline int fuzz_takes_nonce(const fuzz_algorithm *g)
{
    return g->kind == FUZZ_AEAD || (g->has & FUZZ_NONCE) != 0;
}

/* input.c: the bytes of the input, zeros when they are used up. */

typedef struct {
    const uint8_t *next;
    size_t left;
} fuzz_input;

uint8_t fuzz_byte(fuzz_input *in);
/** One byte, modulo n. */
size_t fuzz_below(fuzz_input *in, size_t n);
/** Nonzero in `of` of 256 bytes. Zero when the input is used up. */
int fuzz_rarely(fuzz_input *in, unsigned of);
/** A length of a message: mostly short, at most FUZZ_LONGEST. */
size_t fuzz_length(fuzz_input *in);
enum { FUZZ_LONGEST = 1055 };
/** A length that is probably none: near `usual`, or one that is cut by a narrower type. */
size_t fuzz_odd_length(fuzz_input *in, size_t usual);
/** Writes n bytes: zeros, ones, counting down from all ones, the input's, or others. */
void fuzz_fill(fuzz_input *in, uint8_t *to, size_t n);

/* memory.c: buffers of their own, and what became of them. */

/** A new buffer whose last byte is the last one of its allocation, `lead` bytes behind
 *  a multiple of 16. It holds a pattern that no other buffer holds. */
uint8_t *fuzz_new(size_t len, size_t lead);
/** The same with a copy of the len bytes at `from`. */
uint8_t *fuzz_copy(const void *from, size_t len, size_t lead);
size_t fuzz_mark(void);
/** Frees every buffer since that mark. */
void fuzz_release(size_t mark);

typedef struct {
    const void *at;
    size_t len;
} fuzz_range;

/** Remembers all buffers. */
void fuzz_watch(void);
/** Fails when a byte outside of these ranges changed since then. */
void fuzz_only_changed(const fuzz_range *ranges, size_t count);
/** For the memory sanitizer: what is there counts as never written. */
void fuzz_forget(const void *at, size_t len);
/** Fails when one of the bytes is not zero. */
void fuzz_is_zero(const void *at, size_t len, const char *what);
/** Fails when the bytes differ. */
void fuzz_is_equal(const void *a, const void *b, size_t len, const char *what);

/* call.c: calls of the library. Each fails when the status is not in `may`, or when
 * anything changes that is not an output. */

/** A set of statuses. */
#define FUZZ_MAY(status) (1u << -(status))
#define FUZZ_MAY_OK FUZZ_MAY(VMB_OK)
#define FUZZ_MAY_TAG FUZZ_MAY(VMB_ERR_TAG)
#define FUZZ_MAY_LENGTH FUZZ_MAY(VMB_ERR_LENGTH)
#define FUZZ_MAY_ARGUMENT FUZZ_MAY(VMB_ERR_ARGUMENT)
#define FUZZ_MAY_STATE FUZZ_MAY(VMB_ERR_STATE)

int fuzz_init(const fuzz_algorithm *g, void *key, const uint8_t *bytes, size_t len, unsigned may);
/** Of a null key, nothing. */
void fuzz_wipe(const fuzz_algorithm *g, void *key);
int fuzz_whole(const fuzz_algorithm *g, const vmb_job_arguments *a, unsigned may);
int fuzz_part(const fuzz_algorithm *g, uint32_t what, const vmb_job_arguments *a, unsigned may);
int fuzz_chunks(const fuzz_algorithm *g, uint32_t what, const vmb_job_arguments *a, unsigned may);
/** What a call for a chunk writes. */
fuzz_range fuzz_chunk_output(const vmb_job_arguments *a);

/** Calls from here on are of this build, and their results go to its log; not the next
 *  ones while `quiet`, because they depend on the size of a key. */
void fuzz_log_start(const char *build);
void fuzz_log_quiet(int quiet);
/** Fails when the two logs differ. */
void fuzz_logs_are_equal(void);
void fuzz_log_end(void);

void fuzz_fail(const char *what, size_t at) __attribute__((noreturn));

/* rules.c */

/** What a one-shot call may return; with statuses of success only if no rule is broken. */
unsigned fuzz_may_whole(const fuzz_algorithm *g, const vmb_job_arguments *a);
/** The outputs of a one-shot call, at most two. */
size_t fuzz_outputs(const fuzz_algorithm *g, const vmb_job_arguments *a, fuzz_range *outputs);
/** Nonzero when a length is none of the algorithm's. */
int fuzz_breaks_lengths(const fuzz_algorithm *g, const vmb_job_arguments *a);
int fuzz_has_tag(const fuzz_algorithm *g, size_t tag_len);
int fuzz_has_nonce(const fuzz_algorithm *g, size_t nonce_len);
int fuzz_has_message(const fuzz_algorithm *g, size_t nonce_len, size_t len);
size_t fuzz_longest_ad(const fuzz_algorithm *g);
/** Nonzero when both hold bytes and share one. */
int fuzz_overlap(const void *a, size_t a_len, const void *b, size_t b_len);

/* Scenarios. */

/** An expanded key, of bytes from the input. */
void *fuzz_keyed(const fuzz_algorithm *g, fuzz_input *in);
/** Makes a key object one that holds no key: wiped, or never made. */
void fuzz_unmake(const fuzz_algorithm *g, fuzz_input *in, void *key);
/** A legal length of a nonce, and of a tag. */
size_t fuzz_nonce_len(const fuzz_algorithm *g, fuzz_input *in);
size_t fuzz_tag_len(const fuzz_algorithm *g, fuzz_input *in);
void fuzz_try_whole(const fuzz_algorithm *g, fuzz_input *in);
void fuzz_try_steps(const fuzz_algorithm *g, fuzz_input *in);
void fuzz_try_pieces(const fuzz_algorithm *g, fuzz_input *in);
void fuzz_try_chunks(const fuzz_algorithm *g, fuzz_input *in);

#endif
