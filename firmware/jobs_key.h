/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How jobs_algorithm.h makes and wipes the key object of an algorithm that has one.
 */
#ifndef VMB_JOBS_KEY_H
#define VMB_JOBS_KEY_H

typedef VMB_ALG_(_key) vmb_job_key;

static int vmb_job_init(vmb_job_key *key, const uint8_t *bytes, size_t len)
{
    int status;

    VMB_JOB_CALL3(status, VMB_ALG_(_init), key, bytes, len);
    return status;
}

static void vmb_job_wipe(vmb_job_key *key)
{
    VMB_JOB_VOID1(VMB_ALG_(_wipe), key);
}

#endif
