/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-CMAC (NIST SP 800-38B) on the block functions of aes_backend.h. Blocks are
 * little-endian words. An expanded key is that of AES, then the subkey K1.
 *
 * The state is the chain's value plus the `used` bytes of the current block; a full block
 * waits, as the last one gets a subkey.
 */
#include "aes/modes/aes_modes.h"
#include "aes/aes_swap.h"
#include "aes/aes_words.h"
#include "common/mac.h"

#define VMB_CMAC_KEY_SIZE(rounds) (4 * VMB_CMAC_OBJECT_WORDS(rounds))

#if VMB_AES_IN_C
#define VMB_CMAC_BODY VMB_MAC_SPILLED_BODY
#define VMB_CMAC_WIPED vmb_wiped
#else
#define VMB_CMAC_BODY VMB_MAC_BODY
#define VMB_CMAC_WIPED VMB_MAC_KEPT
#endif

/* x is doubled in the field of SP 800-38B, section 6.1: the first bit of its bytes is the highest. */
static void vmb_cmac_double(uint32_t x[4])
{
    uint32_t w0 = vmb_aes_swap(x[0]), w1 = vmb_aes_swap(x[1]), w2 = vmb_aes_swap(x[2]), w3 = vmb_aes_swap(x[3]);
    uint32_t odd = 0u - (w0 >> 31);

    VMB_OPAQUE(odd);
    x[0] = vmb_aes_swap(w0 << 1 | w1 >> 31);
    x[1] = vmb_aes_swap(w1 << 1 | w2 >> 31);
    x[2] = vmb_aes_swap(w2 << 1 | w3 >> 31);
    x[3] = vmb_aes_swap(w3 << 1 ^ (odd & 0x87u));
}

/* Encrypts a block in place. */
#if VMB_AES_OWN_MAC
VMB_INLINE int vmb_cmac_encrypt(const uint32_t *key, unsigned rounds, uint32_t x[4])
{
    vmb_aes_mac_blocks(key, rounds, x, NULL, 0, 1);
    return VMB_OK;
}
#else
static int vmb_cmac_encrypt(const uint32_t *key, unsigned rounds, uint32_t x[4])
{
    vmb_aes_turn turn;
    int status = vmb_aes_begin(key, rounds, &turn);

    if (status == VMB_OK) {
        vmb_aes_encrypt_blocks(key, rounds, (uint8_t *)x, (const uint8_t *)x, 1);
        status = vmb_aes_end(rounds, &turn);
    }
    return status;
}

#endif

/* Adds whole blocks, and encrypts after each. */
#if VMB_ENGINE || VMB_SIZE /* builds without CBC next to an engine, or for size */
static int vmb_cmac_blocks(vmb_mac_body *s, unsigned rounds, const uint8_t *in, size_t blocks)
{
    vmb_aes_turn turn;
    int status = vmb_aes_begin(s->key, rounds, &turn);
    const uint8_t *block;
    unsigned i;

    if (status == VMB_OK) {
        for (; blocks != 0; blocks--, in += 16) {
            block = in;
            if (!vmb_is_aligned(in)) {
                vmb_aes_move_on(rounds, (uint8_t *)s->block, in, 16);
                block = (const uint8_t *)s->block;
            }
            for (i = 0; i < 4; i++) {
                s->state[i] ^= vmb_get_word(block + 4 * i);
            }
            vmb_aes_let_in(rounds);
            vmb_aes_encrypt_blocks(s->key, rounds, (uint8_t *)s->state, (const uint8_t *)s->state, 1);
            vmb_aes_let_in(rounds);
        }
        status = vmb_aes_end(rounds, &turn);
    }
    return status;
}
#else
#define VMB_CMAC_TOGETHER (VMB_AES_UNIT_ASKS ? 1 : 4)

