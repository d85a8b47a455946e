/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Runs the job image that lies behind the program in RAM (jobs.h). */
#include "jobs.h"

extern uint32_t vmb_job_image[];

int main(void)
{
    return vmb_jobs_run(vmb_job_image);
}
