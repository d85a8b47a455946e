/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Selects the backend for AES (aes_backend.h) of this build, if several macros apply.
 */
#ifndef VMB_AES_CHOICE_H
#define VMB_AES_CHOICE_H

#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/portable.h"
#include "vambrace/detail/backend/zkned.h"

/* 1 where rv32 and rv32_size replace portable. */
#if VMB_ISE_ZKNED || VMB_AES_UNIT
#define VMB_AES_RV32 0
#elif defined(__riscv) && __riscv_xlen == 32 && !defined(__riscv_32e) && !VMB_PORTABLE
#define VMB_AES_RV32 1
#else
#define VMB_AES_RV32 0
#endif

#endif
