/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Runs the job image after the program in RAM (jobs.h). No other software writes to that memory, so an engine may open
 * long messages in two passes. */
#include "jobs.h"
#include "vambrace/engine.h"

extern uint32_t vmb_job_image[];

int main(void)
{
#if VMB_ENGINE
    if (vmb_engine_allow(VMB_ENGINE_ALLOW_TWO_PASSES | VMB_ENGINE_ALLOW_EARLY | VMB_ENGINE_ALLOW_MEMORY_KEYS) != 0) {
        return 1;
    }
#endif
    return vmb_jobs_run(vmb_job_image);
}
