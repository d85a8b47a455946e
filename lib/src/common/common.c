/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Wiping, the tag check, and the argument checks that every algorithm
 * shares (common.h). Byte order does not matter here. Small before fast: each
 * is called a few times a message, never per block.
 */
#include "common/common.h"
#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/portable.h"

#if !VMB_OWN_WIPE
void vmb_wipe(void *p, size_t n)
{
    /* Volatile: a store without a reader is kept, and the loops cannot become a call of memset. */
    volatile uint8_t *b = (volatile uint8_t *)p;
    /* By numbers: p may be null with n 0, where C does not even let one add 0. */
    volatile uint8_t *end = (volatile uint8_t *)((uintptr_t)p + n);
#if !VMB_SIZE || VMB_AES_UNIT /* which interrupts wait for */
    volatile vmb_word *w;

    if (n >= 16) {
        while (((uintptr_t)b & 3u) != 0) {
            *b++ = 0;
        }
        do {
            w = (volatile vmb_word *)(volatile void *)b;
            w[0] = 0;
            w[1] = 0;
            b += 8;
        } while ((size_t)(end - b) >= 8);
    }
#endif
    while (b != end) {
        *b++ = 0;
    }
}
#endif

void vmb_wipe_object(void *object, size_t size)
{
    if (object != NULL) {
        vmb_wipe(object, size);
    }
}

/* The deepest frames of a call: on RV32 560 bytes of C around assembly (CTR of unaligned data), more if all is C, with
 * longer pointers and vector registers, and without optimisation, when each value is in a separate location. */
#if defined(__GNUC__) && !defined(__OPTIMIZE__)
#define VMB_STACK_BYTES (sizeof(void *) > 4 ? 4096 : 2560)
#elif defined(__riscv) && !defined(__riscv_32e) && !VMB_PORTABLE
#define VMB_STACK_BYTES (sizeof(void *) > 4 ? 2048 : 640)
#else
#define VMB_STACK_BYTES (sizeof(void *) > 4 ? 2048 : 1280)
#endif

VMB_NOINLINE void vmb_wipe_stack(void)
{
    vmb_word below[VMB_STACK_BYTES / sizeof(vmb_word)];
    /* As in vmb_wipe, and in words in the size profile, too: this is many times as long as a key. */
    volatile vmb_word *w = below;

    do {
        w[0] = 0;
        w[1] = 0;
#if !VMB_SIZE
        w[2] = 0;
        w[3] = 0;
        w[4] = 0;
        w[5] = 0;
        w[6] = 0;
        w[7] = 0;
        w += 8;
#else
        w += 2;
#endif
    } while (w != below + sizeof below / sizeof below[0]);
#if defined(__GNUC__) && defined(__x86_64__)
    /* Caller-saved registers still contain values of the wiped code, and GCC aligns the stack by a push of one of them,
     * which could write the value to the stack again. */
    __asm__ volatile("xorl %%eax, %%eax\n\txorl %%ecx, %%ecx\n\txorl %%edx, %%edx\n\t"
                     "xorl %%esi, %%esi\n\txorl %%edi, %%edi\n\txorl %%r8d, %%r8d\n\t"
                     "xorl %%r9d, %%r9d\n\txorl %%r10d, %%r10d\n\txorl %%r11d, %%r11d"
                     :
                     :
                     : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
#endif
}

#if VMB_SIZE
#define VMB_DEFINE_WIPE(bytes)                                 \
    VMB_NOINLINE void vmb_wipe_stack_##bytes(void)             \
    {                                                          \
        vmb_word below[(bytes) / sizeof(vmb_word)];            \
        volatile vmb_word *w = below; /* as above */           \
                                                               \
        do {                                                   \
            w[0] = 0;                                          \
            w[1] = 0;                                          \
            w += 2;                                            \
        } while (w != below + sizeof below / sizeof below[0]); \
    }

VMB_DEFINE_WIPE(320)
VMB_DEFINE_WIPE(384)
#endif

uint32_t vmb_differ(const uint8_t *a, const uint8_t *b, size_t n)
{
    const uint8_t *end = a + n;
    uint32_t d = 0;

#if !VMB_SIZE
    if (vmb_is_aligned(a) && vmb_is_aligned(b) && n >= 4) {
        do {
            d |= vmb_get_word(a) ^ vmb_get_word(b);
            VMB_OPAQUE(d); /* no early exit once d is known to be nonzero */
            a += 4;
            b += 4;
        } while ((size_t)(end - a) >= 4);
    }
#endif
    for (; a != end; a++, b++) {
        d |= (uint32_t)(*a ^ *b);
        VMB_OPAQUE(d);
    }
    return d;
}

/* Assumptions of vmb_verify: a negative array size reports a violation. */
typedef char vmb_verify_status[VMB_OK == 0 && VMB_ERR_TAG == -1 ? 1 : -1];

int vmb_verify(const void *a, const void *b, size_t n)
{
    if (n == 0) {
        return VMB_OK;
    }
    if (a == NULL || b == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    /* Whether they are equal may be a secret of the caller: no branch. */
    return -(int)(vmb_differ((const uint8_t *)a, (const uint8_t *)b, n) != 0);
}

int vmb_check_key(const void *key, size_t key_size, const uint8_t *bytes, size_t key_len, size_t wanted)
{
    return vmb_check_key_here(key, key_size, bytes, key_len, wanted);
}
