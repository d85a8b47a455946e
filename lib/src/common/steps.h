/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Marks in assembly for `vambrace profile`: `vmb.step NAME` says that the code from
 * here to the next mark or global symbol belongs to step NAME of configs/steps.toml.
 *
 * A mark is a local symbol, vmb_step.NAME.NUMBER, and nothing else: no code, no
 * data, nothing that is loaded. VMB_NO_STEPS leaves the marks out.
 */
#ifndef VAMBRACE_STEPS_H
#define VAMBRACE_STEPS_H

#ifdef __ASSEMBLER__
.macro vmb.step name
#ifndef VMB_NO_STEPS
vmb_step.\name\().\@:
#endif
.endm
#endif

#endif
