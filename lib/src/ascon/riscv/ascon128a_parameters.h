/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-128a for the kernels in assembly, of 32 and 64 bits: Ascon v1.2, section 2.4;
 * big-endian.
 *
 *     RUN      the function for a whole message (ascon_backend.h)
 *     CHECKED  the same with checks, in the size profile
 *     BLOCKS   that for whole blocks of a stream (ascon_state.h)
 *     RATE     bytes of a block
 *     ROUNDS   rounds between blocks
 *     BIG      byte order: 0 little-endian, 1 big-endian
 *     IV       the initial value
 */
#ifndef VMB_ASCON128A_PARAMETERS_H
#define VMB_ASCON128A_PARAMETERS_H

#define RUN vmb_ascon128a_run
#define CHECKED vmb_ascon128a_checked
#define BLOCKS vmb_ascon128a_blocks
#define RATE 16
#define ROUNDS 8
#define BIG 1
#define IV 0x80800c0800000000

#endif
