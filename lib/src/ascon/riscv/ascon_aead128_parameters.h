/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-AEAD128 for the kernels in assembly, of 32 and 64 bits: NIST SP 800-232, section 4;
 * little-endian.
 *
 *     RUN      the function for a whole message (ascon_backend.h)
 *     TAG_OUT  1 if that writes the tag when it opens, too: ascon_options_run.S
 *     CHECKED  the same with checks, in the size profile
 *     BLOCKS   that for whole blocks of a stream (ascon_state.h)
 *     RATE     bytes of a block
 *     ROUNDS   rounds between blocks
 *     BIG      byte order: 0 little-endian, 1 big-endian
 *     IV       the initial value
 */
#ifndef VMB_ASCON_AEAD128_PARAMETERS_H
#define VMB_ASCON_AEAD128_PARAMETERS_H

#ifndef RUN
#define RUN vmb_ascon_aead128_run
#endif
#define CHECKED vmb_ascon_aead128_checked
#define BLOCKS vmb_ascon_aead128_blocks
#define RATE 16
#define ROUNDS 8
#define BIG 0
#define IV 0x00001000808c0001

#endif
