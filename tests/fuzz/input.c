/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The reader of a fuzz input (fuzz.h). An input that ends early goes on as zeros,
 * which choose what is usual: so every prefix of an input is an input.
 */
#include "fuzz.h"

uint8_t fuzz_byte(fuzz_input *in)
{
    if (in->left == 0) {
        return 0;
    }
    in->left--;
    return *in->next++;
}

size_t fuzz_below(fuzz_input *in, size_t n)
{
    return fuzz_byte(in) % n;
}

int fuzz_rarely(fuzz_input *in, unsigned of)
{
    return fuzz_byte(in) + of > 255;
}

size_t fuzz_length(fuzz_input *in)
{
    size_t n = fuzz_byte(in);

    if (n < 160) {
        return n;
    }
    if (n < 224) { /* up to 1024 and a bit, around whole blocks */
        return 16 * (n - 159) + fuzz_byte(in) % 32;
    }
    return 16 * (n - 224);
}

size_t fuzz_odd_length(fuzz_input *in, size_t usual)
{
    uint8_t choice = fuzz_byte(in);

    switch (choice % 12) {
    case 0: return 0;
    case 1: return usual - 1;
    case 2: return usual + 1;
    case 3: return usual + 256;
    case 4: return usual + 65536;
    case 5: return usual + ((size_t)VMB_MAX_BYTES + 1);
    case 6: return VMB_MAX_BYTES;
    case 7: return VMB_MAX_BYTES + (size_t)1;
    case 8: return UINT32_MAX;
    case 9: return usual + (size_t)UINT32_MAX + 1;
    case 10: return (size_t)0 - 1 - choice / 12;
    default: return fuzz_byte(in);
    }
}

void fuzz_fill(fuzz_input *in, uint8_t *to, size_t n)
{
    uint8_t how = fuzz_byte(in);
    uint32_t x = 0x9e3779b9u ^ (uint32_t)how << 16;
    size_t i;

    for (i = 0; i < n; i++) {
        switch (how) {
        case 1:
        case 2: to[i] = 0xff; break;
        case 3: to[i] = fuzz_byte(in); break;
        case 4: to[i] = 0; break;
        default:
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            to[i] = (uint8_t)(x >> 8);
        }
    }
    if (how == 2 && n != 0) { /* a counter that is about to wrap around */
        to[n - 1] = (uint8_t)(0xff - fuzz_byte(in) % 16);
    }
}
