/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A message in pieces on the engine. The contract of the public functions is in
 * vambrace/aead.h; of a job, in engine_job.h.
 *
 * A piece is a separate job: it continues from the context in the stream, and leaves a
 * new one there. `job` of a stream has what its next job begins with: the algorithm,
 * RESUME once there is a context, and the ends that are due: AD_END in front of the
 * first byte of message, DATA_END in front of a digest. Empty pieces are no jobs.
 */
#ifndef VMB_ENGINE_STREAM_H
#define VMB_ENGINE_STREAM_H

#include "engine/engine_job.h"
#include "vambrace/aead.h"

#if VMB_ENGINE

/** The job of a stream, with nothing to read and nothing to write. */
void vmb_engine_stream_job(const vmb_engine_stream *s, vmb_engine_job *j);

/** Runs a stream's job, and leaves the stream ready for the next. VMB_OK or what went
 *  wrong: then the len bytes of output at `out` are set to zero. */
int vmb_engine_stream_run(vmb_engine_stream *s, vmb_engine_job *j, size_t len);

/** seal_start and open_start; `lengths` is 1 where `lengths` comes next. The nonce has
 *  shortest to longest bytes; one of more than 16, which AES-GCM has, is the caller's to hash. Here and
 *  below, a key object has key_size bytes and this mark. */
int vmb_engine_stream_start(vmb_engine_stream *s, uint32_t job, const uint32_t *key, size_t key_size, uint32_t mark,
                            const uint8_t *nonce, size_t nonce_len, size_t shortest, size_t longest, uint32_t opening);
int vmb_engine_stream_lengths(vmb_engine_stream *s, size_t key_size, uint32_t mark, size_t ad_len, size_t len,
                              size_t tag_len);
int vmb_engine_stream_ad(vmb_engine_stream *s, size_t key_size, uint32_t mark, const uint8_t *ad, size_t len);
int vmb_engine_stream_update(vmb_engine_stream *s, size_t key_size, uint32_t mark, uint8_t *out, const uint8_t *in,
                             size_t len);
int vmb_engine_stream_finish(vmb_engine_stream *s, size_t key_size, uint32_t mark, const uint8_t *tag, size_t tag_len,
                             uint32_t opening);

#if VMB_ENGINE_GCM
/** Adds the tag to the last job of an AES-GCM message, and runs it: makes or verifies the first tag_len bytes. */
int vmb_engine_gcm_finish(vmb_engine_stream *s, vmb_engine_job *j, const uint8_t *tag, size_t tag_len,
                          uint32_t opening);
#endif

#endif

/* The public functions of one algorithm. A null stream is a separate error: only its address is checked. The engine
 * writes the computed tag. */
#define VMB_ENGINE_STREAM_DEFINE(name, job, mark, shortest, longest)                                                 \
    int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)           \
    {                                                                                                                \
        return vmb_engine_stream_start((vmb_engine_stream *)s, job, (const uint32_t *)key, sizeof *key, mark, nonce, \
                                       nonce_len, shortest, longest, 0);                                             \
    }                                                                                                                \
    int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)           \
    {                                                                                                                \
        return vmb_engine_stream_start((vmb_engine_stream *)s, job, (const uint32_t *)key, sizeof *key, mark, nonce, \
                                       nonce_len, shortest, longest, VMB_PHASE_OPENING);                             \
    }                                                                                                                \
    VMB_ENGINE_STREAM_REST_DEFINE(name, mark)

/* The same without their start. */
#define VMB_ENGINE_STREAM_REST_DEFINE(name, mark)                                                           \
    VMB_ENGINE_STREAM_PIECES_DEFINE(name, mark)                                                             \
    int name##_seal_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                  \
    {                                                                                                       \
        return vmb_engine_stream_finish((vmb_engine_stream *)s, sizeof(name##_key), mark, tag, tag_len, 0); \
    }                                                                                                       \
    int name##_open_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                            \
    {                                                                                                       \
        return vmb_engine_stream_finish((vmb_engine_stream *)s, sizeof(name##_key), mark, tag, tag_len,     \
                                        VMB_PHASE_OPENING);                                                 \
    }

/* The same without their end, too. */
#define VMB_ENGINE_STREAM_PIECES_DEFINE(name, mark)                                                      \
    int name##_ad(name##_stream *s, const uint8_t *ad, size_t len)                                       \
    {                                                                                                    \
        return vmb_engine_stream_ad((vmb_engine_stream *)s, sizeof(name##_key), mark, ad, len);          \
    }                                                                                                    \
    int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len)                     \
    {                                                                                                    \
        return vmb_engine_stream_update((vmb_engine_stream *)s, sizeof(name##_key), mark, out, in, len); \
    }                                                                                                    \
    void name##_abort(name##_stream *s)                                                                  \
    {                                                                                                    \
        vmb_wipe_object(s, sizeof *s);                                                                   \
    }

#endif
