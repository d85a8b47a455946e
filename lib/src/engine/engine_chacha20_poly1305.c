/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * ChaCha20-Poly1305 (RFC 8439, section 2.8) on the engine, the public functions.
 */
#include "engine/engine_once.h"
#include "engine/engine_stream.h"

#if VMB_ENGINE

VMB_INLINE int vmb_engine_chacha_lengths(const vmb_call *c)
{
    return c->tag_len != 16 || c->nonce_len != 12;
}

VMB_ENGINE_AEAD_DEFINE(vmb_chacha20_poly1305, VMB_JOB_CHACHA20_POLY1305, 32, VMB_MARK_CHACHA20_POLY1305,
                       vmb_engine_chacha_lengths)
VMB_ENGINE_STREAM_DEFINE(vmb_chacha20_poly1305, VMB_JOB_CHACHA20_POLY1305 | VMB_JOB_FLAG(TOTALS),
                         VMB_MARK_CHACHA20_POLY1305, 12, 12)

#endif
