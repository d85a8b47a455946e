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
    static const uint8_t more[] = {VMB_ENGINE_ALLOW_TWO_PASSES, VMB_ENGINE_ALLOW_EARLY, VMB_ENGINE_ALLOW_SHORT_TAGS};
    uint32_t allowed = VMB_ENGINE_ALLOW_MEMORY_KEYS;
    unsigned i;

    if (vmb_engine_allow(allowed) != 0) {
        return 1;
    }
    for (i = 0; i < sizeof more; i++) { /* an engine without one of these refuses it: jobs that need it fail */
        if (vmb_engine_allow(allowed | more[i]) == 0) {
            allowed |= more[i];
        }
    }
#endif
    return vmb_jobs_run(vmb_job_image);
}
