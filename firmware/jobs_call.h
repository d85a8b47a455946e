/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How jobs_algorithm.h calls the library. On RISC-V through a few instructions that put a known value into every
 * callee-saved register (RISC-V calling convention: s0 to s11, sp, gp, tp), call, and compare: assembly that forgets to
 * save a register is found here and not in some caller a year later. Elsewhere a plain call.
 *
 * With VMB_JOB_PAINT, a number of bytes, so much below the stack pointer holds a pattern
 * before each call, and vmb_job_frame gets how far down it changed.
 *
 * VMB_JOB_CALLn(status, function, n arguments...) calls, VMB_JOB_VOID1 calls what
 * returns nothing; VMB_JOB_REGISTERS_CHANGED() reports, once, whether any call so
 * far did not keep a register.
 */
#ifndef VMB_JOBS_CALL_H
#define VMB_JOBS_CALL_H

#include <stdint.h>

/* The state of the caches before a one-shot call, if there are any. */
#define VMB_CACHES_WARM 1 /* its arguments; its code if an earlier job called it */
#define VMB_CACHES_COLD 2 /* nothing; Rocket's own instruction and fence.i */

#if defined(__riscv)

/* Loads and stores of a register, its bytes, and a 32-bit fill value for all of it. */
#if __riscv_xlen == 32
#define VMB_JOB_L "lw"
#define VMB_JOB_S "sw"
#define VMB_JOB_X "4"
#define VMB_JOB_HALVES "1"
#else
#define VMB_JOB_L "ld"
#define VMB_JOB_S "sd"
#define VMB_JOB_X "8"
#define VMB_JOB_HALVES "0x100000001"
#if VMB_JOB_PAINT
#error "VMB_JOB_PAINT is for RV32"
#endif
#endif

#if VMB_JOB_PAINT
#define VMB_JOB_PAINTED_CALLS 256
#define VMB_JOB_STRING_(x) #x
#define VMB_JOB_STRING(x) VMB_JOB_STRING_(x)
#define VMB_JOB_PATTERN "0x5eed7a1d" /* a word's address is added, so that no two are equal */
#endif

/* The called function, its ten arguments, and the changed bits found. Static, so that it is not cleared by a call of
 * memset. */
static struct {
    uintptr_t function;     /* word 0 */
    uintptr_t argument[10]; /* 1: a0 to a7, 9: two more for the stack */
    uintptr_t changed;      /* 11 */
    uintptr_t keep[3];      /* 12: sp, gp, tp */
#if VMB_JOB_PAINT
    uint32_t calls;                         /* byte 60: number of painted calls */
    uint32_t depths[VMB_JOB_PAINTED_CALLS]; /* 64: bytes from sp down to the lowest change */
#endif
} vmb_job_frame __asm__("vmb_job_frame") __attribute__((used));

int vmb_job_call(void);

/* clang-format off */
__asm__(".pushsection .text.vmb_job_call, \"ax\"\n"
        ".option push\n"
        ".option norelax\n" /* gp may have changed: no address relative to it */
        ".balign 4\n"
        ".type vmb_job_call, @function\n"
        "vmb_job_call:\n"
        "    addi sp, sp, -16 * " VMB_JOB_X "\n"
        "    " VMB_JOB_S " ra, 15 * " VMB_JOB_X "(sp)\n"
        "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n"
        "    " VMB_JOB_S " s\\n, (2 + \\n) * " VMB_JOB_X "(sp)\n"
        "    li s\\n, (0x5ac3f100 + 0x01010101 * \\n) * " VMB_JOB_HALVES "\n"
        "    .endr\n"
        "    lla t0, vmb_job_frame\n"
        "    " VMB_JOB_S " sp, 12 * " VMB_JOB_X "(t0)\n"
        "    " VMB_JOB_S " gp, 13 * " VMB_JOB_X "(t0)\n"
        "    " VMB_JOB_S " tp, 14 * " VMB_JOB_X "(t0)\n"
        "    " VMB_JOB_L " t1, 9 * " VMB_JOB_X "(t0)\n"
        "    " VMB_JOB_S " t1, 0(sp)\n"
        "    " VMB_JOB_L " t1, 10 * " VMB_JOB_X "(t0)\n"
        "    " VMB_JOB_S " t1, 1 * " VMB_JOB_X "(sp)\n"
        "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7\n"
        "    " VMB_JOB_L " a\\n, (1 + \\n) * " VMB_JOB_X "(t0)\n"
        "    .endr\n"
        "    " VMB_JOB_L " t1, 0(t0)\n"
#if VMB_JOB_PAINT
        "    li t2, -" VMB_JOB_STRING(VMB_JOB_PAINT) "\n"
        "    add t2, t2, sp\n"
        "    li t3, " VMB_JOB_PATTERN "\n"
        "1:  add t4, t2, t3\n"
        "    sw t4, 0(t2)\n"
        "    addi t2, t2, 4\n"
        "    bltu t2, sp, 1b\n"
#endif
#if VMB_JOB_CACHES == VMB_CACHES_COLD
#if !VMB_SCRATCHPAD
        "    .word 0xfc000073\n" /* cflush.d.l1 */
#endif
        "    fence.i\n"
#endif
        "    jalr t1\n"
        "    lla t0, vmb_job_frame\n"
#if VMB_JOB_PAINT
        "    lw t1, 48(t0)\n"
        "    li t2, -" VMB_JOB_STRING(VMB_JOB_PAINT) "\n"
        "    add t2, t2, t1\n"
        "    li t3, " VMB_JOB_PATTERN "\n"
        "1:  add t4, t2, t3\n"
        "    lw t5, 0(t2)\n"
        "    bne t4, t5, 2f\n"
        "    addi t2, t2, 4\n"
        "    bltu t2, t1, 1b\n"
        "2:  sub t1, t1, t2\n"
        "    lw t2, 60(t0)\n"
        "    addi t3, t2, 1\n"
        "    sw t3, 60(t0)\n"
        "    slli t2, t2, 2\n"
        "    add t2, t2, t0\n"
        "    sw t1, 64(t2)\n"
#endif
        "    " VMB_JOB_L " t1, 11 * " VMB_JOB_X "(t0)\n"
        "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n"
        "    li t2, (0x5ac3f100 + 0x01010101 * \\n) * " VMB_JOB_HALVES "\n"
        "    xor t2, t2, s\\n\n"
        "    or t1, t1, t2\n"
        "    .endr\n"
        "    " VMB_JOB_L " t2, 12 * " VMB_JOB_X "(t0)\n"
        "    xor t3, t2, sp\n"
        "    or t1, t1, t3\n"
        "    mv sp, t2\n"
        "    " VMB_JOB_L " t2, 13 * " VMB_JOB_X "(t0)\n"
        "    xor t3, t2, gp\n"
        "    or t1, t1, t3\n"
        "    mv gp, t2\n"
        "    " VMB_JOB_L " t2, 14 * " VMB_JOB_X "(t0)\n"
        "    xor t3, t2, tp\n"
        "    or t1, t1, t3\n"
        "    mv tp, t2\n"
        "    " VMB_JOB_S " t1, 11 * " VMB_JOB_X "(t0)\n"
        "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n"
        "    " VMB_JOB_L " s\\n, (2 + \\n) * " VMB_JOB_X "(sp)\n"
        "    .endr\n"
        "    " VMB_JOB_L " ra, 15 * " VMB_JOB_X "(sp)\n"
        "    addi sp, sp, 16 * " VMB_JOB_X "\n"
        "    ret\n"
        ".size vmb_job_call, . - vmb_job_call\n"
        ".option pop\n"
        ".popsection\n");
