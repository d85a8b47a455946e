/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The key of every Ascon backend (ascon_backend.h): four words that a backend
 * can add to its state as they are, so that no message pays for a conversion.
 */
#include "ascon/ascon_call.h"
#include "ascon/ascon_state.h"
#include "ascon/ascon_word.h"

/* Assumptions of the assembly: a negative array size reports a violation. */
#if VMB_ASCON_RV64
typedef char vmb_ascon_call_layout
    [offsetof(vmb_call, key) == VMB_ASCON_CALL_KEY && offsetof(vmb_call, out) == VMB_ASCON_CALL_OUT &&
             offsetof(vmb_call, tag) == VMB_ASCON_CALL_TAG && offsetof(vmb_call, nonce) == VMB_ASCON_CALL_NONCE &&
             offsetof(vmb_call, ad) == VMB_ASCON_CALL_AD && offsetof(vmb_call, ad_len) == VMB_ASCON_CALL_AD_LEN &&
             offsetof(vmb_call, in) == VMB_ASCON_CALL_IN && offsetof(vmb_call, len) == VMB_ASCON_CALL_LEN &&
             offsetof(vmb_call, tag_is_output) == VMB_ASCON_CALL_SEAL
         ? 1
         : -1];
#elif VMB_ASCON_CHECKS
typedef char vmb_ascon_check_knows[VMB_ERR_TAG == VMB_ASCON_ERR_TAG && VMB_ERR_LENGTH == VMB_ASCON_ERR_LENGTH &&
                                           VMB_ERR_ARGUMENT == VMB_ASCON_ERR_ARGUMENT &&
                                           VMB_ERR_STATE == VMB_ASCON_ERR_STATE && VMB_MAX_BYTES == 0x7fffffff &&
                                           VMB_ASCON_KEY_SIZE == VMB_ASCON_CHECKED_KEY
                                       ? 1
                                       : -1];
#endif

#if VMB_SIZE && VMB_ASCON_RV32
/* As the machine is little-endian, byte i of a big-endian word is byte 7 - i, which
 * is i ^ 7, of its low and high half in memory. */
int vmb_ascon_expand(uint32_t k[5], const uint8_t *bytes, size_t key_len, int big, uint32_t mark)
{
    int status = vmb_check_key_here(k, VMB_ASCON_KEY_SIZE, bytes, key_len, 16);
    uint8_t *to = (uint8_t *)k;
    unsigned flip = big ? 7 : 0, i;

    if (status != VMB_OK) {
        return status;
    }
    for (i = 0; i < 16; i++) {
        to[i] = bytes[i ^ flip];
    }
#if VMB_ASCON_INTERLEAVED
    for (i = 0; i < 4; i += 2) {
        uint32_t lo = k[i], hi = k[i + 1];

        k[i] = 0;
        k[i + 1] = 0;
        vmb_ascon_add_word(k + i, lo, hi);
    }
#endif
    vmb_set_mark(k, VMB_ASCON_KEY_SIZE, mark);
    return VMB_OK;
}
#else
int vmb_ascon_expand(uint32_t k[5], const uint8_t *bytes, size_t key_len, int big, uint32_t mark)
{
    int status = vmb_check_key_here(k, VMB_ASCON_KEY_SIZE, bytes, key_len, 16);
    const uint8_t *end;
    uint32_t *to = k;
    int low = big ? 4 : 0; /* where the low half of a word is in memory */

    if (status != VMB_OK) {
        return status;
    }
    end = bytes + 16;
    do {
        uint32_t half = vmb_load32_le(bytes + low);
#if VMB_ASCON_INTERLEAVED
        uint32_t other = vmb_load32_le(bytes + 4 - low);

        to[0] = 0;
        to[1] = 0;
        vmb_ascon_add_word(to, big ? vmb_swap32(half) : half, big ? vmb_swap32(other) : other);
        to += 2;
        bytes += 8;
#else
        *to++ = big ? vmb_swap32(half) : half;
        bytes += 4;
        low = -low; /* the high half of this word, the low half of the next one */
#endif
    } while (bytes != end);
    vmb_set_mark(k, VMB_ASCON_KEY_SIZE, mark);
    return VMB_OK;
}
#endif