static int vmb_cmac_blocks(vmb_mac_body *s, unsigned rounds, const uint8_t *in, size_t blocks)
{
    uint32_t out[4 * VMB_CMAC_TOGETHER]; /* unused output of CBC */
    vmb_aes_turn turn;
    int status = vmb_aes_begin(s->key, rounds, &turn);
    const uint8_t *source;
    size_t n;

    if (status == VMB_OK) {
        for (; blocks != 0; blocks -= n, in += 16 * n) {
            n = blocks < VMB_CMAC_TOGETHER ? blocks : VMB_CMAC_TOGETHER;
            source = in;
            if (!vmb_aes_takes(in, out)) {
                vmb_aes_move_on(rounds, (uint8_t *)out, in, 16 * n);
                source = (const uint8_t *)out;
            }
            vmb_aes_cbc_encrypt_blocks(s->key, rounds, s->state, (uint8_t *)out, source, n);
        }
        vmb_wipe(out, sizeof out);
        status = vmb_aes_end(rounds, &turn);
    }
    return status;
}
#endif

static void vmb_cmac_begin(vmb_mac_body *s)
{
    (void)s;
}

#if VMB_AES_OWN_MAC
/* Adds a block at a word-aligned address. Not inlined: secrets would stay behind in registers that belong to the
 * caller. */
VMB_NOINLINE VMB_ALIGNED_CODE static int vmb_cmac_add_block(uint32_t state[4], const uint8_t *in)
{
    uint32_t a = vmb_get_word(in), b = vmb_get_word(in + 4), c = vmb_get_word(in + 8), d = vmb_get_word(in + 12);

    state[0] ^= a;
    state[1] ^= b;
    state[2] ^= c;
    state[3] ^= d;
    return VMB_OK;
}

/* 1 if n > 0 bytes are whole blocks at a word-aligned address, after others, of which the last one may be full. */
VMB_INLINE int vmb_cmac_is_whole(const vmb_mac_body *s, const uint8_t *in, size_t n)
{
    return (((s->used - s->left) | (uint32_t)n) & 15) == 0 && vmb_is_aligned(in);
}

/* Adds and counts them; the last one is then full. */
VMB_INLINE int vmb_cmac_take_whole(vmb_mac_body *s, unsigned rounds, const uint8_t *in, size_t n)
{
    uint32_t full = (s->used - s->left) / 16;

    s->len += (uint32_t)n - s->left;
    s->left = 0;
    s->used = 16;
    n -= 16;
    if ((full | (uint32_t)n) != 0) {
        vmb_aes_mac_blocks(s->key, rounds, s->state, in, n / 16, full);
    }
    return vmb_cmac_add_block(s->state, in + n);
}
#else
#define vmb_cmac_is_whole(s, in, n) 0
#define vmb_cmac_take_whole(s, rounds, in, n) VMB_OK
#endif

VMB_NOINLINE static int vmb_cmac_take(vmb_mac_body *s, unsigned rounds, const uint8_t *in, size_t n)
{
    int status = VMB_OK;
    size_t whole;

#if VMB_AES_OWN_MAC
    if ((s->used & 15) == 0 && n > 16 && vmb_is_aligned(in)) {
        whole = (n - 1) / 16;
        vmb_aes_mac_blocks(s->key, rounds, s->state, in, whole, s->used / 16);
        in += 16 * whole;
        n -= 16 * whole;
        s->used = 0;
        if (n == 16) {
            s->used = 16;
            return vmb_cmac_add_block(s->state, in);
        }
    }
#endif
    while (n != 0 && status == VMB_OK) {
        if (s->used == 16) {
            status = vmb_cmac_encrypt(s->key, rounds, s->state);
            s->used = 0;
        } else if (s->used == 0 && n > 16) {
            whole = (n - 1) / 16;
            status = vmb_cmac_blocks(s, rounds, in, whole);
            in += 16 * whole;
            n -= 16 * whole;
#if !VMB_SIZE
        } else if ((s->used & 3) == 0 && n >= 4) {
            s->state[s->used / 4] ^= vmb_load32_le(in);
            s->used += 4;
            in += 4;
            n -= 4;
#endif
        } else {
            s->state[s->used / 4] ^= (uint32_t)*in++ << (8 * (s->used & 3));
            s->used++;
            n--;
        }
    }
    return status;
}

