/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A job of AES in a mode without a tag.
 */
#ifndef VMB_ENGINE_MODE_H
#define VMB_ENGINE_MODE_H

#include "engine/engine_job.h"

#if VMB_ENGINE

/** Runs a job over len > 0 bytes. `chain` is the initialization vector or counter block, or NULL. On an error the output
 *  is zero. */
static int vmb_engine_mode(uint32_t job, const uint32_t *key, unsigned rounds, const uint8_t *chain, uint8_t *out,
                           const uint8_t *in, size_t len)
{
    vmb_engine_job j;
    int status;

    j.job = job | VMB_JOB_WHOLE | VMB_JOB(NONCE_LEN, chain != NULL ? 16 : 0) | vmb_engine_slot(key, 4 * rounds - 24);
    j.key = key;
    j.nonce = chain;
    j.ad = NULL;
    j.ad_len = 0;
    j.in = in;
    j.len = len;
    j.out = out;
    j.tag = NULL;
    j.context = NULL;
    j.out_len = 0;
    j.ad_total = 0;
    j.total = 0;
    status = vmb_engine_do_with(&j, 0);
    if (status != VMB_OK) {
        vmb_wipe(out, len);
    }
    return status;
}

#endif

#endif
