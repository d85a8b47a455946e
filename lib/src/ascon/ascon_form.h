/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The form of a word of the state in two registers of 32 bits (ascon_backend.h).
 */
#ifndef VMB_ASCON_FORM_H
#define VMB_ASCON_FORM_H

#include "ascon/ascon_backend.h"
#include "vambrace/detail/backend/xascon.h"
#include "vambrace/detail/backend/xasconp.h"
#include "vambrace/detail/backend/zbkb.h"

/* 1 where the two halves of a state word are its even and its odd bits. */
#define VMB_ASCON_INTERLEAVED (VMB_ASCON_PERMUTES_RV32 && VMB_ISE_ZBKB && !VMB_ISE_XASCON && !VMB_ISE_XASCONP)

#endif
