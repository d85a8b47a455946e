/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What every algorithm of the library shares: byte order, wiping, the tag
 * check, and the checks of the public contract (vambrace/aead.h).
 */
#ifndef VMB_COMMON_H
#define VMB_COMMON_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "vambrace/detail/backend/misaligned.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/secure.h"
#include "vambrace/status.h"

#if UINT_MAX < 0xffffffffu
#error "libvambrace needs a compiler whose int has 32 bits or more"
#endif

/* No object requests an executable stack: some compilers do not mark that themselves. */
#if defined(__GNUC__) && defined(__ELF__)
__asm__(".pushsection .note.GNU-stack, \"\", %progbits\n.popsection");
#endif

/** A word that may be read from and written to memory of any type, where the compiler offers that:
 *  at word-aligned addresses. vmb_get_word and vmb_put_word are for the caller's buffers. */
#if defined(__GNUC__)
typedef uint32_t __attribute__((__may_alias__)) vmb_word;
/** Hides the value of x from the optimiser, at no cost. */
#define VMB_OPAQUE(x) __asm__("" : "+r"(x))
/** Those of x and y together: neither is known before both are. */
#define VMB_OPAQUE2(x, y) __asm__("" : "+r"(x), "+r"(y))
/** A function that is always compiled into its callers. */
#define VMB_INLINE static inline __attribute__((__always_inline__))
/** A function with a separate frame, even with link-time optimisation. */
#define VMB_NOINLINE __attribute__((__noinline__))
/** A function in a header, which no file may call. */
#define VMB_IN_HEADER __attribute__((__unused__))
/** A function that begins in a whole word: a jump to an instruction across two words takes a fetch more. */
#if VMB_SIZE
#define VMB_ALIGNED_CODE
#else
#define VMB_ALIGNED_CODE __attribute__((__aligned__(4)))
#endif
/** Nonzero when x is, which is not to be expected: the other case goes straight on. */
#define VMB_RARELY(x) ((int)__builtin_expect((x) != 0, 0))
/** Nonzero when x is, which is to be expected. */
#define VMB_OFTEN(x) ((int)__builtin_expect((x) != 0, 1))
#else
#if VMB_MISALIGNED
#error "VMB_MISALIGNED needs a compiler that knows GCC's attributes"
#endif
typedef uint32_t vmb_word;
#define VMB_OPAQUE(x) ((void)(x))
#define VMB_OPAQUE2(x, y) ((void)(x), (void)(y))
#define VMB_INLINE static inline
#define VMB_NOINLINE
#define VMB_IN_HEADER
#define VMB_ALIGNED_CODE
#define VMB_RARELY(x) ((x) != 0)
#define VMB_OFTEN(x) ((x) != 0)
#endif

/** Nonzero when p is word-aligned. A pointer is public: branching on it is fine. */
static inline int vmb_is_word_aligned(const void *p)
{
    return ((uintptr_t)p & 3u) == 0;
}

/** Nonzero when the core may load and store words at p. */
static inline int vmb_is_aligned(const void *p)
{
    return VMB_MISALIGNED || vmb_is_word_aligned(p);
}

#if VMB_MISALIGNED
/* Four bytes at any address. GCC accesses them one by one if it considers unaligned words slow, as for most RISC-V
 * cores, with or without -mno-strict-align: hence instructions. */
typedef struct { uint8_t bytes[4]; } vmb_four;
#if !defined(__riscv)
typedef uint32_t __attribute__((__may_alias__, __aligned__(1))) vmb_any_word;
#endif
#endif

/** The word at p, which vmb_is_aligned accepts. */
VMB_INLINE uint32_t vmb_get_word(const void *p)
{
#if VMB_MISALIGNED && defined(__riscv)
    uint32_t x;

    __asm__("lw %0, %1" : "=r"(x) : "m"(*(const vmb_four *)p));
    return x;
#elif VMB_MISALIGNED
    return *(const vmb_any_word *)p;
#else
    return *(const vmb_word *)p;
#endif
}

/** Writes the word x to p, which vmb_is_aligned accepts. */
VMB_INLINE void vmb_put_word(void *p, uint32_t x)
{
#if VMB_MISALIGNED && defined(__riscv)
    __asm__("sw %1, %0" : "=m"(*(vmb_four *)p) : "r"(x));
#elif VMB_MISALIGNED
    *(vmb_any_word *)p = x;
#else
    *(vmb_word *)p = x;
#endif
}

