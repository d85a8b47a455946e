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
    const uint32_t usual = VMB_ENGINE_ALLOW_MEMORY_KEYS;

    /* An engine without one of these refuses all: jobs that need it fail. */
    if (vmb_engine_allow(usual | VMB_ENGINE_ALLOW_TWO_PASSES | VMB_ENGINE_ALLOW_EARLY) != 0 &&
        vmb_engine_allow(usual | VMB_ENGINE_ALLOW_TWO_PASSES) != 0 &&
        vmb_engine_allow(usual | VMB_ENGINE_ALLOW_EARLY) != 0 && vmb_engine_allow(usual) != 0) {
        return 1;
    }
#endif
    return vmb_jobs_run(vmb_job_image);
}
