/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The job image: many calls of one algorithm in one flat memory image, which a
 * runner executes where it lies. The image is the same on a host and in the
 * RAM of a simulated system; src/vambrace/software/running/jobs.py makes and reads it and
 * repeats the numbers below.
 *
 * All words are 32-bit little-endian; every record begins word-aligned.
 *
 *     image    u32 magic, u32 number of jobs, u32 bytes of the whole image,
 *              u32 one place, then the records, back to back
 *     record   VMB_JOB_WORDS words as indexed below, VMB_STEP_WORDS words for
 *              each step, then the buffers
 *
 * An offset counts from the record's first byte; 0 means a null pointer. Where
 * the buffers lie, how they are aligned and whether they overlap is the
 * maker's choice. What surrounds them is a pattern, so that the reader sees
 * every byte that a call should not have touched. A runner writes the words
 * marked "runner" and lets the call write the rest.
 *
 * | kind   | nonce         | ad             | in, out  | tag            |
 * | ------ | ------------- | -------------- | -------- | -------------- |
 * | aead   | nonce         | ad             | message  | tag            |
 * | cipher | iv or counter |                | message  |                |
 * | hash   |               | customization  | in: text | digest, output |
 * | mac    | nonce         |                | in: text | tag            |
 * | frame  | public values |                | frame    |                |
 *
 * A job without steps is the one-shot call. Steps are calls that a stream gets
 * one after the other; each takes the next `length` bytes of the buffer it
 * works on, and leaves them to the next one if it fails.
 */
#ifndef VMB_JOBS_H
#define VMB_JOBS_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/status.h"

/** The first word of an image: the bytes "VMBJ". */
#define VMB_JOBS_MAGIC 0x4a424d56u

/** Words of the image's header. */
enum {
    VMB_JOBS_IMAGE_MAGIC,
    VMB_JOBS_IMAGE_COUNT,
    VMB_JOBS_IMAGE_BYTES,
    VMB_JOBS_IMAGE_ONE_PLACE, /**< nonzero: each record moves behind the image to be executed, so
                                   that jobs of one shape have their buffers at the same addresses */
    VMB_JOBS_IMAGE_WORDS
};

/** Words of a record. */
enum {
    VMB_JOB_BYTES,       /**< bytes of this record, a multiple of 4 */
    VMB_JOB_OPERATION,   /**< VMB_JOB_SEAL or VMB_JOB_OPEN */
    VMB_JOB_INIT_STATUS, /**< runner: what init returned */
    VMB_JOB_STATUS,      /**< runner: what the last call returned, if init succeeded */
    VMB_JOB_KEY,
    VMB_JOB_KEY_LEN,
    VMB_JOB_NONCE,
    VMB_JOB_NONCE_LEN,
    VMB_JOB_AD,
    VMB_JOB_AD_LEN,
    VMB_JOB_IN,
    VMB_JOB_LEN, /**< the message length: the bytes at `in`, and those at `out` */
    VMB_JOB_OUT,
    VMB_JOB_TAG,
    VMB_JOB_TAG_LEN,
    VMB_JOB_FLAGS, /**< VMB_JOB_..._AT_OBJECT and the like; runner: findings */
    VMB_JOB_STEPS, /**< number of steps that follow */
    VMB_JOB_WORDS
};

/** Operations. Encrypt, hash and compute are SEAL, decrypt and verify are OPEN. */
enum { VMB_JOB_SEAL = 0, VMB_JOB_OPEN = 1 };

/** Flags: special calls. AT_OBJECT: that pointer's offset counts from the first byte of the expanded key, to try
 * overlaps with it. */
enum {
    VMB_JOB_KEY_AT_OBJECT = 1 << 0, /**< the key bytes for init */
    VMB_JOB_OUT_AT_OBJECT = 1 << 1,
    VMB_JOB_TAG_AT_OBJECT = 1 << 2,
    VMB_JOB_NO_OBJECT = 1 << 3,      /**< the call gets a null expanded key */
    VMB_JOB_INIT_NO_OBJECT = 1 << 4, /**< init gets a null expanded key */
    VMB_JOB_PINNED = 1 << 5,         /**< a length differs from its buffer's: do not move buffers */
    VMB_JOB_NONCE_AT_OBJECT = 1 << 6,
    VMB_JOB_AT_END = 1 << 7,     /**< offsets from the object count from the byte after it */
    VMB_JOB_ZERO_KEY = 1 << 8,   /**< the object is as without init: all zero, */
    VMB_JOB_STALE_KEY = 1 << 9,  /**< or stale data */
    VMB_JOB_WIPED_KEY = 1 << 10  /**< the key is wiped before the call */
};

