/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-AEAD128 (NIST SP 800-232, section 4), Ascon-128 and Ascon-128a (Ascon v1.2,
 * section 2.4) on the engine, the public functions.
 */
#include "engine/engine_once.h"
#include "engine/engine_stream.h"

#if VMB_ENGINE

VMB_INLINE int vmb_engine_ascon_lengths(const vmb_call *c)
{
    return c->tag_len != 16 || c->nonce_len != 16;
}

VMB_ENGINE_AEAD_DEFINE(vmb_ascon_aead128, VMB_JOB_ASCON_AEAD128, 16, VMB_MARK_ASCON_AEAD128, vmb_engine_ascon_lengths)
VMB_ENGINE_AEAD_DEFINE(vmb_ascon128, VMB_JOB_ASCON128, 16, VMB_MARK_ASCON128, vmb_engine_ascon_lengths)
VMB_ENGINE_AEAD_DEFINE(vmb_ascon128a, VMB_JOB_ASCON128A, 16, VMB_MARK_ASCON128A, vmb_engine_ascon_lengths)

VMB_ENGINE_STREAM_DEFINE(vmb_ascon_aead128, VMB_JOB_ASCON_AEAD128, VMB_MARK_ASCON_AEAD128, 16, 16)
VMB_ENGINE_STREAM_DEFINE(vmb_ascon128, VMB_JOB_ASCON128, VMB_MARK_ASCON128, 16, 16)
VMB_ENGINE_STREAM_DEFINE(vmb_ascon128a, VMB_JOB_ASCON128A, VMB_MARK_ASCON128A, 16, 16)

#endif