VMB_INLINE void vmb_cmac_adds(vmb_mac_body *s, uint32_t at, uint32_t byte)
{
    ((uint8_t *)s->state)[at] ^= (uint8_t)byte; /* the machine is little-endian */
}

/* Makes the last block of the state. Not inlined: secrets would stay behind in registers that belong to the caller, and
 * the cipher, which comes next, saves those on the stack. */
VMB_NOINLINE static void vmb_cmac_last_block(uint32_t t[4], const uint32_t *subkey, const vmb_mac_body *s)
{
    unsigned i;

    for (i = 0; i < 4; i++) {
        t[i] = subkey[i];
    }
    if (s->used != 16) {
        vmb_cmac_double(t);
        t[s->used / 4] ^= 0x80u << (8 * (s->used & 3));
    }
    for (i = 0; i < 4; i++) {
        t[i] ^= s->state[i];
    }
}

VMB_NOINLINE static int vmb_cmac_end(vmb_mac_body *s, unsigned rounds, uint32_t t[4])
{
    vmb_cmac_last_block(t, s->key + VMB_AES_KEY_WORDS(rounds), s);
    return vmb_cmac_encrypt(s->key, rounds, t);
}

static int vmb_cmac_message(const uint32_t *key, unsigned rounds, const uint8_t *in, size_t n, uint32_t t[4])
{
    vmb_mac_body s;
    int status;

    s.key = key;
    s.used = 0;
    vmb_aes_zero(s.state, 4);
    status = vmb_cmac_take(&s, rounds, in, n);
    if (status == VMB_OK) {
        status = vmb_cmac_end(&s, rounds, t);
    }
    vmb_wipe_here((uint8_t *)&s + offsetof(vmb_mac_body, state), sizeof s.state + sizeof s.block);
    return status;
}

VMB_NOINLINE static int vmb_cmac_expand(uint32_t *key, unsigned rounds, const uint8_t *bytes)
{
    uint32_t *subkey = key + VMB_AES_KEY_WORDS(rounds);
    int status;

    vmb_aes_expand(key, bytes, rounds);
    vmb_aes_zero(subkey, 4);
    status = vmb_cmac_encrypt(key, rounds, subkey);
    vmb_cmac_double(subkey);
    return status;
}

static int vmb_cmac_init(uint32_t *key, unsigned rounds, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, VMB_CMAC_KEY_SIZE(rounds), bytes, key_len, 4 * (rounds - 6));

    if (status == VMB_OK) {
        status = vmb_aes_there(rounds);
    }
    if (status == VMB_OK) {
        status = VMB_CMAC_WIPED(vmb_cmac_expand(key, rounds, bytes));
    }
    if (status == VMB_OK) {
        vmb_set_mark(key, VMB_CMAC_KEY_SIZE(rounds), VMB_MARK_CMAC);
    }
    return vmb_aes_return(status, (uint8_t *)key, VMB_CMAC_KEY_SIZE(rounds));
}

#define VMB_CMAC_DEFINE(name, rounds)                                      \
    int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len) \
    {                                                                      \
        return vmb_cmac_init((uint32_t *)key, rounds, bytes, key_len);     \
    }                                                                      \
    VMB_MAC_DEFINE(name, vmb_cmac, rounds)

#define vmb_cmac_writes(s, tag, tag_len) 0
VMB_MAC_FAMILY(vmb_cmac, VMB_MARK_CMAC, 4, 16, VMB_CMAC_BODY, VMB_CMAC_WIPED)
VMB_CMAC_DEFINE(vmb_aes128_cmac, 10)
VMB_CMAC_DEFINE(vmb_aes192_cmac, 12)
VMB_CMAC_DEFINE(vmb_aes256_cmac, 14)
