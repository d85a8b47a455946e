/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/** @file Steps of an algorithm without a stream: only VMB_STEP_CALL. */
#ifndef VMB_JOBS_NO_STREAM_H
#define VMB_JOBS_NO_STREAM_H

typedef struct { uint32_t none; } vmb_job_stream;

static int vmb_job_part(uint32_t what, const vmb_job_arguments *a)
{
    (void)what;
    (void)a;
    return VMB_NO_SUCH_STEP;
}

#endif
