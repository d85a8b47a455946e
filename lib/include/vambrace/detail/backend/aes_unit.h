/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Whether this build has an AES unit: vambrace/backend.h.
 */
#ifndef VAMBRACE_BACKEND_AES_UNIT_H
#define VAMBRACE_BACKEND_AES_UNIT_H

#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/zkned.h"

#ifndef VMB_AES_UNIT
#define VMB_AES_UNIT 0
#endif

/* The only supported key length in bits; 0: 128, 192 and 256. */
#ifndef VMB_AES_UNIT_KEY_BITS
#define VMB_AES_UNIT_KEY_BITS 0
#endif

/* 1: the unit has no memory port. */
#ifndef VMB_AES_UNIT_PIO
#define VMB_AES_UNIT_PIO 0
#endif

/* Address of its registers, if it has registers instead of instructions and a memory port. */
#ifndef VMB_AES_UNIT_BASE
#define VMB_AES_UNIT_BASE 0
#endif

/* 1: it chains blocks. */
#ifndef VMB_AES_UNIT_CHAIN
#define VMB_AES_UNIT_CHAIN 0
#endif

#define VMB_AES_UNIT_MEMORY (VMB_AES_UNIT && !VMB_AES_UNIT_PIO && VMB_AES_UNIT_BASE == 0)

/* It supports all key lengths. */
#define VMB_AES_UNIT_WHOLE (VMB_AES_UNIT && VMB_AES_UNIT_KEY_BITS == 0)

/* Whether it supports keys of 10, 12 or 14 rounds. */
#define VMB_AES_UNIT_HAS(rounds) (VMB_AES_UNIT_KEY_BITS == 0 || 32 * ((rounds) - 6) == VMB_AES_UNIT_KEY_BITS)

#if VMB_AES_UNIT
#if !defined(__riscv) || __riscv_xlen != 32 || defined(__riscv_32e)
#error "VMB_AES_UNIT needs a 32-bit RISC-V target with 32 registers"
#endif
#if VMB_ENGINE || VMB_ISE_ZKNED
#error "VMB_AES_UNIT excludes an engine and VMB_ISE_ZKNED"
#endif
#if VMB_AES_UNIT_PIO && VMB_AES_UNIT_BASE
#error "VMB_AES_UNIT_PIO excludes VMB_AES_UNIT_BASE"
#endif
#if VMB_AES_UNIT_BASE % 4 != 0
#error "VMB_AES_UNIT_BASE is a multiple of 4"
#endif
#if VMB_AES_UNIT_KEY_BITS != 0 && VMB_AES_UNIT_KEY_BITS != 128 && VMB_AES_UNIT_KEY_BITS != 192 && \
    VMB_AES_UNIT_KEY_BITS != 256
#error "VMB_AES_UNIT_KEY_BITS is 128, 192, 256, or 0 for all of them"
#endif
#elif VMB_AES_UNIT_KEY_BITS || VMB_AES_UNIT_PIO || VMB_AES_UNIT_BASE || VMB_AES_UNIT_CHAIN
#error "VMB_AES_UNIT_KEY_BITS, VMB_AES_UNIT_PIO, VMB_AES_UNIT_BASE and VMB_AES_UNIT_CHAIN need VMB_AES_UNIT"
#endif

#endif
