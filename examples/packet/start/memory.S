/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * memcpy and memset, which compilers call implicitly: the only functions that libvambrace needs. Byte by
 * byte, so that any alignment will do; use your C library's if there is one.
 */
    .section .text.memcpy, "ax"
    .globl memcpy
    .type memcpy, @function
memcpy:
    mv t0, a0
    add a2, a1, a2
1:  beq a1, a2, 2f
    lbu t1, 0(a1)
    sb t1, 0(t0)
    addi a1, a1, 1
    addi t0, t0, 1
    j 1b
2:  ret

    .section .text.memset, "ax"
    .globl memset
    .type memset, @function
memset:
    mv t0, a0
    add a2, a0, a2
1:  beq t0, a2, 2f
    sb a1, 0(t0)
    addi t0, t0, 1
    j 1b
2:  ret

    .section .note.GNU-stack, "", @progbits