/** Findings: changes by the library outside the job's buffers. */
enum {
    VMB_JOB_INIT_WROTE = 1 << 16,     /**< init failed, but wrote */
    VMB_JOB_KEY_CHANGED = 1 << 17,    /**< a call changed the expanded key */
    VMB_JOB_KEY_LEFT = 1 << 18,       /**< wipe left parts of it */
    VMB_JOB_REGISTERS = 1 << 19,      /**< RISC-V: a register that belongs to the caller changed */
    VMB_JOB_STREAM_LEFT = 1 << 20,    /**< a stream ended and left parts of its state */
    VMB_JOB_STREAM_OUTSIDE = 1 << 21, /**< a byte next to the stream changed */
    VMB_JOB_NO_SUCH_STEP = 1 << 22    /**< the algorithm does not have this call */
};

/** Words of a step. */
enum {
    VMB_STEP_WHAT,   /**< VMB_STEP_START and so on, and flags */
    VMB_STEP_LENGTH, /**< of the data of the call: nonce, ad, message, tag ... */
    VMB_STEP_AT,     /**< LENGTHS: bytes of ad. AT_STREAM, AT_KEY: the offset, of either sign */
    VMB_STEP_STATUS, /**< runner: what the call returned */
    VMB_STEP_WORDS
};

/** Steps. A job whose first step is START finds an arbitrary stream, any other
 *  one a stream of zeros. */
enum {
    VMB_STEP_START,   /**< also resets the reader to the first byte of every buffer */
    VMB_STEP_LENGTHS, /**< AES-CCM; the tag's length is the record's */
    VMB_STEP_AD,
    VMB_STEP_UPDATE,
    VMB_STEP_FINISH,
    VMB_STEP_ABORT,
    VMB_STEP_SQUEEZE,
    VMB_STEP_CALL /**< ciphers: the one-shot call, with the iv as left by the last one */
};

/** Flags of a step. */
enum {
    VMB_STEP_MASK = 0xff,
    VMB_STEP_NO_STREAM = 1 << 8, /**< a null stream */
    VMB_STEP_NO_IN = 1 << 9,     /**< null instead of the input */
    VMB_STEP_NO_OUT = 1 << 10,   /**< null instead of the output */
    VMB_STEP_OUT_AT_STREAM = 1 << 11,
    VMB_STEP_OTHER = 1 << 12,       /**< start or finish of the other direction */
    VMB_STEP_IN_AT_STREAM = 1 << 13, /**< the input is there */
    VMB_STEP_KEY_AT_STREAM = 1 << 14, /**< START: the expanded key is there */
    VMB_STEP_KEY_WIPED = 1 << 15,     /**< the key is wiped before the step */
    VMB_STEP_OUT_AT_KEY = 1 << 16     /**< the output, or a tag, is at the expanded key */
};

/** The arguments of a call; for a step, its piece. */
typedef struct {
    const void *key; /**< expanded */
    void *stream;
    uint8_t *nonce;
    size_t nonce_len;
    const uint8_t *ad;
    size_t ad_len;
    const uint8_t *in;
    uint8_t *out;
    size_t len;
    uint8_t *tag;
    size_t tag_len;
    int open;
} vmb_job_arguments;

enum { VMB_NO_SUCH_STEP = 1 }; /**< not a status of the library */

/** The pointers of a job, computed by a runner from offsets and flags. */
typedef struct {
    const uint8_t *key;
    uint8_t *nonce;
    const uint8_t *ad;
    const uint8_t *in;
    uint8_t *out;
    uint8_t *tag;
} vmb_job_pointers;

/** Executes the one job at `record` with the buffers at `at`; lengths come
 *  from the record. Pointers of AT_OBJECT flags are filled in here. */
void vmb_job_run(uint32_t *record, const vmb_job_pointers *at);

/** Executes every job of the image in place. Returns 0, or 1 if it is not a job image. */
int vmb_jobs_run(void *image);

#endif