/** The little-endian 32-bit word at p, any alignment. */
static inline uint32_t vmb_load32_le(const uint8_t *p)
{
#if VMB_MISALIGNED && defined(__riscv)
    return vmb_get_word(p);
#else
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
#endif
}

/** Writes x to p in little-endian order, any alignment. */
static inline void vmb_store32_le(uint8_t *p, uint32_t x)
{
#if VMB_MISALIGNED && defined(__riscv)
    vmb_put_word(p, x);
#else
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
#endif
}

/** vmb_wipe for whole words, their number a constant and a few dozen at most: without a call, two cycles a word. */
VMB_INLINE void vmb_wipe_here(void *p, size_t size)
{
#if VMB_SIZE || VMB_OWN_WIPE
    vmb_wipe(p, size);
#else
    volatile vmb_word *w = (volatile vmb_word *)p;
    size_t n;

    for (n = size / 4; n >= 8; n -= 8, w += 8) {
        w[0] = 0;
        w[1] = 0;
        w[2] = 0;
        w[3] = 0;
        w[4] = 0;
        w[5] = 0;
        w[6] = 0;
        w[7] = 0;
    }
    if ((size / 4 & 4) != 0) {
        w[0] = 0;
        w[1] = 0;
        w[2] = 0;
        w[3] = 0;
        w += 4;
    }
    if ((size / 4 & 2) != 0) {
        w[0] = 0;
        w[1] = 0;
        w += 2;
    }
    if ((size / 4 & 1) != 0) {
        w[0] = 0;
    }
#endif
}

/** Wipes an object of the user, a key or a stream; null is nothing to do. */
void vmb_wipe_object(void *object, size_t size);

/** Sets the stack below the caller's frame to zero, deep enough for the C backends: a compiler spills secrets in
 * unknown locations. For the caller of a VMB_NOINLINE function that has returned. The caller's own frame must not hold
 * a secret: it is not wiped. */
VMB_NOINLINE void vmb_wipe_stack(void);

#if VMB_SIZE
/** The same for a call whose functions need at most that many bytes of stack together. */
VMB_NOINLINE void vmb_wipe_stack_320(void);
VMB_NOINLINE void vmb_wipe_stack_384(void);
#endif

/** The status of a VMB_NOINLINE function, after what it left on the stack is wiped:
 *  what a public function returns that does nothing else. With link-time optimisation,
 *  too, the frame in which it is compiled holds arguments and statuses alone. */
VMB_INLINE int vmb_wiped(int status)
{
    vmb_wipe_stack();
    return status;
}

/** 0 when the n bytes at a and b are equal, else nonzero; constant time in the
 *  content. Differences are ORed, so no two of them can cancel. */
uint32_t vmb_differ(const uint8_t *a, const uint8_t *b, size_t n);

/* Nonzero when [p, p + n) and [q, q + m), neither of them empty, share a byte:
 * when p + n - 1 reaches q and does not pass q + m + n - 2, which one comparison
 * says in unsigned arithmetic, where addresses may wrap around. */
#define VMB_OVERLAP(p, n, q, m) ((uint32_t)((uintptr_t)(p) - (uintptr_t)(q) + ((n) - 1) < (uintptr_t)(n) + ((m) - 1)))

/* What a key object ends with once init has made it: another word for each sort of key, so that
 * neither a wiped one nor one of another algorithm passes for it. Public. Each is a number that
 * c.lui loads on RISC-V: a negative multiple of 4096 down to -131072. */
#define VMB_MARK_AES 0xfffe3000u
#define VMB_MARK_CCM 0xfffe5000u
#define VMB_MARK_GCM 0xfffe9000u
#define VMB_MARK_GCM_SIV 0xfffe6000u
#define VMB_MARK_ASCON_AEAD128 0xfffea000u
#define VMB_MARK_ASCON_OPTIONS 0xffffb000u
#define VMB_MARK_ASCON128 0xfffec000u
#define VMB_MARK_ASCON128A 0xffff1000u
#define VMB_MARK_CHACHA20_POLY1305 0xffff6000u
#define VMB_MARK_XCHACHA20_POLY1305 0xffff8000u
#define VMB_MARK_AEGIS128L 0xffffd000u
#define VMB_MARK_CMAC 0xffff2000u
#define VMB_MARK_POLY1305 0xffff4000u
#define VMB_MARK_ASCON_MAC 0xfffef000u
#define VMB_MARK_HMAC_SHA256 0xffffd000u
#define VMB_MARK_RING 0xffff7000u /* no key: a ring (vambrace/engine_ring.h) */

