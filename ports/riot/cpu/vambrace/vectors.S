/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The boot address: 32 vectors, and 0x80 bytes above them the reset vector (Ibex, "Reset"). All traps go to
 * RIOT's handler, whose place the linker script names, because it is a static function.
 */
    .section .vmb.vectors, "ax"
    .option push
    .option norvc
    .globl vmb_riot_vectors
vmb_riot_vectors:
    .rept 32
    j vmb_riot_trap
    .endr
    .org 0x80
    j _start
    .option pop
