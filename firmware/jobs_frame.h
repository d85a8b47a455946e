/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How jobs_algorithm.h calls the functions for a protocol's frames (vambrace/frames/), through an adaptor in
 * firmware/frames. Of a job, `in` and `out` are the same buffer, the frame with room for its tag; the key is all keys of
 * the frame back to back, and the nonce is what else a call needs.
 *
 * An adaptor defines vmb_frame_key, and static functions: vmb_frame_init and vmb_frame_wipe make and wipe it,
 * vmb_frame_protect and vmb_frame_unprotect call the measured function with a frame of `len` bytes. Macros from
 * configs/frames.toml (src/vambrace/config/macros.py) describe the frame:
 *
 *     VMB_FRAME_ADAPTOR           the file in firmware/
 *     VMB_FRAME_HEADER, VMB_FRAME_TAG   bytes before the content, and of the tag
 *     VMB_FRAME_LEVEL             the security level
 *     VMB_FRAME_AEAD, _MASK       names of an AEAD and of a mask for sequence numbers, as in vmb_aead_NAME
 */
#ifndef VMB_JOBS_FRAME_H
#define VMB_JOBS_FRAME_H

#include VMB_FRAME_ADAPTOR

typedef vmb_frame_key vmb_job_key;

static int vmb_job_init(vmb_job_key *key, const uint8_t *bytes, size_t len)
{
    int status;

    VMB_JOB_CALL3(status, vmb_frame_init, key, bytes, len);
    return status;
}

static void vmb_job_wipe(vmb_job_key *key)
{
    VMB_JOB_VOID1(vmb_frame_wipe, key);
}

static int vmb_job_whole(const vmb_job_arguments *a)
{
    const vmb_job_key *key = a->key;
    int status;

    if (a->open) {
        VMB_JOB_CALL4(status, VMB_BACKWARD, key, a->nonce, a->out, a->len);
    } else {
        VMB_JOB_CALL4(status, VMB_FORWARD, key, a->nonce, a->out, a->len);
    }
    return status;
}

#include "jobs_no_stream.h"

#endif