/** The last word of a key object of key_size bytes. */
#define VMB_MARK_OF(key, key_size) (((const uint32_t *)(key))[(key_size) / 4 - 1])

/** Nonzero when such an object holds no key of that sort: it was wiped or never made. */
VMB_INLINE int vmb_is_unready(const void *key, size_t key_size, uint32_t mark)
{
    return VMB_RARELY(VMB_MARK_OF(key, key_size) != mark);
}

/** Makes a complete key ready: the last thing that init does. */
VMB_INLINE void vmb_set_mark(uint32_t *key, size_t key_size, uint32_t mark)
{
    key[key_size / 4 - 1] = mark;
}

/** The arguments of one seal or open, as the public functions get them. */
typedef struct {
    const void *key;
    size_t key_size;      /* bytes of the key object */
    uint8_t *out;
    const uint8_t *tag;
    size_t tag_len;
    const uint8_t *nonce;
    size_t nonce_len;
    const uint8_t *ad;
    size_t ad_len;
    const uint8_t *in;
    size_t len;
    int tag_is_output;    /* 1: seal writes the tag; 0: open reads it */
} vmb_call;

/* One more fault, 0 or 1. The compiler finishes it before it begins the next one, which takes few
 * registers: none has to be saved. */
#define VMB_NOTE(fault)             \
    do {                            \
        bad |= (uint32_t)(fault);   \
        VMB_OPAQUE2(bad, last_out); \
        VMB_OPAQUE2(bad, last_tag); \
    } while (0)

/* VMB_OVERLAP of q and of bytes whose last address is `last`; together they have `sum` bytes. */
#define VMB_MEETS(last, q, sum) ((last) - (uintptr_t)(q) < (sum) - 1)

/* Nonzero for a null pointer with a length, or a forbidden overlap. With few branches: they take
 * three cycles of data-independent timing each. Lengths are at most VMB_MAX_BYTES. */
VMB_INLINE uint32_t vmb_faults(const vmb_call *c)
{
    const void *key = c->key, *nonce = c->nonce, *ad = c->ad, *in = c->in;
    const void *out = c->out, *tag = c->tag;
    uintptr_t key_size = c->key_size, nonce_len = c->nonce_len;
    uintptr_t ad_len = c->ad_len, len = c->len, tag_len = c->tag_len;
    uintptr_t last_out = (uintptr_t)out + len - 1, last_tag = (uintptr_t)tag + tag_len - 1;
    uint32_t bad = 0;

    VMB_NOTE((uint32_t)(key == NULL) | (uint32_t)(nonce == NULL) | (uint32_t)(tag == NULL));
    if (c->tag_is_output) {
        VMB_NOTE(VMB_MEETS(last_tag, key, tag_len + key_size));
        VMB_NOTE(VMB_MEETS(last_tag, nonce, tag_len + nonce_len));
    }
    if (VMB_OFTEN(ad_len)) {
        VMB_NOTE(ad == NULL);
        VMB_NOTE((uint32_t)(len != 0) & (uint32_t)VMB_MEETS(last_out, ad, len + ad_len));
        if (c->tag_is_output) {
            VMB_NOTE(VMB_MEETS(last_tag, ad, tag_len + ad_len));
        }
    }
    if (VMB_OFTEN(len)) {
        VMB_NOTE((uint32_t)(in == NULL) | (uint32_t)(out == NULL));
        VMB_NOTE(VMB_MEETS(last_out, key, len + key_size));
        VMB_NOTE(VMB_MEETS(last_out, nonce, len + nonce_len));
        VMB_NOTE(VMB_MEETS(last_out, tag, len + tag_len));
        VMB_NOTE((uint32_t)(in != out) & (uint32_t)VMB_MEETS(last_out, in, len + len));
        if (c->tag_is_output) {
            VMB_NOTE(VMB_MEETS(last_tag, in, tag_len + len));
        }
    }
    return bad;
}

