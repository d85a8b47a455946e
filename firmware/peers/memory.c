/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * memcpy and memset by words for third-party libraries, which depend on them: picolibc's own move one byte at a time,
 * which would distort the comparison. Blocks with different alignment are copied by bytes. libvambrace uses neither.
 */
#include <stddef.h>
#include <stdint.h>

typedef uint32_t __attribute__((may_alias)) vmb_word;

#define VMB_MISALIGNED(p) ((uintptr_t)(p) & 3u)

/* The compiler must not turn these loops into calls of the functions that contain them. */
__attribute__((optimize("no-tree-loop-distribute-patterns"))) void *memcpy(void *to, const void *from, size_t n)
{
    uint8_t *d = (uint8_t *)to;
    const uint8_t *s = (const uint8_t *)from;

    if (VMB_MISALIGNED(d) == VMB_MISALIGNED(s)) {
        for (; n != 0 && VMB_MISALIGNED(d); n--) {
            *d++ = *s++;
        }
        for (; n >= 16; n -= 16, d += 16, s += 16) {
            vmb_word a = ((const vmb_word *)s)[0], b = ((const vmb_word *)s)[1];
            vmb_word c = ((const vmb_word *)s)[2], e = ((const vmb_word *)s)[3];

            ((vmb_word *)d)[0] = a;
            ((vmb_word *)d)[1] = b;
            ((vmb_word *)d)[2] = c;
            ((vmb_word *)d)[3] = e;
        }
        for (; n >= 4; n -= 4, d += 4, s += 4) {
            *(vmb_word *)d = *(const vmb_word *)s;
        }
    }
    for (; n != 0; n--) {
        *d++ = *s++;
    }
    return to;
}

__attribute__((optimize("no-tree-loop-distribute-patterns"))) void *memset(void *to, int value, size_t n)
{
    uint8_t *d = (uint8_t *)to;
    uint32_t word = (uint8_t)value * 0x01010101u;

    for (; n != 0 && VMB_MISALIGNED(d); n--) {
        *d++ = (uint8_t)value;
    }
    for (; n >= 16; n -= 16, d += 16) {
        ((vmb_word *)d)[0] = word;
        ((vmb_word *)d)[1] = word;
        ((vmb_word *)d)[2] = word;
        ((vmb_word *)d)[3] = word;
    }
    for (; n >= 4; n -= 4, d += 4) {
        *(vmb_word *)d = word;
    }
    for (; n != 0; n--) {
        *d++ = (uint8_t)value;
    }
    return to;
}
