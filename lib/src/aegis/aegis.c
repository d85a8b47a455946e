/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What whole messages and streams of AEGIS-128L share (aegis.h).
 */
#include "aegis/aegis.h"

/* The constants of section 2, Fibonacci numbers modulo 256, as words. */
static const uint32_t vmb_aegis_constants[8] = {0x02010100u, 0x0d080503u, 0x59372215u, 0x6279e990u,  /* C0 */
                                                0x55183ddbu, 0xf12fc26du, 0x42311120u, 0xdd28b573u}; /* C1 */

/* Blocks that are copied at a time. */
#define VMB_AEGIS_TOGETHER 4

void vmb_aegis_first(uint32_t state[VMB_AEGIS_WORDS], uint32_t block[8], const uint32_t key[4], const uint8_t *nonce)
{
    const uint32_t *c0 = vmb_aegis_constants, *c1 = vmb_aegis_constants + 4;
    uint32_t k, n;
    unsigned i;

    for (i = 0; i < 4; i++) {
        k = key[i];
        n = vmb_load32_le(nonce + 4 * i);
        block[i] = n;
        block[4 + i] = k;
        state[i] = k ^ n;
        state[4 + i] = c1[i];
        state[8 + i] = c0[i];
        state[12 + i] = c1[i];
        state[16 + i] = k ^ n;
        state[20 + i] = k ^ c0[i];
        state[24 + i] = k ^ c1[i];
        state[28 + i] = k ^ c0[i];
    }
    vmb_aegis_to_planes(state);
}

#if !VMB_AEGIS_ASSEMBLY
/* The bytes that the frames of a whole message need beyond those of vmb_wipe_stack. */
#if defined(__GNUC__) && !defined(__OPTIMIZE__)
#define VMB_AEGIS_DEEPER 2048
#else
#define VMB_AEGIS_DEEPER 512
#endif

int vmb_aegis_wiped(int status)
{
    vmb_word below[VMB_AEGIS_DEEPER / sizeof(vmb_word)];

    vmb_wipe(below, sizeof below);
    vmb_wipe_stack();
    return status;
}
#endif

/* Words to and from bytes of any alignment. */
static void vmb_aegis_from_bytes(uint32_t *to, const uint8_t *from, size_t words)
{
    for (; words != 0; words--, from += 4) {
        *to++ = vmb_load32_le(from);
    }
}

static void vmb_aegis_to_bytes(uint8_t *to, const uint32_t *from, size_t words)
{
    for (; words != 0; words--, to += 4) {
        vmb_store32_le(to, *from++);
    }
}

/* Whole blocks that are not aligned. */
VMB_NOINLINE static void vmb_aegis_copies(uint32_t *state, size_t kind, uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint32_t copy[8 * VMB_AEGIS_TOGETHER];
    size_t n;

    for (; blocks != 0; blocks -= n) {
        n = blocks < VMB_AEGIS_TOGETHER ? blocks : VMB_AEGIS_TOGETHER;
        vmb_aegis_from_bytes(copy, in, 8 * n);
        in += VMB_AEGIS_RATE * n;
        vmb_aegis_once(state, kind, (uint8_t *)copy, (const uint8_t *)copy, n);
        if (kind != VMB_AEGIS_ABSORB) {
            vmb_aegis_to_bytes(out, copy, 8 * n);
            out += VMB_AEGIS_RATE * n;
        }
    }
    vmb_wipe(copy, sizeof copy);
}

void vmb_aegis_blocks(uint32_t *state, vmb_aegis_list *list, size_t kind, uint8_t *out, const uint8_t *in,
                      size_t blocks)
{
    if (VMB_AEGIS_ANYWHERE || (vmb_is_aligned(in) && vmb_is_aligned(out))) {
        vmb_aegis_set(&list->part[list->parts++], kind, out, in, blocks);
    } else {
        vmb_aegis_flush(state, list);
        vmb_aegis_copies(state, kind, out, in, blocks);
    }
}

void vmb_aegis_pad(uint32_t block[8], const uint8_t *in, size_t n)
{
    uint8_t *to = (uint8_t *)block, *end = to + VMB_AEGIS_RATE;
    uint32_t zero = 0, x;

    if (vmb_is_aligned(in)) {
        for (; n >= 4; n -= 4, to += 4, in += 4) {
            x = vmb_get_word(in);
            VMB_OPAQUE(x);
            *(vmb_word *)(void *)to = x;
        }
    }
    for (; n != 0; n--) {
        x = *in++;
        VMB_OPAQUE(x); /* nor memcpy */
        *to++ = (uint8_t)x;
    }
    VMB_OPAQUE(zero); /* or the compiler calls memset */
    for (; ((uintptr_t)to & 3u) != 0; to++) {
        *to = (uint8_t)zero;
    }
    for (; to != end; to += 4) {
        *(vmb_word *)(void *)to = zero;
    }
}

void vmb_aegis_tag(uint32_t tag[VMB_AEGIS_TAG_WORDS], uint32_t state[VMB_AEGIS_WORDS], size_t tag_len)
{
    const uint32_t *s = state;
    uint32_t low, high;
    unsigned i;

    vmb_aegis_to_words(state);
    for (i = 0; i < 4; i++, s++) {
        low = s[0] ^ s[4] ^ s[8] ^ s[12];
        high = s[16] ^ s[20] ^ s[24];
        if (tag_len == 16) {
            low ^= high;
        } else {
            high ^= s[28];
        }
        tag[i] = low;
        tag[4 + i] = high;
    }
}