/* The checks of vmb_check_arguments. Where the caller knows lengths, they fold. */
VMB_INLINE int vmb_check_here(const vmb_call *c)
{
    if (c->len > VMB_MAX_BYTES || c->ad_len > VMB_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    return VMB_RARELY(vmb_faults(c)) ? VMB_ERR_ARGUMENT : VMB_OK;
}

/** VMB_OK, VMB_ERR_LENGTH when len or ad_len exceeds VMB_MAX_BYTES, or
 *  VMB_ERR_ARGUMENT for a null pointer with a length or a forbidden overlap, in
 *  that order. key_size, nonce_len and tag_len are the algorithm's to check
 *  first; none of them is 0. */
#if VMB_SIZE
int vmb_check_arguments(const vmb_call *c);
#else
#define vmb_check_arguments vmb_check_here
#endif

/** The same, and then VMB_ERR_STATE for a key object of key_size bytes without this mark. */
VMB_INLINE int vmb_check_call(const vmb_call *c, size_t key_size, uint32_t mark)
{
    int status = vmb_check_arguments(c);

    if (status == VMB_OK && vmb_is_unready(c->key, key_size, mark)) {
        status = VMB_ERR_STATE;
    }
    return status;
}

/* The checks of vmb_check_key. Where the caller knows lengths, they fold. */
VMB_INLINE int vmb_check_key_here(const void *key, size_t key_size, const uint8_t *bytes, size_t key_len, size_t wanted)
{
    if (key_len != wanted) {
        return VMB_ERR_LENGTH;
    }
    if (key == NULL || bytes == NULL || VMB_OVERLAP(key, key_size, bytes, key_len)) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

/** The arguments of an init: VMB_ERR_LENGTH when key_len is not `wanted`, or
 *  VMB_ERR_ARGUMENT for a null pointer or key bytes that overlap the key_size
 *  bytes of the key object, in that order; else VMB_OK. */
int vmb_check_key(const void *key, size_t key_size, const uint8_t *bytes, size_t key_len, size_t wanted);

/* Streams (vambrace/status.h). `object` is the stream, or for a call without one
 * whatever an output may not overlap, and object_size its bytes. */

/** What a stream waits for, in its `phase`. A stream's own file may have more. */
enum {
    VMB_PHASE_NONE = 0,         /* never started, or ended */
    VMB_PHASE_LENGTHS = 1,      /* AES-CCM: the lengths */
    VMB_PHASE_AD = 2,           /* associated data, or a later phase */
    VMB_PHASE_MESSAGE = 3,      /* message, or the end */
    VMB_PHASE_ABSORB = 4,       /* hash input, or the end */
    VMB_PHASE_SQUEEZE = 5,      /* output of an XOF */
    VMB_PHASE_OPENING = 0x100   /* flag: decrypting */
};

/** VMB_OK, or VMB_ERR_LENGTH when len exceeds VMB_MAX_BYTES or with it the sum
 *  *total, which then stays; or VMB_ERR_ARGUMENT for null with a length, or for bytes
 *  that overlap the object. */
int vmb_check_input(const void *object, size_t object_size, uint32_t *total, const uint8_t *in, size_t len);

/** The same for the len bytes of an output; there is no sum. */
int vmb_check_output(const void *object, size_t object_size, const uint8_t *out, size_t len);

/** Both, and that out is in or does not overlap it, nor the key_size bytes of the
 *  stream's key object. *total grows on VMB_OK only. */
int vmb_check_update(const void *object, size_t object_size, const void *key, size_t key_size, uint32_t *total,
                     const uint8_t *out, const uint8_t *in, size_t len);

/** vmb_check_output for a tag of tag_len > 0 bytes, which, unless `opening` is nonzero,
 *  overlaps the stream's key object neither. */
int vmb_check_tag(const void *object, size_t object_size, const void *key, size_t key_size, const uint8_t *tag,
                  size_t tag_len, uint32_t opening);

/** Wipes the size bytes of a stream and returns status: how a stream ends. */
int vmb_end_stream(void *stream, size_t size, int status);

#endif
