/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The three programs of the report on Ascon on RV64 behind the calls of the study's program
 * (studies/ascon64/main.c). They have tags behind texts, and so do these calls: behind `in` and
 * `out` there has to be room for one.
 */
#ifndef VMB_PEERS_ASCON_V_H
#define VMB_PEERS_ASCON_V_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include "calls.h"

typedef struct { uint64_t bytes[2]; } vmb_peer_ascon_v_key;

VMB_PEER_CALLS(vmb_ascon_v_ref, vmb_peer_ascon_v_key);
VMB_PEER_CALLS(vmb_ascon_v_opt64, vmb_peer_ascon_v_key);
VMB_PEER_CALLS(vmb_ascon_v_asconv, vmb_peer_ascon_v_key);

#endif

#endif
