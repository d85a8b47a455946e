/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * TinyCrypt's AES-CCM, as RISCV-crypto has it, behind the calls that firmware/jobs.c makes. The expanded
 * key is TinyCrypt's own; its context has no more than pointers, and is made for each call.
 */
#ifndef VMB_PEERS_RISCV_CRYPTO_TINYCRYPT_H
#define VMB_PEERS_RISCV_CRYPTO_TINYCRYPT_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "calls.h"

#include "aes.h"

VMB_PEER_CALLS(vmb_riscv_crypto_aes128_ccm, struct tc_aes_key_sched_struct);

#endif

#endif
