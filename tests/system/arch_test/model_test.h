/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * What riscv-arch-test asks of a model ("Test Format Specification", section "Macros defined by the model"): how a
 * test ends, and where its signature is. The test bench's exit register ends the run.
 */
#ifndef MODEL_TEST_H
#define MODEL_TEST_H

/* clang-format off */
#define RVMODEL_BOOT
#define RVMODEL_HALT li x1, 0x10000000; sw zero, 4(x1); 1: j 1b;
#define RVMODEL_DATA_BEGIN .align 4; .globl begin_signature; begin_signature:
#define RVMODEL_DATA_END .align 4; .globl end_signature; end_signature:
/* clang-format on */

#define RVMODEL_IO_INIT
#define RVMODEL_IO_WRITE_STR(register, string)
#define RVMODEL_IO_CHECK()
#define RVMODEL_IO_ASSERT_GPR_EQ(saved, register, value)
#define RVMODEL_SET_MSW_INT
#define RVMODEL_CLEAR_MSW_INT
#define RVMODEL_CLEAR_MTIMER_INT
#define RVMODEL_CLEAR_MEXT_INT

#endif
