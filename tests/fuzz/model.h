/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a stream has got so far, as the fuzz target sees it (fuzz.h), and so what its
 * next call must do.
 */
#ifndef FUZZ_MODEL_H
#define FUZZ_MODEL_H

#include "fuzz.h"

/** What a stream waits for. */
enum { FUZZ_IDLE, FUZZ_WANTS_LENGTHS, FUZZ_IN_AD, FUZZ_IN_MESSAGE, FUZZ_ABSORBING, FUZZ_SQUEEZING };

enum { FUZZ_MODEL_ROOM = 1 << 15 };

typedef struct {
    const fuzz_algorithm *g;
    const void *key;
    int key_gone; /**< it was wiped, or is none */
    void *stream;
    int phase;
    int open;
    size_t nonce_len;
    size_t ad_len, len, tag_len; /**< the announced lengths (FUZZ_LENGTHS) */
    size_t ad_done, done, out_done;
    uint8_t nonce[FUZZ_LONGEST];
    uint8_t ad[FUZZ_MODEL_ROOM], in[FUZZ_MODEL_ROOM], out[FUZZ_MODEL_ROOM];
} fuzz_model;

/** The number of bytes of associated data, and of message, that may follow. */
size_t fuzz_ad_left(const fuzz_model *m);
size_t fuzz_left(const fuzz_model *m);

/** Statuses that a step may return. If OK is allowed for open_finish, so is ERR_TAG. */
unsigned fuzz_may_part(const fuzz_model *m, uint32_t what, const vmb_job_arguments *a);

/** The stream after a step that returned this, except the step's input and output. */
void fuzz_model_advance(fuzz_model *m, uint32_t what, const vmb_job_arguments *a, int status);

#endif