/* clang-format on */

/* From the last argument to the first: the first macro to expand is the last to assign. */
#define VMB_JOB_SET(n, x) vmb_job_frame.argument[n] = (uintptr_t)(x)
#define VMB_JOB_CALL0(status, callee) (vmb_job_frame.function = (uintptr_t)(callee), (status) = vmb_job_call())
#define VMB_JOB_CALL1(status, callee, a) (VMB_JOB_SET(0, a), VMB_JOB_CALL0(status, callee))
#define VMB_JOB_CALL2(status, callee, a, b) (VMB_JOB_SET(1, b), VMB_JOB_CALL1(status, callee, a))
#define VMB_JOB_CALL3(status, callee, a, b, c) (VMB_JOB_SET(2, c), VMB_JOB_CALL2(status, callee, a, b))
#define VMB_JOB_CALL4(status, callee, a, b, c, d) (VMB_JOB_SET(3, d), VMB_JOB_CALL3(status, callee, a, b, c))
#define VMB_JOB_CALL5(status, callee, a, b, c, d, e) (VMB_JOB_SET(4, e), VMB_JOB_CALL4(status, callee, a, b, c, d))
#define VMB_JOB_CALL6(status, callee, a, b, c, d, e, f) \
    (VMB_JOB_SET(5, f), VMB_JOB_CALL5(status, callee, a, b, c, d, e))
#define VMB_JOB_CALL7(status, callee, a, b, c, d, e, f, g) \
    (VMB_JOB_SET(6, g), VMB_JOB_CALL6(status, callee, a, b, c, d, e, f))
#define VMB_JOB_CALL10(status, callee, a, b, c, d, e, f, g, h, i, j)             \
    (VMB_JOB_SET(9, j), VMB_JOB_SET(8, i), VMB_JOB_SET(7, h), VMB_JOB_SET(6, g), \
     VMB_JOB_CALL6(status, callee, a, b, c, d, e, f))

/* For a function without a result. */
#define VMB_JOB_VOID1(callee, a) (VMB_JOB_SET(0, a), vmb_job_frame.function = (uintptr_t)(callee), (void)vmb_job_call())

static uintptr_t vmb_job_registers_changed(void)
{
    uintptr_t changed = vmb_job_frame.changed;

    vmb_job_frame.changed = 0;
    return changed;
}

#define VMB_JOB_REGISTERS_CHANGED() vmb_job_registers_changed()

#else

#define VMB_JOB_CALL1(status, callee, a) ((status) = callee(a))
#define VMB_JOB_CALL2(status, callee, a, b) ((status) = callee(a, b))
#define VMB_JOB_CALL3(status, callee, a, b, c) ((status) = callee(a, b, c))
#define VMB_JOB_CALL4(status, callee, a, b, c, d) ((status) = callee(a, b, c, d))
#define VMB_JOB_CALL5(status, callee, a, b, c, d, e) ((status) = callee(a, b, c, d, e))
#define VMB_JOB_CALL6(status, callee, a, b, c, d, e, f) ((status) = callee(a, b, c, d, e, f))
#define VMB_JOB_CALL7(status, callee, a, b, c, d, e, f, g) ((status) = callee(a, b, c, d, e, f, g))
#define VMB_JOB_CALL10(status, callee, a, b, c, d, e, f, g, h, i, j) ((status) = callee(a, b, c, d, e, f, g, h, i, j))
#define VMB_JOB_VOID1(callee, a) callee(a)
#define VMB_JOB_REGISTERS_CHANGED() 0

#endif

#endif
